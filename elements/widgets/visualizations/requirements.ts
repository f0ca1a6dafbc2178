/** Checks the requirements of each visualization on the configuration (spec 2 §5 "Charts"). */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { laterTexts } from '../later-texts.js';

/**
 * Returns the check of a visualization that needs a metric: it returns a text if the configuration has no metric.
 *
 * @param name name of the visualization, which begins the text
 */
export const needsMetric =
  (name: string) =>
  ({ series }: AggregationConfig): string | undefined =>
    series.length === 0 ? laterTexts.needsMetric(name) : undefined;

/** Returns a text that names everything that a heatmap lacks; undefined if it lacks nothing. */
export function needsForHeatmap({
  row_pivots: rows,
  column_pivots: columns,
  series,
}: AggregationConfig): string | undefined {
  const lacking = [
    rows.length + columns.length < 2 && laterTexts.heatmapGroupings,
    (rows.length === 0 || columns.length === 0) && laterTexts.heatmapDirections,
    series.length === 0 && laterTexts.heatmapMetric,
  ].filter((text) => text !== false);
  return lacking.length > 0 ? lacking.join(' ') : undefined;
}
