/** Shapes of inputs, their types and states (contract/data-intake.json). */
import { Type, type Static } from '@sinclair/typebox';
import type { ConfigurableType } from './config-fields.js';

/** Type of input; `type` is a class name, e.g. `org.graylog2.inputs.gelf.udp.GELFUDPInput`. */
export interface InputTypeInfo extends Omit<ConfigurableType, 'human_name'> {
  is_exclusive: boolean;
  /**
   * Example message for testing an input; absent when messages cannot be sent to inputs of this type. Embedded server
   * only.
   */
  sample_message?: string;
  /** Source of the preview: files, or lines in the request; absent: no preview. Embedded server only. */
  preview?: 'files' | 'lines';
}

export interface InputSummary {
  id: string;
  title: string;
  global: boolean;
  /** Display name of the type. */
  name: string;
  content_pack: string | null;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  type: string;
  creator_user_id: string;
  /** Configuration of the input; secrets are masked for users who may not edit it. */
  attributes: Record<string, unknown>;
  static_fields: Record<string, string>;
  /** Id of the node; null for a global input. */
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
   * Address on which the input listens (a configured port 0 becomes any free port); null while it does not listen.
   * Embedded server only.
   */
  listening?: { address: string; port: number } | null;
  /** Recognised log formats by sender or file, newest first. Embedded server only. */
  recognised?: readonly RecognisedFormat[];
  /** Note about the input, such as a limit that it has reached. Embedded server only. */
  remark?: string | null;
}

export interface RecognisedFormat {
  /** Address of the sender, or file name. */
  readonly source: string;
  readonly format: string;
}

/** A message that could not be decoded. Embedded server only. */
export interface MalformedMessage {
  /** Time of arrival, ISO 8601 in UTC. */
  time: string;
  /** Address of the sender as `address:port`. */
  remote: string;
  reason: string;
  /** Beginning of the message as text. */
  excerpt: string;
  /** First 512 bytes of the message in base64. */
  bytes: string;
  /** Number of received bytes when the message was refused. */
  length: number;
}
export interface InputFailures {
  /** Number of malformed messages since the server started, including those of deleted inputs. */
  malformed: number;
  dropped: number;
  /** Latest malformed messages, newest first. */
  messages: MalformedMessage[];
}

/** Message that the server sends to its own input, as an external program would. Embedded server only. */
export const TestMessageRequest = Type.Object({ text: Type.String({ minLength: 1, maxLength: 8192 }) });
export type TestMessageRequest = Static<typeof TestMessageRequest>;

export interface TestMessageAnswer {
  protocol: 'UDP' | 'TCP' | 'TLS' | 'HTTP' | 'HTTPS' | 'AMQP' | 'AMQPS';
  /** Address `address:port` of the input, or of the broker that the input reads from. */
  to: string;
  /** Size of the message with its framing in bytes. */
  bytes: number;
  /** Result of the test; `missing`: the message did not arrive within the time limit. */
  outcome: 'stored' | 'refused' | 'missing';
  /** Reason why the message was refused or may be missing; null when it was stored. */
  reason: string | null;
  /** Index and id under which the message was stored. */
  message: { index: string; id: string } | null;
}

/** Settings of an input from its form; for inputs that receive lines over sockets, also example lines. */
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
  /** Recognised format; null: none, and each line becomes a text message. */
  format: string | null;
  /** Reason why the file, or one of its lines, is unreadable. */
  reason: string | null;
}

export interface PreviewedMessage {
  /** Name of the file; null for example lines. */
  file: string | null;
  /** Timestamp of the message, ISO 8601 in UTC. */
  timestamp: string;
  level: number | null;
  source: string;
  /** Beginning of the message text. */
  message: string;
  /** Number of lines that form the message. */
  lines: number;
  /** Further fields as text; a large number is cut. */
  fields: Record<string, string>;
}

export interface InputPreview {
  /** Number of files that currently match; 0 for example lines. */
  count: number;
  /** The first matching files. */
  files: PreviewedFile[];
  /** Recognised format of the example lines. */
  format: string | null;
  /** The first messages. */
  messages: PreviewedMessage[];
  /** Reason why the preview is incomplete. */
  remark: string | null;
}
