/** Entities and packs for the tests of content packs. */
import { wrapped } from '../../../../host/server/content-packs/values.js';

const constraints = [{ type: 'server-version', version: '>=5.1.0' }];
export const entity = (type: string, id: string, data: unknown, version = '1') => ({
  v: '1',
  type: { name: type, version },
  id,
  data,
  constraints,
});
export const grok = (id: string, name: string, pattern: string) => entity('grok_pattern', id, { name, pattern });
export const streamOf = (id: string, title: string, value: string, outputs: string[] = []) =>
  entity(
    'stream',
    id,
    wrapped({
      title,
      description: '',
      disabled: false,
      matching_type: 'AND',
      outputs,
      alert_conditions: [],
      alarm_callbacks: [],
      default_stream: false,
      remove_matches: false,
      stream_rules: [{ type: 'EXACT', field: 'source', value, inverted: false, description: '' }],
    }),
  );
export const queryId = 'q';
const dashboard = (id: string, stream: string) =>
  entity(
    'dashboard',
    id,
    {
      title: wrapped('Overview'),
      summary: wrapped(''),
      description: wrapped(''),
      type: 'DASHBOARD',
      properties: [],
      requires: {},
      created_at: '2024-02-01T09:00:00.000Z',
      search: {
        parameters: [],
        requires: {},
        created_at: '2024-02-01T09:00:00.000Z',
        queries: [
          {
            id: queryId,
            timerange: { type: 'relative', range: 300 },
            filters: [],
            query: { type: 'elasticsearch', query_string: '' },
            search_types: [
              {
                id: 'c',
                name: 'chart',
                type: 'pivot',
                streams: [stream],
                filters: [],
                series: [{ type: 'count', id: 'count()', field: null }],
                rollup: true,
                row_groups: [],
                column_groups: [],
                sort: [],
              },
            ],
          },
        ],
      },
      state: {
        [queryId]: {
          titles: {},
          widgets: [
            {
              id: 'w',
              type: 'aggregation',
              filters: [],
              streams: [stream],
              config: {
                row_pivots: [],
                column_pivots: [],
                series: [{ config: { name: null }, function: 'count()' }],
                sort: [],
                visualization: 'numeric',
                visualization_config: null,
                formatting_settings: null,
                rollup: true,
                event_annotation: false,
              },
            },
          ],
          widget_mapping: { w: ['c'] },
          positions: { w: { col: 1, row: 1, height: 2, width: 'Infinity' } },
        },
      },
    },
    '2',
  );
export const definition = (id: string, stream: string, notification: string, every: number) =>
  entity('event_definition', id, {
    title: wrapped('Too many'),
    description: wrapped(''),
    priority: wrapped(2),
    alert: wrapped(true),
    is_scheduled: wrapped(false),
    field_spec: {},
    key_spec: [],
    config: {
      type: 'aggregation-v1',
      query: wrapped('failed'),
      streams: [stream],
      group_by: [],
      series: [],
      conditions: { expression: null },
      search_within_ms: every,
      execute_every_ms: every,
    },
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [{ notification_id: wrapped(notification) }],
    storage: [],
  });
const input = (id: string) =>
  entity('input', id, {
    ...(wrapped({
      title: 'Lines',
      type: 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
      global: true,
      static_fields: { site: 'north' },
      extractors: [
        {
          title: 'take',
          type: 'GROK',
          cursor_strategy: 'COPY',
          source_field: 'message',
          target_field: '',
          configuration: { grok_pattern: '%{PACKWORD:word}' },
          converters: [],
          condition_type: 'NONE',
          condition_value: '',
          order: 0,
        },
      ],
    }) as object),
    configuration: {
      bind_address: wrapped('127.0.0.1'),
      recv_buffer_size: wrapped(65536),
      port: { '@type': 'parameter', '@value': 'PORT' },
    },
  });
