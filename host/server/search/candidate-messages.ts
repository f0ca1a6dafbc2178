/**
 * Reads the messages of a page whose rows the inverted index has found: from the pages of rows (store/row-pages), from
 * the cache of messages, and all other messages from the database.
 */
import { Yielder } from '../foundation/yielding.js';
import { pageColumnNumber } from '../store/row-pages/columns.js';
import type { PageColumn } from '../store/row-pages/page.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { messageOf, namesOf, wantedColumns, type FoundMessage } from './found-message.js';
import { selectCandidates, type RowCluster } from './inverted-index/candidates.js';
import type { Match } from './match.js';
import { isShown, pagedColumns, readPaged } from './paged-rows.js';
import { Parameters } from './parameters.js';
import { countedRows } from './reader.js';
import { sizeOf, type ResultMeter } from './result-size.js';

interface CandidatePage {
  readonly match: Match;
  readonly offset: number;
  readonly limit: number;
  readonly fields: readonly string[];
  /** 1: oldest first, -1: newest first. */
  readonly sign: 1 | -1;
}

interface FoundRow {
  readonly index: StoredIndex;
  readonly row: Row;
}

const rowsOf = (clusters: readonly RowCluster[]): number[] =>
  clusters.flatMap(({ rows }) => rows.map(({ row }) => row)).sort((a, b) => a - b);

/**
 * Tells whether all candidates may be read before they are sorted. There must be at most twice as many candidates as
 * the page has messages. In addition, all of them must be in pages of rows, or all must be in one index.
 */
export function areFew(candidates: readonly RowCluster[], limit: number): boolean {
  const [first] = candidates;
  return (
    candidates.reduce((sum, { rows }) => sum + rows.length, 0) <= limit * 2 &&
    (candidates.every(({ index }) => index === first?.index) ||
      candidates.every(({ index: { pages }, rows }) => pages && rows.every(({ row }) => pages.has(row))))
  );
}

/** Reads the messages of candidates, and returns those of the page, sorted by time and id. */
export async function readCandidates(
  store: MessageReader,
  page: CandidatePage,
  candidates: readonly RowCluster[],
  meter: ResultMeter,
  signal: AbortSignal | undefined,
): Promise<FoundMessage[]> {
  const { offset, limit, fields, sign } = page;
  const found: FoundRow[] = [];
  for (const index of new Set(candidates.map((cluster) => cluster.index))) {
    const clusters = candidates.filter((cluster) => cluster.index === index);
    for await (const row of shownRows(store, page, index, clusters, meter, signal)) found.push({ index, row });
  }
  found.sort((one, other) => compareByTime(one.row, other.row) * sign);
  const yielder = new Yielder(signal);
  const shown: FoundMessage[] = [];
  for (const [at, { index, row }] of found.entries()) {
    if (yielder.isOver) await yielder.pause();
    if (at >= offset && at < offset + limit) shown.push(messageOf(row, index, fields));
    else meter.giveBack(sizeOf(row));
  }
  return shown;
}

/** Yields the rows of an index that are in the searched streams and are no hidden copies. */
async function* shownRows(
  store: MessageReader,
  { match, fields }: CandidatePage,
  index: StoredIndex,
  clusters: readonly RowCluster[],
  meter: ResultMeter,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  const paged = await readPaged(store, index, rowsOf(clusters), columnsToCheck(index, fields), meter, signal);
  for (const [number, row] of paged)
    if (isShown(index, match.streams, number, row)) yield row;
    else meter.giveBack(sizeOf(row));
  const known: Row[] = [];
  const unpaged = paged.size === 0 ? clusters : without(clusters, (row) => paged.has(row));
  const left = fields.length === 0 ? withoutKnown(unpaged, index, match, known, meter) : unpaged;
  yield* known;
  if (left.length === 0) return;
  const parameters = new Parameters();
  const columns = `rowid AS r, ${wantedColumns(index, fields)}`;
  const sql = selectCandidates(left, match, () => columns, parameters).join(' UNION ALL ');
  for await (const part of countedRows(store, parameters.bind(sql), signal, meter.take))
    for (const row of part) {
      if (fields.length === 0) index.words?.rows.add(Number(row['r']), { row, size: sizeOf(row) });
      yield row;
    }
}

/**
 * Returns the columns to read from pages, with the column that tells whether a row is a hidden copy. Returns undefined
 * unless the index has pages that contain all of them.
 */
function columnsToCheck(index: StoredIndex, fields: readonly string[]): PageColumn[] | undefined {
  const columns = pagedColumns(index, namesOf(index, fields));
  const { hides } = index;
  if (!columns || typeof hides !== 'object' || !('column' in hides)) return columns;
  const number = pageColumnNumber(hides.column);
  return number === undefined ? undefined : [...columns, { number, name: hides.column, isDouble: false }];
}

/** Returns the clusters without the rows for which the test is true. */
function without(clusters: readonly RowCluster[], isLeftOut: (row: number) => boolean): RowCluster[] {
  return clusters.flatMap((cluster) => {
    const rows = cluster.rows.filter(({ row }) => !isLeftOut(row));
    return rows.length > 0 ? [{ ...cluster, rows }] : [];
  });
}

/**
 * Returns the candidates whose messages are not cached and therefore have to be read.
 * @param found receives the cached messages that are in any of the streams
 */
function withoutKnown(
  clusters: readonly RowCluster[],
  index: StoredIndex,
  { streams }: Match,
  found: Row[],
  meter: ResultMeter,
): readonly RowCluster[] {
  const { words, hides } = index;
  // Cached messages lack the column that names the home index of a copy, so the cache cannot tell which of them are
  // hidden.
  if (!words || hides !== undefined) return clusters;
  return without(clusters, (row) => {
    const known = words.rows.get(row);
    if (known && isShown(index, streams, row, known.row)) {
      meter.take(known.size);
      found.push(known.row);
    }
    return known !== undefined;
  });
}

/** Compares rows by time and then by id, which is ASCII. */
function compareByTime(one: Row, other: Row): number {
  const apart = Number(one['ts']) - Number(other['ts']);
  const [id, otherId] = [String(one['id']), String(other['id'])];
  return apart !== 0 ? apart : id < otherId ? -1 : id > otherId ? 1 : 0;
}
