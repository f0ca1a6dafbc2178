/**
 * Returns the options of a query that is polled. Polling pauses while the tab is hidden, and its calls never overlap.
 * The calls must set `background: true`, so that they do not prolong the session.
 */
export function polling(intervalMs: number) {
  return { refetchInterval: intervalMs, refetchIntervalInBackground: false, refetchOnWindowFocus: false } as const;
}

/** Returns the options for polling an endpoint that some servers do not have: polling ends when the answer is null. */
export function pollingIfKnown(intervalMs: number) {
  const refetchInterval = ({ state }: { readonly state: { readonly data: unknown } }) =>
    state.data === null ? false : intervalMs;
  return { ...polling(intervalMs), refetchInterval } as const;
}

/** Options of a query whose cached answer is not read again until the query is invalidated. */
export const keptUntilInvalidated = { staleTime: Infinity } as const;
