// Files, values, versions and conversions of content packs have the stored results (`tables.txt`).
import { test } from 'node:test';
import { portWarning, type UsedPorts } from '../../../../host/server/content-packs/checks.js';
import { convertedAlerts } from '../../../../host/server/content-packs/old-alerts.js';
import { convertedDashboard } from '../../../../host/server/content-packs/old-dashboard.js';
import {
  constraintResults,
  packOf,
  packOfText,
  readPackFile,
} from '../../../../host/server/content-packs/pack-file.js';
import { parametersOf } from '../../../../host/server/content-packs/plan/parameters.js';
import { afterRename, type Rename } from '../../../../host/server/content-packs/renames.js';
import { canonical, textIn, typeProblem, unwrapped, wrapped } from '../../../../host/server/content-packs/values.js';
import { isWithin } from '../../../../host/server/content-packs/version-range.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';

const entity = (over: object = {}) => ({
  v: '1',
  type: { name: 'grok_pattern', version: '1' },
  id: 'e1',
  data: { name: 'A', pattern: 'a' },
  constraints: [],
  ...over,
});
const pack = (over: object = {}) => ({
  ...{ v: 1, id: 'p', rev: 1, name: 'Pack', summary: 's', description: 'd', vendor: 'v', url: 'u' },
  ...{ parameters: [], entities: [entity()], ...over },
});
const parameter = (over: object) => ({
  name: 'P',
  title: 'T',
  description: 'd',
  type: 'string',
  default_value: null,
  ...over,
});
const entities = (count: number) => Array.from({ length: count }, (_, at) => entity({ id: `e${at}` }));
const parameters = (count: number) => Array.from({ length: count }, (_, at) => parameter({ name: `P${at}` }));
const packs: readonly (readonly [string, object])[] = [
  ['usual', pack()],
  ['in an answer', { content_pack: pack() }],
  ['v text', pack({ v: '1' })],
  ['v absent', pack({ v: undefined })],
  ['v 2', pack({ v: 2 })],
  ...[0, 1.5, '1', -1, 2 ** 53].map((rev) => [`rev ${JSON.stringify(rev)}`, pack({ rev })] as const),
  ['entities absent', pack({ entities: undefined })],
  ['parameters absent', pack({ parameters: undefined })],
  ['2000 entities', pack({ entities: entities(2000) })],
  ['2001 entities', pack({ entities: entities(2001) })],
  ['500 parameters', pack({ parameters: parameters(500) })],
  ['501 parameters', pack({ parameters: parameters(501) })],
  ['two entities of one id', pack({ entities: [entity(), entity()] })],
  ['two parameters of one name', pack({ parameters: [parameter({}), parameter({})] })],
  ['name blank', pack({ name: ' ' })],
  ['name 1000', pack({ name: 'x'.repeat(1000) })],
  ['name 1001', pack({ name: 'x'.repeat(1001) })],
  ['id 200', pack({ id: 'x'.repeat(200) })],
  ['id 201', pack({ id: 'x'.repeat(201) })],
  ['id number', pack({ id: 1 })],
  ['summary number', pack({ summary: 1 })],
  ['summary long', pack({ summary: 'x'.repeat(200_001) })],
  ['created_at and server_version', pack({ created_at: 'then', server_version: '5.0' })],
  ['created_at number', pack({ created_at: 1, server_version: 5 })],
  ['entity text', pack({ entities: ['x'] })],
  ['entity without type', pack({ entities: [entity({ type: 'x' })] })],
  ['entity without data', pack({ entities: [entity({ data: null })] })],
  ['entity without version', pack({ entities: [entity({ type: { name: 'stream' } })] })],
  ['type name 101', pack({ entities: [entity({ type: { name: 'x'.repeat(101) } })] })],
  ['constraint text', pack({ entities: [entity({ constraints: ['x'] })] })],
  ['constraint without version', pack({ entities: [entity({ constraints: [{ type: 'server-version' }] })] })],
  [
    'constraints',
    pack({
      entities: [
        entity({
          constraints: [
            { type: 'server-version', version: '>=5', more: 1 },
            { type: 'plugin-version', plugin: 'x', version: '1' },
            { type: 'plugin-version', version: '1' },
            { type: 'other', version: '1' },
          ],
        }),
      ],
    }),
  ],
  ...[
    { type: 'x' },
    { name: ' ' },
    { title: '' },
    { default_value: 1 },
    { default_value: '' },
    { type: 'integer', default_value: '' },
    { type: 'integer', default_value: 1.5 },
    { type: 'boolean', default_value: 'true' },
    { default_value: undefined },
  ].map((over) => [`parameter ${JSON.stringify(over)}`, pack({ parameters: [parameter(over)] })] as const),
  ['parameter text', pack({ parameters: ['x'] })],
];

