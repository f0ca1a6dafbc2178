/** Measures how long each part of the server takes to start. */

export interface StartTimes {
  /** Milliseconds by the name of the part. */
  readonly startedIn: Readonly<Record<string, number>>;
  /** Records the time since the preceding part was ready, under the name of a part. */
  readonly ready: (part: string) => void;
}

export function startTimes(): StartTimes {
  const startedIn: Record<string, number> = {};
  let last = performance.now();
  return {
    startedIn,
    ready: (part) => {
      const now = performance.now();
      startedIn[part] = Math.round(now - last);
      last = now;
    },
  };
}
