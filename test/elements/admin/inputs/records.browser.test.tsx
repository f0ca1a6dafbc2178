/** Compares the page of inputs, with each of its dialogs and kinds of fields, with its record. */
import { inputsPages } from '../../../../elements/admin/inputs/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './inputs.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const gelf = 'org.graylog2.inputs.gelf.http.GELFHttpInput';
const other = 'org.example.Every';
const field = (type: string, name: string, more: object = {}) => ({
  type,
  human_name: name,
  description: '',
  default_value: null,
  is_optional: true,
  is_encrypted: false,
  attributes: [],
  additional_info: {},
  position: 100,
  ...more,
});
const port = field('number', 'Port', {
  default_value: 12201,
  is_optional: false,
  attributes: ['is_port_number'],
  position: 1,
});
const every = {
  bind_address: field('text', 'Bind address', { default_value: '0.0.0.0', is_optional: false, description: 'Where.' }),
  port,
  gzip: field('boolean', 'Compressed', { default_value: true }),
  charset: field('dropdown', 'Charset', {
    default_value: 'UTF-8',
    additional_info: { values: { 'UTF-8': 'Unicode', latin: 'Latin 1' } },
  }),
  names: field('list', 'Names', { default_value: ['a'], attributes: ['allow_create'] }),
  password: field('text', 'Password', { is_encrypted: true, attributes: ['is_password'] }),
  script: field('text', 'Script', { attributes: ['textarea'], default_value: hostile }),
};
const input = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  global: false,
  name: 'GELF HTTP',
  content_pack: null,
  created_at: '2024-03-01T10:05:00.000Z',
  type: gelf,
  creator_user_id: 'ada',
  attributes: { bind_address: '0.0.0.0', port: 12201 },
  static_fields: { datacentre: 'b' },
  // Cast: other inputs of this form have no node.
  node: 'n1' as string | null,
  ...more,
});
const inputs = [
  input('i1', 'Web shop'),
  input('i2', hostile, {
    global: true,
    node: null,
    type: other,
    name: 'Every kind',
    static_fields: {},
    content_pack: 'p1',
    attributes: {
      bind_address: '127.0.0.1',
      port: 7,
      gzip: false,
      charset: 'latin',
      names: ['x', 'y'],
      password: { is_set: true },
      script: 'a\nb',
    },
  }),
  input('i3', 'Stopped', { type: 'org.example.Unknown', name: 'Unknown', attributes: {}, static_fields: {} }),
  input('i4', 'Failed', { static_fields: { b: hostile, a: '1' } }),
];
const state = (id: string, more: object = {}) => ({
  id,
  state: 'RUNNING',
  started_at: '2024-03-01T10:05:00.000Z',
  detailed_message: null,
  message_input: inputs.find((one) => one.id === id),
  ...more,
});
const gauge = (id: string, type: string, name: string, value: number) => ({
  full_name: `${type}.${id}.${name}`,
  name,
  type: 'gauge',
  metric: { value },
});
const figures = [
  gauge('i1', gelf, 'incomingMessages', 12),
  gauge('i1', gelf, 'read_bytes_1sec', 2048),
  gauge('i1', gelf, 'written_bytes_1sec', 0),
  gauge('i1', gelf, 'read_bytes_total', 1_048_576),
  gauge('i1', gelf, 'written_bytes_total', 10),
  gauge('i1', gelf, 'open_connections', 2),
  gauge('i1', gelf, 'total_connections', 7),
  gauge('i1', gelf, 'emptyMessages', 3),
  gauge('i1', gelf, 'malformedMessages', 4),
  gauge('i1', gelf, 'droppedMessages', 5),
  gauge('i2', other, 'emptyMessages', 0),
];
const typeOf = (type: string, name: string, fields: object, more: object = {}) => ({
  type,
  name,
  is_exclusive: false,
  requested_configuration: fields,
  link_to_docs: '',
  ...more,
});
const node = (id: string, hostname: string) => ({
  node_id: id,
  short_node_id: id,
  hostname,
  is_leader: id === 'n1',
  is_master: id === 'n1',
});
const done = () => ({ n1: { id: 'i1' } });

const admin = administration(inputsPages, () => ({
  'GET /system/inputs': () => ({ inputs, total: inputs.length }),
  ...Object.fromEntries(inputs.map((one) => [`GET /system/inputs/${one.id}`, () => one])),
  'GET /cluster/inputstates': () => ({
    n1: [
      state('i1', {
        listening: { address: '0.0.0.0', port: 12201 },
        recognised: [
          { format: 'nginx', source: 'a.log' },
          { format: 'nginx', source: 'b.log' },
        ],
        remark: 'The clock of a sender is wrong.',
      }),
      state('i2', { listening: { address: '::1', port: 7 } }),
      state('i4', { state: 'FAILED', detailed_message: `Address in use ${hostile}` }),
    ],
    n2: [state('i2', { state: 'STARTING' })],
  }),
  'GET /system/cluster/nodes': () => ({ nodes: [node('n1', 'web-01'), node('n2', 'web-02')], total: 2 }),
  'GET /system/inputs/types/all': () => ({
    [gelf]: typeOf(gelf, 'GELF HTTP', { port }, { sample_message: 'hello' }),
    [other]: typeOf(other, 'Every kind', every, { is_exclusive: true }),
  }),
  'GET /system/inputs/i1/failures': () => ({
    malformed: 4,
    dropped: 5,
    messages: [
      {
        time: '2026-03-02T09:00:00.000Z',
        remote: '192.0.2.7:99',
        reason: `no JSON ${hostile}`,
        excerpt: '{"a":',
        bytes: 'eyJhIjo=',
        length: 5,
      },
      { time: '2026-03-02T08:00:00.000Z', remote: '', reason: 'empty', excerpt: '', bytes: '', length: 0 },
    ],
  }),
  'POST /system/inputs': () => ({ id: 'i9' }),
  'PUT /system/inputs/*': () => ({ id: 'i1' }),
  'PUT /cluster/inputstates/*': done,
  'DELETE /cluster/inputstates/*': done,
  'DELETE /system/inputs/*': () => undefined,
  'POST /system/inputs/i1/staticfields': () => undefined,
  'POST /system/inputs/i1/test_message': () => ({
    protocol: 'HTTP',
    to: '127.0.0.1:12201',
    bytes: 1_234,
    outcome: 'stored',
    reason: null,
    message: { index: 'web_0', id: 'm1' },
  }),
  'POST /cluster/metrics/multiple': () => ({ n1: { total: figures.length, metrics: figures } }),
}));

recordedPages(admin, {
  file: 'inputs.record.txt',
  stored,
  pages: [
    {
      route: '/system/inputs',
      base: ['inputs:read'],
      permissions: [
        'inputs:create',
        'inputs:edit:i1',
        'inputs:changestate:i1',
        'inputs:terminate:i1',
        'searches:relative',
      ],
      only: /^(button (Show received messages|Manage extractors|Stop input|Start input|More actions for (Web shop|<img.*)|Remove static field datacentre|States? .*|Show .*|.*Web shop.*)|searchbox.*)$/,
    },
    {
      route: '/system/inputs',
      state: 'with a new input of every kind of field',
      brief: true,
      first: ['combobox Input type', 'option Every kind', 'button Launch new input'],
      only: /^$/,
    },
    { route: '/system/inputs/n1', brief: true, only: /^$/ },
  ],
});
