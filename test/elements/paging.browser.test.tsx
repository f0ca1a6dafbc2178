/**
 * Tests the lists that keep their page number themselves: each change of the query leads to the first page, and a list
 * that has become shorter shows its last page.
 */
import { expect } from '@open-wc/testing';
import type { ReactNode } from 'react';
import type { DataAdapter } from '../../api/contract/lookup.js';
import type { User } from '../../api/contract/users.js';
import { PacksPage } from '../../elements/admin/content-packs/packs-page.js';
import { FailuresPage as IndexFailures } from '../../elements/admin/index-sets/failures-page.js';
import { FieldTypes } from '../../elements/admin/index-sets/field-types.js';
import { StoredRows } from '../../elements/admin/lookup-tables/stored-rows.js';
import { MessagesBlock } from '../../elements/admin/overview/messages-block.js';
import { FunctionReference } from '../../elements/admin/pipeline-rules/function-reference.js';
import { AdministrationPage } from '../../elements/admin/sidecars/administration-page.js';
import { FailuresPage as SidecarFailures } from '../../elements/admin/sidecars/failures-page.js';
import { MigrateDialog } from '../../elements/admin/sidecars/migrate-dialog.js';
import { OverviewPage } from '../../elements/admin/sidecars/overview-page.js';
import { SharedSection } from '../../elements/admin/users/shared-section.js';
import type { IndexSet } from '../../api/contract/index-sets.js';
import { useCurrentUser } from '../../elements/element/connection-context.js';
import { CopyToDashboardDialog } from '../../elements/view-area/dialogs/copy-to-dashboard-dialog.js';
import { WelcomePage } from '../../elements/welcome/index.js';
import { untyped } from '../untyped.js';
import { fakeServer, objectIn, signedIn, type FakeCall, type FakeRoutes, type FakeServer } from './fake-server.js';
import { allByRole, clickOn, stage } from './search/stage.js';
import { waitUntil } from './wait.js';
import { fieldNamed, fill, idle, pick } from './admin/admin-page.js';

/** Name of a row, by its position counted from 0: `row 01` is the first. */
const nameOfRow = (index: number): string => `row ${String(index + 1).padStart(2, '0')}`;
const since = (index: number): string => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();

type Change = (root: ShadowRoot) => Promise<unknown>;

interface PagedList {
  readonly name: string;
  readonly show: () => ReactNode;
  /** Request that reads the rows. */
  readonly route: string;
  /** Returns a row. */
  readonly row: (name: string, index: number) => unknown;
  /** Returns the answer of the server. */
  readonly answer: (rows: readonly unknown[], total: number) => unknown;
  /** Rows of a page, if the server divides the list into pages and the request does not state this number. */
  readonly perPage?: number;
  /** True if the server answers with all rows, so that the list divides them into pages. */
  readonly isWhole?: boolean;
  readonly others?: FakeRoutes;
  /** Changes that lead to the first page, by what changes. */
  readonly changes: Readonly<Record<string, Change>>;
}

const search =
  (label: string): Change =>
  async (root) => {
    await fill(root, label, 'row');
    const field = await fieldNamed(root, label);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
  };
const choosing =
  (label: string, value: string): Change =>
  (root) =>
    fill(root, label, value);
const pressing =
  (name: string | RegExp): Change =>
  (root) =>
    clickOn(root, 'button', name);
const rowsPerPage =
  (before: number, after: number): Change =>
  async (root) => {
    await clickOn(root, 'button', `${before} Rows`);
    await clickOn(root, 'menuitemradio', `${after} Rows`);
  };

