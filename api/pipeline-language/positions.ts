/** Converts offsets in a text to lines and columns. */

export interface LinePosition {
  /** Line number, counted from 1. */
  readonly line: number;
  /** Column in UTF-16 units, counted from 0. */
  readonly column: number;
}

/** Converts many offsets of one text to lines and columns; the line starts are searched only once. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): LinePosition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) };
  }
}
