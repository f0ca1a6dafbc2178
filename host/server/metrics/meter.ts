/** Measures event rates: of the last whole second, and as moving averages of 1, 5 and 15 minutes. */
import type { MetricRate } from '../../../api/contract/system.schema.js';

const minutes = [1, 5, 15] as const;
/** Weight of one second in each average. */
const weights = minutes.map((count) => 1 - Math.exp(-1 / (60 * count)));

export class Meter {
  #total = 0;
  #totalAtTick = 0;
  #lastSecond = 0;
  #ticks = 0;
  #averages: (number | undefined)[] = minutes.map(() => undefined);
  readonly #parts: Meter[] = [];

  mark(count: number): void {
    this.#total += count;
  }

  /** Counts the events of another meter as well, so that these events need not be marked in both meters. */
  include(part: Meter): void {
    this.#parts.push(part);
    // Earlier events of the included meter belong to the total, but not to the rate of this second.
    this.#totalAtTick += part.total;
  }

  /** Computes the rates of the past second; must be called once a second. */
  tick(): void {
    const { total } = this;
    const rate = total - this.#totalAtTick;
    this.#totalAtTick = total;
    this.#lastSecond = rate;
    this.#ticks += 1;
    this.#averages = this.#averages.map((average, index) =>
      average === undefined ? rate : average + (weights[index] ?? 0) * (rate - average),
    );
  }

  get total(): number {
    let total = this.#total;
    for (const part of this.#parts) total += part.total;
    return total;
  }

  /** Number of events in the last whole second. */
  get perSecond(): number {
    return this.#lastSecond;
  }

  rates(): MetricRate {
    const [one = 0, five = 0, fifteen = 0] = this.#averages;
    const mean = this.#ticks === 0 ? 0 : this.total / this.#ticks;
    return { total: this.total, mean, one_minute: one, five_minute: five, fifteen_minute: fifteen };
  }
}
