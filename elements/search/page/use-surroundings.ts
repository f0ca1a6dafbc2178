/**
 * Sends the cluster settings and the visibility of the tab to the machine of a page, and retries failed searches when
 * the session or the server is back.
 */
import { useEffect } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import { durationSeconds } from '../../../api/duration.js';
import { isOutage } from '../../../api/failures.js';
import { useConnection } from '../../element/connection-context.js';
import type { ViewPageActor } from '../../view-area/index.js';

export function useSurroundings(page: ViewPageActor, config: SearchesConfig | undefined): void {
  useEffect(() => {
    if (!config) return;
    const { query_time_range_limit: limit, default_auto_refresh_option: interval } = config;
    page.send({ type: 'settings.known', limit, defaultIntervalMs: durationSeconds(interval) * 1_000 });
  }, [page, config]);
  const { session } = useConnection();
  useEffect(() => {
    // A search that failed without a session or server runs again once both are back: the session is validated after
    // every outage.
    const signedIn = session.on('signedIn', () => {
      const { view, execution, validation } = page.getSnapshot().context;
      const { failure, parts } = execution.getSnapshot().context;
      if (execution.getSnapshot().matches({ run: 'failed' }) && isOutage(failure)) {
        page.send({ type: 'searchAgain' });
      }
      const widgetIds = Object.keys(parts).filter((id) => isOutage(parts[id]?.failure));
      if (widgetIds.length > 0) execution.send({ type: 'widgets.again', widgetIds });
      if (view.getSnapshot().matches('interrupted')) view.send({ type: 'retry' });
      validation.send({ type: 'retry' });
    });
    return () => signedIn.unsubscribe();
  }, [page, session]);
  useEffect(() => {
    const tell = (): void => page.send({ type: 'visibility.changed', hidden: document.hidden });
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [page]);
}