const oldPack = {
  name: ' Old ',
  description: 'of long ago',
  category: 'Web',
  alarms: [1],
  empty: [],
  grok_patterns: [{ name: 'A', pattern: 'a+' }, 'x'],
  lookup_data_adapters: [
    {
      name: 'adapter',
      title: 'Ad',
      description: 'd',
      config: { type: 'csvfile', path: '/x' },
      configuration: { path: '/y' },
    },
  ],
  lookup_caches: [{ name: 'cache', title: 'Ca', description: '', configuration: { type: 'none' } }],
  lookup_tables: [
    {
      id: 'x',
      name: 'table',
      title: 'Ta',
      cache_name: 'cache',
      data_adapter_name: 'adapter',
      default_single_value: '',
    },
  ],
  outputs: [{ id: 'o1', title: 'Out', type: 'o.Type', configuration: { a: 1 } }, { title: 'Untyped' }],
  inputs: [
    {
      ...{ title: 'In', type: 'i.Type', global: false, configuration: { port: 1 }, static_fields: { a: 'b' } },
      extractors: [
        {
          ...{ title: 'E', cursor_strategy: 'cut', type: 'regex', configuration: { regex_value: 'a' }, order: 2 },
          ...{ condition_type: 'string', condition_value: 'c', source_field: 'm', target_field: 't' },
          converters: [{ type: 'numeric', config: { a: 1 }, configuration: { b: 2 } }, 'x'],
        },
        { title: 'F', extractor_type: 'grok', extractor_config: { grok_pattern: 'x' } },
        { title: 'G' },
      ],
    },
    { title: 'Global' },
  ],
  streams: [
    {
      ...{ id: '000000000000000000000001', title: 'S', matching_type: 'OR', disabled: true, default_stream: true },
      ...{ outputs: ['o1', 'unknown'], remove_matches_from_default_stream: true },
      stream_rules: [
        ...Array.from({ length: 10 }, (_, type) => ({ type, field: 'f', value: 'v', inverted: type === 2 })),
        { type: 'regex', description: 'd' },
        { field: 'g' },
      ],
    },
    { title: 'T' },
  ],
  dashboards: [
    {
      title: 'D',
      description: 'dd',
      dashboard_widgets: [
        {
          description: 'W',
          type: 'SEARCH_RESULT_COUNT',
          cache_time: 5,
          configuration: {
            query: 'a',
            stream_id: '000000000000000000000001',
            timerange: { type: 'relative', range: 60 },
          },
          col: 2,
          row: 3,
          width: 4,
          height: 5,
        },
        { type: 'X' },
      ],
    },
  ],
};

