/** Stored configurations by class, with what they are before anyone saved them (contract administration ClusterConfig, search K1). */
import {
  allowListClass,
  searchesConfigClass,
  sharingConfigClass,
  userConfigClass,
  type SearchesConfig,
  type UserConfig,
} from '../../api/contract/cluster-config.schema.js';
import { durationMs } from './duration.js';
import { BadRequestError, NotFoundError } from './errors.js';
import type { Collection, Documents } from './store/types.js';

export type ConfigValue = Record<string, unknown>;
interface ConfigRecord {
  /** Class name. */
  id: string;
  value: ConfigValue;
}

export const messageProcessorsClass = 'org.graylog2.messageprocessors.MessageProcessorsConfig';
export const indexSetDefaultsClass = 'org.graylog2.configuration.IndexSetsDefaultConfiguration';
const clusterIdClass = 'org.graylog2.plugin.cluster.ClusterId';

export const searchesDefaults: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: {
    PT5M: '5 minutes',
    PT15M: '15 minutes',
    PT30M: '30 minutes',
    PT1H: '1 hour',
    PT2H: '2 hours',
    PT8H: '8 hours',
    P1D: '1 day',
    P2D: '2 days',
    P5D: '5 days',
    P7D: '7 days',
    P14D: '14 days',
    P30D: '30 days',
    PT0S: 'all messages',
  },
  surrounding_timerange_options: {
    PT1S: '1 second',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  surrounding_filter_fields: ['source', 'gl2_source_input', 'file', 'source_file'],
  analysis_disabled_fields: ['message', 'full_message'],
  auto_refresh_timerange_options: {
    PT1S: '1 second',
    PT2S: '2 second',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  default_auto_refresh_option: 'PT5S',
};

const rotation = {
  type: 'org.graylog2.indexer.rotation.strategies.TimeBasedSizeOptimizingStrategyConfig',
  index_lifetime_min: 'P30D',
  index_lifetime_max: 'P40D',
};
const retention = {
  type: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategyConfig',
  max_number_of_indices: 20,
};

const processor = (name: string, class_name: string) => ({ name, class_name });
export const messageProcessors = [
  processor('GeoIP Resolver', 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor'),
  processor('Message Filter Chain', 'org.graylog2.messageprocessors.MessageFilterChainProcessor'),
  processor('Stream Rule Processor', 'org.graylog2.messageprocessors.StreamMatcherFilterProcessor'),
  processor('Pipeline Processor', 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter'),
];

/** Known classes. Null: exists, but has no value until it is saved. */
function defaults(clusterId: string): Readonly<Record<string, ConfigValue | null>> {
  return {
    [searchesConfigClass]: { ...searchesDefaults },
    'org.graylog.events.configuration.EventsConfiguration': {
      events_search_timeout: 60_000,
      events_notification_retry_period: 300_000,
      events_notification_default_backlog: 50,
      events_catchup_window: 3_600_000,
      events_notification_tcp_keepalive: false,
    },
    'org.graylog.plugins.sidecar.system.SidecarConfiguration': {
      sidecar_expiration_threshold: 'P14D',
      sidecar_inactive_threshold: 'PT1M',
      sidecar_update_interval: 'PT30S',
      sidecar_send_status: true,
      sidecar_configuration_override: false,
    },
    [indexSetDefaultsClass]: {
      index_analyzer: 'standard',
      shards: 1,
      replicas: 0,
      index_optimization_max_num_segments: 1,
      index_optimization_disabled: false,
      field_type_refresh_interval: 5,
      field_type_refresh_interval_unit: 'SECONDS',
      rotation_strategy_class: 'org.graylog2.indexer.rotation.strategies.TimeBasedSizeOptimizingStrategy',
      rotation_strategy_config: rotation,
      rotation_strategy: rotation,
      retention_strategy_class: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategy',
      retention_strategy_config: retention,
      retention_strategy: retention,
    },
    [sharingConfigClass]: null,
    [userConfigClass]: null,
    [allowListClass]: { entries: [], disabled: false },
    'org.graylog.plugins.map.config.GeoIpResolverConfig': {
      enabled: false,
      enforce_graylog_schema: false,
      db_vendor_type: 'MAXMIND',
      city_db_path: '/etc/graylog/server/GeoLite2-City.mmdb',
      asn_db_path: '/etc/graylog/server/GeoLite2-ASN.mmdb',
      use_s3: false,
      refresh_interval: 10,
      refresh_interval_unit: 'MINUTES',
    },
    'org.graylog.plugins.threatintel.ThreatIntelPluginConfiguration': {
      tor_enabled: false,
      spamhaus_enabled: false,
      abusech_ransom_enabled: false,
    },
    'org.graylog.aws.config.AWSPluginConfiguration': {
      lookups_enabled: false,
      lookup_regions: '',
      access_key: '',
      secret_key: '',
      proxy_enabled: false,
    },
    [messageProcessorsClass]: {
      processor_order: messageProcessors.map(({ class_name }) => class_name),
      disabled_processors: [],
    },
    [clusterIdClass]: { cluster_id: clusterId },
  };
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

export class ClusterConfigs {
  readonly #stored: Collection<ConfigRecord>;
  readonly #defaults: Readonly<Record<string, ConfigValue | null>>;

  constructor(documents: Documents, clusterId: string) {
    this.#stored = documents.collection<ConfigRecord>('cluster_config');
    this.#defaults = defaults(clusterId);
  }

  classes(): string[] {
    return Object.keys(this.#defaults).sort();
  }

  /**
   * @returns undefined for a class that was never saved and has no default
   * @throws NotFoundError for an unknown class
   */
  get(className: string): ConfigValue | undefined {
    const initial = this.#known(className);
    return this.#stored.get(className)?.value ?? initial ?? undefined;
  }

  /** Absent properties fall back to their defaults. @throws NotFoundError, BadRequestError when a property is of another kind */
  async put(className: string, value: ConfigValue): Promise<ConfigValue> {
    const initial = this.#known(className);
    if (className === clusterIdClass) throw new BadRequestError('The id of the cluster cannot be changed.');
    for (const [name, fallback] of Object.entries(initial ?? {})) {
      const given = value[name];
      if (given !== undefined && given !== null && kindOf(given) !== kindOf(fallback)) {
        throw new BadRequestError(
          `Couldn't parse cluster configuration ${className}: "${name}" must be a ${kindOf(fallback)}.`,
        );
      }
    }
    const present = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== null));
    const stored = { ...initial, ...present };
    await this.#stored.put({ id: className, value: stored });
    return stored;
  }

  async delete(className: string): Promise<void> {
    this.#known(className);
    await this.#stored.delete(className);
  }

  searches(): SearchesConfig {
    return this.get(searchesConfigClass) as unknown as SearchesConfig;
  }

  globalSessionTimeoutMs(): number | undefined {
    const config = this.get(userConfigClass) as Partial<UserConfig> | undefined;
    if (!config?.enable_global_session_timeout) return undefined;
    return durationMs(config.global_session_timeout_interval ?? '') ?? durationMs('PT8H');
  }

  #known(className: string): ConfigValue | null {
    const initial = Object.hasOwn(this.#defaults, className) ? this.#defaults[className] : undefined;
    if (initial === undefined) throw new NotFoundError(`Couldn't find configuration class '${className}'`);
    return initial;
  }
}
