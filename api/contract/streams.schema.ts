/** Shapes of streams and their rules (contract/data-intake.json). */
import { Type, type Static } from '@sinclair/typebox';
import type { EntityPage } from './list.schema.js';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const optionalText = Type.Optional(orNull(Type.String()));

/**
 * Stream rule; `type`: 1 exact, 2 regular expression, 3 greater, 4 smaller, 5 presence, 6 contains, 7 always, 8 input.
 */
export interface StreamRule {
  id: string;
  stream_id: string;
  type: number;
  field: string | null;
  value: string | null;
  inverted: boolean;
  description: string | null;
  content_pack?: string | null;
}

export const StreamRuleRequest = Type.Object({
  type: Type.Integer(),
  field: optionalText,
  value: optionalText,
  inverted: Type.Optional(orNull(Type.Boolean())),
  description: optionalText,
});
export type StreamRuleRequest = Static<typeof StreamRuleRequest>;

export type MatchingType = 'AND' | 'OR';

export interface Stream {
  id: string;
  creator_user_id: string;
  /** Outputs as objects; only their ids in the overview. */
  outputs: unknown[];
  matching_type: MatchingType;
  description: string | null;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  /** True if paused: the stream receives no new messages but stays searchable. */
  disabled: boolean;
  rules: StreamRule[];
  title: string;
  content_pack: string | null;
  is_default: boolean;
  remove_matches_from_default_stream: boolean;
  index_set_id: string;
  /** False for protected system streams. */
  is_editable: boolean;
}

export interface StreamList {
  total: number;
  streams: Stream[];
}
/** A stream in the overview; the last two members are obsolete. */
export interface ListedStream extends Stream {
  alert_conditions: null;
  alert_receivers: null;
}
export type StreamPage = EntityPage<ListedStream>;

export const CreateStreamRequest = Type.Object({
  title: Type.String(),
  description: optionalText,
  rules: Type.Optional(orNull(Type.Array(StreamRuleRequest))),
  content_pack: optionalText,
  matching_type: Type.Optional(orNull(Type.String())),
  remove_matches_from_default_stream: Type.Optional(orNull(Type.Boolean())),
  index_set_id: Type.String(),
});
export type CreateStreamRequest = Static<typeof CreateStreamRequest>;

export const UpdateStreamRequest = Type.Object({
  title: optionalText,
  description: optionalText,
  matching_type: optionalText,
  remove_matches_from_default_stream: Type.Optional(orNull(Type.Boolean())),
  index_set_id: optionalText,
});
export type UpdateStreamRequest = Static<typeof UpdateStreamRequest>;

export const CloneStreamRequest = Type.Object({
  title: Type.String(),
  description: optionalText,
  remove_matches_from_default_stream: Type.Optional(orNull(Type.Boolean())),
  index_set_id: Type.String(),
});
export type CloneStreamRequest = Static<typeof CloneStreamRequest>;

export const TestMatchRequest = Type.Object({ message: Type.Record(Type.String(), Type.Unknown()) });
export type TestMatchRequest = Static<typeof TestMatchRequest>;
export interface TestMatchAnswer {
  matches: boolean;
  /** Results by rule id. */
  rules: Record<string, boolean>;
}

/** Result of the rules on the newest stored messages that the user may read. */
export interface RoutingPreview {
  /** Number of examined messages. */
  examined: number;
  matches: number;
  /** Number of messages that match each rule individually, by rule id. */
  rules: Record<string, number>;
  /** Timestamp of the oldest examined message (ISO 8601, UTC); null: none. */
  since: string | null;
}

/** Entities that refer to the stream and would be affected by its deletion. */
export interface StreamDependents {
  /** Views sorted by title. */
  views: { type: 'DASHBOARD' | 'SEARCH'; id: string; title: string }[];
  /** Number of further views that the caller may not see. */
  hidden_views: number;
  /** Number of users and teams with access to the stream. */
  shared_with: number;
  start_page_of: number;
  decorators: number;
}

export interface StreamRuleType {
  id: number;
  name: string;
  short_desc: string;
  long_desc: string;
}
export interface StreamRuleInput {
  id: string;
  title: string;
  /** Display name of the input's type. */
  name: string;
}
