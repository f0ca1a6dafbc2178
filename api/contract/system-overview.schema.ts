/** Shapes of the system overview (contract administration cluster.traffic, system.messages, jobs.list). */
import { Type, type Static } from '@sinclair/typebox';

export const TrafficQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** True returns sums per day; by default the sums are per hour. */
  daily: Type.Optional(Type.Boolean()),
  includeToday: Type.Optional(Type.Boolean()),
});
export type TrafficQuery = Static<typeof TrafficQuery>;

/** Traffic in bytes by the start of the hour or day (ISO 8601 in UTC); intervals without traffic are missing. */
export interface TrafficHistogram {
  from: string;
  to: string;
  /** Bytes that inputs have received. */
  input: Record<string, number>;
  /** Bytes of the messages that were stored, so that they can be searched. */
  output: Record<string, number>;
  /** Bytes of the messages after decoding. */
  decoded: Record<string, number>;
}

export const SystemMessagesQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) });
export type SystemMessagesQuery = Static<typeof SystemMessagesQuery>;

/** An event on a node that administrators should know about. */
export interface SystemMessage {
  /** Name of the part of the server that reported the event. */
  caller: string;
  content: string;
  timestamp: string;
  node_id: string;
}

export interface SystemJob {
  id: string;
  description: string;
  /** Name of the type of job. */
  name: string;
  info: string;
  node_id: string;
  started_at: string | null;
  percent_complete: number;
  is_cancelable: boolean;
  provides_progress: boolean;
  job_status: 'runnable' | 'running' | 'complete' | 'paused' | 'error' | 'cancelled';
}

export const TriggerJobRequest = Type.Object({
  job_name: Type.String(),
  /** Id of the index set, or in `index` the name of an index, for types of jobs that need it. */
  index_set_id: Type.Optional(Type.String({ maxLength: 100 })),
  index: Type.Optional(Type.String({ maxLength: 300 })),
});
export type TriggerJobRequest = Static<typeof TriggerJobRequest>;
