/**
 * Answers of the server for the records of the pages of pipelines: each optional part is present once and absent once.
 */
import { objectIn, type FakeRoutes } from '../../fake-server.js';

const at = '/system/pipelines';
const ast = 'org.graylog.plugins.pipelineprocessor.ast';
/** Hostile text without quotation marks, so that it may be the title of a pipeline. */
const hostile = '<img src=x onerror=globalThis.hacked=1>';
const [created, modified] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];

const mistake = {
  type: 'undeclared_function',
  line: 3,
  position_in_line: 2,
  reason: 'Unknown function has_feld in line 3 pos 2',
};
export const ruleSource =
  'rule "parse"\nwhen\n  has_field("took") and\n  $message.slow\nthen\n  // ms\n  remove_field("took");\nend';
const rule = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  description: `does ${title}`,
  source: ruleSource.replace('parse', title),
  created_at: created,
  modified_at: modified,
  errors: null,
  ...more,
});
const rules = [
  rule('r1', 'parse'),
  rule('r2', 'mask', { description: '', created_at: null, modified_at: null }),
  rule('r3', 'broken', { description: hostile, errors: [mistake] }),
  rule('r4', 'never'),
];

const shop = {
  id: 'p1',
  title: 'Shop',
  description: 'Cleans up',
  source: `pipeline "Shop"
// keep this comment
stage 0 match either
  rule "parse"; // nginx
  rule "gone";
  rule "broken";
stage 5 match pass
  rule "mask";
  rule "never";
stage 10 match all
end
`,
  created_at: created,
  modified_at: modified,
  stages: [
    { stage: 0, match: 'EITHER', rules: ['parse', 'gone', 'broken'] },
    { stage: 5, match: 'PASS', rules: ['mask', 'never'] },
    { stage: 10, match: 'ALL', rules: [] },
  ],
  errors: null,
};
const pipelines = [
  shop,
  {
    id: 'p2',
    title: hostile,
    description: '',
    source: `pipeline "x"\nstage 3 match all\nend\n`,
    created_at: null,
    modified_at: null,
    stages: [{ stage: 3, match: 'ALL', rules: [] }],
    errors: null,
  },
  {
    ...shop,
    id: 'p3',
    title: 'Broken',
    description: null,
    source: 'pipeline "Broken"\nstage\nend',
    stages: [],
    errors: [{ type: 'syntax_error', line: 2, position_in_line: 5, reason: 'stage number expected' }],
  },
];

const rateOf = (total: number, rate: number) => ({
  rate_unit: 'events/second',
  rate: { total, mean: 1, one_minute: rate, five_minute: 1, fifteen_minute: 1 },
});
const meter = (name: string, total: number, rate: number) => ({
  full_name: `${ast}.${name}`,
  name: name.split('.').at(-1),
  type: 'meter',
  metric: rateOf(total, rate),
});
const timer = (name: string, total: number, mean: number) => ({
  full_name: `${ast}.${name}.duration`,
  name: 'duration',
  type: 'timer',
  metric: {
    ...rateOf(total, 0),
    duration_unit: 'microseconds',
    time: { min: 0, max: 0, mean, std_dev: 0, '95th_percentile': 0, '98th_percentile': 0, '99th_percentile': 0 },
  },
});
const gauge = (name: string, value: number) => ({ full_name: name, name, type: 'gauge', metric: { value } });
const metrics = [
  meter('Pipeline.p1.executed', 9, 12.34),
  meter('Pipeline.p1.stage.0.executed', 9, 3),
  meter('Pipeline.p1.stage.5.executed', 9, 0),
  meter('Rule.r1.executed', 900, 5),
  meter('Rule.r1.failed', 214, 1),
  meter('Rule.r1.p1.0.executed', 900, 2.5),
  meter('Rule.r1.p1.0.failed', 214, 1),
  meter('Rule.r1.p1.0.matched', 300, 1),
  meter('Rule.r1.p1.0.not-matched', 600, 1),
  timer('Rule.r1.p1.0.trace.evaluate', 900, 12),
  timer('Rule.r1.p1.0.trace.execute', 300, 30),
  meter('Rule.r2.p1.5.matched', 7, 1),
  meter('Rule.r2.p1.5.not-matched', 0, 0),
  timer('Rule.r2.p1.5.trace.evaluate', 0, 0),
  meter('Rule.r4.p1.5.matched', 0, 0),
  meter('Rule.r4.p1.5.not-matched', 1000, 1),
  gauge('org.graylog2.plugin.streams.Stream.s1.incomingMessages.1-sec-rate', 7),
  meter('x', 0, 0),
];

