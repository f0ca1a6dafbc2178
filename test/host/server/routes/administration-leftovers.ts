/**
 * Changes of entities to which others refer: what a deletion removes from the others, what it refuses, and what else
 * depends on earlier changes. They come after the changes of each area.
 */
import { indexSetBody } from '../../../index-set-body.js';
import { change, open, type ChangedArea } from './administration-changes.js';
import type { Body } from './administration-record.js';

const hook = { type: 'http-notification-v1', url: 'http://127.0.0.1:9/hook' };
const definition = (title: string, notifications: readonly string[]): Body => ({
  title,
  config: {
    ...{ type: 'aggregation-v1', query: 'a:b', query_parameters: [], streams: ['{left}'], group_by: [], series: [] },
    ...{ conditions: { expression: null }, search_within_ms: 60_000, execute_every_ms: 3_600_000 },
  },
  notifications: notifications.map((id) => ({ notification_id: id })),
});
const configuration = (more: object): Body => ({
  ...{ name: 'staged', collector_id: '{stager}', color: '#112233', template: 'first', tags: [], ...more },
});
const node: Body = {
  node_name: 'stage',
  node_details: {
    ...{ operating_system: 'Linux', ip: '10.1.2.9', tags: [] },
    status: { status: 0, message: 'm', collectors: [] },
  },
};
const muted = (until: unknown): Body => ({ status: 'muted', until, alerts: [{ event_id: 'none', version: 0 }] });
const run = (from: string, to: string): Body => ({
  definition: definition('Run', []),
  timerange: { type: 'absolute', from, to },
});
const six = Array.from({ length: 6 }, (_, at) => `six${at}`);
const time = (hour: number): string => `2024-02-01T0${hour}:00:00.000Z`;

export const leftovers: ChangedArea = {
  title: 'what others refer to',
  watched: [
    '/events/definitions?per_page=0',
    '/events/notifications?per_page=0',
    '/streams',
    '/system/pipelines/connections',
    '/search/decorators',
    '/users/lea',
    '/sidecar/rollouts',
    '/system/indices/index_sets',
  ],
  changes: [
    change('POST /streams', { title: 'Left', index_set_id: '{defaultSet}' }, { keep: 'left' }),
    change(
      'POST /system/outputs',
      {
        ...{ title: 'Gone', type: 'org.graylog2.outputs.LoggingOutput', configuration: { prefix: 'x' } },
      },
      { keep: 'goneOutput' },
    ),
    change('POST /streams/{left}/outputs', { outputs: ['{goneOutput}'] }),
    change('DELETE /system/outputs/{goneOutput}'),
    change('POST /events/notifications', { title: 'Gone', config: hook }, { keep: 'gone' }),
    change('POST /events/notifications', { title: 'Stays', config: hook }, { keep: 'stays' }),
    change('POST /events/definitions?schedule=false', definition('Both', ['{gone}', '{stays}']), { keep: 'both' }),
    change('POST /events/definitions?schedule=false', definition('Other', ['{stays}']), { keep: 'other' }),
    change('DELETE /events/notifications/{gone}'),
    change('POST /users', {
      ...{ username: 'lea', password: 'a user password', email: 'l@example.org', permissions: ['streams:read:{left}'] },
    }),
    change('PUT /users/lea/preferences', { preferences: { themeMode: 'noir' } }),
    change(
      'POST /system/pipelines/pipeline',
      { source: 'pipeline "left"\nstage 0 match either\nend', title: 'left' },
      {
        keep: 'leftPipeline',
      },
    ),
    change('POST /system/pipelines/connections/to_stream', { stream_id: '{left}', pipeline_ids: ['{leftPipeline}'] }),
    change('POST /search/decorators', {
      ...{ type: 'org.graylog2.decorators.FormatStringDecorator', stream: '{left}', order: 0 },
      config: { format_string: 'x', target_field: 'y' },
    }),
    change('POST /authz/shares/entities/grn::::stream:{left}', {
      selected_grantee_capabilities: { 'grn::::builtin-team:everyone': 'view' },
    }),
    change('PUT /favorites/grn::::stream:{left}', undefined, open),
    change('DELETE /streams/{left}'),
    change('DELETE /system/pipelines/pipeline/{leftPipeline}'),
    change('POST /system/indices/index_sets', indexSetBody('Used', 'used'), { keep: 'used' }),
    ...six.map((title) => change('POST /streams', { title, index_set_id: '{used}' }, { keep: title })),
    change('DELETE /system/indices/index_sets/{used}'),
    change('DELETE /streams/{six5}'),
    change('DELETE /system/indices/index_sets/{used}'),
    change('POST /streams/bulk_delete', { entity_ids: six.slice(0, 5).map((name) => `{${name}}`) }),
    change('DELETE /system/indices/index_sets/{used}'),
    change('PUT /users/local:admin/password', { password: 'another password' }),
    change('PUT /telemetry/user/settings', { telemetry_enabled: true, telemetry_permission_asked: false }, open),
    change('GET /telemetry/user/settings', undefined, open),
    change('GET /system/searchVersion/satisfiesVersion/elasticsearch', undefined, open),
    change('GET /system/searchVersion/satisfiesVersion/OpenSearch', undefined, open),
    change('GET /system/searchVersion/satisfiesVersion/other', undefined, open),
    ...[null, '', 'x', time(1), '{tomorrow}', '2999-01-01T00:00:00.000Z'].map((until) =>
      change('POST /events/alerts/states', muted(until), open),
    ),
    change('POST /events/definitions/test-run', run(time(2), time(2))),
    change('POST /events/definitions/test-run', run(time(2), time(1))),
    change(
      'POST /sidecar/collectors',
      {
        ...{ name: 'stager', service_type: 'exec', node_operating_system: 'linux', executable_path: '/x' },
        ...{ execute_parameters: '', validation_parameters: '', default_template: '' },
      },
      { keep: 'stager' },
    ),
    change('POST /sidecar/configurations', configuration({}), { keep: 'staged' }),
    change('PUT /sidecars/node-s', node),
    change('PUT /sidecars/configurations', {
      nodes: [{ node_id: 'node-s', assignments: [{ collector_id: '{stager}', configuration_id: '{staged}' }] }],
    }),
    change('PUT /sidecar/configurations/{staged}', configuration({ id: '{staged}', template: 'second', staged: true })),
    change('PUT /sidecar/configurations/{staged}', configuration({ id: '{staged}', template: 'third', staged: true })),
    change('PUT /sidecar/configurations/{staged}', configuration({ id: '{staged}', template: 'fourth' })),
    change('PUT /sidecar/configurations/{staged}', configuration({ id: '{staged}', collector_id: '{collector}' })),
    change('DELETE /sidecar/configurations/{staged}'),
    change('DELETE /sidecar/collectors/{stager}'),
    change('DELETE /users/lea'),
  ],
};