const widget = (type: string, configuration: object = {}, over: object = {}) => ({
  ...{ description: `of ${type}`, type, configuration: { query: 'q', field: 'f', ...configuration } },
  position: { col: 1, row: 1, width: 1, height: 1 },
  ...over,
});
const charts = [
  widget('SEARCH_RESULT_COUNT', { trend: true, lower_is_better: true }),
  widget('STREAM_SEARCH_RESULT_COUNT', { trend: 'x', stream_id: 's' }),
  ...['mean', 'standard_deviation', 'cardinality', 'total', 'sum_of_squares', 'count', '', 'max'].map((name) =>
    widget('STATS_COUNT', { stats_function: name }),
  ),
  widget('QUICKVALUES', {}),
  widget('QUICKVALUES', { show_pie_chart: true, limit: 1000, data_table_limit: 1001, stacked_fields: ' g, ,h' }),
  widget('QUICKVALUES', { show_data_table: false, limit: 0 }),
  widget('QUICKVALUES', { show_data_table: false, show_pie_chart: true, limit: 5.7 }),
  widget('QUICKVALUES_HISTOGRAM', { limit: '5' }),
  widget('SEARCH_RESULT_CHART', { timerange: { type: 'relative', range: 0 } }),
  widget('FIELD_CHART', { renderer: 'scatterplot', valuetype: 'total', timerange: { type: 'relative', range: -1 } }),
  widget('FIELD_CHART', { timerange: { type: 'keyword', keyword: 'k' } }),
  widget('STACKED_CHART', {
    renderer: 'area',
    series: [{ statistical_function: 'max', field: 'a', query: 'b' }, 'x', {}],
  }),
  widget('STACKED_CHART', { series: [{ field: 'a' }] }),
  widget('WORLD_MAP'),
  widget('org.graylog.plugins.map.widget.strategy.MapWidgetStrategy'),
  widget('OTHER'),
  { configuration: {} },
];
const places = [
  [[1, 1, 1, 1]],
  [
    [1, 1, 2, 2],
    [3, 1, 1, 3],
  ],
  [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
    [1, 3, 1, 1],
  ],
  [[13, 1, 1, 2]],
  [[0, -1, 0, 1.5]],
  [[1001, 1, 1001, 2]],
];

test('reading files of content packs has the stored results', async () => {
  const stored = JSON.stringify(pack());
  await compareTable('content-packs/tables-files.txt', {
    packs: packs.map(([title, given]): Row => [title, () => packOf(JSON.parse(JSON.stringify(given)))]),
    'no packs': rowsOf<unknown>([null, [], 'x', 1], packOf),
    'stored texts': [
      ['with a byte order mark', () => packOfText(`\uFEFF${stored}`).name],
      ['without', () => packOfText(stored).name],
    ],
    warnings: [
      [
        'unknown parts',
        () =>
          readPackFile(
            {
              ...pack({
                entities: [
                  entity({ data: { name: 'A', pattern: 'a', more: 1 } }),
                  entity({ id: 'x1', type: { name: 'x' } }),
                  entity({ id: 'x2', type: { name: 'x' } }),
                  entity({ id: 'y1', type: { name: 'y', version: '3' } }),
                ],
              }),
              extra: 1,
            },
            'text',
          ).warnings,
      ],
      ['none', () => readPackFile(pack(), 'text').warnings],
    ],
    constraints: [
      [
        'of this server',
        () =>
          constraintResults(
            packOf(
              pack({
                entities: [
                  entity({
                    constraints: [
                      { type: 'server-version', version: '>=3.0.0' },
                      { type: 'server-version', version: '>=3.0.0' },
                    ],
                  }),
                  entity({
                    id: 'e2',
                    constraints: [
                      { type: 'server-version', version: '>=99' },
                      { type: 'plugin-version', plugin: 'x', version: '>=1' },
                    ],
                  }),
                ],
              }),
            ),
          ),
      ],
    ],
    'versions within ranges': [
      '',
      '*',
      'x',
      '5',
      '5.1',
      '5.1.8',
      '5.1.7',
      '5.1.x',
      '5.x',
      '6',
      '>5',
      '>5.1',
      '>5.1.7',
      '>5.1.8',
      '>=5.1.8',
      '>=5.1.9',
      '<5.1.8',
      '<5.1.9',
      '<=5.1',
      '<=5.0',
      '<=5.1.8',
      '~5.1.0',
      '~5.0',
      '~5',
      '~4',
      '^5.0.0',
      '^4',
      '^5.1.9',
      '=5.1.8',
      'v5.1.8',
      '5.0 - 5.2',
      '5.2 - 6',
      '>= 3.0.0 < 4',
      '>=3 <6',
      '>=3, <6',
      '4 || 5',
      '4||6',
      '>=5.1.8-rc.1',
      '5.1.8+d970230',
      'latest',
      '1.2.3.4',
      'a'.repeat(1001),
    ].map((range): Row => [range, () => isWithin('5.1.8', range)]),
    'small versions': [
      ['0.2.3', '^0.2.1'],
      ['0.3.0', '^0.2.1'],
      ['0.0.3', '^0.0.3'],
      ['0.0.4', '^0.0.3'],
      ['0.0.4', '^0.0'],
      ['0.1.0', '^0'],
      ['1.0.0', '^0'],
      ['x', '*'],
      ['5.1.8-beta', '5.1.8'],
    ].map(([version = '', range = '']): Row => [`${version} ${range}`, () => isWithin(version, range)]),
  });
});

