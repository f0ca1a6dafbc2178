import { Type, type Static } from '@sinclair/typebox';
import type { FieldType } from './fields.schema.js';
import type { QueryResult, Search, SearchError } from './searches.schema.js';
import { ExecutionState } from './searches.schema.js';
import { ViewInput } from './views.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Longest lifetime of a snapshot in hours: 90 days. */
export const longestSnapshotHours = 2_160;

export const SnapshotRequest = Type.Object({
  /** Title shown above the results. */
  title: Type.String({ minLength: 1, maxLength: 500 }),
  /** Id of the stored view of the results; absent: the view is not saved. */
  view_id: Type.Optional(id),
  /** The displayed view including unsaved changes. Its `search_id` names a stored search, which the server executes. */
  view: ViewInput,
  /** State for the execution of the search: an override of the query or range, values of parameters, a time zone. */
  state: Type.Optional(ExecutionState),
  /** Lifetime of the link; a week where it is omitted. */
  hours: Type.Integer({ minimum: 1, maximum: longestSnapshotHours, default: 168 }),
});
export type SnapshotRequest = Static<typeof SnapshotRequest>;

/** A snapshot in lists. */
export interface Snapshot {
  id: string;
  title: string;
  /** Id of the stored view; null: the view was not saved. */
  view_id: string | null;
  /** Username of the creator. */
  created_by: string;
  /** Creation time as an ISO instant. */
  created_at: string;
  expires_at: string;
  /** Number of times that it was opened since the server started. */
  opened: number;
  /** Size in bytes on disk. */
  bytes: number;
}

/** Content of a snapshot: all data that its page needs. */
export interface SnapshotContent {
  title: string;
  /** Full name of the creator. */
  created_by: string;
  /** Creation time as an ISO instant. */
  created_at: string;
  expires_at: string;
  /** Earliest and latest instant of the results; null: no result has a range. */
  range: { from: string; to: string } | null;
  /** IANA name of the zone in which days and hours of the results begin. */
  timezone: string;
  view: ViewInput & { id: string };
  search: Required<Search>;
  /** Results by query id. */
  results: Record<string, QueryResult>;
  errors: SearchError[];
  /** Types of the fields used in the view and the results. */
  fields: FieldType[];
  /** Titles of the streams of the displayed messages. */
  streams: { id: string; title: string }[];
}
