// Tests that the checks of event definitions, conditions, silences and notifications have the stored results
// (`tables.txt`).
import { test } from 'node:test';
import type { EventDefinitionBody } from '../../../../api/contract/event-definitions.schema.js';
import type { Expression } from '../../../../api/contract/event-definitions.schema.js';
import { conditionSql, holds, readExpression, referencesOf } from '../../../../host/server/alerts/conditions.js';
import { readDefinition } from '../../../../host/server/alerts/definition-input.js';
import { hidden, readConfig, shownConfig, type Fields } from '../../../../host/server/alerts/notifications/fields.js';
import { kindOf } from '../../../../host/server/alerts/notifications/kinds/index.js';
import { line, recipientsOf } from '../../../../host/server/alerts/notifications/kinds/email.js';
import { addressProblem } from '../../../../host/server/alerts/notifications/kinds/post.js';
import { boundedJob, modelOf, payloadOf, testJob } from '../../../../host/server/alerts/notifications/model.js';
import type { Means } from '../../../../host/server/alerts/notifications/kind.js';
import { shownSilence, Silences } from '../../../../host/server/alerts/states/silences.js';
import { distanceAtMost } from '../../../../host/server/alerts/states/edit-distance.js';
import { systemDefinition, systemEvent } from '../../../../host/server/alerts/system-events.js';
import { renderTemplate } from '../../../../host/server/alerts/templates.js';
import { memoryDocuments } from '../intake/recording-sink.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';
import { counting, definitionOf } from './definitions.js';

const ref = (name: string) => ({ expr: 'number-ref', ref: name });
const figure = (value: unknown) => ({ expr: 'number', value });
const compared = (expr: string, left: string, value: number) => ({ expr, left: ref(left), right: figure(value) });
const [yes, no] = [compared('>', 'a', 1), compared('<', 'a', 1)];
const nested = (depth: number): object => (depth === 0 ? { expr: 'true' } : { expr: '!', left: nested(depth - 1) });
/** Returns a condition that joins this number of comparisons by OR. */
const wide = (comparisons: number): object =>
  comparisons === 1
    ? yes
    : {
        expr: '||',
        left: wide(Math.ceil(comparisons / 2)),
        right: wide(Math.floor(comparisons / 2)),
      };
const expressions: readonly unknown[] = [
  ...['==', '>', '>=', '<', '<='].flatMap((expr) => [1, 2, 3].map((value) => compared(expr, 'a', value))),
  compared('==', 'none', 1),
  compared('<', 'empty', 1),
  { expr: '>', left: figure(3), right: ref('a') },
  { expr: 'true' },
  ...['&&', '||'].flatMap((expr) => [yes, no].flatMap((left) => [yes, no].map((right) => ({ expr, left, right })))),
  { expr: '!', left: yes },
  { expr: '!', left: no },
  { expr: 'group', operator: '&&', child: yes },
  { expr: 'group', operator: '||', child: { expr: '||', left: yes, right: compared('>', 'b', 1) } },
  { expr: 'group', operator: 'x', child: yes },
  { expr: '!=', left: ref('a'), right: figure(1) },
  { expr: '>', left: ref('a'), right: figure('1') },
  { expr: '>', left: ref('a') },
  { expr: '>', left: { expr: 'number-ref' }, right: figure(1) },
  { expr: '&&', left: yes },
  { expr: '&&', right: yes, left: [] },
  null,
  'x',
];

test('conditions are read, evaluated and compiled to the stored results', async () => {
  const values = new Map<string, number | null>([
    ['a', 2],
    ['b', 0],
    ['empty', null],
  ]);
  const told = (given: unknown) => {
    const read: Expression = readExpression(given);
    const numbers: unknown[] = [];
    const parameters = { add: (value: unknown) => `$${numbers.push(value)}` };
    const sql = conditionSql(read, new Map([['a', 'c0']]), parameters);
    return [holds(read, values), [...referencesOf(read)].join(), sql];
  };
  await compareTable('alerts/tables-conditions.txt', {
    expressions: rowsOf(expressions, told),
    limits: [
      ...[60, 61].map((depth): Row => [`${depth} levels`, () => told(nested(depth))[0]]),
      ...[125, 126].map((count): Row => [`${count} comparisons`, () => told(wide(count))[0]]),
    ],
  });
});

