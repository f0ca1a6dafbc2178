/** Finds the matches of a search in the inverted indexes: rows that match, and rows that must still be scanned. */
import { Yielder } from '../../foundation/yielding.js';
import {
  clearBit,
  countBits,
  difference,
  isEmpty,
  rowsOfBits,
  setBit,
  type Bits,
} from '../../store/inverted-index/bits.js';
import type { Block } from '../../store/inverted-index/block.js';
import type { Found } from '../../store/inverted-index/found-rows.js';
import { spanRows } from '../../store/inverted-index/format.js';
import { DamagedBlockError } from '../../store/inverted-index/source.js';
import type { WordView } from '../../store/inverted-index/index-file.js';
import type { MessageReader, StoredIndex } from '../../store/types.js';
import {
  clampInstant,
  hasNoOther,
  indicesOf,
  listedRows,
  matchCondition,
  matchingRows,
  matchKey,
  type Match,
} from '../match.js';
import { Parameters } from '../parameters.js';
import { rowsFound } from './evaluate.js';
import { isTooMuch, isWorthwhile, planHidden, planQueryWords, planStreams, type Plan } from './plan.js';
import { planKey } from './plan-key.js';
import { RowTimes } from './row-times.js';

/** Matches of one block. */
interface FoundInBlock {
  readonly block: Block;
  readonly bits: Bits;
  /**
   * Cache key of the query if the rows are the complete result of the block; undefined if the rows are only a part of
   * the result.
   */
  readonly cacheKey?: string | undefined;
}

/** Matches of a block that has at least one match. */
export interface BlockHits extends FoundInBlock {
  readonly count: number;
}

/** Matches of one index among the rows that its blocks cover. */
export interface IndexHits {
  readonly index: StoredIndex;
  readonly blocks: readonly BlockHits[];
}

export interface Matches {
  /** The searched indices, oldest first. */
  readonly indices: readonly StoredIndex[];
  readonly found: readonly IndexHits[];
  /** Indices with rows that must be scanned. */
  readonly scanned: readonly StoredIndex[];
  /** Returns the number of the first row of an index that must be scanned. */
  readonly firstRow: (index: StoredIndex) => number;
}

/** Largest number of uncertain messages of an index that are examined individually; beyond it the index is scanned. */
const mostDoubts = 2000;

interface Remembered {
  readonly key: string;
  readonly of: readonly StoredIndex[];
  readonly matches: Promise<Matches>;
  /** Results of the examined blocks; later loads do not change them. */
  readonly settled: SettledBlocks;
}

/** Final results of blocks, in which the uncertain rows are decided. */
type SettledBlocks = WeakMap<Block, FoundInBlock>;

/** Maps each reader to its last search, because the search types of a job need the same matches several times. */
const remembered = new WeakMap<MessageReader, Remembered>();

function findMatches(store: MessageReader, match: Match, signal?: AbortSignal): Promise<Matches> {
  const key = `${match.now} ${matchKey(match)}`;
  const known = remembered.get(store);
  const of = store.indices();
  if (known?.key === key && known.of === of) return known.matches;
  const settled: SettledBlocks = known?.key === key ? known.settled : new WeakMap();
  const matches = new LookUp(store, match, settled, signal).matches();
  remembered.set(store, { key, of, matches, settled });
  matches.catch(() => remembered.delete(store));
  return matches;
}

/**
 * Finds matches and computes a result from them. If a block turns out to be damaged, the computation is repeated with a
 * scan.
 * @throws SearchTypeError for a query that is too expensive
 */
export async function withMatches<T>(
  store: MessageReader,
  match: Match,
  signal: AbortSignal | undefined,
  work: (matches: Matches) => Promise<T>,
): Promise<T> {
  // The caller has parsed the query in this turn of the event loop, so other work runs before the search.
  const yielder = new Yielder(signal);
  await yielder.pause();
  // The inverted index has no computed fields.
  if (match.computed && match.computed.length > 0) return work(scanOf(indicesOf(store, match)));
  const matches = await findMatches(store, match, signal);
  await yielder.pause();
  try {
    return await work(matches);
  } catch (error) {
    if (!(error instanceof DamagedBlockError)) throw error;
    remembered.delete(store);
    for (const { index, blocks } of matches.found)
      for (const { block } of blocks) if (block.head === error.head) index.words?.damaged(block);
    return work(scanOf(indicesOf(store, match)));
  }
}

