/**
 * Requests of the live tail, and merging of answers into the list. The functions are pure; times are in ms since the
 * epoch.
 */
import { messageIdentity } from '../search-execution/message-identity.js';
import type { AbsoluteRange, MessagesResult, RelativeRange, ResultMessage } from '../../api/contract/searches.js';

export interface TailRequest {
  readonly range: AbsoluteRange | RelativeRange;
  readonly limit: number;
}

/** Maximum messages per sample; when more arrive, the others are skipped and counted. */
export const sampleLimit = 100;
/** Seconds that the first sample looks back. */
const firstRangeSeconds = 300;
/** Milliseconds of overlap between samples, to find messages that arrive late. */
export const overlapMs = 10_000;
/** Milliseconds that the search extends into the future, because clocks differ. */
const aheadMs = 60_000;

/** Marks messages skipped before the message with this key. */
export interface TailGap {
  readonly count: number;
  /** Time of the sample. */
  readonly at: number;
}

export interface Tail {
  /** Messages, oldest first; new ones are appended, so that displayed text never moves. */
  readonly messages: readonly ResultMessage[];
  readonly gaps: ReadonlyMap<string, TailGap>;
  /** Timestamp of the newest message. */
  readonly newest: number | undefined;
  /** True when the last sample reached its limit: messages older than its newest one stay skipped. */
  readonly cut: boolean;
  /** Number of skipped messages so far. */
  readonly leftOut: number;
  /** Number of messages since the first sample. */
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

/** Builds the next request: at first the last minutes, then from slightly before the newest message. */
export function tailRequest({ newest, cut }: Tail, now: number): TailRequest {
  if (newest === undefined) return { range: { type: 'relative', from: firstRangeSeconds }, limit: sampleLimit };
  const from = cut ? newest : newest - overlapMs;
  const to = Math.max(now, newest) + aheadMs;
  return {
    range: { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    limit: sampleLimit,
  };
}

/** Appends the new messages of an answer in time order, and counts the skipped ones. */
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
    // Late messages are out of order, so all messages that one sample can have added are examined.
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
  // The first sample is only a starting point, so older messages do not count as skipped.
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

/** Keeps only the newest `most` messages. */
export function trimmed(tail: Tail, most: number): Tail {
  if (tail.messages.length <= most) return tail;
  const messages = tail.messages.slice(-most);
  const kept = new Set(messages.map(messageIdentity));
  return { ...tail, messages, gaps: new Map([...tail.gaps].filter(([key]) => kept.has(key))) };
}
