/** Shapes of streams and their rules (contract data-intake). */
import { Type, type Static } from '@sinclair/typebox';
import type { EntityPage } from './list.schema.js';
import { orNull } from './nullable.schema.js';

const optionalText = Type.Optional(orNull(Type.String()));

/**
 * A stream rule. `type` defines how the field is compared with the value: 1 exact, 2 regular expression, 3 greater,
 * 4 smaller, 5 presence, 6 contains, 7 always true, 8 input.
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
  /** Outputs of the stream as objects; the overview list contains only their ids. */
  outputs: unknown[];
  matching_type: MatchingType;
  description: string | null;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  /** True if the stream is paused: it receives no new messages, but its messages stay searchable. */
  disabled: boolean;
  rules: StreamRule[];
  title: string;
  content_pack: string | null;
  is_default: boolean;
  remove_matches_from_default_stream: boolean;
  index_set_id: string;
  /** False for protected system streams, which nobody can change. */
  is_editable: boolean;
}

export interface StreamList {
  total: number;
  streams: Stream[];
}
/** A stream in the overview list; `alert_conditions` and `alert_receivers` are obsolete and always null. */
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

/** Changes of a stream. An absent or null member keeps its value; so does an empty title, description or index set. */
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
  /** Results by the id of the rule: true if the rule matches. */
  rules: Record<string, boolean>;
}

/** Result of applying a stream's rules to the newest stored messages that the user may read. */
export interface RoutingPreview {
  /** Number of messages to which the rules were applied. */
  examined: number;
  matches: number;
  /** Number of messages that each rule matches on its own, by rule id. */
  rules: Record<string, number>;
  /** Timestamp of the oldest of the examined messages, ISO 8601 in UTC; null: there are none. */
  since: string | null;
}

/**
 * Entities that refer to a stream and would be affected if it were deleted. Of searches and dashboards only the 2000
 * that were changed last are examined.
 */
export interface StreamDependents {
  /** Searches and dashboards that use the stream, sorted by title. */
  views: { type: 'DASHBOARD' | 'SEARCH'; id: string; title: string }[];
  /** Number of further searches and dashboards that use the stream and that the caller may not see. */
  hidden_views: number;
  /** Number of users and teams besides the caller with whom the stream is shared. */
  shared_with: number;
  /** Number of users whose start page is the stream. */
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