const texts = (count: number, prefix = 't') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const series = (count: number) => texts(count, 's').map((id) => ({ id, function: 'count', field: '' }));
const provider = (template: unknown, more: object = {}) => ({
  data_type: 'string',
  providers: [{ type: 'template-v1', template, ...more }],
});
const parameter = (name: string, more: object = {}) => ({ name, lookup_table: 't', key: 'k', ...more });
const formulas = (count: number) =>
  texts(count, 'f').map((id) => ({ id, function: 'formula', formula: 'count() + 1' }));

/** Wrong and unusual parts of the condition of a definition. */
const configs: readonly (readonly [string, object])[] = [
  ...[999, 1000, 366 * 86_400_000, 366 * 86_400_000 + 1, 0, 1000.5, '1000'].map(
    (value) => [`search_within_ms ${inJson(value)}`, { search_within_ms: value }] as const,
  ),
  ['execute_every_ms 999', { execute_every_ms: 999 }],
  ['streams 1000', { streams: texts(1000) }],
  ['streams 1001', { streams: texts(1001) }],
  ['streams twice', { streams: ['a', 'a'] }],
  ['streams 500 characters', { streams: ['x'.repeat(500)] }],
  ['streams 501 characters', { streams: ['x'.repeat(501)] }],
  ['streams text', { streams: 'x' }],
  ['group_by 20', { group_by: texts(20) }],
  ['group_by 21', { group_by: texts(21) }],
  ['group_by empty names', { group_by: ['', 'a', 'a'] }],
  ['series 100', { series: [...series(99), { id: 'count-', function: 'count' }] }],
  ['series 101', { series: series(101) }],
  ['series no list', { series: {} }],
  ['series no objects', { series: ['x'] }],
  ['series of no id', { series: [{ function: 'count' }], conditions: {} }],
  ['series of one id', { series: [...series(1), ...series(1)] }],
  ['series without a field', { series: [{ id: 'count-', function: 'avg' }] }],
  ['series of no function', { series: [{ id: 'count-', function: 'sumo', field: 'a' }] }],
  ['formulas 10', { series: [...formulas(10), ...series(1)], conditions: {} }],
  ['formulas 11', { series: [...formulas(11), ...series(1)], conditions: {} }],
  ['no series', { series: [] }],
  ['no condition', { conditions: null }],
  ['another series', { series: series(2) }],
  ['groups without series', { series: [], conditions: {}, group_by: ['a'] }],
  ['an invalid condition', { conditions: { expression: { expr: 'x' } } }],
  ['event_limit 0', { event_limit: 0 }],
  ['event_limit 3', { event_limit: 3 }],
  ['event_limit -1', { event_limit: -1 }],
  ['event_limit 1.5', { event_limit: 1.5 }],
  ['event_limit null', { event_limit: null }],
  ['by_receive_time', { by_receive_time: true }],
  ['by_receive_time text', { by_receive_time: 'true' }],
  ['query', { query: 'a:(b' }],
  ['query of a parameter', { query: 'a:$p$' }],
  ['query of a declared parameter', { query: 'a:($p$', query_parameters: [parameter('p')] }],
  [
    'parameters with all members',
    {
      query_parameters: [
        parameter(' p ', { title: ' P ', description: 'd', default_value: 'v', optional: true, data_type: 'x' }),
        parameter('q', { title: ' ', description: 1, default_value: 2, optional: 'x' }),
      ],
    },
  ],
  ['parameters 20', { query_parameters: texts(20).map((name) => parameter(name)) }],
  ['parameters 21', { query_parameters: texts(21).map((name) => parameter(name)) }],
  ...['name', 'lookup_table', 'key'].map(
    (name) => [`parameter without ${name}`, { query_parameters: [parameter('p', { [name]: ' ' })] }] as const,
  ),
  ['parameter no object', { query_parameters: ['p'] }],
  ['parameter embryonic', { query_parameters: [{ embryonic: true }] }],
];

