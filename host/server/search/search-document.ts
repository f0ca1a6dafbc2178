/** Converts searches to their stored form, and to the form in which they are executed (contract search S1–S5). */
import { randomUUID } from 'node:crypto';
import type {
  ExecutionState,
  Filter,
  GlobalOverride,
  Query,
  Search,
  SearchType,
} from '../../../api/contract/searches.js';
import { findParameters } from '../../../api/language/index.js';
import { newEntityId } from '../foundation/ids.js';
import { BadRequestError, MissingStreamPermissionError } from '../foundation/errors.js';
import type { SearchRestriction } from './restriction.js';
import { texts } from './texts.js';
import { defaultRange } from './time-range.js';

export type CompleteSearch = Required<Search>;

/** Returns a search with missing ids and defaults filled in. */
export function completeSearch(search: Search): CompleteSearch {
  return {
    id: search.id ?? newEntityId(),
    queries: search.queries.map((query) => ({
      ...query,
      id: query.id ?? randomUUID(),
      timerange: query.timerange ?? defaultRange,
      query: query.query ?? { type: 'elasticsearch', query_string: '' },
      filter: query.filter ?? null,
      filters: query.filters ?? [],
      search_types: (query.search_types ?? []).map((searchType) => ({
        ...searchType,
        id: searchType.id ?? randomUUID(),
      })),
    })),
    parameters: search.parameters ?? [],
  };
}

/** Yields every filter of a tree, outer filters before inner filters. */
function* filtersOf(filter: Filter | null | undefined): Generator<Filter> {
  if (!filter) return;
  yield filter;
  for (const inner of filter.filters ?? []) yield* filtersOf(inner);
}

/** Returns the ids of the streams that a filter and its inner filters name. */
export function streamsOfFilter(filter: Filter | null | undefined): string[] {
  const ids = [...filtersOf(filter)].flatMap(({ type, id }) => (type === 'stream' && id !== undefined ? [id] : []));
  return [...new Set(ids)];
}

/** Returns the query texts of a filter and its inner filters. */
export function queryTextsOfFilter(filter: Filter | null | undefined): string[] {
  return [...filtersOf(filter)].flatMap(({ type, query }) => (type === 'query_string' && query ? [query] : []));
}

/** Returns the streams that a search names. */
export function streamsOfSearch({ queries }: Pick<Search, 'queries'>): string[] {
  const ids = queries.flatMap(({ filter, search_types }) => [
    ...streamsOfFilter(filter),
    ...(search_types ?? []).flatMap((searchType) => searchType.streams ?? []),
  ]);
  return [...new Set(ids)];
}

/** Returns every query text of a query: its own text, and the texts of its filters and search types. */
function queryTexts(query: Query): string[] {
  const ofFilters = (holder: Pick<Query, 'filter' | 'filters'>): string[] => [
    ...queryTextsOfFilter(holder.filter),
    ...(holder.filters ?? []).flatMap(({ queryString }) => queryString ?? []),
  ];
  return [
    query.query?.query_string ?? '',
    ...ofFilters(query),
    ...(query.search_types ?? []).flatMap((searchType) => [
      searchType.query?.query_string ?? '',
      ...ofFilters(searchType),
    ]),
  ];
}

/** Returns the names of the parameters that a query, its filters and its search types use. */
export function usedParameters(query: Query): string[] {
  return [...new Set(queryTexts(query).flatMap((text) => findParameters(text).map(({ name }) => name)))];
}

/** The caller of a search; permissions decide what is searched. */
export interface SearchCaller {
  readonly username: string;
  /** Ids of all message streams that the caller may read; event streams are not included (contract search G3). */
  readonly readableStreams: readonly string[];
  readonly mayReadStream: (id: string) => boolean;
  /** IANA time zone in which days and longer buckets begin; absent: UTC. */
  readonly timezone?: string | undefined;
  /** Restriction of a guest's token; absent for accounts. */
  readonly restriction?: SearchRestriction;
}

const mostStreams = 10_000;

/**
 * Checks that a caller may read streams.
 * @throws MissingStreamPermissionError for a stream that the caller may not read, BadRequestError for too many streams
 */
export function checkStreams(ids: readonly string[], caller: SearchCaller): void {
  if (ids.length > mostStreams) throw new BadRequestError(texts.tooManyStreams(mostStreams, ids.length));
  const denied = ids.filter((id) => !caller.mayReadStream(id));
  if (denied.length > 0) throw new MissingStreamPermissionError(denied);
}

/**
 * Returns the streams to search: the named streams or, if none is named, all message streams that the caller may read.
 * @throws the errors of `checkStreams`
 */
export function streamsFor(named: readonly string[] | null | undefined, caller: SearchCaller): readonly string[] {
  if (!named || named.length === 0) return caller.readableStreams;
  checkStreams(named, caller);
  return named;
}

function allStreams({ readableStreams }: SearchCaller): Filter {
  return { type: 'or', filters: readableStreams.map((id) => ({ type: 'stream', id })) };
}

/**
 * Adds all readable streams to the filter of a query without streams.
 * @param streams filter with all readable streams
 * @throws MissingStreamPermissionError when no stream is readable
 */
function withDefaultStreams(query: Query, streams: Filter): Query {
  if (streamsOfFilter(query.filter).length > 0) return query;
  if (!streams.filters?.length) throw new MissingStreamPermissionError([]);
  return { ...query, filter: query.filter ? { type: 'and', filters: [streams, query.filter] } : streams };
}

const isSet = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : value != null;

function withOverride(query: Query, override: GlobalOverride | null | undefined): Query {
  if (!override) return query;
  const kept = override.keep_search_types?.length ? new Set(override.keep_search_types) : undefined;
  const page = override.search_types ?? {};
  const timerange = override.timerange;
  return {
    ...query,
    ...(timerange && { timerange }),
    ...(override.query && { query: override.query }),
    search_types: (query.search_types ?? [])
      .filter(({ id }) => !kept || (id !== undefined && kept.has(id)))
      .map((searchType): SearchType => {
        const own = page[searchType.id ?? ''];
        const isOffset = searchType.timerange?.type === 'offset';
        return {
          ...searchType,
          ...(timerange && searchType.timerange && !isOffset && { timerange }),
          ...(own?.limit !== undefined && searchType.type === 'messages' && { limit: own.limit }),
          ...(own?.offset !== undefined && searchType.type === 'messages' && { offset: own.offset }),
        };
      }),
  };
}

/**
 * Returns the search to execute. Default streams are added first, then the execution state is applied, then permissions
 * are checked (contract search S2, S3).
 * @throws MissingStreamPermissionError for a stream that the caller may not read, or when no stream is readable
 * @throws BadRequestError for too many streams
 */
export function applyState(search: CompleteSearch, state: ExecutionState, caller: SearchCaller): CompleteSearch {
  const override = state.global_override;
  // An override without content counts as absent, so that the overrides of single queries apply.
  const isOverridden = override != null && Object.values(override).some(isSet);
  const keptIds = override?.keep_queries?.length ? new Set(override.keep_queries) : undefined;
  const isKept = ({ id }: Query): boolean => !keptIds || (id !== undefined && keptIds.has(id));
  const overrideOf = ({ id }: Query) => (isOverridden ? override : state.queries?.[id ?? '']);
  const readable = allStreams(caller);
  const queries = search.queries
    .map((query) => withDefaultStreams(query, readable))
    .filter(isKept)
    .map((query) => withOverride(query, overrideOf(query)));
  const applied = { ...search, queries };
  checkStreams(streamsOfSearch(applied), caller);
  return applied;
}
