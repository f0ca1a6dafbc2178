/**
 * Responses have the same keys as recorded responses of a reference server: searches, queries, fields, lists and users.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventsResult, FieldType, PivotResult, SearchJob, SearchType } from '../../../../api/contract/searches.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;
const allTime = { type: 'relative', range: 0 };

async function answered<T>(path: string, json?: object): Promise<T> {
  const response = await server.call(path, { session, ...(json && { method: 'POST', json }) });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
const keysOf = (value: object) => Object.keys(value).sort();
const viewKeys = ['created_at', 'description', 'favorite', 'id', 'owner', 'properties', 'requires', 'search_id'];
const summaryKeys = [...viewKeys, 'summary', 'title', 'type'].sort();

before(async () => {
  server = await startTestServer();
  session = await server.login();
  await putMessages(server, session, [
    { short_message: 'a', host: 'h', _host_name: 'web', _method: 'GET', _took: 1.5, _count: 3, _country: 'NL' },
    { short_message: 'b', host: 'h', _host_name: 'web', _took: 2.5 },
    { short_message: 'c', host: 'h', _method: 'PUT' },
    { short_message: 'd', host: 'h' },
  ]);
});
after(() => server.stop());

async function results<T>(...searchTypes: (Partial<SearchType> & { type: string })[]): Promise<T[]> {
  const search = {
    queries: [
      {
        id: 'q',
        timerange: allTime,
        query: { type: 'elasticsearch', query_string: '_exists_:gl2_source_input AND source:h' },
        search_types: searchTypes.map((searchType, index) => ({ id: `s${index}`, ...searchType })),
      },
    ],
  };
  const job = await answered<SearchJob>('/views/search/sync', search);
  return searchTypes.map((_one, index) => job.results['q']?.search_types[`s${index}`] as T);
}

test('the bucket of messages without any grouping field has a single key', async () => {
  const by = (...fields: string[]) => ({ type: 'values' as const, fields });
  const series = [{ type: 'count' }];
  const [tuples, groups, columns] = await results<PivotResult>(
    { type: 'pivot', row_groups: [by('host_name', 'method')], series },
    { type: 'pivot', row_groups: [by('host_name'), by('method')], series },
    { type: 'pivot', row_groups: [by('host_name')], column_groups: [by('method', 'country')], series },
  );
  const rows = (result: PivotResult | undefined) =>
    result?.rows.map(({ key, values }): [string[], unknown] => [key, values[0]?.value]);
  const inOrder = (found: readonly [string[], unknown][] = []) =>
    [...found].sort(([a], [b]) => String(a).localeCompare(String(b)));
  // The rows are compared in sorted order, because their order is not defined.
  assert.deepEqual(
    inOrder(rows(tuples)),
    inOrder([
      [['web', 'GET'], 1],
      [['web', '(Empty Value)'], 1],
      [['(Empty Value)', 'PUT'], 1],
      [['(Empty Value)'], 1],
    ]),
  );
  // Messages without a host are not split by method.
  assert.deepEqual(rows(groups), [
    [['web', 'GET'], 1],
    [['web', '(Empty Value)'], 1],
    [['(Empty Value)'], 2],
  ]);
  assert.deepEqual(
    columns?.rows.map(({ key, values }) => [key, values.map((value) => value.key)]),
    [
      [
        ['web'],
        [
          ['GET', 'NL', 'count()'],
          ['(Empty Value)', 'count()'],
        ],
      ],
      [
        ['(Empty Value)'],
        [
          ['PUT', '(Empty Value)', 'count()'],
          ['(Empty Value)', 'count()'],
        ],
      ],
    ],
  );
});

test('results of the search type events have the name null', async () => {
  const [events, named] = await results<EventsResult>({ type: 'events' }, { type: 'events', name: 'events' });
  assert.deepEqual(events, { id: 's0', type: 'events', name: null, events: [] });
  assert.deepEqual(named, { id: 's1', type: 'events', name: null, events: [] });
});

test('validation returns no findings for a valid query', async () => {
  const validate = (query: string) => answered<object>('/search/validate', { query, timerange: allTime });
  for (const query of ['', 'foo', 'country:NL', 'country:$p$', '$p$']) {
    assert.deepEqual(await validate(query), { status: 'OK' }, query);
  }
  assert.deepEqual(await validate('foo bar AND'), {
    status: 'ERROR',
    explanations: [
      {
        error_type: 'QUERY_PARSING_ERROR',
        error_title: 'Query parsing error',
        error_message: 'Cannot parse query, cause: incomplete query, query ended unexpectedly',
        begin_line: 1,
        begin_column: 0,
        end_line: 1,
        end_column: 8,
      },
    ],
  });
  assert.deepEqual(await validate('nope:1'), {
    status: 'WARNING',
    explanations: [
      {
        error_type: 'UNKNOWN_FIELD',
        error_title: 'Unknown field',
        error_message: 'Query contains unknown field: nope',
        begin_line: 1,
        begin_column: 0,
        end_line: 1,
        end_column: 4,
        related_property: 'nope',
      },
    ],
  });
});

test('a search treats an undeclared parameter as text', async () => {
  const job = await answered<SearchJob>('/views/search/sync', {
    queries: [
      {
        id: 'q',
        timerange: allTime,
        query: { type: 'elasticsearch', query_string: 'country:$p$' },
        search_types: [{ id: 's', type: 'messages' }],
      },
    ],
  });
  assert.equal(job.errors, undefined);
  assert.equal((job.results['q']?.search_types['s'] as { total_results?: number }).total_results, 0);
});

test('suggestions return an error for an unknown field, and no count of other values without hits', async () => {
  const suggest = (field: string, input: string) =>
    answered<Record<string, unknown>>('/search/suggest', { field, input, timerange: allTime, streams: [], size: 10 });
  assert.deepEqual(await suggest('country', 'N'), {
    field: 'country',
    input: 'N',
    suggestions: [{ value: 'NL', occurrence: 1 }],
    sum_other_docs_count: 0,
  });
  assert.deepEqual(await suggest('country', 'zzzz'), { field: 'country', input: 'zzzz' });
  const unknown = await suggest('nope', 'a');
  assert.deepEqual(keysOf(unknown), ['error', 'field', 'input']);
  assert.deepEqual(keysOf(unknown['error'] as object), ['reason', 'type']);
});

test('decimals have the type float, integers long, and texts and times the documented types', async () => {
  const wanted: Record<string, FieldType['type']> = {
    took: { type: 'float', properties: ['numeric', 'enumerable'], index_names: [] },
    count: { type: 'long', properties: ['numeric', 'enumerable'], index_names: [] },
    country: { type: 'string', properties: ['enumerable'], index_names: [] },
    message: { type: 'string', properties: ['full-text-search'], index_names: [] },
    source: { type: 'string', properties: ['full-text-search', 'enumerable'], index_names: [] },
    timestamp: { type: 'date', properties: ['enumerable'], index_names: [] },
  };
  const byStreams = { streams: ['000000000000000000000001'], timerange: allTime };
  for (const fields of [
    await answered<FieldType[]>('/views/fields'),
    await answered<FieldType[]>('/views/fields', byStreams),
  ]) {
    const found = Object.fromEntries(fields.filter(({ name }) => name in wanted).map(({ name, type }) => [name, type]));
    assert.deepEqual(found, wanted);
    for (const field of fields) assert.deepEqual(keysOf(field), ['name', 'type']);
  }
});

test('lists have the keys of the recorded answers of the reference server', async () => {
  const searchId = 'aaaaaaaaaaaaaaaaaaaaaaaa';
  await answered('/views/search', { id: searchId, queries: [{ id: 'q', search_types: [] }], parameters: [] });
  const state = { q: { widgets: [], widget_mapping: {}, positions: {}, titles: {} } };
  for (const type of ['DASHBOARD', 'SEARCH']) {
    await answered('/views', { type, title: `A ${type}`, search_id: searchId, state, of_another_tool: 1 });
  }
  const pageKeys = ['attributes', 'defaults', 'elements', 'order', 'pagination', 'query', 'sort', 'total'];
  for (const path of ['/dashboards', '/search/saved', '/streams/paginated']) {
    const page = await answered<{ elements: object[]; pagination: object; total: number }>(
      `${path}?page=1&per_page=10`,
    );
    assert.deepEqual(keysOf(page), pageKeys, path);
    assert.deepEqual(keysOf(page.pagination), ['count', 'page', 'per_page', 'total'], path);
    if (path !== '/streams/paginated') for (const row of page.elements) assert.deepEqual(keysOf(row), summaryKeys);
  }
  const views = await answered<{ views: object[] }>('/views?page=1');
  assert.deepEqual(keysOf(views), ['count', 'page', 'per_page', 'total', 'views']);
  assert.deepEqual(keysOf(await answered('/views?query=A')), ['count', 'page', 'per_page', 'query', 'total', 'views']);

  const streams = await answered<{ elements: Record<string, unknown>[] }>('/streams/paginated');
  const [stream = {}] = streams.elements;
  assert.deepEqual(keysOf(stream), [
    'alert_conditions',
    'alert_receivers',
    'content_pack',
    'created_at',
    'creator_user_id',
    'description',
    'disabled',
    'id',
    'index_set_id',
    'is_default',
    'is_editable',
    'matching_type',
    'outputs',
    'remove_matches_from_default_stream',
    'rules',
    'title',
  ]);
  assert.deepEqual([stream['alert_conditions'], stream['alert_receivers']], [null, null]);

  const people = await answered<{
    users: { username: string; session_active: boolean | null }[];
    context: { admin_user: object };
  }>('/users/paginated');
  assert.deepEqual(keysOf(people), ['context', 'count', 'page', 'per_page', 'query', 'total', 'users']);
  const personKeys = [
    'account_status',
    'auth_service_id',
    'auth_service_uid',
    'client_address',
    'email',
    'external_user',
  ];
  const more = ['first_name', 'full_name', 'id', 'last_activity', 'last_name', 'read_only', 'roles', 'service_account'];
  for (const person of [...people.users, people.context.admin_user]) {
    assert.deepEqual(keysOf(person), [...personKeys, ...more, 'session_active', 'username'].sort());
  }
  // The only listed user is the account of the sidecars, which never signs in.
  assert.deepEqual(
    people.users.map(({ session_active }) => session_active),
    [null],
  );
  assert.equal((people.context.admin_user as { session_active: unknown }).session_active, true);
});

test('the built-in administrator has the single permission "*"', async () => {
  const admin = await answered<{ permissions: string[]; grn_permissions: string[] }>('/users/admin');
  assert.deepEqual([admin.permissions, admin.grn_permissions], [['*'], []]);
});

test('the list of shared entities contains its query, even an empty one', async () => {
  const { id } = await addPerson(server, session, 'jane', [], ['Reader']);
  const none = await answered<object>(`/authz/shares/user/${id}?page=1&per_page=10&query=`);
  assert.deepEqual(none, {
    total: 0,
    count: 0,
    page: 1,
    per_page: 10,
    query: '',
    entities: [],
    grand_total: 0,
    context: { grantee_capabilities: {} },
  });
});