/** Wrong and unusual members of a definition. */
const bodies: readonly (readonly [string, object])[] = [
  ['title', { title: ' x ' }],
  ['title blank', { title: ' ' }],
  ['title null', { title: null }],
  ['title 1000', { title: 'x'.repeat(1000) }],
  ['title 1001', { title: 'x'.repeat(1001) }],
  ['description null', { description: null }],
  ['description 20000', { description: 'x'.repeat(20_000) }],
  ['description 20001', { description: 'x'.repeat(20_001) }],
  ...[0, 1, 3, 4, 1.5, null].map((priority) => [`priority ${priority}`, { priority }] as const),
  ['_scope', { _scope: 'X' }],
  ['_scope of every object', { _scope: 'toString' }],
  ['alert absent, no notification', { alert: undefined }],
  ['alert absent, a notification', { alert: undefined, notifications: [{ notification_id: 'n' }] }],
  ['config of another type', { config: { type: 'x' } }],
  ['config null', { config: null }],
  ['config of the system', { config: { type: 'system-notifications-v1', more: 1 } }],
  ['field 100', { field_spec: Object.fromEntries(texts(100).map((name) => [name, provider('x')])) }],
  ['field 101', { field_spec: Object.fromEntries(texts(101).map((name) => [name, provider('x')])) }],
  ...['', 'a b', 'ä', 'x'.repeat(501), 'a-b.c@d_1'].map(
    (name) => [`field ${name}`, { field_spec: { [name]: provider('x') } }] as const,
  ),
  ['field 500 characters', { field_spec: { ['x'.repeat(500)]: provider('x') } }],
  ['field without provider', { field_spec: { a: {} } }],
  ['field of another provider', { field_spec: { a: { providers: [{ type: 'x' }] } } }],
  ['field of an empty template', { field_spec: { a: provider('') } }],
  ['field of a wrong template', { field_spec: { a: provider('a\n ${source.b') } }],
  ['field of a template', { field_spec: { a: provider('${source.b}', { require_values: true }) } }],
  [
    'field of two providers',
    { field_spec: { a: { providers: [...provider('1').providers, ...provider('').providers] } } },
  ],
  [
    'field of a lookup table',
    { field_spec: { a: { providers: [{ type: 'lookup-v1', table_name: ' t ', key_field: ' k ' }] } } },
  ],
  ['field of no lookup table', { field_spec: { a: { providers: [{ type: 'lookup-v1', key_field: 'k' }] } } }],
  ['field of no key', { field_spec: { a: { providers: [{ type: 'lookup-v1', table_name: 't' }] } } }],
  ['key of no field', { key_spec: ['toString', 'b'] }],
  ['key twice', { field_spec: { a: provider('x') }, key_spec: ['a', 'a'] }],
  ['notifications 100', { notifications: texts(100).map((id) => ({ notification_id: id })) }],
  ['notifications 101', { notifications: texts(101).map((id) => ({ notification_id: id })) }],
  [
    'notifications twice',
    { notifications: [{ notification_id: 'a', notification_parameters: { b: 1 } }, { notification_id: 'a' }] },
  ],
  ...[-1, 0, 1].map(
    (grace_period_ms) => [`grace ${grace_period_ms}`, { notification_settings: { grace_period_ms } }] as const,
  ),
  ...[-1, 0, 1000, 1001, null].map(
    (backlog_size) =>
      [`backlog ${backlog_size}`, { notification_settings: { grace_period_ms: 0, backlog_size } }] as const,
  ),
];

function inJson(value: unknown): string {
  return JSON.stringify(value);
}

test('event definitions are read to the stored results', async () => {
  const usual = readDefinition(definitionOf(counting()), 7);
  const changed = (body: EventDefinitionBody): Record<string, unknown> => {
    const read: Record<string, unknown> = { ...readDefinition(body, 7), ...readDefinition(body, 7).config };
    const known: Record<string, unknown> = { ...usual, ...usual.config };
    delete read['config'];
    return Object.fromEntries(Object.entries(read).filter(([name, value]) => inJson(value) !== inJson(known[name])));
  };
  await compareTable('alerts/tables-definitions.txt', {
    'usual definition': [['usual', () => usual]],
    conditions: configs.map(([title, over]): Row => [title, () => changed(definitionOf(counting(over)))]),
    bodies: bodies.map(([title, over]): Row => [
      title,
      // Cast: some of the bodies are invalid on purpose.
      () => changed(definitionOf(counting(), over) as EventDefinitionBody),
    ]),
  });
});

