/**
 * State of a node. It is computed when it is read: a node that has stopped reporting is unknown, whatever its last
 * report was. The states of the last 24 hours are stored in 48 intervals of 30 minutes.
 */
import type { CollectorStatusList, StatusCode } from '../../../api/contract/sidecars.schema.js';

export const pieceMs = 30 * 60_000;
export const pieces = 48;
const dayMs = pieces * pieceMs;
/**
 * Largest number of remembered flaps: times at which a node began to fail or returned from silence. Earlier flaps are
 * only counted.
 */
const mostFlaps = 50;
/** Number of flaps within 24 hours from which on a node counts as flapping. */
export const flappingFrom = 5;

const letters: Readonly<Record<StatusCode, string>> = { 0: 'r', 1: 'u', 2: 'f', 3: 's' };
/** Letters in ascending order of severity; an interval has the letter of its worst state. */
const severity = '-rsuf';

export interface StateRecord {
  /** Last status code that the node sent. */
  code: StatusCode;
  /** Time since which the node has reported this status, epoch milliseconds. */
  since: number;
  /** Times at which the node began to fail or returned from silence, epoch milliseconds, oldest first. */
  flaps: number[];
  /**
   * Flaps before the flaps in `flaps`: number of the interval and of its flaps, oldest first. Absent: there are no
   * earlier flaps.
   */
  earlier?: [piece: number, flaps: number][];
  /** Number of the newest interval: epoch milliseconds divided by 30 minutes. */
  piece: number;
  /** Letters of the intervals up to the newest, oldest first. */
  history: string;
}

export const newState = (code: StatusCode, now: number): StateRecord => ({
  code,
  since: now,
  flaps: [],
  piece: Math.floor(now / pieceMs),
  history: '-'.repeat(pieces - 1) + letters[code],
});

/**
 * Returns the letters of the intervals up to an interval. Intervals after the last report have the letter of silence,
 * `u`.
 */
function shifted(state: Pick<StateRecord, 'piece' | 'history'>, piece: number): string {
  const gap = Math.min(pieces, Math.max(0, piece - state.piece));
  return gap === 0 ? state.history : (state.history + 'u'.repeat(gap)).slice(-pieces);
}

function marked(history: string, index: number, letter: string): string {
  const before = history[index] ?? '-';
  if (severity.indexOf(letter) <= severity.indexOf(before)) return history;
  return history.slice(0, index) + letter + history.slice(index + 1);
}

/**
 * Records a report of a node.
 * @param seen time of the preceding report, epoch milliseconds
 * @param silentAfter milliseconds after which a node counts as silent
 * @param listening false: the server was down since the preceding report. The return of the node then does not count as
 * a flap, and only intervals without any report are marked as unknown.
 */
export function reported(
  state: StateRecord,
  code: StatusCode,
  seen: number,
  now: number,
  silentAfter: number,
  listening = true,
): void {
  const piece = Math.floor(now / pieceMs);
  const wasSilent = now - seen > silentAfter;
  if (piece !== state.piece) {
    const gap = Math.min(pieces, piece - state.piece);
    if (gap > 0) {
      // The newest interval gets the present status; the intervals between are silent.
      state.history = (state.history + 'u'.repeat(gap - 1) + letters[code]).slice(-pieces);
      state.piece = piece;
    }
  }
  if (wasSilent && listening) {
    const first = Math.floor((seen + silentAfter) / pieceMs);
    for (let at = Math.max(first, piece - pieces + 1); at <= piece; at += 1)
      state.history = marked(state.history, pieces - 1 - (piece - at), 'u');
  }
  state.history = marked(state.history, pieces - 1, letters[code]);
  if ((wasSilent && listening) || (code === 2 && state.code !== 2)) {
    state.flaps.push(now);
    if (state.flaps.length > mostFlaps) countEarlier(state, Math.floor((state.flaps.shift() ?? now) / pieceMs), piece);
  }
  if (state.code !== code || wasSilent) state.since = now;
  state.code = code;
}

/** Counts a flap of an interval, and forgets the intervals that are more than a day old. */
function countEarlier(state: StateRecord, of: number, piece: number): void {
  const kept = (state.earlier ?? []).filter(([at]) => at > piece - pieces);
  const last = kept.at(-1);
  if (last?.[0] === of) last[1] += 1;
  else kept.push([of, 1]);
  state.earlier = kept;
}

/**
 * Returns the number of flaps within a day. The flaps in `earlier` are known only by their interval of half an hour.
 */
function flapsOf({ flaps, earlier = [] }: StateRecord, now: number): number {
  const counted = earlier.filter(([piece]) => piece > Math.floor(now / pieceMs) - pieces);
  return flaps.filter((at) => at > now - dayMs).length + counted.reduce((sum, [, count]) => sum + count, 0);
}

export interface TruthfulState {
  readonly code: StatusCode;
  /** Start of the state, epoch milliseconds. */
  readonly since: number;
  readonly silent: boolean;
  readonly flaps: number;
  readonly history: string;
}

export function truthfulState(state: StateRecord, seen: number, now: number, silentAfter: number): TruthfulState {
  const silent = now - seen > silentAfter;
  const piece = Math.floor(now / pieceMs);
  let history = shifted(state, piece);
  if (!silent && piece !== state.piece) history = history.slice(0, -1) + letters[state.code];
  if (silent) history = marked(history, pieces - 1, 'u');
  return {
    code: silent ? 1 : state.code,
    since: silent ? seen : state.since,
    silent,
    flaps: flapsOf(state, now),
    history,
  };
}

const silenceText = 'Received no ping signal from sidecar';

/** Returns the status of a silent node: all states are unknown, and the last messages of its collectors are kept. */
export function silentStatus(status: CollectorStatusList | null): CollectorStatusList {
  return {
    status: 1,
    message: silenceText,
    collectors: (status?.collectors ?? []).map((one) => ({
      ...one,
      status: 1,
      message: one.message === '' ? silenceText : `${silenceText}; last: ${one.message}`,
    })),
  };
}
