/**
 * Prepares a query for its execution. Resolves the time ranges of its search types, and collects their streams and
 * query texts (contract search S4–S6).
 */
import type { OffsetRange, Query, SearchType, TimeRange, UsedSearchFilter } from '../../../api/contract/searches.js';
import type { QueryNode } from '../../../api/language/index.js';
import { leaves, maximumClauses, maximumLength } from '../../../api/language/index.js';
import type { Binding } from './bindings.js';
import { bindQuery } from './bindings.js';
import type { ComputedField } from './computed-fields.js';
import type { QuerySettings } from './compile.js';
import { readQuery } from './compile.js';
import { SearchTypeError } from './errors.js';
import type { Match } from './match.js';
import { queryTextsOfFilter, streamsOfFilter } from './search-document.js';
import { texts as searchTexts } from './texts.js';
import type { ResolvedRange } from './time-range.js';
import { defaultRange, exceedsLimit, isAllTime, resolveRange, shiftRange } from './time-range.js';

/**
 * Largest number of filters, and of query texts in filter trees, that apply to one search type. The filters and texts
 * of the search type and of its query are counted together.
 */
const mostQueryTexts = 200;

export interface PlannedSearchType {
  readonly searchType: SearchType & { id: string };
  readonly range: ResolvedRange;
  readonly allTime: boolean;
}

export interface PlannedQuery {
  readonly query: Query & { id: string };
  readonly range: ResolvedRange;
  readonly allTime: boolean;
  readonly searchTypes: readonly PlannedSearchType[];
}

/**
 * Resolves the time ranges of a query and its search types.
 * @param now present time in epoch milliseconds, the same for the whole job
 * @throws TimeRangeError for an invalid range
 */
export function planQuery(query: Query, now: number): PlannedQuery {
  const timerange = query.timerange ?? defaultRange;
  const range = resolveRange(timerange, now);
  const allTime = isAllTime(timerange);
  const types = (query.search_types ?? []).map((searchType, index) => ({
    ...searchType,
    id: searchType.id ?? String(index),
  }));
  const resolved = new Map<string, { range: ResolvedRange; allTime: boolean }>();
  const isOffset = (candidate: TimeRange | OffsetRange | null | undefined): candidate is OffsetRange =>
    candidate?.type === 'offset';
  for (const { id, timerange: own } of types) {
    if (!isOffset(own))
      resolved.set(id, own ? { range: resolveRange(own, now), allTime: isAllTime(own) } : { range, allTime });
  }
  const searchTypes = types.flatMap((searchType): PlannedSearchType[] => {
    const own = searchType.timerange;
    if (!isOffset(own)) return [{ searchType, ...(resolved.get(searchType.id) ?? { range, allTime }) }];
    const reference = own.source === 'search_type' ? resolved.get(own.id ?? '')?.range : range;
    // If the referenced search type is not part of this execution, the query's range is used.
    return [{ searchType, range: shiftRange(reference ?? range, own.offset), allTime: false }];
  });
  return { query: { ...query, id: query.id ?? '' }, range, allTime, searchTypes };
}

export interface RangeViolation {
  readonly message: string;
  readonly searchTypeId?: string;
}

/**
 * Tells which time range of a query is too long. Returns undefined if all are allowed.
 * @param limit ISO 8601 period; `PT0S`: no limit (contract search S9)
 */
export function rangeViolation({ range, searchTypes }: PlannedQuery, limit: string): RangeViolation | undefined {
  if (exceedsLimit(range, limit)) return { message: searchTexts.rangeLimit };
  const found = searchTypes.find((planned) => planned.searchType.timerange && exceedsLimit(planned.range, limit));
  return (
    found && { message: searchTexts.searchTypeRangeLimit(found.searchType.type), searchTypeId: found.searchType.id }
  );
}

export interface MatchContext {
  readonly now: number;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly settings: QuerySettings;
  /** Conditions in addition to the conditions of the search (restriction.ts). */
  readonly forced?: readonly QueryNode[];
  readonly timezone?: string | undefined;
  readonly computed?: readonly ComputedField[] | undefined;
}

/**
 * Returns the selection of the messages that a search type examines.
 * @throws SearchTypeError for an invalid query text, an unbound parameter, or too many query texts, characters or
 * clauses
 */
export function matchOf(query: Query, { searchType, range }: PlannedSearchType, context: MatchContext): Match {
  const own = searchType.streams ?? [];
  let characters = 0;
  let clauses = 0;
  // All texts together have the cost limit of one query.
  const read = (text: string | undefined | null): QueryNode | null => {
    if (!text) return null;
    const bound = bindQuery(text, context.bindings);
    characters += bound.length;
    if (characters > maximumLength) throw new SearchTypeError(searchTexts.longQueryTexts(maximumLength));
    const node = readQuery(bound, context.settings);
    if (node) for (const _leaf of leaves(node)) clauses += 1;
    if (clauses > maximumClauses) throw new SearchTypeError(searchTexts.manyQueryClauses(maximumClauses));
    return node;
  };
  const inline = ({ type, queryString, negation, disabled }: UsedSearchFilter): QueryNode | null => {
    if (disabled || type !== 'inlineQueryString') return null;
    const node = read(queryString);
    if (!node || !negation) return node;
    return { kind: 'boolean', clauses: [{ occur: 'mustNot', node }], from: node.from, to: node.to };
  };
  const texts = [...queryTextsOfFilter(query.filter), ...queryTextsOfFilter(searchType.filter)];
  const filters = [...(query.filters ?? []), ...(searchType.filters ?? [])];
  if (texts.length + filters.length > mostQueryTexts)
    throw new SearchTypeError(searchTexts.tooManyQueryTexts(mostQueryTexts));
  const nodes = [
    read(query.query?.query_string),
    read(searchType.query?.query_string),
    ...texts.map(read),
    ...filters.map(inline),
  ];
  return {
    range,
    streams: own.length > 0 ? own : streamsOfFilter(query.filter),
    queries: [...nodes.filter((node): node is QueryNode => node !== null), ...(context.forced ?? [])],
    now: context.now,
    timezone: context.timezone,
    ...(context.computed && context.computed.length > 0 && { computed: context.computed, forced: context.forced }),
  };
}
