/** Converts files of keys and values to searchable data, on a worker thread (lookup-worker.ts). */
import { csvRecords, CsvError } from './csv.js';
import { networkOf } from './address.js';
import { PackedBuilder, type PackedData } from './packed-rows.js';
import { PrefixTreeBuilder, type PrefixTreeData } from './prefix-tree.js';

export interface CsvTask {
  readonly kind: 'csv';
  readonly bytes: Uint8Array;
  readonly separator: string;
  readonly quote: string;
  readonly keyColumn: string;
  /** Name of the value column; `*`: all columns. */
  readonly valueColumn: string;
  readonly caseInsensitive: boolean;
  readonly cidr: boolean;
}
export interface DsvTask {
  readonly kind: 'dsv';
  readonly bytes: Uint8Array;
  readonly separator: string;
  readonly lineSeparator: string;
  readonly quote: string;
  readonly ignore: string;
  readonly keyColumn: number;
  /** Index of the value column; undefined: only the presence of a key matters. */
  readonly valueColumn: number | undefined;
  readonly caseInsensitive: boolean;
}
/** Contains block lists of Spamhaus (DROP) with lines `network ; id`. */
interface DropTask {
  readonly kind: 'drop';
  readonly bytes: Uint8Array;
}
/** Contains the exit list of the Tor project: `ExitNode <id>` followed by lines `ExitAddress <address> …`. */
interface TorTask {
  readonly kind: 'tor';
  readonly bytes: Uint8Array;
}
export type LoadTask = CsvTask | DsvTask | DropTask | TorTask;

interface LineProblem {
  /** Line number from 1; null: the problem concerns the whole source. */
  readonly line: number | null;
  readonly text: string;
}

export interface Loaded {
  readonly rows: PackedData;
  /** Names of the columns of each row. */
  readonly columns: readonly string[];
  /** Tree of networks for address lookups; absent: keys are texts. */
  readonly tree?: PrefixTreeData;
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
}
/** Describes the result of loading; `refused`: the source cannot be used. */
export type LoadOutcome = { readonly loaded: Loaded } | { readonly refused: readonly LineProblem[]; readonly count: number };

/** Largest number of rows of one source. */
const mostRows = 5_000_000;
/** Largest number of reported problems of one source. */
const mostProblems = 100;

/** Thrown when the source of a data adapter cannot be used; `problem` gives the reason. */
class Refused extends Error {
  constructor(readonly problem: LineProblem) {
    super(problem.text);
  }
}

class Problems {
  readonly list: LineProblem[] = [];
  count = 0;

  add(line: number | null, text: string): void {
    this.count += 1;
    if (this.list.length < mostProblems) this.list.push({ line, text });
  }
}

/** Decodes UTF-8. @throws Refused with the line of the first invalid byte, when the bytes are no UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused({ line: lineOfBadByte(bytes), text: 'The file is not encoded in UTF-8.' });
  }
}

/**
 * Returns the number of the first line that is not UTF-8. Splitting at line feed bytes is safe, because no multi-byte
 * character contains a line feed byte.
 */
function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const found = bytes.indexOf(10, from);
    const to = found < 0 ? bytes.length : found;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      break;
    }
    from = to + 1;
  }
  return line;
}

const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Collects rows, and refuses duplicate keys. */
class Rows {
  readonly #builder: PackedBuilder;
  readonly #tree: PrefixTreeBuilder | undefined;
  readonly #lines: number[] = [];
  readonly problems = new Problems();
  readonly refusals = new Problems();

  constructor(
    private readonly columns: readonly string[],
    private readonly caseInsensitive: boolean,
    cidr: boolean,
    seed: number,
  ) {
    this.#builder = new PackedBuilder(columns.length, seed);
    this.#tree = cidr ? new PrefixTreeBuilder() : undefined;
  }

