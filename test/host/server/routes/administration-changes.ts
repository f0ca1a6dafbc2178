/**
 * Changes of administration, in order. The tests send each of them as users who lack the rights first, then as its
 * caller, and record the answer, the lines of the log, and what changed in the watched answers.
 */
import { indexSetBody } from '../../../index-set-body.js';
import type { Body } from './administration-record.js';

export interface Change {
  readonly call: string;
  readonly body?: Body;
  /** Username of the caller; absent: the user with all rights, and the administrator if that user is refused. */
  readonly by?: string;
  /** Name by which later changes refer to the id in the answer. */
  readonly keep?: string;
  /** Name by which later changes refer to the token in the answer. */
  readonly keepToken?: string;
  /** Rights that do not suffice, each without the others. */
  readonly partly?: readonly string[];
  /** True: every user may send the request, so only its caller does. */
  readonly open?: true;
  /** User who signs in before the change, so that it shows whether sessions end, and the password. */
  readonly signedIn?: readonly [username: string, password: string];
}

export interface ChangedArea {
  readonly title: string;
  /** Paths of answers that are compared before and after each change. */
  readonly watched: readonly string[];
  readonly changes: readonly Change[];
}

type More = Omit<Change, 'call' | 'body'>;
export const change = (call: string, body?: Body, more: More = {}): Change => ({
  call,
  ...(body !== undefined && { body }),
  ...more,
});
export const open = { open: true } as const;
const maker = { by: 'maker' } as const;
const admin = { by: 'admin' } as const;
const classes = 'org.graylog2';
const noCondition = { conditions: { expression: null } };
const aggregation = {
  type: 'aggregation-v1',
  query: 'a:b',
  query_parameters: [],
  streams: ['{mill}'],
  group_by: [],
  series: [],
  ...noCondition,
  search_within_ms: 60_000,
  execute_every_ms: 3_600_000,
  event_limit: 5,
};
const rule = (name: string): Body => ({ source: `rule "${name}"\nwhen true\nthen\nend` });
const hook = { type: 'http-notification-v2', url: 'http://127.0.0.1:9/hook', api_key: 'k' };
const kept = { keep_value: true };
const ldap = (host: string, more: object = {}): Body => ({
  type: 'ldap',
  servers: [{ host, port: 1389 }],
  transport_security: 'none',
  verify_certificates: false,
  system_user_dn: 'cn=reader,dc=example',
  user_search_base: 'dc=example',
  user_search_pattern: '(uid={0})',
  user_unique_id_attribute: 'entryUUID',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
  ...more,
});
const mail = {
  enabled: true,
  host: 'mail.invalid',
  port: 25,
  security: 'none',
  verify_certificate: false,
  username: 'u',
};
/** Returns the report of a sidecar node about its collector. */
const report = (status: number, message: string): Body => ({
  node_name: 'west',
  node_details: {
    operating_system: 'Linux',
    ip: '10.1.2.3',
    metrics: { disks_75: ['/var (80%)'], cpu_idle: 'x', load_1: 0.5 },
    status: {
      status,
      message,
      collectors: [{ collector_id: '{collector}', status, message, verbose_message: 'v', configuration_id: '{conf1}' }],
    },
    tags: ['web', 'new'],
  },
});
const config = (name: string): string => `/system/cluster_config/${name}`;

