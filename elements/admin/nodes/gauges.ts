/** Names the gauges of a node that the console reads, grouped by meaning. */
import type { Gauges } from '../../../api/queries/node-state.js';

export const gaugeNames = {
  input: 'org.graylog2.throughput.input.1-sec-rate',
  output: 'org.graylog2.throughput.output.1-sec-rate',
  appended: 'org.graylog2.journal.append.1-sec-rate',
  read: 'org.graylog2.journal.read.1-sec-rate',
  segments: 'org.graylog2.journal.segments',
  waiting: 'org.graylog2.journal.entries-uncommitted',
  /** Seconds since the receipt of the oldest message that is not searchable; only embedded servers have it. */
  lag: 'log-console.journal.lag-seconds',
  utilization: 'org.graylog2.journal.utilization-ratio',
  heapUsed: 'jvm.memory.heap.used',
  heapCommitted: 'jvm.memory.heap.committed',
  heapMax: 'jvm.memory.heap.max',
} as const;

/** Names of a node's buffers, whose gauges the page of the node shows. */
export const bufferNames = ['input', 'process', 'output'] as const;
export type BufferName = (typeof bufferNames)[number];
export const bufferGauge = (buffer: BufferName, what: 'usage' | 'size'): string =>
  `org.graylog2.buffers.${buffer}.${what}`;

/** Names of the event loop's gauges, which only servers that run on Node.js have. */
export const eventLoopNames = {
  mean: 'log-console.event-loop.delay-mean-ms',
  p99: 'log-console.event-loop.delay-99th-ms',
  max: 'log-console.event-loop.delay-max-ms',
} as const;

export const listGauges: readonly string[] = Object.values(gaugeNames);
export const nodeGauges: readonly string[] = [
  ...listGauges,
  ...bufferNames.flatMap((buffer) => [bufferGauge(buffer, 'usage'), bufferGauge(buffer, 'size')]),
  ...Object.values(eventLoopNames),
];

/** Returns the value of a gauge as a number; undefined if the gauge is unknown or its value is no number. */
export function numberOf(gauges: Gauges | undefined, name: string): number | undefined {
  const value = gauges && Object.hasOwn(gauges, name) ? Number(gauges[name]) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
