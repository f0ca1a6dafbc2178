/** Tests what the queries of administration return and send in cases that few pages reach, with a client in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  BadRequest,
  Forbidden,
  NotFound,
  ServerFailure,
  Unauthorized,
  Unreachable,
  reasonOf,
} from '../../api/failures.js';
import { uploadContentPackMutation } from '../../api/queries/content-packs.js';
import { definitionCountQuery } from '../../api/queries/event-definitions.js';
import { defaultBacklogQuery, deleteNotificationsMutation } from '../../api/queries/event-notifications.js';
import { previewExtractorMutation, saveExtractorMutation, tryCondition } from '../../api/queries/extractors.js';
import { nodeFiguresQuery } from '../../api/queries/input-administration.js';
import { explainInTable, lookupTableQuery, purgeTable } from '../../api/queries/lookup.js';
import { nodeGaugesQuery } from '../../api/queries/node-state.js';
import { parseErrorsOf } from '../../api/queries/pipelines.js';
import { runPath, sampleSetsQuery } from '../../api/queries/rule-workbench.js';
import { matchRule, saveConfigurationMutation } from '../../api/queries/sidecar-configurations.js';
import { fakeClient, type FakeCall } from '../fake-client.js';
import { untyped } from '../untyped.js';

const facts = { method: 'GET', url: '/api/x' } as const;
const refused = new Forbidden({ ...facts, status: 403 });
const missing = new NotFound({ ...facts, status: 404 });
const broken = new ServerFailure({ ...facts, status: 500 });
const unanswered = new Unreachable(facts);
const rejected = (body: string) => new BadRequest({ ...facts, status: 400, body });
const { signal } = new AbortController();

type Answer = (call: FakeCall) => unknown;
type Client = ReturnType<typeof fakeClient>['client'];
const failing = (failure: Error) => () => Promise.reject(failure);

/** Returns what a query answers, or the class of the error that it throws. */
async function asked(
  query: (client: Client) => { readonly queryKey: QueryKey; readonly queryFn?: unknown },
  answer: Answer,
): Promise<unknown> {
  const queryClient = new QueryClient();
  try {
    // Cast: the tests compare the answers of queries with different types.
    return await queryClient.fetchQuery({ ...query(fakeClient(answer).client), retry: false } as {
      queryKey: QueryKey;
    });
  } catch (error) {
    // Cast: queries throw errors only.
    return (error as Error).constructor.name;
  } finally {
    queryClient.clear();
  }
}

const gauge = (name: string, value: unknown) => ({ full_name: name, type: 'gauge', metric: { value } });
const metrics = {
  n1: {
    metrics: [
      gauge('open', 3),
      gauge('off', 'none'),
      gauge('list', ['a']),
      { full_name: 'read', type: 'counter', metric: { count: 7 } },
      { full_name: 'sizes', type: 'histogram', metric: { count: 9, time: {} } },
      { full_name: 'rate', type: 'meter', metric: { rate: { one_minute: 2.5 } } },
    ],
  },
  n2: null,
};

const table = (query: Parameters<typeof asked>[0], answer: Answer, expected: unknown) => ({ query, answer, expected });
const answers = {
  'the default backlog of notifications': table(
    defaultBacklogQuery,
    () => ({ events_notification_default_backlog: 5 }),
    5,
  ),
  'the default backlog without a configuration': table(defaultBacklogQuery, () => undefined, 50),
  'the default backlog if the user may not read the configuration': table(defaultBacklogQuery, failing(refused), 50),
  'the default backlog of a server without configurations': table(defaultBacklogQuery, failing(missing), 50),
  'the default backlog while the server fails': table(defaultBacklogQuery, failing(broken), 'ServerFailure'),
  'the number of all event definitions': table(
    definitionCountQuery,
    () => ({ event_definitions: [], grand_total: 9, total: 4 }),
    9,
  ),
  'the number of event definitions of a reference server': table(
    definitionCountQuery,
    () => ({ event_definitions: [], total: 4 }),
    4,
  ),
  'the numeric metrics of nodes': table(
    (client) => nodeFiguresQuery(client, ['open']),
    () => metrics,
    {
      n1: { open: 3, read: 7, sizes: 9, rate: 2.5 },
      n2: {},
    },
  ),
  'the gauges of nodes': table(
    (client) => nodeGaugesQuery(client, ['open']),
    () => metrics,
    { n1: { open: 3, off: 'none' }, n2: {} },
  ),
  'a lookup table that is missing in the response': table(
    (client) => lookupTableQuery(client, 't'),
    () => ({ lookup_tables: [], caches: {}, data_adapters: {} }),
    'Error',
  ),
  'the sample sets of a reference server': table(sampleSetsQuery, failing(missing), null),
  'sample sets that the user may not read': table(sampleSetsQuery, failing(refused), 'Forbidden'),
};
for (const [what, { query, answer, expected }] of Object.entries(answers))
  test(`the query for ${what} results in ${JSON.stringify(expected)}`, async () =>
    assert.deepEqual(await asked(query, answer), expected));

