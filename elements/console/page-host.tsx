/**
 * The page that an address names. Pages are the same components as the elements; here their events go to the address bar:
 * a changed query is written into the address, a followed link stays in the console.
 */
import { useMemo, type ReactNode } from 'react';
import { HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import { RoutesContext } from '../element/routes-context.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { useParts } from '../kit/plugins/slots.js';
import { LeaveGateContext } from '../kit/leave-guard.js';
import { Loading } from '../kit/loading.js';
import { RefusalContext } from '../kit/refusal-context.js';
import { Suspense } from '../kit/suspense.js';
import { DeniedPage, FailurePage } from './error-pages.js';
import { areaPage, hasPage, pages, type ShownProps } from './pages.js';
import type { Router } from './router.js';
import { TitledPage } from './titled-page.js';

export function PageHost({ location, router }: ShownProps): ReactNode {
  const toSearch = () => router.navigate('/search');
  return (
    <CleanUpBoundary>
      <ErrorBoundary
        key={location.path}
        fallback={(error, reset) => <FailurePage error={error} onSearch={toSearch} onRetry={reset} />}
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
  // What is not in the table may be a plug-in's, which is known where the pages of areas are.
  const { page = areaPage } = location;
  const shown = <page.Shown location={location} router={router} />;
  if (page === areaPage) return shown;
  return (
    <TitledPage page={page} pages={pages} path={location.path}>
      {shown}
    </TitledPage>
  );
}

/** The host of everything inside, with links of the console followed in place. */
function ConsoleLinks({ router, children }: { readonly router: Router; readonly children: ReactNode }): ReactNode {
  const host = useHostElement();
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      reflect: () => {},
      emit: (name, detail, options) => {
        const proceed = host.emit(name, detail, options);
        if (name !== 'log-navigate' || !proceed) return proceed;
        router.navigate((detail as { route: string }).route);
        return false;
      },
    }),
    [host, router],
  );
  const routes = useParts('routes');
  // A new function for every list of pages: whoever asks it asks again.
  const leads = useMemo(() => {
    void routes;
    return (route: string): boolean => hasPage(route);
  }, [routes]);
  return (
    <HostContext value={inner}>
      <RoutesContext value={leads}>
        <RefusalContext value={DeniedPage}>
          <LeaveGateContext value={router}>{children}</LeaveGateContext>
        </RefusalContext>
      </RoutesContext>
    </HostContext>
  );
}
