import type { ReadMeter, Row } from '../types.js';

/** Memory that one read has reserved with the meter of its search and not released yet. */
export class Reservation {
  #bytes = 0;
  isRefused = false;

  constructor(private readonly meter: ReadMeter) {}

  /** @throws the error of the meter when the bytes exceed a limit of the search */
  reserve(bytes: number): void {
    // The meter counts the bytes even if it refuses them, so they have to be released in any case.
    this.#bytes += bytes;
    this.#ask(() => this.meter.reserve(bytes));
  }

  /** @throws the error of the meter when the rows exceed a limit of the search */
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
