/**
 * Computes from the matches in the inverted index: their number, their first and last time, histogram buckets, and the
 * first matches by time.
 */
import { Yielder } from '../../foundation/yielding.js';
import { countBits, hasBit, rowsOfBits, rowsPerWord } from '../../store/inverted-index/bits.js';
import { spanRows } from '../../store/inverted-index/format.js';
import { nextBucket, startOfBucket, type TimeBuckets } from '../interval.js';
import type { BlockHits, IndexHits } from './matches.js';
import { RowTimes } from './row-times.js';

/** Number of elements of `Bits` per span of rows. */
const spanWords = spanRows / rowsPerWord;
/** Number of spans between two checks of the clock; checking at each span would cost as much as the span itself. */
const spansPerLook = 16;

export const countOf = (found: readonly IndexHits[]): number =>
  found.reduce((sum, { blocks }) => blocks.reduce((all, { count }) => all + count, sum), 0);

/** Times of the earliest and the latest match in epoch milliseconds; undefined if nothing matches. */
export type Edges = { readonly first: number; readonly last: number } | undefined;

export async function edgesOf(found: readonly IndexHits[], signal: AbortSignal | undefined): Promise<Edges> {
  const yielder = new Yielder(signal);
  const first = await edgeOf(found, 1, yielder);
  return first === undefined ? undefined : { first, last: (await edgeOf(found, -1, yielder)) ?? first };
}

/**
 * Returns the earliest or the latest time of the matches, or undefined if nothing matches. Blocks that probably contain
 * this time are examined first.
 * @param sign 1: the earliest time, -1: the latest time
 */
async function edgeOf(found: readonly IndexHits[], sign: 1 | -1, yielder: Yielder): Promise<number | undefined> {
  const side = sign === 1 ? 0 : 1;
  const all = found.flatMap(({ blocks }) => blocks);
  const edge = ({ block: { head } }: BlockHits): number => (sign === 1 ? head.minTime : -head.maxTime);
  let best = Infinity;
  for (const hits of all.sort((one, other) => edge(one) - edge(other))) {
    if (edge(hits) >= best) break;
    if (yielder.isOver) await yielder.pause();
    const spans = await hits.block.spans();
    const count = spans.length / 2;
    for (let at = 0; at < count; at += 1) {
      const span = sign === 1 ? at : count - 1 - at;
      if (sign * (spans[span * 2 + side] ?? 0) >= best) continue;
      if (countBits(hits.bits, span * spanWords, (span + 1) * spanWords) === 0) continue;
      for (const time of await timesIn(hits, span)) best = Math.min(best, sign * time);
    }
  }
  return best === Infinity ? undefined : sign * best;
}

async function timesIn({ block, bits }: BlockHits, span: number): Promise<number[]> {
  const from = span * spanRows;
  const times = await block.times(from, Math.min(from + spanRows, block.rows));
  return Array.from(times).filter((_, at) => hasBit(bits, from + at));
}

/**
 * Returns a function that finds the bucket in which two times lie. The function returns the start of the bucket in
 * epoch milliseconds, or undefined if the later time lies in another bucket. It keeps the last bucket, because
 * successive calls mostly find the same bucket, and the calendar arithmetic of a bucket is slow.
 */
function commonBucketFinder(width: TimeBuckets): (earliest: number, latest: number) => number | undefined {
  let [start, end] = [0, 0];
  return (earliest, latest) => {
    if (earliest < start || earliest >= end) {
      start = startOfBucket(earliest, width);
      end = nextBucket(start, width);
    }
    return latest < end ? start : undefined;
  };
}

/**
 * Counts the matches in each time bucket.
 * @param most largest useful number of buckets; the count may stop, incomplete, as soon as there are more
 * @returns counts by the start of the bucket, epoch milliseconds
 */
