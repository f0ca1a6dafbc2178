/**
 * Remembers when the messages that wait in the journal to become searchable were received. It keeps one mark per
 * stretch of the journal instead of a time per message, so that a long backlog costs little memory.
 */

/** Least milliseconds between the times of two marks. */
const leastMs = 250;
/** Number of marks above which every second mark is dropped, and the times of further marks are twice as far apart. */
const mostMarks = 512;

interface Mark {
  /** Number of bytes that were added before the bytes of this mark. */
  readonly from: number;
  /** Time of receipt of the first message behind `from`, epoch milliseconds. */
  readonly at: number;
}

export class WaitingSince {
  #marks: Mark[] = [];
  #added = 0;
  #loaded = 0;
  #betweenMs = leastMs;

  /**
   * Adds bytes to the end of the backlog.
   * @param at time of receipt of the first message in these bytes, epoch milliseconds
   */
  add(bytes: number, at: number): void {
    const last = this.#marks.at(-1);
    if (!last || at - last.at >= this.#betweenMs) this.#marks.push({ from: this.#added, at });
    this.#added += bytes;
    // A mark that is dropped makes the messages behind it count as older than they are, never as newer.
    if (this.#marks.length <= mostMarks) return;
    this.#marks = this.#marks.filter((_, place) => place % 2 === 0);
    this.#betweenMs *= 2;
  }

  /** Removes bytes from the beginning of the backlog, because they became searchable. */
  remove(bytes: number): void {
    this.#loaded += bytes;
    if (this.#loaded >= this.#added) return this.clear();
    const next = this.#marks.findIndex(({ from }) => from > this.#loaded);
    this.#marks.splice(0, (next < 0 ? this.#marks.length : next) - 1);
    if (this.#marks.length < mostMarks / 4) this.#betweenMs = Math.max(leastMs, this.#betweenMs / 2);
  }

  /** Must be called when no message waits any more. */
  clear(): void {
    this.#marks = [];
    this.#added = 0;
    this.#loaded = 0;
    this.#betweenMs = leastMs;
  }

  /** Time of receipt of the oldest waiting message, epoch milliseconds; undefined: no message waits. */
  get oldest(): number | undefined {
    return this.#marks[0]?.at;
  }
}
