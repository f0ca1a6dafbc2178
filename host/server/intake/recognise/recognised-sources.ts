/** Keeps the log formats that were recognised for the most recent senders or files of an input, at most `mostKept`. */
import type { RecognisedFormat } from '../../../../api/contract/inputs.schema.js';

const mostKept = 20;

export class RecognisedSources {
  readonly #formats = new Map<string, string>();
  /** All formats that were added since the last `clear`, including formats of sources that are no longer kept. */
  readonly #seen = new Set<string>();

  /** Sets the format of a source. @returns true: no source had this format before */
  add(source: string, format: string): boolean {
    const known = this.#seen.has(format);
    this.#seen.add(format);
    this.#formats.delete(source);
    this.#formats.set(source, format);
    for (const oldest of this.#formats.keys()) {
      if (this.#formats.size <= mostKept) break;
      this.#formats.delete(oldest);
    }
    return !known;
  }

  clear(): void {
    this.#formats.clear();
    this.#seen.clear();
  }

  /** Returns the most recent sources and their formats, newest first. */
  list(): readonly RecognisedFormat[] {
    return [...this.#formats].map(([source, format]) => ({ source, format })).toReversed();
  }
}