const parameter = (name: string, type: string, more: object = {}) => ({
  name,
  type: `java.lang.${type}`,
  transformed_type: `java.lang.${type}`,
  optional: false,
  description: null,
  ...more,
});
const functions = [
  {
    name: 'has_field',
    pure: false,
    return_type: 'java.lang.Boolean',
    description: 'Says whether the message has a field',
    params: [parameter('field', 'String', { description: 'its name' })],
  },
  {
    name: 'remove_field',
    pure: false,
    return_type: 'java.lang.Void',
    description: null,
    params: [parameter('field', 'String'), parameter('message', 'Message', { optional: true })],
  },
  { name: 'own_field', pure: true, return_type: 'java.lang.String', description: 'new', params: [], extension: true },
];

const failed = (time: string, cause: string, more: object = {}) => ({
  time: `2026-03-02T09:17:${time}Z`,
  pipeline: { id: 'p1', title: 'Shop' },
  stage: 5,
  phase: 'action',
  text: `Error evaluating action for rule <parse/r1> (pipeline <Shop/p1>) - At 5:21 an exception was thrown: ${cause}`,
  function: 'to_long',
  line: 5,
  position_in_line: 21,
  values: [
    { name: 'value', value: hostile },
    { name: 'default', value: '0' },
  ],
  message: { _id: `m${time}`, message: `failed at ${time}`, took: 'x', streams: ['s1'] },
  ...more,
});
const runErrors = [
  failed('09.000', 'often'),
  failed('08.000', 'rare', { pipeline: null, stage: null, values: [], function: null, phase: 'condition' }),
  failed('07.000', 'often'),
  ...['one', 'two', 'three', 'four', 'five'].map((cause, index) => failed(`0${index}.000`, cause)),
];

const result = (more: object = {}) => ({
  matched: true,
  condition: true,
  values: [{ from: 20, to: 37, text: 'true' }],
  added: { took_ms: 5, gl2_processing_error: 'x' },
  changed: { message: { before: 'a', after: 'b' } },
  removed: { took: 5 },
  streams_added: ['s1'],
  streams_removed: ['unknown'],
  dropped: false,
  created: 2,
  error: null,
  micros: 7,
  ...more,
});
const plain = { added: {}, changed: {}, removed: {}, streams_added: [], streams_removed: [], created: 0 };
const workbench = {
  errors: [],
  results: [
    result(),
    result({ ...plain, matched: false, values: [] }),
    result({ ...plain, error: { line: 3, position_in_line: 2, reason: 'no number', from: 20, to: 37 } }),
    result({ ...plain, dropped: true }),
    result({ ...plain, matched: null }),
  ],
  matched: 3,
  failed: 1,
  micros_per_message: 7,
};
const samples = ['one', hostile, 'three', 'four', 'five', 'six'].map((message, index) => ({
  message,
  _id: `m${index}`,
  ...(index === 0 && { timestamp: created, gl2_source_input: 'i1', took: 5 }),
}));

const test_ = (title: string, more: object = {}) => ({
  title,
  message: { message: title },
  expected: { matches: true, ...more },
});
const tests = [
  test_('first', { fields: { took: 5 }, absent: ['x'], streams: ['s1'] }),
  test_('second'),
  test_('third', { matches: false, dropped: true, fails: true }),
];
const testRun = {
  run_at: '2026-03-02T09:00:00.000Z',
  passed: 1,
  failed: 2,
  results: [
    { title: 'first', passed: true, matched: true, differences: [], error: null },
    {
      title: 'second',
      passed: false,
      matched: false,
      differences: [
        { what: 'matches', field: null, expected: true, actual: false },
        { what: 'field', field: 'took', expected: '5', actual: hostile },
        { what: 'field', field: 'gone', expected: null, actual: 7 },
        { what: 'field', field: 'absent', expected: 7, actual: null },
        { what: 'dropped', field: null, expected: true, actual: false },
        { what: 'streams', field: null, expected: ['s1'], actual: [] },
        { what: 'fails', field: null, expected: true, actual: false },
      ],
      error: null,
    },
    { title: 'third', passed: false, matched: false, differences: [], error: 'no number' },
  ],
};

