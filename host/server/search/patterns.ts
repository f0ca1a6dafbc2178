/**
 * Groups the messages of a search into templates. The messages are read in steps that yield to other work, and are not
 * kept in memory.
 */
import type { PatternsAnswer } from '../../../api/contract/patterns.js';
import { instantText } from '../../../api/instant-text.js';
import { levelFields } from '../../../api/level-field.js';
import { answeredPatterns } from '../../../api/patterns/answered.js';
import { lineLength } from '../../../api/patterns/mask.js';
import { PatternMiner } from '../../../api/patterns/miner.js';
import { Yielder } from '../foundation/yielding.js';
import type { MessageReader, Row, SqlValue, StoredIndex } from '../store/types.js';
import { rowsOfBits, type Bits } from '../store/inverted-index/bits.js';
import { fieldReader } from './field-kinds.js';
import type { Match } from './match.js';
import { matchCondition, streamCondition } from './match.js';
import { countMatches, newestFrom } from './message-rows.js';
import { Parameters } from './parameters.js';
import { rowCondition } from './inverted-index/candidates.js';
import { withMatches, type Matches } from './inverted-index/matches.js';

interface Bounds {
  readonly messages: number;
  /** Time limit in milliseconds for grouping the messages; the time of reading them does not count. */
  readonly ownMs: number;
}

/** Default bounds of one response; if there are more messages, the newest are grouped. */
const mostExamined: Bounds = { messages: 1_000_000, ownMs: 10_000 };

/**
 * Number of rows of an index that the first statement of a scan examines. The later statements of a scan examine more
 * rows if few rows match. It is also the number of matches that one statement reads.
 */
const rowsPerStep = 10_000;
/** Largest number of rows of an index that one statement examines. */
const mostRowsPerStep = 640_000;

export async function findPatterns(
  store: MessageReader,
  found: Match,
  signal: AbortSignal,
  most = mostExamined,
): Promise<PatternsAnswer> {
  const { total, first, last } = await countMatches(store, found, signal);
  const isAll = total <= most.messages;
  const oldest = isAll ? first : await newestFrom(store, found, most.messages, signal);
  const from = Math.max(found.range.from, Math.floor(oldest ?? found.range.from));
  // If all messages are grouped, the match stays unchanged, so that its cached result is used.
  const match = isAll ? found : { ...found, range: { ...found.range, from } };
  const to = Math.max(last ?? from, from);
  const { patterns, rest, lines } = await withMatches(store, match, signal, async (matches) => {
    const miner = new PatternMiner({ from, to });
    await group(miner, newestFirst(store, match, matches, signal), most, signal);
    return miner.result();
  });
  return {
    total_results: Math.max(total, lines),
    examined: lines,
    effective_timerange: { type: 'absolute', from: instantText(from), to: instantText(to) },
    patterns: answeredPatterns(patterns),
    rest,
  };
}

/** Passes messages to the miner until the limit of messages or of time is reached. Further messages are left out. */
async function group(
  miner: PatternMiner,
  parts: AsyncIterable<readonly Row[]>,
  { messages, ownMs }: Bounds,
  signal: AbortSignal,
): Promise<void> {
  const yielder = new Yielder(signal);
  let [left, own] = [messages, 0];
  for await (const rows of parts) {
    let begun = performance.now();
    for (const row of rows.slice(0, left)) {
      miner.add({ text: String(row['text'] ?? ''), at: Number(row['ts']), level: row['level'] });
      left -= 1;
      if (!yielder.isOver) continue;
      own += performance.now() - begun;
      if (own > ownMs) return;
      await yielder.pause();
      begun = performance.now();
    }
    own += performance.now() - begun;
    if (left === 0 || own > ownMs) return;
  }
}

/** Yields messages, the last stored first, in a stable order, so that the same messages yield the same templates. */
async function* newestFirst(
  store: MessageReader,
  match: Match,
  { indices, found, scanned, firstRow }: Matches,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  for (const index of [...indices].reverse()) {
    const read: ReadRows = async function* (where) {
      yield* store.stream(...(await lineRows(match, index, where)), signal);
    };
    if (scanned.includes(index)) yield* scannedRows(read, firstRow(index), index.messages, signal);
    const blocks = found.find((hits) => hits.index === index)?.blocks ?? [];
    for (const { block, bits, count } of [...blocks].reverse()) {
      const isDense = count * 4 > block.rows;
      if (isDense) yield* scannedRows(read, block.head.first, block.end, signal);
      else yield* listedHits(read, block.head.first, bits, signal);
    }
  }
}

/** Rows of an index to read: a range of row numbers, or the row numbers of matches. */
type Where = { readonly from: number; readonly to: number } | readonly number[];
type ReadRows = (where: Where) => AsyncIterable<Row[]>;

/**
 * Returns the SQL expression for the level of a message, in whichever field it is. The value is a text if the index has
 * several level fields.
 */
function levelOf(index: StoredIndex): string {
  const [first, ...more] = levelFields(index.fields.keys()).map((name) => fieldReader(name, [index]).read(index));
  if (first === undefined) return 'NULL';
  return more.length === 0 ? first : `coalesce(${[first, ...more].map((sql) => `(${sql})::VARCHAR`).join(', ')})`;
}

/**
 * Returns the statement that reads time, text and level of messages. For matches by row number it compares the streams
 * of each row again, so that a wrong row number cannot reveal a message of another stream.
 */
async function lineRows(match: Match, index: StoredIndex, where: Where): Promise<[sql: string, values: SqlValue[]]> {
  const text = index.fields.get('message')?.column ?? "''";
  const level = levelOf(index);
  const parameters = new Parameters();
  const which =
    'from' in where
      ? `${await matchCondition(match, index, parameters)} AND rowid >= ${where.from} AND rowid < ${where.to}`
      : `${rowCondition(where, parameters)} AND ${streamCondition(index, match.streams, parameters)}`;
  return parameters.bind(
    `SELECT ts, left(${text}, ${lineLength + 1}) AS text, ${level} AS level FROM ${index.catalog}.messages WHERE ${which} ORDER BY rowid DESC`,
  );
}

async function* scannedRows(read: ReadRows, first: number, end: number, signal: AbortSignal): AsyncGenerator<Row[]> {
  let width = rowsPerStep;
  for (let to = end; to > first;) {
    signal.throwIfAborted();
    const from = Math.max(to - width, first);
    let rows = 0;
    for await (const part of read({ from, to })) {
      rows += part.length;
      yield part;
    }
    to = from;
    if (rows * 4 < rowsPerStep) width = Math.min(width * 2, mostRowsPerStep);
    else if (rows > rowsPerStep) width = rowsPerStep;
  }
}

async function* listedHits(read: ReadRows, first: number, bits: Bits, signal: AbortSignal): AsyncGenerator<Row[]> {
  const rows = Array.from(rowsOfBits(bits), (row) => first + row);
  for (let to = rows.length; to > 0; to -= rowsPerStep) {
    signal.throwIfAborted();
    yield* read(rows.slice(Math.max(to - rowsPerStep, 0), to));
  }
}
