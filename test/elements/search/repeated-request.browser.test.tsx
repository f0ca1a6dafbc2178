/**
 * Tests that a page shows a new query even if it is rendered again at once, with an equal time range in another object.
 * The console does this when a link changes the address and the page then adds its columns to the new address.
 */
import { expect } from '@open-wc/testing';
import { useLayoutEffect, useState } from 'react';
import { openConnections } from '../../../elements/element/connection.js';
import { LogSearch } from '../../../elements/search/index.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { byRole, stage } from './stage.js';

describe('a request of a page that is rendered again at once', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer(searchRoutes([], () => undefined));
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('changes the query of a search', async () => {
    let ask: (query: string) => void = () => undefined;
    function Page() {
      const [query, setQuery] = useState('first');
      const [again, setAgain] = useState(false);
      ask = setQuery;
      useLayoutEffect(() => setAgain(query === 'second'), [query]);
      return (
        <LogSearch
          query={query}
          range={{ type: 'relative', from: 300 }}
          streams={[]}
          viewId={undefined}
          layout="full"
          refresh={again ? undefined : 0}
        />
      );
    }
    const { root } = await stage(() => <Page />, 1200);
    const text = async () => {
      const box = await byRole(root, 'textbox', 'Search query');
      return box instanceof HTMLTextAreaElement ? box.value : box.textContent;
    };
    await waitUntil(async () => (await text()) === 'first', 'the first query is shown');
    ask('second');
    await waitUntil(async () => (await text()) === 'second', 'the second query is shown');
    expect(await text()).to.equal('second');
  });
});
