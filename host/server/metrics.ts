/** Figures of the running server by their wire names (contract administration, "Metric names the console reads"). */
import { getHeapStatistics } from 'node:v8';
import type { Metric, MetricsSummary } from '../../api/contract/system.schema.js';
import type { SearchLoad } from './search/index.js';
import type { MessageStore, WordsLoad } from './store/types.js';

type Source = () => Iterable<Metric>;

export const gauge = (full_name: string, value: number | string): Metric => ({
  full_name,
  name: full_name.slice(full_name.lastIndexOf('.') + 1),
  type: 'gauge',
  metric: { value },
});

export class Metrics {
  readonly #sources: Source[] = [];

  /** A source is asked each time somebody reads; its names may come and go. */
  provide(source: Source): void {
    this.#sources.push(source);
  }

  all(): Metric[] {
    return this.#sources.flatMap((source) => [...source()]);
  }

  /** Names that do not exist are absent from the answer. */
  named(names: readonly string[], may: (name: string) => boolean): MetricsSummary {
    const wanted = new Set(names);
    return summary(this.all().filter(({ full_name }) => wanted.has(full_name) && may(full_name)));
  }

  below(namespace: string, may: (name: string) => boolean): MetricsSummary {
    return summary(this.all().filter(({ full_name }) => full_name.startsWith(namespace) && may(full_name)));
  }
}

const summary = (metrics: Metric[]): MetricsSummary => ({ total: metrics.length, metrics });

/** Messages per second, measured once a second. */
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

/** Throughput, journal, buffers and memory. */
export function* serverMetrics(store: MessageStore, throughput: Throughput): Iterable<Metric> {
  yield gauge('org.graylog2.throughput.input.1-sec-rate', throughput.input);
  yield gauge('org.graylog2.throughput.output.1-sec-rate', throughput.output);
  const { waitingBytes, appended, loaded } = store.journal;
  const journal = {
    'append.1-sec-rate': throughput.input,
    'read.1-sec-rate': throughput.output,
    segments: 1,
    'entries-uncommitted': Math.max(0, appended - loaded),
    'utilization-ratio': 0,
    size: waitingBytes,
  };
  for (const [name, value] of Object.entries(journal)) yield gauge(`org.graylog2.journal.${name}`, value);
  // Nothing waits in memory: a message goes into the journal before it is acknowledged.
  for (const buffer of ['input', 'process', 'output']) {
    yield gauge(`org.graylog2.buffers.${buffer}.usage`, 0);
    yield gauge(`org.graylog2.buffers.${buffer}.size`, 65_536);
  }
  const { heapUsed, heapTotal } = process.memoryUsage();
  yield gauge('jvm.memory.heap.used', heapUsed);
  yield gauge('jvm.memory.heap.committed', heapTotal);
  yield gauge('jvm.memory.heap.max', heapLimit());
}

/** What searches run and wait at this moment. */
export function* searchMetrics({ running, waiting, oldestMs, resultBytes }: SearchLoad): Iterable<Metric> {
  const figures = { running, waiting, 'longest-wait-ms': oldestMs, 'result-bytes': resultBytes };
  for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.searches.${name}`, value);
}

/** What the word index takes, and how often it was given up. */
export function* wordsMetrics({ readerBytes, builderBytes, endedWalks }: WordsLoad): Iterable<Metric> {
  const figures = { 'reader-bytes': readerBytes, 'builder-bytes': builderBytes, 'ended-walks': endedWalks };
  for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.words.${name}`, value);
}

/** Bytes that the process may use for its heap. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
