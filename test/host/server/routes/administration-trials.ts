/**
 * Requests of administration that try, check or start something, in order. They are compared like changes
 * (`administration-changes.ts`), because a trial must change nothing.
 */
import { indexSetBody } from '../../../index-set-body.js';
import type { Body } from './administration-record.js';
import { change, type Change, type ChangedArea, open } from './administration-changes.js';

const classes = 'org.graylog2';
const trial = (call: string, ...bodies: readonly Body[]): Change[] => bodies.map((body) => change(call, body));
const ruleOf = (when: string, then = ''): string => `rule "tried"\nwhen\n${when}\nthen\n${then}\nend`;
const inputOf = (type: string, configuration: object): { readonly [name: string]: unknown } => ({
  type,
  configuration,
});
const listening = { bind_address: '127.0.0.1', port: 0 };
const adapterOf = (config: object, more: object = {}): Body => ({ title: 'A', name: 'tried', config, ...more });
const configurationOf = (more: object): Body => ({
  name: 'tried',
  collector_id: '{collector}',
  color: '#112233',
  template: 't',
  tags: [],
  ...more,
});
const collectorOf = (more: object): Body => ({
  name: 'tried',
  service_type: 'exec',
  node_operating_system: 'linux',
  executable_path: '/bin/tried',
  ...more,
});
const tableOf = (more: object): Body => ({
  title: 'T',
  name: 'tried',
  cache_id: '{cache1}',
  data_adapter_id: '{rows}',
  default_single_value: '',
  default_single_value_type: 'NULL',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
  ...more,
});
const notificationOf = (config: object, more: object = {}): Body => ({ title: 'Tried', config, ...more });
const optimising = 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob';
const retention = `${classes}.indexer.retention.strategies.DeletionRetentionStrategy`;
const rotation = `${classes}.indexer.rotation.strategies.MessageCountRotationStrategy`;
const sizes = `${classes}.indexer.rotation.strategies.SizeBasedRotationStrategy`;
const lifetimes = `${classes}.indexer.rotation.strategies.TimeBasedSizeOptimizingStrategy`;
const lifetime = (index_lifetime_min: string, index_lifetime_max: string): object => ({
  type: `${lifetimes}Config`,
  index_lifetime_min,
  index_lifetime_max,
});
const indexDefaults = (more: object): Body => ({
  index_analyzer: 'standard',
  shards: 1,
  replicas: 0,
  index_optimization_disabled: false,
  index_optimization_max_num_segments: 1,
  field_type_refresh_interval: 5,
  field_type_refresh_interval_unit: 'SECONDS',
  rotation_strategy_class: rotation,
  rotation_strategy_config: { type: `${rotation}Config`, max_docs_per_index: 1000 },
  retention_strategy_class: retention,
  retention_strategy_config: { type: `${retention}Config`, max_number_of_indices: 4 },
  ...more,
});
const seconds = (url: string): object => ({ url, refresh_interval: 60, single_value_jsonpath: '$.a', type: 'x' });
const template = (text: string, more: object = {}): Body => ({ template: text, node_id: 'node-b', ...more });
const messages = [{ message: 'one two', a: 1 }, { message: 'x', source: 's', streams: ['{mill}'] }, {}];

