/** Events that a wall display emits for its host page. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { errorsOf } from '../../machines/search-execution/results.js';
import { queryIds, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { pageTitle } from '../../machines/view/titles.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useAuthRequired } from '../frame/auth-required.js';
import type { TvPage } from './tv-pages.js';
import type { DisplayState } from './use-display.js';

/** Returns the title of a page of a dashboard. */
export const titleOfPage = (document: ViewDocument, queryId: string): string =>
  pageTitle(stateOf(document, queryId), queryIds(document).indexOf(queryId));

/** Returns whether at least one widget of the page shows its result, or the page has no widgets. */
function showsSomething(page: TvPage): boolean {
  const { shown } = page.getSnapshot().context.execution.getSnapshot().context;
  const widgets = Object.keys(shown?.widgetMapping ?? {});
  return widgets.length === 0 || widgets.some((id) => errorsOf(shown, id).length === 0);
}

/** Emits the events of the element for the host page. */
export function useWallEvents({ display, newest, opening }: DisplayState): void {
  const host = useHostElement();
  const { session } = useConnection();
  useAuthRequired(useSelector(session, (state) => state.matches('notLoggedIn')));
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    const subscriptions = [
      display.on('pageChanged', ({ queryId }) => {
        // The event arrives before the new page is rendered, so the title is read from the snapshot.
        const now = newest()?.snapshot();
        const document = now?.kind === 'open' ? now.document : undefined;
        latest.current.emit('log-page-change', {
          page: queryId,
          title: document ? titleOfPage(document, queryId) : '',
          dashboard: document?.view.title ?? '',
        });
      }),
      display.on('refreshed', ({ queryId, at }) => {
        const page = newest()?.page(queryId);
        latest.current.health.works();
        if (page && showsSomething(page)) latest.current.ready();
        latest.current.emit('log-refreshed', { at: new Date(at).toISOString() });
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [display, newest]);
  const failure = opening.kind === 'failed' ? opening.failure : undefined;
  useEffect(() => {
    if (failure === undefined) return;
    latest.current.fail(failure);
  }, [failure]);
}
