/**
 * Tests that a page shows a new query even if it is rendered again at once, with an equal time range in another object.
 * The console does this when a link changes the address and the page then adds its columns to the new address.
 */
import { expect } from '@open-wc/testing';
import { useLayoutEffect, useState } from 'react';
import { openConnections } from '../../../elements/element/connection.js';
import { LogDashboard } from '../../../elements/dashboard/index.js';
import { LogSearch } from '../../../elements/search/index.js';
import { queryIds } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { createPage } from '../../../machines/view/pages.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { allByRole, byRole, stage } from './stage.js';

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

  it('changes the page of a dashboard', async () => {
    const document = createPage(
      emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds),
      randomIds,
    );
    server.restore();
    server = fakeServer(searchRoutes([document], () => undefined));
    const [first, second] = queryIds(document);
    let select: (id: string | undefined) => void = () => undefined;
    function Page() {
      const [page, setPage] = useState(first);
      const [again, setAgain] = useState(false);
      select = setPage;
      useLayoutEffect(() => setAgain(page === second), [page]);
      return (
        <LogDashboard
          viewId={document.view.id}
          page={page}
          query=""
          range={{ type: 'relative', from: 300 }}
          refresh={again ? undefined : 0}
        />
      );
    }
    const { root } = await stage(() => <Page />, 1200);
    const selected = () => allByRole(root, 'tab').map((tab) => tab.getAttribute('aria-selected'));
    await waitUntil(() => selected().join() === 'true,false', 'the first page is shown');
    select(second);
    await waitUntil(() => selected().join() === 'false,true', 'the second page is shown');
    expect(selected()).to.deep.equal(['false', 'true']);
  });
});
