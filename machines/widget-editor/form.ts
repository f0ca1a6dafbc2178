/**
 * State of the form that edits an aggregation (screens/search.md §9; spec 1 §2, §4 "Group-by editor"), and its
 * conversion from and to the widget's configuration. Stored members that the form does not know are kept.
 */
import { formatSeries, parseSeries } from '../../api/formula/series-text.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import type { NamedMetrics } from '../../api/formula/parse.js';
import { namedMetrics } from '../formula/stored.js';
import type { Ids } from '../view/ids.js';
import { tidyLook, type MetricLook, type MetricLooks } from '../view/metric-look.js';
import { filteredOf, filteredText, formulaOf, formulaText, isComputed, plainName } from '../pivot/computed-metric.js';
import { spokenFunction } from '../pivot/spoken-name.js';
import type { StoredConfig } from './visualization-types.js';
import { defaultConfig, shownFields, visualizationType, writeField } from './visualization-types.js';

type Direction = 'row' | 'column';

export const intervalUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const;

/** Interval of a time grouping; a number is undefined while its input is empty. */
export type IntervalForm =
  | { readonly type: 'auto'; readonly scaling: number | undefined }
  | { readonly type: 'timeunit'; readonly value: number | undefined; readonly unit: string };

interface ElementForm {
  /** Id of the list entry; it exists only in the form and is not stored. */
  readonly id: string;
}
export interface GroupingForm extends ElementForm {
  readonly direction: Direction;
  readonly fields: readonly string[];
  readonly type: WidgetPivot['type'];
  readonly interval: IntervalForm;
  readonly limit: number | undefined;
  readonly skipEmptyValues: boolean;
  readonly stored?: WidgetPivot;
}
export interface MetricForm extends ElementForm {
  /** Name of the function, for example `count` or `avg`; undefined until the user selects a function. */
  readonly function: string | undefined;
  readonly field: string | undefined;
  readonly percentile: number | undefined;
  /** Query that the counted messages match as well; an empty text: all messages are counted. */
  readonly filter: string;
  /** Text of the formula; only used while the function is `formula`. */
  readonly formula: string;
  readonly name: string;
  /** Unit and thresholds of the metric, which are stored outside the widget's configuration. */
  readonly look: MetricLook;
  readonly stored?: AggregationConfig['series'][number];
}
export interface SortForm extends ElementForm {
  readonly type: 'groupBy' | 'metric' | undefined;
  readonly field: string | undefined;
  readonly direction: 'Ascending' | 'Descending' | undefined;
}
export interface AggregationForm {
  readonly groupings: readonly GroupingForm[];
  readonly rollupColumns: boolean;
  readonly metrics: readonly MetricForm[];
  readonly sorts: readonly SortForm[];
  readonly visualization: {
    readonly type: string | undefined;
    readonly config: StoredConfig;
    readonly eventAnnotation: boolean;
  };
}

/** Number of values of a grouping until the user changes it (spec 1 §9). */
const defaultLimit = 15;
export const defaultInterval: IntervalForm = { type: 'auto', scaling: 1 };
export const fixedInterval: IntervalForm = { type: 'timeunit', value: 1, unit: 'minutes' };
/** Value of `MetricForm.function` for a metric that a formula computes from other metrics. */
export const formulaFunction = 'formula';
/**
 * Tells whether a metric with this function may have a filter of its own. A formula may not, because the metrics in it
 * have filters. `latest()` may not, because its value may be a text, which the console does not compute.
 */
export const isFilterable = (name: string): boolean => name !== formulaFunction && name !== 'latest';
/** Percentile with which a percentile metric starts; for latencies it is the most common percentile. */
const usualPercentile = 95;
/** The percentiles that the user can select (spec 2 §5). */
export const percentiles = [25, 50, 75, 90, 95, 99] as const;

