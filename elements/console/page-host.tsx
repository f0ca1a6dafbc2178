/**
 * The page that an address names. Pages are the same components as the elements; here their events go to the address bar:
 * a changed query is written into the address, a followed link stays in the console.
 */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import type { User } from '../../api/contract/users.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import { readQuestion, writeQuestion, type EntityListQuestion } from '../../machines/entity-list.js';
import { readAddress, writeAddress, readWidgetMode, writeWidgetMode } from '../../machines/view/address.js';
import { useConnection, useCurrentUser, usePermission, useUsername } from '../element/connection-context.js';
import { HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import { PageTitleContext } from '../element/page-title.js';
import { RoutesContext } from '../element/routes-context.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { lazyPart } from '../kit/lazy-part.js';
import { LeaveGateContext } from '../kit/leave-guard.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { useDocumentTitle } from './document-title.js';
import { FailurePage, MissingPermissionsPage, NotFoundPage } from './error-pages.js';
import { hasPage, type Location } from './routes.js';
import type { Router } from './router.js';
import { texts } from './texts.js';

export const loadSearchPage = () => import('../search/index.js');
export const loadMessagePage = () => import('../message/index.js');
const SavedSearchesPage = lazyPart(() => import('../views/pages.js'), 'SavedSearchesPage');
const DashboardsPage = lazyPart(() => import('../views/pages.js'), 'DashboardsPage');
const LogGrokPatterns = lazyPart(() => import('../admin/grok-patterns/index.js'), 'LogGrokPatterns');
const WelcomePage = lazyPart(() => import('../welcome/index.js'), 'WelcomePage');
const LogSearch = lazyPart(() => loadSearchPage().then(({ LogSearch: page }) => ({ LogSearch: page })), 'LogSearch');
const LogDashboard = lazyPart(() => import('../dashboard/index.js'), 'LogDashboard');
const LogMessage = lazyPart(
  () => loadMessagePage().then(({ LogMessage: page }) => ({ LogMessage: page })),
  'LogMessage',
);

export interface PageProps {
  readonly location: Location;
  readonly router: Router;
}

/** What the search page tells when its query changes. */
interface QueryChange {
  readonly query: string;
  readonly range: TimeRange;
  readonly streams: readonly string[];
  /** `replace`: the address only says what is shown already. */
  readonly history: 'push' | 'replace';
}

export function PageHost({ location, router }: PageProps): ReactNode {
  const toSearch = () => router.navigate('/search');
  return (
    <CleanUpBoundary>
      <ErrorBoundary
        key={`${location.route} ${location.path}`}
        fallback={(error, reset) => <FailurePage error={error} onSearch={toSearch} onRetry={reset} />}
      >
        <Suspense fallback={<Loading />}>
          <Page location={location} router={router} />
        </Suspense>
      </ErrorBoundary>
    </CleanUpBoundary>
  );
}

/** Stands in the document's title while the page is shown. */
function titleOf({ page, params }: Location): string {
  if (page === 'message') return `Message ${params['messageId'] ?? ''} on ${params['index'] ?? ''}`;
  if (page === 'not-found') return texts.notFound.title;
  return page in pageTitles ? pageTitles[page as keyof typeof pageTitles] : texts.nav.search;
}

const pageTitles = {
  welcome: texts.nav.welcome,
  'saved-searches': texts.nav.savedSearches,
  dashboards: texts.nav.dashboards,
  dashboard: texts.nav.dashboards,
  'grok-patterns': texts.nav.grokPatterns,
} as const;

function Page(props: PageProps): ReactNode {
  const [own, setOwn] = useState<string>();
  const title = own ?? titleOf(props.location);
  useDocumentTitle(title);
  return (
    <PageTitleContext value={setOwn}>
      <NamedPage {...props} />
    </PageTitleContext>
  );
}

function NamedPage({ location, router }: PageProps): ReactNode {
  switch (location.page) {
    case 'start':
      return <StartPage router={router} />;
    case 'welcome':
      return (
        <ConsoleLinks router={router}>
          <WelcomePage hasRoute={hasPage} />
        </ConsoleLinks>
      );
    case 'saved-searches':
    case 'dashboards':
    case 'grok-patterns':
      return <ListPage location={location} router={router} />;
    case 'new-search':
      return <Redirect router={router} to={location.path.replace(/\/new\/?$/, '')} />;
    case 'dashboard':
      return <DashboardPage location={location} router={router} />;
    case 'search':
      return <SearchPage location={location} router={router} />;
    case 'message':
      return (
        <ConsoleLinks router={router}>
          <LogMessage index={location.params['index'] ?? ''} messageId={location.params['messageId'] ?? ''} />
        </ConsoleLinks>
      );
    default:
      return <NotFoundPage onSearch={() => router.navigate('/search')} />;
  }
}

function Redirect({ router, to }: { readonly router: Router; readonly to: string }): ReactNode {
  useEffect(() => {
    router.navigate(to, { replace: true });
  }, [router, to]);
  return null;
}

const lists = {
  'saved-searches': SavedSearchesPage,
  dashboards: DashboardsPage,
  'grok-patterns': LogGrokPatterns,
} as const;

/** Overview lists keep page, query and filters in the address. */
function ListPage({ location, router }: PageProps): ReactNode {
  const List = lists[location.page as keyof typeof lists];
  const question = useMemo(() => readQuestion(location.search), [location.search]);
  const ask = useCallback(
    (next: EntityListQuestion) => {
      const search = writeQuestion(location.search, next).toString();
      router.navigate(search === '' ? location.path : `${location.path}?${search}`, { replace: true });
    },
    [location.search, location.path, router],
  );
  return (
    <ConsoleLinks router={router}>
      <List question={question} onQuestion={ask} hasRoute={hasPage} />
    </ConsoleLinks>
  );
}

/** Where the person wants to start (screens/dashboards-sharing-alerts.md §3.1); asked anew, it may have been changed elsewhere. */
function StartPage({ router }: Pick<PageProps, 'router'>): ReactNode {
  const { client } = useConnection();
  const username = useUsername();
  const user = useQuery({
    ...currentUserQuery(client, username ?? ''),
    enabled: username !== null,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (user.isFetching || !user.data) return <Loading />;
  return <Redirect router={router} to={startRouteOf(user.data.startpage)} />;
}

function startRouteOf(start: User['startpage']): string {
  const id = encodeURIComponent(start?.id ?? '');
  const routes = {
    dashboard: `/dashboards/${id}`,
    stream: `/streams/${id}/search`,
    search: start?.id === 'default' ? '/search' : `/search/${id}`,
  };
  const route = start ? routes[start.type] : undefined;
  return route !== undefined && hasPage(route) ? route : '/welcome';
}

/** The host of everything inside, with links of the console followed in place. */
function ConsoleLinks({
  router,
  onEvent,
  children,
}: {
  readonly router: Router;
  readonly onEvent?: (name: string, detail: object) => void;
  readonly children: ReactNode;
}): ReactNode {
  const host = useHostElement();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      reflect: () => {},
      emit: (name, detail, options) => {
        const proceed = host.emit(name, detail, options);
        if (name === 'log-navigate' && proceed) {
          const { route } = detail as { route: string };
          router.navigate(route);
          return false;
        }
        latest.current?.(name, detail ?? {});
        return proceed;
      },
    }),
    [host, router],
  );
  return (
    <HostContext value={inner}>
      <RoutesContext value={hasPage}>
        <LeaveGateContext value={router}>{children}</LeaveGateContext>
      </RoutesContext>
    </HostContext>
  );
}

