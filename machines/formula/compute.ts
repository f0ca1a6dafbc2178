/**
 * Computes the filtered metrics and formulas of a widget, and adds them to the widget's own result. They are computed
 * from the answers of further pivots, one per filter. The functions are pure.
 */
import { evaluate, operandsOf, parseFormula, type FilteredMetric, type Formula } from '../../api/formula/parse.js';
import { parseSeries } from '../../api/formula/series-text.js';
import type { AbsoluteRange, PivotResult, PivotRow, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { joinedQueries } from '../joined-queries.js';
import { keysOfFields, pivotFields } from '../pivot/keys.js';
import { metricValue, numberOf } from '../pivot/numbers.js';
import { seriesName } from '../pivot/series.js';
import type { ExecutionRequest } from '../search-execution/results.js';
import { errorsOf, searchedDraft, searchOf } from '../view/draft-search.js';
import { deriveSearchTypes } from '../view/search-types.js';
import { restrictionOf, mostValues } from './restriction.js';
import { namedMetrics } from './stored.js';
import { formulaOf, isComputed, plainName } from '../pivot/computed-metric.js';
import { aggregationOf } from '../view/widget-config.js';

/** Members of a widget's configuration on which the result of the widget's search depends. */
export type PlannedConfig = Pick<AggregationConfig, 'row_pivots' | 'column_pivots' | 'series' | 'sort'>;

interface ComputedSeries {
  /** Id of the metric in the result. */
  readonly name: string;
  /** Parsed formula; undefined if the text has an error, or if the widget has too many filters. */
  readonly formula: Formula | undefined;
}
export interface ComputedPlan {
  /** Configuration with all metrics (see stored.ts). Each computed metric has a name, which is its id in the result. */
  readonly config: PlannedConfig;
  readonly computed: readonly ComputedSeries[];
  /** Function texts of the metrics that the formulas need, by filter. The key of metrics without a filter is empty. */
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
/** Functions whose value is 0 when there are no messages. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/**
 * Plans the computation of the filtered metrics and formulas in a configuration: finds the metrics to request, and the
 * filter of each. A metric that cannot be computed is reported among the faults and has no values.
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

/**
 * Returns the search with one pivot per filter over the range and groups of a widget's own result.
 * @param request execution that yielded the result: its query, override and values of parameters apply
 * @param groups maximum number of values per group to find; a last pivot with the widget's own metrics is then added.
 * Absent: only the groups of the result are found.
 */
export function computedSearch(
  request: ExecutionRequest,
  widget: Widget,
  range: AbsoluteRange | undefined,
  plan: ComputedPlan,
  result: PivotResult,
  groups?: number,
): Search {
  const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
  const restriction = groups === undefined ? restrictionOf(result, plan.config) : { query: '', limit: groups };
  const { timerange: _own, ...withoutRange } = widget;
  // Without a reported range, the range of the widget's own search applies: the override, or the widget's range.
  const searched = range ?? request.override?.timerange;
  const others = searched ? withoutRange : widget;
  const limited = (pivots: AggregationConfig['row_pivots']) =>
    pivots.map((pivot) =>
      restriction.limit === undefined || pivot.type === 'time'
        ? pivot
        : { ...pivot, config: { ...pivot.config, limit: Math.max(restriction.limit, pivot.config?.limit ?? 0) } },
    );
  // Opening a view has checked the configuration of its widgets (view/repair.ts).
  const own = aggregationOf(widget).series.map((one) => one.function);
  const pivots: (readonly [filter: string, metrics: readonly string[]])[] = [...plan.needed];
  if (groups !== undefined) pivots.push(['', own]);
  const widgets = pivots.map(([filter, metrics]): Widget => ({
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
  return searchOf(searchId, { ...draft, queryString, timeRange: searched ?? draft.timeRange }, [...searchTypes]);
}

/** Results of the further pivots by filter, and sentences about the failure if some of them have no result. */
export interface ComputedAnswer {
  readonly results: ReadonlyMap<string, PivotResult>;
  readonly faults: readonly string[];
  /** Result of the widget's own metrics for more groups, if it was searched for. */
  readonly groups?: PivotResult | undefined;
}

export function computedAnswer(job: SearchJob, plan: ComputedPlan): ComputedAnswer {
  const query = job.results?.[searchId];
  const results = new Map<string, PivotResult>();
  const last = query?.search_types?.[idOf(plan.needed.size)];
  const groups = last?.type === 'pivot' ? last : undefined;
  [...plan.needed.keys()].forEach((filter, index) => {
    const found = query?.search_types?.[idOf(index)];
    if (found?.type === 'pivot') results.set(filter, found);
  });
  if (results.size === plan.needed.size) return { results, faults: [], groups };
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
 * Returns the widget's own result with the computed metrics, in the order of the metrics in the configuration. The rows
 * are sorted again if one of the configured sorts is by a computed metric.
 * @param isComplete true if the answer contains every group of the result in which a filter found something
 */
export function withComputed(
  own: PivotResult,
  plan: ComputedPlan,
  answer: ComputedAnswer,
  isComplete = restrictionOf(own, plan.config).isComplete,
): ComputedResult {
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

export const isSortedByComputed = (sort: PlannedConfig['sort']): boolean =>
  sort.some((one) => one.type === 'series' && isComputed(one.field));

/**
 * Sorts the rows if one of the sorts is by a computed metric, because the server cannot sort by it. Empty cells come
 * last.
 */
function sorted(rows: readonly PivotRow[], { sort, series, row_pivots: pivots }: PlannedConfig): PivotRow[] {
  if (!isSortedByComputed(sort)) return [...rows];
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
