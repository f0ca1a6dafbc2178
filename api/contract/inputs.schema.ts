/** Shapes of inputs, their types and states (contract data-intake). */
import { Type, type Static } from '@sinclair/typebox';
import type { ConfigurableType } from './config-fields.js';

/** A type of input; `type` is its class name, for example `org.graylog2.inputs.gelf.udp.GELFUDPInput`. */
export interface InputTypeInfo extends Omit<ConfigurableType, 'human_name'> {
  is_exclusive: boolean;
  /**
   * Example message for testing an input of this type; absent when the server cannot send messages to such inputs. Only
   * the embedded server sends this member.
   */
  sample_message?: string;
  /**
   * Source of the preview of an input of this type. `files`: the files that the input would read; `lines`: example
   * lines in the request; absent: there is no preview. Only the embedded server sends this member.
   */
  preview?: 'files' | 'lines';
}

export interface InputSummary {
  id: string;
  title: string;
  global: boolean;
  /** Display name of the input's type. */
  name: string;
  content_pack: string | null;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  type: string;
  creator_user_id: string;
  /** Configuration of the input; secrets are masked for users who may not edit it. */
  attributes: Record<string, unknown>;
  static_fields: Record<string, string>;
  /** Id of the node on which the input runs; null for a global input, which runs on every node. */
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
  /**
   * Address on which the input listens; null while it does not listen. For the configured port 0 this is the free port
   * that the system has chosen. Only the embedded server sends this member.
   */
  listening?: { address: string; port: number } | null;
  /**
   * Log formats that the input has recognised since its last start, for the latest senders or files, newest first. Only
   * the embedded server sends them.
   */
  recognised?: readonly RecognisedFormat[];
  /** Note about the input, for example that it has reached a limit. Only the embedded server sends this member. */
  remark?: string | null;
}

export interface RecognisedFormat {
  /** Address of the sender, or file name. */
  readonly source: string;
  readonly format: string;
}

/** A received message that the input could not decode. Only the embedded server lists such messages. */
export interface MalformedMessage {
  /** Time of arrival, ISO 8601 in UTC. */
  time: string;
  /** Address of the sender as `address:port`, an IPv6 address in square brackets; empty: the sender is unknown. */
  remote: string;
  reason: string;
  /** Beginning of the message as text. */
  excerpt: string;
  /** First 512 bytes of the message, base64-encoded. */
  bytes: string;
  /** Number of bytes that had been received when the input refused the message. */
  length: number;
}
export interface InputFailures {
  /** Number of messages that could not be decoded since the server started, including those no longer listed. */
  malformed: number;
  dropped: number;
  /** The latest messages that could not be decoded, newest first; empty for callers who may not edit the input. */
  messages: MalformedMessage[];
}

/** Request to send a text as a test message to a running input. */
export const TestMessageRequest = Type.Object({ text: Type.String({ minLength: 1, maxLength: 8192 }) });
export type TestMessageRequest = Static<typeof TestMessageRequest>;

export interface TestMessageAnswer {
  protocol: 'UDP' | 'TCP' | 'TLS' | 'HTTP' | 'HTTPS' | 'AMQP' | 'AMQPS';
  /** Target of the test message as `address:port`: the input, or the broker from which the input reads. */
  to: string;
  /** Size of the test message in bytes, including its framing. */
  bytes: number;
  /** Result of the test; `missing`: the message did not arrive within the time limit. */
  outcome: 'stored' | 'refused' | 'missing';
  /** Reason why the message was refused or may be missing; null when it was stored. */
  reason: string | null;
  /** Index and id under which the message was stored; null when it was not stored. */
  message: { index: string; id: string } | null;
}

/**
 * Configuration of an unsaved input, as entered in its form. `text` contains example lines for inputs that receive
 * lines over sockets.
 */
export const InputPreviewRequest = Type.Object({
  type: Type.String(),
  configuration: Type.Record(Type.String(), Type.Unknown()),
  text: Type.Optional(Type.String({ maxLength: 65_536 })),
});
export type InputPreviewRequest = Static<typeof InputPreviewRequest>;

export interface PreviewedFile {
  name: string;
  /** Size of the file in bytes. */
  bytes: number;
  compressed: boolean;
  /** Recognised log format of the file; null: none was recognised, and each line becomes a text message. */
  format: string | null;
  /** Reason why the file or one of its lines is unreadable; null: everything is readable. */
  reason: string | null;
}

export interface PreviewedMessage {
  /** Name of the file with the message; null when the message comes from example lines. */
  file: string | null;
  /** Timestamp of the message, ISO 8601 in UTC. */
  timestamp: string;
  level: number | null;
  source: string;
  /** Beginning of the message text. */
  message: string;
  /** Number of lines that form the message. */
  lines: number;
  /** Further fields of the message as text; the server returns only the first when there are many. */
  fields: Record<string, string>;
}

export interface InputPreview {
  /** Number of files that the input would read now; 0 when example lines are previewed. */
  count: number;
  /** The first of the files that the input would read. */
  files: PreviewedFile[];
  /** Recognised log format of the example lines; null: none was recognised. */
  format: string | null;
  /** The first messages that the input would produce. */
  messages: PreviewedMessage[];
  /** Reason why the preview is incomplete; null: it is complete. */
  remark: string | null;
}