test('converting values of content packs has the stored results', async () => {
  const reference = (type: unknown, value: unknown) => ({ '@type': type, '@value': value });
  const values: readonly unknown[] = [
    'x',
    '',
    true,
    1,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    10n,
    null,
    undefined,
    [1, 'a'],
    { a: { b: 1 } },
    NaN,
  ];
  const rename = (type: string, from: string, to: string): Rename => ({ type, from, to });
  const rule =
    'rule "old" when true then set_field("a", lookup_value("old", "k")); set_field("b", grok("%{OLD:x}", "y")); end';
  const planned = (given: object, over: object = {}, upgraded?: ReadonlyMap<string, unknown>) =>
    parametersOf(packOf(pack({ parameters: [parameter({ ...over })] })), {
      parameters: given,
      ...(upgraded && { upgraded: { values: upgraded } }),
      // Cast: the plan reads only these members.
    } as never).planned.map(({ value, problem }) => [value, problem]);
  await compareTable('content-packs/tables-values.txt', {
    wrapped: rowsOf(values, wrapped),
    canonical: rowsOf(
      [...values, { b: 1, a: '' }, { b: [], a: {}, c: null }, { b: { d: null }, a: 1 }, [null, ''], false, 0],
      canonical,
    ),
    'types of values': (['string', 'boolean', 'integer', 'long', 'double', 'float'] as const).flatMap((type) =>
      values.map((value): Row => [`${type} ${typeof value} ${String(value)}`, () => typeProblem(type, value)]),
    ),
    unwrapped: rowsOf(
      [
        reference('string', 'x'),
        reference('integer', 'x'),
        reference('integer', null),
        reference('other', 1),
        reference('parameter', 'P'),
        reference('parameter', 'Q'),
        reference('parameter', 1),
        { a: [reference('boolean', true), { b: reference('parameter', 'P') }], c: null },
        { '@type': 'string' },
        { '@type': 1, '@value': 'x' },
        'x',
      ],
      (value) => unwrapped(value, new Map([['P', 7]])),
    ),
    'long values': rowsOf(['x'.repeat(58), 'x'.repeat(59)], (text) => typeProblem('integer', text)?.length),
    texts: rowsOf(values, (value) => textIn({ a: value }, 'a')),
    parameters: [
      ['none', () => planned({})],
      ['the usual', () => planned({}, { default_value: 'usual' })],
      ['given', () => planned({ P: reference('string', 'x') }, { default_value: 'usual' })],
      ['given of another type', () => planned({ P: reference('integer', 1) })],
      ['given wrong', () => planned({ P: reference('string', 1) })],
      ['given null', () => planned({ P: reference('string', null) }, { default_value: 'usual' })],
      ['upgraded', () => planned({}, { default_value: 'usual' }, new Map([['P', 'before']]))],
      [
        'upgraded to another type',
        () => planned({}, { type: 'integer', default_value: 3 }, new Map([['P', 'before']])),
      ],
      ['given and upgraded', () => planned({ P: reference('string', 'x') }, {}, new Map([['P', 'before']]))],
    ],
    renames: [
      [
        'rule in a pipeline',
        'pipeline',
        { source: 'pipeline "p" stage 0 match all rule "old"; rule "older" end' },
        rename('pipeline_rule', 'old', 'new'),
      ],
      ['rule in another pipeline', 'pipeline', { source: 'pipeline "p" end' }, rename('pipeline_rule', 'old', 'new')],
      ['rule in a rule', 'pipeline_rule', { source: rule }, rename('pipeline_rule', 'old', 'new')],
      ['table in a rule', 'pipeline_rule', { source: rule }, rename('lookup_table', 'old', 'new')],
      ['pattern in a rule', 'pipeline_rule', { source: rule }, rename('grok_pattern', 'OLD', 'NEW$&')],
      [
        'pattern in a pattern',
        'grok_pattern',
        { name: 'x', pattern: '%{OLD} %{OLDER} %{OLD:a}' },
        rename('grok_pattern', 'OLD', 'NEW'),
      ],
      [
        'pattern in an input',
        'input',
        { extractors: [{ configuration: { grok_pattern: '%{OLD}' } }], n: 1 },
        rename('grok_pattern', 'OLD', 'NEW'),
      ],
      [
        'table in an input',
        'input',
        { extractors: [{ configuration: { lookup_table_name: 'old' } }], title: 'old' },
        rename('lookup_table', 'old', 'new'),
      ],
      [
        'table in an event definition',
        'event_definition',
        { title: 'old', field_spec: { a: { providers: [{ table_name: 'old' }] } } },
        rename('lookup_table', 'old', 'new'),
      ],
      ['table in a stream', 'stream', { title: 'old' }, rename('lookup_table', 'old', 'new')],
      ['stream', 'input', { title: 'old' }, rename('stream', 'old', 'new')],
    ].map(([title, type, data, change]): Row => [
      String(title),
      // Cast: the rows of the table have one type for all kinds of entities.
      () => afterRename(type as string, data as object as never, change as Rename),
    ]),
  });
});

