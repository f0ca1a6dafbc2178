/**
 * Additional series in the request of a chart of top values, from which `rest-of-values.ts` computes the omitted
 * values. The two are separate modules, because every search needs these series, but only charts compute omitted
 * values.
 */
import type { PivotSeries, SearchType } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';

/** Ids of the additional series. Older servers answer with the function texts instead of ids (contract search P13). */
export const messagesId = '(messages with the field)';
export const valuesId = '(values of the field)';

export type Grouped = Pick<AggregationConfig, 'row_pivots' | 'column_pivots' | 'series'>;

/** Returns the field whose top values a widget shows; undefined if its omitted values cannot be computed. */
export function limitedField({ row_pivots: rows, column_pivots: columns }: Grouped): string | undefined {
  const [only, ...more] = rows;
  if (!only || more.length > 0 || columns.length > 0 || only.type !== 'values') return undefined;
  const [field, ...others] = only.fields;
  return others.length === 0 ? field : undefined;
}

/**
 * Tells whether the total of a metric over the omitted values can be computed by subtraction. Sums could be subtracted
 * too, but the total of a sum includes the messages without the field whose values are shown, and these messages are
 * not omitted values. So only `count()` is supported.
 */
export const addsUp = (text: string): boolean => text === 'count()';

/**
 * Returns the additional series of a widget's search type; returns no series if its omitted values cannot be computed.
 */
export function restSeries(config: Partial<Grouped>): readonly PivotSeries[] {
  const { row_pivots = [], column_pivots = [], series = [] } = config;
  const field = limitedField({ row_pivots, column_pivots, series });
  if (field === undefined || series.length === 0 || !series.every((one) => addsUp(one.function))) return [];
  return [
    { id: messagesId, type: 'count', field },
    { id: valuesId, type: 'card', field },
  ];
}

/** Visualizations that show the omitted values as one group beside the top values. */
const visualizations: ReadonlySet<string> = new Set(['bar', 'pie', 'area', 'line']);

/** Tells whether a widget shows the omitted values as one group. */
export const showsRest = ({ visualization }: Pick<AggregationConfig, 'visualization'>): boolean =>
  visualizations.has(visualization);

/**
 * Returns a search type of a widget with the additional series; the same search type if the widget shows no omitted
 * values, or if the search type has the series already. Search types that another console has stored lack them.
 */
export function withRestSeries<Stored extends SearchType>(stored: Stored, config: AggregationConfig): Stored {
  const { series } = stored;
  const added = showsRest(config) ? restSeries(config) : [];
  const isComplete = added.length === 0 || !Array.isArray(series) || series.length !== config.series.length;
  return isComplete ? stored : { ...stored, series: [...series, ...added] };
}
