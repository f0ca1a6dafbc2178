/**
 * Sends bodies in the shapes that public clients of the reference server's API send. The clients are providers of
 * Terraform, modules of Ansible, and libraries for Go, Python and PowerShell. The values are the project's own.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
/** Ids of created entities by name; `{stream}` in a path or a body is replaced by the id of that name. */
const ids: Record<string, string> = {};

before(async () => {
  server = await startTestServer();
  session = await server.login();
  const sets = await server.call('/system/indices/index_sets', { session });
  ids['indexSet'] = ((await sets.json()) as { index_sets: { id: string }[] }).index_sets[0]?.id ?? '';
  ids['node'] = ((await (await server.call('/')).json()) as { node_id: string }).node_id;
});
after(() => server.stop());

const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

interface Sent {
  readonly client: string;
  readonly call: `${'POST' | 'PUT'} /${string}`;
  readonly body: unknown;
  readonly status: number;
  /** Name under which the id in the response is stored for later requests; absent: no later request needs it. */
  readonly keep?: string;
  readonly idOf?: (answer: never) => unknown;
}

const strategies = {
  rotation_strategy_class: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategy',
  rotation_strategy: {
    type: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategyConfig',
    max_docs_per_index: 20_000_000,
  },
  retention_strategy_class: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategy',
  retention_strategy: {
    type: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategyConfig',
    max_number_of_indices: 20,
  },
};

