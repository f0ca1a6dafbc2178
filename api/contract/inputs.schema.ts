/** Shapes of inputs, their types and states (contract/data-intake.json). */
import { Type, type Static } from '@sinclair/typebox';
import type { ConfigurableType } from './config-fields.js';

/** Its type is a class name, e.g. `org.graylog2.inputs.gelf.udp.GELFUDPInput`. */
export interface InputTypeInfo extends Omit<ConfigurableType, 'human_name'> {
  is_exclusive: boolean;
}

export interface InputSummary {
  id: string;
  title: string;
  global: boolean;
  /** Display name of the type. */
  name: string;
  content_pack: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  type: string;
  creator_user_id: string;
  /** The configuration; secrets masked for whoever may not edit the input. */
  attributes: Record<string, unknown>;
  static_fields: Record<string, string>;
  /** Null for a global input. */
  node: string | null;
}

export interface InputsList {
  inputs: InputSummary[];
  total: number;
}

export const InputCreateRequest = Type.Object({
  title: Type.String(),
  type: Type.String(),
  global: Type.Boolean(),
  configuration: Type.Record(Type.String(), Type.Unknown()),
  node: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type InputCreateRequest = Static<typeof InputCreateRequest>;

export const StaticFieldRequest = Type.Object({ key: Type.String(), value: Type.String() });
export type StaticFieldRequest = Static<typeof StaticFieldRequest>;

export type InputState =
  | 'CREATED'
  | 'INITIALIZED'
  | 'INVALID_CONFIGURATION'
  | 'STARTING'
  | 'RUNNING'
  | 'FAILED'
  | 'STOPPING'
  | 'STOPPED'
  | 'TERMINATED'
  | 'FAILING'
  | 'UNRECOGNIZED';

export interface InputStateSummary {
  /** Id of the input. */
  id: string;
  state: InputState;
  started_at: string;
  detailed_message: string | null;
  message_input: InputSummary;
  /** Where it really listens (a configured port 0 is any free one); null when it does not. Embedded server only. */
  listening?: { address: string; port: number } | null;
}

/** What could not be taken in. Embedded server only. */
export interface MalformedMessage {
  /** ISO 8601, UTC. */
  time: string;
  /** `address:port` of the sender. */
  remote: string;
  reason: string;
  /** Its beginning, as text. */
  excerpt: string;
}
export interface InputFailures {
  /** Since the start of the server, also those no longer listed. */
  malformed: number;
  dropped: number;
  /** Newest first. */
  messages: MalformedMessage[];
}