/** Facts of a mail server, which the checks of e-mail notifications read. */
const means = (isConfigured: boolean, sender: string): Means => ({
  // Cast: the checks use nothing else.
  ...({ mailer: { facts: () => ({ isConfigured, sender }) } } as unknown as Means),
});
const long = 'x'.repeat(4097);
const values: readonly unknown[] = [
  undefined,
  null,
  '',
  ' x ',
  'x'.repeat(4096),
  long,
  1,
  true,
  -1,
  10_000,
  10_001,
  1.5,
  ['a', ' a ', '', 'b'],
  texts(100),
  texts(101),
  [1],
  { a: 1 },
  '${event.x',
  { set_value: 's' },
  { set_value: long },
  { keep_value: true },
  { delete_value: true },
  { set_value: 's', keep_value: true },
  { set_value: 1 },
];
const kindsOfFields = {
  text: { kind: 'text', otherwise: 'usual' },
  short: { kind: 'text', otherwise: '', longest: 2 },
  nullable: { kind: 'text', otherwise: 'usual', mayBeNull: true },
  template: { kind: 'template', otherwise: 'usual' },
  boolean: { kind: 'boolean', otherwise: true },
  count: { kind: 'count', otherwise: 5 },
  texts: { kind: 'texts' },
  secret: { kind: 'secret' },
  choice: { kind: 'choice', among: ['', 'x'], otherwise: 'x' },
  values: { kind: 'values' },
} as const;

const mail = {
  ...{ type: 'email-notification-v1', subject: 's', body_template: 'b', email_recipients: ['a@example.org'] },
  ...{ sender: 'c@example.org', reply_to: '', html_body_template: '', user_recipients: [] },
};
const hook = { type: 'http-notification-v2', url: 'https://a.example/x', api_key: 'k', api_secret: 'sealed' };
const chat = { color: '#FF00aa', webhook_url: 'https://a.example/x', channel: '#c' };
const pager = {
  ...{ type: 'pagerduty-notification-v2', routing_key: 'r'.repeat(32), custom_incident: true, key_prefix: 'p' },
  ...{ client_name: 'c', client_url: 'https://a.example' },
};
const callback = (type: string, configuration: unknown) => ({
  ...{ type: 'legacy-alarm-callback-notification-v1', callback_type: `org.graylog2.alarmcallbacks.${type}` },
  configuration,
});
const headers = (count: number) => texts(count, 'X-').join(': 1\n').concat(': 1');
const checked: readonly (Record<string, unknown> & { type: string })[] = [
  mail,
  { ...mail, subject: ' ' },
  { ...mail, body_template: ' ' },
  { ...mail, body_template: ' ', html_body_template: 'h' },
  { ...mail, email_recipients: [] },
  { ...mail, email_recipients: [], user_recipients: ['u'] },
  { ...mail, email_recipients: ['a b', 'a@example.org', 'c'] },
  ...['', 'x', '${event.source}', 'Name <c@example.org>'].map((sender) => ({ ...mail, sender })),
  ...['x', '${event.source}', 'r@example.org'].map((reply_to) => ({ ...mail, reply_to })),
  hook,
  { ...hook, type: 'http-notification-v1' },
  ...['', 'x', 'ftp://a.example', 'https://u@a.example', 'https://:p@a.example'].map((url) => ({ ...hook, url })),
  { ...hook, api_key: '' },
  { ...hook, api_secret: null },
  { ...hook, api_key: 'a b', api_key_as_header: true },
  { ...hook, api_key: 'a b', api_key_as_header: false },
  ...[
    headers(50),
    headers(51),
    'X-A: 1\n\n X-B : 2',
    'no header',
    ': 1',
    'a b: 1',
    'Host: x',
    'X-A: €',
    'X-A: \u0001',
  ].map((text) => ({ ...hook, headers: text })),
  { ...chat, type: 'slack-notification-v1' },
  { ...chat, type: 'slack-notification-v1', channel: '' },
  { ...chat, type: 'teams-notification-v1', channel: '' },
  ...[
    { color: 'red' },
    { color: '#ff00' },
    { webhook_url: '' },
    { icon_url: 'x' },
    { icon_url: 'https://a.example/i.png' },
  ].map((over) => ({ ...chat, type: 'teams-notification-v1', ...over })),
  pager,
  ...[
    { routing_key: 'r'.repeat(31) },
    { key_prefix: '' },
    { key_prefix: '', custom_incident: false },
    { client_name: '' },
    { client_url: 'x' },
  ].map((over) => ({ ...pager, ...over })),
  callback('EmailAlarmCallback', { email_receivers: ['a@example.org'], subject: 's', body: 'b', sender: '' }),
  callback('EmailAlarmCallback', { email_receivers: ['a b'], subject: 's' }),
  callback('EmailAlarmCallback', { email_receivers: [], user_receivers: [], subject: 's' }),
  callback('EmailAlarmCallback', { user_receivers: ['u'], subject: 's', sender: 'x' }),
  callback('EmailAlarmCallback', { user_receivers: ['u'], subject: '${x' }),
  callback('EmailAlarmCallback', { user_receivers: ['u'], subject: 's', body: '${x' }),
  callback('EmailAlarmCallback', { user_receivers: ['u'], subject: '' }),
  callback('EmailAlarmCallback', { user_receivers: ['u'], subject: 's', more: 1 }),
  callback('HTTPAlarmCallback', { url: 'https://a.example' }),
  callback('HTTPAlarmCallback', { url: 'x' }),
  callback('HTTPAlarmCallback', {}),
  callback('HTTPAlarmCallback', null),
  callback('NoCallback', {}),
  { ...callback('', {}), callback_type: '' },
];

