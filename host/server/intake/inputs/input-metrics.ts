/** Yields the metrics of inputs and streams by their names in the API (contract data-intake, metric_names). */
import type { Metric } from '../../../../api/contract/system.schema.js';
import { gauge, metricNames } from '../../metrics/metrics.js';
import type { InputCounters } from './input-counters.js';

/** Yields the metrics of an input. @param type class name that identifies the input's type in the API */
export function* inputMetrics(type: string, id: string, counters: InputCounters): Iterable<Metric> {
  const name = `${type}.${id}`;
  yield {
    ...metricNames(`${name}.incomingMessages`),
    type: 'meter',
    metric: { rate_unit: 'events/second', rate: counters.received.rates() },
  };
  const counts = {
    emptyMessages: counters.empty,
    malformedMessages: counters.malformed,
    droppedMessages: counters.dropped,
    unreadDatagrams: counters.unreadDatagrams,
  };
  for (const [key, count] of Object.entries(counts)) {
    yield { ...metricNames(`${name}.${key}`), type: 'counter', metric: { count } };
  }
  yield gauge(`${name}.open_connections`, counters.openConnections);
  yield gauge(`${name}.total_connections`, counters.totalConnections);
  yield gauge(`${name}.read_bytes_1sec`, counters.readBytes.perSecond);
  yield gauge(`${name}.read_bytes_total`, counters.readBytes.total);
  yield gauge(`${name}.written_bytes_1sec`, counters.writtenBytes.perSecond);
  yield gauge(`${name}.written_bytes_total`, counters.writtenBytes.total);
}

export function* streamMetrics(rates: Iterable<readonly [string, number]>): Iterable<Metric> {
  for (const [id, rate] of rates) {
    yield gauge(`org.graylog2.plugin.streams.Stream.${id}.incomingMessages.1-sec-rate`, rate);
  }
}
