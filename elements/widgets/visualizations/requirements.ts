/** What a configuration must have for a visualization to show anything (spec 2 §5 "Charts"). */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { texts } from '../texts.js';

/** @param name of the visualization at the start of the sentence */
export const needsMetric =
  (name: string) =>
  ({ series }: AggregationConfig): string | undefined =>
    series.length === 0 ? texts.needsMetric(name) : undefined;