test('configurations of notifications are read and checked to the stored results', async () => {
  const kept = { type: 't', secret: 'sealed' };
  const read = (field: keyof typeof kindsOfFields, value: unknown, stored?: typeof kept) => {
    const { config, entered, problems } = readConfig(
      { [field]: kindsOfFields[field] },
      { type: 't', [field]: value },
      stored,
    );
    return [config[field], ...(Object.keys({ ...entered, ...problems }).length > 0 ? [entered, problems] : [])];
  };
  const names = Object.keys(kindsOfFields) as (keyof typeof kindsOfFields)[];
  const sections = names.map((name) => [
    `field ${name}`,
    values.map((value): Row => [inJson(value) ?? 'nothing', () => read(name, value, kept)]),
  ]);
  const visible: Fields = {
    secret: { kind: 'secret' },
    token: { kind: 'text', otherwise: '', isSensitive: true },
    open: { kind: 'text', otherwise: '' },
  };
  const check = async (
    isConfigured: boolean,
    usual: string,
    config: (typeof checked)[number],
    entered: object = {},
  ) => {
    const kind = kindOf(config.type);
    return kind && [await kind.check(config, { ...entered }, means(isConfigured, usual)), kind.destination(config)];
  };
  await compareTable('alerts/tables-notifications.txt', {
    // Cast: each section is a list of rows.
    ...(Object.fromEntries(sections) as Record<string, Row[]>),
    'a secret of another type is not kept': [
      ['keep', () => readConfig({ secret: { kind: 'secret' } }, { type: 'u', secret: null }, kept).config],
      [
        'keep without any',
        () => readConfig({ secret: { kind: 'secret' } }, { type: 'u', secret: null }, undefined).config,
      ],
    ],
    'what readers see': [true, false].flatMap((editor) =>
      rowsOf(
        [
          { type: 't', secret: 'sealed', token: 'secret', open: 'o' },
          { type: 't', secret: '', token: '', open: '' },
          { type: 't', secret: null, token: null, open: hidden },
        ],
        (config) => [editor, shownConfig(visible, config, editor)],
      ),
    ),
    checks: rowsOf(checked, (config) => check(true, 'usual@example.org', config)),
    'checks without a usual sender': [true, false].map((isConfigured): Row => [
      String(isConfigured),
      () => check(isConfigured, '', { ...mail, sender: ' ' }),
    ]),
    'checks with entered secrets': [
      ['api_secret', () => check(true, '', { ...hook, api_secret: null }, { api_secret: 's' })],
      ['secret_headers', () => check(true, '', hook, { secret_headers: 'x' })],
    ],
    addresses: rowsOf(['', 'x', 'http://a', 'HTTPS://a', 'https://u:p@a', 'file:///x'], addressProblem),
    'lines of a subject': rowsOf([' a\r\n b\u0007c ', 'x'.repeat(500), 'x'.repeat(501)], line),
    recipients: rowsOf(
      [
        [['a@example.org', 'a@example.org'], ['u']],
        [['a@example.org'], ['a', 'none', 'broken']],
        [[], ['u', 'v']],
      ] as const,
      ([addresses, users]) =>
        recipientsOf(addresses, users, (name) =>
          name === 'none' ? undefined : name === 'broken' ? 'a@x.org, b@x.org' : ` ${name}@example.org `,
        ),
    ),
  });
});

