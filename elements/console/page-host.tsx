/**
 * Renders the page of the current address. The pages are the components of the elements; in the console their events
 * update the address: a changed query is written into the address, and a followed link stays in the console.
 */
import { useMemo, type ReactNode } from 'react';
import { RoutesContext } from '../element/routes-context.js';
import { ShareToolsProvider } from '../embed/share-tools-provider.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { useParts } from '../kit/plugins/slots.js';
import { LeaveGateContext } from '../kit/leave-guard.js';
import { Loading } from '../kit/loading.js';
import { RefusalContext } from '../kit/refusal-context.js';
import { Suspense } from '../kit/suspense.js';
import { ConsoleHost } from './console-host.js';
import { DeniedPage, FailurePage } from './error-pages.js';
import { areaPage, hasPage, pages, type ShownProps } from './pages.js';
import type { Router } from './router.js';
import { TitledPage } from './titled-page.js';

export function PageHost({ location, router }: ShownProps): ReactNode {
  const toSearch = () => router.navigate('/search');
  return (
    <CleanUpBoundary>
      <ErrorBoundary
        key={location.shownAs ?? location.path}
        fallback={(error, reset, componentStack) => (
          <FailurePage error={error} componentStack={componentStack} onSearch={toSearch} onRetry={reset} />
        )}
      >
        <Suspense fallback={<Loading />}>
          <ConsoleLinks router={router}>
            <Page location={location} router={router} />
          </ConsoleLinks>
        </Suspense>
      </ErrorBoundary>
    </CleanUpBoundary>
  );
}

function Page({ location, router }: ShownProps): ReactNode {
  // An address without a page may belong to a plug-in; the area page knows the routes of plug-ins.
  const { page = areaPage } = location;
  const shown = <page.Shown location={location} router={router} />;
  if (page === areaPage) return shown;
  return (
    <TitledPage page={page} pages={pages} path={location.path}>
      {shown}
    </TitledPage>
  );
}

/** Provides the links and routes of the console to its pages. */
function ConsoleLinks({ router, children }: { readonly router: Router; readonly children: ReactNode }): ReactNode {
  const routes = useParts('routes');
  // When plug-ins add routes, a new function is created, so that the components that use the function call it again.
  const leads = useMemo(() => {
    void routes;
    return (route: string): boolean => hasPage(route);
  }, [routes]);
  return (
    <ConsoleHost router={router}>
      <RoutesContext value={leads}>
        <RefusalContext value={DeniedPage}>
          <LeaveGateContext value={router}>
            <ShareToolsProvider>{children}</ShareToolsProvider>
          </LeaveGateContext>
        </RefusalContext>
      </RoutesContext>
    </ConsoleHost>
  );
}
