import type { ReadMeter, Row } from '../types.js';

/** Memory that a read has reserved and not released yet. */
export class Reservation {
  #bytes = 0;
  isRefused = false;

  constructor(private readonly meter: ReadMeter) {}

  /** @throws the error of the meter */
  reserve(bytes: number): void {
    // The bytes count even if they are refused, as the meter counts them.
    this.#bytes += bytes;
    this.#ask(() => this.meter.reserve(bytes));
  }

  /** @throws the error of the meter */
  take(row: Row): void {
    this.#ask(() => this.meter.take(row));
  }

  #ask(question: () => void): void {
    try {
      question();
    } catch (error) {
      this.isRefused = true;
      throw error;
    }
  }

  release(bytes = this.#bytes): void {
    this.#bytes -= bytes;
    this.meter.release(bytes);
  }
}
