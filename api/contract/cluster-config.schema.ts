/** Schemas of the stored configurations by class (contract administration ClusterConfig, search K1–K3). */
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { PublicNotifications } from './public-notifications.schema.js';

export const ClusterConfigBody = Type.Record(Type.String(), Type.Unknown());
export type ClusterConfigBody = Static<typeof ClusterConfigBody>;

/** ISO 8601 period, for example `PT5M`; `cluster-config-classes.ts` defines which periods are allowed. */
const Period = Type.String({ maxLength: 100 });
/** Labels by ISO 8601 period; the order of the members is the order of the options. */
const PeriodOptions = Type.Record(Type.String(), Type.String());

const SearchesConfig = Type.Object({
  /** Longest time range of a search; `PT0S`: there is no limit. */
  query_time_range_limit: Period,
  relative_timerange_options: PeriodOptions,
  surrounding_timerange_options: PeriodOptions,
  surrounding_filter_fields: Type.Array(Type.String()),
  analysis_disabled_fields: Type.Array(Type.String()),
  auto_refresh_timerange_options: PeriodOptions,
  default_auto_refresh_option: Period,
  /**
   * True allows search terms such as `*foo` and `?foo`; absent on servers that read this setting from their
   * configuration file.
   */
  allow_leading_wildcard_searches: Type.Optional(Type.Boolean()),
});
export type SearchesConfig = Static<typeof SearchesConfig>;

const SharingConfig = Type.Object({
  allow_sharing_with_everyone: Type.Boolean(),
  allow_sharing_with_users: Type.Boolean(),
});
export type SharingConfig = Static<typeof SharingConfig>;

const UserConfig = Type.Object({
  enable_global_session_timeout: Type.Boolean(),
  global_session_timeout_interval: Period,
});

/** Configuration of events; times are in milliseconds. */
const EventsConfig = Type.Object({
  events_search_timeout: Type.Integer({ minimum: 1000 }),
  events_notification_retry_period: Type.Integer({ minimum: 0 }),
  events_notification_default_backlog: Type.Integer({ minimum: 0 }),
  /** Length of the catch-up window in milliseconds; 0: there is none. */
  events_catchup_window: Type.Integer({ minimum: 0 }),
  events_notification_tcp_keepalive: Type.Boolean(),
});

const SidecarConfig = Type.Object({
  sidecar_expiration_threshold: Period,
  sidecar_inactive_threshold: Period,
  sidecar_update_interval: Period,
  sidecar_send_status: Type.Boolean(),
  sidecar_configuration_override: Type.Boolean(),
});
export type SidecarConfig = Static<typeof SidecarConfig>;

/** Configuration of a rotation or retention strategy; its type determines the other members. */
const StrategyConfig = Type.Object({ type: Type.String({ minLength: 1 }) }, { additionalProperties: Type.Unknown() });
const anyCase = <T extends string>(...units: T[]) =>
  units.flatMap((unit) => [Type.Literal(unit), Type.Literal(unit.toLowerCase() as Lowercase<T>)]);

/**
 * Defaults of new index sets. `rotation_strategy` and `retention_strategy` repeat `rotation_strategy_config` and
 * `retention_strategy_config` in answers; in requests they may be missing, and their values are ignored.
 */
export const IndexSetDefaults = Type.Object(
  {
    index_analyzer: Type.String({ minLength: 1 }),
    shards: Type.Integer({ minimum: 1 }),
    replicas: Type.Integer({ minimum: 0 }),
    index_optimization_max_num_segments: Type.Integer({ minimum: 1, default: 1 }),
    index_optimization_disabled: Type.Boolean(),
    field_type_refresh_interval: Type.Integer({ minimum: 0 }),
    field_type_refresh_interval_unit: Type.Union(anyCase('SECONDS', 'MINUTES')),
    rotation_strategy_class: Type.String(),
    rotation_strategy_config: StrategyConfig,
    rotation_strategy: StrategyConfig,
    retention_strategy_class: Type.String(),
    retention_strategy_config: StrategyConfig,
    retention_strategy: StrategyConfig,
  },
  { alsoNamed: { rotation_strategy_config: 'rotation_strategy', retention_strategy_config: 'retention_strategy' } },
);
export type IndexSetDefaults = Static<typeof IndexSetDefaults>;

