/**
 * Collects the metrics of the running server by their names in the API (contract administration, "Metric names the
 * console reads").
 */
import { getHeapStatistics } from 'node:v8';
import type {
  Metric,
  MetricRegistry,
  MetricsSummary,
  PlainMetric,
  TimeStats,
} from '../../../api/contract/system.schema.js';
import type { EventLoopFigures } from './event-loop.js';
import type { SearchLoad, WarmUpFigures } from '../search/index.js';
import type { MessageStore, WordsLoad } from '../store/types.js';

type Source = () => Iterable<Metric>;

/** Returns both names of a metric in the API: the full name, and its part after the last dot. */
export const metricNames = (full_name: string) => ({
  full_name,
  name: full_name.slice(full_name.lastIndexOf('.') + 1),
});

export const gauge = (full_name: string, value: number | string): Metric => ({
  ...metricNames(full_name),
  type: 'gauge',
  metric: { value },
});

export class Metrics {
  readonly #sources: Source[] = [];

  /** Registers a source, which is called for each request; its metrics may change. */
  provide(source: Source): void {
    this.#sources.push(source);
  }

  all(): Metric[] {
    return this.#sources.flatMap((source) => [...source()]);
  }

  /** Returns one metric in its flat form; undefined: the name is unknown. */
  single(name: string): PlainMetric | undefined {
    const found = this.all().find(({ full_name }) => full_name === name);
    return found && plain(found);
  }

  registry(): MetricRegistry {
    const all = this.all();
    const of = <T>(type: Metric['type']): Record<string, T> =>
      Object.fromEntries(all.filter((one) => one.type === type).map((one) => [one.full_name, plain(one) as T]));
    return {
      version: '3.1.3',
      gauges: of('gauge'),
      counters: of('counter'),
      histograms: of('histogram'),
      meters: of('meter'),
      timers: of('timer'),
    };
  }

  /** Returns metrics by their full names; unknown names, and names that `may` rejects, are absent from the result. */
  named(names: readonly string[], may: (name: string) => boolean): MetricsSummary {
    const wanted = new Set(names);
    return summary(this.all().filter(({ full_name }) => wanted.has(full_name) && may(full_name)));
  }

  below(namespace: string, may: (name: string) => boolean): MetricsSummary {
    return summary(this.all().filter(({ full_name }) => full_name.startsWith(namespace) && may(full_name)));
  }
}

/** Formats a metric like dropwizard-metrics 3.1.3, as the contract requires. */
function plain(one: Metric): PlainMetric {
  if (one.type === 'gauge' || one.type === 'counter') return one.metric;
  const times = 'time' in one.metric ? plainTimes(one.metric.time) : {};
  if (one.type === 'histogram') return { count: one.metric.count, ...times };
  const { total, mean, one_minute, five_minute, fifteen_minute } = one.metric.rate;
  return {
    count: total,
    ...times,
    m1_rate: one_minute,
    m5_rate: five_minute,
    m15_rate: fifteen_minute,
    mean_rate: mean,
    ...(one.type === 'meter'
      ? { units: one.metric.rate_unit }
      : { duration_units: one.metric.duration_unit, rate_units: one.metric.rate_unit }),
  };
}

function plainTimes(time: TimeStats): PlainMetric {
  const { min, max, mean, std_dev, '95th_percentile': p95, '98th_percentile': p98, '99th_percentile': p99 } = time;
  return { min, max, mean, stddev: std_dev, p95, p98, p99 };
}

const summary = (metrics: Metric[]): MetricsSummary => ({ total: metrics.length, metrics });

/** Measures once a second how many messages per second the store has received and made searchable. */
export class Throughput {
  #last: { appended: number; loaded: number; at: number };
  #input = 0;
  #output = 0;
  readonly #store: MessageStore;
  readonly #timer: NodeJS.Timeout;

  constructor(store: MessageStore) {
    this.#store = store;
    this.#last = { ...store.journal, at: Date.now() };
    this.#timer = setInterval(() => this.#measure(), 1000);
    this.#timer.unref();
  }