export async function bucketsOf(
  found: readonly IndexHits[],
  width: TimeBuckets,
  most: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, number>> {
  const buckets = new Map<number, number>();
  const yielder = new Yielder(signal);
  const add = (start: number, count: number): void => {
    buckets.set(start, (buckets.get(start) ?? 0) + count);
  };
  const commonBucket = commonBucketFinder(width);
  for (const { block, bits, count: all } of found.flatMap(({ blocks }) => blocks)) {
    if (yielder.isOver) await yielder.pause();
    if (buckets.size > most) return buckets;
    const bucketOfBlock = commonBucket(block.head.minTime, block.head.maxTime);
    if (bucketOfBlock !== undefined) {
      add(bucketOfBlock, all);
      continue;
    }
    const spans = await block.spans();
    const times = new RowTimes(block);
    for (let span = 0; span * 2 < spans.length; span += 1) {
      const [from, to] = [span * spanWords, (span + 1) * spanWords];
      const count = countBits(bits, from, Math.min(to, bits.length));
      if (count === 0) continue;
      if (span % spansPerLook === 0 && yielder.isOver) await yielder.pause();
      const bucketOfSpan = commonBucket(spans[span * 2] ?? 0, spans[span * 2 + 1] ?? 0);
      if (bucketOfSpan !== undefined) {
        add(bucketOfSpan, count);
        continue;
      }
      const own = await times.ofSpan(span);
      for (const row of rowsOfBits(bits, from, Math.min(to, bits.length))) {
        add(startOfBucket(own[row - span * spanRows] ?? 0, width), 1);
      }
    }
  }
  return buckets;
}

/** A match: `at` is the position of its index in `found`, `row` the row in the index. */
export interface Candidate {
  readonly at: number;
  readonly row: number;
  readonly time: number;
}

/** Largest number of surplus matches with the time of the last requested match; their ids decide the order. */
const mostTies = 5000;

/**
 * Returns the first matches by time: `wanted` matches, and all further matches with the same time as the last of them.
 * @param sign 1: oldest first, -1: newest first
 * @returns undefined when too many matches have the same time
 */
export async function firstByTime(
  found: readonly IndexHits[],
  wanted: number,
  sign: 1 | -1,
  signal: AbortSignal | undefined,
): Promise<Candidate[] | undefined> {
  const places = found.flatMap(({ blocks }, at) => blocks.map((hits) => ({ at, hits })));
  const edge = ({ hits }: (typeof places)[number]): number =>
    sign === 1 ? hits.block.head.minTime : -hits.block.head.maxTime;
  places.sort((a, b) => edge(a) - edge(b));
  let candidates: Candidate[] = [];
  /** A match whose time multiplied by `sign` is greater than this limit cannot be among the first matches. */
  let limit = Infinity;
  let enough = wanted + spanRows;
  const yielder = new Yielder(signal);
  const cut = (): void => {
    if (candidates.length < wanted) return;
    candidates.sort((a, b) => sign * (a.time - b.time));
    limit = sign * (candidates[wanted - 1]?.time ?? 0);
    candidates = candidates.filter(({ time }) => sign * time <= limit);
  };
  for (const place of places) {
    if (edge(place) > limit) break;
    const { block, bits } = place.hits;
    const spans = await block.spans();
    const order = Array.from({ length: spans.length / 2 }, (_, span) =>
      sign === 1 ? span : spans.length / 2 - 1 - span,
    );
    for (const span of order) {
      if (yielder.isOver) await yielder.pause();
      const [from, to] = [span * spanWords, Math.min((span + 1) * spanWords, bits.length)];
      if (sign * (spans[span * 2 + (sign === 1 ? 0 : 1)] ?? 0) > limit || countBits(bits, from, to) === 0) continue;
      const times = await block.times(span * spanRows, Math.min((span + 1) * spanRows, block.rows));
      for (const row of rowsOfBits(bits, from, to)) {
        const time = times[row - span * spanRows] ?? 0;
        if (sign * time <= limit) candidates.push({ at: place.at, row: block.head.first + row, time });
      }
      if (candidates.length < enough) continue;
      cut();
      if (candidates.length > wanted + mostTies) return undefined;
      // The candidates are sorted again only when their number has more than doubled, so they are sorted rarely.
      enough = candidates.length * 2 + spanRows;
    }
  }
  cut();
  return candidates.length > wanted + mostTies ? undefined : candidates;
}
