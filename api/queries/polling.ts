/**
 * Options of a query that repeats by itself: it rests in hidden tabs, never runs twice at once and must be called with
 * `background: true`, so that it does not keep the session alive.
 */
export function polling(intervalMs: number) {
  return { refetchInterval: intervalMs, refetchIntervalInBackground: false, refetchOnWindowFocus: false } as const;
}

/** Polls an endpoint that not every server has: after the answer null no further request is sent. */
export function pollingIfKnown(intervalMs: number) {
  const refetchInterval = ({ state }: { readonly state: { readonly data: unknown } }) =>
    state.data === null ? false : intervalMs;
  return { ...polling(intervalMs), refetchInterval } as const;
}

/** Asked once and kept until something invalidates it. */
export const keptUntilInvalidated = { staleTime: Infinity } as const;
