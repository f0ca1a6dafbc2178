/** Records the content, the controls and the requests of the pages of alerts and silences. */
import { objectIn } from '../../fake-server.js';
import { alertsPages } from '../../../../elements/admin/alerts/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './alerts.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const at = (clock: string) => `2026-03-02T${clock}.000Z`;
const event = (id: string, message: string, over: object = {}) => ({
  ...{ id, event_definition_type: 'aggregation-v1', event_definition_id: 'd1', origin_context: null, message },
  ...{ timestamp: at('09:00:00'), timestamp_processing: at('09:00:05'), timerange_start: null, timerange_end: null },
  ...{ streams: [], source_streams: [], source: 's', key_tuple: [], key: null, priority: 2, alert: true },
  ...{ fields: {}, group_by_fields: {}, replay_info: null },
  ...over,
});
const events = [
  event('E1', `Disk full ${hostile}`, {
    ...{ key: 'web-1', key_tuple: ['web-1'], priority: 3, fields: { host: 'web-1', note: hostile } },
    ...{ group_by_fields: { host: 'web-1' }, timerange_start: at('08:55:00'), timerange_end: at('09:00:00') },
    replay_info: {
      ...{ timerange_start: at('08:55:00'), timerange_end: at('09:00:00'), query: 'disk', streams: ['s1'] },
      ...{ filters: [], query_parameters: [] },
    },
    silenced: { silence_id: 'q1', by: 'bob', reason: 'maintenance', until: at('11:00:00') },
  }),
  event('E2', 'Slow', { priority: 1, alert: false, event_definition_id: 'd2' }),
  event('E3', 'A system notification', {
    ...{ event_definition_type: 'system-notifications-v1', event_definition_id: 'gone', priority: 4, key: 'node' },
    silenced: { silence_id: null, by: 'ada', reason: 'known', until: at('10:30:00') },
  }),
  event('E4', 'Closed already', { priority: 9 }),
];
const change = (status: string, more: object = {}) => ({
  ...{ at: at('09:10:00'), by: 'ada', status, note: '', until: null },
  ...more,
});
const state = (id: string, status: string, more: object = {}) => ({
  ...change(status, more),
  ...{
    event_id: id,
    version: 3,
    history: [change(status, more), change('acknowledged', { note: `I look ${hostile}` })],
  },
});
const states = {
  E1: state('E1', 'acknowledged'),
  E3: state('E3', 'muted', { until: at('12:00:00'), note: 'not today' }),
  E4: state('E4', 'closed', { by: 'bob' }),
};
const context = {
  event_definitions: {
    d1: { id: 'd1', title: 'Disks', description: '' },
    d2: { id: 'd2', title: `Slow ${hostile}`, description: '' },
  },
  streams: {},
};
const found = (shown: readonly (typeof events)[number][], more: object = {}) => ({
  events: shown.map((one) => ({ event: one, index_name: 'gl-events_0', index_type: 'message' })),
  ...{ used_indices: [], parameters: {}, total_events: shown.length, duration: 1, context },
  ...more,
});
const group = (index: number, more: object = {}) => ({
  ...{ event: events[index], event_definition_id: events[index]?.event_definition_id, key: events[index]?.key },
  ...{ count: 1200 - index, first: at('07:00:00'), since: at('08:00:00'), state: null },
  ...more,
});
const silence = (id: string, phase: string, more: object = {}) => ({
  ...{ id, phase, query: 'key:"web-1"', event_definition_id: null, reason: `Reason ${id}`, version: 2 },
  ...{ starts_at: at('09:00:00'), ends_at: at('11:00:00'), created_by: 'ada', created_at: at('08:00:00') },
  ...{ changed_by: 'bob', changed_at: at('08:30:00') },
  ...more,
});
const silences = [
  silence('q1', 'active'),
  silence('q2', 'pending', {
    query: '',
    event_definition_id: 'd1',
    starts_at: at('12:00:00'),
    ends_at: at('13:00:00'),
  }),
  silence('q3', 'ended', { reason: hostile, event_definition_id: 'd2', ends_at: at('09:30:00') }),
];
const pageOf = (elements: readonly object[]) => ({
  ...{ query: '', total: elements.length, sort: 'ends_at', order: 'desc', elements },
  pagination: { total: elements.length, count: elements.length, page: 1, per_page: 20 },
  attributes: ['reason', 'query', 'phase', 'starts_at', 'ends_at', 'changed_by'].map((id) => ({
    ...{ id, title: id, type: 'STRING', sortable: true },
  })),
  defaults: { sort: { id: 'ends_at', direction: 'DESC' } },
});
const changed = ({ body }: { readonly body: string | undefined }) => {
  const { alerts, status } = JSON.parse(body ?? '{}') as { alerts: { event_id: string }[]; status: string };
  const refused = status === 'closed' ? alerts.slice(-1) : [];
  return {
    ...{ successfully_performed: alerts.length - refused.length, errors: [] },
    failures: refused.map(({ event_id: id }) => ({ entity_id: id, failure_explanation: 'bob has changed it' })),
    states: [],
  };
};
const nothing = () => new Response('{}', { status: 404 });

