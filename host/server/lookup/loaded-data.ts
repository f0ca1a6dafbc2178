/** Data of a completely loaded source: lookups by text or by address, and the problems in it. */
import type { AdapterProblem } from '../../../api/contract/lookup.js';
import type { AdapterFigures } from './adapter.js';
import { addressWords } from './data/address.js';
import type { Loaded, LoadOutcome } from './data/load.js';
import { PackedRows } from './data/packed-rows.js';
import { PrefixTree } from './data/prefix-tree.js';

/** Number of rows that the page of an adapter shows. */
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

  /** Returns the row of a key; -1: the key is missing. */
  find(key: string): number {
    return this.#rows.find(key);
  }

  /** Returns the row of the smallest network that contains an address; undefined: the text is no address. */
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

/** A refused source, with its invalid lines. */
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

/** @throws RefusedSource */
export function loadedOf(outcome: LoadOutcome): LoadedData {
  if ('refused' in outcome) throw new RefusedSource(outcome.refused, outcome.count);
  return new LoadedData(outcome.loaded);
}
