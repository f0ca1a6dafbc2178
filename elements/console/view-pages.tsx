/**
 * Renders the start page, welcome page, and pages of a search, a dashboard or a message. They render the components of
 * the custom elements; the events of these components update the address.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import type { User } from '../../api/contract/users.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import { readAddress, readRefresh, readWidgetMode, writeAddress, writeRefresh } from '../../machines/view/address.js';
import type { PageLook } from '../../machines/view/page-look.js';
import { readPageLook, writePageLook, writtenLook } from '../../machines/view/page-look-address.js';
import { useConnection, useCurrentUser, useUsername } from '../element/connection-context.js';
import { usePageTitle } from '../element/page-title.js';
import { draftPlace } from './draft-store.js';
import { useHasRoute } from '../element/routes-context.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Part } from '../kit/part.js';
import type { WelcomePageProps } from '../welcome/index.js';
import type { ShownProps } from './pages.js';
import type { Router } from './router.js';
import { Listening, showMode, withSearch, type WidgetFocus } from './view-events.js';
import { container, space } from '../kit/tokens.js';

export const loadSearchPage = () => import('../search/index.js');
export const loadMessagePage = () => import('../message/index.js');
const WelcomePage = lazyPart<'WelcomePage', WelcomePageProps>(() => import('../welcome/index.js'), 'WelcomePage');
const LogSearch = lazyPart(() => loadSearchPage().then(({ LogSearch: page }) => ({ LogSearch: page })), 'LogSearch');
export const Dashboard = lazyPart(() => import('./dashboard-page.js'), 'Dashboard');
const AddressedComparison = lazyPart(() => import('./addressed-comparison.js'), 'AddressedComparison');
const useStyles = makeStyles({
  message: { padding: `${space.xxl}px`, [container.compact]: { padding: `${space.xl}px` } },
});

const LogMessage = lazyPart(
  () => loadMessagePage().then(({ LogMessage: page }) => ({ LogMessage: page })),
  'LogMessage',
);

/** Detail of the event `log-query-change` of the search page. */
interface QueryChange {
  readonly query: string;
  readonly range: TimeRange;
  readonly streams: readonly string[];
  /** `replace`: the address now describes the displayed page completely, which adds no history entry. */
  readonly history: 'push' | 'replace';
}

export function Redirect({ router, to }: { readonly router: Router; readonly to: string }): ReactNode {
  useEffect(() => {
    router.navigate(to, { replace: true });
  }, [router, to]);
  return null;
}

/**
 * Opens the user's start page (screens/dashboards-sharing-alerts.md §3.1). The user is requested again, because the
 * setting may have been changed in another browser.
 */
export function Start({ router }: ShownProps): ReactNode {
  const { client } = useConnection();
  const username = useUsername();
  const hasRoute = useHasRoute();
  const user = useQuery({
    ...currentUserQuery(client, username ?? ''),
    enabled: username !== null,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (user.isFetching || !user.data) return <Loading />;
  return <Redirect router={router} to={startRouteOf(user.data.startpage, hasRoute)} />;
}

function startRouteOf(start: User['startpage'], hasRoute: (route: string) => boolean): string {
  const id = encodeURIComponent(start?.id ?? '');
  const routes = {
    dashboard: `/dashboards/${id}`,
    stream: `/streams/${id}/search`,
    search: start?.id === 'default' ? '/search' : `/search/${id}`,
  };
  const route = start ? routes[start.type] : undefined;
  return route !== undefined && hasRoute(route) ? route : '/welcome';
}

/** Redirects an address that ends in `/search/new` to `…/search`, which starts a new search. */
export function NewSearch({ location, router }: ShownProps): ReactNode {
  return <Redirect router={router} to={location.path.replace(/\/new\/?$/, '')} />;
}

export function Welcome(): ReactNode {
  return <WelcomePage hasRoute={useHasRoute()} />;
}

export function Message({ location }: ShownProps): ReactNode {
  const { index = '', messageId = '' } = location.params;
  usePageTitle(`Message ${messageId} on ${index}`);
  const styles = useStyles();
  return (
    <div className={styles.message}>
      <LogMessage index={index} messageId={messageId} />
    </div>
  );
}

/**
 * Renders the search page, which keeps query, time range, streams, display settings and focused widget of the search in
 * the address.
 */
export function Search({ location, router }: ShownProps): ReactNode {
  const hasRoute = useHasRoute();
  const requested = readAddress(location.search);
  const look = useMemo(() => readPageLook(location.search), [location.search]);
  const username = useCurrentUser()?.username;
  const entry = router.entry();
  const { path } = location;
  const drafts = useMemo(
    () => (username === undefined ? undefined : draftPlace(entry, path, username)),
    [entry, path, username],
  );
  const stream = location.params['streamId'];
  const streams = requested.streams ?? (stream ? [stream] : []);
  const onEvent = (name: string, detail: object) => {
    if (name === 'log-query-change') {
      const change = detail as QueryChange;
      const before = router.location().search;
      const search = writeAddress(before, {
        queryString: change.query,
        timeRange: change.range,
        streams: stream && change.streams.length === 1 && change.streams[0] === stream ? [] : [...change.streams],
      }).toString();
      if (search !== new URLSearchParams(before).toString()) {
        router.navigate(`${location.path}?${search}`, { replace: change.history === 'replace' });
      }
    }
    // A changed refresh interval adds no history entry.
    if (name === 'log-refresh-change') {
      const { refresh } = detail as { refresh: number | undefined };
      const search = writeRefresh(router.location().search, refresh);
      router.navigate(withSearch(location.path, search), { replace: true });
    }
    // A change of what the page displays, such as an open message, adds no history entry.
    if (name === 'log-page-look') {
      const { path: shown, search } = router.location();
      router.navigate(withSearch(shown, writePageLook(search, detail as PageLook)), { replace: true });
    }
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved') {
      const { id } = detail as { id: string };
      if (id !== location.params['viewId']) {
        // The stream moves from the path into the query string, so that the page searches the stream after saving, too.
        const search = new URLSearchParams(router.location().search);
        if (stream && !search.has('streams')) search.set('streams', stream);
        router.navigate(withSearch(`/search/${encodeURIComponent(id)}`, search), { samePage: true });
      }
    }
  };
  return (
    <Listening onEvent={onEvent}>
      <Part>
        <AddressedComparison router={router} search={location.search} />
      </Part>
      <LogSearch
        query={requested.queryString ?? ''}
        range={requested.timeRange}
        streams={streams}
        viewId={location.params['viewId']}
        refresh={readRefresh(location.search)}
        highlightMessage={requested.highlightMessage}
        look={look}
        writtenLook={writtenLook}
        widgetMode={readWidgetMode(location.search)}
        layout="full"
        drafts={drafts}
        hasRoute={hasRoute}
      />
    </Listening>
  );
}
