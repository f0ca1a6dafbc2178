/** Tests that a search field loses no letters while its caller takes over earlier ones. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { SearchBox } from '../../../elements/kit/search-box.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

async function field() {
  const asked: string[] = [];
  let change: (query: string) => void = () => undefined;
  function Page() {
    const [query, setQuery] = useState('');
    change = setQuery;
    return <SearchBox label="Filter" query={query} debounceMs={0} onSearch={(text) => asked.push(text)} />;
  }
  const { root } = await stage(() => <Page />);
  // Cast: the search field is an input.
  const input = (await byRole(root, 'searchbox', 'Filter')) as HTMLInputElement;
  const type = (text: string): void => {
    input.focus();
    document.execCommand('insertText', false, text);
  };
  return { asked, input, type, change: (query: string) => change(query) };
}

describe('a search field', () => {
  it('keeps letters that were typed before the caller has taken over an earlier text', async () => {
    const { asked, input, type, change } = await field();
    type('h');
    await waitUntil(() => asked.includes('h'));
    type('t');
    await waitUntil(() => asked.includes('ht'));
    change('h');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(input.value).to.equal('ht');
    change('ht');
    type('t');
    await waitUntil(() => asked.at(-1) === 'htt');
    expect(input.value).to.equal('htt');
  });

  it('shows a query that the caller sets itself', async () => {
    const { asked, input, type, change } = await field();
    type('h');
    await waitUntil(() => asked.includes('h'));
    change('other');
    await waitUntil(() => input.value === 'other');
  });
});
