/**
 * Compares what each query asks the server, where the cache keeps the answer, how long it counts as new, and what the
 * query makes of an answer with a record. `UPDATE_RECORDS=1` writes the record anew; read its difference before you
 * commit it.
 */
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { fakeClient } from '../fake-client.js';
import { expectRecord } from '../record-file.js';
import { untyped } from '../untyped.js';

const folder = new URL('../../api/queries/', import.meta.url);
const record = new URL('queries.record.txt', import.meta.url);

interface AnyQuery {
  readonly queryKey: QueryKey;
  readonly [option: string]: unknown;
}
type Called = (client: unknown, ...given: unknown[]) => AnyQuery;

const page = { query: 'web', page: 2, per_page: 25, sort: 'title', order: 'desc', filters: ['a:b'] };
const entity = (id: string, more: object = {}) => ({
  ...{ id, title: `Title of ${id}`, order: id === 'x1' ? 2 : 1 },
  ...more,
});
const entities = [entity('x1'), entity('x2')];
const lists =
  'aggregation_functions backends buckets caches collectors configurations content_packs data_adapters days elements entities entries event_definitions events extractors failures fields groups history index_sets inputs installations jobs lookup_tables marks messages metrics nodes notifications objects outputs own packages packs patterns pipelines plugins processor_order roles rows rules runs sample_sets shared sidecar_ids sidecars streams texts uploads users versions'.split(
    ' ',
  );
/** An answer that has the members of most answers: lists of two entities, counts and texts. */
const answer = () => ({
  ...entity('x', { total: 41, grand_total: 42, count: 2, version: '5.1.8', cluster_id: 'c', embedded: true }),
  ...Object.fromEntries(lists.map((name) => [name, entities])),
  ...{ tokens: entities, sessions: entities, rollouts: entities, entity_scopes: {}, event: entity('e1') },
  types: { t1: entity('t1'), t2: entity('t2') },
  backend: entity('b1'),
  context: { backend: entity('b2'), caches: { c1: entity('c1') }, data_adapters: { a1: entity('a1') } },
});

/** Arguments of the queries that take other arguments than ids, after the client. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  alertGroupsQuery: [page],
  alertTimelineQuery: [page],
  alertsQuery: [new QueryClient(), page],
  definitionTestQuery: [entity('d1')],
  dryRunQuery: [{ contentPackId: 'p1', revision: 3 }, { parameters: {} }],
  entitySuggestionsQuery: [{ collection: 'streams', text: 'we', page: 2, perPage: 7 }],
  indexSetsPageQuery: [2, 25],
  indexerFailuresQuery: [2, 25, 'web'],
  recentActivityQuery: [2],
  recentLinesQuery: [200, true],
  rulesByTitleQuery: [['a', 'b']],
  signInOfferQuery: [true],
  sharedEntitiesPageQuery: ['u1', page],
  streamThroughputQuery: [['s1', 's2'], 's1'],
  streamTestQuery: ['s1', { index: 'web_0', message: { _id: 'm1', title: 'T' } }],
  systemMessagesQuery: [2],
  trafficQuery: [30],
  uploadsQuery: [2],
  versionsQuery: ['c1'],
};
const isPage = /PageQuery$|^(storedRows|administration)Query$/;
const isList = /^(gauges|nodeGauges|nodeFigures|pipelineFigures|indices|metricValues)Query$/;
const argumentsOf = (name: string): readonly unknown[] => {
  if (given[name]) return given[name];
  if (isPage.test(name)) return /Users|Assignees|storedRows/.test(name) ? ['a1', page] : [page];
  if (isList.test(name)) return name === 'metricValuesQuery' ? ['n1', ['one', 'two']] : [['one', 'two']];
  return ['a1', 'b2', 'c3'];
};
/** Queries whose arguments are parts of other features; their tests are elsewhere. */
const elsewhere =
  /^(licences|snapshots|searchHistory|computedPreview|fields|suggestions|syncSearch|naturalDate|templatePreview|notificationMessage|lookupErrorStates|samples|regex|ruleHits|storedConfig|sidecarPage|message\w*)Query$/;

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'function' || inner === Infinity ? String(inner).replace(/^[^I][^]*/, '(function)') : inner,
  ) ?? 'undefined';

/** Returns the lines of the record for a query: its options, its requests and its answer. */
async function linesOf(name: string, query: Called): Promise<string[]> {
  const { client, calls } = fakeClient(answer);
  const options = query(client, ...argumentsOf(name));
  const queryClient = new QueryClient();
  const result = await queryClient
    .fetchQuery(untyped<{ queryKey: QueryKey }>({ ...options, retry: false }))
    // Cast: queries throw errors only. Their messages depend on the compiler.
    .catch((error: unknown) => `fails: ${(error as Error).name}`);
  queryClient.clear();
  const { queryKey, queryFn: _run, ...others } = options;
  return [
    `${name} ${shown(queryKey)} ${shown(others)}`,
    ...calls.map(({ name: route, ...parts }) => `  > ${route} ${shown(parts)}`),
    `  = ${shown(result)
      .replaceAll(shown(answer()), '(the answer)')
      .replace(/"takenAt":\d+/, '"takenAt":(now)')}`,
  ];
}

test('queries ask the server and keep its answers as their record says', async () => {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.ts')).sort()) {
    const name = file.replace(/\.ts$/, '');
    // The bundler finds the modules by this pattern.
    const module = untyped<Record<string, Called>>(await import(`../../api/queries/${name}.ts`));
    const queries = Object.entries(module).filter(([one]) => one.endsWith('Query') && !elsewhere.test(one));
    if (queries.length > 0) lines.push(`# ${file}`);
    for (const [one, query] of queries.sort(([a], [b]) => (a < b ? -1 : 1))) lines.push(...(await linesOf(one, query)));
  }
  await expectRecord(record, lines);
});
