/** Shapes of event definitions (contract dashboards-sharing-alerts, types EventDefinition and those it names). */
import { Type, type Static } from '@sinclair/typebox';
import type { EntityPage, PagedBody } from './list.schema.js';
import { TimeRange } from './time-range.schema.js';

export const aggregationType = 'aggregation-v1';
export const systemNotificationsType = 'system-notifications-v1';

/** Functions of an aggregation over the messages of a group. */
export const aggregationFunctions = [
  'avg',
  'card',
  'count',
  'max',
  'min',
  'stddev',
  'sum',
  'sumofsquares',
  'variance',
] as const;
export type AggregationFunction = (typeof aggregationFunctions)[number];

export type NumberExpression = { expr: 'number'; value: number } | { expr: 'number-ref'; ref: string };
export type Expression =
  | { expr: 'true' }
  | { expr: '&&' | '||'; left: Expression; right: Expression }
  | { expr: '!'; left: Expression }
  | { expr: '==' | '>' | '>=' | '<' | '<='; left: NumberExpression; right: NumberExpression }
  | { expr: 'group'; operator: '&&' | '||'; child: Expression };

export interface AggregationSeries {
  id: string;
  function: AggregationFunction;
  field: string | null;
}

export interface QueryParameter {
  type: 'lut-parameter-v1';
  name: string;
  title: string;
  description?: string;
  data_type: 'any';
  default_value?: string;
  optional?: boolean;
  /** Name of the lookup table. */
  lookup_table: string;
  key: string;
}

export interface AggregationConfig {
  type: typeof aggregationType;
  query: string;
  query_parameters: QueryParameter[];
  /** Streams that are searched; empty: all of them. */
  streams: string[];
  group_by: string[];
  series: AggregationSeries[];
  conditions: { expression: Expression | null };
  search_within_ms: number;
  execute_every_ms: number;
  /** Events of one run; none if not said. Beyond the contract. */
  event_limit?: number;
  /** Messages are examined by when they were received, so that late ones count, too. Beyond the contract. */
  by_receive_time?: boolean;
}
export interface SystemNotificationsConfig {
  type: typeof systemNotificationsType;
}

export type FieldProvider =
  | { type: 'template-v1'; template: string; require_values: boolean }
  | { type: 'lookup-v1'; table_name: string; key_field: string };
export interface EventFieldSpec {
  data_type: 'string';
  providers: FieldProvider[];
}

export interface SchedulerContext {
  is_scheduled: boolean;
  status: 'runnable' | 'running' | 'complete' | 'paused' | 'error' | 'cancelled' | null;
  /** ISO 8601, UTC. */
  next_time: string | null;
  triggered_at: string | null;
  queued_notifications: number;
  data: { type: 'event-processor-execution-v1'; timerange_from: string; timerange_to: string } | null;
  /** Failure of the last run. Beyond the contract. */
  error?: { message: string; since: string; attempts: number };
}

export interface EventDefinition {
  id: string;
  _scope: string;
  title: string;
  description: string;
  /** ISO 8601, UTC. */
  updated_at: string | null;
  priority: number;
  alert: boolean;
  config: AggregationConfig | SystemNotificationsConfig;
  field_spec: Record<string, EventFieldSpec>;
  /** Names of fields, in order. */
  key_spec: string[];
  notification_settings: { grace_period_ms: number; backlog_size: number };
  notifications: { notification_id: string; notification_parameters: unknown }[];
  storage: { type: 'persist-to-streams-v1'; streams: string[] }[];
  scheduler: SchedulerContext | null;
}

/** A message that led to an event, as it appears in notifications. */
export interface BacklogMessage {
  id: string;
  index: string;
  source: string;
  message: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  stream_ids: string[];
  /** Other fields of the event. */
  fields: Record<string, unknown>;
}

export interface ValidationResult {
  failed: boolean;
  /** Field → what is wrong with it. */
  errors: Record<string, string[]>;
  error_context: Record<string, string[]>;
}