const now = Date.UTC(2026, 0, 1);
const job = testJob('n1', 'otto', new Date(now));

test('payloads of notifications have the stored forms', async () => {
  const message = {
    index: 'i',
    id: 'm',
    timestamp: '2026-01-01T00:00:00.000Z',
    source: 's',
    stream_ids: [],
    message: 'x',
    fields: {},
  };
  const filled = {
    ...job,
    event: {
      ...job.event,
      timerange_start: '2026-01-01T00:00:00.000Z',
      fields: { none: 'x' },
      replay_info: {
        timerange_start: '2026-01-01T00:00:00.000Z',
        timerange_end: '2026-06-01T00:00:00.000Z',
        query: '',
        streams: [],
      },
    },
    backlog: [message],
  };
  const bare = { ...job.eventDefinition, id: '', title: '', description: '' };
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { a: deep(levels - 1) });
  const bounded = (value: unknown) =>
    // Cast: the value is invalid on purpose.
    boundedJob({ ...job, event: { ...job.event, group_by_fields: { value } as never } }).event.group_by_fields;
  const sizes = (count: number, length: number) =>
    boundedJob({
      ...job,
      backlog: Array.from({ length: count }, () => ({ ...message, message: 'x'.repeat(length) })),
    }).backlog.map(({ message: text }) => text.length);
  await compareTable('alerts/tables-payloads.txt', {
    payloads: [
      ['test', () => payloadOf(job)],
      ['without names', () => ({ ...payloadOf({ ...job, eventDefinition: bare }), event: undefined })],
      ['in Tokyo', () => modelOf(filled, 'Asia/Tokyo')],
      ['in an unknown zone', () => modelOf(filled, 'Nowhere/Else')],
    ],
    limits: [
      ...[7, 8, 9].map((levels): Row => [`${levels} levels`, () => bounded(deep(levels))]),
      // Cast: a bounded list remains a list.
      ['list of 1001', () => (bounded(texts(1001))['value'] as unknown as unknown[]).length],
      ['text of 32769', () => String(bounded('x'.repeat(32_769))['value']).length],
      ['bigint', () => bounded(12n)],
      ['null', () => bounded(null)],
      ['backlog of 20 long messages', () => sizes(20, 40_000)],
      [
        'fields and notifications',
        () => {
          const { field_spec, notifications } = boundedJob({
            ...job,
            eventDefinition: {
              ...job.eventDefinition,
              field_spec: { a: { data_type: 'string', providers: [] } },
              notifications: [{ notification_id: 'n', notification_parameters: null }],
            },
          }).eventDefinition;
          return { field_spec, notifications };
        },
      ],
    ],
    'event fields': rowsOf(
      [
        ['${source.a} ${ source.b } ${a} ${source.none}', false],
        ['${source.a} ${source.none}', true],
        ['${source.a}${source.b}', true],
        ['${source.empty}', true],
        ['${source.list}${source.zero}', true],
        [`${'${source.long}'.repeat(3)}`, false],
      ] as const,
      ([template, require]) =>
        renderTemplate(
          template,
          new Map<string, unknown>([
            ['a', 'A'],
            ['b', 2],
            ['empty', ''],
            ['list', [1, 'x']],
            ['zero', 0],
            ['long', 'x'.repeat(4_000)],
          ]),
          require,
        ),
    ),
    'events of system notifications': [
      ['index_ranges_recalculation', { x: 1 }],
      ['unknown_type', { x: 1 }],
      ['unknown_type', { x: 'y'.repeat(10_000) }],
      ['unknown_type', undefined],
    ].map(([type, details]): Row => [
      inJson([type, details]),
      () =>
        systemEvent(
          { ...systemDefinition(), id: 'system' },
          // Cast: one of the types is unknown on purpose.
          { type, details, severity: 'normal', node_id: 'node', timestamp: '2026-01-01T00:00:00.000Z' } as never,
          { source: 'here', now },
        ),
    ]),
    distances: rowsOf(
      [
        ['abc', 'abc', 0],
        ['abc', 'abd', 0],
        ['abc', 'abd', 1],
        ['abc', 'acb', 1],
        ['abc', 'cab', 1],
        ['abc', 'cab', 2],
        ['abc', '', 2],
        ['abc', '', 3],
        ['ca', 'abc', 2],
        ['ca', 'abc', 1],
        ['x'.repeat(256), `${'x'.repeat(255)}y`, 1],
        ['x'.repeat(257), `${'x'.repeat(256)}y`, 1],
        ['😀', 'a', 1],
        ['aa😀', 'aa', 1],
      ] as const,
      ([left, right, most]) => distanceAtMost(left, right, most),
    ),
  });
});

