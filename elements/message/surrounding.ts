/**
 * Contains the functions of the action "Show surrounding messages", which searches around the time of a message (spec 2
 * §2, screens/search.md §8). The functions are pure.
 */
import { durationSeconds, parseDuration } from '../../api/duration.js';
import { escapeField, quote } from '../../api/language/escape.js';
import type { ResultMessage, Search, SearchJob } from '../../api/contract/searches.js';
import type { Ids } from '../../machines/view/ids.js';
import { withStreams } from '../../machines/view/stream-filter.js';
import { instantOf } from '../widgets/time/format-instant.js';
import { ownValue } from '../widgets/values/own-value.js';

export interface SurroundingConfig {
  /** Maps ISO 8601 durations to labels, as configured. */
  readonly options: Readonly<Record<string, string>>;
  readonly filterFields: readonly string[];
}
export interface SurroundingOption {
  readonly seconds: number;
  readonly label: string;
}

/** Returns the options sorted by length; entries without a valid duration are left out. */
export function surroundingOptions(options: SurroundingConfig['options']): SurroundingOption[] {
  return Object.entries(options)
    .filter(([duration]) => parseDuration(duration) !== undefined)
    .map(([duration, label]) => ({ seconds: durationSeconds(duration), label }))
    .sort((a, b) => a.seconds - b.seconds);
}

/**
 * Builds the query that limits the search to messages with the same values of the configured fields, such as source and
 * input. Fields that are missing, are empty or have several values are left out.
 */
function surroundingQuery(message: ResultMessage, filterFields: readonly string[]): string {
  const clauses = filterFields
    .map((field) => [field, ownValue(message.message, field)] as const)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'object' && value !== '')
    .map(([field, value]) => `${escapeField(field)}:${quote(String(value))}`);
  return [...new Set(clauses)].join(' AND ');
}

/** Returns the route of the search `seconds` around the message; undefined when the message has no time. */
export function surroundingRoute(
  message: ResultMessage,
  seconds: number,
  filterFields: readonly string[],
  streams: readonly string[] = [],
): string | undefined {
  const instant = instantOf(message.message['timestamp']);
  if (instant === undefined) return undefined;
  const from = new Date(instant - seconds * 1000).toISOString();
  const to = new Date(instant + seconds * 1000).toISOString();
  return routeBetween(message, { from, to }, filterFields, streams);
}

function routeBetween(
  message: ResultMessage,
  { from, to }: { readonly from: string; readonly to: string },
  filterFields: readonly string[],
  streams: readonly string[],
): string {
  const query = surroundingQuery(message, filterFields);
  const parameters = new URLSearchParams({
    rangetype: 'absolute',
    from,
    to,
    ...(query !== '' && { q: query }),
    ...(streams.length > 0 && { streams: streams.join(',') }),
    highlightMessage: String(message.message['_id'] ?? ''),
  });
  return `/search?${parameters.toString()}`;
}

/** Numbers of messages offered before and after; all results fit on one page of the table. */
export const surroundingCounts = [5, 25, 50] as const;
/** Greatest distance in ms: messages further apart count as unrelated. */
const farthestMs = 86_400_000;

/**
 * Builds one search for the neighbours of a message. Its first query finds messages up to the given message, newest
 * first; its second query finds messages from the given message on, oldest first. Undefined when the message has no
 * time.
 */
export function surroundingSearch(
  message: ResultMessage,
  count: number,
  filterFields: readonly string[],
  streams: readonly string[],
  ids: Ids,
): Search | undefined {
  const instant = instantOf(message.message['timestamp']);
  if (instant === undefined) return undefined;
  const queryString = surroundingQuery(message, filterFields);
  const side = (from: number, to: number, order: 'ASC' | 'DESC'): Search['queries'][number] => ({
    id: ids.uuid(),
    query: { type: 'elasticsearch', query_string: queryString },
    timerange: { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ...(streams.length > 0 && { filter: withStreams(null, streams) }),
    search_types: [
      // Both queries also find the message itself, so the limit is higher by one.
      { id: ids.uuid(), type: 'messages', limit: count + 1, offset: 0, sort: [{ field: 'timestamp', order }] },
    ],
  });
  return {
    id: ids.objectId(),
    // Some servers exclude the end of a range.
    queries: [side(instant - farthestMs, instant + 1, 'DESC'), side(instant, instant + farthestMs, 'ASC')],
    parameters: [],
  };
}

/**
 * Returns the route of the search from the first to the last of the messages that `surroundingSearch` found.
 * @throws Error with the server's description of the error if the job has no result of a query
 */
export function surroundingRouteOf(
  message: ResultMessage,
  search: Search,
  job: SearchJob,
  filterFields: readonly string[],
  streams: readonly string[] = [],
): string {
  const ends = search.queries.map(({ id = '' }) => {
    const answered = job.results?.[id];
    const found = Object.values(answered?.search_types ?? {}).find((result) => result.type === 'messages');
    if (found?.type !== 'messages') {
      const [error] = [...(answered?.errors ?? []), ...(job.errors ?? [])];
      throw new Error(error?.description ?? 'The search was not answered.');
    }
    return instantOf((found.messages.at(-1) ?? message).message['timestamp']) ?? 0;
  });
  const [first = 0, last = 0] = ends;
  const between = { from: new Date(first).toISOString(), to: new Date(last + 1).toISOString() };
  return routeBetween(message, between, filterFields, streams);
}
