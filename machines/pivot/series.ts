/** Metrics of widgets: their names, and their form in a search (contract search C4, F2). */
import type { FieldType, PivotSeries } from '../../api/contract/searches.js';
import { parseSeries } from '../../api/formula/series-text.js';

export interface WidgetSeries {
  readonly function: string;
  readonly config?: { readonly name?: string | null } | null;
}

/**
 * Returns the name that the user gave a metric, otherwise its function text. Results use the name as the metric's id
 * (contract search P13).
 */
export function seriesName({ function: text, config }: WidgetSeries): string {
  return config?.name || text;
}

export function toPivotSeries(series: WidgetSeries): PivotSeries {
  return { id: seriesName(series), ...parseSeries(series.function) };
}

/**
 * Returns the type of a metric's values: `long` for count and card, the type of the field for avg, min, max and
 * percentile, and `float` for other functions. It is `unknown` if a function has the type of the field but this type is
 * not known.
 */
export function seriesResultType(text: string, typeOfField: (field: string) => FieldType['type'] | undefined): string {
  const { type, field } = parseSeries(text);
  if (type === 'count' || type === 'card') return 'long';
  if (!['avg', 'min', 'max', 'percentile'].includes(type)) return 'float';
  return (field === undefined ? undefined : typeOfField(field)?.type) ?? 'unknown';
}