export const UrlAllowList = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.Union([Type.Literal('literal'), Type.Literal('regex')]),
      title: Type.String(),
      value: Type.String(),
    }),
  ),
  disabled: Type.Boolean(),
});
export type UrlAllowList = Static<typeof UrlAllowList>;

/**
 * Address to check. Its length is limited, because every pattern of the list is matched with it.
 */
export const UrlCheckBody = Type.Object({ url: Type.String({ maxLength: 2048 }) });
export type UrlCheckBody = Static<typeof UrlCheckBody>;

/** Template of addresses; `placeholder` is the part of it that stands for any text, for example `${key}`. */
export const UrlRegexBody = Type.Object({
  url_template: Type.String({ maxLength: 2048 }),
  placeholder: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type UrlRegexBody = Static<typeof UrlRegexBody>;

const GeoIpConfig = Type.Object({
  enabled: Type.Boolean(),
  enforce_graylog_schema: Type.Boolean(),
  db_vendor_type: Type.Union([Type.Literal('MAXMIND'), Type.Literal('IPINFO')]),
  city_db_path: Type.String(),
  /** Path of the database of autonomous systems (ASN); may be empty. */
  asn_db_path: Type.String(),
  use_s3: Type.Boolean(),
  refresh_interval: Type.Integer({ minimum: 1 }),
  refresh_interval_unit: Type.Union(
    (['SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const).map((unit) => Type.Literal(unit)),
  ),
});

const ThreatIntelConfig = Type.Object({
  tor_enabled: Type.Boolean(),
  spamhaus_enabled: Type.Boolean(),
  abusech_ransom_enabled: Type.Boolean(),
  /**
   * False disables lookups in OTX. Earlier versions of the reference server had fields for this setting and for
   * `otx_api_key`; the console has none.
   */
  otx_enabled: Type.Optional(Type.Boolean()),
  otx_api_key: Type.Optional(Type.String()),
});

const AwsConfig = Type.Object({
  lookups_enabled: Type.Boolean(),
  /** Names of AWS regions, separated by commas. */
  lookup_regions: Type.String(),
  access_key: Type.String(),
  secret_key: Type.String(),
  proxy_enabled: Type.Boolean(),
});

/** Order of the message processors as it is stored; their own endpoint returns it as `MessageProcessorsConfig`. */
const ProcessorOrder = Type.Object({
  /** Class names of the processors in the order in which they run. */
  processor_order: Type.Array(Type.String()),
  disabled_processors: Type.Array(Type.String()),
});
export const MessageProcessorsConfig = Type.Object({
  processor_order: Type.Array(Type.Object({ name: Type.String(), class_name: Type.String() })),
  disabled_processors: Type.Array(Type.String()),
});
export type MessageProcessorsConfig = Static<typeof MessageProcessorsConfig>;

const ClusterId = Type.Object({ cluster_id: Type.String() });

/** Schemas of the configuration classes by key; only the server needs them. See also `configClasses`. */
export const configSchemas = {
  searches: SearchesConfig,
  sharing: SharingConfig,
  users: UserConfig,
  events: EventsConfig,
  sidecars: SidecarConfig,
  indexSets: IndexSetDefaults,
  allowList: UrlAllowList,
  geoIp: GeoIpConfig,
  threatIntel: ThreatIntelConfig,
  aws: AwsConfig,
  messageProcessors: ProcessorOrder,
  publicNotifications: PublicNotifications,
  clusterId: ClusterId,
} as const satisfies Readonly<Record<string, TSchema>>;

export type ConfigKey = keyof typeof configSchemas;
/** Types of the stored values by the key of their class. */
export type ConfigValues = { readonly [K in ConfigKey]: Static<(typeof configSchemas)[K]> };
