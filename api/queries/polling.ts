/**
 * Options for a polled query: it rests in hidden tabs and never overlaps. Its calls must set `background: true`, so
 * that they do not prolong the session.
 */
export function polling(intervalMs: number) {
  return { refetchInterval: intervalMs, refetchIntervalInBackground: false, refetchOnWindowFocus: false } as const;
}

/** Polls an endpoint that some servers lack: polling ends with the answer null. */
export function pollingIfKnown(intervalMs: number) {
  const refetchInterval = ({ state }: { readonly state: { readonly data: unknown } }) =>
    state.data === null ? false : intervalMs;
  return { ...polling(intervalMs), refetchInterval } as const;
}

/** Loaded once and kept until it is invalidated. */
export const keptUntilInvalidated = { staleTime: Infinity } as const;