const day = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();
const silence = (over: object = {}) => ({ query: 'source:a', reason: 'why', ends_at: at(now + day), ...over });

test('checks, changes and deletions of silences have the stored results', async () => {
  const silences = new Silences(memoryDocuments());
  const made = async (over: object, when = now) =>
    shownSilence(await silences.create(silence(over), 'otto', when), when);
  const first = await silences.create(silence({ starts_at: at(now + 1000) }), 'otto', now);
  const full = new Silences(memoryDocuments());
  const fill = async (count: number, ends: number) => {
    for (let index = 0; index < count; index += 1)
      await full.create(silence({ ends_at: at(ends + index) }), 'otto', now);
    return full.all().length;
  };
  const change = (id: string, version: number, over: object, when: number) => async () =>
    shownSilence(await silences.change(id, version, silence(over), 'anna', when), when);
  await compareTable('alerts/tables-silences.txt', {
    created: [
      ...rowsOf<object>(
        [
          {},
          { query: '', event_definition_id: 'd' },
          { query: ' ' },
          { query: 'a:(' },
          { reason: ' ' },
          { reason: ' r ', query: ' * ' },
          { starts_at: 'x' },
          { starts_at: '' },
          { starts_at: at(now + day) },
          { starts_at: at(now + day - 1) },
          { ends_at: 'x' },
          { ends_at: at(now) },
          { ends_at: at(now + 1) },
          { ends_at: at(now + 366 * day) },
          { ends_at: at(now + 366 * day + 1) },
        ],
        (over) => made(over),
      ),
    ],
    changed: [
      ['another version', change(first.id, 2, {}, now)],
      ['a later start before it begins', change(first.id, 1, { starts_at: at(now + 2000) }, now)],
      ['a later start after it began', change(first.id, 2, { starts_at: at(now + 9000) }, now + 2000)],
      ['an earlier start after it began', change(first.id, 3, { starts_at: at(now) }, now + 2000)],
      ['an unknown id', change('none', 1, {}, now)],
      ['ended', async () => shownSilence(await silences.end(first.id, 'anna', now + 3000), now + 3000)],
      ['ended again', async () => shownSilence(await silences.end(first.id, 'otto', now + 4000), now + 4000)],
    ],
    'forgotten after 30 days': [
      [
        'a millisecond before',
        async () => (
          await made({ ends_at: at(now + 40 * day) }, now + 3000 + 30 * day - 1),
          silences.find(first.id)?.id !== undefined
        ),
      ],
      [
        'at 30 days',
        async () => (
          await made({ ends_at: at(now + 40 * day) }, now + 3000 + 30 * day),
          silences.find(first.id)?.id !== undefined
        ),
      ],
    ],
    'at most 200 silences': [
      ['200', () => fill(200, now + day)],
      ['201', () => fill(1, now + day)],
      [
        'after the first two ended',
        async () => {
          const [ended, next] = full.all();
          await full.create(silence({ ends_at: at(now + 3 * day) }), 'otto', now + day + 1);
          return [full.all().length, full.find(ended?.id ?? '') === undefined, full.find(next?.id ?? '') === undefined];
        },
      ],
    ],
  });
});
