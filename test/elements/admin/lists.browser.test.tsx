/**
 * Tests which controls the lists of administration pages offer with which permission, and the question before a
 * deletion.
 */
import { expect } from '@open-wc/testing';
import { eventDefinitionsPages } from '../../../elements/admin/event-definitions/pages.js';
import { lookupTablesPages } from '../../../elements/admin/lookup-tables/pages.js';
import { notificationsPages } from '../../../elements/admin/notifications/pages.js';
import { pipelineRulesPages } from '../../../elements/admin/pipeline-rules/pages.js';
import { pipelinesPages } from '../../../elements/admin/pipelines/pages.js';
import { sidecarsPages } from '../../../elements/admin/sidecars/pages.js';
import { byText, clickOn } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { administration, choose, confirming, expectControls } from './admin-page.js';

const pages = [
  ...[...eventDefinitionsPages, ...lookupTablesPages, ...notificationsPages],
  ...[...pipelineRulesPages, ...pipelinesPages, ...sidecarsPages],
];
const at = '2026-01-01T00:00:00.000Z';
const one = { total: 1, count: 1, page: 1, per_page: 10, query: '' };
const paginated = { pagination: one, total: 1, attributes: [{ id: 'title', title: 'Title', type: 'STRING' }] };
const named = { id: 'e1', _scope: 'DEFAULT', title: 'Web', name: 'web', description: '', content_pack: null };
const definition = {
  ...named,
  ...{ updated_at: at, priority: 2, alert: true, field_spec: {}, key_spec: [], notifications: [], storage: [] },
  config: { type: 'aggregation-v1', query: 'x', execute_every_ms: 60_000, search_within_ms: 300_000 },
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  scheduler: null,
};
const dated = { created_at: at, modified_at: at, errors: null };
const pipeline = { ...named, ...dated, source: 'pipeline "Web"\nend', stages: [] };

const admin = administration(pages, () => ({
  'GET /entity_scopes': () => ({ entity_scopes: { DEFAULT: { is_mutable: true } } }),
  'POST /system/lookup/errorstates': () => ({ tables: {}, data_adapters: {}, caches: {} }),
  'GET /system/lookup/tables': () => ({
    ...{ ...one, caches: {}, data_adapters: {} },
    lookup_tables: [{ ...named, cache_id: 'c', data_adapter_id: 'a' }],
  }),
  'GET /system/lookup/caches': () => ({ ...one, caches: [{ ...named, config: { type: 'none' } }] }),
  'GET /system/lookup/adapters': () => ({ ...one, data_adapters: [{ ...named, config: { type: 'csvfile' } }] }),
  'GET /events/definitions/paginated': () => ({ ...paginated, elements: [definition] }),
  'GET /events/notifications/paginated': () => ({
    ...{ ...paginated, elements: [{ ...named, config: { type: 'http-notification-v1' } }] },
  }),
  'GET /system/pipelines/pipeline/paginated': () => ({ ...one, pipelines: [pipeline] }),
  'GET /system/pipelines/pipeline': () => [pipeline],
  'GET /system/pipelines/connections': () => [],
  'GET /system/pipelines/rule': () => [],
  'GET /system/pipelines/rule/functions': () => [],
  'GET /system/pipelines/rule/paginated': () => ({
    ...{ ...one, context: { used_in_pipelines: {} } },
    rules: [{ ...named, ...dated, source: '' }],
  }),
  'GET /streams': () => ({ total: 0, streams: [] }),
  'GET /sidecar/configurations': () => ({
    ...paginated,
    configurations: [{ ...named, name: 'Web', collector_id: 'c1', color: '#123456', tags: [], assignment_rule: '' }],
  }),
  'GET /sidecar/collectors/summary': () => ({ ...paginated, collectors: [] }),
  'GET /sidecar/collectors': () => ({ ...paginated, collectors: [] }),
}));

