/**
 * Contains the data of a completely loaded source, which can be searched by text or address, and the problems found in
 * the source.
 */
import type { AdapterProblem } from '../../../api/contract/lookup.js';
import type { AdapterFigures } from './adapter.js';
import { addressWords } from './data/address.js';
import type { Loaded, LoadOutcome } from './data/load.js';
import { PackedRows } from './data/packed-rows.js';
import { PrefixTree } from './data/prefix-tree.js';

/** Number of first rows that the page of a data adapter shows. */
const shownRows = 20;

export class LoadedData {
  readonly #rows: PackedRows;
  readonly #tree: PrefixTree | undefined;
  readonly columns: readonly string[];
  readonly problems: readonly AdapterProblem[];
  readonly problemCount: number;

  constructor({ rows, tree, columns, problems, problemCount }: Loaded) {
    this.#rows = new PackedRows(rows);
    this.#tree = tree && new PrefixTree(tree);
    this.columns = columns;
    this.problems = problems;
    this.problemCount = problemCount;
  }

  /** Returns the number of the row with a key; -1: no row has the key. */
  find(key: string): number {
    return this.#rows.find(key);
  }

  /**
   * Returns the number of the row with the smallest network that contains an address; -1: no network contains it;
   * undefined: the text is no address.
   */
  findNetwork(address: string): number | undefined {
    const words = addressWords(address);
    return words && (this.#tree?.find(words) ?? -1);
  }

  cell(row: number, column = 0): string {
    return this.#rows.cell(row, column);
  }

  record(row: number): Record<string, string> {
    return Object.fromEntries(this.columns.map((name, at) => [name, this.#rows.cell(row, at)]));
  }

  figures(): AdapterFigures {
    const first = Array.from({ length: Math.min(shownRows, this.#rows.rows) }, (_, row) => ({
      key: this.#rows.key(row),
      value: this.columns.length === 1 ? this.cell(row) : this.record(row),
    }));
    return { rows: this.#rows.rows, problems: this.problems, problemCount: this.problemCount, first };
  }
}

/**
 * Thrown when the source of a data adapter is refused; `problems` lists its first invalid lines, and `count` is the
 * number of all.
 */
export class RefusedSource extends Error {
  constructor(
    readonly problems: readonly AdapterProblem[],
    readonly count: number,
  ) {
    const [first] = problems;
    const where = first?.line ? `Line ${first.line}: ` : '';
    super(`${where}${first?.text ?? ''}${count > 1 ? ` ${count - 1} more lines are wrong.` : ''}`);
  }
}

/** Returns the loaded data. @throws RefusedSource when the source was refused */
export function loadedOf(outcome: LoadOutcome): LoadedData {
  if ('refused' in outcome) throw new RefusedSource(outcome.refused, outcome.count);
  return new LoadedData(outcome.loaded);
}