/** What a page tells when one widget gets the room for itself, is edited, or no longer is. */
interface WidgetFocus {
  readonly id: string | null;
  readonly focusing?: boolean;
  readonly editing?: boolean;
}

const withSearch = (path: string, search: URLSearchParams): string => (search.size > 0 ? `${path}?${search}` : path);

/** Focus and edit mode are entries of the history: going back leaves them, and stays on the page. */
function showMode(router: Router, path: string, { id, ...flags }: WidgetFocus): void {
  const { search } = router.location();
  const before = readWidgetMode(search);
  const to = withSearch(path, writeWidgetMode(search, { focusedId: id ?? undefined, ...flags }));
  const deeper = id !== null && (before.focusedId !== id || (flags.editing === true && !before.editing));
  if (deeper) router.navigate(to);
  else router.goBackTo(to);
}

/** Without a query string the page starts as a new search; `key` makes `/search/new` a fresh one. */
function SearchPage({ location, router }: PageProps): ReactNode {
  const asked = readAddress(location.search);
  const stream = location.params['streamId'];
  const streams = asked.streams ?? (stream ? [stream] : []);
  const onEvent = (name: string, detail: object) => {
    if (name === 'log-query-change') {
      const change = detail as QueryChange;
      const search = writeAddress(location.search, {
        queryString: change.query,
        timeRange: change.range,
        streams: stream && change.streams.length === 1 && change.streams[0] === stream ? [] : [...change.streams],
      }).toString();
      if (search !== new URLSearchParams(location.search).toString()) {
        router.navigate(`${location.path}?${search}`, { replace: change.history === 'replace' });
      }
    }
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved') {
      const { id } = detail as { id: string };
      if (id !== location.params['viewId']) router.navigate(`/search/${encodeURIComponent(id)}`);
    }
  };
  return (
    <ConsoleLinks router={router} onEvent={onEvent}>
      <LogSearch
        query={asked.queryString ?? ''}
        range={asked.timeRange}
        streams={streams}
        viewId={location.params['viewId']}
        highlightMessage={asked.highlightMessage}
        widgetMode={readWidgetMode(location.search)}
        layout="full"
        hasRoute={hasPage}
      />
    </ConsoleLinks>
  );
}

/** The page that is shown stands in the address and replaces it: going back leaves the dashboard. */
function DashboardPage({ location, router }: PageProps): ReactNode {
  const mayNow = usePermission('dashboards:create');
  const known = useCurrentUser() !== undefined;
  // Nobody may anything while a session is lost; what was begun stays.
  const [mayCreate, setMayCreate] = useState(mayNow);
  if (mayNow && !mayCreate) setMayCreate(true);
  const { viewId } = location.params;
  const asked = new URLSearchParams(location.search);
  const onEvent = (name: string, detail: object) => {
    const now = new URLSearchParams(router.location().search);
    if (name === 'log-page-change') {
      const { page, unknown } = detail as { page: string; unknown?: string };
      if (unknown === undefined) now.set('page', page);
      else now.delete('page');
      router.navigate(withSearch(location.path, now), { replace: true });
    }
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved') {
      const { id } = detail as { id: string };
      if (id === viewId) return;
      // A copy has the same pages.
      const page = now.get('page');
      const search = new URLSearchParams(page === null ? {} : { page });
      router.navigate(withSearch(`/dashboards/${encodeURIComponent(id)}`, search));
    }
  };
  if (viewId === undefined && !mayCreate) return known ? <MissingPermissionsPage path={location.path} /> : null;
  return (
    <ConsoleLinks router={router} onEvent={onEvent}>
      <LogDashboard
        viewId={viewId}
        create={viewId === undefined}
        page={asked.get('page') ?? undefined}
        query=""
        range={undefined}
        refresh={undefined}
        widgetMode={readWidgetMode(location.search)}
        hasRoute={hasPage}
      />
    </ConsoleLinks>
  );
}
