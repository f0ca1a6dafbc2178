/** Records each section of the configurations with stored settings and with defaults: see records/recorder.ts. */
import { configClasses, messageProcessors } from '../../../../api/contract/cluster-config-classes.js';
import { retentions, rotations } from '../../../../elements/admin/index-sets/strategies.js';
import { configurationsPages } from '../../../../elements/admin/configurations/pages.js';
import type { FakeRoutes } from '../../fake-server.js';
import { administration } from '../admin-page.js';
import { recordedPages, type RecordedPage } from '../records/recorder.js';
import record from './configurations.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const at = (key: keyof typeof configClasses): string => `GET /system/cluster_config/${configClasses[key].name}`;
/** Answers with the stored values of a class: its defaults with changes. */
const holds = (key: keyof typeof configClasses, more: object = {}): FakeRoutes => ({
  [at(key)]: () => ({ ...configClasses[key].defaults, ...more, kept_by_a_plug_in: 1 }),
});
const announcement = (key: string, more: object = {}) => ({
  ...{ key, variant: 'info', title: `Title ${key}`, hiddenTitle: false, shortMessage: 'short', longMessage: '' },
  ...{ isActive: true, isDismissible: true, ...more },
});
const mail = {
  ...{ enabled: true, host: 'mail.example.org', port: 465, security: 'tls', verify_certificate: true },
  ...{ username: 'console', password: { is_set: true }, sender: 'logs@example.org', source: 'settings' },
};
const field = (human_name: string, more: object = {}) => ({
  ...{ type: 'text', human_name, description: `about ${human_name}`, default_value: '', is_optional: false },
  ...{ is_encrypted: false, position: 0, attributes: [], additional_info: {}, ...more },
});
const decoratorTypes = {
  severity: {
    ...{ type: 'severity', name: 'Severity', human_name: 'Severity mapper', link_to_docs: '' },
    requested_configuration: {
      source_field: field('Source field', { default_value: 'level' }),
      kind: field('Kind', {
        ...{
          type: 'dropdown',
          position: 1,
          is_optional: true,
          additional_info: { values: { a: 'First', b: 'Second' } },
        },
      }),
    },
  },
  link: { type: 'link', name: 'Link maker', human_name: '', link_to_docs: '', requested_configuration: {} },
};
const decorator = (id: string, more: object = {}) => ({
  ...{ id, type: 'severity', config: { source_field: 'level', kind: 'b' }, stream: null, order: 0, ...more },
});

