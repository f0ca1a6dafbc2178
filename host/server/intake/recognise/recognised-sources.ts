/** Log formats detected for the senders or the file of an input. */
import type { RecognisedFormat } from '../../../../api/contract/inputs.schema.js';

const mostKept = 20;

export class RecognisedSources {
  readonly #formats = new Map<string, string>();
  /** Formats of all sources so far. */
  readonly #seen = new Set<string>();

  /** Adds a format. @returns false: another source had this format before */
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

  /** Returns formats, newest first. */
  list(): readonly RecognisedFormat[] {
    return [...this.#formats].map(([source, format]) => ({ source, format })).toReversed();
  }
}
