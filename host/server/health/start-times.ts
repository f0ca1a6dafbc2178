/** How long each part of the server takes to start, one after the other. */

export interface StartTimes {
  /** Milliseconds by the name of the part. */
  readonly startedIn: Readonly<Record<string, number>>;
  /** What has taken the time since the last one. */
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
