/** Shapes of nodes, system notifications, metrics and facts about the system (contract administration). */
import { Type, type Static } from '@sinclair/typebox';

export interface ServerRoot {
  cluster_id: string;
  node_id: string;
  version: string;
  tagline: string;
  /** True on the embedded server, which has endpoints beyond the contract; absent on reference servers. */
  embedded?: boolean;
}

export type Lifecycle =
  | 'uninitialized'
  | 'starting'
  | 'running'
  | 'paused'
  | 'halting'
  | 'failed'
  | 'throttled'
  | 'override lb:dead'
  | 'override lb:alive'
  | 'override lb:throttled';

export type LoadBalancerStatus = 'alive' | 'dead' | 'throttled';

export interface SystemOverview {
  facility: string;
  codename: string;
  node_id: string;
  cluster_id: string;
  version: string;
  started_at: string;
  is_processing: boolean;
  hostname: string;
  lifecycle: Lifecycle;
  lb_status: LoadBalancerStatus;
  timezone: string;
  operating_system: string;
  is_leader: boolean;
}

export interface ByteSize {
  bytes: number;
  kilobytes: number;
  megabytes: number;
}
/** Memory of the server process; the member names come from the Java virtual machine of reference servers. */
export interface SystemJvm {
  free_memory: ByteSize;
  max_memory: ByteSize;
  total_memory: ByteSize;
  used_memory: ByteSize;
  node_id: string;
  pid: string;
  /** Vendor and version of the runtime, and the operating system. */
  info: string;
}

export interface Locale {
  language_tag: string;
  display_name: string;
}

export interface NodeSummary {
  cluster_id: string;
  node_id: string;
  type: 'server';
  is_leader: boolean;
  is_master: boolean;
  /** Address of the node's API. */
  transport_address: string;
  last_seen: string;
  /** First 8 characters of the node id. */
  short_node_id: string;
  hostname: string;
}

export interface SystemNotification {
  /** Type of the notification in lower case. */
  type: string;
  key?: string;
  severity: 'normal' | 'urgent';
  timestamp: string;
  node_id: string;
  details?: Record<string, unknown>;
}
export const NotificationValues = Type.Optional(
  Type.Union([
    Type.Object({ values: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])) }),
    Type.Null(),
  ]),
);
export type NotificationValues = Static<typeof NotificationValues> | undefined;
export interface NotificationMessage {
  title: string;
  description: string;
}

export interface Journal {
  enabled: boolean;
  append_events_per_second: number;
  read_events_per_second: number;
  uncommitted_journal_entries: number;
  /** Size of the journal in bytes; `journal_size_limit` is its limit in bytes. */
  journal_size: number;
  journal_size_limit: number;
  number_of_segments: number;
  oldest_segment: string | null;
  journal_config: {
    directory: string;
    segment_size: number;
    segment_age: number;
    max_size: number;
    max_age: number;
    flush_interval: number;
    flush_age: number;
  } | null;
}

export const MetricNames = Type.Object({ metrics: Type.Array(Type.String(), { maxItems: 5000 }) });
export type MetricNames = Static<typeof MetricNames>;

export interface MetricRate {
  total: number;
  mean: number;
  one_minute: number;
  five_minute: number;
  fifteen_minute: number;
}
export type TimeStats = Record<
  'min' | 'max' | 'mean' | 'std_dev' | '95th_percentile' | '98th_percentile' | '99th_percentile',
  number
>;
export type Metric = { full_name: string; name: string } & (
  | { type: 'gauge'; metric: { value: number | string | object } }
  | { type: 'counter'; metric: { count: number } }
  | { type: 'meter'; metric: { rate_unit: 'events/second'; rate: MetricRate } }
  | {
      type: 'timer';
      metric: {
        rate_unit: 'events/second';
        rate: MetricRate;
        duration_unit: 'microseconds';
        time: TimeStats;
      };
    }
  | { type: 'histogram'; metric: { count: number; time: TimeStats } }
);
export interface MetricsSummary {
  total: number;
  metrics: Metric[];
}

/** A metric in the flat format of the endpoint `GET /system/metrics`. */
export type PlainMetric = Record<string, number | string | object>;
export interface MetricRegistry {
  version: string;
  gauges: Record<string, { value: number | string | object }>;
  counters: Record<string, { count: number }>;
  histograms: Record<string, PlainMetric>;
  meters: Record<string, PlainMetric>;
  timers: Record<string, PlainMetric>;
}

export const FieldNamesQuery = Type.Object({ limit: Type.Optional(Type.Integer()) });
export type FieldNamesQuery = Static<typeof FieldNamesQuery>;

export const SearchVersionQuery = Type.Object({ version: Type.Optional(Type.String()) });
export type SearchVersionQuery = Static<typeof SearchVersionQuery>;

export const TelemetryUserSettings = Type.Object({
  telemetry_enabled: Type.Boolean(),
  telemetry_permission_asked: Type.Boolean(),
});
export type TelemetryUserSettings = Static<typeof TelemetryUserSettings>;
export interface TelemetryInfo {
  user_telemetry_settings: TelemetryUserSettings;
}

export const FailuresQuery = Type.Object({
  limit: Type.Integer({ minimum: 0 }),
  offset: Type.Integer({ minimum: 0 }),
  /** Text that a failure must contain. Only the embedded server reads this parameter. */
  query: Type.Optional(Type.String({ maxLength: 1000 })),
});
export type FailuresQuery = Static<typeof FailuresQuery>;

export const FailureCountQuery = Type.Object({ since: Type.String() });
export type FailureCountQuery = Static<typeof FailureCountQuery>;

export interface IndexerFailure {
  timestamp: string;
  /** Id of the message that failed. */
  letter_id: string;
  /** JSON text with the type and the reason of the failure. */
  message: string;
  index: string;
  type: string;
  /** True if the message was stored, but without a column for the failed value. Embedded server only. */
  is_stored?: boolean;
  /** The message that was not stored, as JSON; only for users who may read every stream. Embedded server only. */
  document?: string;
  /** True if the server keeps the whole message and can try again to store it. Embedded server only. */
  can_retry?: boolean;
  /** Number of attempts to store the message so far. Embedded server only. */
  tries?: number;
}

export interface IndexerFailures {
  failures: IndexerFailure[];
  total: number;
  /** Number of all failed messages that the server can try again to store. Embedded server only. */
  can_retry?: number;
  /** Number of failures per index, highest number first. Embedded server only. */
  indices?: { index: string; failures: number }[];
}

/**
 * Messages that the server tries again to store: their ids, or a query that selects them; an empty query selects all.
 */
export const RetryFailuresRequest = Type.Union([
  Type.Object(
    {
      messages: Type.Array(Type.Object({ index: Type.String(), letter_id: Type.String() }), {
        minItems: 1,
        maxItems: 1000,
      }),
    },
    { additionalProperties: false },
  ),
  Type.Object({ query: Type.String({ maxLength: 1000 }) }, { additionalProperties: false }),
]);
export type RetryFailuresRequest = Static<typeof RetryFailuresRequest>;

/**
 * Result of storing failed messages again. For many messages, the answer contains only the id of the job that stores
 * them.
 */
export interface RetriedFailures {
  stored: number;
  /** Number of messages that failed again. */
  failed: number;
  /** Number of messages that are already stored or no longer kept. */
  missing: number;
  system_job_id: string | null;
}

/** Processing status of a node. Times are ISO 8601; the Unix epoch means never. */
export interface ProcessingStatus {
  /** Receive time of the newest message that has passed each step. */
  receive_times: { ingest: string; post_processing: string; post_indexing: string };
}
