/** Measures the process while the server runs: memory, processor time, garbage collection, HTTP. */
import { PerformanceObserver } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Metric } from '../../../api/contract/system.schema.js';
import { gauge, metricNames } from './metrics.js';
import { Timer } from './timer.js';

const tickMs = 1000;

export class ProcessMetrics {
  readonly #http = new Map<string, Timer>();
  readonly #statuses = new Map<string, number>();
  readonly #collections = new Map<string, Timer>();
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Cast: the types of Node.js lack the member `detail`, which entries of garbage collection have.
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
  readonly #ticker: NodeJS.Timeout;

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#ticker = setInterval(() => this.#tick(), tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#ticker);
    this.#observer.disconnect();
  }

  /**
   * Measures the time of every request. The metrics are named by the requested resource, so their number is limited by
   * the number of resources of the API.
   */
  watch(app: FastifyInstance, apiPath: string): void {
    app.addHook('onRequest', (_request, reply, done) => {
      this.#active += 1;
      // `close` is also emitted when the client has disconnected and gets no response.
      reply.raw.once('close', () => (this.#active -= 1));
      done();
    });
    app.addHook('onResponse', ({ routeOptions }, reply, done) => {
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
    for (const [kind, timer] of this.#collections) yield* timed(`jvm.gc.${kind}`, timer);
    yield gauge('log-console.http.active', this.#active);
    for (const [resource, timer] of this.#http) yield* timed(`log-console.http.${resource}.requests`, timer);
    for (const [kind, count] of this.#statuses)
      yield { ...metricNames(`log-console.http.responses.${kind}`), type: 'counter', metric: { count } };
  }

  #tick(): void {
    for (const timer of [...this.#http.values(), ...this.#collections.values()]) timer.tick();
  }
}

function* timed(full_name: string, timer: Timer): Iterable<Metric> {
  const { rate, time } = timer.figures();
  if (rate && time)
    yield {
      ...metricNames(full_name),
      type: 'timer',
      metric: { rate_unit: 'events/second', rate, duration_unit: 'microseconds', time },
    };
}
