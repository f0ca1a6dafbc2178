/** Initial configurations of aggregation widgets in the API's format (screens/search.md §5, §9). */
import type { AggregationConfig } from '../../api/contract/views.schema.js';

/** Returns a configuration without groups and metrics, shown as a data table. */
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