const strategies = {
  rotation: {
    [rotations.time]: { rotation_period: 'P2D', max_rotation_period: 'P30D', rotate_empty_index_set: false },
    [rotations.lifetime]: { index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' },
  },
  retention: { [retentions.delete]: { max_number_of_indices: 20 }, [retentions.none]: {} },
};
const offered = (kind: keyof typeof strategies) => ({
  strategies: Object.entries(strategies[kind]).map(([type, config]) => ({
    ...{ type, default_config: { type: `${type}Config`, ...config } },
  })),
  context: {},
});

const admin = administration(configurationsPages, () => ({
  ...holds('searches', {
    ...{ query_time_range_limit: 'P7D', surrounding_filter_fields: ['source', hostile], analysis_disabled_fields: [] },
    relative_timerange_options: { PT5M: '5 minutes', PT0S: 'all messages' },
    surrounding_timerange_options: { PT1S: '1 second', PT5M: '5 minutes' },
    auto_refresh_timerange_options: { PT1S: '1 second', PT5S: '5 seconds' },
  }),
  'GET /system/messageprocessors/config': () => ({
    processor_order: messageProcessors,
    disabled_processors: [messageProcessors[0].class_name],
  }),
  ...holds('sidecars'),
  ...holds('events', { events_catchup_window: 90_000, events_notification_retry_period: 0 }),
  'GET /system/email': () => mail,
  'PUT /system/email': () => mail,
  'DELETE /system/email': () => ({ ...mail, source: 'none', password: { is_set: false } }),
  'GET /system/urlwhitelist': () => ({
    entries: [
      { id: 'w1', type: 'literal', title: 'House', value: 'https://house.example.org' },
      { id: 'w2', type: 'regex', title: hostile, value: '^https://.*' },
    ],
    disabled: false,
  }),
  'POST /system/urlwhitelist/check': ({ body }) => ({
    url: (JSON.parse(body ?? '{}') as { url: string }).url,
    is_whitelisted: false,
  }),
  'GET /tools/regex_tester/validate': () => ({ regex: '', is_valid: true, error_message: null }),
  'GET /search/decorators': () => [
    decorator('d1'),
    decorator('d2', { type: 'odd', config: {}, order: 1 }),
    decorator('d3', { type: 'link', config: {}, stream: 's1' }),
  ],
  'GET /search/decorators/available': () => decoratorTypes,
  'GET /streams': () => ({ total: 1, streams: [{ id: 's1', title: hostile, is_editable: true }] }),
  ...holds('sharing', { allow_sharing_with_users: false }),
  ...holds('indexSets'),
  'GET /system/indices/rotation/strategies': () => offered('rotation'),
  'GET /system/indices/retention/strategies': () => offered('retention'),
  ...holds('users', { enable_global_session_timeout: true }),
  ...holds('publicNotifications', {
    notifications: [
      announcement('one'),
      announcement('two', {
        variant: 'danger',
        title: hostile,
        isActive: false,
        longMessage: 'longer',
        hiddenTitle: true,
      }),
    ],
  }),
  ...holds('geoIp', { enabled: true, asn_db_path: '', refresh_interval_unit: 'HOURS' }),
  ...holds('threatIntel', { tor_enabled: true }),
}));

const permissions = ['clusterconfigentry:edit', 'clusterconfigentry:create'];
const section = (key: string, more: Partial<RecordedPage> = {}): RecordedPage => ({
  route: `/system/configurations/${key}`,
  base: ['clusterconfigentry:read', 'clusterconfigentry:edit'],
  permissions: ['clusterconfigentry:create'],
  ...more,
});
const unsaved = (key: keyof typeof configClasses): FakeRoutes => ({
  [at(key)]: () => new Response(null, { status: 204 }),
});

recordedPages(admin, {
  file: 'configurations.record.txt',
  stored: record,
  pages: [
    {
      route: '/system/configurations',
      base: ['clusterconfigentry:read'],
      permissions: [...permissions, 'urlwhitelist:read'],
      skip: /remove option 2|Enable query limit/,
      values: {
        'Query time range limit': 'p2d',
        'Relative time range options: duration 1': 'PT10M',
        'Relative time range options: duration 2': 'PT20M',
        'Surrounding time range options: duration 1': 'PT2S',
        'Surrounding time range options: duration 2': 'PT3S',
        'Auto-refresh interval options: duration 1': 'PT5S',
        'Auto-refresh interval options: duration 2': 'PT9S',
      },
      variants: { 'the defaults': holds('searches') },
    },
    section('message-processors', { skip: /Stream Rule Processor is/ }),
    section('sidecars', {
      values: {
        'Inactive threshold': 'PT2M',
        'Expiration threshold': 'p7d',
        'Update interval': 'PT20S',
      },
    }),
    section('events', { skip: /Enable catch up/, variants: { 'the defaults': holds('events') } }),
    section('email', {
      variants: {
        'settings from the start': {
          'GET /system/email': () => ({ ...mail, source: 'environment', sender: '', security: 'none', username: '' }),
        },
        'no settings': { 'GET /system/email': () => ({ ...mail, source: 'none', password: { is_set: false } }) },
        'disabled settings': {
          'GET /system/email': () => ({ ...mail, enabled: false, host: '', verify_certificate: false }),
        },
        'a server without mail settings': { 'GET /system/email': () => new Response('{}', { status: 404 }) },
      },
    }),
    {
      route: '/system/configurations/email',
      state: 'with a test',
      submit: ['button Send test mail'],
      skip: /^button /,
    },
    section('url-whitelist', {
      values: { 'URL of entry 1': '^https://a.*', 'URL of entry 2': 'https://b.example.org/' },
      skip: /Delete entry 2|Add Url \(2\)|Type of entry/,
      base: ['clusterconfigentry:read', 'urlwhitelist:read'],
      permissions: ['urlwhitelist:write'],
      variants: {
        'no addresses': { 'GET /system/urlwhitelist': () => ({ entries: [], disabled: true }) },
      },
    }),
    section('decorators', {
      base: ['clusterconfigentry:read', 'decorators:read'],
      permissions: ['decorators:edit', 'decorators:create'],
      skip: /^button (Move|Actions \()|Select decorator/,
      variants: { 'no decorators': { 'GET /search/decorators': () => [] } },
    }),
    {
      route: '/system/configurations/decorators',
      state: 'after a decorator was deleted',
      brief: true,
      first: ['button Edit configuration', 'button Actions', 'menuitem Delete', 'button Delete'],
      skip: /^(button (Move|Actions)|combobox)/,
    },
    section('permissions', { variants: { 'unsaved settings': unsaved('sharing') } }),
    section('index-set-defaults', {
      base: ['clusterconfigentry:read', 'indices:changestate'],
      permissions,
    }),
    section('users', {
      skip: /Enable global/,
      variants: { 'unsaved settings': unsaved('users') },
      values: { 'Global session timeout interval': 'pt2h' },
    }),
    section('public-notifications', {
      skip: /^button Remove (Title two|<)/,
      variants: {
        'no announcements': holds('publicNotifications'),
        'a server without announcements': { [at('publicNotifications')]: () => new Response('{}', { status: 404 }) },
      },
    }),
    section('geo-location', {
      skip: /checkbox Enable G/,
      variants: { 'unsaved settings': unsaved('geoIp'), 'the defaults': holds('geoIp') },
    }),
    section('threat-intelligence', {
      variants: { 'a refused section': { [at('threatIntel')]: () => new Response('{}', { status: 403 }) } },
    }),
    section('odd', { skip: /./ }),
  ],
});