export const newGrouping = (ids: Ids): GroupingForm => ({
  id: ids.uuid(),
  direction: 'row',
  fields: [],
  type: 'values',
  interval: defaultInterval,
  limit: defaultLimit,
  skipEmptyValues: false,
});
export const newMetric = (ids: Ids): MetricForm => ({
  id: ids.uuid(),
  function: undefined,
  field: undefined,
  percentile: undefined,
  filter: '',
  formula: '',
  name: '',
  look: {},
});
export const newSort = (ids: Ids): SortForm => ({
  id: ids.uuid(),
  type: undefined,
  field: undefined,
  direction: undefined,
});

/**
 * Sets the fields of a grouping. If all fields are dates, the grouping becomes a time grouping, otherwise a values
 * grouping. When the kind changes, the settings of the new kind start with their defaults.
 */
export function withFields(
  grouping: GroupingForm,
  fields: readonly string[],
  isDate: (field: string) => boolean,
): GroupingForm {
  const type = fields.length > 0 && fields.every(isDate) ? 'time' : 'values';
  if (type === grouping.type) return { ...grouping, fields };
  return type === 'time'
    ? { ...grouping, fields, type, interval: defaultInterval, skipEmptyValues: false }
    : { ...grouping, fields, type, limit: defaultLimit };
}

/** Sets the function of a metric; its field stays. A new percentile metric starts with the percentile 95. */
export function withFunction(metric: MetricForm, name: string): MetricForm {
  return {
    ...metric,
    function: name,
    percentile: name === 'percentile' ? (metric.percentile ?? usualPercentile) : undefined,
  };
}

/** Sets the visualization type; the new type starts with its default configuration. */
export function withVisualization(form: AggregationForm, type: string): AggregationForm {
  const chosen = visualizationType(type);
  const annotated = form.visualization.eventAnnotation && chosen?.annotations === true;
  return {
    ...form,
    visualization: { type, config: chosen ? defaultConfig(chosen) : {}, eventAnnotation: annotated },
  };
}

/** Adds an empty grouping. The first grouping of a widget switches the rollup off. */
export function withGrouping(form: AggregationForm, ids: Ids): AggregationForm {
  return {
    ...form,
    groupings: [...form.groupings, newGrouping(ids)],
    rollupColumns: form.groupings.length === 0 ? false : form.rollupColumns,
  };
}

export const hasColumns = ({ groupings }: Pick<AggregationForm, 'groupings'>): boolean =>
  groupings.some(({ direction }) => direction === 'column');

/** Returns the metric's function text, for example `avg(took_ms)`; undefined until a function is selected. */
function metricText({ function: name, field, percentile, filter, formula }: MetricForm): string | undefined {
  if (name === undefined) return undefined;
  if (name === formulaFunction) return formulaText(formula.trim());
  const text = formatSeries({
    type: name,
    ...(field !== undefined && { field }),
    ...(name === 'percentile' && percentile !== undefined && { percentile }),
  });
  return isFilterable(name) ? filteredText({ function: text, filter }) : text;
}

export interface SortOption {
  readonly type: 'groupBy' | 'metric';
  readonly field: string;
  readonly label: string;
}

/**
 * Returns the options of a sort: each row field by which no other sort sorts, and the metrics except `latest`. All
 * sorts of a widget must be of one kind, so if there are other sorts, only options of their kind are returned.
 */
export function sortOptions(form: AggregationForm, sort: SortForm): readonly SortOption[] {
  const others = form.sorts.filter(({ id, type }) => id !== sort.id && type !== undefined);
  const kind = others[0]?.type;
  const taken = new Set(others.filter(({ type }) => type === 'groupBy').map(({ field }) => field));
  const rows = form.groupings.filter(({ direction }) => direction === 'row').flatMap(({ fields }) => fields);
  const groups = [...new Set(rows)]
    .filter((field) => !taken.has(field))
    .map((field): SortOption => ({ type: 'groupBy', field, label: field }));
  const metrics = form.metrics.flatMap((metric): SortOption[] => {
    const field = metricText(metric);
    return field === undefined || metric.function === 'latest'
      ? []
      : [{ type: 'metric', field, label: metric.name.trim() || spokenFunction(field) }];
  });
  const unique = metrics.filter((one, index) => metrics.findIndex(({ field }) => field === one.field) === index);
  return [...(kind === 'groupBy' ? [] : unique), ...(kind === 'metric' ? [] : groups)];
}