const message = {
  _id: 'm1',
  timestamp: created,
  message: 'Failed password for root from 192.0.2.7 port 22 ssh2',
  source: 'web',
  gl2_source_input: 'i1',
  streams: ['s1'],
  level: 6,
};
const simulated = (more: object = {}) => ({
  message: { ...message, took: 5, message: hostile },
  index: '',
  highlight_ranges: null,
  decoration_stats: {
    added_fields: { took: 5 },
    changed_fields: { message: 'took 5' },
    removed_fields: { level: 6 },
  },
  ...more,
});
const step = (kind: string, name: string, more: object = {}) => ({
  kind,
  name,
  off: false,
  added: {},
  changed: {},
  removed: {},
  streams_added: [],
  streams_removed: [],
  notes: [],
  micros: 1200,
  ...more,
});
const path = {
  results: [
    {
      error: null,
      steps: [
        step('codec', 'GELF', { added: { message: 'took 5', source: hostile } }),
        step('processor', 'Extractors', { off: true }),
        step('processor', 'Pipelines', {
          changed: { message: { before: 'a', after: 'b' } },
          removed: { level: 6 },
          streams_added: ['Web', 'Shop'],
          streams_removed: ['Default Stream'],
        }),
        step('processor', 'GeoIP', { micros: 1 }),
        step('processor', 'Rules of streams', { streams_added: ['Web'] }),
        step('processor', 'Notes', { notes: ['It only notes.'] }),
        step('processor', 'Leaving', { streams_removed: ['Web'] }),
        step('index_sets', 'Index sets', { notes: ['Usual set', 'Web set'] }),
      ],
      dropped: false,
      created: 2,
      message: {},
    },
    { error: 'no JSON', steps: [], dropped: true, created: 0, message: null },
  ],
};

const stream = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  disabled: false,
  index_set_id: 'usual',
  is_editable: true,
  outputs: [],
  ...more,
});

const page = (name: string, elements: readonly object[], more: object = {}) => ({
  [name]: elements,
  total: elements.length,
  count: elements.length,
  page: 1,
  per_page: 20,
  ...more,
});