  add(line: number, key: string, cells: readonly string[]): void {
    const name = this.caseInsensitive ? key.toLowerCase() : key;
    const network = this.#tree && networkOf(name.trim());
    if (this.#tree && !network) {
      this.problems.add(line, `${shown(key)} is neither a network nor an address; the line is left out.`);
      return;
    }
    const row = this.#builder.rows;
    if (row >= mostRows) throw new Refused({ line, text: `There are more than ${mostRows} rows.` });
    const known = this.#builder.add(name, cells);
    if (known >= 0) this.refusals.add(line, `The key ${shown(key)} already appears in line ${this.#lines[known] ?? 0}.`);
    else {
      this.#lines.push(line);
      if (network && !this.#tree?.add(network, row))
        this.refusals.add(line, `The network ${shown(key)} already appears in an earlier line.`);
    }
  }

  finish(): LoadOutcome {
    if (this.refusals.count > 0) return { refused: this.refusals.list, count: this.refusals.count };
    const { problems, columns } = this;
    return {
      loaded: {
        rows: this.#builder.finish(),
        columns,
        ...(this.#tree && { tree: this.#tree.finish() }),
        problems: problems.list,
        problemCount: problems.count,
      },
    };
  }
}

function loadCsv(task: CsvTask, seed: number): LoadOutcome {
  const text = textOf(task.bytes);
  const records = csvRecords(text, task.separator, task.quote);
  const first = records.next();
  if (first.done) throw new Refused({ line: null, text: 'The file is empty; its first line must have the names of the columns.' });
  const names = first.value.values;
  const at = (name: string): number => {
    const found = names.indexOf(name);
    if (found >= 0) return found;
    throw new Refused({
      line: first.value.line,
      text: `There is no column ${shown(name)}. The columns are ${names.slice(0, 20).map(shown).join(', ')}.`,
    });
  };
  const key = at(task.keyColumn);
  const whole = task.valueColumn === '*';
  const value = whole ? key : at(task.valueColumn);
  const rows = new Rows(whole ? names : [task.valueColumn], task.caseInsensitive, task.cidr, seed);
  const needed = whole ? names.length : Math.max(key, value) + 1;
  for (const { line, values } of records) {
    if (values.length < needed)
      rows.refusals.add(line, `The line has ${values.length} values, but ${needed} are needed.`);
    else rows.add(line, values[key] ?? '', whole ? values : [values[value] ?? '']);
  }
  return rows.finish();
}

/** Returns a cell without surrounding whitespace, and without a quote at each end. */
function plainCell(cell: string, quote: string): string {
  const text = cell.trim();
  const from = text.startsWith(quote) ? quote.length : 0;
  const to = text.length > from && text.endsWith(quote) ? text.length - quote.length : text.length;
  return text.slice(from, to);
}

/**
 * Returns the first cells of a line, which is split at the separators outside of quotes; `most` bounds their number.
 */
function cellsOf(line: string, { separator, quote }: DsvTask, most: number): string[] {
  if (!line.includes(quote)) return line.split(separator, most).map((cell) => cell.trim());
  const cells: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < line.length && cells.length < most; at += 1) {
    if (line[at] === quote) quoted = !quoted;
    else if (line[at] === separator && !quoted) {
      cells.push(line.slice(from, at));
      from = at + 1;
    }
  }
  if (cells.length < most) cells.push(line.slice(from));
  return cells.map((cell) => plainCell(cell, quote));
}

function loadDsv(task: DsvTask, seed: number): LoadOutcome {
  const { ignore, keyColumn, valueColumn } = task;
  const rows = new Rows(['value'], task.caseInsensitive, false, seed);
  const needed = Math.max(keyColumn, valueColumn ?? 0) + 1;
  let line = 0;
  for (const text of linesOf(textOf(task.bytes), task.lineSeparator)) {
    line += 1;
    if (text === '' || (ignore !== '' && text.startsWith(ignore))) continue;
    const cells = cellsOf(text.endsWith('\r') ? text.slice(0, -1) : text, task, needed);
    if (cells.length < needed) rows.problems.add(line, `The line has fewer than ${needed} columns and is left out.`);
    else rows.add(line, cells[keyColumn] ?? '', [valueColumn === undefined ? 'true' : (cells[valueColumn] ?? '')]);
  }
  return rows.finish();
}

function* linesOf(text: string, separator: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf(separator, from);
    const to = found < 0 ? text.length : found;
    yield text.slice(from, to);
    from = to + separator.length;
  }
}

function loadDrop(task: DropTask, seed: number): LoadOutcome {
  const rows = new Rows(['sbl_id', 'subnet'], false, true, seed);
  const known = new Set<string>();
  let line = 0;
  for (const text of linesOf(textOf(task.bytes), '\n')) {
    line += 1;
    const [network = '', id = ''] = text.split(';').map((part) => part.trim());
    // The lists DROP and EDROP overlap, so a network that appears again is skipped.
    if (network === '' || known.has(network)) continue;
    known.add(network);
    rows.add(line, network, [id, network]);
  }
  // If no line contains a network, the source is probably an error page, which must not replace the loaded data.
  if (known.size > 0 && rows.problems.count === known.size)
    throw new Refused({ line: null, text: 'The lists have no networks.' });
  return rows.finish();
}

function loadTor(task: TorTask, seed: number): LoadOutcome {
  const nodes = new Map<string, Set<string>>();
  let node = '';
  for (const text of linesOf(textOf(task.bytes), '\n')) {
    const [word, value = ''] = text.split(' ');
    if (word === 'ExitNode') node = value.trim();
    else if (word === 'ExitAddress' && node !== '') nodes.set(value, (nodes.get(value) ?? new Set()).add(node));
  }
  if (nodes.size === 0) throw new Refused({ line: null, text: 'The list has no exit nodes.' });
  const rows = new Rows(['nodes'], false, false, seed);
  for (const [address, ids] of nodes) rows.add(0, address, [[...ids].join(' ')]);
  return rows.finish();
}

/** Loads a source. @param seed secret seed of the hash table, so that nobody can choose keys that collide */
export function load(task: LoadTask, seed: number): LoadOutcome {
  try {
    switch (task.kind) {
      case 'csv':
        return loadCsv(task, seed);
      case 'dsv':
        return loadDsv(task, seed);
      case 'drop':
        return loadDrop(task, seed);
      case 'tor':
        return loadTor(task, seed);
    }
  } catch (error) {
    if (error instanceof Refused) return { refused: [error.problem], count: 1 };
    if (error instanceof CsvError) return { refused: [{ line: error.line, text: error.message }], count: 1 };
    throw error;
  }
}