export type EventDefinitionPage = EntityPage<EventDefinition>;
export interface EventDefinitionList extends PagedBody {
  event_definitions: EventDefinition[];
  context: { scheduler: Record<string, SchedulerContext> };
  /** Number of all definitions, whatever the query is. */
  /** Total without filters; some servers leave it out. */
  grand_total?: number;
}
export interface EventDefinitionWithContext {
  event_definition: EventDefinition;
  context: { scheduler: SchedulerContext };
}

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** The schema checks only the outline, because the handler reports problems field by field. */
export const EventDefinitionBody = Type.Object({
  id: Type.Optional(orNull(Type.String())),
  _scope: Type.Optional(orNull(Type.String())),
  title: Type.Optional(orNull(Type.String())),
  description: Type.Optional(orNull(Type.String())),
  updated_at: Type.Optional(orNull(Type.String())),
  priority: Type.Optional(orNull(Type.Integer())),
  alert: Type.Optional(orNull(Type.Boolean())),
  config: Type.Optional(orNull(Type.Record(Type.String(), Type.Unknown()))),
  field_spec: Type.Optional(orNull(Type.Record(Type.String(), Type.Unknown()))),
  key_spec: Type.Optional(orNull(Type.Array(Type.String()))),
  notification_settings: Type.Optional(
    orNull(
      Type.Object({
        grace_period_ms: Type.Optional(orNull(Type.Integer())),
        backlog_size: Type.Optional(orNull(Type.Integer())),
      }),
    ),
  ),
  notifications: Type.Optional(
    orNull(
      Type.Array(
        Type.Object({ notification_id: Type.String(), notification_parameters: Type.Optional(Type.Unknown()) }),
      ),
    ),
  ),
  storage: Type.Optional(orNull(Type.Array(Type.Unknown()))),
  scheduler: Type.Optional(Type.Unknown()),
});
export type EventDefinitionBody = Static<typeof EventDefinitionBody>;

export const ScheduleQuery = Type.Object({ schedule: Type.Optional(Type.Boolean()) });
export type ScheduleQuery = Static<typeof ScheduleQuery>;

export const ExecuteRequest = Type.Object({
  type: Type.String(),
  timerange: Type.Object({ type: Type.String(), from: Type.String(), to: Type.String() }),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  batch_size: Type.Optional(Type.Integer()),
});
export type ExecuteRequest = Static<typeof ExecuteRequest>;

// The shapes below are extensions of this server: what a definition would have found.

export const DefinitionTestBody = Type.Object({
  /** The definition as it would be saved; with the id of an existing one. */
  definition: EventDefinitionBody,
  /** Range of time within which the runs end. */
  timerange: TimeRange,
});
export type DefinitionTestBody = Static<typeof DefinitionTestBody>;

/** Values of the condition at the end of one run. */
export interface TestedRun {
  /** End of the run, ISO 8601, UTC. */
  at: string;
  /** Number of events that the run would have made. */
  events: number;
  groups: number;
  /** Lowest and highest value of all groups, one pair per series in their order; empty where each message is an event. */
  values: (number | null)[][];
}

/** An event as it would have been made; long texts are cut. */
export interface TestedEvent {
  /** End of its run. */
  run: string;
  timestamp: string;
  message: string;
  key: string | null;
  group_by_fields: Record<string, string>;
  fields: Record<string, string>;
}

export interface DefinitionTest {
  from: string;
  to: string;
  /** Configuration as the server interpreted it. */
  config: AggregationConfig;
  /** Number of runs that end within the range. */
  total_runs: number;
  /** Why the oldest of them were left out: there are too many, or they take too long. */
  ended_by: 'runs' | 'time' | null;
  /** In order of time. */
  runs: TestedRun[];
  total_events: number;
  /** Some of them, those of the newest run first. */
  events: TestedEvent[];
}
