/** Fills gaps in time series: a count without messages is 0, whereas an average without messages does not exist. */
import { parseSeries } from '../../api/formula/series-text.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { metricFunction, type ChartData } from './chart-data.js';

/** Functions whose value is 0 when there are no messages. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/**
 * Replaces the missing values of count, sum and card by 0 if the chart has a time axis. Values of other functions, and
 * of charts with categories, stay missing.
 */
export function zeroFilled<Data extends ChartData>(data: Data, config: AggregationConfig): Data {
  if (data.axis.type !== 'time') return data;
  const series = data.series.map((one) =>
    additive.has(parseSeries(metricFunction(one.metric, config)).type) && one.values.includes(null)
      ? { ...one, values: one.values.map((value) => value ?? 0) }
      : one,
  );
  return { ...data, series };
}
