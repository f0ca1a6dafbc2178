/**
 * Computes the next window. A definition has one position, the end of its last window; every window follows from it, so that none is left
 * out and none runs twice, whatever the clock does (contract SCHEDULING).
 */

/** Half open, epoch milliseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface Pace {
  readonly withinMs: number;
  readonly everyMs: number;
}

/** A clock is corrected by so much now and then; nobody waits for that. */
const usualCorrectionMs = 5_000;

/** @param position undefined: nothing has been examined yet. @param now epoch ms */
export function nextWindow(position: number | undefined, { withinMs, everyMs }: Pace, now: number): Window {
  const to = position === undefined ? now : position + everyMs;
  return { from: to - withinMs, to };
}

/**
 * The next windows as one, for those whose windows leave nothing out between them and who find each message once: as many as are over and
 * no longer than the catch-up window together.
 */
export function caughtUp(window: Window, { withinMs, everyMs }: Pace, now: number, catchUpMs: number): Window {
  if (everyMs > withinMs || now - window.to <= catchUpMs) return window;
  const steps = Math.floor(Math.min(now - window.to, catchUpMs - (window.to - window.from)) / everyMs);
  return steps > 0 ? { from: window.from, to: window.to + steps * everyMs } : window;
}

/** Number of windows from this one on that end before an instant and before now, and therefore contain nothing. */
export function emptyWindows(window: Window, { everyMs }: Pace, now: number, firstMessage: number): number {
  const end = Math.min(now, firstMessage);
  return window.to > end ? 0 : Math.floor((end - window.to) / everyMs) + 1;
}

/**
 * Returns the position to continue from when the clock was set back and the last window lies in the future: the last end of a window of
 * the same series that is over now. Those windows ran before, so their events are known and are not reported twice.
 * @returns undefined: the clock was not set back by more than clocks are usually corrected
 */
export function setBack(position: number, { everyMs }: Pace, now: number): number | undefined {
  if (position - now <= usualCorrectionMs) return undefined;
  return position - Math.ceil((position - now) / everyMs) * everyMs;
}