/** Tells whether the field or metric of a sort still exists; otherwise the sort is not stored. */
export const isSortable = (form: AggregationForm, { type, field }: SortForm): boolean =>
  type === 'groupBy'
    ? form.groupings.some((one) => one.direction === 'row' && one.fields.includes(field ?? ''))
    : form.metrics.some((metric) => metric.function !== 'latest' && metricText(metric) === field);

/** Tells whether the console computes a metric, because it is a formula or has a filter of its own. */
export function isComputedMetric(metric: MetricForm): boolean {
  const text = metricText(metric);
  return text !== undefined && isComputed(text);
}

/** Returns the name of a metric in the result; undefined until a function is selected. */
function nameOf(metric: MetricForm): string | undefined {
  const text = metricText(metric);
  return metric.name.trim() || (text !== undefined && isComputed(text) ? plainName(text) : text);
}

interface PinnableColumn {
  /** Field, or name of the metric in the result. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
}

/** Returns the columns that a data table can pin: row fields and metrics. */
export function pinnableColumns(form: AggregationForm): readonly PinnableColumn[] {
  const rows = form.groupings.filter(({ direction }) => direction === 'row').flatMap(({ fields }) => fields);
  const metrics = form.metrics.flatMap((metric) => {
    const name = nameOf(metric);
    return name ? [[name, metric.name.trim() || spokenFunction(metricText(metric) ?? '')] as const] : [];
  });
  const labels = new Map([...metrics, ...rows.map((field) => [field, field] as const)]);
  return [...new Set([...rows, ...metrics.map(([name]) => name)])].map((name) => ({
    name,
    label: labels.get(name) ?? name,
  }));
}

// ---- The following functions convert the widget's configuration to the form. ----

function groupingOf(pivot: WidgetPivot, direction: Direction, ids: Ids): GroupingForm {
  const { fields, type, config } = pivot;
  const { interval, limit, skip_empty_values: skip } = config ?? {};
  const form: IntervalForm =
    interval?.type === 'timeunit'
      ? { type: 'timeunit', value: interval.value, unit: interval.unit }
      : // A missing scaling means 1; a stored null means that the input is empty and the user must enter a number.
        { type: 'auto', scaling: interval?.scaling === null ? undefined : (interval?.scaling ?? 1) };
  return {
    id: ids.uuid(),
    direction,
    fields: fields ?? [],
    type,
    interval: form,
    limit: limit ?? defaultLimit,
    skipEmptyValues: skip ?? false,
    stored: pivot,
  };
}

function metricOf(stored: AggregationConfig['series'][number], looks: MetricLooks, ids: Ids): MetricForm {
  const formula = formulaOf(stored.function);
  const filtered = filteredOf(stored.function);
  const { type, field, percentile } = parseSeries(filtered?.function ?? stored.function);
  return {
    id: ids.uuid(),
    ...(formula === undefined
      ? { function: type, field, percentile }
      : { function: formulaFunction, field: undefined, percentile: undefined }),
    filter: filtered?.filter ?? '',
    formula: formula ?? '',
    name: stored.config?.name ?? '',
    look: looks[stored.function] ?? {},
    stored,
  };
}

export function formOf(config: AggregationConfig, ids: Ids, looks: MetricLooks = {}): AggregationForm {
  const { row_pivots: rows = [], column_pivots: columns = [], series = [], sort = [] } = config;
  return {
    groupings: [
      ...rows.map((pivot) => groupingOf(pivot, 'row', ids)),
      ...columns.map((pivot) => groupingOf(pivot, 'column', ids)),
    ],
    rollupColumns: config.rollup ?? true,
    metrics: series.map((one) => metricOf(one, looks, ids)),
    sorts: sort.map(({ type, field, direction }) => ({
      id: ids.uuid(),
      type: type === 'pivot' ? 'groupBy' : 'metric',
      field,
      direction,
    })),
    visualization: {
      // In stored views the type may be missing or empty.
      type: config.visualization || undefined,
      config: config.visualization_config ?? {},
      eventAnnotation: config.event_annotation ?? false,
    },
  };
}

// ---- The following functions convert the form to the widget's configuration. ----

function pivotOf(grouping: GroupingForm): WidgetPivot {
  const { fields, type, interval, limit, skipEmptyValues, stored } = grouping;
  const { interval: _interval, limit: _limit, skip_empty_values: skipped, ...rest } = stored?.config ?? {};
  const time: WidgetPivot['config'] =
    interval.type === 'auto'
      ? { interval: { type: 'auto', scaling: interval.scaling ?? null } }
      : { interval: { type: 'timeunit', value: interval.value ?? 1, unit: interval.unit } };
  // A stored grouping without this member stays without it unless the user switches the setting on.
  const skip = skipEmptyValues || skipped !== undefined ? { skip_empty_values: skipEmptyValues } : {};
  const values: WidgetPivot['config'] = { limit: limit ?? defaultLimit, ...skip };
  return { ...stored, fields: [...fields], type, config: { ...rest, ...(type === 'time' ? time : values) } };
}

function seriesOf(metric: MetricForm): AggregationConfig['series'] {
  const text = metricText(metric);
  if (text === undefined) return [];
  const name = metric.name.trim() === '' ? null : metric.name.trim();
  return [{ ...metric.stored, function: text, config: { ...metric.stored?.config, name } }];
}

/**
 * Returns the visualization's configuration to store, without the values of hidden fields and of removed columns; null
 * if no values are left.
 */
function visualizationConfig(form: AggregationForm): StoredConfig | null {
  const { type, config } = form.visualization;
  const known = visualizationType(type);
  if (!known) return config;
  const shown = shownFields(known, config);
  const pinnable = pinnableColumns(form).map(({ name }) => name);
  const stored = known.fields.reduce((kept, field) => {
    if (!shown.includes(field)) return writeField(kept, field, undefined);
    const value = kept[field.path[0] ?? ''];
    if (field.kind !== 'columns' || !Array.isArray(value)) return kept;
    return writeField(
      kept,
      field,
      value.filter((column) => pinnable.includes(String(column))),
    );
  }, config);
  return Object.keys(stored).length === 0 ? null : stored;
}

/** Builds the widget's configuration from the form; members that the form does not know come from `base`. */
export function configOf(form: AggregationForm, base: AggregationConfig): AggregationConfig {
  const { groupings, metrics, sorts, visualization } = form;
  const pivots = (direction: Direction) => groupings.filter((one) => one.direction === direction).map(pivotOf);
  const sort = sorts.flatMap((one): AggregationConfig['sort'] =>
    one.type !== undefined && one.field !== undefined && one.direction !== undefined && isSortable(form, one)
      ? [{ type: one.type === 'groupBy' ? 'pivot' : 'series', field: one.field, direction: one.direction }]
      : [],
  );
  return {
    ...base,
    row_pivots: pivots('row'),
    column_pivots: pivots('column'),
    series: metrics.flatMap(seriesOf),
    sort,
    visualization: visualization.type ?? base.visualization,
    visualization_config: visualizationConfig(form),
    rollup: form.rollupColumns,
    event_annotation: visualization.eventAnnotation,
  };
}

/** Returns the metrics that formulas may name, by their names. */
export const namesOf = ({ metrics }: Pick<AggregationForm, 'metrics'>): NamedMetrics =>
  namedMetrics({ series: metrics.flatMap(seriesOf) });

/** Returns the units and thresholds of the form's metrics by function text. */
export function looksOf({ metrics }: Pick<AggregationForm, 'metrics'>): MetricLooks {
  const looks = metrics.flatMap((metric): [string, MetricLook][] => {
    const text = metricText(metric);
    const look = tidyLook(metric.look);
    return text !== undefined && look ? [[text, look]] : [];
  });
  return Object.fromEntries(looks);
}
