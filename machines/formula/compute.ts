/**
 * Computes filtered metrics and formulas of a widget from the answers of further pivots, one per filter, and adds them to
 * the widget's own result. The functions are pure.
 */
import { evaluate, operandsOf, parseFormula, type FilteredMetric, type Formula } from '../../api/formula/parse.js';
import { parseSeries } from '../../api/formula/series-text.js';
import type { AbsoluteRange, PivotResult, PivotRow, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { fieldEquals } from '../../api/language/index.js';
import { joinedQueries } from '../joined-queries.js';
import { keysOfFields, pivotFields } from '../pivot/keys.js';
import { metricValue, numberOf } from '../pivot/numbers.js';
import { seriesName } from '../pivot/series.js';
import type { ExecutionRequest } from '../search-execution/results.js';
import { errorsOf, searchedDraft, searchOf } from '../view/draft-search.js';
import { deriveSearchTypes } from '../view/search-types.js';
import { namedMetrics } from './stored.js';
import { formulaOf, isComputed, plainName } from '../pivot/computed-metric.js';

/** Members of a widget's configuration on which the result of the widget's search depends. */
export type PlannedConfig = Pick<AggregationConfig, 'row_pivots' | 'column_pivots' | 'series' | 'sort'>;

interface ComputedSeries {
  /** Id of the metric in the result. */
  readonly name: string;
  /** Parsed formula; undefined if the text has an error, or if the widget has too many filters. */
  readonly formula: Formula | undefined;
}
export interface ComputedPlan {
  /** Configuration with all metrics (see stored.ts); each computed metric has a name, which is its id in the result. */
  readonly config: PlannedConfig;
  readonly computed: readonly ComputedSeries[];
  /** Function texts of the metrics that the formulas need, by filter; the key for metrics without a filter is empty. */
  readonly needed: ReadonlyMap<string, readonly string[]>;
  /** Sentences about metrics that cannot be computed. */
  readonly faults: readonly string[];
}

const computeTexts = {
  fault: (name: string, message: string, at: number) => `"${name}": ${message} (character ${at + 1})`,
  failed: (reason: string) => `Filtered metrics and formulas could not be computed: ${reason}`,
  noAnswer: 'the server did not answer.',
  tooManyFilters: (most: number) => `A widget has at most ${most} different filters, so that some metrics are missing.`,
  incomplete: (most: number) =>
    `A widget with more than ${most} groups shows gaps where the filter found nothing among the most frequent groups.`,
};

/** Maximum number of filters of a widget, not counting the empty filter; each filter needs a pivot of its own. */
const mostFilters = 8;
/** Maximum number of values of a field by which a query restricts the further pivots. */
const mostValues = 200;
/** Maximum number of characters of the query that restricts the further pivots. */
const longestRestriction = 20_000;
/** Number of values of a group that has no limit of its own (spec 2 §9). */
const usualLimit = 15;

/** Functions whose value is 0 when there are no messages. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/**
 * Plans the computation of the filtered metrics and formulas in a configuration: which metrics must be requested with which
 * filters. A metric that cannot be computed is reported among the faults and has no values.
 */
export function planOf(joined: PlannedConfig): ComputedPlan {
  const names = namedMetrics(joined);
  const faults: string[] = [];
  const needed = new Map<string, string[]>();
  const need = ({ function: metric, filter }: FilteredMetric): boolean => {
    const metrics = needed.get(filter) ?? [];
    const filters = [...needed.keys()].filter((one) => one !== '').length;
    if (metrics.length === 0 && filter !== '' && filters >= mostFilters) return false;
    if (!metrics.includes(metric)) needed.set(filter, [...metrics, metric]);
    return true;
  };
  const computed: ComputedSeries[] = [];
  const series = joined.series.map((one) => {
    if (!isComputed(one.function)) return one;
    const name = one.config?.name || plainName(one.function);
    const { formula, fault } = parseFormula(formulaOf(one.function) ?? one.function, names);
    if (fault) faults.push(computeTexts.fault(name, fault.message, fault.at));
    const isPossible = formula !== undefined && operandsOf(formula).every(need);
    if (formula && !isPossible) faults.push(computeTexts.tooManyFilters(mostFilters));
    computed.push({ name, formula: isPossible ? formula : undefined });
    return { ...one, config: { ...one.config, name } };
  });
  return { config: { ...joined, series }, computed, needed, faults: [...new Set(faults)] };
}

const idOf = (index: number): string => `computed-${index}`;
const searchId = 'computed';

interface Restriction {
  readonly query: string;
  readonly limit: number | undefined;
  /** False if there are too many values to name them in a query. */
  readonly isComplete: boolean;
}

/**
 * Returns the query and the limit that restrict further pivots to the groups of the widget's own result. A field whose
 * number of values is below its limit needs no restriction.
 */
function restrictionOf(result: PivotResult, config: PlannedConfig): Restriction {
  const { row_pivots: rows, column_pivots: columns } = config;
  const leaves = result.rows.filter(({ source }) => source === 'leaf');
  const rowKeys = leaves.map(({ key }) => key);
  // The last part of a cell's key is its metric; a cell without further parts belongs to no column.
  const columnKeys = leaves.flatMap(({ values }) =>
    values.flatMap(({ key }) => (key.length > 1 ? [key.slice(0, -1)] : [])),
  );
  const full = [...fieldValues(rows, rowKeys), ...fieldValues(columns, columnKeys)].filter(
    ({ values, limit }) => values.length >= limit,
  );
  const largest = Math.max(0, ...full.map(({ values }) => values.length));
  const query = joinedQueries(
    full.map(({ field, values }) => values.map((value) => fieldEquals(field, value)).join(' OR ')),
  );
  if (largest > mostValues || query.length > longestRestriction)
    return { query: '', limit: undefined, isComplete: false };
  return { query, limit: largest === 0 ? undefined : largest, isComplete: true };
}

interface FieldValues {
  readonly field: string;
  /** Distinct values of the field in the result. */
  readonly values: readonly string[];
  /** Largest number of values that the field's group may have; infinite for a time group, which has no limit. */
  readonly limit: number;
}

/** Returns the values of each field of some groups. @param keys keys of the buckets, each with one part per field */
function fieldValues(
  pivots: AggregationConfig['row_pivots'],
  keys: readonly (readonly string[])[],
): readonly FieldValues[] {
  const filled = keys.map((key) => keysOfFields(key, pivots));
  const fields = pivots.flatMap((pivot) =>
    pivotFields([pivot]).map(({ field, kind }) => ({
      field,
      limit: kind === 'time' ? Infinity : (pivot.config?.limit ?? usualLimit),
    })),
  );
  return fields.map(({ field, limit }, index) => {
    const values = filled.flatMap((parts) => (parts[index] ? [parts[index]] : []));
    return { field, limit, values: [...new Set(values)] };
  });
}

/**
 * Returns the search with one pivot per filter over the range and groups of a widget's own result.
 * @param request execution that yielded the result: its query, override and values of parameters apply
 */
export function computedSearch(
  request: ExecutionRequest,
  widget: Widget,
  range: AbsoluteRange,
  plan: ComputedPlan,
  result: PivotResult,
): Search {
  const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
  const restriction = restrictionOf(result, plan.config);
  const { timerange: _own, ...others } = widget;
  const limited = (pivots: AggregationConfig['row_pivots']) =>
    pivots.map((pivot) =>
      restriction.limit === undefined || pivot.type === 'time'
        ? pivot
        : { ...pivot, config: { ...pivot.config, limit: Math.max(restriction.limit, pivot.config?.limit ?? 0) } },
    );
  const widgets = [...plan.needed].map(([filter, metrics]): Widget => ({
    ...others,
    query: {
      type: 'elasticsearch',
      query_string: joinedQueries([widget.query?.query_string ?? '', filter, restriction.query]),
    },
    config: {
      ...widget.config,
      row_pivots: limited(plan.config.row_pivots),
      column_pivots: limited(plan.config.column_pivots),
      series: metrics.map((text) => ({ function: text, config: { name: null } })),
      sort: [],
      visualization: 'table',
      event_annotation: false,
    },
  }));
  let next = 0;
  const ids = { uuid: () => idOf(next++), objectId: () => searchId };
  const { searchTypes } = deriveSearchTypes(widgets, ids);
  const queryString = request.override?.query?.query_string ?? draft.queryString;
  return searchOf(searchId, { ...draft, queryString, timeRange: range }, [...searchTypes]);
}

/** Results of the further pivots by filter, and sentences about the failure if some of them have no result. */
export interface ComputedAnswer {
  readonly results: ReadonlyMap<string, PivotResult>;
  readonly faults: readonly string[];
}

export function computedAnswer(job: SearchJob, plan: ComputedPlan): ComputedAnswer {
  const query = job.results?.[searchId];
  const results = new Map<string, PivotResult>();
  [...plan.needed.keys()].forEach((filter, index) => {
    const found = query?.search_types?.[idOf(index)];
    if (found?.type === 'pivot') results.set(filter, found);
  });
  if (results.size === plan.needed.size) return { results, faults: [] };
  const reason = errorsOf(job, query)[0]?.description ?? computeTexts.noAnswer;
  return { results, faults: [computeTexts.failed(reason)] };
}

export const failedAnswer = (reason: string): ComputedAnswer => ({
  results: new Map(),
  faults: [computeTexts.failed(reason)],
});

const separator = '\u0000';
const cellOf = (row: readonly string[], column: readonly string[], metric: string): string =>
  JSON.stringify([row, column, metric]);

export interface ComputedResult {
  readonly result: PivotResult;
  /** Sentences about metrics that could not be computed or have gaps. */
  readonly faults: readonly string[];
}

/**
 * Returns the widget's own result with the computed metrics, in the order of the metrics in the configuration. The rows are
 * sorted again if one of the configured sorts is by a computed metric.
 */
export function withComputed(own: PivotResult, plan: ComputedPlan, answer: ComputedAnswer): ComputedResult {
  const { isComplete } = restrictionOf(own, plan.config);
  const values = new Map<string, ReadonlyMap<string, number | null>>();
  for (const [filter, result] of answer.results) {
    const cells = new Map<string, number | null>();
    for (const row of result.rows)
      for (const { key, value } of row.values) {
        const metric = key.at(-1) ?? '';
        cells.set(cellOf(row.key, key.slice(0, -1), metric), numberOf(metricValue(value, metric)));
      }
    values.set(filter, cells);
  }
  const formulas = new Map(plan.computed.map(({ name, formula }) => [name, formula]));
  const rows = own.rows.map((row): PivotRow => {
    const cells = new Map<string, PivotRow['values'][number][]>();
    if (plan.config.column_pivots.length === 0) cells.set('', []);
    for (const cell of row.values) {
      const prefix = cell.key.slice(0, -1).join(separator);
      cells.set(prefix, [...(cells.get(prefix) ?? []), cell]);
    }
    const all = [...cells].flatMap(([prefix, known]) => {
      const column = prefix === '' ? [] : prefix.split(separator);
      const valueOf = ({ function: metric, filter }: FilteredMetric): number | null => {
        const found = values.get(filter);
        if (!found) return null;
        const isZero = isComplete && additive.has(parseSeries(metric).type);
        return found.get(cellOf(row.key, column, metric)) ?? (isZero ? 0 : null);
      };
      return plan.config.series.flatMap((series): PivotRow['values'] => {
        const name = seriesName(series);
        if (!isComputed(series.function)) {
          const cell =
            known.find(({ key }) => key.at(-1) === name) ?? known.find(({ key }) => key.at(-1) === series.function);
          return cell ? [cell] : [];
        }
        const formula = formulas.get(name);
        // A metric without a value stays in the row as null, so that the next metric does not take its place.
        const value = formula ? evaluate(formula, valueOf) : null;
        const isWhole = column.length === 0;
        const source = !isWhole ? 'col-leaf' : row.source === 'leaf' ? 'row-leaf' : 'row-inner';
        const [like] = known;
        return [{ key: [...column, name], value, rollup: like?.rollup ?? isWhole, source: like?.source ?? source }];
      });
    });
    return { ...row, values: all };
  });
  const faults = isComplete ? [] : [computeTexts.incomplete(mostValues)];
  return { result: { ...own, rows: sorted(rows, plan.config) }, faults: [...plan.faults, ...answer.faults, ...faults] };
}

/** Sorts the rows if one of the sorts is by a computed metric, which the server cannot sort by; empty cells come last. */
function sorted(rows: readonly PivotRow[], { sort, series, row_pivots: pivots }: PlannedConfig): PivotRow[] {
  if (!sort.some((one) => one.type === 'series' && isComputed(one.field))) return [...rows];
  const fields = pivotFields(pivots).map(({ field }) => field);
  const order = sort.map(({ type, field, direction }) => {
    const metric = series.find((one) => one.function === field);
    const name = metric ? seriesName(metric) : field;
    const valueOf = (row: PivotRow): unknown =>
      type === 'pivot'
        ? keysOfFields(row.key, pivots)[fields.indexOf(field)]
        : numberOf(row.values.find(({ key }) => key.length === 1 && (key[0] === name || key[0] === field))?.value);
    return { valueOf, sign: direction === 'Ascending' ? 1 : -1 };
  });
  const isLeaf = ({ source }: PivotRow): boolean => source === 'leaf';
  const leaves = rows.filter(isLeaf).sort((left, right) => {
    for (const { valueOf, sign } of order) {
      const found = compared(valueOf(left), valueOf(right), sign);
      if (found !== 0) return found;
    }
    return 0;
  });
  // Subtotals and totals keep their places.
  let next = 0;
  return rows.map((row) => (isLeaf(row) ? (leaves[next++] ?? row) : row));
}

function compared(left: unknown, right: unknown, sign: number): number {
  const isLeft = left !== null && left !== undefined;
  const isRight = right !== null && right !== undefined;
  if (!isLeft || !isRight) return Number(isRight) - Number(isLeft);
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
  return sign * (String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0);
}
