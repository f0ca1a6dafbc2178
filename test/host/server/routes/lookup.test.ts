/**
 * The API defines, queries, explains, purges, renames and deletes lookup tables, caches and adapters, and checks
 * permissions.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { noTtl } from '../../../../api/contract/lookup.js';
import type { DataAdapter, LookupCache, LookupResult, LookupTable } from '../../../../api/contract/lookup.js';
import type { CsvImportResult } from '../../../../api/contract/lookup-rows.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { definitionOf, filtering } from '../alerts/definitions.js';
import { findMessages } from '../../../find-messages.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
let files: string;
let cache: LookupCache;
before(async () => {
  files = await mkdtemp(join(tmpdir(), 'lookup-'));
  server = await startTestServer({ args: ['--file-roots', files] });
  admin = await server.login();
  cache = await ask<LookupCache>('POST', '/system/lookup/caches', {
    title: 'Short memory',
    name: 'short',
    config: { type: 'guava_cache', max_size: 100, expire_after_access: 60, expire_after_access_unit: 'SECONDS' },
  });
});
after(async () => {
  await server.stop();
  await rm(files, { recursive: true });
});

const send = (method: string, path: string, json?: unknown, session = admin) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(method: string, path: string, json?: unknown, session = admin): Promise<T> {
  const response = await send(method, path, json, session);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
/** Sends a request and returns the status and the text of its response. */
async function refusal(method: string, path: string, json?: unknown, session = admin) {
  const response = await send(method, path, json, session);
  return [response.status, await response.text()] as const;
}

async function makeTable(
  name: string,
  adapter: object,
  facts: object = {},
): Promise<{ table: LookupTable; adapter: DataAdapter }> {
  const made = await ask<DataAdapter>('POST', '/system/lookup/adapters', { title: name, name, config: adapter });
  const json = { title: name, name, cache_id: cache.id, data_adapter_id: made.id, ...facts };
  return { adapter: made, table: await ask<LookupTable>('POST', '/system/lookup/tables', json) };
}
const look = (table: string, key: string) =>
  ask<LookupResult>('GET', `/system/lookup/tables/${table}/query?key=${encodeURIComponent(key)}`);
const errorOf = async (adapter: string): Promise<string | null | undefined> => {
  const states = await ask<{ data_adapters: Record<string, string | null> }>('POST', '/system/lookup/errorstates', {
    data_adapters: [adapter],
  });
  return states.data_adapters[adapter];
};

test('a CSV adapter answers from its file; an invalid file keeps the old data and reports the line until it is repaired', async () => {
  const path = join(files, 'owners.csv');
  await writeFile(path, 'ip,owner\n10.0.0.1,core\n');
  const config = { type: 'csvfile', path, key_column: 'ip', value_column: 'owner', check_interval: 1 };
  const { adapter } = await makeTable('owners', config, {
    default_single_value: '7',
    default_single_value_type: 'NUMBER',
  });
  await until('the file is loaded', async () => (await look('owners', '10.0.0.1')).single_value === 'core');
  assert.deepEqual(await look('owners', '10.0.0.1'), {
    single_value: 'core',
    multi_value: { value: 'core' },
    string_list_value: null,
    has_error: false,
    ttl: Number(noTtl),
  });
  assert.deepEqual(
    (await look('owners', 'unknown')).multi_value,
    { value: 7 },
    'the default takes the place of an empty result',
  );
  await writeFile(path, 'ip,owner\n10.0.0.1,edge\n10.0.0.1,core\n');
  await until('the file is refused', async () => typeof (await errorOf('owners')) === 'string');
  assert.match(String(await errorOf('owners')), /Line 3: The key "10\.0\.0\.1" already appears in line 2/);
  assert.equal((await look('owners', '10.0.0.1')).single_value, 'core');
  const status = await ask<{ rows: number; error_since: string; problems: { line: number }[] }>(
    'GET',
    `/system/lookup/adapters/${adapter.id}/status`,
  );
  assert.deepEqual([status.rows, status.problems[0]?.line], [1, 3]);
  assert.ok(Date.now() - Date.parse(status.error_since) < 60_000);
  await writeFile(path, 'ip,owner\n10.0.0.1,edge\n');
  await until('the error is gone', async () => (await errorOf('owners')) === null);
  assert.equal((await look('owners', '10.0.0.1')).single_value, 'edge', 'new data purges the cache');
});

