/** Tests the dialog of the search history with a server that keeps the history, and with one that does not. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import type { HistoryEntry, RunSearches, SearchHistory } from '../../../api/contract/search-history.js';
import { HistoryDialog } from '../../../elements/search/query/history-dialog.js';
import { queryHistoryOptions, type HistoryRun, type PastQuery } from '../../../elements/search/query/query-history.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, objectIn, signedIn, type FakeRoutes, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still, withText } from './stage.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">\u202e';
const range = { type: 'relative', from: 3600 } as const;
const entry = (id: string, query: string, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  query,
  streams: [],
  timerange: null,
  owner: 'ada',
  last_used: '2026-11-20T10:00:00.000Z',
  times_used: 1,
  shared: false,
  ...over,
});

let server: FakeServer;
let kept: SearchHistory;
afterEach(() => {
  server.restore();
  localStorage.clear();
  expect('hacked' in globalThis).to.equal(false);
});

interface Opened {
  readonly past?: readonly PastQuery[];
  readonly routes?: FakeRoutes;
  readonly permissions?: readonly string[];
  readonly repeats?: boolean;
  readonly width?: number;
  /** Address of the API; absent: one that no other dialog has. */
  readonly at?: string;
}
let opened = 0;

/** Opens the dialog; the server keeps `kept` unless `routes` contains another answer. */
async function open({ past = [], routes = {}, permissions = [], repeats = true, width = 1200, at }: Opened = {}) {
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /streams': () => ({ total: 1, streams: [{ id: 's1', title: `Mill ${hostile}`, disabled: false }] }),
    'GET /search/history': () => kept,
    'POST /search/history': () => undefined,
    'DELETE /search/history': () => {
      kept = { ...kept, own: [] };
      return undefined;
    },
    'DELETE /search/history/*': ({ url }) => {
      const stays = ({ id }: HistoryEntry) => !url.pathname.endsWith(`/${id}`);
      kept = { own: kept.own.filter(stays), shared: kept.shared.filter(stays) };
      return undefined;
    },
    ...routes,
  });
  const log: { used: string[]; run: HistoryRun[]; past: readonly PastQuery[] } = { used: [], run: [], past };
  let stored = past;
  function Opener() {
    const [entries, setEntries] = useState(past);
    const change = (next: readonly PastQuery[]): void => {
      stored = next;
      setEntries(next);
    };
    const [isOpen, setOpen] = useState(true);
    log.past = entries;
    return (
      <>
        <button type="button">below</button>
        {isOpen && (
          <HistoryDialog
            history={{
              entries,
              current: () => stored,
              add: (past) => change([past, ...stored]),
              remove: (gone) => change(stored.filter((one) => !queryHistoryOptions.same(one, gone))),
              clear: () => change([]),
            }}
            onUse={(query) => log.used.push(query)}
            onRun={(search) => log.run.push(search)}
            repeats={repeats}
            onClose={() => setOpen(false)}
          />
        )}
      </>
    );
  }
  // Each dialog has a connection of its own, because the answers of a connection are cached.
  const { root, host, remove } = await stage(
    () => <Opener />,
    width,
    at ?? `${window.location.origin}/${(opened += 1)}/api`,
  );
  const dialog = await byRole(root, 'dialog', 'Earlier queries');
  return { root, host, dialog, log, remove };
}
const queries = (dialog: HTMLElement): string[] =>
  [...dialog.querySelectorAll('button[data-query] > :first-child')].map(({ textContent }) => textContent);
const shows = (dialog: HTMLElement, ...expected: readonly string[]): Promise<unknown> =>
  waitUntil(() => queries(dialog).join('|') === expected.join('|'), `${queries(dialog).join('|')} are listed`);
const named = (dialog: HTMLElement, name: string): number => allByRole(dialog, 'button', name).length;

