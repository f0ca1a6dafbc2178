/**
 * Builds the entries of the search history as the dialog shows them, from this browser or from the server. The
 * functions are pure.
 */
import type { HistoryEntry, RunSearch } from '../../../api/contract/search-history.js';
import { longestKeptQuery, longestKeptStreamId, mostKeptStreams } from '../../../api/contract/search-history-limits.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { isTimeRange } from '../range-attribute.js';
import { searchKey, streamsOf, type PastQuery } from './query-history.js';

export interface PastSearch {
  /** Identifies the search in the list. */
  readonly key: string;
  readonly query: string;
  /** Epoch milliseconds of the last search; 0: unknown. */
  readonly at: number;
  /** Ids of the searched streams; empty: all streams. */
  readonly streams: readonly string[];
  /** Time range of the last search; undefined: unknown. */
  readonly range: TimeRange | undefined;
  /** Number of searches; undefined: unknown. */
  readonly times: number | undefined;
  /** The entry of the server; undefined: only this browser remembers the search. */
  readonly entry: HistoryEntry | undefined;
}

/** Returns the stored time range of a remembered query; undefined: it has none, or one that servers refuse. */
function rangeOf({ range }: PastQuery): TimeRange | undefined {
  if (!isTimeRange(range) || JSON.stringify(range).length > 2_000) return undefined;
  const isZone = range.type !== 'keyword' || ['undefined', 'string'].includes(typeof range.timezone);
  return isZone ? range : undefined;
}

export const ofBrowser = (past: PastQuery): PastSearch => ({
  key: searchKey(past),
  query: past.query,
  at: past.at,
  streams: streamsOf(past),
  range: rangeOf(past),
  times: undefined,
  entry: undefined,
});

export const ofServer = (entry: HistoryEntry): PastSearch => ({
  key: entry.id,
  query: entry.query,
  at: entry.last_used === null ? 0 : Date.parse(entry.last_used),
  streams: entry.streams,
  range: isTimeRange(entry.timerange) ? entry.timerange : undefined,
  times: entry.times_used,
  entry,
});

/**
 * Returns the form in which a remembered query is sent to the server; undefined for one that servers refuse: an empty
 * or too long query, a query with an unpaired surrogate, and a search of too many streams or of too long stream ids.
 */
export function sentForm(past: PastQuery): RunSearch | undefined {
  const { query, at, streams, range } = ofBrowser(past);
  if (query.trim() === '' || query.length > longestKeptQuery || /\p{Surrogate}/u.test(query)) return undefined;
  if (streams.length > mostKeptStreams || streams.some((id) => id.length > longestKeptStreamId)) return undefined;
  const isInstant = at > 0 && at <= Date.now();
  return {
    query,
    streams: [...streams],
    timerange: range ?? null,
    used_at: isInstant ? new Date(at).toISOString() : null,
  };
}

/** Returns the searches whose query contains the typed text, ignoring case and surrounding spaces. */
export function matching(searches: readonly PastSearch[], wanted: string): readonly PastSearch[] {
  const text = wanted.trim().toLowerCase();
  return searches.filter(({ query }) => query.toLowerCase().includes(text));
}
