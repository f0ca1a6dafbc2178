/** How the process does: event loop, memory, garbage collection, HTTP. Measured for as long as the server runs. */
import { monitorEventLoopDelay, performance, PerformanceObserver, type EventLoopUtilization } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Metric, TimeStats } from '../../api/contract/system.schema.js';
import { gauge } from './metrics.js';
import { Timer } from './timer.js';

const named = (full_name: string) => ({ full_name, name: full_name.slice(full_name.lastIndexOf('.') + 1) });
/** The figures of the event loop are those of so long. */
const windowMs = 10_000;
const sampleMs = 20;
const tickMs = 1000;

export interface LoopState {
  /** Milliseconds by which turns came late, on the average and at worst. */
  readonly mean: number;
  readonly max: number;
  /** Share of the time in which it had something to do, 0 to 1. */
  readonly utilization: number;
}

const quiet: TimeStats = {
  min: 0,
  max: 0,
  mean: 0,
  std_dev: 0,
  '95th_percentile': 0,
  '98th_percentile': 0,
  '99th_percentile': 0,
};

export class ProcessMetrics {
  readonly #delays = monitorEventLoopDelay({ resolution: sampleMs });
  readonly #http = new Map<string, Timer>();
  readonly #statuses = new Map<string, number>();
  readonly #collections = new Map<string, Timer>();
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { readonly detail?: { readonly kind?: number } }).detail ?? {};
      this.#timer(this.#collections, kind === 1 ? 'scavenge' : kind === 4 ? 'mark-sweep' : 'other').add(entry.duration);
    }
  });
  readonly #timer = (timers: Map<string, Timer>, name: string): Timer => {
    const known = timers.get(name) ?? new Timer();
    timers.set(name, known);
    return known;
  };
  #active = 0;
  #samples = 0;
  #loop: LoopState = { mean: 0, max: 0, utilization: 0 };
  #delay = quiet;
  #utilization: EventLoopUtilization = performance.eventLoopUtilization();
  #windowBegun = performance.now();
  readonly #ticker: NodeJS.Timeout;

  constructor() {
    this.#delays.enable();
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#ticker = setInterval(() => this.#tick(), tickMs).unref();
  }

  get loop(): LoopState {
    return this.#loop;
  }

  stop(): void {
    clearInterval(this.#ticker);
    this.#delays.disable();
    this.#observer.disconnect();
  }

  /** Takes the time of every request, by what it asks for: as many names as the API has resources, whatever is asked. */
  watch(app: FastifyInstance, apiPath: string): void {
    app.addHook('onRequest', (_request, _reply, done) => {
      this.#active += 1;
      done();
    });
    app.addHook('onResponse', ({ routeOptions }, reply, done) => {
      this.#active -= 1;
      const route = routeOptions.url ?? '';
      const inApi = route.startsWith(`${apiPath}/`);
      const [resource = ''] = inApi ? route.slice(apiPath.length + 1).split('/', 1) : ['page'];
      this.#timer(this.#http, /^[a-z_-]+$/.test(resource) ? resource : 'other').add(reply.elapsedTime);
      const kind = `${Math.floor(reply.statusCode / 100)}xx`;
      this.#statuses.set(kind, (this.#statuses.get(kind) ?? 0) + 1);
      done();
    });
  }

  *metrics(): Iterable<Metric> {
    const { rss, external, arrayBuffers } = process.memoryUsage();
    yield gauge('jvm.memory.total.used', rss);
    yield gauge('jvm.memory.non-heap.used', external);
    yield gauge('log-console.process.buffer-bytes', arrayBuffers);
    yield gauge('log-console.process.uptime-seconds', Math.round(process.uptime()));
    const { user, system } = process.cpuUsage();
    yield gauge('log-console.process.cpu-seconds', Math.round((user + system) / 1000) / 1000);
    yield gauge('log-console.event-loop.utilization', Math.round(this.#loop.utilization * 1000) / 1000);
    // In microseconds, as timers are.
    yield {
      ...named('log-console.event-loop.delay'),
      type: 'histogram',
      metric: { count: this.#samples, time: this.#delay },
    };
    for (const [kind, timer] of this.#collections) yield* timed(`jvm.gc.${kind}`, timer);
    yield gauge('log-console.http.active', Math.max(0, this.#active));
    for (const [resource, timer] of this.#http) yield* timed(`log-console.http.${resource}.requests`, timer);
    for (const [kind, count] of this.#statuses)
      yield { ...named(`log-console.http.responses.${kind}`), type: 'counter', metric: { count } };
  }

  #tick(): void {
    for (const timer of [...this.#http.values(), ...this.#collections.values()]) timer.tick();
    const now = performance.now();
    if (now - this.#windowBegun < windowMs) return;
    this.#windowBegun = now;
    const delays = this.#delays;
    const before = this.#utilization;
    this.#utilization = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.#utilization, before);
    // A turn that is on time counts as late by what is waited between two samples.
    const late = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1000 - sampleMs * 1000));
    this.#samples += delays.count;
    this.#delay =
      delays.count === 0
        ? quiet
        : {
            min: late(delays.min),
            max: late(delays.max),
            mean: late(delays.mean),
            std_dev: Math.round(delays.stddev / 1000),
            '95th_percentile': late(delays.percentile(95)),
            '98th_percentile': late(delays.percentile(98)),
            '99th_percentile': late(delays.percentile(99)),
          };
    this.#loop = { mean: this.#delay.mean / 1000, max: this.#delay.max / 1000, utilization };
    delays.reset();
  }
}

function* timed(full_name: string, timer: Timer): Iterable<Metric> {
  const { rate, time } = timer.figures();
  if (rate && time)
    yield {
      ...named(full_name),
      type: 'timer',
      metric: { rate_unit: 'events/second', rate, duration_unit: 'microseconds', time },
    };
}