export const pipelineAnswers = (): FakeRoutes => ({
  [`GET ${at}/pipeline/paginated`]: () => page('pipelines', pipelines),
  [`GET ${at}/pipeline`]: () => pipelines,
  ...Object.fromEntries(pipelines.map((one) => [`GET ${at}/pipeline/${one.id}`, () => one])),
  [`PUT ${at}/pipeline/*`]: ({ body }) => ({ ...shop, ...objectIn(body) }),
  [`POST ${at}/pipeline`]: ({ body }) => ({ ...shop, id: 'p9', ...objectIn(body) }),
  [`POST ${at}/pipeline/parse`]: () => ({ ...shop, id: null }),
  [`DELETE ${at}/pipeline/*`]: () => undefined,
  [`GET ${at}/connections`]: () => [
    { id: 'd', stream_id: 'unknown', pipeline_ids: ['p1'] },
    { id: 'c', stream_id: 's1', pipeline_ids: ['p1'] },
  ],
  [`POST ${at}/connections/to_pipeline`]: () => [],
  [`GET ${at}/rule/paginated`]: () =>
    page('rules', rules, {
      context: {
        used_in_pipelines: {
          r1: [
            { id: 'p1', title: 'Shop' },
            { id: 'p2', title: hostile },
          ],
          r2: [{ id: 'p1', title: 'Shop' }],
        },
      },
    }),
  [`GET ${at}/rule`]: () => rules,
  [`POST ${at}/rule/multiple`]: () => rules,
  [`GET ${at}/rule/config/metrics`]: () => ({ metrics_enabled: false }),
  [`PUT ${at}/rule/config/metrics`]: ({ body }) => objectIn(body),
  [`GET ${at}/rule/functions`]: () => functions,
  ...Object.fromEntries(rules.map((one) => [`GET ${at}/rule/${one.id}`, () => one])),
  ...Object.fromEntries(
    rules.map(({ id }) => [
      `GET ${at}/rule/${id}/errors`,
      () => ({ total: id === 'r1' ? 1_234 : 0, errors: id === 'r1' ? runErrors : [] }),
    ]),
  ),
  ...Object.fromEntries(
    rules.map(({ id }) => [
      `GET ${at}/rule/${id}/tests`,
      () =>
        id === 'r1'
          ? { rule_id: id, tests, ...testRun }
          : { rule_id: id, tests: [], run_at: created, passed: 0, failed: 0, results: [] },
    ]),
  ),
  [`POST ${at}/rule/r1/tests/run`]: () => testRun,
  [`PUT ${at}/rule/r1/tests`]: ({ body }) => ({ rule_id: 'r1', ...testRun, ...objectIn(body) }),
  [`DELETE ${at}/rule/r1/errors`]: () => undefined,
  [`DELETE ${at}/rule/*`]: () => undefined,
  [`PUT ${at}/rule/r1`]: ({ body }) => {
    const { source } = JSON.parse(body ?? '{}') as { source: string };
    return rule('r1', /"(.*?)"/.exec(source)?.[1] ?? '', { source });
  },
  [`POST ${at}/rule`]: ({ body }) => rule('r9', 'made', objectIn(body)),
  [`POST ${at}/rule/parse`]: ({ body }) =>
    body?.includes('has_feld')
      ? new Response(JSON.stringify([mistake]), { status: 400, headers: { 'content-type': 'application/json' } })
      : { ...rules[0], id: null },
  [`POST ${at}/rule/simulate`]: () => ({ id: 'M', fields: { took_ms: 5, message: 'took 5' } }),
  [`GET ${at}/rule/workbench/samples`]: () => ({
    sample_sets: [
      { id: 'set1', title: 'Known', owner: 'ada', created_at: created, messages: samples },
      { id: 'set2', title: 'Empty', owner: 'eve', created_at: created, messages: [] },
    ],
  }),
  [`POST ${at}/rule/workbench/samples`]: ({ body }) => ({
    id: 'set3',
    owner: 'ada',
    created_at: created,
    ...objectIn(body),
  }),
  [`DELETE ${at}/rule/workbench/samples/*`]: () => undefined,
  [`POST ${at}/rule/workbench`]: () => workbench,
  [`POST ${at}/rule/workbench/hits`]: ({ body }) => ({
    messages: 1000,
    rules: (JSON.parse(body ?? '{}') as { sources: string[] }).sources.map((_one, index) => ({
      errors: index === 3 ? [mistake] : [],
      tried: 1000,
      hits: index === 2 ? 0 : 400 + index,
      failed: index,
      example: index === 2 ? {} : { port: '22' },
    })),
  }),
  [`POST ${at}/simulate`]: () => ({
    messages: [simulated(), simulated({ message: { _id: 'made', message: 'made' } })],
    simulation_trace: [
      { time: 12, message: `Enter rule ${hostile}` },
      { time: 1_300, message: 'Leave' },
    ],
    took_microseconds: 1234,
  }),
  [`POST ${at}/simulate/path`]: () => path,
  'GET /messages/web_0/m1': () => ({ index: 'web_0', message: { id: 'm1', timestamp: created, fields: message } }),
  'GET /messages/*': () => ({ index: 'web_0', message: { id: 'm1', timestamp: created, fields: message } }),
  'POST /messages/parse': () => ({ index: '', message: { id: 'm1', timestamp: created, fields: message } }),
  'GET /search/universal/relative': () => ({
    messages: [{ message, index: 'web_0' }, ...samples.slice(0, 2).map((one) => ({ message: one, index: 'web_0' }))],
    total_results: 3,
  }),
  'GET /streams': () => {
    const streams = [
      stream('s1', 'Checkout', { outputs: [{ id: 'o1', title: 'Archive' }, { broken: true }] }),
      stream('s2', hostile, { disabled: true, outputs: [{ id: 'o1', title: 'Archive' }] }),
      stream('s3', 'Events', { is_editable: false, index_set_id: 'gone' }),
    ];
    return { total: streams.length, streams };
  },
  'GET /views/fields': () => [],
  'GET /system/grok': () => ({ patterns: [] }),
  'GET /system/messageprocessors/config': () => ({
    processor_order: [
      {
        name: 'Pipeline Processor',
        class_name: 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
      },
      { name: 'Message Filter Chain', class_name: 'org.graylog2.messageprocessors.MessageFilterChainProcessor' },
    ],
    disabled_processors: [],
  }),
  'GET /system/inputs': () => ({
    inputs: [
      { id: 'i1', title: 'GELF', type: 'gelf', global: true, node: null, attributes: {}, static_fields: {} },
      { id: 'i2', title: 'Syslog', type: 'syslog', global: false, node: 'n', attributes: {}, static_fields: {} },
    ],
    total: 2,
  }),
  'GET /system/indices/index_sets': () => ({ total: 1, index_sets: [{ id: 'usual', title: 'Usual set' }], stats: {} }),
  'GET /system/inputs/i1': () => ({ id: 'i1', title: 'GELF', type: 'gelf', global: true, node: null, attributes: {} }),
  'GET /streams/rules/inputs': () => ({
    inputs: [
      { id: 'i1', title: 'Web shop', name: 'GELF HTTP' },
      { id: 'i2', title: 'Routers', name: 'Syslog UDP' },
    ],
  }),
  'GET /system/codecs/types/all': () => ({
    raw: { type: 'raw', name: 'Raw String', requested_configuration: {} },
    gelf: { type: 'gelf', name: 'GELF', requested_configuration: {} },
  }),
  'GET /system/lookup/tables': () => ({ lookup_tables: [], total: 0, page: 1, per_page: 0, count: 0 }),
  'POST /cluster/metrics/multiple': () => ({ n: { total: metrics.length, metrics } }),
});
