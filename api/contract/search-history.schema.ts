/** Shapes of the searches that users have run and find again on every device; reference servers keep none of them. */
import { Type, type Static } from '@sinclair/typebox';
import { orNull } from './nullable.schema.js';
import { longestKeptQuery, longestKeptStreamId, mostAddedSearches, mostKeptStreams } from './search-history-limits.js';
import { TimeRange } from './time-range.schema.js';

/** Maximum number of shared entries in one answer; those used last are returned. */
export const mostSharedEntries = 200;

export interface HistoryEntry {
  id: string;
  query: string;
  /** Ids of the searched streams; empty: all streams that the searcher may read. */
  streams: string[];
  /** Time range of the last search with this query and these streams; null: unknown. */
  timerange: TimeRange | null;
  /** Username of the person who searched. */
  owner: string;
  /** Instant of the last search, ISO 8601 in UTC; null: unknown. */
  last_used: string | null;
  /** Number of runs of this query in these streams; refreshes, opened links and going back do not count. */
  times_used: number;
  /** True if the entry is shared with somebody. */
  shared: boolean;
}

export interface SearchHistory {
  /** Entries of the caller, latest search first. */
  own: HistoryEntry[];
  /** Entries that other users share with the caller, latest search first. */
  shared: HistoryEntry[];
}

const RunSearch = Type.Object({
  query: Type.String({ maxLength: longestKeptQuery }),
  streams: Type.Optional(
    orNull(Type.Array(Type.String({ minLength: 1, maxLength: longestKeptStreamId }), { maxItems: mostKeptStreams })),
  ),
  timerange: Type.Optional(orNull(TimeRange)),
  /** ISO 8601 instant of the search; absent or null: unknown. */
  used_at: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
});
export type RunSearch = Static<typeof RunSearch>;

/** Searches that the caller has run; a search that is not later than the last use of its entry changes nothing. */
export const RunSearches = Type.Object({
  /**
   * Username of the user who has run the searches. The server refuses the request when another user is signed in.
   * Absent: the server does not check this.
   */
  username: Type.Optional(Type.String({ maxLength: 100 })),
  searches: Type.Array(RunSearch, { maxItems: mostAddedSearches }),
});
export type RunSearches = Static<typeof RunSearches>;
