/** Names of metrics for people: legends, tooltips, axes and heads of tables. */
import { parseSeries } from '../../api/formula/series-text.js';
import { isComputed, plainName } from './computed-metric.js';
import type { WidgetSeries } from './series.js';

/**
 * Returns the name of a metric for people: the name that the user gave it, otherwise its function without brackets, such
 * as `p95 took_ms` or `count`. Searches, exports and stored documents contain `seriesName` instead.
 */
export const spokenName = ({ function: text, config }: WidgetSeries): string => config?.name || spokenFunction(text);

/** Returns the text of a metric's function for people; the text of a computed metric is readable as it is. */
export function spokenFunction(text: string): string {
  if (isComputed(text)) return plainName(text);
  const { type, field, percentile } = parseSeries(text);
  if (field === undefined || field === '') return type;
  return `${percentile === undefined ? type : `p${percentile}`} ${field}`;
}