export const areas: readonly ChangedArea[] = [
  {
    title: 'streams',
    watched: ['/streams', '/system/pipelines/connections', '/search/decorators', '/alerts/callbacks', '/users/anna'],
    changes: [
      change('POST /streams', { title: ' New ', index_set_id: '{defaultSet}' }, { ...maker, keep: 'new' }),
      change('POST /streams', { title: 'Odd', index_set_id: '{alpha}' }),
      change('PUT /streams/{new}', { description: 'd' }, maker),
      change('PUT /streams/{new}', { title: ' ', description: '' }),
      change('PUT /streams/{new}', { matching_type: 'OR', remove_matches_from_default_stream: true }),
      change('PUT /streams/{new}', { matching_type: 'X' }),
      change('POST /streams/{new}/rules', { type: 7, field: '' }, { keep: 'always' }),
      change('POST /streams/{new}/rules', { type: 5, field: 'f', inverted: true, description: 'r' }),
      change('PUT /streams/{new}/rules/{always}', { type: 1, field: 'g', value: 'v' }),
      change('POST /streams/{new}/testMatch', { message: { g: 'v' } }),
      change('POST /streams/{new}/testMatch', { message: { f: 'v' } }),
      change('DELETE /streams/{new}/rules/{always}'),
      change('DELETE /streams/{new}/rules/{always}'),
      change('POST /streams/{defaultStream}/rules', { type: 7 }),
      change('POST /streams/{new}/resume'),
      change('POST /streams/{new}/resume'),
      change('POST /streams/{new}/pause'),
      change('POST /streams/{defaultStream}/pause'),
      change(
        'POST /streams/{mill}/clone',
        { title: 'Copy', index_set_id: '{defaultSet}' },
        {
          ...maker,
          keep: 'copied',
          partly: ['streams:create', 'streams:read:{mill}'],
        },
      ),
      change('POST /streams/{mill}/clone', { title: ' ', index_set_id: '{defaultSet}' }),
      change('POST /streams/{defaultStream}/clone', { title: 'x', index_set_id: '{defaultSet}' }),
      change(
        'POST /streams/{new}/outputs',
        { outputs: ['{web}', '{web}'] },
        {
          partly: ['streams:edit:{new}', 'stream_outputs:create'],
        },
      ),
      change('POST /streams/{new}/outputs', { outputs: ['{stdout}'] }),
      change('DELETE /streams/{new}/outputs/{web}', undefined, {
        partly: ['streams:edit:{new}', 'stream_outputs:delete:{web}'],
      }),
      change('POST /streams/{defaultStream}/outputs', { outputs: ['{stdout}'] }),
      change('DELETE /streams/{defaultStream}/outputs/{stdout}'),
      change('POST /streams/000000000000000000000002/outputs', { outputs: ['{stdout}'] }),
      change('PUT /streams/indexSet/{beta}', ['{new}', '{copied}'], {
        partly: ['indexsets:read:{beta}', 'streams:edit'],
      }),
      change('PUT /streams/indexSet/{alpha}', ['{new}']),
      change(
        'POST /streams/{new}/alarmcallbacks',
        {
          type: `${classes}.alarmcallbacks.HTTPAlarmCallback`,
          title: 'A',
          configuration: { url: 'http://127.0.0.1:9/hook' },
        },
        { keep: 'alarm' },
      ),
      change('PUT /streams/{new}/alarmcallbacks/{alarm}', {
        type: `${classes}.alarmcallbacks.EmailAlarmCallback`,
        title: 'B',
        configuration: { email_receivers: ['a@example.org'] },
      }),
      change('PUT /streams/{mill}/alarmcallbacks/{alarm}', {
        type: `${classes}.alarmcallbacks.HTTPAlarmCallback`,
        title: 'A',
        configuration: { url: 'x' },
      }),
      change('POST /streams/{new}/alarmcallbacks', { type: 'x', title: 'A', configuration: {} }),
      change('DELETE /streams/{mill}/alarmcallbacks/{alarm}'),
      change(
        'POST /search/decorators',
        {
          type: `${classes}.decorators.LinkFieldDecorator`,
          config: {},
          stream: '{new}',
        },
        { keep: 'link', partly: ['decorators:create', 'streams:edit:{new}'] },
      ),
      change(
        'PUT /search/decorators/{link}',
        {
          type: `${classes}.decorators.LinkFieldDecorator`,
          config: { link_field: 'u' },
          stream: '{copied}',
          order: 4,
        },
        { partly: ['decorators:create', 'streams:edit:{new}', 'streams:edit:{copied}'] },
      ),
      change('DELETE /search/decorators/{decorator}', undefined, { partly: ['decorators:create', 'decorators:read'] }),
      change('POST /search/decorators', { type: 'x', config: {}, stream: null }),
      change(
        'POST /system/pipelines/connections/to_stream',
        { stream_id: '{new}', pipeline_ids: ['{wash}'] },
        {
          partly: ['pipeline_connection:edit', 'pipeline:read:{wash}', 'streams:read:{new}'],
        },
      ),
      change('POST /system/pipelines/connections/to_stream', { stream_id: '{new}', pipeline_ids: ['0'] }),
      change(
        'POST /system/pipelines/connections/to_pipeline',
        { pipeline_id: '{dry}', stream_ids: ['{new}', '{mill}'] },
        {
          partly: ['pipeline_connection:edit', 'pipeline:read:{dry}', 'streams:read'],
        },
      ),
      change('POST /system/pipelines/connections/to_pipeline', { pipeline_id: '0', stream_ids: ['{new}'] }),
      change('POST /authz/shares/entities/grn::::stream:{new}', {
        selected_grantee_capabilities: { 'grn::::user:{anna}': 'view', 'grn::::user:{maker}': 'own' },
      }),
      change('PUT /favorites/grn::::stream:{new}', undefined, { ...open, by: 'admin' }),
      change('PUT /users/{anna}', { startpage: { type: 'stream', id: '{new}' } }),
      change('DELETE /streams/{new}', undefined, maker),
      change('DELETE /streams/{new}'),
      change('POST /streams/bulk_pause', { entity_ids: ['{apron}', '{copied}', '0'] }),
      change('POST /streams/bulk_resume', { entity_ids: ['{apron}', '{defaultStream}'] }),
      change('POST /streams/bulk_resume', { entity_ids: [] }),
      change('POST /streams/bulk_delete', { entity_ids: ['{copied}', '{defaultStream}'] }),
    ],
  },
  {
    title: 'index sets and indices',
    watched: [
      '/system/indices/index_sets',
      '/system/indexer/indices',
      '/system/indexer/indices/reopened',
      '/system/deflector',
      '/system/indices/ranges',
    ],
    changes: [
      change('POST /system/indices/index_sets', indexSetBody('Gamma', 'gamma'), { keep: 'gamma' }),
      change('PUT /system/indices/index_sets/{gamma}', { ...indexSetBody('Gamma 2', 'other'), description: '' }),
      change('PUT /system/indices/index_sets/{gamma}', { ...indexSetBody('', 'gamma'), shards: 0 }),
      change('PUT /system/indices/index_sets/{gamma}/field_types', { types: { took: 'long' } }),
      change('PUT /system/indices/index_sets/{gamma}/default'),
      change('PUT /system/indices/index_sets/{gamma}', { ...indexSetBody('Gamma 2', 'gamma'), writable: false }),
      change('PUT /system/indices/index_sets/{alpha}/default'),
      change('DELETE /system/indices/index_sets/{gamma}'),
      change('PUT /system/indices/index_sets/{defaultSet}/default'),
      change('POST /system/deflector/{gamma}/cycle'),
      change('POST /cluster/deflector/{beta}/cycle'),
      change('POST /system/deflector/{alpha}/cycle'),
      change('POST /system/indexer/indices/beta_1/close'),
      change('POST /system/indexer/indices/beta_0/close'),
      change('POST /system/indexer/indices/multiple', { indices: ['beta_0', 'beta_1', 'gamma_0', 'none'] }, open),
      change('POST /system/indexer/indices/beta_0/reopen'),
      change('POST /system/indexer/indices/beta_0/reopen'),
      change('DELETE /system/indexer/indices/beta_1'),
      change('DELETE /system/indexer/indices/beta_0'),
      change('POST /system/indexer/indices/templates/{beta}/update'),
      change('POST /system/indices/ranges/none/rebuild'),
      change('POST /system/jobs', { job_name: 'optimize-indices', index_set_id: 'x' }),
      change('DELETE /system/indices/index_sets/{gamma}?delete_indices=false'),
      change('DELETE /system/indices/index_sets/{beta}'),
    ],
  },
  {
    title: 'outputs',
    watched: ['/system/outputs', '/system/outputstates', '/streams/{mill}/outputs'],
    changes: [
      change(
        'POST /system/outputs',
        { title: ' O ', type: `${classes}.outputs.LoggingOutput`, configuration: {} },
        {
          keep: 'out',
        },
      ),
      change('PUT /system/outputs/{out}', { title: 'P' }),
      change('PUT /system/outputs/{out}', {
        type: 'log-console.outputs.http.HttpOutput',
        configuration: { url: 'http://127.0.0.1:9/hook', format: 'JSON', authorization: 'Bearer one' },
      }),
      change('PUT /system/outputs/{out}', { configuration: { url: 'http://127.0.0.1:9/x', format: 'NDJSON' } }),
      change('PUT /system/outputs/{out}', { configuration: { url: 'http://127.0.0.1:10/', format: 'NDJSON' } }),
      change('PUT /system/outputs/{out}', { configuration: { url: 'http://127.0.0.1:9/x', format: 'XML' } }),
      change('PUT /system/outputs/{out}', { configuration: { format: 'JSON' } }),
      change('POST /streams/{mill}/outputs', { outputs: ['{out}'] }),
      change('DELETE /system/outputs/{out}'),
      change('DELETE /system/outputs/{out}'),
    ],
  },
  {
    title: 'inputs and extractors',
    watched: ['/system/inputs', '/system/inputstates', '/system/inputs/{raw}/extractors'],
    changes: [
      change(
        'POST /system/inputs',
        {
          title: 'Raw 2',
          type: `${classes}.inputs.raw.udp.RawUDPInput`,
          global: true,
          configuration: { bind_address: '127.0.0.1', port: 0 },
        },
        { keep: 'udp' },
      ),
      change('DELETE /system/inputstates/{udp}'),
      change('DELETE /cluster/inputstates/{udp}'),
      change('PUT /cluster/inputstates/{udp}'),
      change('DELETE /system/inputstates/{udp}'),
      change('PUT /system/inputs/{udp}', {
        title: 'Raw 3',
        type: `${classes}.inputs.raw.udp.RawUDPInput`,
        global: false,
        node: '{node}',
        configuration: { bind_address: '127.0.0.1', port: 0, override_source: 'o' },
      }),
      change('PUT /system/inputstates/{udp}'),
      change('POST /system/inputs/{udp}/staticfields', { key: 'k', value: 'v' }),
      change('POST /system/inputs/{udp}/staticfields', { key: 'k', value: 'w' }),
      change('DELETE /system/inputs/{udp}/staticfields/k'),
      change('DELETE /system/inputs/{udp}/staticfields/k'),
      change('PUT /system/inputs/{mqtt}', {
        title: 'Broker 2',
        type: `${classes}.inputs.raw.amqp.RawAMQPInput`,
        global: false,
        node: '{node}',
        configuration: {
          broker_hostname: '127.0.0.1',
          broker_port: 9,
          broker_vhost: '/',
          broker_password: kept,
          queue: 'r',
          exchange: 'e',
          routing_key: '#',
          prefetch: 1,
          parallel_queues: 1,
        },
      }),
      change('PUT /system/inputs/{raw}', {
        title: 'Raw',
        type: `${classes}.inputs.raw.tcp.RawTCPInput`,
        global: true,
        configuration: { bind_address: '127.0.0.1', port: 0, tls_key_password: '<password set>' },
      }),
      change(
        'POST /system/inputs/{raw}/extractors',
        {
          title: 'R',
          cursor_strategy: 'COPY',
          source_field: 'message',
          target_field: 'r',
          extractor_type: 'REGEX',
          extractor_config: { regex_value: '(a)' },
          converters: [
            { type: 'NONE', config: {} },
            { type: 'uppercase', config: {} },
          ],
          condition_type: 'NONE',
          condition_value: '',
        },
        { keep: 'regex' },
      ),
      change('PUT /system/inputs/{raw}/extractors/{regex}', {
        title: 'R 2',
        cursor_strategy: 'cut',
        source_field: 'message',
        target_field: 's',
        extractor_type: 'substring',
        extractor_config: { begin_index: 0, end_index: 2 },
        converters: [],
        condition_type: 'regex',
        condition_value: 'a',
        order: 5,
      }),
      change('POST /system/inputs/{raw}/extractors/order', {
        order: { '0': '{regex}', '1': '{copy}', '2': '{split}' },
      }),
      change('POST /system/inputs/{raw}/extractors/preview', {
        extractor: {
          title: 'P',
          cursor_strategy: 'copy',
          source_field: 'message',
          target_field: 'p',
          extractor_type: 'split_and_index',
          extractor_config: { index: 2, split_by: ' ' },
          converters: [],
          condition_type: 'none',
          condition_value: '',
        },
        texts: ['a b', 'c'],
      }),
      change('POST /system/inputs/{raw}/extractors/order', { order: { '4': '{split}' } }),
      change('DELETE /system/inputs/{raw}/extractors/{regex}'),
      change('DELETE /system/inputs/{raw}/extractors/{regex}'),
      change('DELETE /system/inputs/{udp}'),
      change('DELETE /system/inputs/{udp}'),
      change('PUT /system/inputstates/{udp}'),
    ],
  },
  {
    title: 'Grok patterns',
    watched: ['/system/grok/paginated?query=ZZ'],
    changes: [
      change('POST /system/grok', { name: 'ZZ_NEW', pattern: 'n+' }, { keep: 'grokN' }),
      change('PUT /system/grok/{grokN}', { name: 'ZZ_NEW', pattern: '%{ZZ_LAST}' }),
      change('PUT /system/grok/{grokN}', { name: 'ZZ_LAST', pattern: 'a' }),
      change('PUT /system/grok/{grokZ}', { name: 'ZZ_LAST', pattern: '%{ZZ_NEW}' }),
      change('DELETE /system/grok/{grokZ}'),
      change('POST /system/grok?import-strategy=REPLACE_ON_CONFLICT', 'ZZ_TEXT a+\nZZ_NEW m+\n# comment\n'),
      change('POST /system/grok?import-strategy=DROP_ALL_EXISTING', 'ZZ_TEXT (\n'),
      change('POST /system/grok?replace=true', 'ZZ_TEXT t+\nZZ_TWICE a\nZZ_TWICE b\nZZ-BAD c\nZZ_EMPTY\n'),
      change('POST /system/grok', { name: 'a b', pattern: '' }),
      change('POST /system/grok?import-strategy=ABORT_ON_CONFLICT', 'ZZ_TEXT c+\nZZ_OTHER m+\n'),
      change('PUT /system/grok', {
        patterns: [
          { name: 'ZZ_LIST', pattern: 'l+' },
          { name: 'ZZ_BAD', pattern: '(' },
        ],
      }),
      change(
        'POST /system/grok/test',
        { grok_pattern: { name: 'ZZ_T', pattern: '%{WORD:w}' }, sampleData: 'a b' },
        open,
      ),
      change('DELETE /system/grok/{grokN}'),
    ],
  },
  {
    title: 'pipelines and rules',
    watched: [
      '/system/pipelines/pipeline',
      '/system/pipelines/rule',
      '/system/pipelines/connections',
      '/system/pipelines/rule_tests',
      '/system/pipelines/rule/workbench/samples',
      '/system/pipelines/rule/config/metrics',
    ],
    changes: [
      change('POST /system/pipelines/rule', rule('fresh'), { keep: 'fresh' }),
      // Cast: the spread needs an object, which each rule is.
      change('PUT /system/pipelines/rule/{fresh}', { ...(rule('fresher') as object), description: 'd' }),
      change('PUT /system/pipelines/rule/{fresh}', rule('cut')),
      change('PUT /system/pipelines/rule/{fresh}', { source: 'rule "x"' }),
      change('PUT /system/pipelines/rule/{fresh}/tests', { tests: [{ title: 't', message: {}, expected: {} }] }),
      change('POST /system/pipelines/rule/{fresh}/tests/run', {}),
      change('POST /system/pipelines/rule/multiple', { rules: ['fresher', 'none'] }, open),
      change('POST /system/pipelines/rule/parse', rule('parsed'), open),
      change('POST /system/pipelines/pipeline/parse', { source: 'pipeline "p"\nstage 3 match pass\nend' }, open),
      change(
        'POST /system/pipelines/pipeline',
        {
          source: 'pipeline "flow"\nstage 0 match either\nrule "fresher"\nend',
        },
        { keep: 'flow' },
      ),
      change('PUT /system/pipelines/pipeline/{flow}', {
        description: 'e',
        source: 'pipeline "flow"\nstage 5 match all\nrule "cut"\nend',
      }),
      change('POST /system/pipelines/connections/to_stream', { stream_id: '{apron}', pipeline_ids: ['{flow}'] }),
      change('DELETE /system/pipelines/rule/{fresh}/errors'),
      change('PUT /system/pipelines/rule/config/metrics', { metrics_enabled: true }, open),
      change('PUT /system/pipelines/rule/config/metrics', { metrics_enabled: false }, open),
      change(
        'POST /system/pipelines/rule/workbench/samples',
        { title: 'Set 2', messages: [{ a: 1 }] },
        {
          keep: 'samples2',
        },
      ),
      change('POST /system/pipelines/rule/workbench/samples', { title: 'Set', messages: [{ a: 1 }] }),
      change('DELETE /system/pipelines/rule/workbench/samples/{samples2}'),
      change(
        'POST /system/pipelines/simulate',
        { stream_id: '{mill}', message: { message: 'm', a: 1 }, input_id: '' },
        {
          partly: ['pipeline_rule:read', 'streams:read:{mill}'],
        },
      ),
      change('DELETE /system/pipelines/pipeline/{flow}'),
      change('DELETE /system/pipelines/rule/{fresh}'),
      change('DELETE /system/pipelines/rule/{fresh}'),
    ],
  },
  {
    title: 'lookup tables',
    watched: [
      '/system/lookup/tables',
      '/system/lookup/adapters',
      '/system/lookup/caches',
      '/search/decorators',
      '/system/pipelines/rule',
      '/system/lookup/adapters/{rows}/rows',
    ],
    changes: [
      change('POST /system/lookup/caches', { title: 'C', name: 'c', config: { type: 'none' } }, { keep: 'c' }),
      change('PUT /system/lookup/caches/c', { id: '{c}', title: 'D', name: 'c', config: { type: 'none' } }),
      change(
        'POST /system/lookup/adapters',
        { title: 'A', name: 'a', config: { type: 'stored_table' } },
        { keep: 'a' },
      ),
      change('PUT /system/lookup/adapters/{a}', {
        id: '{a}',
        title: 'B',
        name: 'b',
        config: { type: 'stored_table' },
      }),
      change(
        'POST /system/lookup/tables',
        {
          title: 'T',
          name: 't',
          cache_id: '{c}',
          data_adapter_id: '{a}',
        },
        { keep: 't' },
      ),
      change('PUT /system/lookup/tables/{t}', {
        id: '{t}',
        title: 'T',
        name: 't2',
        cache_id: '{cache1}',
        data_adapter_id: '{a}',
        default_single_value: '1',
        default_single_value_type: 'NUMBER',
      }),
      change('PUT /system/lookup/tables/{table1}', {
        id: '{table1}',
        title: 'Names',
        name: 'renamed',
        cache_id: '{cache1}',
        data_adapter_id: '{rows}',
      }),
      change(
        'PUT /system/lookup/tables/{table1}?rewrite=true',
        {
          id: '{table1}',
          title: 'Names',
          name: 'renamed',
          cache_id: '{cache1}',
          data_adapter_id: '{rows}',
        },
        { partly: ['lookuptables:edit:{table1}'] },
      ),
      change('POST /system/pipelines/rule', {
        source: 'rule "uses t2"\nwhen true\nthen\nset_field("a", lookup_value("t2", "b"));\nend',
      }),
      change('PUT /system/lookup/tables/t2', {
        id: '{t}',
        title: 'T',
        name: 't2',
        cache_id: '{cache1}',
        data_adapter_id: '{a}',
      }),
      change('PUT /system/lookup/tables/{t}', {
        id: '{t}',
        title: 'T',
        name: 't3',
        cache_id: '{cache1}',
        data_adapter_id: '{a}',
      }),
      change('POST /system/lookup/tables/renamed/purge?key=b'),
      change('POST /cluster/system/lookup/tables/renamed/purge'),
      change('POST /system/lookup/tables/none/purge'),
      change('POST /system/lookup/errorstates', { tables: ['renamed', 'none'], caches: [], data_adapters: ['b'] }),
      change('POST /system/lookup/adapters/{rows}/rows', {
        revision: 2,
        rows: [{ key: 'd', values: ['Dan', '7'], expires_at: null, note: '' }],
        deleted: ['a', 'none'],
      }),
      change('POST /system/lookup/adapters/{rows}/rows', { revision: 1, rows: [], deleted: ['b'] }),
      change(
        'POST /system/lookup/adapters/{rows}/rows/import?separator=,&quote=%22&header=true&duplicates=last&delete_missing=true&preview=true',
        'key,value,floor\nb,Bo,1\nb,Ben,2\ne,Eve,3\n',
      ),
      change(
        'POST /system/lookup/adapters/{rows}/rows/import?separator=,&quote=%22&header=true&duplicates=last&delete_missing=true&preview=false',
        'key,value,floor\nb,Bo,1\nb,Ben,2\ne,Eve,3\n',
      ),
      change(
        'POST /system/lookup/adapters/{rows}/rows/import?separator=,&quote=%22&header=true&duplicates=refuse&delete_missing=false&preview=false',
        'key,value,floor\nb,Bo,1\nb,Ben,2\n',
      ),
      change('DELETE /system/lookup/caches/{c}'),
      change('DELETE /system/lookup/adapters/b'),
      change('DELETE /system/lookup/tables/t2'),
      change('DELETE /system/lookup/adapters/b'),
      change('DELETE /system/lookup/tables/t2'),
    ],
  },
  {
    title: 'sidecars',
    watched: [
      '/sidecars/all',
      '/sidecar/configurations?per_page=0',
      '/sidecar/collectors/summary?query=mover',
      '/sidecar/configuration_variables',
      '/sidecar/configurations/{conf1}/versions',
      '/sidecar/rollouts',
      '/sidecar/action/node-b',
      '/sidecar/action/node-a',
    ],
    changes: [
      change('POST /sidecar/configuration_variables', { name: 'v', content: 'c' }, { keep: 'v' }),
      change('PUT /sidecar/configuration_variables/{v}', { name: 'w', description: 'd', content: 'e' }),
      change('PUT /sidecar/configuration_variables/{variable1}', { name: 'directory', content: '/opt' }),
      change('DELETE /sidecar/configuration_variables/{variable1}'),
      change('DELETE /sidecar/configuration_variables/{v}'),
      change('PUT /sidecar/collectors/{collector}', {
        name: 'mover2',
        service_type: 'exec',
        node_operating_system: 'linux',
        executable_path: '/usr/bin/mover',
      }),
      change('POST /sidecar/collectors/{collector}/moved', undefined, {
        partly: ['sidecar_collectors:read', 'sidecar_collectors:create'],
      }),
      change('POST /sidecar/configurations/{conf1}/copied', undefined, {
        partly: ['sidecar_collector_configurations:read', 'sidecar_collector_configurations:create'],
      }),
      change('PUT /sidecar/configurations/{conf1}', {
        name: 'web logs',
        collector_id: '{collector}',
        color: '#00796b',
        template: 'changed ${user.directory}',
        tags: ['web'],
        staged: true,
      }),
      change(
        'POST /sidecar/collectors',
        {
          name: 'shifter',
          service_type: 'exec',
          node_operating_system: 'linux',
          executable_path: '/usr/bin/shifter',
        },
        { keep: 'shifter' },
      ),
      change('PUT /sidecar/configurations/{conf1}', {
        name: 'web logs',
        collector_id: '{shifter}',
        color: '#00796b',
        template: 't',
        tags: [],
      }),
      change('DELETE /sidecar/collectors/{shifter}'),
      change('DELETE /sidecar/collectors/{shifter}'),
      change('GET /sidecar/rollouts', undefined, { ...open, keep: 'rollout' }),
      change('PUT /sidecar/rollouts/{rollout}', { action: 'pause' }),
      change('PUT /sidecar/rollouts/{rollout}', { action: 'resume' }),
      change('PUT /sidecar/rollouts/{rollout}', { action: 'advance' }),
      change('PUT /sidecar/rollouts/{rollout}', { action: 'roll_back' }),
      change('PUT /sidecar/rollouts/{rollout}', { action: 'pause' }),
      change('PUT /sidecar/rollouts/none', { action: 'pause' }),
      change('PUT /sidecar/configurations/{conf1}/versions/1'),
      change('PUT /sidecar/configurations/{conf1}', {
        name: 'web logs',
        collector_id: 'x',
        color: '#00796b',
        template: 't',
        tags: [],
      }),
      change(
        'POST /sidecar/configurations/render/preview',
        { template: 'n: ${sidecar.nodeName}', node_id: 'node-b' },
        {
          partly: ['sidecar_collector_configurations:read', 'sidecars:read'],
        },
      ),
      change(
        'POST /sidecar/assignment/match',
        { assignment_rule: 'os:linux', collector_id: '{collector}' },
        {
          partly: ['sidecar_collector_configurations:read', 'sidecars:read'],
        },
      ),
      change(
        'POST /sidecar/administration',
        { query: 'west', filters: { collector: '{collector}' } },
        {
          partly: ['sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'],
        },
      ),
      change('POST /sidecar/administration', {
        page: 2,
        per_page: 1,
        filters: { os: 'linux', configuration: '{conf2}' },
      }),
      change('POST /sidecar/administration', { query: 'status:failing' }),
      change(
        'PUT /sidecars/configurations',
        { nodes: [{ node_id: 'node-a', assignments: [] }] },
        {
          partly: ['sidecars:read', 'sidecars:update'],
        },
      ),
      change('PUT /sidecars/configurations', {
        nodes: [{ node_id: 'none', assignments: [{ collector_id: '{collector}', configuration_id: '{conf2}' }] }],
      }),
      change('PUT /sidecar/action/node-b', [{ collector_id: '{collector}', properties: { stop: true } }]),
      change('PUT /sidecar/administration/action', {
        action: 'start',
        collectors: [
          { sidecar_id: 'node-a', collector_ids: ['{collector}'] },
          { sidecar_id: 'none', collector_ids: [] },
        ],
      }),
      change('PUT /sidecar/administration/action', {
        action: 'start',
        collectors: [{ sidecar_id: 'node-a', collector_ids: ['{collector}'] }],
      }),
      change('PUT /sidecars/node-b', report(2, 'failing')),
      change('PUT /sidecars/node-b', report(0, 'running')),
      change('PUT /sidecars/node-b', report(3, 'stopped')),
      change('PUT /sidecars/node-b', report(7, 'unknown')),
      change('POST /sidecar/administration', { filters: { status: '1' } }),
      change('POST /sidecar/administration', { filters: { status: '1', collector: '{collector}' } }),
      change('PUT /sidecars/node-b', { node_name: 'west', node_details: { operating_system: '' } }),
      change('DELETE /sidecar/configurations/{conf1}'),
      change('DELETE /sidecar/collectors/{collector}'),
      change('DELETE /sidecars/node-b'),
      change('DELETE /sidecars/node-b'),
      change('DELETE /sidecar/configurations/{conf2}'),
    ],
  },
  {
    title: 'event definitions and notifications',
    watched: ['/events/definitions', '/events/notifications', '/events/alerts/silences'],
    changes: [
      change(
        'POST /events/notifications',
        {
          title: ' N ',
          description: null,
          config: { ...hook, api_secret: 'first secret', basic_auth: 'u:first' },
        },
        { ...maker, keep: 'n' },
      ),
      change(
        'PUT /events/notifications/{n}',
        {
          title: 'N 2',
          config: { ...hook, api_secret: kept, basic_auth: { delete_value: true } },
        },
        maker,
      ),
      change(
        'PUT /events/notifications/{n}',
        {
          title: 'N 2',
          config: { ...hook, url: 'http://127.0.0.2:9/', api_secret: kept },
        },
        maker,
      ),
      change('POST /events/notifications/preview', { template: '${event.message} ${none', escape: 'json' }, open),
      change(
        'POST /events/definitions?schedule=false',
        {
          title: 'E',
          config: aggregation,
          notifications: [{ notification_id: '{n}' }],
        },
        { ...maker, keep: 'e', partly: ['eventdefinitions:create', 'streams:read:{mill}'] },
      ),
      change('POST /events/definitions', { title: 'All', config: { ...aggregation, streams: [] } }, maker),
      change('POST /events/definitions', { title: 'S', config: { type: 'system-notifications-v1' } }),
      change(
        'PUT /events/definitions/{e}?schedule=false',
        {
          id: '{e}',
          title: 'E 2',
          priority: 3,
          alert: true,
          config: { ...aggregation, query: 'c' },
          notifications: [{ notification_id: '{n}' }],
          notification_settings: { grace_period_ms: 5000, backlog_size: 3 },
        },
        { partly: ['eventdefinitions:edit:{e}', 'streams:read:{mill}'] },
      ),
      change('PUT /events/definitions/{e}', { id: '{e}', title: 'E', config: { ...aggregation, type: 'x' } }),
      change('PUT /events/definitions/{e}', { id: '{e}', title: ' E 3 ', config: aggregation }),
      change('PUT /events/definitions/{e}/unschedule'),
      change('PUT /events/definitions/{e}/schedule'),
      change('PUT /events/definitions/{e}/unschedule'),
      change('PUT /events/definitions/{e}/clear-notification-queue'),
      change('POST /events/definitions/{e}/execute', {
        type: 'aggregation-v1',
        timerange: { type: 'absolute', from: '2024-02-01T10:00:00.000Z', to: '2024-02-01T09:00:00.000Z' },
      }),
      change('POST /events/definitions/validate', { title: '', config: { ...aggregation, search_within_ms: 0 } }),
      change('POST /events/definitions/bulk_schedule', { entity_ids: ['{e}', '{disk}', '0'] }),
      change('POST /events/definitions/bulk_unschedule', { entity_ids: ['{e}', '{disk}'] }),
      change(
        'POST /events/alerts/silences',
        {
          query: 'q',
          reason: 'r',
          event_definition_id: '{e}',
          ends_at: '{tomorrow}',
        },
        { keep: 'quiet' },
      ),
      change(
        'PUT /events/alerts/silences/{quiet}',
        {
          version: 1,
          query: 'q2',
          reason: 'r2',
          event_definition_id: null,
          ends_at: '{tomorrow}',
        },
        { partly: ['eventdefinitions:edit:{e}', 'eventdefinitions:read'] },
      ),
      change('PUT /events/alerts/silences/{quiet}', { version: 1, query: 'q3', reason: 'r', ends_at: '{tomorrow}' }),
      change('POST /events/alerts/silences/{quiet}/end'),
      change('DELETE /events/notifications/{n}', undefined, maker),
      change('POST /events/notifications/bulk_delete', { entity_ids: ['{hook}', '0'] }),
      change('DELETE /events/definitions/{e}', undefined, maker),
      change('POST /events/definitions/bulk_delete', { entity_ids: ['{disk}', '{e}'] }),
      change('POST /events/definitions/bulk_delete', {}),
    ],
  },
  {
    title: 'shares',
    watched: ['/authz/shares/user/{anna}', '/authz/shares/user/{otto}', '/streams/{yard}/dependents'],
    changes: [
      change('GET /streams/{yard}/dependents', undefined, { ...open, by: 'otto' }),
      change('POST /authz/shares/entities/grn::::stream:{yard}', { selected_grantee_capabilities: {} }),
      change('POST /authz/shares/entities/grn::::stream:{yard}', {
        selected_grantee_capabilities: { 'grn::::user:{otto}': 'own', 'grn::::user:{anna}': 'view' },
      }),
      change(
        'POST /authz/shares/entities/grn::::stream:{yard}',
        {
          selected_grantee_capabilities: { 'grn::::builtin-team:everyone': 'view' },
        },
        { by: 'otto' },
      ),
      change('POST /authz/shares/entities/grn::::stream:{yard}', { selected_grantee_capabilities: {} }, { by: 'otto' }),
      change('POST /authz/shares/entities/grn::::stream:{yard}', {
        selected_grantee_capabilities: {
          'grn::::user:{anna}': 'own',
          'grn::::user:{otto}': 'own',
          'grn::::user:0': 'own',
        },
      }),
      change(
        'POST /authz/shares/entities/grn::::stream:{yard}',
        {
          selected_grantee_capabilities: { 'grn::::user:{otto}': 'own' },
        },
        { by: 'anna' },
      ),
      change('POST /authz/shares/entities/grn::::stream:{yard}', {
        selected_grantee_capabilities: { 'grn::::user:{otto}': 'own' },
      }),
      change('POST /authz/shares/entities/grn::::stream:0', { selected_grantee_capabilities: {} }),
      change('POST /authz/shares/entities/x', { selected_grantee_capabilities: {} }),
    ],
  },
  {
    title: 'users, roles, tokens and sessions',
    watched: ['/streams', '/users', '/roles', '/authz/roles?per_page=0&query=-name:Admin', '/users/{otto}/tokens'],
    changes: [
      change(
        'POST /users',
        {
          username: 'fay',
          password: 'a user password',
          email: 'fay@example.org',
          first_name: 'Fay',
          last_name: 'Ray',
          permissions: ['inputs:read'],
          roles: ['Reader'],
        },
        { partly: ['users:create'] },
      ),
      change('POST /users', { username: 'fay', password: 'a user password', email: 'f@example.org', permissions: [] }),
      change(
        'POST /users',
        { username: 'gus', password: 'a user password', email: 'g@example.org', roles: ['Reader'] },
        {
          partly: ['users:create'],
        },
      ),
      change('DELETE /users/gus'),
      change(
        'POST /users',
        {
          username: 'gus',
          password: 'a user password',
          email: 'g@example.org',
          permissions: ['inputs:read'],
        },
        { partly: ['users:create'] },
      ),
      change('DELETE /users/gus'),
      change('PUT /users/{fay}', { email: 'new@example.org', timezone: 'Asia/Tokyo' }),
      change('PUT /users/{fay}', { startpage: { type: 'stream', id: '{yard}' } }),
      change('PUT /users/{fay}', { first_name: 'F', last_name: 'R', permissions: ['streams:read:x'], roles: [] }),
      change('PUT /users/{fay}', { session_timeout_ms: 7_200_000 }, { signedIn: ['fay', 'a user password'] }),
      change('PUT /users/{fay}', { service_account: true }, { signedIn: ['fay', 'a user password'] }),
      change('PUT /users/{fay}', { service_account: false, timezone: null }),
      change('PUT /users/{fay}/password', { password: 'short' }),
      change('PUT /users/{fay}/password', { password: 'another password' }, { signedIn: ['fay', 'a user password'] }),
      change(
        'PUT /users/{fay}/password',
        { password: 'another password', old_password: 'another password' },
        {
          by: 'fay',
          signedIn: ['fay', 'another password'],
        },
      ),
      change('PUT /users/{admin}/password', { password: 'another password' }, { by: 'anna' }),
      change('PUT /users/{anna}/password', { password: 'another password', old_password: 'wrong' }, { by: 'anna' }),
      change('PUT /users/fay/permissions', { permissions: ['inputs:read:1'] }),
      change('DELETE /users/fay/permissions'),
      change('PUT /users/{fay}/status/disabled', undefined, { signedIn: ['fay', 'another password'] }),
      change('PUT /users/{fay}/status/disabled'),
      change('POST /system/authentication/users/{fay}/enable', {}),
      change('POST /system/authentication/users/{fay}/disable', {}),
      change('PUT /users/{fay}/status/ENABLED'),
      change('PUT /users/fay/preferences', { preferences: { themeMode: 'teint' } }),
      change('PUT /users/local:admin/status/disabled'),
      change('PUT /users/local:admin', { timezone: 'Asia/Tokyo', startpage: { type: 'stream', id: '{yard}' } }, admin),
      change('PUT /users/local:admin', { timezone: null, startpage: null }, admin),
      change('PUT /users/local:admin', { email: 'a@example.org', timezone: 'Asia/Tokyo' }, admin),
      change('POST /users', {
        username: 'boss',
        password: 'a user password',
        email: 'b@example.org',
        roles: ['Admin'],
      }),
      change('PUT /users/boss/permissions', { permissions: ['streams:read'] }),
      change('PUT /users/fay/permissions', { permissions: ['*'] }),
      change('PUT /users/{officer}/status/disabled', undefined, { by: 'officer' }),
      change('GET /users/{anna}/permissions/why?permission=streams:read:{yard}'),
      change('GET /users/{anna}/permissions/why?permission=streams:edit:{mill}'),
      change('DELETE /users/boss'),
      change('POST /roles', { name: 'temp', permissions: ['streams:read'] }),
      change('POST /roles', { name: 'temp', permissions: [] }),
      change('PUT /roles/temp', { name: 'temp 2', description: 'd', permissions: ['inputs:read'] }),
      change('PUT /roles/temp%202', { name: 'temp 2', permissions: ['inputs:read'] }),
      change('PUT /roles/temp%202/members/fay', {}, { partly: ['users:edit:fay', 'roles:edit:temp 2'] }),
      change('PUT /authz/roles/{night}/assignees', ['fay', 'anna'], { partly: ['users:rolesedit:fay'] }),
      change('PUT /authz/roles/{night}/assignees', ['none']),
      change('DELETE /authz/roles/{night}/assignee/fay'),
      change('DELETE /roles/temp%202/members/fay', undefined, { partly: ['users:edit:fay', 'roles:edit:temp 2'] }),
      change('PUT /roles/temp%202/members/fay', {}),
      change('DELETE /roles/temp%202'),
      change('DELETE /authz/roles/{night}'),
      change('DELETE /authz/roles/{night}'),
      change('POST /users/{otto}/tokens/third', {}, { keep: 'third' }),
      change('POST /users/{otto}/tokens/late', { expires_at: '2001-01-01T00:00:00.000Z' }),
      change('DELETE /users/{otto}/tokens/{third}'),
      change('DELETE /users/{otto}/tokens/{third}'),
      change('POST /users/{otto}/tokens/fourth', {}, { keepToken: 'fourthToken' }),
      change('DELETE /users/{otto}/tokens/{fourthToken}'),
      change('DELETE /users/{otto}/sessions/none'),
      change('DELETE /users/{otto}/sessions'),
      change('DELETE /users/id/{otto}?hand_over_to={anna}', undefined, { partly: ['users:edit'] }),
      change('POST /streams', { title: 'Of the maker', index_set_id: '{defaultSet}' }, maker),
      change('POST /events/notifications', { title: 'Of the maker', config: { ...hook, api_secret: 'secret' } }, maker),
      change(
        'POST /events/definitions?schedule=false',
        { title: 'Of the maker', config: { ...aggregation, streams: [] } },
        maker,
      ),
      change('DELETE /users/id/{maker}?delete_owned=true', undefined, {
        partly: ['users:edit', 'streams:edit', 'eventnotifications:delete', 'eventdefinitions:delete'],
      }),
      change('DELETE /users/fay'),
      change('DELETE /users/fay'),
    ],
  },
  {
    title: 'authentication services',
    watched: [
      '/system/authentication/services/backends',
      '/system/authentication/services/configuration',
      '/system/authentication/http-header-auth-config',
    ],
    changes: [
      change(
        'POST /system/authentication/services/backends',
        {
          title: 'New',
          config: ldap('new.invalid', { verify_certificates: null }),
        },
        {
          keep: 'service',
        },
      ),
      change('PUT /system/authentication/services/backends/{ldap1}', {
        title: 'House 2',
        config: ldap('ldap.invalid'),
      }),
      change('PUT /system/authentication/services/backends/{ldap1}', {
        title: 'House 2',
        default_roles: [],
        config: ldap('ldap.invalid', { system_user_password: { delete_value: true } }),
      }),
      change('PUT /system/authentication/services/backends/{ldap1}', {
        title: 'House 2',
        config: ldap('ldap.invalid', { system_user_password: { set_value: 'again' } }),
      }),
      change('PUT /system/authentication/services/backends/{ldap1}', {
        title: 'House 2',
        config: ldap('ldap.invalid', { type: 'active-directory' }),
      }),
      change('DELETE /system/authentication/services/backends/{ldap1}'),
      change('POST /system/authentication/services/configuration', { active_backend: '{service}' }),
      change('POST /system/authentication/services/configuration', { active_backend: '0' }),
      change('POST /system/authentication/services/configuration', { active_backend: null }),
      change('DELETE /system/authentication/services/backends/{service}'),
      change('POST /system/authentication/services/test/backend/connection', {
        backend_configuration: { title: 'T', config: ldap('') },
      }),
      change('POST /system/authentication/services/test/backend/login', {
        backend_configuration: {
          title: 'T',
          config: ldap('h', { type: 'oidc', issuer: 'http://127.0.0.1:9/', client_id: 'i' }),
        },
        user_login: { username: 'u', password: 'p' },
      }),
      change('PUT /system/authentication/http-header-auth-config', { enabled: true, username_header: 'X-User' }),
    ],
  },
  {
    title: 'content packs',
    watched: [
      '/system/content_packs',
      '/system/content_packs/pack/installations',
      '/system/grok/paginated?query=OF_PACK',
      '/system/content_pack_library',
    ],
    changes: [
      change('POST /system/content_packs/pack/2/installations/dry_run', { parameters: {} }),
      change(
        'POST /system/content_packs/pack/2/installations',
        { parameters: {}, comment: 'second' },
        {
          keep: 'installed',
        },
      ),
      change('DELETE /system/content_packs/pack/2'),
      change('DELETE /system/content_packs/pack'),
      change('DELETE /system/content_packs/pack/installations/{installed}'),
      change('PUT /system/content_packs/pack/installations/{installation}', { revision: 2, parameters: {} }),
      change('DELETE /system/content_packs/pack/1'),
      change('DELETE /system/content_packs/pack/installations/{installation}?keep=none'),
      change('DELETE /system/content_packs/pack'),
      change('POST /system/content_packs', { v: '1', id: 'x' }),
      change('POST /system/catalog', { entities: [{ id: '{apron}', type: { name: 'stream', version: '1' } }] }),
      change(
        'POST /system/catalog/entities/titles',
        {
          entities: [
            { id: '{apron}', type: 'streams' },
            { id: '0', type: 'streams' },
          ],
        },
        open,
      ),
    ],
  },
  {
    title: 'configurations',
    watched: [
      '/system/cluster_config',
      config('org.graylog.aws.config.AWSPluginConfiguration'),
      config('org.graylog2.users.UserAndTeamsConfig'),
      config('org.graylog.plugins.sidecar.system.SidecarConfiguration'),
      config('org.graylog2.configuration.IndexSetsDefaultConfiguration'),
      '/system/urlwhitelist',
      '/system/messageprocessors/config',
      '/system/email',
      '/system/public_notifications',
      '/system/loggers',
      '/system/loggers/subsystems',
    ],
    changes: [
      change(
        `PUT ${config('org.graylog.aws.config.AWSPluginConfiguration')}`,
        {
          lookups_enabled: true,
          lookup_regions: 'eu',
          access_key: 'access 2',
          secret_key: '********',
          proxy_enabled: false,
        },
        { partly: ['clusterconfigentry:create', 'clusterconfigentry:edit'] },
      ),
      change(`DELETE ${config('org.graylog.aws.config.AWSPluginConfiguration')}`),
      change(`PUT ${config('org.graylog2.users.UserAndTeamsConfig')}`, {
        sharing_with_everyone: false,
        sharing_with_users: true,
      }),
      change(`DELETE ${config('org.graylog2.users.UserAndTeamsConfig')}`),
      change(`PUT ${config('org.graylog.plugins.sidecar.system.SidecarConfiguration')}`, {
        sidecar_expiration_threshold: 'P14D',
        sidecar_inactive_threshold: 'PT1M',
        sidecar_update_interval: 'PT0S',
        sidecar_send_status: true,
        sidecar_configuration_override: false,
      }),
      change(`PUT ${config('org.graylog2.plugin.cluster.ClusterId')}`, { cluster_id: 'x' }),
      change('PUT /system/urlwhitelist', { entries: [], disabled: true }),
      change('POST /system/urlwhitelist/check', { url: 'http://x/' }, open),
      change('PUT /system/urlwhitelist', {
        entries: [{ id: 'b', type: 'regex', title: 'Local', value: '^http://127\\.0\\.0\\.1:9/.*$' }],
        disabled: false,
      }),
      change('POST /system/urlwhitelist/check', { url: 'http://127.0.0.1:9/a' }, open),
      change('POST /system/urlwhitelist/generate_regex', { url_template: 'http://x/$k?a', placeholder: '$k' }, open),
      change('PUT /system/messageprocessors/config', {
        processor_order: [{ name: 'x', class_name: 'x' }],
        disabled_processors: ['org.graylog.plugins.map.geoip.processor.GeoIpProcessor', 'x'],
      }),
      change('PUT /system/email', { ...mail, host: ' other.invalid ', password: kept, sender: 'b@example.org' }),
      change('PUT /system/email', { ...mail, password: kept, sender: 'b@example.org' }),
      change('PUT /system/email', {
        ...mail,
        host: ' mail.invalid ',
        password: { delete_value: true },
        sender: '',
      }),
      change('PUT /system/email', { ...mail, port: 0, sender: 'x' }),
      change('POST /system/email/test', { recipient: 'x' }),
      change('POST /system/email/test', { recipient: 'a@example.org' }),
      change('DELETE /system/email'),
      change('PUT /system/loggers/log-console.intake/level/trace'),
      change('PUT /cluster/system/loggers/log-console.intake/level/none'),
      change('PUT /cluster/system/loggers/{node}/subsystems/indexer/level/off'),
      change('PUT /system/loggers/subsystems/indexer/level/info'),
      change('PUT /system/loggers/log-console/level/info'),
      change('POST /entitylists/preferences/streams', { displayed_attributes: [], per_page: 50 }, open),
    ],
  },
  {
    title: 'the node',
    watched: ['/cluster', '/system/first_start'],
    changes: [
      change('PUT /system/processing/pause', undefined, { partly: ['processing:changestate:x'] }),
      change('PUT /system/processing/pause/unlock'),
      change('PUT /system/processing/resume'),
      change('POST /cluster/{node}/processing/pause'),
      change('POST /cluster/{node}/processing/resume'),
      change('POST /cluster/none/processing/pause'),
      change('PUT /system/lbstatus/override/dead'),
      change('PUT /cluster/{node}/lbstatus/override/alive'),
      change('PUT /system/lbstatus/override/none'),
      change('DELETE /system/notifications/no_input_running'),
      change('DELETE /system/notifications/no_input_running/key'),
      change('POST /system/notification/message/plaintext/no_input_running', {}, open),
      change('POST /cluster/none/shutdown'),
      change('POST /system/first_start/done'),
      change('PUT /telemetry/user/settings', { telemetry_enabled: true, telemetry_permission_asked: true }, open),
      change(
        'POST /system/indexer/failures/retry',
        { ids: [] },
        { partly: ['indices:failures', 'indices:changestate'] },
      ),
    ],
  },
];