test('parse errors are read only from the response to a refused source', () => {
  const error = { type: 'syntax_error', line: 1, position_in_line: 0, reason: 'no rule' };
  assert.deepEqual(parseErrorsOf(rejected(JSON.stringify([error]))), [error]);
  for (const other of [
    rejected('{"message":"no"}'),
    rejected('not JSON'),
    new BadRequest({ ...facts, status: 400 }),
    broken,
  ])
    assert.equal(parseErrorsOf(other), undefined);
});

test('matching an assignment rule returns the found sidecars, and undefined on a server without assignment rules', async () => {
  const body = { assignment_rule: 'os:linux', collector_id: 'c' };
  const found = { total: 1, nodes: [] };
  const matched = (answer: Answer) => matchRule(fakeClient(answer).client, body, signal);
  assert.deepEqual(await matched(() => found), found);
  assert.equal(await matched(failing(missing)), undefined);
  await assert.rejects(matched(failing(refused)), Forbidden);
});

/** Returns the requests that a function makes, and what it returns or throws. */
async function made(run: (client: Client) => Promise<unknown>, answer: Answer = () => ({})) {
  const { client, calls } = fakeClient(answer);
  let result: unknown;
  try {
    result = await run(client);
  } catch (error) {
    // Cast: queries throw errors only.
    result = (error as Error).constructor.name;
  }
  return {
    calls: calls.map(({ name, query, body }) => [name, ...[query, body].filter((one) => one !== undefined)]),
    result,
  };
}

test('optional parts of requests are sent only if they are given', async () => {
  const explain = 'GET /system/lookup/tables/{idOrName}/explain';
  const explained = async (without: boolean) =>
    (await made((client) => explainInTable(client, 't', 'k', without))).calls;
  assert.deepEqual(await explained(false), [[explain, { key: 'k' }]]);
  assert.deepEqual(await explained(true), [[explain, { key: 'k', without_cache: true }]]);
  const purged = async (key: string | undefined) =>
    (await made((client) => purgeTable(client, 't', key))).calls[0]?.[1];
  assert.deepEqual([await purged(undefined), await purged('')], [{}, { key: '' }]);
  const raw = { text: 'a', codec: 'raw', configuration: {}, remoteAddress: '::1' };
  const simulated = async (inputId?: string) =>
    (
      await made(
        (client) => runPath(client, { ...raw, inputId }, ['a'], signal),
        () => ({ results: [] }),
      )
    ).calls[0]?.[1];
  const sent = { texts: ['a'], codec: 'raw', configuration: {}, remote_address: '::1' };
  assert.deepEqual([await simulated(), await simulated('i1')], [sent, { ...sent, input_id: 'i1' }]);
});

type Mutation = (client: Client, queryClient: QueryClient) => unknown;
const changed = (mutation: Mutation, value: unknown, answer?: Answer) =>
  made(async (client) => {
    const queryClient = new QueryClient();
    // Cast: the tests run mutations with different types of values.
    const observer = new MutationObserver(
      queryClient,
      // Cast: the tests run mutations with different types.
      mutation(client, queryClient) as { mutationFn: () => Promise<unknown> },
    );
    try {
      return await observer.mutate(untyped<void>(value));
    } finally {
      queryClient.clear();
    }
  }, answer);

test('a file is uploaded as a content pack only if it contains a JSON object', async () => {
  for (const [text, result] of [
    ['{"v":"1"}', undefined],
    ['[]', 'SyntaxError'],
    ['null', 'SyntaxError'],
    ['"a"', 'SyntaxError'],
    ['{', 'SyntaxError'],
  ] as const) {
    const upload = await changed(uploadContentPackMutation, text, () => undefined);
    assert.deepEqual([upload.result, upload.calls.length], [result, result === undefined ? 1 : 0], text);
  }
});

