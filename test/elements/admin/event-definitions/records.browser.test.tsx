/** Records the content, the controls and the requests of the pages of event definitions. */
import { objectIn } from '../../fake-server.js';
import { eventDefinitionsPages } from '../../../../elements/admin/event-definitions/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages, type RecordedPage } from '../records/recorder.js';
import stored from './event-definitions.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const at = (clock: string) => `2026-03-02T${clock}.000Z`;
const scheduler = (over: object = {}) => ({
  ...{ is_scheduled: true, status: 'runnable', next_time: at('10:05:00'), triggered_at: at('10:00:00') },
  queued_notifications: 3,
  data: { type: 'event-processor-execution-v1', timerange_from: at('09:55:00'), timerange_to: at('10:00:00') },
  ...over,
});
const aggregation = {
  ...{ type: 'aggregation-v1', query: 'login AND user:$user$', streams: ['s1', 's9'], group_by: ['user', 'source'] },
  query_parameters: [
    {
      ...{ type: 'lut-parameter-v1', name: 'user', title: 'user', data_type: 'any', lookup_table: 'people', key: 'k' },
      default_value: 'ada',
    },
  ],
  series: [
    { id: 'count-', function: 'count', field: null },
    { id: 'avg-took', function: 'avg', field: 'took' },
    { id: 'max-took', function: 'max', field: 'took' },
  ],
  conditions: {
    expression: {
      expr: '&&',
      left: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 4 } },
      right: {
        expr: 'group',
        child: {
          expr: '||',
          left: { expr: '<=', left: { expr: 'number-ref', ref: 'avg-took' }, right: { expr: 'number', value: 10 } },
          right: { expr: '==', left: { expr: 'number-ref', ref: 'max-took' }, right: { expr: 'number', value: 1.5 } },
        },
      },
    },
  },
  ...{ search_within_ms: 3_600_000, execute_every_ms: 300_000, by_receive_time: true, event_limit: 50 },
};
const filter = {
  ...{ type: 'aggregation-v1', query: '', query_parameters: [], streams: [], group_by: [], series: [] },
  ...{ conditions: { expression: null }, search_within_ms: 300_000, execute_every_ms: 60_000 },
};
const definition = (id: string, title: string, over: object = {}) => ({
  ...{ id, _scope: 'DEFAULT', title, description: `about ${title}`, updated_at: at('08:00:00'), priority: 3 },
  ...{ alert: true, config: filter, field_spec: {}, key_spec: [], notifications: [], storage: [] },
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  scheduler: scheduler(),
  ...over,
});
const provider = (type: string, more: object) => ({ data_type: 'string', providers: [{ type, ...more }] });
const rich = definition('d1', 'Logins', {
  config: aggregation,
  field_spec: {
    user: provider('template-v1', { template: '${source.user}', require_values: true }),
    team: provider('lookup-v1', { table_name: 'people', key_field: 'user' }),
    note: provider('template-v1', { template: hostile, require_values: false }),
    odd: provider('other-v1', {}),
  },
  key_spec: ['user'],
  notifications: ['n1', 'n2', 'gone'].map((id) => ({ notification_id: id, notification_parameters: null })),
  notification_settings: { grace_period_ms: 600_000, backlog_size: 7 },
});
const definitions = [
  rich,
  definition('d2', 'Paused', {
    priority: 1,
    description: '',
    scheduler: scheduler({ is_scheduled: false, status: null, data: null, next_time: null, queued_notifications: 0 }),
  }),
  definition('d3', 'System', {
    ...{ _scope: 'SYSTEM_NOTIFICATION_EVENT', config: { type: 'system-notifications-v1' }, scheduler: null },
    priority: 2,
  }),
  definition('d4', `Broken ${hostile}`, {
    scheduler: scheduler({ error: { message: 'no such field', since: at('09:00:00'), attempts: 4 }, status: 'error' }),
    config: { ...filter, search_within_ms: 0, execute_every_ms: 0 },
  }),
  definition('d5', 'Foreign', {
    ...{
      config: { type: 'correlation-v1', rules: 2, execute_every_ms: 60_000, search_within_ms: 60_000 },
      priority: 4,
    },
  }),
];
const attribute = (id: string, more: object = {}) => ({ id, title: id, type: 'STRING', sortable: true, ...more });
const pageOf = (elements: readonly object[]) => ({
  ...{ query: '', total: elements.length, sort: 'title', order: 'asc', elements },
  pagination: { total: elements.length, count: elements.length, page: 1, per_page: 20 },
  attributes: [
    ...['title', 'description', 'priority'].map((id) => attribute(id)),
    attribute('status', { sortable: false, filterable: true }),
  ],
  defaults: { sort: { id: 'title', direction: 'ASC' } },
});
const tested = {
  ...{ from: at('09:00:00'), to: at('10:00:00'), total_runs: 60, ended_by: 'runs', total_events: 3 },
  config: aggregation,
  runs: Array.from({ length: 12 }, (_, run) => ({
    ...{ at: at(`09:${run + 10}:00`), events: run === 3 ? 2 : 0, groups: 2 },
    values: [
      [1, run],
      [3, 12],
      [null, null],
    ],
  })),
  events: ['a', hostile].map((user) => ({
    ...{ run: at('09:13:00'), timestamp: at('09:12:00'), message: `Logins: ${user}`, key: user === 'a' ? 'a' : null },
    ...{ group_by_fields: { user }, fields: { host: 'web-1' } },
  })),
};
interface Searched {
  readonly queries: readonly { readonly id: string; readonly search_types: readonly { readonly id: string }[] }[];
}
const found = (body: string | undefined, texts: readonly string[] = ['first', hostile]) => {
  // Cast: the console sends a search.
  const search = JSON.parse(body ?? '{}') as Searched;
  const [query] = search.queries;
  const id = query?.search_types[0]?.id ?? '';
  const messages = texts.map((message, index) => ({
    ...{ index: 'i', highlight_ranges: null, decoration_stats: null },
    message: { _id: `m${index}`, message, timestamp: at('09:59:00') },
  }));
  return {
    id: 'job',
    execution: { done: true, cancelled: false, completed_exceptionally: false },
    results: {
      [query?.id ?? '']: {
        search_types: { [id]: { id, type: 'messages', total_results: messages.length, messages } },
        ...{ state: 'COMPLETED', errors: [] },
      },
    },
  };
};
const backlogConfig = '/system/cluster_config/org.graylog.events.configuration.EventsConfiguration';
const notifications = [
  { id: 'n1', title: 'Hook', description: 'd', config: { type: 'http-notification-v1', url: 'https://hook.example' } },
  {
    ...{ id: 'n2', title: `Mail ${hostile}`, description: '' },
    config: {
      type: 'email-notification-v1',
      subject: 'Alert',
      email_recipients: ['ops@example.org'],
      user_recipients: [],
    },
  },
  { id: 'n3', title: 'Chat', description: '', config: { type: 'slack-notification-v1', channel: '#ops' } },
];
const answered = (one: object) => ({ event_definition: one, context: { scheduler: scheduler() } });
const shareAnswer = {
  ...{ entity: 'grn::::event_definition:d1', sharing_user: 'grn::::user:me', available_grantees: [] },
  available_capabilities: [{ id: 'view', title: 'Viewer' }],
  ...{ active_shares: [], selected_grantee_capabilities: {}, missing_permissions_on_dependencies: {} },
  validation_result: { failed: false, errors: {}, error_context: {} },
};
const done = { successfully_performed: 1, failures: [], errors: [] };
const echoed = ({ body }: { readonly body: string | undefined }) => ({
  ...rich,
  ...objectIn(body),
});
const path = '/events/definitions';

