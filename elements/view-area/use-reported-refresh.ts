/** Synchronises the automatic refresh of a page with the attribute of its element in both directions. */
import { useEffect, useRef } from 'react';
import { useHostElement } from '../element/host-context.js';
import type { ViewPageActor } from './view-page.js';

/** Initial refresh state of a page. @param refresh seconds between refreshes; undefined: the user decides */
export const refreshInput = (refresh: number | undefined) => ({
  intervalMs: refresh === undefined ? undefined : refresh * 1_000,
  enabled: refresh !== undefined,
});

/**
 * Emits `log-refresh-change {refresh}`.
 * @param refresh as for `refreshInput`
 */
export function useReportedRefresh(page: ViewPageActor, refresh: number | undefined): void {
  const host = useHostElement();
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  /** Refresh interval in seconds that was last reported to the host element. */
  const reported = useRef(refresh);
  useEffect(() => {
    const refreshing = page.getSnapshot().context.refresh.subscribe((state) => {
      const { intervalMs } = state.context;
      const seconds = state.matches('enabled') && intervalMs !== undefined ? intervalMs / 1_000 : undefined;
      if (seconds === reported.current) return;
      reported.current = seconds;
      latest.current.reflect('refresh', seconds);
      latest.current.emit('log-refresh-change', { refresh: seconds });
    });
    return () => refreshing.unsubscribe();
  }, [page]);
  useEffect(() => {
    if (reported.current === refresh) return;
    reported.current = refresh;
    const actor = page.getSnapshot().context.refresh;
    actor.send(refresh === undefined ? { type: 'stopped' } : { type: 'interval.chosen', intervalMs: refresh * 1_000 });
  }, [page, refresh]);
}