  get input(): number {
    return this.#input;
  }
  get output(): number {
    return this.#output;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    const { appended, loaded } = this.#store.journal;
    const at = Date.now();
    const seconds = Math.max(0.001, (at - this.#last.at) / 1000);
    this.#input = Math.round((appended - this.#last.appended) / seconds);
    this.#output = Math.round((loaded - this.#last.loaded) / seconds);
    this.#last = { appended, loaded, at };
  }
}

/** Yields the metrics of throughput, journal, buffers and memory. */
export function* serverMetrics(store: MessageStore, throughput: Throughput): Iterable<Metric> {
  yield gauge('org.graylog2.throughput.input.1-sec-rate', throughput.input);
  yield gauge('org.graylog2.throughput.output.1-sec-rate', throughput.output);
  const { waiting, waitingBytes, files, oldestWaiting, ...buffers } = store.journal;
  const journal = {
    'append.1-sec-rate': throughput.input,
    'read.1-sec-rate': throughput.output,
    segments: files.segments,
    'entries-uncommitted': waiting,
    'utilization-ratio': waitingBytes / files.limitBytes,
    'oldest-segment': new Date(files.oldest).toISOString(),
    size: waitingBytes,
    'size-limit': files.limitBytes,
  };
  for (const [name, value] of Object.entries(journal)) yield gauge(`org.graylog2.journal.${name}`, value);
  yield gauge('log-console.journal.lag-seconds', lagSeconds(oldestWaiting));
  yield* bufferMetrics('process', {
    messages: buffers.underway,
    bytes: buffers.underwayBytes,
    limitBytes: buffers.underwayLimit,
  });
  yield gauge('org.graylog2.buffers.output.usage', buffers.loading);
  yield gauge('org.graylog2.buffers.output.size', buffers.loadingLimit);
  const { heapUsed, heapTotal } = process.memoryUsage();
  yield gauge('jvm.memory.heap.used', heapUsed);
  yield gauge('jvm.memory.heap.committed', heapTotal);
  yield gauge('jvm.memory.heap.max', heapLimit());
}

/**
 * Returns the seconds since the receipt of the oldest message that is not searchable yet; 0: all messages are
 * searchable.
 */
export function lagSeconds(oldestWaiting: number | undefined, now = Date.now()): number {
  return oldestWaiting === undefined ? 0 : Math.max(0, now - oldestWaiting) / 1000;
}

export interface BufferLoad {
  readonly messages: number;
  readonly bytes: number;
  readonly limitBytes: number;
}

/** Assumed size of a message in bytes while a buffer is empty. */
const usualMessageBytes = 1024;

/**
 * Yields the metrics of a buffer. A buffer is bounded by bytes, so its size is the number of messages of average size
 * that it could hold.
 */
export function* bufferMetrics(buffer: string, { messages, bytes, limitBytes }: BufferLoad): Iterable<Metric> {
  const size = messages > 0 && bytes > 0 ? (limitBytes * messages) / bytes : limitBytes / usualMessageBytes;
  yield gauge(`org.graylog2.buffers.${buffer}.usage`, messages);
  yield gauge(`org.graylog2.buffers.${buffer}.size`, Math.max(messages, Math.round(size)));
}

/** Yields the metrics of the event loop: how long the main thread is blocked. */
export function* eventLoopMetrics({ meanMs, p99Ms, maxMs, utilization }: EventLoopFigures): Iterable<Metric> {
  const figures = { 'delay-mean-ms': meanMs, 'delay-99th-ms': p99Ms, 'delay-max-ms': maxMs, utilization };
  for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.event-loop.${name}`, value);
}

/** Yields the metrics of running and waiting searches, and of the warm-up of the search after the start. */
export function* searchMetrics(
  { running, waiting, oldestMs, resultBytes }: SearchLoad,
  { ms, searches, bytes }: WarmUpFigures,
): Iterable<Metric> {
  const figures = {
    running,
    waiting,
    'longest-wait-ms': oldestMs,
    'result-bytes': resultBytes,
    'warm-up-ms': Math.round(ms),
    'warm-up-searches': searches,
    'warm-up-bytes': bytes,
  };
  for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.searches.${name}`, value);
}

/**
 * Yields the metrics of the inverted index: its memory in bytes, and the number of aborted searches of its dictionary.
 */
export function* wordsMetrics({ readerBytes, builderBytes, endedWalks }: WordsLoad): Iterable<Metric> {
  const figures = { 'reader-bytes': readerBytes, 'builder-bytes': builderBytes, 'ended-walks': endedWalks };
  for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.words.${name}`, value);
}

/** Returns the heap limit of the process in bytes. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
