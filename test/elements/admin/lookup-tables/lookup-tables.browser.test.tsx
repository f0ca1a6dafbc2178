/**
 * Tests the pages of lookup tables against a server in the page: lists by permission, forms, test lookups, the grid of
 * stored rows, and imports.
 */
import { expect } from '@open-wc/testing';
import { LogLookupTables } from '../../../../elements/admin/lookup-tables/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { expectGuardedForm } from '../guarded-form.js';

const at = '/system/lookup';
const named = (id: string, title: string) => ({
  id,
  _scope: 'DEFAULT',
  title,
  description: '',
  name: title.toLowerCase(),
  content_pack: null,
});
const cache = { ...named('c1', 'Memory'), config: { type: 'guava_cache', max_size: 10, expire_after_access: 0 } };
const csv = {
  ...named('a1', 'Owners'),
  custom_error_ttl_enabled: true,
  custom_error_ttl: 7,
  custom_error_ttl_unit: 'MINUTES',
  config: {
    type: 'csvfile',
    path: '/data/owners.csv',
    separator: '\t',
    quotechar: '"',
    key_column: 'ip',
    value_column: 'owner',
    check_interval: 5,
  },
};
const stored = { ...named('a2', 'Rows'), config: { type: 'stored_table', single_value_column: 'team' } };
const table = {
  ...named('t1', 'Teams'),
  cache_id: 'c1',
  data_adapter_id: 'a2',
  default_single_value: '7',
  default_single_value_type: 'NUMBER',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
};
const page = { query: '', total: 1, count: 1, page: 1, per_page: 10 };
const tables = { ...page, lookup_tables: [table], caches: { c1: cache }, data_adapters: { a2: stored } };
const result = {
  single_value: 'core',
  multi_value: { team: 'core' },
  string_list_value: null,
  has_error: false,
  ttl: 1,
};
const rows = {
  revision: 4,
  columns: [
    { name: 'team', type: 'text' },
    { name: 'tier', type: 'number' },
  ],
  total: 2,
  all: 2,
  rows: [
    { key: 'ledger', values: ['core', '1'], expires_at: null, note: '', list: null },
    { key: 'mail', values: ['platform', '2'], expires_at: null, note: 'shared', list: null },
  ],
};

