/** Shapes of inputs, their types and states (contract/data-intake.json). */
import { Type, type Static } from '@sinclair/typebox';
import type { ConfigurableType } from './config-fields.js';

/** Type of input, named by class, e.g. `org.graylog2.inputs.gelf.udp.GELFUDPInput`. */
export interface InputTypeInfo extends Omit<ConfigurableType, 'human_name'> {
  is_exclusive: boolean;
  /** A message to try an input with; absent where nothing can be sent to inputs of the type. Embedded server only. */
  sample_message?: string;
  /** Source of the preview: files, or given lines; absent: there is no preview. Embedded server only. */
  preview?: 'files' | 'lines';
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
   * Address on which the input listens (a configured port 0 becomes any free one); null while it does not listen. Only the embedded
   * server has it.
   */
  listening?: { address: string; port: number } | null;
  /** Formats of which its lines turned out to be, newest first, by sender or file. Embedded server only. */
  recognised?: readonly RecognisedFormat[];
  /** A remark about the input in any state, such as a limit that it reached. Embedded server only. */
  remark?: string | null;
}

export interface RecognisedFormat {
  /** Address of the sender, or name of the file. */
  readonly source: string;
  readonly format: string;
}

/** A message that could not be decoded. Embedded server only. */
export interface MalformedMessage {
  /** ISO 8601, UTC. */
  time: string;
  /** `address:port` of the sender. */
  remote: string;
  reason: string;
  /** Beginning of the message as text. */
  excerpt: string;
  /** First 512 bytes of the message in base64. */
  bytes: string;
  /** Number of bytes that had arrived when it was refused. */
  length: number;
}
export interface InputFailures {
  /** Number since the start of the server; inputs that no longer exist are included. */
  malformed: number;
  dropped: number;
  /** Newest first. */
  messages: MalformedMessage[];
}

/** A message that the server sends to an input of its own, as a program would. Embedded server only. */
export const TestMessageRequest = Type.Object({ text: Type.String({ minLength: 1, maxLength: 8192 }) });
export type TestMessageRequest = Static<typeof TestMessageRequest>;

export interface TestMessageAnswer {
  protocol: 'UDP' | 'TCP' | 'TLS' | 'HTTP' | 'HTTPS' | 'AMQP' | 'AMQPS';
  /** `address:port` of the input, or of the broker that it fetches from. */
  to: string;
  /** Bytes of the message with its framing. */
  bytes: number;
  /** `missing`: within the time nothing was heard of it. */
  outcome: 'stored' | 'refused' | 'missing';
  /** Why it was refused, or may be missing; null when it was stored. */
  reason: string | null;
  /** Index and id under which the message was stored. */
  message: { index: string; id: string } | null;
}

/** The settings of an input as its form has them; of inputs that take lines over sockets, some lines as well. */
export const InputPreviewRequest = Type.Object({
  type: Type.String(),
  configuration: Type.Record(Type.String(), Type.Unknown()),
  text: Type.Optional(Type.String({ maxLength: 65_536 })),
});
export type InputPreviewRequest = Static<typeof InputPreviewRequest>;

export interface PreviewedFile {
  name: string;
  /** Bytes of the stored file. */
  bytes: number;
  compressed: boolean;
  /** Null when none was recognised, and each line is a text. */
  format: string | null;
  /** Why it, or a line of it, cannot be read. */
  reason: string | null;
}

export interface PreviewedMessage {
  /** Name of its file; null of lines that were given. */
  file: string | null;
  /** ISO 8601, UTC. */
  timestamp: string;
  level: number | null;
  source: string;
  /** The beginning of a long one. */
  message: string;
  /** Lines that are this message. */
  lines: number;
  /** Further ones, as text; not all of many. */
  fields: Record<string, string>;
}

export interface InputPreview {
  /** Files that are meant now; 0 where lines were given. */
  count: number;
  /** The first of them. */
  files: PreviewedFile[];
  /** Format of the given lines, like that of a file. */
  format: string | null;
  /** The first ones. */
  messages: PreviewedMessage[];
  /** Why not everything could be examined. */
  remark: string | null;
}