const collector = { id: 'c1', name: 'filebeat', service_type: 'exec', node_operating_system: 'linux' };
const failing = { collector_id: 'c1', configuration_id: 'k1', status: 2, message: 'x', verbose_message: '' };
const sidecar = (name: string, index: number) => ({
  ...{
    node_id: name,
    node_name: name,
    last_seen: since(index),
    sidecar_version: '1',
    active: true,
    collectors: ['c1'],
  },
  node_details: { operating_system: 'Linux', status: { status: 2, message: '', collectors: [failing] }, tags: [] },
  assignments: [],
});
const sidecarsOf = (sidecars: readonly unknown[], total: number) => ({ sidecars, total, pagination: { total } });
const ofSidecars: FakeRoutes = {
  'GET /sidecar/collectors': () => ({ collectors: [collector], total: 1, pagination: { total: 1 } }),
  'GET /sidecar/collectors/summary': () => ({ collectors: [collector], total: 1, pagination: { total: 1 } }),
  'GET /sidecar/configurations': () => ({ configurations: [], total: 0, pagination: { total: 0 } }),
};

const emptyBox = { lastOpened: [], favorites: [], recentActivity: [], total: 0, count: 0, page: 1, per_page: 5 };
const ofStartPage: FakeRoutes = {
  'GET /startpage/*': () => emptyBox,
  'GET /favorites': () => emptyBox,
};

