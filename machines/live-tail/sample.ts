/** Requests of live tail, and merging answers into the list. Pure; times in ms since the epoch. */
import { messageIdentity } from '../search-execution/message-identity.js';
import type { AbsoluteRange, MessagesResult, RelativeRange, ResultMessage } from '../../api/contract/searches.js';

export interface TailRequest {
  readonly range: AbsoluteRange | RelativeRange;
  readonly limit: number;
}

/** Messages that one sample asks for; what arrives faster is left out and counted. */
export const sampleLimit = 100;
/** The first sample looks back so far. */
const firstRangeSeconds = 300;
/** Messages that arrive late are still found for so long. */
export const overlapMs = 10_000;
/** The search reaches beyond now, because clocks differ. */
const aheadMs = 60_000;

/** Messages were left out before the one with this key. */
export interface TailGap {
  readonly count: number;
  /** Time of the sample. */
  readonly at: number;
}

export interface Tail {
  /** Oldest first; what arrives is appended, so that nothing that is read ever moves. */
  readonly messages: readonly ResultMessage[];
  readonly gaps: ReadonlyMap<string, TailGap>;
  /** Timestamp of the newest one. */
  readonly newest: number | undefined;
  /** The last sample was cut: what is older than its newest message stays left out. */
  readonly cut: boolean;
  /** Messages left out so far. */
  readonly leftOut: number;
  /** Messages that came after the first sample. */
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

/** The next sample: the last minutes at first, then from a little before the newest message. */
export function tailRequest({ newest, cut }: Tail, now: number): TailRequest {
  if (newest === undefined) return { range: { type: 'relative', from: firstRangeSeconds }, limit: sampleLimit };
  const from = cut ? newest : newest - overlapMs;
  const to = Math.max(now, newest) + aheadMs;
  return {
    range: { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    limit: sampleLimit,
  };
}

/** Appends what is new in an answer, in the order of time, and counts what did not fit into it. */
export function withSample(tail: Tail, { messages, total_results: total }: MessagesResult, now: number): Tail {
  const first = tail.sampledAt === undefined;
  const answered = new Set(messages.map(messageIdentity));
  const oldest = messages.reduce((least, message) => Math.min(least, timeOf(message)), Infinity);
  const asked = tail.newest === undefined ? 0 : tail.newest - (tail.cut ? 0 : overlapMs);
  const known = new Set<string>();
  let knownUnanswered = 0;
  for (let at = tail.messages.length - 1; at >= 0; at--) {
    const message = tail.messages[at];
    if (!message) break;
    // Late messages are out of order, so all messages that one sample can have added are examined.
    if (timeOf(message) < asked && tail.messages.length - at > 2 * sampleLimit) break;
    const key = messageIdentity(message);
    known.add(key);
    if (!answered.has(key) && timeOf(message) >= asked) knownUnanswered++;
  }
  const fresh = messages
    .filter((message) => !known.has(messageIdentity(message)))
    .map((message, index) => ({ message, time: timeOf(message), index }))
    .sort((left, right) => left.time - right.time || right.index - left.index)
    .map(({ message }) => message);
  // The first sample shows where things stand; what is older was never asked for.
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

/** The newest `most` messages only. */
export function trimmed(tail: Tail, most: number): Tail {
  if (tail.messages.length <= most) return tail;
  const messages = tail.messages.slice(-most);
  const kept = new Set(messages.map(messageIdentity));
  return { ...tail, messages, gaps: new Map([...tail.gaps].filter(([key]) => kept.has(key))) };
}