test('converting packs of old versions has the stored results', async () => {
  const convertedEntities = () => readPackFile(oldPack, 'text').pack.entities;
  const alerts = (condition: object, callback?: object) =>
    convertedAlerts(
      {
        ...{ v: '1', type: { name: 'stream', version: '1' }, id: 's1', constraints: [] },
        data: { title: 'S', alert_conditions: [condition], alarm_callbacks: callback ? [callback] : [] },
      },
      ['P'],
    );
  const held = { threshold: 5, threshold_type: 'MORE', time: 10, grace: 2, backlog: 3.7, query: ' q ' };
  const shortAlerts = (condition: object, callback?: object) => {
    const { entities: made, warnings } = alerts(condition, callback);
    return [...made.map(({ type, data }) => [type.name, data]), ...warnings];
  };
  await compareTable('content-packs/tables-old.txt', {
    pack: [
      ['head', () => ({ ...readPackFile(oldPack, 'text').pack, entities: [] })],
      ['warnings', () => readPackFile(oldPack, 'text').warnings],
      ['without a name', () => readPackFile({ streams: [] }, 'text').pack],
      ['twins', () => convertedEntities().map(({ type, id }) => `${type.name} ${/^0{23}/.test(id) ? id : ''}`)],
    ],
    entities: Array.from({ length: 11 }, (_, at): Row => [
      String(at),
      () => unwrapped(convertedEntities()[at]?.data ?? null, new Map()).data,
    ]),
    charts: charts.map((one): Row => [
      JSON.stringify(one).slice(0, 90),
      () => {
        const { data, left } = convertedDashboard({ title: 'D', widgets: [one] });
        // Cast: a converted dashboard has this form.
        const search = JSON.parse(JSON.stringify(data)) as { state?: Record<string, { widgets?: unknown[] }> };
        return [left, Object.values(search.state ?? {}).flatMap(({ widgets }) => widgets ?? [])];
      },
    ]),
    places: places.map((some): Row => [
      JSON.stringify(some),
      () => {
        const widgets = some.map(([col, row, width, height]) =>
          widget('SEARCH_RESULT_CHART', {}, { position: { col, row, width, height } }),
        );
        const { data } = convertedDashboard({ title: 'D', widgets });
        return /"positions":(\{.*?\}\})/.exec(JSON.stringify(data))?.[1]?.replaceAll(/"[0-9a-f-]{36}":/g, '');
      },
    ]),
    'many widgets': [201].map((count): Row => [
      String(count),
      () =>
        convertedDashboard({ title: 'D', widgets: Array.from({ length: count }, () => widget('OTHER')) }).left.length,
    ]),
    alerts: [
      ...['message_count', 'MessageCount', 'field_value', 'field_content_value', 'other'].flatMap((type) =>
        [
          held,
          { ...held, threshold_type: 'LESS', field: 'f', type: 'MEAN', value: 'v"' },
          { field: 'f', type: 'NONE', query: '*', value: 1 },
        ].map((parameters): Row => [
          `${type} ${JSON.stringify(parameters)}`,
          () => shortAlerts({ type, title: 'C', parameters }),
        ]),
      ),
      [
        'texts as numbers',
        () =>
          shortAlerts({ type: 'message_count', parameters: { threshold: ' 7 ', time: '', grace: 'x', backlog: '-1' } }),
      ],
      ...[
        { type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback', configuration: { url: 'http://a' } },
        {
          type: 'org.graylog2.alarmcallbacks.EmailAlarmCallback',
          title: 'E',
          configuration: { email_receivers: ['a'] },
        },
        { type: 'org.graylog2.alarmcallbacks.EmailAlarmCallback', title: 'E', configuration: {} },
        { type: 'other', title: 'O' },
      ].map((callback): Row => [
        callback.type,
        () => shortAlerts({ type: 'message_count', parameters: held }, callback),
      ]),
    ],
  });
});