/** Permissions to create, change and delete, the list's base permissions, and the controls that need more. */
const lists = [
  ...(['tables', 'caches', 'adapters'] as const).map((kind) => {
    const noun = { tables: 'lookup table', caches: 'cache', adapters: 'data adapter' }[kind];
    return {
      route: `/system/lookuptables${{ tables: '', caches: '/caches', adapters: '/data_adapters' }[kind]}`,
      base: ['lookuptables:read'],
      controls: {
        [`button Create ${noun}`]: ['lookuptables:create'],
        'button Edit Web': ['lookuptables:edit:e1'],
        'button Delete Web': ['lookuptables:delete:e1'],
      },
      remove: `DELETE /system/lookup/${kind}/e1`,
      event: `lookup-${{ tables: 'table', caches: 'cache', adapters: 'adapter' }[kind]} e1`,
    };
  }),
  {
    route: '/alerts/definitions',
    base: ['eventdefinitions:read'],
    controls: {
      'button Create event definition': ['eventdefinitions:create'],
      'menuitem Duplicate': ['eventdefinitions:create'],
      'menuitem Edit': ['eventdefinitions:edit:e1'],
      'menuitem Enable': ['eventdefinitions:edit:e1'],
      'menuitem Delete': ['eventdefinitions:delete:e1'],
      'button Share Web': ['*'],
    },
    remove: 'DELETE /events/definitions/e1',
    event: 'event_definition e1',
  },
  {
    route: '/alerts/notifications',
    base: ['eventnotifications:read'],
    controls: {
      'button Create notification': ['eventnotifications:create'],
      'button More actions for Web': ['eventnotifications:edit:e1', 'eventnotifications:delete:e1'],
      'menuitem Edit': ['eventnotifications:edit:e1'],
      'menuitem Test Notification': ['eventnotifications:edit:e1'],
      'menuitem Delete': ['eventnotifications:delete:e1'],
      'button Share Web': ['*'],
    },
    remove: 'DELETE /events/notifications/e1',
    event: 'notification e1',
  },
  {
    route: '/system/pipelines',
    base: ['pipeline:read', 'pipeline_connection:read'],
    controls: {
      'button Add new pipeline': ['pipeline:create'],
      'button Edit Web': ['pipeline:edit:e1'],
      'button Delete Web': ['pipeline:delete:e1'],
      'link Manage rules': ['pipeline_rule:read'],
      'link Simulator': ['pipeline_rule:read'],
    },
    whenReadonly: ['link Manage rules', 'link Simulator'],
    remove: 'DELETE /system/pipelines/pipeline/e1',
    event: 'pipeline e1',
  },
  {
    route: '/system/pipelines/rules',
    base: ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read'],
    controls: {
      'button Create Rule': ['pipeline_rule:create'],
      'button Edit Web': ['pipeline_rule:edit:e1'],
      'button Delete Web': ['pipeline_rule:delete:e1'],
    },
    remove: 'DELETE /system/pipelines/rule/e1',
    event: 'pipeline-rule e1',
  },
  {
    route: '/system/sidecars/configuration',
    base: ['sidecar_collectors:read', 'sidecar_collector_configurations:read'],
    controls: {
      'button Create Configuration': ['sidecar_collector_configurations:create'],
      'button Create Log Collector': ['sidecar_collectors:create'],
      'button Edit Web': ['sidecar_collector_configurations:update'],
      'button More actions for Web': [
        'sidecar_collector_configurations:create',
        'sidecar_collector_configurations:delete',
      ],
      'menuitem Clone': ['sidecar_collector_configurations:create'],
      'menuitem Delete': ['sidecar_collector_configurations:delete'],
      'link Overview': ['sidecars:read'],
      'link Administration': ['sidecars:read'],
      'link Failure Tracking': ['sidecars:read'],
    },
    whenReadonly: ['link Overview', 'link Administration', 'link Failure Tracking'],
    remove: 'DELETE /sidecar/configurations/e1',
    event: 'sidecar-configuration e1',
  },
];

for (const { route, base, controls, remove, event, ...more } of lists) {
  it(`the list ${route} offers each control with its permission`, () =>
    expectControls(admin, { ...{ route, base, controls, ...more }, ready: (root) => byText(root, 'Web') }));

  it(`the list ${route} deletes after a question, and reports the change`, async () => {
    admin.server.routes[remove] = () => named;
    const { root } = await admin.open(route);
    await byText(root, 'Web');
    if ('button Delete Web' in controls) await clickOn(root, 'button', 'Delete Web');
    else await choose(root, 'More actions for Web', /^Delete/);
    await confirming(admin, root, 'Delete', remove);
    await waitUntil(() => admin.events.length > 0, 'the change is reported');
    expect(admin.events).to.deep.equal([`log-changed ${event}`]);
  });
}