test('an invalid lookup definition is reported by field and not stored', async () => {
  const cases: readonly (readonly [path: string, body: object, field: string, says: RegExp])[] = [
    ['adapters', { title: ' ', name: 'a', config: { type: 'stored_table' } }, 'title', /Required/],
    ['adapters', { title: 'a', name: 'owners', config: { type: 'stored_table' } }, 'name', /already in use/],
    ['adapters', { title: 'a', name: 'a', config: { type: 'nonsense' } }, 'type', /must be one of/],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'csvfile', path: '/etc/passwd' } },
      'path',
      /may be read below/,
    ],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'csvfile', path: join(files, 'no.csv') } },
      'path',
      /does not exist/,
    ],
    ['adapters', { title: 'a', name: 'a', config: { type: 'csvfile', separator: ',,' } }, 'separator', /one character/],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'csvfile', check_interval: 0 } },
      'check_interval',
      /1 or more/,
    ],
    ['adapters', { title: 'a', name: 'a', config: { type: 'httpjsonpath', url: 'not a url' } }, 'url', /Invalid URL/],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'httpjsonpath', url: 'http://127.0.0.1/?q=${key}' } },
      'url',
      /whitelist/,
    ],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'httpjsonpath', single_value_jsonpath: '$.*' } },
      'single_value_jsonpath',
      /single value/,
    ],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'dnslookup', server_ips: '10.0.0.1:99999' } },
      'server_ips',
      /no address/,
    ],
    [
      'adapters',
      { title: 'a', name: 'a', config: { type: 'dnslookup', server_ips: '127.0.0.1' } },
      'server_ips',
      /whitelist/,
    ],
    ['caches', { title: 'a', name: 'a', config: { type: 'guava_cache', max_size: -1 } }, 'max_size', /0 or more/],
    ['tables', { title: 'a', name: 'a', cache_id: cache.id }, 'dataAdapterId', /Required/],
    [
      'tables',
      { title: 'a', name: 'a', default_single_value: 'x', default_single_value_type: 'NUMBER' },
      'default_single_value',
      /no number/,
    ],
    [
      'tables',
      { title: 'a', name: 'a', default_multi_value: '[1]', default_multi_value_type: 'OBJECT' },
      'default_multi_value',
      /no JSON object/,
    ],
  ];
  for (const [path, body, field, says] of cases) {
    const validated = await ask<{ failed: boolean; errors: Record<string, string[]> }>(
      'POST',
      `/system/lookup/${path}/validate`,
      body,
    );
    assert.match(
      validated.errors[field]?.join() ?? JSON.stringify(validated),
      says,
      `${path} reports a problem of ${field}`,
    );
    const [status, text] = await refusal('POST', `/system/lookup/${path}`, body);
    assert.equal(status, 400, text);
  }
});