test('a saved extractor names the converters that the server has not stored', async () => {
  const converters = [
    { type: 'NUMERIC', config: {} },
    { type: 'Hash', config: {} },
  ];
  const stored = () => ({ extractor_id: 'e', id: 'e', converters: [{ type: 'numeric', config: {} }] });
  const save: Mutation = (client, queryClient) => saveExtractorMutation(client, queryClient, 'i');
  for (const [id, wanted, dropped, requests] of [
    [undefined, [], [], 1],
    [undefined, converters, ['hash'], 2],
    ['e', converters, ['hash'], 1],
    ['e', [], [], 1],
  ] as const) {
    const { result, calls } = await changed(save, { id, request: { converters: wanted } }, stored);
    assert.deepEqual([result, calls.length], [{ id: 'e', dropped }, requests]);
  }
});

test('an extractor is tried on as many texts of the newest messages as one request accepts', async () => {
  const long = 'x'.repeat(10_000);
  const values = ['', 7, `${long}y`, long, ...Array.from({ length: 30 }, () => long)];
  const search = { messages: values.map((value) => ({ message: { text: value } })) };
  const preview: Mutation = (client, queryClient) => previewExtractorMutation(client, queryClient, 'i');
  const run = (answer: Answer) =>
    changed(preview, { source_field: 'text' }, (call) => (call.name.includes('/search/') ? search : answer(call)));
  const { result, calls } = await run(() => ({ samples: [] }));
  const { texts } = untyped<{ texts: string[] }>(result);
  assert.deepEqual([texts.length, new Set(texts).size, texts[0]?.length], [19, 1, 10_000]);
  assert.deepEqual(calls[0]?.[1], { query: 'gl2_source_input:i', range: 0, limit: 100, sort: 'timestamp:desc' });
  assert.equal((await run(failing(missing))).result, null);
});

test('a condition of an extractor is tried by the tester of its type', async () => {
  const matched = (type: 'string' | 'regex') =>
    made(
      (client) => tryCondition(client, { type, value: 'v', text: 't' }, signal),
      () => ({ matched: true }),
    );
  assert.deepEqual((await matched('string')).calls, [
    ['POST /tools/contains_string_tester', { search_string: 'v', string: 't' }],
  ]);
  assert.deepEqual((await matched('regex')).calls, [['POST /tools/regex_tester', { regex: 'v', string: 't' }]]);
});

test('notifications are deleted one by one on a reference server, until it does not answer or the session has ended', async () => {
  const remove = (failure: Error | undefined) =>
    changed(deleteNotificationsMutation, ['a', 'b'], ({ name, params }) => {
      if (!name.startsWith('DELETE')) return Promise.reject(missing);
      return failure && untyped<{ id: string }>(params).id === 'a' ? Promise.reject(failure) : undefined;
    });
  const failures = (explanation: string) => [{ entity_id: 'a', failure_explanation: explanation }];
  assert.deepEqual((await remove(undefined)).result, { successfully_performed: 2, failures: [] });
  assert.deepEqual((await remove(broken)).result, { successfully_performed: 1, failures: failures(reasonOf(broken)) });
  assert.equal((await remove(unanswered)).result, 'Unreachable');
  assert.equal((await remove(new Unauthorized({ ...facts, status: 401 }))).result, 'Unauthorized');
});

test('a reference server that refuses unknown members gets a configuration without them, unless they are needed', async () => {
  const unknown = new BadRequest({ ...facts, status: 400, serverMessage: 'Unable to map property staged.' });
  const save = async (body: object, failure: Error) => {
    const { calls, result } = await changed(saveConfigurationMutation, body, () =>
      count++ === 0 ? Promise.reject(failure) : { id: 'c' },
    );
    count = 0;
    return [calls.map(([, sent]) => sent), result];
  };
  let count = 0;
  const plain = { name: 'Web', tags: [] };
  assert.deepEqual(await save({ ...plain, assignment_rule: '' }, unknown), [
    [{ ...plain, assignment_rule: '' }, plain],
    { id: 'c' },
  ]);
  assert.deepEqual(await save({ ...plain, assignment_rule: 'os:x' }, unknown), [
    [{ ...plain, assignment_rule: 'os:x' }],
    'BadRequest',
  ]);
  assert.deepEqual(await save({ ...plain, staged: true }, unknown), [[{ ...plain, staged: true }], 'BadRequest']);
  assert.deepEqual(await save(plain, broken), [[plain], 'ServerFailure']);
});
