/** Rates of events: the last whole second, and the moving averages of 1, 5 and 15 minutes. */
import type { MetricRate } from '../../../api/contract/system.schema.js';

const minutes = [1, 5, 15] as const;
/** Weight of one second in each average. */
const weights = minutes.map((count) => 1 - Math.exp(-1 / (60 * count)));

export class Meter {
  #total = 0;
  #sinceTick = 0;
  #lastSecond = 0;
  #ticks = 0;
  #averages: (number | undefined)[] = minutes.map(() => undefined);

  mark(count: number): void {
    this.#total += count;
    this.#sinceTick += count;
  }

  /** Called once a second. */
  tick(): void {
    const rate = this.#sinceTick;
    this.#sinceTick = 0;
    this.#lastSecond = rate;
    this.#ticks += 1;
    this.#averages = this.#averages.map((average, index) =>
      average === undefined ? rate : average + (weights[index] ?? 0) * (rate - average),
    );
  }

  get total(): number {
    return this.#total;
  }

  /** Events in the last whole second. */
  get perSecond(): number {
    return this.#lastSecond;
  }

  rates(): MetricRate {
    const [one = 0, five = 0, fifteen = 0] = this.#averages;
    const mean = this.#ticks === 0 ? 0 : this.#total / this.#ticks;
    return { total: this.#total, mean, one_minute: one, five_minute: five, fifteen_minute: fifteen };
  }
}