const admin = administration(eventDefinitionsPages, () => ({
  'GET /entity_scopes': () => ({
    entity_scopes: { DEFAULT: { is_mutable: true }, SYSTEM_NOTIFICATION_EVENT: { is_mutable: false } },
  }),
  'GET /events/entity_types': () => ({ aggregation_functions: ['count', 'avg', 'max'], aggregation_formulas: true }),
  [`GET ${backlogConfig}`]: () => ({ events_notification_default_backlog: 25 }),
  'GET /events/notifications': () => ({ notifications }),
  'GET /events/alerts/silences': () => ({ elements: [], total: 0, pagination: { total: 0 }, attributes: [] }),
  'GET /streams': () => ({
    total: 3,
    streams: [
      { id: 's1', title: 'Web', is_editable: true, is_default: false },
      { id: 's2', title: 'All', is_editable: false, is_default: true },
      { id: 's3', title: 'Events', is_editable: false, is_default: false },
    ],
  }),
  'GET /system/lookup/tables': () => ({
    ...{ query: '', total: 1, count: 1, page: 1, per_page: 0, caches: {}, data_adapters: {} },
    pagination: { total: 1, count: 1, page: 1, per_page: 0 },
    lookup_tables: [{ id: 'l1', name: 'people', title: 'People' }],
  }),
  'GET /views/fields': () => [
    { name: 'user', type: { type: 'string', properties: [], index_names: [] } },
    { name: 'took', type: { type: 'long', properties: [], index_names: [] } },
  ],
  'POST /views/fields': () => [{ name: 'user', type: { type: 'string', properties: [], index_names: [] } }],
  'POST /views/search/sync': ({ body }) => found(body),
  [`POST ${path}/test-run`]: () => tested,
  [`GET ${path}/paginated`]: () => pageOf(definitions),
  ...Object.fromEntries(definitions.map((one) => [`GET ${path}/${one.id}/with-context`, () => answered(one)])),
  [`GET ${path}/d4/with-context`]: () => ({
    event_definition: definitions[3],
    context: {
      scheduler: scheduler({
        error: { message: 'no such field', since: at('09:00:00'), attempts: 4 },
        status: 'error',
      }),
    },
  }),
  [`POST ${path}`]: ({ body }) => ({ ...echoed({ body }), id: 'd9' }),
  ...Object.fromEntries(
    definitions.flatMap(({ id }) => [
      [`PUT ${path}/${id}`, echoed],
      [`PUT ${path}/${id}/schedule`, () => definitions.find((one) => one.id === id)],
      [`PUT ${path}/${id}/unschedule`, () => definitions.find((one) => one.id === id)],
      [`PUT ${path}/${id}/clear-notification-queue`, () => undefined],
      [`DELETE ${path}/${id}`, () => definitions.find((one) => one.id === id)],
    ]),
  ),
  [`POST ${path}/bulk_schedule`]: () => done,
  [`POST ${path}/bulk_unschedule`]: () => ({
    ...{ successfully_performed: 0, errors: [] },
    failures: [{ entity_id: 'd1', failure_explanation: 'it is locked' }],
  }),
  [`POST ${path}/bulk_delete`]: () => done,
  'POST /events/notifications': ({ body }) => ({ ...objectIn(body), id: 'n9' }),
  'POST /authz/shares/entities/*': () => shareAnswer,
}));