let server: FakeServer;
let permissions: string[];
beforeEach(() => {
  permissions = ['*'];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /entity_scopes': () => ({ entity_scopes: { DEFAULT: { is_mutable: true, is_deletable: true } } }),
    [`GET ${at}/tables`]: () => tables,
    [`GET ${at}/tables/teams`]: () => tables,
    [`GET ${at}/tables/t1`]: () => tables,
    [`GET ${at}/tables/t1/uses`]: () => ({
      uses: [{ kind: 'rule', id: 'r', title: 'Owner rule', route: null }],
      hidden: 1,
    }),
    [`GET ${at}/caches`]: () => ({ ...page, caches: [cache] }),
    [`GET ${at}/caches/memory`]: () => cache,
    [`GET ${at}/adapters`]: () => ({ ...page, data_adapters: [csv, stored] }),
    [`GET ${at}/adapters/owners`]: () => csv,
    [`GET ${at}/adapters/a1`]: () => csv,
    [`GET ${at}/adapters/a2/rows`]: () => rows,
    [`GET ${at}/adapters/a1/status`]: () => ({
      rows: 2,
      loaded_at: '2026-01-01T00:00:00.000Z',
      next_check_at: null,
      error: 'The file was refused.',
      error_since: '2026-01-01T00:00:00.000Z',
      problems: [{ line: 3, text: 'twice' }],
      problem_count: 1,
      first: [{ key: '10.0.0.1', value: 'core' }],
      load_ms: 2,
    }),
    [`POST ${at}/errorstates`]: () => ({
      tables: {},
      data_adapters: { rows: 'Nothing is loaded.', owners: null },
      caches: {},
    }),
    [`POST ${at}/tables/validate`]: () => ({ failed: false, errors: {}, error_context: {} }),
    [`POST ${at}/adapters/validate`]: () => ({
      failed: true,
      errors: { path: ['There is no such file.'] },
      error_context: {},
    }),
    [`GET ${at}/types/adapters`]: () => ({ csvfile: {}, stored_table: {} }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = (route: string) =>
  stage(() => (
    <>
      <button type="button">Beside</button>
      <LogLookupTables route={`/system/lookuptables${route}`} />
    </>
  ));
const bodyOf = (route: string): unknown => JSON.parse(server.to(route).at(-1)?.body ?? 'null');
function fill(input: HTMLElement, text: string): void {
  const proto = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

it('the page of lookup tables lists tables with their errors, and offers only permitted actions', async () => {
  const { root, host } = await open('');
  await byText(root, 'Teams');
  await clickOn(root, 'button', /^Problems of/);
  await byText(root, 'Nothing is loaded.');
  await clickOn(root, 'button', /^Problems of/);
  await still(host);
  await expectAccessible(host);
  await byRole(root, 'button', 'Create lookup table');
  host.remove();
  permissions = ['lookuptables:read'];
  const reader = await open('');
  await byText(reader.root, 'Teams');
  expect(allByRole(reader.root, 'button', 'Create lookup table')).to.have.length(0);
  expect(allByRole(reader.root, 'button', /^(?:Edit|Delete)/)).to.have.length(0);
  reader.host.remove();
  for (const action of ['edit', 'delete']) {
    permissions = ['lookuptables:read', `lookuptables:${action}`];
    const { root: own, host: page } = await open('');
    await byText(own, 'Teams');
    const offered = (name: RegExp): number => allByRole(own, 'button', name).length;
    await waitUntil(() => offered(/^(?:Edit|Delete)/) > 0, `${action} is not offered`);
    expect([offered(/^Edit/) > 0, offered(/^Delete/) > 0], action).to.deep.equal([
      action === 'edit',
      action === 'delete',
    ]);
    page.remove();
  }
});

it('the page of lookup tables saves a table as its form shows it; renaming asks first, then rewrites references', async () => {
  const { root } = await open('/table/teams/edit');
  const name = await byRole(root, 'textbox', /^Name/);
  expect((name as HTMLInputElement).value).to.equal('teams');
  expect(((await byRole(root, 'textbox', /^Default single value/)) as HTMLInputElement).value).to.equal('7');
  fill(name, 'groups');
  server.routes[`PUT ${at}/tables/t1`] = () => ({ ...table, name: 'groups' });
  await clickOn(root, 'button', 'Update lookup table');
  await byText(root, 'used by its name in 2 places');
  await clickOn(await byRole(root, 'alertdialog'), 'button', 'Cancel');
  await byText(root, 'The table was not saved: rename it everywhere, or keep its name.');
  expect(server.to(`PUT ${at}/tables/t1`).length).to.equal(0);
  await clickOn(root, 'button', 'Update lookup table');
  await clickOn(root, 'button', 'Rename everywhere');
  await waitUntil(() => server.to(`PUT ${at}/tables/t1`).length > 0, 'the table is saved');
  expect(bodyOf(`PUT ${at}/tables/t1`)).to.deep.equal({ ...table, name: 'groups' });
  expect(server.to(`PUT ${at}/tables/t1`)[0]?.url.searchParams.get('rewrite')).to.equal('true');
});

it('the page of lookup tables saves an adapter as its form shows it, and shows validation errors while typing', async () => {
  const { root, host } = await open('/data_adapter/owners/edit');
  const path = await byRole(root, 'textbox', /^File path/);
  fill(path, '/data/other.csv');
  await byText(root, 'There is no such file.');
  await still(host);
  await expectAccessible(host);
  server.routes[`PUT ${at}/adapters/a1`] = () => csv;
  await clickOn(root, 'button', 'Update adapter');
  await waitUntil(() => server.to(`PUT ${at}/adapters/a1`).length > 0, 'the adapter is saved');
  const config = { ...csv.config, path: '/data/other.csv', case_insensitive_lookup: false, cidr_lookup: false };
  expect(bodyOf(`PUT ${at}/adapters/a1`)).to.deep.equal({ ...csv, config });
});

it('the page of lookup tables shows the configuration of an adapter, its error with the line number, and its first rows', async () => {
  const { root } = await open('/data_adapter/owners');
  await byText(root, 'The file was refused');
  await byText(root, 'Line 3: twice');
  await byText(root, '10.0.0.1');
  await byText(root, '/data/owners.csv');
});

it('a new adapter starts with the defaults of its type, and derives its name from the title', async () => {
  const { root } = await open('/data_adapters/create');
  const types = (): HTMLSelectElement | null => root.querySelector('select');
  await waitUntil(() => types()?.options.length === 3, 'only types of the server are offered');
  const select = types();
  if (!select) throw new Error('no types');
  select.value = 'stored_table';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  fill(await byRole(root, 'textbox', /^Title/), 'Who is on call?');
  server.routes[`POST ${at}/adapters`] = () => stored;
  await clickOn(root, 'button', 'Create adapter');
  await waitUntil(() => server.to(`POST ${at}/adapters`).length > 0, 'the adapter is created');
  expect(bodyOf(`POST ${at}/adapters`)).to.deep.include({
    name: 'who-is-on-call-',
    config: { type: 'stored_table', single_value_column: 'value', case_insensitive_lookup: false },
  });
});

it('the page of lookup tables tests and explains a lookup, and purges its cache', async () => {
  server.routes[`GET ${at}/tables/t1/explain`] = () => ({
    result,
    cache: { title: 'Memory', type: 'guava_cache', hit: true, age_ms: 42_000, left_ms: 18_000, entries: 1 },
    adapter: { title: 'Rows', asked: false, error: null },
    defaults: [],
    took_us: 0.4,
    adapter_us: null,
  });
  server.routes[`POST /cluster${at}/tables/t1/purge`] = () => ({
    n: { call_executed: true, response: { success: true } },
  });
  const { root } = await open('/table/teams');
  await waitUntil(() => allByRole(root, 'textbox', 'Key').length === 2, 'there is a field for the key');
  const [key] = allByRole(root, 'textbox', 'Key');
  if (!key) throw new Error('no field for a key');
  fill(key, 'ledger');
  await clickOn(root, 'button', 'Look up');
  await byText(root, 'Cache hit');
  await byText(root, '42 s ago');
  await byText(root, 'the answer came from');
  await clickOn(root, 'button', 'Purge this key');
  await waitUntil(() => server.to(`POST /cluster${at}/tables/t1/purge`).length > 0, 'the cache is purged');
  expect(server.to(`POST /cluster${at}/tables/t1/purge`)[0]?.url.searchParams.get('key')).to.equal('ledger');
  await byText(root, 'Owner rule');
  await byText(root, '1 more that you may not see.');
});

it('the grid of stored rows adds, changes and deletes rows and saves them together', async () => {
  const { root, host } = await open('/table/teams');
  fill(await byRole(root, 'textbox', /^team of .*ledger/), 'finance');
  await clickOn(root, 'button', 'Add row');
  await byText(root, '2 unsaved changes');
  expect((await byRole(root, 'button', 'Save rows')).getAttribute('aria-disabled') ?? 'true').to.equal('true');
  const newKey = await byRole(root, 'textbox', 'Key of the new row');
  const { activeElement } = newKey.getRootNode() as Document | ShadowRoot;
  expect(activeElement === newKey, 'a new row can be typed at once').to.equal(true);
  fill(newKey, 'new');
  await clickOn(root, 'button', /^Delete row .*mail/);
  await byText(root, '3 unsaved changes');
  await still(host);
  await expectAccessible(host);
  server.routes[`POST ${at}/adapters/a2/rows`] = () => ({ revision: 5 });
  await clickOn(root, 'button', 'Save rows');
  await waitUntil(() => server.to(`POST ${at}/adapters/a2/rows`).length > 0, 'the rows are saved');
  expect(bodyOf(`POST ${at}/adapters/a2/rows`)).to.deep.equal({
    revision: 4,
    rows: [
      { key: 'new', values: ['', ''], expires_at: null, note: '', list: null },
      { key: 'ledger', values: ['finance', '1'], expires_at: null, note: '', list: null },
    ],
    deleted: ['mail'],
  });
});

it('the page of lookup tables previews pasted CSV with its duplicates, then imports it with the chosen handling', async () => {
  const answer = {
    columns: ['team', 'tier'],
    lines: 3,
    created: 1,
    changed: 0,
    same: 0,
    refused: 0,
    missing: 2,
    duplicates: [{ key: 'a', lines: [2, 3] }],
    shown: [{ line: 2, kind: 'duplicate', key: 'a', values: ['x', '1'], before: null, reason: null }],
    problem: null,
    revision: 4,
  };
  server.routes[`POST ${at}/adapters/a2/rows/import`] = () => answer;
  const { root } = await open('/table/teams');
  await clickOn(root, 'button', 'Import CSV');
  await waitUntil(() => root.querySelector('textarea') !== null, 'there is a field for the pasted text');
  const pasted = root.querySelector('textarea');
  if (pasted) fill(pasted, 'key,team\na,x\na,y\n');
  await byText(root, 'Lines 2 and 3 have the same key');
  (await byText(root, 'Keep the first line')).click();
  (await byText(root, 'Delete 2 rows that are not in the file')).click();
  await waitUntil(
    () => server.to(`POST ${at}/adapters/a2/rows/import`).at(-1)?.url.searchParams.get('delete_missing') === 'true',
    'the preview is requested with the changed option',
  );
  await clickOn(root, 'button', 'Import 3 rows');
  await waitUntil(
    () => server.to(`POST ${at}/adapters/a2/rows/import`).at(-1)?.url.searchParams.get('preview') === 'false',
    'the rows are imported',
  );
  const { searchParams } = server.to(`POST ${at}/adapters/a2/rows/import`).at(-1)?.url ?? new URL('http://x');
  expect([searchParams.get('duplicates'), searchParams.get('separator')]).to.deep.equal(['first', ',']);
});

it('the page of lookup tables shows rows read-only without permission to change them, and refuses the edit page', async () => {
  permissions = ['lookuptables:read'];
  const { root, host } = await open('/table/teams');
  await byRole(root, 'textbox', /^team of .*ledger/);
  expect(allByRole(root, 'button', /^(?:Add row|Import CSV|Edit)$/)).to.have.length(0);
  host.remove();
  const { root: form } = await open('/table/teams/edit');
  await waitUntil(
    () => allByRole(form, 'button', 'Update lookup table').length === 0 && /permission/i.test(form.textContent),
    'the edit page is refused',
  );
});

for (const [kind, route, read, write, errors] of [
  [
    'table',
    '/table/teams/edit',
    'tables/t1',
    'tables/t1',
    { title: 'Title', name: 'Name', default_single_value: 'Default single value', cache_id: 'Cache' },
  ],
  ['adapter', '/data_adapter/owners/edit', 'adapters/a1', 'adapters/a1', { title: 'Title', path: 'File path' }],
  ['cache', '/caches/memory/edit', 'caches/c1', 'caches/c1', { title: 'Title', max_size: 'Maximum entries' }],
] as const)
  it(`the form of a lookup ${kind} asks before it overwrites another user's change, and places errors`, async () => {
    server.routes[`GET ${at}/caches/c1`] = () => cache;
    const { root } = await open(route);
    await expectGuardedForm({
      ...{ server, root, submit: /^Update/, change: ['Description', 'mine'] },
      ...{ read: `GET ${at}/${read}`, meanwhile: ['"description":""', '"description":"theirs"'] },
      ...{ write: `PUT ${at}/${write}`, errors },
    });
  });
