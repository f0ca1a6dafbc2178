/** Requirements of each visualization on the configuration (spec 2 §5 "Charts"). */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { laterTexts } from '../later-texts.js';

/** @param name name of the visualization at the start of the sentence */
export const needsMetric =
  (name: string) =>
  ({ series }: AggregationConfig): string | undefined =>
    series.length === 0 ? laterTexts.needsMetric(name) : undefined;

/** Lists everything that a heatmap lacks, joined to one text. */
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
