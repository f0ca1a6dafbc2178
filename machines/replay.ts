/**
 * Replays an event or its definition as an unsaved search (screens/dashboards-sharing-alerts.md §11). The search shows
 * the messages of the event's query, and for every comparison of the condition a table and a highlighting rule. The
 * functions are pure.
 */
import { formatSeries } from '../api/formula/series-text.js';
import type { AggregationConfig as Aggregation } from '../api/contract/event-definitions.js';
import type { Event } from '../api/contract/events.js';
import type { Decorator, Parameter, TimeRange } from '../api/contract/searches.js';
import type {
  AggregationConfig,
  HighlightingRule,
  View,
  ViewState,
  Widget,
  WidgetPivot,
  WidgetPosition,
} from '../api/contract/views.schema.js';
import { addToQuery, fieldEquals } from '../api/language/index.js';
import { comparisonsIn, type ResolvedComparison } from './event-condition/comparisons.js';
import { splitComputed } from './formula/stored.js';
import { formulaOf, formulaText, plainName } from './pivot/computed-metric.js';
import { decoratorsFor, emptyView, histogramConfig, messageTableConfig, newWidget } from './view/default-view.js';
import { withFreshSearch, type QueryDraft, type ViewDocument } from './view/document.js';
import type { Ids } from './view/ids.js';
import { withStreams } from './view/stream-filter.js';
import { titlesWithComputed } from './view/widget-looks.js';

/** A comparison in a condition: a metric of the messages and the number with which it is compared. */
export interface ReplayedComparison {
  /** Text of the metric, for example `avg(took_ms)` or `formula(count(level:<=3) / count())`. */
  readonly series: string;
  readonly field: string | null;
  readonly operator: ResolvedComparison;
  readonly value: number;
}

/** The members of a definition's condition that a replay needs. */
export type ReplayedConfig = Pick<Aggregation, 'group_by' | 'series' | 'conditions' | 'query_parameters'>;

export interface ReplayedSearch extends QueryDraft {
  readonly groupBy: readonly string[];
  readonly comparisons: readonly ReplayedComparison[];
  readonly parameters: readonly Parameter[];
}

const ruleConditions: Readonly<Record<ResolvedComparison, NonNullable<HighlightingRule['condition']>>> = {
  '==': 'equal',
  '!=': 'not_equal',
  '>': 'greater',
  '>=': 'greater_equal',
  '<': 'less',
  '<=': 'less_equal',
};

/**
 * Returns the distinct comparisons of a condition between a series and a number, in reading order. Comparisons with
 * unknown series are left out.
 */
export function comparisonsOf({ series, conditions }: ReplayedConfig): readonly ReplayedComparison[] {
  const byId = new Map(series.map((one) => [one.id, one]));
  const found = new Map<string, ReplayedComparison>();
  for (const { ref, operator, value } of comparisonsIn(conditions.expression)) {
    const named = byId.get(ref);
    if (!named) continue;
    const field = named.field || null;
    const comparison: ReplayedComparison = {
      series:
        named.formula === undefined
          ? formatSeries({ type: named.function, ...(field !== null && { field }) })
          : formulaText(named.formula),
      field,
      operator,
      value,
    };
    const text = comparisonText(comparison);
    if (!found.has(text)) found.set(text, comparison);
  }
  return [...found.values()];
}

/** Formats a comparison as text, for example `avg(took_ms) > 500`. */
export const comparisonText = ({ series, operator, value }: ReplayedComparison): string =>
  `${formulaOf(series) ?? series} ${operator} ${value}`;

/**
 * Builds the search that replays an event. Returns undefined when the event has no replay data.
 * @param config members of the event's definition; undefined: the definition was deleted, or the user may not see it
 */
export function replayOfEvent(
  { replay_info: info, group_by_fields: groups }: Pick<Event, 'replay_info' | 'group_by_fields'>,
  config: ReplayedConfig | undefined,
): ReplayedSearch | undefined {
  if (!info) return undefined;
  const clauses = Object.entries(groups ?? {}).map(([field, value]) => fieldEquals(field, String(value)));
  return {
    queryString: clauses.reduce(addToQuery, info.query),
    timeRange: { type: 'absolute', from: info.timerange_start, to: info.timerange_end },
    streams: info.streams,
    ...ofConfig(config),
  };
}

export function replayOfDefinition(
  config: ReplayedConfig & Pick<Aggregation, 'query' | 'streams' | 'search_within_ms'>,
) {
  const timeRange: TimeRange = { type: 'relative', from: Math.max(1, Math.ceil(config.search_within_ms / 1000)) };
  return {
    queryString: config.query,
    timeRange,
    streams: config.streams,
    ...ofConfig(config),
  } satisfies ReplayedSearch;
}

function ofConfig(config: ReplayedConfig | undefined): Pick<ReplayedSearch, 'groupBy' | 'comparisons' | 'parameters'> {
  return {
    groupBy: config?.group_by ?? [],
    comparisons: config ? comparisonsOf(config) : [],
    parameters: (config?.query_parameters ?? []).map((parameter) => ({ ...parameter })),
  };
}

export interface ReplayStart {
  /** All stored decorators; the message table gets the decorators that apply to the searched streams. */
  readonly decorators?: readonly Decorator[];
  /** Time of the view's creation as an ISO instant. */
  readonly createdAt: string;
  readonly owner: string | null;
  /** Returns a colour for the next highlighting rule. */
  readonly color: () => string;
}

interface Placed {
  readonly widget: Widget;
  readonly title: string;
  readonly position: WidgetPosition;
}

/** Number of values of a grouping (spec 1 §9). */
const defaultLimit = 15;
const tableHeight = 3;
const tableWidth = 6;

