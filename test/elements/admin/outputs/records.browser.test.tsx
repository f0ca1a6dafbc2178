/** Compares the pages of outputs, of all streams and of one stream, with their records. */
import { objectIn } from '../../fake-server.js';
import { outputsPages } from '../../../../elements/admin/outputs/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './outputs.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const type = 'org.example.HttpOutput';
const field = (human_name: string, kind: string, more: object = {}) => ({
  type: kind,
  human_name,
  description: null,
  default_value: null,
  is_optional: true,
  is_encrypted: false,
  position: 100,
  attributes: [],
  additional_info: {},
  ...more,
});
const output = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  type,
  creator_user_id: 'ada',
  created_at: '2024-03-01T10:05:00.000Z',
  configuration: { url: 'https://in.example/', batch: 50, gzip: true, password: { is_set: true }, level: 'all' },
  content_pack: null,
  ...more,
});
const outputs = [
  output('o1', 'Archive'),
  output('o2', hostile, { type: 'org.example.Unknown', configuration: {}, content_pack: 'p1' }),
  output('o3', 'Failing', { configuration: { url: 'https://x/', batch: 1, gzip: false, password: null } }),
];
const status = (id: string, more: object = {}) => ({
  id,
  state: 'RUNNING',
  waiting_messages: 0,
  waiting_bytes: 0,
  oldest_at: null,
  sent: 12,
  refused: 0,
  dropped: 0,
  retries: 0,
  last_error: null,
  retry_at: null,
  ...more,
});
const ofStream = (count: number) => ({ total: count, outputs: outputs.slice(0, count) });

const admin = administration(outputsPages, () => ({
  'GET /system/outputs': () => ({ total: outputs.length, outputs }),
  ...Object.fromEntries(outputs.map((one) => [`GET /system/outputs/${one.id}`, () => one])),
  'GET /system/outputs/available': () => ({
    types: {
      [type]: {
        type,
        name: 'HTTP output',
        human_name: 'HTTP output',
        link_to_docs: '',
        requested_configuration: {
          url: field('URL', 'text', { is_optional: false, position: 1, description: 'Where to.' }),
          batch: field('Batch size', 'number', { default_value: 10, attributes: ['only_positive'] }),
          gzip: field('Compress', 'boolean', { default_value: false }),
          password: field('Password', 'text', { is_encrypted: true, attributes: ['is_password'] }),
          level: field('Level', 'dropdown', {
            default_value: 'all',
            additional_info: { values: { all: 'All', few: 'Few' } },
          }),
        },
      },
    },
  }),
  'GET /system/outputstates': () => ({
    outputs: [
      status('o1'),
      status('o3', {
        state: 'FAILING',
        waiting_messages: 3,
        waiting_bytes: 2048,
        oldest_at: '2026-03-02T09:00:00.000Z',
        dropped: 2,
        refused: 1,
        retries: 4,
        last_error: { time: '2024-03-01T10:05:00.000Z', message: `no route ${hostile}` },
        retry_at: '2026-03-02T11:00:00.000Z',
      }),
    ],
  }),
  'GET /streams/s1': () => ({ id: 's1', title: 'Web', is_editable: true, is_default: false, rules: [] }),
  'GET /streams/s2': () => ({ id: 's2', title: 'Events', is_editable: false, is_default: false, rules: [] }),
  'GET /streams/s1/outputs': () => ofStream(2),
  'GET /streams/s2/outputs': () => ofStream(0),
  'POST /system/outputs': ({ body }) => ({ ...output('o9', ''), ...objectIn(body) }),
  'PUT /system/outputs/*': ({ body }) => ({ ...output('o1', ''), ...objectIn(body) }),
  'DELETE /system/outputs/*': () => undefined,
  'POST /streams/s1/outputs': () => undefined,
  'DELETE /streams/s1/outputs/*': () => undefined,
}));

recordedPages(admin, {
  file: 'outputs.record.txt',
  stored,
  pages: [
    {
      route: '/system/outputs',
      base: ['outputs:read'],
      permissions: ['outputs:create', 'outputs:edit:o1', 'outputs:terminate'],
      skip: /(<img|Failing)/,
    },
    {
      route: '/system/outputs',
      state: 'with a new output',
      brief: true,
      values: { URL: 'https://in.example/new' },
      first: ['combobox Output type', 'option HTTP output', 'button Launch new output'],
      only: /^$/,
    },
    {
      route: '/streams/s1/outputs',
      base: ['stream_outputs:read', 'streams:read'],
      permissions: [
        'outputs:read',
        'streams:edit:s1',
        'stream_outputs:create',
        'stream_outputs:delete',
        'outputs:create',
        'outputs:edit:o1',
        'outputs:terminate',
      ],
      skip: /<img/,
    },
    { route: '/streams/s2/outputs', brief: true },
  ],
});
