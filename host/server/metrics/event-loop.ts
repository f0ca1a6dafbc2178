/** Measures how long the main thread, which answers requests, is blocked. */
import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks';

export interface EventLoopFigures {
  /**
   * Mean delay in milliseconds during the last full interval; until the first interval has ended, the mean delay since
   * the start. The resolution of the measuring timer is subtracted.
   */
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Share of the time in which the thread was busy: 0 to 1. */
  readonly utilization: number;
}

const resolutionMs = 20;
const intervalMs = 10_000;

export class EventLoop {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  #busy = performance.eventLoopUtilization();
  #last: EventLoopFigures | undefined;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#turn(), intervalMs).unref();
  }

  get figures(): EventLoopFigures {
    return this.#last ?? this.#now();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #turn(): void {
    this.#last = this.#now();
    this.#busy = performance.eventLoopUtilization();
    this.#histogram.reset();
  }

  #now(): EventLoopFigures {
    const beyond = (nanoseconds: number): number =>
      Number.isFinite(nanoseconds) ? Math.max(0, Math.round(nanoseconds / 1e5) / 10 - resolutionMs) : 0;
    const { mean, max, count } = this.#histogram;
    return {
      meanMs: count === 0 ? 0 : beyond(mean),
      p99Ms: count === 0 ? 0 : beyond(this.#histogram.percentile(99)),
      maxMs: count === 0 ? 0 : beyond(max),
      utilization: Math.round(performance.eventLoopUtilization(this.#busy).utilization * 1000) / 1000,
    };
  }
}