export const pack = (rev: number, entities: unknown[], id = 'pack-one') => ({
  v: 1,
  id,
  rev,
  name: 'Pack one',
  summary: 's',
  description: '',
  vendor: 'v',
  url: '',
  parameters: [{ name: 'PORT', title: 'Port', description: '', type: 'integer', default_value: 12201 }],
  entities,
});
export const whole = (stream = 'web-1') => [
  definition('d1', 's1', 'n1', 60_000),
  dashboard('v1', 's1'),
  streamOf('s1', 'Web', stream),
  input('i1'),
  grok('g2', 'PACKLINE', '%{PACKWORD}!'),
  grok('g1', 'PACKWORD', '\\w+'),
  entity('notification', 'n1', {
    title: wrapped('Tell'),
    description: wrapped(''),
    config: { type: 'http-notification-v1', url: wrapped('http://127.0.0.1:1/') },
  }),
  entity('search_filter', 'f1', {}),
];
/**
 * Returns a pack with the shapes that servers of version 5.2 export. It has owners and dates of dashboards, queries
 * without a filter, search types with all members, a syslog input with all settings and several extractors, and a
 * pipeline with connected streams.
 */
export const asExported = (port: number) => {
  const words = entity('grok_pattern', 'e-grok', { name: 'EXPORTEDWORD', pattern: '(?<![a-z])(?>[a-z]+)' });
  const extractor = (order: number, title: string, condition_type: string, condition_value: string) => ({
    target_field: '',
    condition_value,
    order,
    converters: [],
    configuration: { grok_pattern: `\\[%{EXPORTEDWORD:part${order}}\\] on path \\"%{EXPORTEDWORD:path }\\"` },
    source_field: 'message',
    title,
    type: 'GROK',
    cursor_strategy: 'COPY',
    condition_type,
  });
  const lines = entity(
    'input',
    'e-input',
    wrapped({
      title: 'Exported lines',
      type: 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
      global: true,
      static_fields: {},
      configuration: {
        tls_key_file: '',
        port,
        tls_enable: false,
        use_null_delimiter: false,
        recv_buffer_size: 1_048_576,
        tcp_keepalive: false,
        force_rdns: false,
        allow_override_date: true,
        tls_client_auth_cert_file: '',
        bind_address: '127.0.0.1',
        tls_cert_file: '',
        expand_structured_data: false,
        max_message_size: 2_097_152,
        store_full_message: false,
        tls_client_auth: 'disabled',
        timezone: 'NotSet',
        charset_name: 'UTF-8',
        number_worker_threads: 4,
        tls_key_password: '',
      },
      extractors: [extractor(0, 'First', 'NONE', ''), extractor(1, 'Second', 'REGEX', 'Correlator]')],
    }),
  );
  const rule = (id: string, title: string) =>
    entity(
      'pipeline_rule',
      id,
      wrapped({ title, description: '', source: `rule "${title}"\nwhen\n  true\nthen\nend` }),
    );
  const source =
    'pipeline "Exported"\nstage 0 match either\nrule "Exported one"\nstage 1 match pass\nrule "Exported two"\nend';
  const pipeline = entity(
    'pipeline',
    'e-pipeline',
    wrapped({ title: 'Exported', description: '', source, connected_streams: ['e-stream'] }),
  );
  const view = dashboard('e-view', 'e-stream');
  const [query] = (view.data as { search: { queries: { search_types: object[] }[] } }).search.queries;
  const pivot = {
    ...query?.search_types[0],
    timerange: { type: 'relative', from: 604_800 },
    query: { type: 'elasticsearch', query_string: 'source:esxi' },
    filter: null,
    column_limit: null,
    row_limit: null,
    sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
  };
  const messages = {
    id: 'm',
    name: null,
    type: 'messages',
    timerange: { type: 'relative', from: 3_600 },
    query: { type: 'elasticsearch', query_string: '' },
    streams: [],
    filter: null,
    filters: [],
    limit: 150,
    offset: 0,
    sort: [{ field: 'timestamp', order: 'DESC' }],
    decorators: [],
  };
  const dashboards = {
    ...view,
    data: {
      ...(view.data as object),
      owner: 'someone@example.org',
      title: wrapped('Exported overview'),
      search: {
        ...(view.data as { search: object }).search,
        owner: 'someone@example.org',
        created_at: '2024-03-05T10:11:12.345Z',
        queries: [{ ...query, search_types: [pivot, messages] }],
      },
    },
  };
  return [
    words,
    streamOf('e-stream', 'Exported stream', 'esxi'),
    lines,
    rule('e-one', 'Exported one'),
    rule('e-two', 'Exported two'),
    pipeline,
    dashboards,
  ];
};
