/** Fills missing values in time series: a count without messages is 0, an average without messages does not exist. */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { metricFunction, type ChartData } from './chart-data.js';
import { parseSeries } from './series.js';

/** Functions with the value 0 when there are no messages. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/**
 * Replaces missing values of count, sum and card by 0 on a time axis. Other functions and category charts keep their
 * gaps.
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
