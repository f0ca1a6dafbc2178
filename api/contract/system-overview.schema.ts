/** Shapes of the system overview (contract/administration.json cluster.traffic, system.messages, jobs.list). */
import { Type, type Static } from '@sinclair/typebox';

export const TrafficQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** True returns sums per day, otherwise per hour. */
  daily: Type.Optional(Type.Boolean()),
  includeToday: Type.Optional(Type.Boolean()),
});
export type TrafficQuery = Static<typeof TrafficQuery>;

/** Bytes by start of the hour or day (ISO 8601, UTC); intervals without traffic are missing. */
export interface TrafficHistogram {
  from: string;
  to: string;
  /** Received bytes. */
  input: Record<string, number>;
  /** Bytes made searchable. */
  output: Record<string, number>;
  /** Bytes of the decoded messages. */
  decoded: Record<string, number>;
}

export const SystemMessagesQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) });
export type SystemMessagesQuery = Static<typeof SystemMessagesQuery>;

/** An event on a node for the attention of administrators. */
export interface SystemMessage {
  /** Part of the server that reported the event. */
  caller: string;
  content: string;
  timestamp: string;
  node_id: string;
}

export interface SystemJob {
  id: string;
  description: string;
  /** Name of the job type. */
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
  /** Index set or single index for the job types that need one. */
  index_set_id: Type.Optional(Type.String({ maxLength: 100 })),
  index: Type.Optional(Type.String({ maxLength: 300 })),
});
export type TriggerJobRequest = Static<typeof TriggerJobRequest>;