const lists: readonly PagedList[] = [
  {
    name: 'the functions of rules',
    show: () => <FunctionReference />,
    route: 'GET /system/pipelines/rule/functions',
    row: (name) => ({ name, description: null, params: [], return_type: 'java.lang.Void' }),
    answer: (rows) => rows,
    isWhole: true,
    changes: { filter: search('Filter functions') },
  },
  {
    name: 'content packs',
    show: () => <PacksPage />,
    route: 'GET /system/content_packs/latest',
    row: (name) => ({ id: name, rev: 1, name, summary: '' }),
    answer: (rows) => ({ content_packs: rows, content_packs_metadata: {} }),
    isWhole: true,
    changes: { filter: search('Filter by name and summary'), 'page size': choosing('Packs per page', '25') },
  },
  {
    name: 'failing collectors',
    show: () => <SidecarFailures />,
    route: 'GET /sidecars/all',
    row: sidecar,
    answer: sidecarsOf,
    isWhole: true,
    others: ofSidecars,
    changes: {
      search: search('Find sidecars'),
      'sort column': pressing('Sidecar'),
      'sort direction': pressing('Sidecar'),
      filter: pressing('Hide inactive sidecars'),
    },
  },
  {
    name: 'collectors of sidecars',
    show: () => <AdministrationPage params={{}} />,
    route: 'POST /sidecar/administration',
    row: sidecar,
    answer: sidecarsOf,
    others: ofSidecars,
    changes: {
      search: search('Find sidecars'),
      filter: (root) => pick(root, 'OS', 'Linux'),
      'page size': rowsPerPage(10, 25),
    },
  },
  {
    name: 'sidecars',
    show: () => <OverviewPage params={{}} />,
    route: 'GET /sidecars',
    row: sidecar,
    answer: sidecarsOf,
    others: ofSidecars,
    changes: { search: search('Find sidecars'), filter: pressing('Include inactive sidecars') },
  },
  {
    name: 'uploaded configurations',
    show: () => <MigrateDialog hasText={false} onApply={() => undefined} onClose={() => undefined} />,
    route: 'GET /sidecar/configurations/uploads',
    row: (name, index) => ({
      ...{ id: name, node_id: name, collector_id: 'c1', collector_name: 'filebeat' },
      ...{ created: since(index), rendered_configuration: '' },
    }),
    answer: (uploads, total) => ({ uploads, total, pagination: { total } }),
    perPage: 10,
    changes: {},
  },
  {
    name: 'messages that could not be stored',
    show: () => <IndexFailures params={{}} />,
    route: 'GET /system/indexer/failures',
    row: (name, index) => ({
      ...{ letter_id: name, timestamp: since(index), index: 'web_0', type: 'x', message: 'y', is_stored: false },
    }),
    answer: (failures, total) => ({ failures, total, can_retry: 1 }),
    changes: { filter: search('Filter failures'), 'page size': rowsPerPage(10, 20) },
  },
  {
    name: 'rows of a stored table',
    show: () => <StoredRows adapter={untyped<DataAdapter>({ id: 'a2', name: 'rows', config: {} })} mayEdit={false} />,
    route: 'GET /system/lookup/adapters/a2/rows',
    row: (key) => ({ key, values: ['x'], expires_at: null, note: '', list: null }),
    answer: (rows, total) => ({ revision: 1, columns: [{ name: 'team', type: 'text' }], total, all: total, rows }),
    changes: {
      search: search('Find in rows'),
      'sort column': pressing('team'),
      'sort direction': pressing('team'),
    },
  },
  {
    name: 'entities shared with a user',
    show: () => <SharedSection user={untyped<User>({ id: 'u1', username: 'jane' })} />,
    route: 'GET /authz/shares/user/u1',
    row: (title) => ({ id: `grn::::dashboard:${title}`, type: 'dashboard', title, owners: [] }),
    answer: (entities, total) => ({ entities, total, context: { grantee_capabilities: {} } }),
    changes: {
      search: search('Filter shared entities'),
      type: choosing('Entity Type', 'dashboard'),
      capability: choosing('Capability', 'own'),
    },
  },
  {
    name: 'system messages',
    show: () => <MessagesBlock />,
    route: 'GET /system/messages',
    row: (content, index) => ({ timestamp: since(index), node_id: 'n', content }),
    answer: (messages, total) => ({ messages, total }),
    perPage: 30,
    changes: {},
  },
  {
    name: 'favourites',
    show: () => <WelcomePage hasRoute={() => true} />,
    route: 'GET /favorites',
    row: (title) => ({ grn: `grn::::dashboard:${title}`, title }),
    answer: (favorites, all) => ({ favorites, total: all, count: favorites.length, page: 1, per_page: 5 }),
    others: ofStartPage,
    changes: {},
  },
  {
    name: 'recent activity',
    show: () => <WelcomePage hasRoute={() => true} />,
    route: 'GET /startpage/recentActivity',
    row: (title, index) => ({
      ...{ id: title, activity_type: 'update', item_grn: `grn::::dashboard:${title}`, item_title: title },
      ...{ user_name: 'ada', timestamp: since(index) },
    }),
    answer: (recentActivity, all) => ({
      ...{ recentActivity, total: all, count: recentActivity.length, page: 1, per_page: 5 },
    }),
    others: ofStartPage,
    changes: {},
  },
  {
    name: 'dashboards that a widget can be copied to',
    show: () => (
      <CopyToDashboardDialog
        title="Copy"
        submit={{ label: 'Copy', busy: 'Copying' }}
        copy={() => Promise.resolve()}
        failed={(reason) => ['Failed', reason]}
        onCopied={() => undefined}
        onClose={() => undefined}
      />
    ),
    route: 'GET /dashboards',
    row: (title) => ({ id: title, title, summary: '' }),
    answer: (elements, all) => ({ elements, total: all, pagination: { total: all } }),
    changes: { search: search('Filter dashboards'), 'page size': choosing('Rows', '10') },
  },
];

const rowsInAll = 70;
/** Number of rows that are left when a list has become shorter; they fit on the first page. */
const rowsLeft = 5;

