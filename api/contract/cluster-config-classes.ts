/**
 * Configuration classes that the server and the console share: name, defaults, permissions to read and to change, and
 * validation beyond the schema (contract administration ClusterConfig, screens/administration.md Part B). The
 * schemas are in `cluster-config.schema.ts`, so that the client does not load them; a class that is missing in one of
 * the two tables is a compile error.
 */
import { durationMs } from '../duration.js';
import {
  eventsConfigClass,
  allowListClass,
  indexSetDefaultsClass,
  publicNotificationsClass,
  searchesConfigClass,
  searchesDefaults,
  sharingConfigClass,
  userConfigClass,
} from './cluster-config-names.js';
import type {
  ConfigKey,
  ConfigValues,
  IndexSetDefaults,
  SearchesConfig,
  SidecarConfig,
} from './cluster-config.schema.js';

/** Error messages by field name. */
type ConfigProblems = Readonly<Record<string, string>>;

export interface ConfigClass<T> {
  /** Name of the class, which is part of its endpoint's path. */
  readonly name: string;
  readonly defaults: T;
  /** True: until an administrator saves the class, the server answers without content instead of with the defaults. */
  readonly absentUntilSaved?: true;
  /** True: the server refuses changes of this class. */
  readonly readOnly?: true;
  /** Permissions, all of which are required to read (`read`) or to change (`edit`) the class. */
  readonly read: readonly string[];
  readonly edit: readonly string[];
  /** Names of secret fields: answers contain a placeholder instead of the stored value. */
  readonly secrets?: readonly string[];
  /** Validates constraints that a schema cannot express; returns the errors by field name. */
  readonly problems?: (value: T) => ConfigProblems;
  /** Converts a value from a request to the form in which it is stored. */
  readonly normal?: (value: T) => T;
}

const common = {
  read: ['clusterconfigentry:read'],
  edit: ['clusterconfigentry:create', 'clusterconfigentry:edit'],
} as const;

/** Shortest allowed periods in milliseconds, by the name of the configuration field. */
const shortestPeriods = {
  sidecar_inactive_threshold: 1000,
  sidecar_expiration_threshold: 60_000,
  sidecar_update_interval: 1000,
  global_session_timeout_interval: 1000,
  relative_timerange_options: 1,
  surrounding_timerange_options: 1,
  auto_refresh_timerange_options: 1000,
} as const;

/**
 * Returns the error of an ISO 8601 duration, or undefined.
 * @param shortest shortest allowed duration in milliseconds
 */
function periodProblem(text: string, shortest: number): string | undefined {
  const length = durationMs(text);
  if (length === undefined) return `${JSON.stringify(text)} is not an ISO 8601 duration, such as PT5M`;
  return length < shortest ? `${text} is shorter than ${shortest} ms` : undefined;
}

/** Removes the fields without an error. */
const found = (problems: Readonly<Record<string, string | undefined>>): ConfigProblems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])),
  );

function searchesProblems(config: SearchesConfig): ConfigProblems {
  const options = (name: keyof typeof shortestPeriods & keyof SearchesConfig, except?: string) =>
    Object.keys(config[name])
      .filter((period) => period !== except)
      .flatMap((period) => periodProblem(period, shortestPeriods[name]) ?? [])[0];
  const known = Object.hasOwn(config.auto_refresh_timerange_options, config.default_auto_refresh_option);
  return found({
    query_time_range_limit: periodProblem(config.query_time_range_limit, 0),
    // The option `PT0S` is not too short: it means all time.
    relative_timerange_options: options('relative_timerange_options', 'PT0S'),
    surrounding_timerange_options: options('surrounding_timerange_options'),
    auto_refresh_timerange_options: options('auto_refresh_timerange_options'),
    default_auto_refresh_option: known ? undefined : 'must be one of the options for refreshing',
  });
}

const sidecarDefaults: SidecarConfig = {
  sidecar_expiration_threshold: 'P14D',
  sidecar_inactive_threshold: 'PT1M',
  sidecar_update_interval: 'PT30S',
  sidecar_send_status: true,
  sidecar_configuration_override: false,
};

function sidecarProblems(config: SidecarConfig): ConfigProblems {
  const own = (name: 'sidecar_expiration_threshold' | 'sidecar_inactive_threshold' | 'sidecar_update_interval') =>
    periodProblem(config[name], shortestPeriods[name]);
  const lengthOf = (period: string) => durationMs(period) ?? Infinity;
  const thresholds = Math.min(
    lengthOf(config.sidecar_inactive_threshold),
    lengthOf(config.sidecar_expiration_threshold),
  );
  const late = lengthOf(config.sidecar_update_interval) >= thresholds;
  return found({
    sidecar_expiration_threshold: own('sidecar_expiration_threshold'),
    sidecar_inactive_threshold: own('sidecar_inactive_threshold'),
    sidecar_update_interval:
      own('sidecar_update_interval') ?? (late ? 'must be shorter than both thresholds' : undefined),
  });
}

