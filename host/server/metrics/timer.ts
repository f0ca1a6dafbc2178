/** Measures how often an operation runs and how long it takes. */
import type { TimerRate } from '../../../api/contract/extractors.schema.js';
import { Meter } from './meter.js';

/** Number of the last measurements from which the statistics of the durations are computed. */
const kept = 1024;

export class Timer {
  readonly #meter = new Meter();
  readonly #durations = new Float64Array(kept);

  /** Adds a measurement. @param ms duration in milliseconds */
  add(ms: number): void {
    this.#durations[this.#meter.total % kept] = ms * 1000;
    this.#meter.mark(1);
  }

  /** Computes the rates of the past second; must be called once a second. */
  tick(): void {
    this.#meter.tick();
  }

  /** Returns the rates and the statistics of the durations; all are 0 before the first measurement. */
  figures(): TimerRate {
    const count = Math.min(this.#meter.total, kept);
    const sorted = this.#durations.slice(0, count).sort();
    const mean = sorted.reduce((sum, one) => sum + one, 0) / Math.max(1, count);
    const variance = sorted.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, count);
    const at = (share: number) => Math.round(sorted[Math.min(count - 1, Math.floor(share * count))] ?? 0);
    return {
      rate: this.#meter.rates(),
      rate_unit: 'events/second',
      time: {
        min: at(0),
        max: at(1),
        mean: Math.round(mean),
        std_dev: Math.round(Math.sqrt(variance)),
        '95th_percentile': at(0.95),
        '98th_percentile': at(0.98),
        '99th_percentile': at(0.99),
      },
      duration_unit: 'microseconds',
    };
  }
}