test('warnings about the ports of inputs have the stored results', async () => {
  const [tcp, udp] = ['org.graylog2.inputs.raw.tcp.RawTCPInput', 'org.graylog2.inputs.raw.udp.RawUDPInput'];
  const input = (type: string, port: unknown, bind_address?: string) => ({
    ...{ title: 'New', type },
    configuration: { port, ...(bind_address !== undefined && { bind_address }) },
  });
  const used: UsedPorts = new Map([
    ['TCP 2381', { title: 'Old', id: 'i1' }],
    ['TCP 2382', { title: 'Next', id: 'i2' }],
    ['UDP 65535', { title: 'Last', id: 'i3' }],
  ]);
  const warned = async (data: object, own?: string) => {
    const taken: UsedPorts = new Map(used);
    // Cast: the rows of the table have one type for all inputs.
    const warning = await portWarning(data as Readonly<Record<string, unknown>>, taken, own);
    return [warning ?? null, [...taken.keys()].filter((name) => !used.has(name))];
  };
  const local = '127.0.0.1';
  await compareTable('content-packs/tables-ports.txt', {
    warnings: [
      ['a free port', () => warned(input(tcp, 2391, local))],
      ['a free port of another protocol', () => warned(input(udp, 2381, local))],
      ['a port of NetFlow', () => warned(input('org.graylog.plugins.netflow.inputs.NetFlowUdpInput', 2381, local))],
      ['a port of another input', () => warned(input(tcp, 2381, local))],
      ['its own port', () => warned(input(tcp, 2381, local), 'i1')],
      ['a port of another input than its own', () => warned(input(tcp, 2382, local), 'i1')],
      ['the last port', () => warned(input(udp, 65_535, local))],
      ['an address of another machine', () => warned(input(tcp, 2391, '203.0.113.7'))],
      ['an address of another machine, with UDP', () => warned(input(udp, 2391, '203.0.113.7'))],
      ...[0, -1, 65_536, 1.5, '2391', null].map((port): Row => [
        `port ${JSON.stringify(port)}`,
        () => warned(input(tcp, port, local)),
      ]),
    ],
  });
});