describe('the dialog of a search history that the server keeps', () => {
  beforeEach(() => {
    kept = {
      own: [
        entry('a', 'newest', { streams: ['s1', 'gone'], timerange: range, times_used: 3, shared: true }),
        entry('b', hostile, { last_used: null }),
      ],
      shared: [entry('c', 'of bob', { owner: 'bob', streams: ['s1'] })],
    };
  });

  it('lists own queries with streams, time range and uses, and those of others with their owner', async () => {
    const { dialog, remove } = await open();
    await shows(dialog, 'newest', hostile);
    const [first] = dialog.querySelectorAll('li');
    for (const text of ['3 times', `Mill ${hostile}`, 'gone', '1 hour ago', 'Shared'])
      await waitUntil(() => first?.textContent.includes(text), `the row says ${text}`);
    expect(dialog.querySelector('img')).to.equal(null);
    await clickOn(dialog, 'tab', 'Shared with you (1)');
    await shows(dialog, 'of bob');
    expect(withText(dialog, 'Shared by bob')).not.to.equal(undefined);
    remove();
  });

  it('inserts, runs and repeats queries, own and shared ones', async () => {
    for (const [name, run] of [
      ['Search with this query', { queryString: 'newest' }],
      ['Search with its streams and time range', { queryString: 'newest', streams: ['s1', 'gone'], timeRange: range }],
    ] as const) {
      const { dialog, log, remove } = await open();
      await shows(dialog, 'newest', hostile);
      await clickOn(dialog, 'button', name);
      expect(log.run).to.deep.equal([run]);
      remove();
      server.restore();
    }
    const { dialog, log, remove } = await open();
    await clickOn(dialog, 'tab', 'Shared with you (1)');
    await shows(dialog, 'of bob');
    (dialog.querySelector('button[data-query]') as HTMLElement).click();
    await waitUntil(() => log.used.length === 1);
    expect(log.used).to.deep.equal(['of bob']);
    remove();
  });

  it('offers to repeat a search only if streams can be chosen, and if its streams and time range are known', async () => {
    const here = await open();
    await shows(here.dialog, 'newest', hostile);
    expect(named(here.dialog, 'Search with its streams and time range')).to.equal(1);
    here.remove();
    server.restore();
    const dashboard = await open({ repeats: false });
    await shows(dashboard.dialog, 'newest', hostile);
    expect(named(dashboard.dialog, 'Search with its streams and time range')).to.equal(0);
    dashboard.remove();
  });

  it('is used by keyboard: filter, arrows, Enter with and without Ctrl, Delete', async () => {
    const { root, dialog, log, remove } = await open();
    await shows(dialog, 'newest', hostile);
    await byRole(dialog, 'textbox', 'Filter earlier queries');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => root.activeElement?.textContent.startsWith(hostile), 'the second query has the focus');
    await sendKeys({ press: 'Delete' });
    await shows(dialog, 'newest');
    expect(server.to('DELETE /search/history/b').length).to.equal(1);
    await waitUntil(() => root.activeElement?.textContent.startsWith('newest'), 'the row beside it has the focus');
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ type: 'NEW' });
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    await waitUntil(() => log.run.length === 1);
    expect(log.run).to.deep.equal([{ queryString: 'newest' }]);
    remove();
  });

  it('offers to remove a query of another person only with the permission, and to share only own queries', async () => {
    const plain = await open();
    await shows(plain.dialog, 'newest', hostile);
    expect(named(plain.dialog, 'Forget this query')).to.equal(2);
    expect(named(plain.dialog, 'Share this query')).to.equal(2);
    await clickOn(plain.dialog, 'tab', 'Shared with you (1)');
    await shows(plain.dialog, 'of bob');
    expect(named(plain.dialog, 'Share this query')).to.equal(0);
    expect(named(plain.dialog, 'Remove this query of bob for everybody')).to.equal(0);
    (plain.dialog.querySelector('button[data-query]') as HTMLElement).focus();
    await sendKeys({ press: 'Delete' });
    await settled();
    expect(server.to('DELETE /search/history/c')).to.deep.equal([]);
    expect((await byRole(plain.dialog, 'button', 'Forget all')).matches(':disabled')).to.equal(true);
    plain.remove();
    server.restore();

    const past = [{ query: 'of bob', at: 1, streams: ['s1'] }];
    const keeper = await open({ past, permissions: ['search_history:delete:c'] });
    await clickOn(keeper.dialog, 'tab', 'Shared with you (1)');
    await clickOn(keeper.dialog, 'button', 'Remove this query of bob for everybody');
    const question = await byRole(keeper.root, 'alertdialog', 'Remove a shared query?');
    expect(question.textContent).to.contain('bob').and.contain('of bob').and.contain('everybody');
    expect(server.to('DELETE /search/history/c')).to.deep.equal([]);
    await clickOn(question, 'button', 'Remove for everybody');
    await byText(keeper.dialog, 'No shared query searches only streams that you may read.');
    expect(server.to('DELETE /search/history/c').length).to.equal(1);
    expect(keeper.log.past).to.deep.equal(past);
    keeper.remove();
  });

  it('shows why a query was not forgotten, and keeps it', async () => {
    const refused = () => new Response('{"message":"Not authorized: no."}', { status: 403 });
    const { root, dialog, log, remove } = await open({
      past: [{ query: 'newest', at: 0 }],
      routes: { 'DELETE /search/history/*': refused, 'DELETE /search/history': refused },
    });
    await shows(dialog, 'newest', hostile);
    await clickOn(dialog, 'button', 'Forget this query');
    await clickOn(await byRole(root, 'alertdialog', 'Remove a shared query?'), 'button', 'Remove for everybody');
    await byText(root, 'The query was not forgotten');
    await shows(dialog, 'newest', hostile);
    await clickOn(dialog, 'button', 'Forget all');
    await clickOn(await byRole(root, 'alertdialog', 'Forget all queries?'), 'button', 'Forget all');
    await byText(root, 'The queries were not forgotten');
    await shows(dialog, 'newest', hostile);
    expect(log.past).to.deep.equal([{ query: 'newest', at: 0 }]);
    remove();
  });

  it('removes one query while the Delete key is held down, and asks first whether to remove a shared one', async () => {
    kept = { own: ['a', 'b', 'c'].map((id) => entry(id, `query ${id}`, { shared: id === 'c' })), shared: [] };
    let answer = (_answer: undefined): void => undefined;
    const waiting = new Promise<undefined>((resolve) => {
      answer = resolve;
    });
    const { root, dialog, remove } = await open({
      routes: {
        'DELETE /search/history/a': () => {
          kept = { ...kept, own: kept.own.filter(({ id }) => id !== 'a') };
          return waiting;
        },
      },
    });
    await shows(dialog, 'query a', 'query b', 'query c');
    const press = (index: number, repeat: boolean) =>
      dialog
        .querySelectorAll('button[data-query]')
        [index]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, repeat }));
    press(0, true);
    press(0, false);
    press(1, false);
    await waitUntil(() => server.to('DELETE /search/history/a').length === 1, 'the first query is removed');
    answer(undefined);
    await shows(dialog, 'query b', 'query c');
    expect(server.calls.filter(({ method }) => method === 'DELETE').length).to.equal(1);
    await waitUntil(() => root.activeElement?.textContent.startsWith('query b'), 'the next query has the focus');
    press(1, false);
    const question = await byRole(root, 'alertdialog', 'Remove a shared query?');
    expect(question.textContent).to.contain('You have shared').and.contain('query c');
    await clickOn(question, 'button', 'Cancel');
    await shows(dialog, 'query b', 'query c');
    expect(server.calls.filter(({ method }) => method === 'DELETE').length).to.equal(1);
    remove();
  });

  it('counts a query that somebody else has removed as forgotten', async () => {
    const { dialog, log, remove } = await open({
      past: [{ query: hostile, at: 0 }],
      routes: {
        'DELETE /search/history/b': () => {
          kept = { ...kept, own: kept.own.filter(({ id }) => id !== 'b') };
          return new Response('{"message":"There is no earlier query."}', { status: 404 });
        },
      },
    });
    await shows(dialog, 'newest', hostile);
    dialog
      .querySelectorAll('button[data-query]')[1]
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    await shows(dialog, 'newest');
    expect(log.past).to.deep.equal([]);
    remove();
  });

  it('does not send queries that were forgotten, although an earlier sending of them failed', async () => {
    const { root, dialog, log, remove } = await open({
      past: [{ query: 'unsent', at: 5, streams: [] }],
      routes: { 'POST /search/history': () => new Response('{"message":"full"}', { status: 413 }) },
    });
    await shows(dialog, 'newest', 'unsent', hostile);
    const before = server.to('POST /search/history').length;
    await clickOn(dialog, 'button', 'Forget all');
    await clickOn(await byRole(root, 'alertdialog', 'Forget all queries?'), 'button', 'Forget all');
    await byText(dialog, 'Queries you run are listed here.');
    await waitUntil(() => server.to('GET /search/history').length > 1, 'the history is read again');
    expect(server.to('POST /search/history').length).to.equal(before);
    expect(log.past).to.deep.equal([]);
    remove();
  });

  it('forgets all queries after a question, on the server and in the browser', async () => {
    const { root, dialog, log, remove } = await open({ past: [{ query: 'newest', at: 0 }] });
    await shows(dialog, 'newest', hostile);
    await clickOn(dialog, 'button', 'Forget all');
    const question = await byRole(root, 'alertdialog', 'Forget all queries?');
    expect(question.textContent).to.contain('2 queries');
    expect(server.to('DELETE /search/history')).to.deep.equal([]);
    await clickOn(question, 'button', 'Forget all');
    await byText(dialog, 'Queries you run are listed here.');
    expect(server.to('DELETE /search/history').length).to.equal(1);
    expect(log.past).to.deep.equal([]);
    remove();
  });

  it('shares an own query with the dialog of other entities, and marks it afterwards', async () => {
    kept = { own: [entry('a', 'newest')], shared: [] };
    const everyone = { id: 'grn::::builtin-team:everyone', type: 'global', title: 'Everyone' };
    const answer = (selected: object) => ({
      entity: 'grn::::earlier_query:a',
      sharing_user: 'grn::::user:u1',
      available_grantees: [everyone],
      available_capabilities: [{ id: 'view', title: 'Viewer' }],
      active_shares: [],
      selected_grantee_capabilities: selected,
      missing_permissions_on_dependencies: {},
      validation_result: { failed: false, errors: {}, error_context: {} },
    });
    const chosen = ({ body }: { readonly body: string | undefined }) =>
      answer((objectIn(body) as { selected_grantee_capabilities?: object }).selected_grantee_capabilities ?? {});
    const routes: FakeRoutes = {
      'POST /authz/shares/entities/grn%3A%3A%3A%3Aearlier_query%3Aa/prepare': chosen,
      'POST /authz/shares/entities/grn%3A%3A%3A%3Aearlier_query%3Aa': (call) => {
        kept = { own: [entry('a', 'newest', { shared: true })], shared: [] };
        return chosen(call);
      },
    };
    const { root, dialog, remove } = await open({ routes });
    await shows(dialog, 'newest');
    await clickOn(dialog, 'button', 'Share this query');
    const sharing = await byRole(root, 'dialog', /Sharing earlier query/);
    await byText(sharing, 'Viewers see this earlier query. It finds messages of the streams that they may read.');
    await clickOn(sharing, 'combobox', 'Search for users and teams');
    await clickOn(root, 'option', /Everyone/);
    await clickOn(sharing, 'button', 'Add Collaborator');
    await byRole(sharing, 'button', 'Remove Everyone');
    await clickOn(sharing, 'button', 'Update sharing');
    await waitUntil(() => dialog.querySelector('li')?.textContent.includes('Shared'), 'the row says that it is shared');

    kept = { own: [entry('a', 'newest', { streams: ['s1'] })], shared: [] };
    remove();
    server.restore();
    const narrow = await open({ routes });
    await shows(narrow.dialog, 'newest');
    await clickOn(narrow.dialog, 'button', 'Share this query');
    await byText(narrow.root, 'Viewers see this earlier query while they may read all streams that it names.');
    narrow.remove();
  });

  it('sends the queries of the browser once, before it reads the history, and lists them when they are refused', async () => {
    const past = [
      { query: 'fresh', at: Date.parse('2026-11-21T10:00:00Z'), streams: ['s1'], range },
      { query: 'old', at: 0 },
    ];
    let refuses = true;
    const routes: FakeRoutes = {
      'POST /search/history': ({ body }) => {
        if (refuses) return new Response('{"message":"full"}', { status: 413 });
        const { searches } = objectIn(body) as RunSearches;
        kept = { ...kept, own: searches.map(({ query }, index) => entry(`n${index}`, query)) };
        return undefined;
      },
    };
    const at = `${window.location.origin}/sends/api`;
    const first = await open({ past, routes, at });
    await shows(first.dialog, 'fresh', 'newest', 'old', hostile);
    first.remove();
    server.restore();

    refuses = false;
    const second = await open({ past, routes, at });
    await waitUntil(() => server.to('GET /search/history').length > 0, 'the history is read');
    await shows(second.dialog, 'fresh', 'old');
    const [sent, ...more] = server.to('POST /search/history');
    expect(more).to.deep.equal([]);
    expect(objectIn(sent?.body)).to.deep.equal({
      username: 'ada',
      searches: [
        { query: 'fresh', streams: ['s1'], timerange: range, used_at: '2026-11-21T10:00:00.000Z' },
        { query: 'old', streams: [], timerange: null, used_at: null },
      ],
    });
    const order = server.calls.map(({ method, url }) => `${method} ${url.pathname}`);
    expect(order.findIndex((call) => call.startsWith('POST'))).to.be.below(
      order.findIndex((call) => call.startsWith('GET') && call.endsWith('/search/history')),
    );
    second.remove();
    server.restore();

    const third = await open({ past, routes, at });
    await waitUntil(() => server.to('GET /search/history').length > 0, 'the history is read');
    await shows(third.dialog, 'fresh', 'old');
    expect(server.to('POST /search/history')).to.deep.equal([]);
    expect(third.log.past).to.deep.equal(past);
    third.remove();
  });

  it('waits for the server, and lists the queries of the browser while the server fails', async () => {
    let answer = (_history: Response): void => undefined;
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    let fails = true;
    const { dialog, remove } = await open({
      past: [{ query: 'remembered', at: 1 }],
      routes: { 'GET /search/history': () => (fails ? waiting : kept) },
    });
    await byText(dialog, 'Loading...');
    await byRole(dialog, 'tab', 'Shared with you');
    expect(queries(dialog)).to.deep.equal([]);
    answer(new Response('{"message":"broken <b>"}', { status: 400 }));
    await byText(dialog, 'The history that the server keeps could not be loaded');
    await shows(dialog, 'remembered');
    expect(allByRole(dialog, 'tab')).to.deep.equal([]);
    expect(named(dialog, 'Forget this query')).to.equal(0);
    expect((await byRole(dialog, 'button', 'Forget all')).matches(':disabled')).to.equal(true);
    fails = false;
    await clickOn(dialog, 'button', 'Try again');
    await shows(dialog, 'newest', hostile);
    remove();
  });

  it('does not call the list empty while the server fails', async () => {
    const { dialog, remove } = await open({
      routes: { 'GET /search/history': () => new Response('{"message":"broken"}', { status: 400 }) },
    });
    await byText(dialog, 'The history that the server keeps could not be loaded');
    for (const text of ['Queries you run are listed here.', 'The queries below are those that this browser remembers.'])
      expect(withText(dialog, text)).to.equal(undefined);
    remove();
  });

  it('shows long lists in parts, and filters all of them', async () => {
    kept = { own: Array.from({ length: 250 }, (_, index) => entry(`e${index}`, `query ${index}`)), shared: [] };
    const { dialog, remove } = await open();
    await waitUntil(() => queries(dialog).length === 100, 'a hundred queries are listed');
    await clickOn(dialog, 'button', 'Show 150 more queries');
    await waitUntil(() => queries(dialog).length === 200, 'two hundred queries are listed');
    (await byRole(dialog, 'textbox', 'Filter earlier queries')).focus();
    await sendKeys({ type: 'query 249' });
    await shows(dialog, 'query 249');
    remove();
  });

  it('is accessible, also in a narrow window', async () => {
    for (const width of [1200, 360]) {
      const { host, dialog, remove } = await open({ width });
      await shows(dialog, 'newest', hostile);
      await still(host);
      await expectAccessible(host);
      remove();
      server.restore();
    }
  });
});

