/** Shapes of what the overview of a server is made of (contract/administration.json cluster.traffic, system.messages, jobs.list). */
import { Type, type Static } from '@sinclair/typebox';

export const TrafficQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** Sums of days, else of hours. */
  daily: Type.Optional(Type.Boolean()),
  includeToday: Type.Optional(Type.Boolean()),
});
export type TrafficQuery = Static<typeof TrafficQuery>;

/** Bytes by the beginning of each hour or day (ISO 8601, UTC); only those with any. */
export interface TrafficHistogram {
  from: string;
  to: string;
  /** Bytes as they were received. */
  input: Record<string, number>;
  /** Made searchable. */
  output: Record<string, number>;
  /** Bytes of the messages that were decoded from it. */
  decoded: Record<string, number>;
}

export const SystemMessagesQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) });
export type SystemMessagesQuery = Static<typeof SystemMessagesQuery>;

/** An event on a node that administrators should know of. */
export interface SystemMessage {
  /** Part of the server that says it. */
  caller: string;
  content: string;
  timestamp: string;
  node_id: string;
}

export interface SystemJob {
  id: string;
  description: string;
  /** Kind of job. */
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
  /** Kinds of jobs that can run for an index set or for one index. */
  index_set_id: Type.Optional(Type.String({ maxLength: 100 })),
  index: Type.Optional(Type.String({ maxLength: 300 })),
});
export type TriggerJobRequest = Static<typeof TriggerJobRequest>;
