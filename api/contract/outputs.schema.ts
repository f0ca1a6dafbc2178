/** Shapes of outputs (contract data-intake). */
import { Type, type Static } from '@sinclair/typebox';
import type { ConfigurableType } from './config-fields.js';
import { orNull } from './nullable.schema.js';

export interface OutputSummary {
  id: string;
  title: string;
  /** Class name of the type of output. */
  type: string;
  creator_user_id: string;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  configuration: Record<string, unknown>;
  content_pack: string | null;
}
/** An output in the answer to a change, which contains its id twice, as on reference servers. */
export interface OutputRecord extends OutputSummary {
  _id: string;
}
export interface OutputList {
  total: number;
  outputs: OutputSummary[];
}

export interface OutputTypes {
  types: Record<string, ConfigurableType>;
}

const Configuration = Type.Record(Type.String(), Type.Unknown());

export const CreateOutputRequest = Type.Object({
  title: Type.String(),
  type: Type.String(),
  configuration: Configuration,
  /** Ignored by the server: streams are assigned to an output with another endpoint. */
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  content_pack: Type.Optional(orNull(Type.String())),
});
export type CreateOutputRequest = Static<typeof CreateOutputRequest>;

export const UpdateOutputRequest = Type.Object({
  title: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  configuration: Type.Optional(Configuration),
});
export type UpdateOutputRequest = Static<typeof UpdateOutputRequest>;

export const AddOutputsRequest = Type.Object({ outputs: Type.Array(Type.String(), { maxItems: 1000 }) });
export type AddOutputsRequest = Static<typeof AddOutputsRequest>;

export type OutputState = 'RUNNING' | 'FAILING';

/** State and numbers of an output's delivery; numbers of events, such as `sent`, count since the server started. */
export interface OutputStatus {
  id: string;
  state: OutputState;
  waiting_messages: number;
  waiting_bytes: number;
  /** Time since which the oldest message has been waiting, ISO 8601 in UTC; null: no message is waiting. */
  oldest_at: string | null;
  sent: number;
  /** Number of messages that the receiver has rejected permanently. */
  refused: number;
  /** Number of messages that were dropped because the queue was full or could not be opened. */
  dropped: number;
  retries: number;
  last_error: { time: string; message: string } | null;
  /** Time of the next attempt to send, ISO 8601 in UTC; null: no attempt is planned. */
  retry_at: string | null;
}
export interface OutputStatuses {
  outputs: OutputStatus[];
}
