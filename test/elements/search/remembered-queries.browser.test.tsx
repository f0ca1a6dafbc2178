/** Tests which queries of an embedded search become part of its user's search history. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { clickOn } from './stage.js';

describe('the search history of an embedded search', () => {
  const remembered = () =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('log-console.queries '))
      .map(([, value]) => String(value))
      .join();
  afterEach(() => localStorage.clear());

  it('contains the queries of the user, and not those of the page that contains the search', async () => {
    const view = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
    const execution = { done: true, cancelled: false, completed_exceptionally: false };
    const server = fakeServer({
      ...searchRoutes([view], () => undefined),
      'POST /views/search/*': () => ({ id: 'job', search_id: 's', owner: 'ada', execution, results: {} }),
    });
    const element = document.createElement('log-search');
    const queries: string[] = [];
    let finished = 0;
    element.addEventListener('log-search-finished', () => (finished += 1));
    element.addEventListener('log-search-started', ({ detail }) => queries.push(detail.query));
    element.setAttribute('query', 'level:3');
    document.body.append(element);
    await waitUntil(() => finished === 1, 'the first search ends');
    element.setAttribute('query', 'level:4');
    await waitUntil(() => finished === 2, 'the search that the page requested ends');
    expect(remembered()).to.equal('');
    const root = element.shadowRoot ?? document;
    await waitUntil(() => root.querySelector('.cm-content'), 'the query box is loaded');
    root.querySelector<HTMLElement>('.cm-content')?.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ type: '5' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => finished === 3, 'the search of the user ends');
    expect(queries).to.deep.equal(['level:3', 'level:4', 'level:45']);
    await waitUntil(() => remembered() !== '', 'the query of the user is remembered');
    expect(remembered()).to.include('level:45');
    expect(remembered()).not.to.include('level:4"');

    const entries = () => JSON.parse(remembered() || '[]') as { query: string; at: number; range: object }[];
    const [first] = entries();
    await waitUntil(() => Date.now() > (first?.at ?? 0), 'the clock has moved on');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => (entries()[0]?.at ?? 0) > (first?.at ?? 0), 'the repeated query is remembered as run again');
    await clickOn(root, 'button', 'Time range presets');
    await clickOn(root, 'menuitemradio', '15 minutes');
    await waitUntil(() => finished === 5, 'the search of another time range ends');
    expect(entries().map(({ query, range }) => [query, range])).to.deep.equal([
      ['level:45', { type: 'relative', from: 900 }],
    ]);
    element.setAttribute('query', 'level:6');
    await waitUntil(() => finished === 6, 'the search that the page requested again ends');
    await clickOn(root, 'button', /^Search(?! actions)/);
    await waitUntil(() => finished === 7, 'the search of the page, run again by the user, ends');
    expect(entries().map(({ query }) => query)).to.deep.equal(['level:45']);
    element.remove();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });
});