export function replayedView(search: ReplayedSearch, start: ReplayStart, ids: Ids): ViewDocument {
  const { comparisons, groupBy, streams } = search;
  const placed: Placed[] = [];
  let row = 1;
  let formulas: NonNullable<ViewState['titles']> = {};
  const tableOf = (joined: AggregationConfig): Widget => {
    const { config, computed } = splitComputed(joined);
    const table = newWidget('aggregation', config, ids);
    if (computed !== '') formulas = titlesWithComputed(formulas, table.id, computed);
    return table;
  };
  const add = (widget: Widget, title: string, position: Omit<WidgetPosition, 'row'>): void => {
    placed.push({ widget, title, position: { ...position, row } });
  };
  if (comparisons.length > 1) {
    add(tableOf(summaryConfig(comparisons, groupBy)), 'Summary', wide(tableHeight));
    row += tableHeight;
  }
  comparisons.forEach((comparison, index) => {
    const col = 1 + (index % 2) * tableWidth;
    const table = tableOf(comparisonConfig(comparison, groupBy));
    add(table, comparisonText(comparison), { col, height: tableHeight, width: tableWidth });
    if (col > 1 || index === comparisons.length - 1) row += tableHeight;
  });
  add(newWidget('aggregation', histogramConfig(), ids), 'Message Count', wide(2));
  row += 2;
  const decorators = decoratorsFor(start.decorators ?? [], streams);
  add(newWidget('messages', messageTableConfig(decorators), ids), 'All Messages', wide(6));

  const queryId = ids.uuid();
  const byId = <T>(of: (one: Placed) => T) => Object.fromEntries(placed.map((one) => [one.widget.id, of(one)]));
  const view: View = {
    ...emptyView('SEARCH', start, ids),
    state: {
      [queryId]: {
        selected_fields: null,
        titles: { ...formulas, widget: byId(({ title }) => title) },
        widgets: placed.map(({ widget }) => widget),
        widget_mapping: {},
        positions: byId(({ position }) => position),
        formatting: { highlighting: comparisons.map((comparison) => ruleOfComparison(comparison, start.color())) },
      },
    },
  };
  const filter = withStreams(null, streams);
  const query = {
    id: queryId,
    query: { type: 'elasticsearch' as const, query_string: search.queryString },
    timerange: search.timeRange,
    ...(filter ? { filter } : {}),
    filters: [],
    search_types: [],
  };
  return withFreshSearch({ view, search: { id: '', queries: [query], parameters: [...search.parameters] } }, ids);
}

const wide = (height: number): Omit<WidgetPosition, 'row'> => ({ col: 1, height, width: 'Infinity' });

function groupsOf(fields: readonly (string | null)[]): WidgetPivot[] {
  const distinct = [...new Set(fields)].filter((field) => field !== null);
  return distinct.length > 0 ? [{ fields: distinct, type: 'values', config: { limit: defaultLimit } }] : [];
}

const isDescending = ({ operator }: ReplayedComparison): boolean => operator !== '<' && operator !== '<=';

function comparisonConfig(comparison: ReplayedComparison, groupBy: readonly string[]): AggregationConfig {
  const { series, field } = comparison;
  return {
    ...summaryConfig([comparison], []),
    row_pivots: groupsOf([field, ...groupBy]),
    sort: [{ type: 'series', field: series, direction: isDescending(comparison) ? 'Descending' : 'Ascending' }],
  };
}

/** Returns the configuration of a table that shows the metrics of all comparisons side by side. */
function summaryConfig(comparisons: readonly ReplayedComparison[], groupBy: readonly string[]): AggregationConfig {
  const functions = [...new Set(comparisons.map(({ series }) => series))];
  return {
    row_pivots: groupsOf([...comparisons.map(({ field }) => field), ...groupBy]),
    column_pivots: [],
    series: functions.map((name) => ({ config: { name: null }, function: name })),
    sort: [],
    visualization: 'table',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
  };
}

/** Returns a rule that highlights the values of the metric's column for which the comparison is true. */
function ruleOfComparison({ series, operator, value }: ReplayedComparison, color: string): HighlightingRule {
  return {
    field: plainName(series),
    condition: ruleConditions[operator],
    value: String(value),
    color: { type: 'static', color },
  };
}

const isRuleOf = (rule: HighlightingRule, comparison: ReplayedComparison): boolean => {
  const { field, condition, value } = ruleOfComparison(comparison, '');
  return rule.field === field && (rule.condition ?? 'equal') === condition && String(rule.value) === value;
};

/**
 * Returns the highlighting rule of a comparison. If several rules fit, it is the last of them, because tables apply the
 * last one.
 */
export const ruleFor = (
  rules: readonly HighlightingRule[],
  comparison: ReplayedComparison,
): HighlightingRule | undefined => rules.findLast((rule) => isRuleOf(rule, comparison));

/** Changes the colour of a comparison's highlighting rule, or adds a rule if there is none. */
export function withComparisonColor(
  rules: readonly HighlightingRule[],
  comparison: ReplayedComparison,
  color: string,
): readonly HighlightingRule[] {
  const known = ruleFor(rules, comparison);
  if (!known) return [...rules, ruleOfComparison(comparison, color)];
  return rules.map((rule) => (rule === known ? { ...rule, color: { type: 'static', color } } : rule));
}

/** Tells whether a definition was changed after it created the event; false if one of the times is unreadable. */
export function isChangedSince(
  definition: { readonly updated_at: string | null },
  event: Pick<Event, 'timestamp' | 'timestamp_processing'>,
): boolean {
  const changed = Date.parse(definition.updated_at ?? '');
  const made = Date.parse(event.timestamp_processing || event.timestamp);
  return changed > made;
}
