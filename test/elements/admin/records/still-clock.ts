/**
 * Stops everything in the page that depends on the time or on chance, so that a record of a page is the same in each
 * run and takes little time. The clock shows the same time until the end, so that an answer never becomes too old to be
 * used again, however slow the machine is. A short timer fires at once, and only its action sees the time at which it
 * is due; longer timers and intervals never fire.
 */

/** Time that the clock of the page shows. */
const shownTime = Date.parse('2026-03-02T10:00:10.000Z');
/** Milliseconds from which on a timer never fires: toasts and delayed notices wait at least this long. */
const longTimerMs = 900;
/** Milliseconds of the timer that exists while the script of a part of a page is being loaded (`lazyPart`). */
const loadingTimerMs = 120_000;
/**
 * Milliseconds that React may wait before it shows a loaded part, because its fallback was shown only now. React
 * measures them with a timer of its own, which this module cannot see.
 */
const shownLaterMs = 350;
/** Milliseconds that a timer may have so that it never fires during a test. */
const neverMs = 2 ** 31 - 1;

/** Fractional part of the golden ratio: its multiples are evenly distributed between 0 and 1. */
const goldenRatio = 0.618_033_988_749_895;

export interface StillClock {
  /**
   * Number of short timers that have not fired yet, and of parts whose scripts are being loaded or are not yet shown.
   */
  waiting(): number;
  /** Sets the random numbers to their start. */
  restart(): void;
  restore(): void;
}

export function stopClock(): StillClock {
  const { setTimeout: startTimer, clearTimeout: endTimer, setInterval: repeat, Date: RealDate } = window;
  const { random } = Math;
  let drawn = 0;
  // The numbers are the same in each run, evenly distributed and all different.
  Math.random = () => (drawn += goldenRatio) % 1;
  let generated = 0;
  // Generated ids are zeros with a number at their end.
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (!array) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0);
    bytes[bytes.length - 1] = generated += 1;
    return array;
  };
  let clock = shownTime;
  const waiting = new Set<number>();
  /** Timers of scripts that are being loaded. */
  const loading = new Set<number>();
  // Cast: the class lacks only the signature of `Date()` without `new`, which the console never calls.
  window.Date = class extends RealDate {
    constructor(...given: [] | [value: number | string | Date]) {
      if (given.length === 0) super(clock);
      else super(...given);
    }
    static override now(): number {
      return clock;
    }
  } as DateConstructor;
  // Casts: the type of `setTimeout` also has a member of Node, and handlers may be texts, which nothing here uses.
  window.setTimeout = ((action: TimerHandler, ms = 0, ...values: unknown[]): number => {
    if (ms >= longTimerMs) {
      const id = startTimer(() => undefined, neverMs);
      if (ms === loadingTimerMs) {
        waiting.add(id);
        loading.add(id);
      }
      return id;
    }
    const id = startTimer(() => {
      waiting.delete(id);
      clock = shownTime + ms;
      try {
        if (typeof action === 'function') (action as (...given: unknown[]) => void)(...values);
      } finally {
        clock = shownTime;
      }
    });
    if (ms > 0) waiting.add(id);
    return id;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    const timer = Number(id);
    if (loading.delete(timer)) startTimer(() => waiting.delete(timer), shownLaterMs);
    else waiting.delete(timer);
    endTimer(id);
  };
  // Cast: as for `setTimeout`; the parameters are not needed.
  window.setInterval = (() => startTimer(() => undefined, neverMs)) as unknown as typeof window.setInterval;
  return {
    waiting: () => waiting.size,
    restart: () => {
      drawn = 0;
      generated = 0;
    },
    restore: () => {
      Math.random = random;
      Reflect.deleteProperty(crypto, 'getRandomValues');
      Object.assign(window, { setTimeout: startTimer, clearTimeout: endTimer, setInterval: repeat, Date: RealDate });
    },
  };
}