export const trials: readonly ChangedArea[] = [
  {
    title: 'Testers',
    watched: [],
    changes: [
      ...trial(
        'POST /tools/contains_string_tester',
        { search_string: 'b', string: 'abc' },
        { search_string: 'x', string: 'abc' },
      ),
      ...trial(
        'POST /tools/regex_tester',
        { regex: '(b)(c)', string: 'abcd' },
        { regex: 'x', string: 'abc' },
        { regex: '(', string: 'abc' },
      ),
      ...trial(
        'POST /tools/regex_replace_tester',
        { regex: 'b(.)', replacement: '<$1>', replace_all: true, string: 'abcbd' },
        { regex: 'b(.)', replacement: '', replace_all: false, string: 'abcbd' },
        { regex: 'x', replacement: 'y', replace_all: false, string: 'abc' },
      ),
      ...trial(
        'POST /tools/split_and_index_tester',
        { split_by: ' ', index: 2, string: 'a b c' },
        { split_by: ' ', index: 4, string: 'a b c' },
        { split_by: ' ', index: 0, string: 'a b c' },
      ),
      ...trial(
        'POST /tools/substring_tester',
        { start: 1, end: 3, string: 'abcd' },
        { start: 3, end: 1, string: 'abcd' },
        { start: -1, end: 9, string: 'abcd' },
      ),
      ...trial(
        'POST /tools/json_tester',
        { flatten: false, list_separator: ',', key_separator: '_', kv_separator: '=', string: '{"a":{"b c":[1,2]}}' },
        {
          ...{ flatten: true, list_separator: ';', key_separator: '.', kv_separator: ':', string: '{"a":{"b c":[1]}}' },
          ...{ replace_key_whitespace: true, key_whitespace_replacement: '-', key_prefix: 'p_' },
        },
        { flatten: true, list_separator: ',', key_separator: '_', kv_separator: '=', string: '[' },
      ),
      ...trial(
        'POST /tools/grok_tester',
        { pattern: '%{ZZ_ABOVE:x} %{WORD:y}', string: 'zz a b', named_captures_only: true },
        { pattern: '%{ZZ_ABOVE}', string: 'zz a' },
        { pattern: '%{ZZ_ABOVE}', string: 'none' },
        { pattern: '%{NONE_SUCH}', string: 'a' },
      ),
      ...trial(
        'POST /tools/lookup_table_tester',
        { lookup_table_name: 'names', string: 'b' },
        { lookup_table_name: 'names', string: 'q' },
        { lookup_table_name: 'none', string: 'b' },
      ),
      change('GET /tools/grok_tester?pattern=%25%7BZZ_LAST:z%7D&string=zz&named_captures_only=true'),
      change('GET /tools/natural_date_tester?string=today&timezone=none'),
      ...trial(
        'POST /system/grok/test',
        { grok_pattern: { name: 'TRIED', pattern: '%{ZZ_LAST:z} b' }, sampleData: 'zz b' },
        { grok_pattern: { name: 'TRIED', pattern: 'a' }, sampleData: 'b' },
        { grok_pattern: { name: 'TRIED', pattern: '%{NONE_SUCH}' }, sampleData: 'b' },
      ),
    ],
  },
  {
    title: 'Trials of rules',
    watched: ['/system/pipelines/rule', '/system/pipelines/rule_tests'],
    changes: [
      ...trial(
        'POST /system/pipelines/rule/simulate',
        { rule_source: { source: ruleOf('has_field("a")', 'set_field("b", 1);') }, message: '{"message":"m","a":1}' },
        { rule_source: { source: ruleOf('has_field("a")') }, message: 'plain text' },
        { rule_source: { source: ruleOf('to_long("x") / 0 == 1') }, message: '{}' },
        { rule_source: { source: 'rule "x"' }, message: '{}' },
      ),
      ...trial(
        'POST /system/pipelines/rule/parse',
        { source: ruleOf('none("a")') },
        { source: ruleOf('true', 'set_field();') },
        { source: ruleOf('true', 'let a = 1;\nset_field("b", c);') },
        { source: '' },
        { source: ruleOf('1 + true') },
        { source: ruleOf('lookup_value("none", "a") == 1') },
      ),
      ...trial(
        'POST /system/pipelines/pipeline/parse',
        { source: 'pipeline "p"\nstage 0 match x\nend' },
        { source: 'pipeline "p"\nstage 0 match all\nrule "cut"\nstage 0 match either\nend' },
        { source: '' },
      ),
      ...trial(
        'POST /system/pipelines/rule/workbench',
        {
          source: ruleOf('has_field("a")', 'set_field("b", 1);\nremove_field("message");\nrename_field("a", "c");'),
          messages,
        },
        { source: ruleOf('true', 'route_to_stream(name: "mill");\nlet x = to_long($message.a);\ndebug(x);'), messages },
        { source: ruleOf('true', 'drop_message();'), messages },
        { source: ruleOf('true', 'create_message("new");'), messages: messages.slice(0, 1) },
        { source: ruleOf('true', 'set_field("d", to_long("1") / to_long($message.message));'), messages },
        { source: 'rule "x"', messages },
        { source: ruleOf('true', 'set_field("b", 2);').replace('tried', 'cut'), messages, pipeline_id: '{wash}' },
        { source: ruleOf('true'), messages: [], pipeline_id: '0' },
      ),
      change(
        'POST /system/pipelines/rule/workbench/hits',
        { sources: [ruleOf('has_field("a")'), 'rule "x"'], stream_id: '{apron}', fields: ['a'] },
        { partly: ['pipeline_rule:read', 'streams:read:{apron}'] },
      ),
      ...trial(
        'POST /system/pipelines/simulate/path',
        { texts: ['one two c', ''], codec: 'raw', remote_address: '127.0.0.1', input_id: '{raw}' },
        {
          texts: ['<14>1 2024-02-01T09:00:00Z host app 1 - - text', 'no header'],
          codec: 'syslog',
          remote_address: '10.0.0.1',
          configuration: { store_full_message: true },
        },
        { texts: ['{"version":"1.1","host":"h","short_message":"m","_a":"bb"}'], codec: 'gelf', remote_address: '::1' },
        { texts: ['a'], codec: 'none', remote_address: '127.0.0.1' },
        { texts: ['a'], codec: 'raw', remote_address: 'nowhere' },
        { texts: ['a'], codec: 'raw', remote_address: '127.0.0.1', input_id: '0' },
      ),
      ...trial(
        'POST /system/pipelines/simulate',
        { stream_id: '{mill}', message: { message: 'm', a: 1, streams: ['{yard}'] }, input_id: '{raw}' },
        { stream_id: '{yard}', message: { message: 'm' } },
        { stream_id: '0', message: { message: 'm' } },
      ),
      change('POST /system/pipelines/rule/{cut}/tests/run', {
        source: ruleOf('has_field("b")').replace('tried', 'cut'),
        tests: [{ title: 'other', message: { b: 1 }, expected: { matches: true, fields: { b: 2 } } }],
      }),
      change('GET /system/pipelines/rule/{cut}/errors'),
    ],
  },
  {
    title: 'Checks of lookup tables',
    watched: ['/system/lookup/tables', '/system/lookup/adapters', '/system/lookup/caches'],
    changes: [
      ...trial(
        'POST /system/lookup/tables/validate',
        tableOf({}),
        tableOf({ title: ' ', name: 'names' }),
        tableOf({ id: '{table1}', name: 'names' }),
        tableOf({ name: 'a\u0001', cache_id: '0', data_adapter_id: '0' }),
        tableOf({ default_single_value: 'x', default_single_value_type: 'NUMBER' }),
        tableOf({ default_single_value: 'x', default_single_value_type: 'BOOLEAN' }),
        tableOf({ default_multi_value: '[', default_multi_value_type: 'OBJECT' }),
        { title: null, name: null },
      ),
      ...trial(
        'POST /system/lookup/caches/validate',
        { title: 'C', name: 'cache-a', config: { type: 'guava_cache', max_size: -1 } },
        { title: 'C', name: 'c', config: { type: 'none' } },
        { title: 'C', name: 'c', config: { type: 'guava_cache', expire_after_write: 1, expire_after_write_unit: 'X' } },
        { title: 'C', name: 'c', config: { type: 'x' } },
        { title: 'C', name: 'c' },
      ),
      ...trial(
        'POST /system/lookup/adapters/validate',
        adapterOf({ type: 'stored_table' }),
        adapterOf({ type: 'stored_table' }, { custom_error_ttl_enabled: true, custom_error_ttl: 0 }),
        adapterOf({ type: 'csvfile', path: '/none.csv', separator: ',', quotechar: '"', key_column: 'a' }),
        adapterOf({ type: 'csvfile', path: 'relative', separator: '', quotechar: '', check_interval: 0 }),
        adapterOf({ ...seconds('http://127.0.0.1:9/hook'), type: 'httpjsonpath' }),
        adapterOf({ ...seconds('http://elsewhere.invalid/'), type: 'httpjsonpath', single_value_jsonpath: '$[' }),
        adapterOf({ ...seconds('http://127.0.0.1:9/hook'), type: 'dsvhttp', separator: ',', line_separator: '\n' }),
        adapterOf({ ...seconds('ftp://x'), type: 'dsvhttp', refresh_interval: -1 }),
        adapterOf({ type: 'dnslookup', lookup_type: 'A', server_ips: '127.0.0.1:53', request_timeout: 1 }),
        adapterOf({ type: 'dnslookup', lookup_type: 'X', server_ips: 'a b', request_timeout: -1 }),
        adapterOf({ type: 'maxmind_geoip', path: '/none.mmdb', database_type: 'MAXMIND_CITY' }),
        adapterOf({ type: 'whois', connect_timeout: 0, read_timeout: 1 }),
        adapterOf({ type: 'otx-api', indicator: 'X' }),
        adapterOf({ type: 'torexitnode' }),
        adapterOf({ type: 'spamhaus-edrop' }),
        adapterOf({ type: 'x' }),
        { title: 'A', name: 'adapter-a' },
      ),
      change('GET /system/lookup/adapters/{rows}/rows/csv'),
      ...[
        ['header=true', 'key,value,value\na,b,c\n'],
        ['header=true', 'key,,floor\na,b,c\n'],
        ['header=true', 'value,key,new,expires_at,note\nv,k,n,2030-01-01T00:00:00Z,about\n'],
        ['header=true', 'key,value,expires_at\nk,v,never\n'],
        ['header=true', 'key,floor\nk,high\nl,1,2\n,3\n'],
        ['header=true', 'key,value\nk,"open\n'],
        ['header=false', 'k,v,1\nl,w\n'],
        ['header=false&duplicates=first', 'k,v,1\nk,w,2\n'],
        ['header=true', ''],
      ].map(([query = '', text = '']) => {
        const rest = `${query.includes('duplicates') ? '' : '&duplicates=last'}&delete_missing=true&preview=true`;
        return change(`POST /system/lookup/adapters/{rows}/rows/import?separator=,&quote=%22&${query}${rest}`, text);
      }),
      change('GET /system/lookup/adapters/{rows}/rows/history'),
      change('GET /system/lookup/tables/{table1}/explain?key=q&without_cache=true'),
    ],
  },
  {
    title: 'Checks of sidecars',
    watched: ['/sidecars/all', '/sidecar/configuration_variables'],
    changes: [
      ...trial(
        'POST /sidecar/collectors/validate',
        collectorOf({}),
        collectorOf({ name: '', service_type: 'x', node_operating_system: 'x', executable_path: ' ' }),
        collectorOf({ name: 'a b', service_type: 'svc', executable_path: 'a;b' }),
        collectorOf({ name: 'mover', node_operating_system: '' }),
        collectorOf({ name: 'mover' }),
        collectorOf({ id: '{collector}', name: 'mover' }),
      ),
      ...trial(
        'POST /sidecar/configurations/validate',
        configurationOf({}),
        configurationOf({ name: ' ', collector_id: '', color: '', template: ' ' }),
        configurationOf({ name: 'a;b', collector_id: '0', color: 'red', template: '${user.none}' }),
        configurationOf({ name: 'web logs', template: '<#if x>', assignment_rule: 'os:' }),
        configurationOf({ id: '{conf1}', name: 'web logs', assignment_rule: 'tag:web AND NOT os:windows' }),
      ),
      ...trial(
        'POST /sidecar/configuration_variables/validate',
        { name: 'tried', content: 'c' },
        { name: '', content: ' ' },
        { name: '1a', content: 'c' },
        { name: 'path', content: 'c' },
        { id: '{variable1}', name: 'path', content: 'c' },
      ),
      ...trial(
        'POST /sidecar/configurations/render/preview',
        template('${sidecar.nodeId} ${sidecar.operatingSystem} ${sidecar.nodeName?upper_case} ${user.path!"none"}'),
        template('<#if sidecar.operatingSystem == "Linux">yes<#elseif user.Host??>maybe<#else>no</#if>'),
        template('<#list sidecar.tags?keys as tag>${tag}<#sep>,</#list>|<#assign x = 1 + 2 * 3>${x}'),
        template('<#-- gone -->${"a,b"?split(",")?join("-")} ${<#if 1 lt 2>less</#if>} ${"Ab"?length}'),
        template('${user.none}'),
        template('<#if x'),
        template('t', { node_id: 'none' }),
        { template: 'p: ${user.path} ${sidecar.nodeName}' },
      ),
      ...trial(
        'POST /sidecar/assignment/match',
        ...[
          'tag:web',
          'name:w*t OR ip:10.1.2.0/24',
          'name:*t*c*',
          'name:n*x',
          'NOT os:linux AND version:1.6.0',
          'version:>1.5.6',
          'version:>=1.5.6 AND NOT tag:web',
          'version:<1.6',
          'version:<=1.5',
          'NOT (name:west OR name:"north")',
          '(name:west',
          'name:"west',
          'name:west name:north',
          'name:west)',
          'colour:red',
          'os:',
        ].map((assignment_rule) => ({ assignment_rule, collector_id: '{collector}' })),
        { assignment_rule: '' },
      ),
      ...trial(
        'POST /sidecar/administration',
        { query: '', filters: { status: '0' } },
        { query: 'node_id:node-a', filters: { os: 'windows' } },
        { query: 'name:', sort: 'operating_system', order: 'desc' },
      ),
      change('PUT /sidecars/node-b', { node_name: ' ', node_details: { operating_system: 'Linux' } }, open),
    ],
  },
  {
    title: 'Trials of notifications',
    watched: ['/events/definitions', '/events/notifications', '/streams/{mill}/alarmcallbacks'],
    changes: [
      ...trial(
        'POST /events/notifications/test',
        notificationOf({ type: 'http-notification-v2', url: 'http://127.0.0.1:9/hook' }),
        notificationOf({ type: 'http-notification-v1', url: 'http://elsewhere.invalid/' }),
        notificationOf({ type: 'http-notification-v2', url: 'http://127.0.0.1:9/x', method: 'X' }, { id: '{hook}' }),
        notificationOf({
          type: 'email-notification-v1',
          subject: '${none',
          sender: 'x',
          body_template: '',
          email_recipients: [],
        }),
        notificationOf({ type: 'slack-notification-v1', webhook_url: 'http://127.0.0.1:9/hook', channel: '#a' }),
        notificationOf({ type: 'slack-notification-v1', webhook_url: 'x', channel: '', color: 'red' }),
        notificationOf({ type: 'teams-notification-v1', webhook_url: 'http://127.0.0.1:9/hook' }),
        notificationOf({ type: 'pagerduty-notification-v2', routing_key: 'x' }),
        notificationOf({ type: 'x' }),
        notificationOf({ type: '' }, { title: '' }),
      ),
      change('POST /events/notifications/{hook}/test', undefined, { partly: ['eventnotifications:read:{hook}'] }),
      change('POST /events/notifications/0/test'),
      change('POST /alerts/callbacks/{callback}/test', undefined, { partly: ['streams:edit:{yard}'] }),
      change('POST /alerts/callbacks/0/test'),
      ...trial(
        'POST /events/notifications/preview',
        {
          template:
            '${event_definition_title} ${event.priority} ${if backlog}${foreach backlog m}${m.message}${end}${end}',
        },
        { template: '${event.timestamp} ${event.fields.a}', escape: 'html', time_zone: 'Asia/Tokyo' },
        { template: 'x', event_id: '0' },
      ),
      ...trial(
        'POST /events/alerts/silences',
        { query: ' ', reason: ' ', ends_at: 'x' },
        { query: 'a:(', reason: 'r', starts_at: 'x', ends_at: '{tomorrow}' },
        { query: '*', reason: 'r', ends_at: '2020-01-01T00:00:00.000Z' },
        { query: '*', reason: 'r', starts_at: '2099-01-02T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' },
        { query: '*', reason: 'r', ends_at: '2099-01-01T00:00:00.000Z' },
        { query: '*', reason: 'r', event_definition_id: '0', ends_at: '{tomorrow}' },
      ),
      change('POST /events/definitions/test-run', {
        definition: { title: 'T', config: { type: 'none' } },
        timerange: { type: 'relative', range: 300 },
      }),
    ],
  },
  {
    title: 'Previews of inputs',
    watched: ['/system/inputs', '/system/inputstates'],
    changes: [
      ...trial(
        'POST /system/inputs/preview',
        inputOf(`${classes}.inputs.raw.tcp.RawTCPInput`, listening),
        {
          ...inputOf(`${classes}.inputs.syslog.tcp.SyslogTCPInput`, listening),
          text: '<14>Feb  1 09:00:00 host app: text\nx',
        },
        {
          ...inputOf(`${classes}.inputs.raw.tcp.RawTCPInput`, { ...listening, override_source: 'o' }),
          text: '{"a":1}\nplain',
        },
        inputOf('none', {}),
      ),
      change('POST /system/inputs/{mqtt}/test_message', { text: 'tried' }),
      change('POST /system/inputs/0/test_message', { text: 'tried' }),
      ...trial(
        'POST /system/inputs',
        { title: ' ', type: `${classes}.inputs.raw.tcp.RawTCPInput`, global: true, configuration: {} },
        { title: 'T', type: 'none', global: true, configuration: {} },
        {
          title: 'T',
          type: `${classes}.inputs.raw.tcp.RawTCPInput`,
          global: false,
          node: 'none',
          configuration: { bind_address: 'x y', port: 70_000, max_message_size: 'x' },
        },
      ),
    ],
  },
  {
    title: 'Jobs and field types',
    watched: ['/system/indices/ranges', '/system/indices/index_sets'],
    changes: [
      change('POST /system/indices/index_sets', indexSetBody('Tried', 'tried'), { keep: 'triedSet' }),
      change('POST /system/indices/ranges/index_set/0/rebuild'),
      change('POST /system/indices/ranges/index_set/{alpha}/rebuild'),
      change('POST /system/indices/ranges/rebuild', undefined, { partly: ['indexranges:rebuild:beta_0'] }),
      change('POST /system/jobs', { job_name: optimising, index_set_id: '0' }),
      ...trial(
        'PUT /system/indices/index_set_defaults',
        indexDefaults({ shards: 2 }),
        indexDefaults({ rotation_strategy_class: 'x' }),
        indexDefaults({ retention_strategy_config: { type: `${retention}Config`, max_number_of_indices: 0 } }),
      ),
      change('POST /system/jobs', { job_name: optimising, index: 'none_0' }),
      change('DELETE /system/jobs/none'),
      change('DELETE /cluster/jobs/none'),
      change('DELETE /system/jobs/acknowledge/none'),
      change('POST /system/indexer/failures/retry', { messages: [{ index: 'beta_0', letter_id: 'none' }] }),
      change('POST /system/indexer/failures/retry', { query: 'none' }),
      change('GET /system/indexer/failures/count?since=x'),
      change('PUT /system/indices/index_sets/{triedSet}/field_types', { types: { '': 'long' } }),
      change('PUT /system/indices/index_sets/{triedSet}/field_types', {
        types: { timestamp: 'long', ['x'.repeat(300)]: 'long' },
      }),
      change('PUT /system/indices/index_sets/{triedSet}/field_types', {
        types: { a: 'long', b: 'keyword' },
        rotate: true,
      }),
      change('PUT /system/indices/index_sets/{triedSet}/field_types', { types: { a: null } }),
      change('PUT /system/indices/index_sets/{alpha}/field_types', { types: { a: 'long' }, rotate: true }),
      change('PUT /system/indices/index_sets/{triedSet}/field_types', {
        types: { zz: 'long', Ab: 'long', aa: 'keyword' },
      }),
      change('GET /system/indices/index_sets/{triedSet}/field_types'),
      ...[
        { rotation_strategy_class: sizes, rotation_strategy: { type: `${sizes}Config`, max_size: 5 } },
        { rotation_strategy_class: sizes, rotation_strategy: { type: `${sizes}Config`, max_size: 0 } },
        { rotation_strategy_class: lifetimes, rotation_strategy: lifetime('P30D', 'P40D') },
        { rotation_strategy_class: lifetimes, rotation_strategy: lifetime('P30D', 'P30D') },
        { rotation_strategy_class: lifetimes, rotation_strategy: lifetime('PT1H', 'P30D') },
        { rotation_strategy_class: lifetimes, rotation_strategy: lifetime('P1D', 'x') },
        { rotation_strategy_class: 'x' },
        { retention_strategy: { type: `${retention}Config`, max_number_of_indices: 0 } },
        { title: ' ' },
        { writable: undefined, description: undefined },
      ].map((more) =>
        change('PUT /system/indices/index_sets/{triedSet}', { ...indexSetBody('Tried', 'tried'), ...more }),
      ),
      change('POST /system/indices/index_sets', indexSetBody('Tried', 'tried')),
      change('POST /system/indices/index_sets', indexSetBody('Tried', '_x')),
      change('POST /system/indices/index_sets', indexSetBody('Tried', '')),
      change('POST /system/indices/index_sets', indexSetBody('Tried', 'x'.repeat(300))),
      change('DELETE /system/indices/index_sets/{triedSet}'),
    ],
  },
  {
    title: 'Sign-ins',
    watched: ['/users/{single}/sessions'],
    changes: [
      change('POST /system/sessions', {}, open),
      change('POST /system/sessions', { username: 'otto', host: '' }, open),
      change('POST /system/sessions', { username: 'otto', password: 'wrong', host: '' }, open),
      change('DELETE /system/sessions/x', undefined, { ...open, by: 'single' }),
      change('GET /system/sessions', undefined, { ...open, by: 'single' }),
    ],
  },
  {
    title: 'Metrics and notification texts',
    watched: [],
    changes: [
      ...trial('POST /system/metrics/multiple', {
        metrics: ['org.graylog2.throughput.input.1-sec-rate', 'jvm.memory.heap.used', 'none'],
      }),
      ...trial('POST /cluster/metrics/multiple', { metrics: ['jvm.memory.heap.used'] }),
      change('POST /cluster/none/metrics/multiple', { metrics: [] }),
      change('GET /system/cluster/stats'),
      change('GET /system/cluster/stats/mongo'),
      change('GET /system/notifications'),
      ...['html', 'plaintext'].flatMap((format) =>
        trial(`POST /system/notification/message/${format}/none`, {}).concat(
          trial(`POST /system/notification/message/${format}/no_input_running/key`, { values: {} }),
        ),
      ),
      change('POST /cluster/{node}/metrics/multiple', { metrics: ['none'] }),
    ],
  },
];
