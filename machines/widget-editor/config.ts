/** Configurations of new aggregation widgets in the API's format (screens/search.md §5, §9). */
import type { AggregationConfig } from '../../api/contract/views.schema.js';

/** Returns the configuration of a data table without groups and metrics. */
export function newAggregationConfig(): AggregationConfig {
  return {
    row_pivots: [],
    column_pivots: [],
    series: [],
    sort: [],
    visualization: 'table',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
  };
}