const rotation = 'org.graylog2.indexer.rotation.strategies.TimeBasedSizeOptimizingStrategy';
const retention = 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategy';
const rotationConfig = { type: `${rotation}Config`, index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' };
const retentionConfig = { type: `${retention}Config`, max_number_of_indices: 20 };

const indexSetDefaults: IndexSetDefaults = {
  index_analyzer: 'standard',
  shards: 1,
  replicas: 0,
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5,
  field_type_refresh_interval_unit: 'SECONDS',
  rotation_strategy_class: rotation,
  rotation_strategy_config: rotationConfig,
  rotation_strategy: rotationConfig,
  retention_strategy_class: retention,
  retention_strategy_config: retentionConfig,
  retention_strategy: retentionConfig,
};

export const processors = {
  geoIp: 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor',
  filters: 'org.graylog2.messageprocessors.MessageFilterChainProcessor',
  streams: 'org.graylog2.messageprocessors.StreamMatcherFilterProcessor',
  pipelines: 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
} as const;
/** Message processors in the order in which they run by default. */
export const messageProcessors = [
  { name: 'GeoIP Resolver', class_name: processors.geoIp },
  { name: 'Message Filter Chain', class_name: processors.filters },
  { name: 'Stream Rule Processor', class_name: processors.streams },
  { name: 'Pipeline Processor', class_name: processors.pipelines },
] as const;

/**
 * All classes by their keys. An import of this table bundles all of them; pages that need only a few names
 * import `cluster-config-names.ts`.
 */
export const configClasses: { readonly [K in ConfigKey]: ConfigClass<ConfigValues[K]> } = {
  searches: {
    ...common,
    name: searchesConfigClass,
    defaults: { ...searchesDefaults, allow_leading_wildcard_searches: true },
    problems: searchesProblems,
  },
  sharing: {
    ...common,
    name: sharingConfigClass,
    defaults: { allow_sharing_with_everyone: true, allow_sharing_with_users: true },
    absentUntilSaved: true,
  },
  users: {
    ...common,
    name: userConfigClass,
    defaults: { enable_global_session_timeout: false, global_session_timeout_interval: 'PT8H' },
    absentUntilSaved: true,
    problems: ({ global_session_timeout_interval: interval }) =>
      found({
        global_session_timeout_interval: periodProblem(interval, shortestPeriods.global_session_timeout_interval),
      }),
  },
  events: {
    ...common,
    name: eventsConfigClass,
    defaults: {
      events_search_timeout: 60_000,
      events_notification_retry_period: 300_000,
      events_notification_default_backlog: 50,
      events_catchup_window: 3_600_000,
      events_notification_tcp_keepalive: false,
    },
  },
  sidecars: {
    ...common,
    name: 'org.graylog.plugins.sidecar.system.SidecarConfiguration',
    defaults: sidecarDefaults,
    problems: sidecarProblems,
  },
  indexSets: {
    read: common.read,
    edit: ['indices:changestate', 'clusterconfigentry:create', 'clusterconfigentry:edit'],
    name: indexSetDefaultsClass,
    defaults: indexSetDefaults,
    normal: (value) => ({
      ...value,
      field_type_refresh_interval_unit: /^m/i.test(value.field_type_refresh_interval_unit) ? 'MINUTES' : 'SECONDS',
      // Clients read `rotation_strategy` and `retention_strategy`, which repeat the stored values of
      // `rotation_strategy_config` and `retention_strategy_config`.
      rotation_strategy: value.rotation_strategy_config,
      retention_strategy: value.retention_strategy_config,
    }),
  },
  allowList: {
    read: ['urlwhitelist:read'],
    edit: ['urlwhitelist:write'],
    name: allowListClass,
    defaults: { entries: [], disabled: false },
  },
  geoIp: {
    ...common,
    name: 'org.graylog.plugins.map.config.GeoIpResolverConfig',
    defaults: {
      enabled: false,
      enforce_graylog_schema: false,
      db_vendor_type: 'MAXMIND',
      city_db_path: '/etc/graylog/server/GeoLite2-City.mmdb',
      asn_db_path: '/etc/graylog/server/GeoLite2-ASN.mmdb',
      use_s3: false,
      refresh_interval: 10,
      refresh_interval_unit: 'MINUTES',
    },
    problems: ({ enabled, city_db_path: path }) =>
      found({ city_db_path: enabled && path.trim() === '' ? 'must not be empty' : undefined }),
  },
  threatIntel: {
    ...common,
    name: 'org.graylog.plugins.threatintel.ThreatIntelPluginConfiguration',
    defaults: { tor_enabled: false, spamhaus_enabled: false, abusech_ransom_enabled: false },
    secrets: ['otx_api_key'],
  },
  aws: {
    ...common,
    name: 'org.graylog.aws.config.AWSPluginConfiguration',
    defaults: { lookups_enabled: false, lookup_regions: '', access_key: '', secret_key: '', proxy_enabled: false },
    secrets: ['secret_key'],
  },
  messageProcessors: {
    read: common.read,
    edit: ['clusterconfigentry:edit'],
    name: 'org.graylog2.messageprocessors.MessageProcessorsConfig',
    defaults: {
      processor_order: [processors.geoIp, processors.filters, processors.streams, processors.pipelines],
      disabled_processors: [],
    },
  },
  publicNotifications: {
    ...common,
    name: publicNotificationsClass,
    defaults: { notifications: [] },
    problems: ({ notifications }) =>
      found({
        notifications:
          new Set(notifications.map(({ key }) => key)).size < notifications.length
            ? 'two of them have the same key'
            : undefined,
      }),
  },
  clusterId: {
    ...common,
    name: 'org.graylog2.plugin.cluster.ClusterId',
    // The server generates the id at its first start.
    defaults: { cluster_id: '' },
    readOnly: true,
  },
};
