/** A page with React 18 uses an element, which contains React 19. Properties and events must work between them. */
import { createElement, useEffect, useRef, useState } from 'react-18';
import { createRoot } from 'react-dom-18/client';
import '../../elements/log-search.js';

interface SearchElement extends HTMLElement {
  query: string;
}

function Page() {
  const search = useRef<SearchElement | null>(null);
  const [query, setQuery] = useState('');
  useEffect(() => {
    const element = search.current;
    const follow = (event: Event) => setQuery((event as CustomEvent<{ query: string }>).detail.query);
    element?.addEventListener('log-query-change', follow);
    return () => element?.removeEventListener('log-query-change', follow);
  }, []);
  return createElement(
    'div',
    null,
    createElement('p', null, 'Query of the element: ', createElement('output', null, query)),
    createElement('log-search', { ref: search, range: '3600', layout: 'compact' }),
  );
}

const app = document.getElementById('app');
if (app) createRoot(app).render(createElement(Page));