describe('the dialog of the search history without a history on the server', () => {
  const past = [{ query: 'remembered', at: 1, streams: ['s1'], range }];
  const reference: FakeRoutes = {
    'GET /': () => ({ cluster_id: 'c', node_id: 'n', version: '5.1.8', tagline: '' }),
  };
  const older: FakeRoutes = {
    'GET /search/history': () => new Response('{}', { status: 404 }),
    'POST /search/history': () => new Response('{}', { status: 404 }),
  };
  const guest: FakeRoutes = {
    'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username: 'embed:guest' }),
  };
  for (const [name, routes, calls] of [
    ['a reference server', reference, 0],
    ['an embedded server of an earlier version', older, 1],
    ['a guest', guest, 0],
  ] as const)
    it(`lists the queries of this browser without an explanation for ${name}`, async () => {
      kept = { own: [entry('a', 'kept')], shared: [] };
      const { dialog, log, remove } = await open({ past, routes });
      await shows(dialog, 'remembered');
      await waitUntil(() => server.to('GET /search/history').length >= calls, 'the history is read');
      await settled();
      await shows(dialog, 'remembered');
      expect(server.to('GET /search/history').length).to.equal(calls);
      expect(server.to('POST /search/history').length).to.equal(calls);
      expect(allByRole(dialog, 'tab')).to.deep.equal([]);
      expect(dialog.querySelector('[role=alert]')).to.equal(null);
      expect(named(dialog, 'Share this query')).to.equal(0);
      await clickOn(dialog, 'button', 'Forget this query');
      await byText(dialog, 'Queries you run are listed here.');
      expect(log.past).to.deep.equal([]);
      remove();
    });
});
