/**
 * The items of a value from which an event definition can be made, and the draft of the definition (spec 3 §3 "Event
 * definition draft from a value", §4; screens/dashboards-sharing-alerts.md §12). The functions are pure.
 */
import type { NamedMetrics } from '../../api/formula/parse.js';
import { parseSeries } from '../../api/formula/series-text.js';
import { addToQuery, dateEquals, fieldEquals } from '../../api/language/index.js';
import type { TimeRange } from '../../api/contract/searches.js';
import { formulaFunction } from '../event-condition/tree.js';
import { standaloneFormula } from '../formula/standalone.js';
import type { PathStep, ValuePaths } from '../pivot/value-path.js';
import { instantOfWire } from '../time-range/local-time.js';
import { isComputed } from '../pivot/computed-metric.js';

/** A value in a result, and where it comes from. */
export interface DraftSource {
  readonly field: string;
  readonly value: unknown;
  /** The clause `field:value` that "Add to query" would add; absent for the value of a metric. */
  readonly valueQuery?: string | undefined;
  /**
   * Metrics of the widget by name, for a server that supports formulas in conditions; absent: filtered metrics and
   * formulas cannot be conditions.
   */
  readonly formulas?: NamedMetrics | undefined;
  /** Buckets that contain the value in an aggregation; absent for the field of a message. */
  readonly paths?: ValuePaths | undefined;
  /** Query of the search in which parameters are replaced by their values. */
  readonly searchQuery: string;
  /** Queries of the search filters that are enabled. */
  readonly filterQueries: readonly string[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange | undefined;
  /** Lists the parameters of the search that use lookup tables, in the API's format. */
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

/** The parts in display order; parts without content are absent. */
export type DraftItems = Partial<{
  readonly columnGroupBy: readonly string[];
  readonly rowGroupBy: readonly string[];
  readonly condition: {
    readonly function: string;
    readonly field: string | undefined;
    /** Text of the formula, for the function `formula`. */
    readonly formula?: string;
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

/** Draft of an event definition, which the wizard reads from the local storage. */
export interface EventDefinitionDraft {
  readonly type: 'aggregation-v1';
  readonly query?: string;
  readonly streams?: readonly string[];
  readonly search_within_ms?: number;
  readonly group_by?: readonly string[];
  readonly agg_function?: string;
  readonly agg_field?: string;
  readonly agg_formula?: string;
  readonly agg_value?: string | number;
  readonly loc_query_parameters?: readonly Record<string, unknown>[];
}

/** Groups of parts that the user checks together. */
export const draftGroups = {
  aggregation: ['columnGroupBy', 'rowGroupBy', 'condition'],
  searchQuery: ['rowValuePath', 'columnValuePath', 'searchQuery', 'searchFilterQuery', 'valueQuery'],
} as const satisfies Readonly<Record<string, readonly DraftItemKey[]>>;

/** Returns the query clause for a bucket. */
function stepClause({ field, kind, value }: PathStep): string {
  const instant = kind === 'time' ? instantOfWire(value) : undefined;
  return instant === undefined ? fieldEquals(field, value) : dateEquals(field, instant);
}

const bracketed = (query: string): string => `(${query})`;

/** Returns the query for a path. Time buckets are left out, because an event examines a different time. */
function pathQuery(steps: readonly PathStep[]): string | undefined {
  const clauses = steps.filter(({ kind }) => kind !== 'time').map(stepClause);
  return clauses.length === 0 ? undefined : clauses.join(' AND ');
}

export function draftItems(source: DraftSource): DraftItems {
  const { paths, searchQuery, filterQueries, streams, timeRange, lookupParameters } = source;
  const value = typeof source.value === 'bigint' ? String(source.value) : source.value;
  const measured = paths?.function === undefined ? undefined : measuredBy(paths.function, source.formulas);
  const condition =
    measured && (typeof value === 'number' || typeof value === 'string') ? { ...measured, value } : undefined;
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
  // Parts without content are left out, so that they are not listed.
  return Object.fromEntries(Object.entries(all).filter(([, item]) => item !== undefined)) as DraftItems;
}

/**
 * Returns the function of a condition for a metric. Returns undefined for a computed metric that cannot be a condition.
 */
function measuredBy(metric: string, formulas: NamedMetrics | undefined) {
  if (isComputed(metric)) {
    const formula = formulas && standaloneFormula(metric, formulas);
    return formula === undefined ? undefined : { function: formulaFunction, field: undefined, formula };
  }
  const { type, field } = parseSeries(metric) ?? {};
  return type === undefined ? undefined : { function: type, field };
}

function filled<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Removes the fields of time groups, because they contain only times. */
function withoutTime(fields: readonly string[], { rows, columns }: ValuePaths): readonly string[] {
  const times = new Set([...rows, ...columns].filter(({ kind }) => kind === 'time').map(({ field }) => field));
  return fields.filter((field) => !times.has(field));
}

/**
 * Returns the length of a relative range in ms. Returns undefined for other ranges, because they do not determine how
 * far to search back.
 */
function withinMs(range: TimeRange | undefined): number | undefined {
  if (range?.type !== 'relative') return undefined;
  const seconds =
    'range' in range && range.range !== undefined ? range.range : 'from' in range ? range.from : undefined;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}

/** Builds the draft from the parts that the user has checked. */
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
      ...(condition.formula !== undefined && { agg_formula: condition.formula }),
      agg_value: condition.value,
    }),
    ...(parameters && { loc_query_parameters: parameters }),
  };
}
