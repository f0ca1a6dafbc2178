import { Type, type Static } from '@sinclair/typebox';
import type { FieldType } from './fields.schema.js';
import type { QueryResult, Search, SearchError } from './searches.schema.js';
import { ExecutionState } from './searches.schema.js';
import { ViewInput } from './views.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Longest lifetime of a snapshot in hours: 90 days. */
export const longestSnapshotHours = 2_160;

export const SnapshotRequest = Type.Object({
  /** Title that the snapshot's page shows above the results. */
  title: Type.String({ minLength: 1, maxLength: 500 }),
  /** Id of the stored view that the results belong to; absent: the view is not stored. */
  view_id: Type.Optional(id),
  /** The displayed view with its unsaved changes. Its `search_id` names a stored search, which the server executes. */
  view: ViewInput,
  /** Execution state: overrides of query or time range, values of parameters, a time zone. */
  state: Type.Optional(ExecutionState),
  /** Lifetime of the link in hours; a week by default. */
  hours: Type.Integer({ minimum: 1, maximum: longestSnapshotHours, default: 168 }),
});
export type SnapshotRequest = Static<typeof SnapshotRequest>;

/** A snapshot as it appears in lists. */
export interface Snapshot {
  id: string;
  title: string;
  /** Id of the stored view that the results belong to; null: the view was not stored. */
  view_id: string | null;
  /** Username of the creator; empty once the account was deleted. */
  created_by: string;
  /** Creation time as an ISO instant; `expires_at` is the ISO instant at which the link expires. */
  created_at: string;
  expires_at: string;
  /** Number of times that the snapshot was opened since the server started. */
  opened: number;
  /** Size of the snapshot on disk in bytes. */
  bytes: number;
}

/** Content of a snapshot: all data that the page of the snapshot needs. */
export interface SnapshotContent {
  title: string;
  /** Full name of the creator at the time of the creation. */
  created_by: string;
  /** Creation time as an ISO instant; `expires_at` is the ISO instant at which the link expires. */
  created_at: string;
  expires_at: string;
  /** Earliest and latest instant of all results; null: no result has a time range. */
  range: { from: string; to: string } | null;
  /** IANA name of the time zone in which the days and hours of the results begin. */
  timezone: string;
  view: ViewInput & { id: string };
  search: Required<Search>;
  /** Results of the search by query id. */
  results: Record<string, QueryResult>;
  errors: SearchError[];
  /** Types of the fields used in the view and the results. */
  fields: FieldType[];
  /** Ids and titles of the streams that contain the displayed messages. */
  streams: { id: string; title: string }[];
}