const list = '/alerts/definitions';
const reading = ['eventdefinitions:read', 'eventnotifications:read', 'streams:read'];
const steps =
  '^button (Next|Previous|Event Details|Filter & Aggregation|Condition|Fields|Notifications|Summary)( .*)?$';
/** Controls that open the list of notifications to add. */
const adding = ['button Add Notification', 'combobox Choose Notification'] as const;
/** Returns the page of a step of the wizard: all fields are filled, and the definition is saved in the last step. */
const step = (page: string, name: string, more: Partial<RecordedPage> = {}): RecordedPage => ({
  route: `${list}/${page}?step=${name}`,
  ...more,
  skip: new RegExp(more.skip ? `${steps}|${more.skip.source}` : steps),
  submit: ['button Summary', `button ${page === 'new' ? 'Create' : 'Update'} event definition`],
});

recordedPages(admin, {
  file: 'event-definitions.record.txt',
  stored,
  pages: [
    {
      route: list,
      base: reading.slice(0, 1),
      permissions: ['eventdefinitions:create', 'eventdefinitions:edit:d1', 'eventdefinitions:delete:d1'],
      skip: /^(checkbox Select|button (Details Scheduling of|Share)) (Paused|System|Broken|Foreign)|More actions for (Broken|Foreign)/,
      variants: { 'no event definition': { [`GET ${path}/paginated`]: () => pageOf([]) } },
    },
    { route: `${list}/d1`, base: reading, permissions: ['eventdefinitions:edit:d1'], skip: /^button Test$/ },
    { route: `${list}/d3` },
    { route: `${list}/d4`, skip: /^button Test$/ },
    step('d1/edit', 'event-details', { base: reading, permissions: ['eventdefinitions:edit:d1'] }),
    step('d1/edit', 'fields', { brief: true, skip: /^button Remove Field (user|team|odd)/ }),
    step('d1/edit', 'notifications', { brief: true, skip: /^button Remove from Event: (Hook|Mail)/ }),
    step('d2/edit', 'notifications', { brief: true, first: [...adding, 'option Chat', 'button Done'] }),
    step('d1/edit', 'summary', { brief: true, skip: /^button Test$/ }),
    step('d1/edit', 'condition', { brief: true }),
    step('d5/edit', 'condition'),
    step('new', 'condition', { brief: true }),
    step('new', 'event-details', { base: [...reading, 'eventdefinitions:create'] }),
    step('new', 'fields', { brief: true }),
    {
      route: `${list}/new?step=notifications`,
      first: [...adding, 'option Create New Notification…'],
      brief: true,
      skip: new RegExp(steps),
    },
  ],
});
