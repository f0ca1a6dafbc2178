/**
 * Builds the requests of the live tail and merges the answers (samples) into the list of messages. The functions are
 * pure; times are in epoch milliseconds.
 */
import { messageIdentity } from '../search-execution/message-identity.js';
import type { AbsoluteRange, MessagesResult, RelativeRange, ResultMessage } from '../../api/contract/searches.js';

export interface TailRequest {
  readonly range: AbsoluteRange | RelativeRange;
  readonly limit: number;
}

/** Maximum number of messages per sample; if more have arrived, the others are skipped and counted. */
export const sampleLimit = 100;
/** Length in seconds of the range that the first sample searches. */
const firstRangeSeconds = 300;
/** Overlap between samples in milliseconds, which finds messages that arrive late. */
export const overlapMs = 10_000;
/** Samples search this many milliseconds into the future, because clocks differ. */
const aheadMs = 60_000;

/** A gap in the list: messages that were skipped before a message; `gaps` contains it under this message's key. */
export interface TailGap {
  readonly count: number;
  /** Time of the sample that skipped messages, in epoch milliseconds. */
  readonly at: number;
}

export interface Tail {
  /** Messages in the order of their arrival. New messages are only appended, so that displayed text does not move. */
  readonly messages: readonly ResultMessage[];
  readonly gaps: ReadonlyMap<string, TailGap>;
  /** Timestamp of the newest message; undefined before the first message. */
  readonly newest: number | undefined;
  /** True when the last sample skipped messages: messages older than its newest message are not requested again. */
  readonly cut: boolean;
  /** Number of messages skipped so far. */
  readonly leftOut: number;
  /** Number of messages that samples after the first have added to the list. */
  readonly arrived: number;
  readonly sampledAt: number | undefined;
}

export const emptyTail: Tail = {
  messages: [],
  gaps: new Map(),
  newest: undefined,
  cut: false,
  leftOut: 0,
  arrived: 0,
  sampledAt: undefined,
};

function timeOf({ message }: ResultMessage): number {
  const time = Date.parse(String(message['timestamp']));
  return Number.isNaN(time) ? 0 : time;
}

/**
 * Returns the next request. The first request covers the last `firstRangeSeconds`. A later request begins `overlapMs`
 * before the newest message, or at this message if the last sample skipped messages.
 */
export function tailRequest({ newest, cut }: Tail, now: number): TailRequest {
  if (newest === undefined) return { range: { type: 'relative', from: firstRangeSeconds }, limit: sampleLimit };
  const from = cut ? newest : newest - overlapMs;
  const to = Math.max(now, newest) + aheadMs;
  return {
    range: { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    limit: sampleLimit,
  };
}

/** Returns the tail with the new messages of a sample in time order, and counts the skipped messages. */
export function withSample(tail: Tail, { messages, total_results: total }: MessagesResult, now: number): Tail {
  const first = tail.sampledAt === undefined;
  const answered = new Set(messages.map(messageIdentity));
  const oldest = messages.reduce((least, message) => Math.min(least, timeOf(message)), Infinity);
  const requested = tail.newest === undefined ? 0 : tail.newest - (tail.cut ? 0 : overlapMs);
  const known = new Set<string>();
  let knownUnanswered = 0;
  for (let at = tail.messages.length - 1; at >= 0; at--) {
    const message = tail.messages[at];
    if (!message) break;
    // Late messages are out of order, so that the last 2 × `sampleLimit` messages are compared in any case.
    if (timeOf(message) < requested && tail.messages.length - at > 2 * sampleLimit) break;
    const key = messageIdentity(message);
    known.add(key);
    if (!answered.has(key) && timeOf(message) >= requested) knownUnanswered++;
  }
  const fresh = messages
    .filter((message) => !known.has(messageIdentity(message)))
    .map((message, index) => ({ message, time: timeOf(message), index }))
    .sort((left, right) => left.time - right.time || right.index - left.index)
    .map(({ message }) => message);
  // The first sample is only a starting point; messages before it do not count as skipped.
  const missing = first ? 0 : Math.max(0, total - messages.length - knownUnanswered);
  const [head] = fresh;
  const gaps =
    missing > 0 && head ? new Map(tail.gaps).set(messageIdentity(head), { count: missing, at: now }) : tail.gaps;
  const newest = messages.reduce((most, message) => Math.max(most, timeOf(message)), tail.newest ?? 0);
  return {
    messages: fresh.length > 0 ? [...tail.messages, ...fresh] : tail.messages,
    gaps,
    newest: messages.length > 0 || tail.newest !== undefined ? newest : undefined,
    cut: missing > 0 && Number.isFinite(oldest),
    leftOut: tail.leftOut + missing,
    arrived: tail.arrived + (first ? 0 : fresh.length),
    sampledAt: now,
  };
}

/** Returns the tail with only the last `most` messages of its list. */
export function trimmed(tail: Tail, most: number): Tail {
  if (tail.messages.length <= most) return tail;
  const messages = tail.messages.slice(-most);
  const kept = new Set(messages.map(messageIdentity));
  return { ...tail, messages, gaps: new Map([...tail.gaps].filter(([key]) => kept.has(key))) };
}