test('the rows of a stored table can be edited, imported and downloaded; conflicts are reported and a history is kept', async () => {
  const { adapter } = await makeTable('upstreams', { type: 'stored_table', single_value_column: 'team' });
  const rows = `/system/lookup/adapters/${adapter.name}/rows`;
  const row = (key: string, ...values: string[]) => ({ key, values, expires_at: null, note: '' });
  const columns = [
    { name: 'team', type: 'text', from: 'value' },
    { name: 'tier', type: 'number' },
  ];
  const { revision } = await ask<{ revision: number }>('POST', rows, {
    revision: 0,
    columns,
    rows: [row('ledger', 'core', '1'), row('mail', 'platform', '3')],
    deleted: [],
  });
  const found = await look('upstreams', 'ledger');
  assert.deepEqual([found.single_value, found.multi_value], ['core', { team: 'core', tier: 1 }]);
  await ask('POST', rows, { revision, rows: [row('ledger', 'finance', '2')], deleted: [] });
  assert.equal((await look('upstreams', 'ledger')).single_value, 'finance', 'an edited row is found at once');
  const [status, text] = await refusal('POST', rows, { revision, rows: [row('ledger', 'late', '9')], deleted: [] });
  assert.equal(status, 409);
  assert.match(text, /Another user has changed these rows: ledger/);

  const csv = 'key,team,tier\nledger,finance,2\nnew,a,1\nmail,x,1\nmail,y,1\n,no key,1\n=cmd,b,1\n';
  const upload = async (facts: Record<string, string>): Promise<CsvImportResult> => {
    const query = new URLSearchParams({
      separator: ',',
      quote: '"',
      header: 'true',
      duplicates: 'last',
      delete_missing: 'false',
      ...facts,
    });
    const response = await server.call(`${rows}/import?${query}`, {
      method: 'POST',
      session: admin,
      body: csv,
      headers: { 'Content-Type': 'text/plain' },
    });
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as CsvImportResult;
  };
  const preview = await upload({ preview: 'true' });
  const { lines, created, changed, same, refused, missing, duplicates } = preview;
  assert.deepEqual(
    { lines, created, changed, same, refused, missing, duplicates },
    { lines: 6, created: 2, changed: 1, same: 1, refused: 1, missing: 0, duplicates: [{ key: 'mail', lines: [4, 5] }] },
  );
  assert.deepEqual(
    preview.shown.map(({ line, kind }) => [line, kind]),
    [
      [3, 'new'],
      [4, 'duplicate'],
      [5, 'duplicate'],
      [6, 'refused'],
      [7, 'new'],
    ],
  );
  assert.equal((await look('upstreams', 'new')).single_value, null, 'a preview stores nothing');
  assert.match((await upload({ preview: 'false', duplicates: 'refuse' })).problem ?? '', /refused/);
  await upload({ preview: 'false' });
  assert.equal((await look('upstreams', 'mail')).single_value, 'y');
  const download = await (await server.call(`${rows}/csv`, { session: admin })).text();
  assert.match(download, /^key,team,tier,expires_at,note\r\n/);
  assert.match(download, /^'=cmd,b,1,,\r$/m, 'a cell that a spreadsheet would run as a formula is escaped');
  const { versions } = await ask<{ versions: { kind: string; by: string; added: number; changed: number }[] }>(
    'GET',
    `${rows}/history`,
  );
  assert.deepEqual(
    versions.map(({ kind, by, added, changed: count }) => [kind, by, added, count]),
    [
      ['import', 'admin', 2, 1],
      ['edit', 'admin', 0, 1],
      ['edit', 'admin', 2, 0],
    ],
  );
  const page = await ask<{ total: number; all: number; rows: { key: string }[] }>(
    'GET',
    `${rows}?query=platform&sort=tier&order=desc`,
  );
  assert.deepEqual([page.total, page.all], [0, 4]);
});

test('the server explains a lookup by source, age and applied defaults', async () => {
  await makeTable(
    'explained',
    { type: 'stored_table' },
    { default_single_value: 'none', default_single_value_type: 'STRING' },
  );
  const explain = (key: string, more = '') =>
    ask<{ cache: { hit: boolean; title: string }; adapter: { asked: boolean }; defaults: string[] }>(
      'GET',
      `/system/lookup/tables/explained/explain?key=${key}${more}`,
    );
  const first = await explain('k');
  assert.deepEqual([first.cache.hit, first.adapter.asked, first.defaults], [false, true, ['single']]);
  assert.equal((await explain('k')).cache.hit, true);
  assert.equal((await explain('k', '&without_cache=true')).cache.hit, false);
  await ask('POST', '/cluster/system/lookup/tables/explained/purge?key=k');
  assert.equal((await explain('k')).cache.hit, false, 'a purged key is not in the cache');
});

test('a used lookup table can be renamed only together with its uses, and cannot be deleted', async () => {
  const { table, adapter } = await makeTable('renamed', { type: 'stored_table' });
  const decorator = await ask<{ id: string }>('POST', '/search/decorators', {
    type: 'org.graylog2.decorators.LookupTableDecorator',
    config: { source_field: 'ip', target_field: 'owner', lookup_table_name: 'renamed' },
    order: 0,
  });
  const rule = await ask<{ id: string }>('POST', '/system/pipelines/rule', {
    source:
      'rule "asks" when has_field("ip") then set_field("o", lookup_value("renamed", to_string($message.ip))); end',
  });
  const definition = await ask<{ id: string }>(
    'POST',
    '/events/definitions?schedule=false',
    definitionOf(filtering({ query: 'x' }), {
      field_spec: {
        owner: { data_type: 'string', providers: [{ type: 'lookup-v1', table_name: 'renamed', key_field: 'ip' }] },
      },
    }),
  );
  const input = await ask<{ id: string }>('POST', '/system/inputs', {
    title: 'Asks',
    type: 'org.graylog2.inputs.raw.udp.RawUDPInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0 },
  });
  await ask('POST', `/system/inputs/${input.id}/extractors`, {
    title: 'Owner',
    extractor_type: 'lookup_table',
    extractor_config: { lookup_table_name: 'renamed' },
    converters: [],
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'owner',
    condition_type: 'none',
    condition_value: '',
    order: 0,
  });
  const search = await ask<{ id: string }>('POST', '/views/search', {
    id: 'f00000000000000000000001',
    queries: [
      {
        id: 'q1',
        timerange: { type: 'relative', range: 300 },
        query: { type: 'elasticsearch', query_string: 'owner:$who$' },
        search_types: [],
      },
    ],
    parameters: [{ type: 'lut-parameter-v1', name: 'who', lookup_table: 'renamed', key: 'on_call' }],
  });
  await ask('POST', '/views', {
    type: 'SEARCH',
    title: 'Asks as well',
    summary: '',
    description: '',
    search_id: search.id,
    properties: [],
    state: { q1: { titles: {}, widgets: [], widget_mapping: {}, positions: {} } },
  });
  const usesPath = `/system/lookup/tables/${table.id}/uses`;
  const { uses } = await ask<{ uses: { kind: string }[] }>('GET', usesPath);
  assert.deepEqual(uses.map(({ kind }) => kind).sort(), [
    'decorator',
    'event_definition',
    'extractor',
    'rule',
    'search_parameter',
  ]);
  const { session: reader } = await addPerson(server, admin, 'table-reader', ['lookuptables:read']);
  const seen = await ask<{ uses: object[]; hidden: number }>('GET', usesPath, undefined, reader);
  assert.deepEqual([seen.uses.length, seen.hidden], [0, 5], 'uses that the user may not read are only counted');
  const body = { ...table, name: 'other' };
  const [status, text] = await refusal('PUT', `/system/lookup/tables/${table.id}`, body);
  assert.equal(status, 409);
  assert.match(text, /used by its name in 5 places/);
  // The user sees the rule, but may not change it, and neither sees nor changes the other four uses.
  const rights = ['lookuptables:read', 'lookuptables:edit', 'pipeline_rule:read'];
  const { session: editor } = await addPerson(server, admin, 'table-editor', rights);
  const refused = await refusal('PUT', `/system/lookup/tables/${table.id}?rewrite=true`, body, editor);
  assert.equal(refused[0], 409);
  assert.match(refused[1], /cannot be renamed: \\"asks\\", 4 more\./);
  await ask('PUT', `/system/lookup/tables/${table.id}?rewrite=true`, body);
  const decorators = await ask<{ id: string; config: Record<string, string> }[]>('GET', '/search/decorators');
  assert.equal(decorators.find(({ id }) => id === decorator.id)?.config['lookup_table_name'], 'other');
  for (const path of [
    `/system/pipelines/rule/${rule.id}`,
    `/events/definitions/${definition.id}`,
    `/system/inputs/${input.id}/extractors`,
    `/views/search/${search.id}`,
  ]) {
    const text = JSON.stringify(await ask('GET', path));
    assert.deepEqual([text.includes('other'), text.includes('renamed')], [true, false], text);
  }
  assert.match((await refusal('DELETE', `/system/lookup/adapters/${adapter.id}`))[1], /still in use/);
  assert.match((await refusal('DELETE', `/system/lookup/caches/${cache.id}`))[1], /still in use/);
  assert.equal((await refusal('PUT', '/system/lookup/tables/other', { ...body, id: 'x', name: 'y' }))[0], 400);
});

test('extractors, converters and decorators use the single value of a lookup table; without a value they change nothing', async () => {
  const { adapter } = await makeTable('teams', { type: 'stored_table' });
  const row = { key: 'web', values: ['platform'], expires_at: null, note: '' };
  await ask('POST', `/system/lookup/adapters/${adapter.id}/rows`, { revision: 0, rows: [row], deleted: [] });
  const input = await ask<{ id: string }>('POST', '/system/inputs', {
    title: 'Raw',
    type: 'org.graylog2.inputs.raw.udp.RawUDPInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0 },
  });
  const extractor = (type: string, config: object, converters: object[]) => ({
    title: 'Team',
    extractor_type: type,
    extractor_config: config,
    converters,
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'team',
    condition_type: 'none',
    condition_value: '',
    order: 0,
  });
  const table = { lookup_table_name: 'teams' };
  const path = `/system/inputs/${input.id}/extractors`;
  const preview = async (one: object) => {
    const answer = await ask<{ samples: { position: number; fields: Record<string, unknown> }[] }>(
      'POST',
      `${path}/preview`,
      {
        extractor: one,
        texts: ['web', 'unknown'],
      },
    );
    return answer.samples.map(({ position, fields }) => [position, fields['team']]);
  };
  assert.deepEqual(await preview(extractor('lookup_table', table, [])), [[0, 'platform']]);
  const converter = { type: 'lookup_table', config: table };
  assert.deepEqual(await preview(extractor('copy_input', {}, [converter])), [
    [0, 'platform'],
    [1, 'unknown'],
  ]);
  const missing = extractor('lookup_table', { lookup_table_name: 'nowhere' }, []);
  assert.match((await refusal('POST', path, missing))[1], /There is no lookup table/);
  await ask('POST', path, extractor('lookup_table', table, []));
  const { uses } = await ask<{ uses: { kind: string; title: string }[] }>('GET', '/system/lookup/tables/teams/uses');
  assert.deepEqual(
    uses.map(({ kind, title }) => [kind, title]),
    [['extractor', 'Team (Raw)']],
  );
});

test('rules write rows of a stored table; the next lookups return the new values although the former were cached', async () => {
  await makeTable('written', { type: 'stored_table' });
  for (const key of ['k', 'list', 'gone']) assert.equal((await look('written', key)).single_value, null, key);
  const actions = {
    set: 'lookup_set_value("written", "k", "first")',
    again: 'lookup_set_value("written", "k", "second", 600)',
    value: 'lookup_value("written", "k")',
    life: 'lookup_assign_ttl("written", "k", 900)',
    list: 'lookup_set_string_list("written", "list", ["a", "b"])',
    more: 'lookup_add_string_list("written", "list", ["b", "c"], true)',
    less: 'lookup_remove_string_list("written", "list", ["a"])',
    gone: 'lookup_set_value("written", "gone", "x")',
    unknown: 'lookup_set_value("no table", "k", "v")',
  };
  const lines = Object.entries(actions).map(([name, call]) => `set_field("r_${name}", to_string(${call}, "nothing"));`);
  const rule = `rule "write rows" when has_field("writes") then ${lines.join(' ')} lookup_clear_key("written", "gone"); end`;
  await ask('POST', '/system/pipelines/rule', { source: rule });
  const { id } = await ask<{ id: string }>('POST', '/system/pipelines/pipeline', {
    source: 'pipeline "write rows" stage 0 match all rule "write rows"; end',
  });
  const connection = { stream_id: '000000000000000000000001', pipeline_ids: [id] };
  await ask('POST', '/system/pipelines/connections/to_stream', connection);
  await putMessages(server, admin, [{ host: 'h', short_message: 'writes rows', _writes: 'yes' }]);
  const { messages } = await findMessages(server, admin, 'message:"writes rows"', 1);
  const fields = messages[0] ?? {};
  assert.deepEqual(Object.fromEntries(Object.keys(actions).map((name) => [name, fields[`r_${name}`]])), {
    ...{ set: 'first', again: 'second', value: 'second', life: 'second', list: '[a, b]', more: '[a, b, b, c]' },
    ...{ less: '[b, b, c]', gone: 'x', unknown: 'nothing' },
  });
  const { single_value: value, ttl } = await look('written', 'k');
  assert.equal(value, 'second');
  assert.ok(ttl > 800_000 && ttl <= 900_000, String(ttl));
  assert.deepEqual((await look('written', 'list')).string_list_value, ['b', 'b', 'c']);
  assert.equal((await look('written', 'gone')).single_value, null);
});

test('a lookup in an unknown table returns an error result, and the adapter types describe their configuration', async () => {
  assert.deepEqual(await look('nowhere', 'k'), {
    single_value: null,
    multi_value: null,
    string_list_value: null,
    has_error: true,
    ttl: 5000,
  });
  const tested = await ask<{ error: boolean; error_message: string }>('POST', '/tools/lookup_table_tester', {
    lookup_table_name: 'nowhere',
    string: ' k ',
  });
  assert.deepEqual([tested.error, tested.error_message], [true, "Lookup table <nowhere> doesn't exist"]);
  assert.equal((await refusal('GET', '/system/lookup/adapters/nowhere/query?key=k'))[0], 404);
  const types = await ask<Record<string, { default_config: object }>>('GET', '/system/lookup/types/adapters');
  assert.deepEqual(types['torexitnode']?.default_config, { type: 'torexitnode' });
  assert.equal(Object.keys(types).length, 11);
});

test('a permission for one lookup table gives no access to others, and refusals do not reveal which names exist', async () => {
  const { table } = await makeTable('guarded', { type: 'stored_table' });
  const one = await addPerson(server, admin, 'reader-of-one', [`lookuptables:read:${table.id}`]);
  const none = await addPerson(server, admin, 'reader-of-none', []);
  assert.equal((await send('GET', '/system/lookup/tables/guarded', undefined, one.session)).status, 200);
  for (const [method, path, session] of [
    ['GET', '/system/lookup/tables/guarded', none.session],
    ['GET', '/system/lookup/tables/missing', none.session],
    ['GET', '/system/lookup/tables', one.session],
    ['DELETE', `/system/lookup/tables/${table.id}`, one.session],
    ['POST', `/system/lookup/adapters/guarded/rows`, one.session],
  ] as const) {
    const json = method === 'POST' ? { revision: 0, rows: [], deleted: [] } : undefined;
    assert.equal((await send(method, path, json, session)).status, 403, path);
  }
});

test('a notification shows that an adapter may not call its address, until it may again or is changed or deleted', async () => {
  const allow = (isAllowed: boolean): Promise<unknown> =>
    ask('PUT', '/system/urlwhitelist', {
      entries: isAllowed ? [{ id: 'list', type: 'literal', title: 'List', value: 'http://127.0.0.1:9/list' }] : [],
      disabled: false,
    });
  const config = { type: 'dsvhttp', url: 'http://127.0.0.1:9/list', refresh_interval: 1 };
  const isTold = async (): Promise<boolean> => {
    const told = await ask<{ notifications: { details: { title?: string } }[] }>('GET', '/system/notifications');
    return told.notifications.some(({ details }) =>
      /"refused[^"]*" may not call its address/.test(details.title ?? ''),
    );
  };
  const told = () => until('a notification tells the refusal', isTold);
  const ended = () => until('the notification is removed', async () => !(await isTold()));
  await allow(true);
  const adapter = { title: 'refused', name: 'refused', config };
  const { id } = await ask<DataAdapter>('POST', '/system/lookup/adapters', adapter);
  await allow(false);
  await told();
  await allow(true);
  await ended();
  await allow(false);
  await told();
  await ask('PUT', `/system/lookup/adapters/${id}`, { ...adapter, id, config: { type: 'stored_table' } });
  await ended();
  await allow(true);
  await ask('PUT', `/system/lookup/adapters/${id}`, { ...adapter, id });
  await allow(false);
  await told();
  await ask('DELETE', `/system/lookup/adapters/${id}`);
  await ended();
});