const admin = administration(alertsPages, () => ({
  'GET /events/definitions': () => ({ event_definitions: [], grand_total: 1 }),
  'GET /events/alerts/silences': () => pageOf(silences),
  'POST /events/alerts/search': () => found(events, { states, total_events: 45 }),
  'POST /events/search': () => found(events),
  'POST /events/alerts/timeline': () => ({
    ...{ from: at('00:00:00'), to: at('10:00:00'), interval_ms: 3_600_000 },
    buckets: [
      { at: at('03:00:00'), low: 1, normal: 0, high: 0 },
      { at: at('08:00:00'), low: 0, normal: 7, high: 2 },
    ],
  }),
  'POST /events/alerts/groups': () => ({
    groups: [group(0, { state: states.E1 }), group(1), group(2, { state: states.E3 })],
    ...{ total: 23, context },
  }),
  'POST /events/alerts/states': changed,
  'POST /events/alerts/silences/q1/end': () => silence('q1', 'ended'),
  'POST /events/alerts/silences/q2/end': () => silence('q2', 'ended'),
  'POST /events/alerts/silences': ({ body }) => ({ ...silences[0], ...objectIn(body), id: 'q9' }),
  'PUT /events/alerts/silences/q1': ({ body }) => ({ ...silences[0], ...objectIn(body) }),
  'PUT /events/alerts/silences/q2': ({ body }) => ({ ...silences[1], ...objectIn(body) }),
  'PUT /events/alerts/silences/q3': ({ body }) => ({ ...silences[2], ...objectIn(body) }),
  'POST /system/catalog/entities/titles': ({ body }) => ({
    entities: ['d1', 'd2']
      .filter((id) => (body ?? '').includes(`"${id}"`))
      .map((id) => ({ id, title: `Title of ${id}`, type: 'event_definitions' })),
    not_permitted_to_view: [],
  }),
  'GET /entity_suggestions': () => ({
    ...{ pagination: { count: 2, total: 2, page: 1, per_page: 10 } },
    suggestions: ['d1', 'd2'].map((id) => ({ id, value: `Suggested ${id}` })),
  }),
}));

const editing = ['eventdefinitions:edit', 'eventdefinitions:edit:d1', 'eventdefinitions:create'];

const values = { From: '2026-03-02 12:00:00', Until: '2026-03-03 13:30:00' };
const groups = '/alerts?view=groups&sort=count&order=asc&query=disk&page=2';
const filters = [
  'definition=d1&definition=d7&state=open,acknowledged&alerts=exclude',
  'from=2026-03-02T00:00:00.000Z&to=2026-03-02T08:00:00.000Z',
];

recordedPages(admin, {
  file: 'alerts.record.txt',
  stored,
  pages: [
    {
      route: '/alerts',
      base: ['eventdefinitions:read:d1'],
      permissions: [...editing, 'eventdefinitions:read'],
      skip: /^(checkbox Select|button State of) (Slow|A system notification|Closed already)/,
      values,
      variants: {
        'a server that keeps no states': {
          'GET /events/alerts/silences': nothing,
          'POST /events/alerts/timeline': nothing,
        },
        'no alert was found': { 'POST /events/alerts/search': () => found([], { states: {} }) },
        'no event definition exists': {
          'POST /events/alerts/search': () => found([], { states: {} }),
          'GET /events/definitions': () => ({ event_definitions: [], grand_total: 0 }),
        },
      },
    },
    {
      ...{ route: '/alerts', state: 'with all alerts selected, to be closed', brief: true },
      first: ['checkbox Select all on this page', 'button Close'],
    },
    {
      route: groups,
      base: ['eventdefinitions:read:d1'],
      permissions: editing,
      skip: /^(button (Refresh|Show as table)|tab |combobox |searchbox |spinbutton |button State of (A system|Disk))/,
      values,
    },
    { route: `/alerts?${filters.join('&')}`, brief: true, only: /^(button Remove|combobox|tab|spinbutton)/ },
    {
      route: '/alerts/silences',
      base: ['eventdefinitions:read'],
      permissions: editing,
      skip: /^button Edit <img/,
      values,
      variants: {
        'no silence': { 'GET /events/alerts/silences': () => pageOf([]) },
        'a server without silences': { 'GET /events/alerts/silences': nothing },
      },
    },
  ],
});
