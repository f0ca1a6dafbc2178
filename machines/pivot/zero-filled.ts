/** Values of lines over time where a bucket has none: a count of nothing is 0, an average of nothing does not exist. */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { metricFunction, type ChartData } from './chart-data.js';
import { parseSeries } from './series.js';

/** Functions whose value without any message is 0. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/**
 * Replaces missing values of count, sum and card by 0 on a time axis. Other functions keep their gaps, and so do charts of
 * categories.
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
