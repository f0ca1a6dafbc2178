/** Shapes of event definitions (contract dashboards-sharing-alerts, type EventDefinition and its members). */
import { Type, type Static } from '@sinclair/typebox';
import type { EntityPage, PagedBody } from './list.schema.js';
import { TimeRange } from './time-range.schema.js';
import { orNull } from './nullable.schema.js';

export const aggregationType = 'aggregation-v1';
export const systemNotificationsType = 'system-notifications-v1';

/** Functions that an aggregation can compute over the messages of a group. */
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
  /** The function `formula` computes the text in the member `formula`; reference servers do not know this function. */
  function: AggregationFunction | 'formula';
  field: string | null;
  /** Text of a formula, such as `count(level:<=3) / count() * 100`; present only for the function `formula`. */
  formula?: string;
}

export interface QueryParameter {
  type: 'lut-parameter-v1';
  name: string;
  title: string;
  description?: string;
  data_type: 'any';
  default_value?: string;
  optional?: boolean;
  /** Name of the lookup table that provides the value. */
  lookup_table: string;
  key: string;
}

export interface AggregationConfig {
  type: typeof aggregationType;
  query: string;
  query_parameters: QueryParameter[];
  /** Ids of the streams to search; empty: all streams. */
  streams: string[];
  group_by: string[];
  series: AggregationSeries[];
  conditions: { expression: Expression | null };
  search_within_ms: number;
  execute_every_ms: number;
  /** Maximum number of events per run; absent: there is no limit. Reference servers do not know this member. */
  event_limit?: number;
  /**
   * True selects messages by the time at which the server received them, so that late messages count too. Reference
   * servers do not know this member.
   */
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
  /** Time of the next run, ISO 8601 in UTC. */
  next_time: string | null;
  triggered_at: string | null;
  queued_notifications: number;
  data: { type: 'event-processor-execution-v1'; timerange_from: string; timerange_to: string } | null;
  /** Failure of the last run; absent when it succeeded. Reference servers do not send this member. */
  error?: { message: string; since: string; attempts: number };
}

export interface EventDefinition {
  id: string;
  _scope: string;
  title: string;
  description: string;
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: string | null;
  priority: number;
  alert: boolean;
  config: AggregationConfig | SystemNotificationsConfig;
  field_spec: Record<string, EventFieldSpec>;
  /** Names of the fields that form the key of an event, in order. */
  key_spec: string[];
  notification_settings: { grace_period_ms: number; backlog_size: number };
  notifications: { notification_id: string; notification_parameters: unknown }[];
  storage: { type: 'persist-to-streams-v1'; streams: string[] }[];
  scheduler: SchedulerContext | null;
}

/** A message that caused an event, in the form that notifications contain. */
export interface BacklogMessage {
  id: string;
  index: string;
  source: string;
  message: string;
  /** Timestamp of the message, ISO 8601 in UTC. */
  timestamp: string;
  stream_ids: string[];
  /** All fields of the message without a member of their own. */
  fields: Record<string, unknown>;
}

export interface ValidationResult {
  failed: boolean;
  /** Error messages by field name. */
  errors: Record<string, string[]>;
  error_context: Record<string, string[]>;
}

export type EventDefinitionPage = EntityPage<EventDefinition>;
export interface EventDefinitionList extends PagedBody {
  event_definitions: EventDefinition[];
  context: { scheduler: Record<string, SchedulerContext> };
  /** Number of all definitions, including those that the query does not match; some servers do not send it. */
  grand_total?: number;
}
export interface EventDefinitionWithContext {
  event_definition: EventDefinition;
  context: { scheduler: SchedulerContext };
}

/** The schema checks only the members' types, because the handler reports the problems of each field. */
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

// Shapes of the endpoint that tests a definition on past messages; only the embedded server has it.

export const DefinitionTestBody = Type.Object({
  /** The unsaved definition to test, with its id if it is already stored. */
  definition: EventDefinitionBody,
  /** Time range that contains the ends of the tested runs. */
  timerange: TimeRange,
});
export type DefinitionTestBody = Static<typeof DefinitionTestBody>;

/** Result of one tested run. */
export interface TestedRun {
  /** End of the run, ISO 8601 in UTC. */
  at: string;
  /** Number of events that the run would have created. */
  events: number;
  groups: number;
  /**
   * Lowest and highest value over all groups: one pair per series in the order of the series. The list is empty when
   * each message is an event.
   */
  values: (number | null)[][];
}

/** An event that a tested run would have created; long texts are cut. */
export interface TestedEvent {
  /** End of the run that found the event, ISO 8601 in UTC. */
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
  /** Configuration of the definition as the server interpreted it. */
  config: AggregationConfig;
  /** Number of runs that end within the range. */
  total_runs: number;
  /** Reason why the oldest runs were not tested: too many runs, or too much time; null: all runs were tested. */
  ended_by: 'runs' | 'time' | null;
  /** Tested runs in time order. */
  runs: TestedRun[];
  total_events: number;
  /** Events that the runs would have created, events of the newest runs first; `total_events` is the number of all. */
  events: TestedEvent[];
}