/** Returns matches with which all rows are scanned. */
export const scanOf = (indices: readonly StoredIndex[]): Matches => ({
  indices,
  found: [],
  scanned: indices,
  firstRow: () => 0,
});

class LookUp {
  #isChecked = false;

  constructor(
    private readonly store: MessageReader,
    private readonly match: Match,
    private readonly settled: SettledBlocks,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async matches(): Promise<Matches> {
    const indices = indicesOf(this.store, this.match);
    const found: IndexHits[] = [];
    const first = new Map<StoredIndex, number>();
    const yielder = new Yielder(this.signal);
    for (const index of indices) {
      if (yielder.isOver) await yielder.pause();
      const hits = index.words && (await this.#hitsOf(index, index.words, indices));
      if (hits) found.push(hits);
      const covered = hits ? (index.words?.covered ?? 0) : 0;
      if (covered < index.messages) first.set(index, covered);
    }
    return {
      indices,
      found,
      scanned: indices.filter((index) => first.has(index)),
      firstRow: (index) => first.get(index) ?? 0,
    };
  }

  /**
   * Refuses a query that would be too expensive for a scan. This applies even if the inverted index could evaluate the
   * query, so that the outcome does not depend on which rows are already indexed.
   */
  async #check(indices: readonly StoredIndex[]): Promise<void> {
    if (!this.#isChecked) await matchingRows(this.match, indices, new Parameters(), () => 'ts');
    this.#isChecked = true;
  }

  /** Returns the matches of one index, or undefined if the index must be scanned. */
  async #hitsOf(index: StoredIndex, words: WordView, indices: readonly StoredIndex[]): Promise<IndexHits | undefined> {
    const { store, match, signal } = this;
    if (isTooMuch(match, index)) return undefined;
    const query = await planQueryWords(match, index);
    const hidden = planHidden(index);
    if (!isWorthwhile(query) || hidden?.kind === 'unknown') return undefined;
    await this.#check(indices);
    const plan: Plan = hasNoOther(index, match.streams) ? query : { kind: 'all', parts: [query, planStreams(match)] };
    const begun = performance.now();
    const looked = await store.inTurn(() => lookInBlocks(plan, match, words, this.settled, signal), signal);
    store.lookedUp?.(index.name, performance.now() - begun);
    if (!looked) return undefined;
    if (looked.some(({ doubts }) => doubts)) await settleDoubts(store, match, index, looked, signal);
    for (const { block, bits, cacheKey } of looked) this.settled.set(block, { block, bits, cacheKey });
    const shown = hidden ? await store.inTurn(() => withoutHidden(looked, hidden, words, signal), signal) : looked;
    if (!shown) return undefined;
    const blocks: BlockHits[] = [];
    for (const { block, bits, cacheKey } of shown) {
      const count = countBits(bits);
      if (count > 0) blocks.push({ block, bits, count, cacheKey });
    }
    return { index, blocks };
  }
}

interface Looked extends FoundInBlock {
  /** Uncertain rows, whose messages must be examined; `bits` does not contain them. */
  readonly doubts?: Bits | undefined;
}

/** Number of blocks that are read concurrently, so that their disk reads overlap. */
export const blocksAtOnce = 4;

async function lookInBlocks(
  plan: Plan,
  { range }: Match,
  words: WordView,
  settled: SettledBlocks,
  signal: AbortSignal | undefined,
): Promise<Looked[] | undefined> {
  const from = Math.floor(clampInstant(range.from));
  const to = Math.floor(clampInstant(range.to));
  const looked: Looked[] = [];
  const yielder = new Yielder(signal);
  let doubtful = 0;
  const lookIn = async (block: Block): Promise<Looked | 'nothing' | 'damaged'> => {
    const known = settled.get(block);
    if (known) return known;
    try {
      const found = await rowsFound(block, plan, yielder, words.walkEnded);
      return found ? await lookedOf(block, found, planKey(plan), from, to) : 'nothing';
    } catch (error) {
      if (!(error instanceof DamagedBlockError)) throw error;
      words.damaged(block);
      return 'damaged';
    }
  };
  const blocks = words.blocks.filter(({ head }) => head.minTime < to && head.maxTime >= from);
  for (let at = 0; at < blocks.length; at += blocksAtOnce) {
    signal?.throwIfAborted();
    if (yielder.isOver) await yielder.pause();
    for (const one of await Promise.all(blocks.slice(at, at + blocksAtOnce).map(lookIn))) {
      if (one === 'nothing') continue;
      if (one === 'damaged' || (one.doubts && (doubtful += countBits(one.doubts)) > mostDoubts)) return undefined;
      looked.push(one);
    }
  }
  return looked;
}

/** Restricts the rows that were found in a block to a time range. */
async function lookedOf(
  block: Block,
  { sure, maybe }: Found,
  requested: string,
  from: number,
  to: number,
): Promise<Looked> {
  const { minTime, maxTime } = block.head;
  const doubts = maybe === sure ? undefined : difference(maybe, sure);
  const isWithin = minTime >= from && maxTime < to;
  if (isWithin && !doubts) return { block, bits: sure, cacheKey: requested };
  // Cached rows must not be modified; uncertain rows are decided in a copy.
  const bits = sure.slice();
  if (!isWithin) await keepTimes(block, doubts ? [bits, doubts] : [bits], from, to);
  return { block, bits, doubts: doubts && !isEmpty(doubts) ? doubts : undefined };
}

/**
 * Removes the matches that another index contains as well. Which rows are hidden depends on other indices, unlike the
 * matches of a block, so the cached matches stay unchanged.
 * @returns undefined if a block is damaged
 */
async function withoutHidden(
  looked: readonly Looked[],
  hidden: Plan,
  words: WordView,
  signal: AbortSignal | undefined,
): Promise<Looked[] | undefined> {
  const shown: Looked[] = [];
  const yielder = new Yielder(signal);
  for (const { block, bits, cacheKey } of looked) {
    if (isEmpty(bits)) continue;
    if (yielder.isOver) await yielder.pause();
    try {
      const found = await rowsFound(block, hidden, yielder, words.walkEnded);
      shown.push(found ? { block, bits: difference(bits, found.sure) } : { block, bits, cacheKey });
    } catch (error) {
      if (!(error instanceof DamagedBlockError)) throw error;
      words.damaged(block);
      return undefined;
    }
  }
  return shown;
}

/** Removes the rows outside of a time range. */
async function keepTimes(block: Block, sets: readonly Bits[], from: number, to: number): Promise<void> {
  const spans = await block.spans();
  const times = new RowTimes(block);
  for (let span = 0; span * 2 < spans.length; span += 1) {
    const min = spans[span * 2] ?? 0;
    const max = spans[span * 2 + 1] ?? 0;
    if (min >= from && max < to) continue;
    const outside = max < from || min >= to;
    const own = outside ? undefined : await times.ofSpan(span);
    const first = span * spanRows;
    const end = Math.min(first + spanRows, block.rows);
    for (let row = first; row < end; row += 1) {
      const time = own?.[row - first] ?? 0;
      if (outside || time < from || time >= to) for (const bits of sets) clearBit(bits, row);
    }
  }
}

/**
 * Asks the database which of the uncertain messages match, and adds these messages to the matches. A message is added
 * even if another index contains it as well.
 */
async function settleDoubts(
  store: MessageReader,
  match: Match,
  index: StoredIndex,
  looked: readonly Looked[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const rows = looked.flatMap(({ block, doubts }) =>
    doubts ? Array.from(rowsOfBits(doubts), (row) => block.head.first + row) : [],
  );
  const parameters = new Parameters();
  const which = listedRows(rows, parameters);
  const condition = await matchCondition(match, { ...index, hides: undefined }, parameters);
  const sql = `SELECT rowid AS r FROM ${index.catalog}.messages WHERE ${which} AND ${condition}`;
  const hits = await store.query(...parameters.bind(sql), signal);
  for (const { r } of hits) {
    const row = Number(r);
    const place = looked.find(({ block }) => row >= block.head.first && row < block.end);
    if (place) setBit(place.bits, row - place.block.head.first);
  }
}
