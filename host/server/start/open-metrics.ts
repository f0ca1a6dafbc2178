/** Opens the metrics with the measurements of the process and of the parts of the server that were opened before. */
import type { Auth } from '../auth/auth.js';
import type { RootLog } from '../log/log.js';
import type { EventLoop } from '../metrics/event-loop.js';
import { eventLoopMetrics, Metrics, serverMetrics, Throughput } from '../metrics/metrics.js';
import { ProcessMetrics } from '../metrics/process-metrics.js';
import type { MessageStore } from '../store/types.js';
import type { Opened } from './opened.js';

const logTickMs = 1_000;

export interface MetricsNeeds {
  readonly store: MessageStore;
  readonly auth: Auth;
  readonly eventLoop: EventLoop;
  readonly log: RootLog;
}

export interface MetricsRoom {
  readonly throughput: Throughput;
  readonly metrics: Metrics;
  readonly figures: ProcessMetrics;
}

export function openMetrics({ store, auth, eventLoop, log }: MetricsNeeds, opened: Opened): MetricsRoom {
  const throughput = new Throughput(store);
  opened.add(() => throughput.stop());
  const metrics = new Metrics();
  metrics.provide(() => serverMetrics(store, throughput));
  opened.every(logTickMs, () => log.tick());
  metrics.provide(() => log.metrics());
  metrics.provide(() => auth.embedTokens.metrics());
  const figures = new ProcessMetrics();
  opened.add(() => figures.stop());
  metrics.provide(() => figures.metrics());
  metrics.provide(() => eventLoopMetrics(eventLoop.figures));
  return { throughput, metrics, figures };
}
