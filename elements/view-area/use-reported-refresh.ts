/** Synchronizes the automatic refresh of a page with the attribute `refresh` of its element in both directions. */
import { useEffect, useRef } from 'react';
import { useHostElement } from '../element/host-context.js';
import type { ViewPageActor } from './view-page.js';

/**
 * Returns the initial state of a page's automatic refresh.
 *
 * @param refresh seconds between refreshes; undefined: the refresh is off until the user starts it
 */
export const refreshInput = (refresh: number | undefined) => ({
  intervalMs: refresh === undefined ? undefined : refresh * 1_000,
  enabled: refresh !== undefined,
});

/**
 * Applies changes of the attribute to the page, and reports changes by the user with the event
 * `log-refresh-change {refresh}`.
 *
 * @param refresh seconds between refreshes; undefined: the refresh is off
 */
export function useReportedRefresh(page: ViewPageActor, refresh: number | undefined): void {
  const host = useHostElement();
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  /** Interval in seconds that was last requested by the host element or reported to it; prevents a second report. */
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