let server: FakeServer;
let total: number;
beforeEach(() => {
  total = rowsInAll;
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
    'GET /entitylists/preferences/*': () => ({}),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

/** Renders a list once the user is known, because most lists show times in the user's time zone. */
function Signed({ show }: { readonly show: () => ReactNode }): ReactNode {
  return useCurrentUser() ? show() : <p role="status" />;
}

/** Returns the positions of the rows that a request wants: the first one, and the one behind the last. */
function spanOf({ url, body }: FakeCall, usual: number): readonly [from: number, to: number] {
  const asked: Readonly<Record<string, unknown>> = { ...Object.fromEntries(url.searchParams), ...objectIn(body) };
  const size = Number(asked['per_page'] ?? asked['limit'] ?? usual);
  const from = Number(asked['offset'] ?? (Number(asked['page'] ?? 1) - 1) * size);
  return [from, from + size];
}

/** Returns the texts of the page and of its fields. */
const shownIn = (root: ShadowRoot): string =>
  [root.textContent, ...[...root.querySelectorAll('input')].map(({ value }) => value)].join(' ');

async function open({ show, route, row, answer, perPage = 10, isWhole, others }: PagedList): Promise<ShadowRoot> {
  const rowsFrom = (from: number, to: number): readonly unknown[] =>
    Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_none, at) =>
      row(nameOfRow(from + at), from + at),
    );
  Object.assign(server.routes, others, {
    [route]: (call: FakeCall) => answer(rowsFrom(...(isWhole ? ([0, total] as const) : spanOf(call, perPage))), total),
  });
  const { root } = await stage(() => <Signed show={show} />);
  await waitUntil(() => shownIn(root).includes(nameOfRow(0)), 'the first rows are shown');
  return root;
}

const waysBack = (root: ShadowRoot): readonly HTMLElement[] => allByRole(root, 'button', 'Previous page');
/** Tells whether the list has no page before the shown one; a list with a single page may have no buttons for pages. */
const hasNoPrevious = (root: ShadowRoot): boolean =>
  waysBack(root).every((button) => button.matches(':disabled, [aria-disabled=true]'));
/** Tells whether the list shows the first of several pages. */
const isFirst = (root: ShadowRoot): boolean => waysBack(root).length > 0 && hasNoPrevious(root);

async function goToSecond(root: ShadowRoot): Promise<void> {
  await clickOn(root, 'button', 'Next page');
  await waitUntil(
    () => !isFirst(root) && !shownIn(root).includes(nameOfRow(0)) && /row \d\d/.test(shownIn(root)),
    'the second page is shown',
  );
}

for (const list of lists)
  it(`the list of ${list.name} goes to its first page when its query changes${list.isWhole ? '' : ', and to its last page when it gets shorter'}`, async () => {
    const root = await open(list);
    expect(isFirst(root), 'the list begins with its first page').to.equal(true);
    await goToSecond(root);
    await clickOn(root, 'button', 'Previous page');
    await waitUntil(() => shownIn(root).includes(nameOfRow(0)), 'the first page is shown again');
    for (const [what, change] of Object.entries(list.changes)) {
      await goToSecond(root);
      await change(root);
      await waitUntil(() => isFirst(root), `the first page is shown with another ${what}`);
      await idle(server);
    }
    if (list.isWhole) return;
    await goToSecond(root);
    total = rowsLeft;
    const before = server.calls.length;
    await clickOn(root, 'button', 'Next page');
    await waitUntil(() => server.calls.length > before, 'the third page is requested');
    await waitUntil(
      () => server.pending === 0 && hasNoPrevious(root) && shownIn(root).includes(nameOfRow(0)),
      'the only page that is left is shown',
    );
  });

it('the list of field types shows its first fields again when its filter changes', async () => {
  const set = untyped<IndexSet>({ id: 'a', title: 'Web', writable: true });
  server.routes['GET /system/indices/index_sets/a/field_types'] = () => ({
    current_index: 'web_1',
    fields: Array.from({ length: 300 }, (_none, index) => ({
      ...{ name: `row ${index}`, current: 'long', next: null, types: [{ type: 'long', indices: ['web_1'] }] },
    })),
  });
  const { root } = await stage(() => <Signed show={() => <FieldTypes set={set} />} />);
  const counted = (): number => root.querySelectorAll('tbody tr').length;
  await waitUntil(() => counted() > 0, 'fields are shown');
  const first = counted();
  await clickOn(root, 'button', /300/);
  await waitUntil(() => counted() === 300, 'all fields are shown');
  await search('Filter fields')(root);
  await waitUntil(() => counted() === first, 'the first fields are shown');
});
