import { Type, type Static } from '@sinclair/typebox';
import type { FieldType } from './fields.schema.js';
import type { QueryResult, Search, SearchError } from './searches.schema.js';
import { ExecutionState } from './searches.schema.js';
import { ViewInput } from './views.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Longest lifetime of a snapshot in hours: 90 days. */
export const longestSnapshotHours = 2_160;

export const SnapshotRequest = Type.Object({
  /** Shown above the results. */
  title: Type.String({ minLength: 1, maxLength: 500 }),
  /** The stored view that the results are of; absent: it is not saved. */
  view_id: Type.Optional(id),
  /** The view as it is on screen, changes that are not saved included. Its `search_id` names a stored search, which the server executes. */
  view: ViewInput,
  /** What the search is executed with: an override of the query or range, values of parameters, a timezone. */
  state: Type.Optional(ExecutionState),
  hours: Type.Integer({ minimum: 1, maximum: longestSnapshotHours }),
});
export type SnapshotRequest = Static<typeof SnapshotRequest>;

/** A snapshot as lists show it. */
export interface Snapshot {
  id: string;
  title: string;
  /** The stored view; null: the view was not saved. */
  view_id: string | null;
  /** Username of the user who made it. */
  created_by: string;
  /** ISO instants. */
  created_at: string;
  expires_at: string;
  /** Times that anybody has opened it since the server started. */
  opened: number;
  /** Bytes on disk. */
  bytes: number;
}

/** A snapshot as its link shows it: all that the page needs. */
export interface SnapshotContent {
  title: string;
  /** Full name of the user who made it. */
  created_by: string;
  /** ISO instants. */
  created_at: string;
  expires_at: string;
  /** Earliest and latest instant that the results examine; null: no search type says its range. */
  range: { from: string; to: string } | null;
  /** IANA name of the zone in which days and hours of the results begin. */
  timezone: string;
  view: ViewInput & { id: string };
  search: Required<Search>;
  /** By query id. */
  results: Record<string, QueryResult>;
  errors: SearchError[];
  /** Types of the fields that view and results name. */
  fields: FieldType[];
  /** Titles of the streams of the shown messages. */
  streams: { id: string; title: string }[];
}