const sent: readonly Sent[] = [
  {
    client: 'Terraform, index set',
    call: 'POST /system/indices/index_sets',
    body: {
      title: 'Terraform',
      index_prefix: 'terraform',
      ...strategies,
      index_analyzer: 'standard',
      index_optimization_max_num_segments: 1,
      shards: 4,
      replicas: 0,
      index_optimization_disabled: false,
      writable: true,
      default: false,
      description: '',
      field_type_refresh_interval: 5000,
      creation_date: '2024-06-12T13:17:12Z',
    },
    status: 200,
    keep: 'terraformSet',
  },
  {
    client: 'Ansible, index set',
    call: 'POST /system/indices/index_sets',
    body: {
      title: 'Ansible',
      index_prefix: 'ansible',
      writable: true,
      default: false,
      index_analyzer: 'standard',
      shards: 4,
      replicas: 1,
      rotation_strategy_class: 'org.graylog2.indexer.rotation.strategies.TimeBasedRotationStrategy',
      retention_strategy_class: strategies.retention_strategy_class,
      rotation_strategy: {
        type: 'org.graylog2.indexer.rotation.strategies.TimeBasedRotationStrategyConfig',
        rotation_period: 'P1D',
      },
      retention_strategy: strategies.retention_strategy,
      index_optimization_max_num_segments: 1,
      index_optimization_disabled: false,
    },
    status: 200,
    keep: 'ansibleSet',
  },
  {
    client: 'Python, index set with data tiering',
    call: 'POST /system/indices/index_sets',
    body: {
      ...strategies,
      title: 'Tiered',
      description: 'x',
      shards: 1,
      replicas: 0,
      data_tiering: { type: 'hot_only', index_lifetime_min: 'P7D', index_lifetime_max: 'P14D' },
      can_be_default: true,
      index_prefix: 'tiered-',
      index_analyzer: 'standard',
      index_optimization_max_num_segments: 1,
      index_optimization_disabled: false,
      field_type_refresh_interval: 5000,
      index_template_type: null,
      field_type_profile: null,
      use_legacy_rotation: false,
      default: false,
      writable: true,
    },
    status: 200,
  },
  {
    client: 'Ansible, index set changed',
    call: 'PUT /system/indices/index_sets/{ansibleSet}',
    body: {
      title: 'Ansible 2',
      index_prefix: 'ansible',
      writable: true,
      index_analyzer: 'standard',
      shards: 1,
      replicas: 0,
      ...strategies,
      index_optimization_max_num_segments: 1,
      index_optimization_disabled: false,
    },
    status: 200,
  },
  {
    client: 'Terraform, stream',
    call: 'POST /streams',
    body: {
      title: 'test',
      index_set_id: '{indexSet}',
      description: 'created by a provider',
      disabled: false,
      matching_type: 'AND',
      remove_matches_from_default_stream: false,
      is_default: false,
    },
    status: 201,
    keep: 'stream',
    idOf: ({ stream_id }: { stream_id: string }) => stream_id,
  },
  {
    client: 'Python, stream with rules and no content pack',
    call: 'POST /streams',
    body: {
      index_set_id: '{indexSet}',
      matching_type: 'AND',
      remove_matches_from_default_stream: true,
      description: '',
      rules: [
        { field: 'source', description: '', type: 1, value: 'host2', inverted: false },
        { field: 'message', type: 6, value: '_DROP:', inverted: false },
      ],
      title: 'With rules',
      content_pack: null,
    },
    status: 201,
  },
  {
    client: 'Terraform, stream rule',
    call: 'POST /streams/{stream}/rules',
    body: { field: 'tag', description: 'a rule', type: 1, value: '4', inverted: false },
    status: 201,
  },
  {
    client: 'Ansible, stream rule without description',
    call: 'POST /streams/{stream}/rules',
    body: { field: 'tag', type: 5, value: '', inverted: 'false' },
    status: 201,
  },
  {
    client: 'Go, stream changed',
    call: 'PUT /streams/{stream}',
    body: { title: 'test 2', index_set_id: '{indexSet}', description: null, matching_type: 'OR' },
    status: 200,
  },
  {
    client: 'Terraform, input',
    call: 'POST /system/inputs',
    body: {
      title: 'gelf udp',
      type: 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
      global: false,
      node: '{node}',
      configuration: {
        bind_address: '127.0.0.1',
        port: 0,
        recv_buffer_size: 262_144,
        decompress_size_limit: 8_388_608,
      },
    },
    status: 201,
    keep: 'input',
  },
  {
    client: 'Ansible, input with every option as text',
    call: 'POST /system/inputs',
    body: {
      title: 'rsyslog',
      type: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
      global: true,
      configuration: {
        allow_override_date: false,
        bind_address: '127.0.0.1',
        charset_name: 'UTF-8',
        expand_structured_data: false,
        force_rdns: false,
        number_worker_threads: 2,
        override_source: null,
        port: 0,
        recv_buffer_size: 1_048_576,
        store_full_message: true,
        timezone: 'America/New_York',
      },
    },
    status: 201,
  },
  {
    client: 'Terraform, static field',
    call: 'POST /system/inputs/{input}/staticfields',
    body: { key: 'foo', value: 'bar' },
    status: 201,
  },
  {
    client: 'Terraform, grok extractor',
    call: 'POST /system/inputs/{input}/extractors',
    body: {
      title: 'test',
      cut_or_copy: 'copy',
      source_field: 'message',
      target_field: 'none',
      extractor_type: 'grok',
      extractor_config: { grok_pattern: '%{DATA}' },
      converters: {},
      condition_type: 'none',
      condition_value: '',
      order: 0,
    },
    status: 201,
    keep: 'extractor',
    idOf: ({ extractor_id }: { extractor_id: string }) => extractor_id,
  },
  {
    client: 'Go, JSON extractor with a converter of dates',
    call: 'POST /system/inputs/{input}/extractors',
    body: {
      title: 'json',
      cut_or_copy: 'copy',
      source_field: 'message',
      target_field: '',
      extractor_type: 'json',
      extractor_config: {
        list_separator: ', ',
        kv_separator: '=',
        key_prefix: 'visit_',
        key_separator: '_',
        replace_key_whitespace: false,
        key_whitespace_replacement: '_',
      },
      converters: { date: { date_format: 'yyyy/MM/dd', time_zone: 'Japan', locale: 'en' } },
      condition_type: 'none',
      condition_value: '',
    },
    status: 201,
  },
  {
    client: 'Python, regex extractor with a list of converters',
    call: 'POST /system/inputs/{input}/extractors',
    body: {
      title: 'firewalld',
      extractor_type: 'regex',
      converters: [{ type: 'tokenizer', config: {} }],
      order: 0,
      cursor_strategy: 'copy',
      source_field: 'message',
      target_field: 'extracted',
      extractor_config: { regex_value: '^.*DROP:\\ (.*)$' },
      condition_type: 'regex',
      condition_value: 'IN=(\\S+)\\sOUT=(\\S*)\\sSRC=([\\d.]+)',
    },
    status: 201,
  },
  {
    client: 'Terraform, pipeline rule',
    call: 'POST /system/pipelines/rule',
    body: { source: 'rule "from a provider"\nwhen\n  true\nthen\nend\n', description: 'test' },
    status: 200,
    keep: 'rule',
  },
  {
    client: 'Ansible, pipeline rule with a title',
    call: 'POST /system/pipelines/rule',
    body: { title: 'given', source: 'rule "from a module"\nwhen\n  has_field("a")\nthen\n  remove_field("a");\nend' },
    status: 200,
  },
  {
    client: 'Terraform, pipeline',
    call: 'POST /system/pipelines/pipeline',
    body: {
      source: 'pipeline "from a provider"\nstage 0 match either\nrule "from a provider"\nend\n',
      description: 'test',
    },
    status: 200,
    keep: 'pipeline',
  },
  {
    client: 'Terraform, pipeline connections',
    call: 'POST /system/pipelines/connections/to_stream',
    body: { stream_id: '{stream}', pipeline_ids: ['{pipeline}'] },
    status: 200,
  },
  {
    client: 'Terraform, HTTP notification',
    call: 'POST /events/notifications',
    body: { title: 'http', description: '', config: { type: 'http-notification-v1', url: 'http://127.0.0.1:9/x' } },
    status: 200,
    keep: 'notification',
  },
  {
    client: 'Terraform, e-mail notification',
    call: 'POST /events/notifications',
    body: {
      title: 'mail',
      description: '',
      config: {
        type: 'email-notification-v1',
        sender: 'a@example.org',
        subject: 'Alert: ${event_definition_title}',
        user_recipients: ['admin'],
        email_recipients: [],
        body_template: '--- [Event Definition] ---\n${event.message}',
      },
    },
    status: 200,
  },
  {
    client: 'Terraform, event definition without conditions',
    call: 'POST /events/definitions',
    body: {
      title: 'filter',
      description: '',
      priority: 1,
      alert: true,
      config: {
        type: 'aggregation-v1',
        query: 'test',
        query_parameters: [],
        streams: ['{stream}'],
        group_by: [],
        series: [],
        conditions: null,
        search_within_ms: 60_000,
        execute_every_ms: 60_000,
      },
      field_spec: {
        test: {
          data_type: 'string',
          providers: [{ type: 'template-v1', template: 'test', require_values: false }],
        },
      },
      key_spec: ['test'],
      notification_settings: { grace_period_ms: 0, backlog_size: 0 },
      notifications: [{ notification_id: '{notification}' }],
    },
    status: 200,
    keep: 'definition',
  },
  {
    client: 'Terraform, event definition of 4.x with a series that names its function',
    call: 'POST /events/definitions',
    body: {
      title: 'aggregation',
      description: '',
      priority: 2,
      alert: true,
      config: {
        type: 'aggregation-v1',
        query: '*',
        streams: [],
        group_by: ['source'],
        series: [{ id: 'count-', function: 'count', field: null }],
        conditions: {
          expression: {
            expr: '>',
            left: { expr: 'number-ref', ref: 'count-' },
            right: { expr: 'number', value: 5 },
          },
        },
        search_within_ms: 60_000,
        execute_every_ms: 60_000,
      },
      field_spec: {},
      key_spec: [],
      notification_settings: { grace_period_ms: 300_000, backlog_size: null },
      notifications: [],
    },
    status: 200,
  },
  {
    client: 'Terraform, role',
    call: 'POST /roles',
    body: { name: 'terraform', permissions: ['streams:read:1'], description: '', read_only: false },
    status: 201,
  },
  {
    client: 'Ansible, role whose flag is a text',
    call: 'POST /roles',
    body: { name: 'ansible', description: 'x', permissions: ['dashboards:read'], read_only: 'false' },
    status: 201,
  },
  {
    client: 'Terraform, user of 3.x with a full name',
    call: 'POST /users',
    body: {
      username: 'terraform',
      email: 'terraform@example.org',
      full_name: 'Terra Form',
      password: 'a good password',
      permissions: [],
      roles: ['Reader'],
      timezone: 'Asia/Tokyo',
      session_timeout_ms: 3_600_000,
    },
    status: 201,
  },
  {
    client: 'PowerShell, user of 4.x',
    call: 'POST /users',
    body: {
      username: 'powershell',
      email: 'ps@example.org',
      first_name: 'Power',
      last_name: 'Shell',
      password: 'a good password',
      permissions: null,
      roles: ['Reader'],
      timezone: null,
      session_timeout_ms: '3600000',
      startpage: null,
      service_account: false,
    },
    status: 201,
  },
  {
    client: 'Terraform, output',
    call: 'POST /system/outputs',
    body: {
      title: 'stdout',
      type: 'org.graylog2.outputs.GelfOutput',
      configuration: { hostname: '127.0.0.1', protocol: 'TCP', port: 12_201, connect_timeout: 1000 },
      streams: null,
      content_pack: null,
    },
    status: 201,
    keep: 'output',
  },
  {
    client: 'Terraform, output of a stream',
    call: 'POST /streams/{stream}/outputs',
    body: { outputs: ['{output}'] },
    status: 202,
  },
  {
    client: 'Terraform, collector of sidecars',
    call: 'POST /sidecar/collectors',
    body: {
      name: 'provider-beat',
      service_type: 'exec',
      node_operating_system: 'linux',
      executable_path: '/usr/bin/filebeat',
      execute_parameters: '-c  %s',
      validation_parameters: 'test config -c %s',
      default_template: '',
    },
    status: 200,
    keep: 'collector',
  },
  {
    client: 'Terraform, configuration of sidecars',
    call: 'POST /sidecar/configurations',
    body: { name: 'provider', collector_id: '{collector}', color: '#00796b', template: 'fields: {}' },
    status: 200,
  },
  {
    client: 'Go, grok pattern',
    call: 'POST /system/grok',
    body: { name: 'FROM_A_CLIENT', pattern: '[a-z]{3}', content_pack: null },
    status: 201,
  },
  {
    client: 'Ansible, cache',
    call: 'POST /system/lookup/caches',
    body: {
      name: 'client-cache',
      title: 'Cache',
      description: '',
      config: {
        type: 'guava_cache',
        max_size: 1000,
        expire_after_access: 60,
        expire_after_access_unit: 'SECONDS',
        expire_after_write: 0,
        expire_after_write_unit: null,
      },
    },
    status: 200,
  },
  {
    client: 'Ansible, cache without a size',
    call: 'POST /system/lookup/caches',
    body: {
      name: 'sizeless-cache',
      title: 'Cache',
      description: null,
      config: { type: 'guava_cache', max_size: null, expire_after_access: null, expire_after_write: null },
    },
    status: 200,
  },
  {
    client: 'Ansible, allow-list of addresses',
    call: 'PUT /system/urlwhitelist',
    body: {
      entries: [{ id: 'table', type: 'literal', title: 'Table', value: 'http://127.0.0.1:1/table' }],
      disabled: null,
    },
    status: 204,
  },
  {
    client: 'Ansible, data adapter with null for numbers and flags',
    call: 'POST /system/lookup/adapters',
    body: {
      name: 'nulls-adapter',
      title: 'Adapter',
      description: null,
      custom_error_ttl_enabled: null,
      custom_error_ttl: null,
      custom_error_ttl_unit: null,
      config: {
        type: 'dsvhttp',
        url: 'http://127.0.0.1:1/table',
        refresh_interval: null,
        separator: ',',
        line_separator: '\n',
        quotechar: '"',
        ignorechar: '#',
        key_column: null,
        value_column: null,
        check_presence_only: null,
        case_insensitive_lookup: null,
      },
    },
    status: 200,
  },
];

for (const { client, call, body, status, keep, idOf } of sent)
  test(`the request of ${client} is accepted: ${call}`, async () => {
    const [method = '', path = ''] = call.split(' ');
    const response = await server.call(filled(path), {
      method,
      session,
      headers: { 'Content-Type': 'application/json' },
      body: filled(JSON.stringify(body)),
    });
    const text = await response.text();
    assert.equal(response.status, status, text);
    if (keep === undefined) return;
    // Each case knows the type of its response; the cases have no common type, hence the cast.
    const answer = JSON.parse(text) as never;
    const id = idOf ? idOf(answer) : (answer as { id: unknown }).id;
    assert.equal(typeof id, 'string', text);
    ids[keep] = String(id);
  });
