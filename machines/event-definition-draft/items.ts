/**
 * Parts of a value that can become an event definition, and the resulting draft (spec 3 §3 "Event definition draft from
 * a value", §4; screens/dashboards-sharing-alerts.md §12). The functions are pure.
 */
import { addToQuery, dateEquals, fieldEquals } from '../../api/language/index.js';
import type { TimeRange } from '../../api/contract/searches.js';
import type { PathStep, ValuePaths } from '../pivot/value-path.js';
import { instantOfWire } from '../time-range/local-time.js';
import { parseSeries } from '../pivot/series.js';

/** Context of the value. */
export interface DraftSource {
  readonly field: string;
  readonly value: unknown;
  /** Clause `field:value`, as in "Add to query"; absent for a metric. */
  readonly valueQuery?: string | undefined;
  /** Buckets that lead to the value in an aggregation; absent for message fields. */
  readonly paths?: ValuePaths | undefined;
  /** Query of the search with parameters replaced. */
  readonly searchQuery: string;
  /** Queries of enabled search filters. */
  readonly filterQueries: readonly string[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange | undefined;
  /** Lookup-table parameters of the search, in the API's format. */
  readonly lookupParameters?: readonly Record<string, unknown>[];
}

export type DraftItemKey =
  | 'columnGroupBy'
  | 'rowGroupBy'
  | 'condition'
  | 'rowValuePath'
  | 'columnValuePath'
  | 'searchQuery'
  | 'searchFilterQuery'
  | 'valueQuery'
  | 'streams'
  | 'searchWithinMs'
  | 'lookupParameters';

/** Items in display order; items without content are absent. */
export type DraftItems = Partial<{
  readonly columnGroupBy: readonly string[];
  readonly rowGroupBy: readonly string[];
  readonly condition: {
    readonly function: string;
    readonly field: string | undefined;
    readonly value: string | number;
  };
  readonly rowValuePath: string;
  readonly columnValuePath: string;
  readonly searchQuery: string;
  readonly searchFilterQuery: string;
  readonly valueQuery: string;
  readonly streams: readonly string[];
  readonly searchWithinMs: number;
  readonly lookupParameters: readonly Record<string, unknown>[];
}>;

/** Draft that the wizard reads from local storage. */
export interface EventDefinitionDraft {
  readonly type: 'aggregation-v1';
  readonly query?: string;
  readonly streams?: readonly string[];
  readonly search_within_ms?: number;
  readonly group_by?: readonly string[];
  readonly agg_function?: string;
  readonly agg_field?: string;
  readonly agg_value?: string | number;
  readonly loc_query_parameters?: readonly Record<string, unknown>[];
}

/** Groups of items that are checked together. */
export const draftGroups = {
  aggregation: ['columnGroupBy', 'rowGroupBy', 'condition'],
  searchQuery: ['rowValuePath', 'columnValuePath', 'searchQuery', 'searchFilterQuery', 'valueQuery'],
} as const satisfies Readonly<Record<string, readonly DraftItemKey[]>>;

/** Query clause of a bucket. */
function stepClause({ field, kind, value }: PathStep): string {
  const instant = kind === 'time' ? instantOfWire(value) : undefined;
  return instant === undefined ? fieldEquals(field, value) : dateEquals(field, instant);
}

const bracketed = (query: string): string => `(${query})`;

/** Query of a path without time buckets, because an event examines a different time. */
function pathQuery(steps: readonly PathStep[]): string | undefined {
  const clauses = steps.filter(({ kind }) => kind !== 'time').map(stepClause);
  return clauses.length === 0 ? undefined : clauses.join(' AND ');
}

export function draftItems(source: DraftSource): DraftItems {
  const { paths, searchQuery, filterQueries, streams, timeRange, lookupParameters } = source;
  const metric = paths?.function === undefined ? undefined : parseSeries(paths.function);
  const value = typeof source.value === 'bigint' ? String(source.value) : source.value;
  const condition =
    metric && (typeof value === 'number' || typeof value === 'string')
      ? { function: metric.type, field: metric.field, value }
      : undefined;
  const all: { [Key in keyof DraftItems]: DraftItems[Key] | undefined } = {
    columnGroupBy: condition && paths && filled(withoutTime(paths.columnFields, paths)),
    rowGroupBy: condition && paths && filled(withoutTime(paths.rowFields, paths)),
    condition,
    rowValuePath: paths && pathQuery(paths.rows),
    columnValuePath: condition && paths && pathQuery(paths.columns),
    searchQuery: /^\*?$/.test(searchQuery.trim()) ? undefined : searchQuery.trim(),
    searchFilterQuery: filterQueries.length > 0 ? filterQueries.map(bracketed).join(' AND ') : undefined,
    valueQuery: condition ? undefined : source.valueQuery,
    streams: filled(streams),
    searchWithinMs: withinMs(timeRange),
    lookupParameters: lookupParameters && filled(lookupParameters),
  };
  // Items without content are not listed.
  return Object.fromEntries(Object.entries(all).filter(([, item]) => item !== undefined)) as DraftItems;
}

function filled<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Removes group fields by time, which only say when something happened. */
function withoutTime(fields: readonly string[], { rows, columns }: ValuePaths): readonly string[] {
  const times = new Set([...rows, ...columns].filter(({ kind }) => kind === 'time').map(({ field }) => field));
  return fields.filter((field) => !times.has(field));
}

/** Only a relative range defines how far an event looks back. */
function withinMs(range: TimeRange | undefined): number | undefined {
  if (range?.type !== 'relative') return undefined;
  const seconds =
    'range' in range && range.range !== undefined ? range.range : 'from' in range ? range.from : undefined;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}

/** Builds the draft from the checked items. */
export function draftOf(items: DraftItems, checked: ReadonlySet<DraftItemKey>): EventDefinitionDraft {
  const item = <Key extends DraftItemKey>(key: Key): DraftItems[Key] | undefined =>
    checked.has(key) ? items[key] : undefined;
  const queries = draftGroups.searchQuery.flatMap((key) => item(key) ?? []);
  const query = queries.length > 1 ? queries.map(bracketed).join(' AND ') : queries[0];
  const groupBy = [...(item('rowGroupBy') ?? []), ...(item('columnGroupBy') ?? [])];
  const condition = item('condition');
  const streams = item('streams');
  const within = item('searchWithinMs');
  const parameters = item('lookupParameters');
  return {
    type: 'aggregation-v1',
    ...(query !== undefined && { query: addToQuery('', query) }),
    ...(streams && { streams }),
    ...(within !== undefined && { search_within_ms: within }),
    ...(groupBy.length > 0 && { group_by: groupBy }),
    ...(condition && {
      agg_function: condition.function,
      ...(condition.field !== undefined && { agg_field: condition.field }),
      agg_value: condition.value,
    }),
    ...(parameters && { loc_query_parameters: parameters }),
  };
}
