/**
 * Computes the windows of a definition. A definition has one position, the end of its last window, from which the next
 * window follows. Therefore no window is left out, and none is repeated when the system clock is corrected by seconds
 * (contract dashboards-sharing-alerts SCHEDULING). `setBack` handles larger corrections.
 */

/** A time range in epoch milliseconds; the end is exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Length of the windows of a definition (`withinMs`) and interval between their ends (`everyMs`), in milliseconds. */
export interface Pace {
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Largest correction of the clock that is ignored, in milliseconds. */
const usualCorrectionMs = 5_000;

/**
 * Returns the window after a position.
 * @param position end of the last window, epoch milliseconds; undefined: no window has been examined yet
 * @param now epoch milliseconds
 */
export function nextWindow(position: number | undefined, { withinMs, everyMs }: Pace, now: number): Window {
  const to = position === undefined ? now : position + everyMs;
  return { from: to - withinMs, to };
}

/**
 * Joins the next overdue windows of a definition that is more than `catchUpMs` behind into one window of at most this
 * length; windows with gaps between them are not joined. Only the windows of definitions that report each message once
 * may be joined.
 * @param now time before which all messages are searchable, epoch milliseconds
 */
export function caughtUp(window: Window, { withinMs, everyMs }: Pace, now: number, catchUpMs: number): Window {
  if (everyMs > withinMs || now - window.to <= catchUpMs) return window;
  const steps = Math.floor(Math.min(now - window.to, catchUpMs - (window.to - window.from)) / everyMs);
  return steps > 0 ? { from: window.from, to: window.to + steps * everyMs } : window;
}

/**
 * Returns the number of windows, from the given window on, that end no later than now and than the time of the first
 * message, and therefore contain no messages.
 * @param now epoch milliseconds
 * @param firstMessage time of the first message, epoch milliseconds
 */
export function emptyWindows(window: Window, { everyMs }: Pace, now: number, firstMessage: number): number {
  const end = Math.min(now, firstMessage);
  return window.to > end ? 0 : Math.floor((end - window.to) / everyMs) + 1;
}

/**
 * Returns the position from which to continue when the clock was set back so far that the last window lies in the
 * future. It is the latest end of a window of the schedule that is not in the future. The windows after this position
 * run again. Their events exist already, so they are not reported twice.
 * @param position end of the last window, epoch milliseconds
 * @param now epoch milliseconds
 * @returns undefined: the clock was set back by no more than a usual correction
 */
export function setBack(position: number, { everyMs }: Pace, now: number): number | undefined {
  if (position - now <= usualCorrectionMs) return undefined;
  return position - Math.ceil((position - now) / everyMs) * everyMs;
}
