/**
 * Computes the next window. A definition has one position, the end of its last window; every window follows from it, so
 * that no window is skipped or repeated, whatever the system clock does (contract SCHEDULING).
 */

/** A time range in epoch milliseconds; the end is exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface Pace {
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Usual size of clock corrections in milliseconds, which are ignored. */
const usualCorrectionMs = 5_000;

/**
 * @param position undefined: no window has been examined yet
 * @param now epoch milliseconds
 */
export function nextWindow(position: number | undefined, { withinMs, everyMs }: Pace, now: number): Window {
  const to = position === undefined ? now : position + everyMs;
  return { from: to - withinMs, to };
}

/**
 * Joins the next overdue windows into one, for definitions whose windows leave no gaps and that report each message
 * once: the joined window is at most `catchUpMs` long.
 */
export function caughtUp(window: Window, { withinMs, everyMs }: Pace, now: number, catchUpMs: number): Window {
  if (everyMs > withinMs || now - window.to <= catchUpMs) return window;
  const steps = Math.floor(Math.min(now - window.to, catchUpMs - (window.to - window.from)) / everyMs);
  return steps > 0 ? { from: window.from, to: window.to + steps * everyMs } : window;
}

/**
 * Returns the number of windows from this one on that end before the first message and before now, and therefore
 * contain no messages.
 */
export function emptyWindows(window: Window, { everyMs }: Pace, now: number, firstMessage: number): number {
  const end = Math.min(now, firstMessage);
  return window.to > end ? 0 : Math.floor((end - window.to) / everyMs) + 1;
}

/**
 * Returns the position to continue from when the clock was set back so that the last window lies in the future: the
 * last end of a window of the same series that is not in the future. The windows in between ran before, so their events
 * are known and are not reported twice.
 * @returns undefined: the clock was set back by no more than a usual correction
 */
export function setBack(position: number, { everyMs }: Pace, now: number): number | undefined {
  if (position - now <= usualCorrectionMs) return undefined;
  return position - Math.ceil((position - now) / everyMs) * everyMs;
}
