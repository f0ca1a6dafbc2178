/**
 * The page that an address names. Pages are the same components as the elements; here their events go to the address bar:
 * a changed query is written into the address, a followed link stays in the console.
 */
import { useMemo, useState, type ReactNode } from 'react';
import { allowsAll } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import { PageTitleContext } from '../element/page-title.js';
import { RoutesContext } from '../element/routes-context.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { LeaveGateContext } from '../kit/leave-guard.js';
import { Loading } from '../kit/loading.js';
import { pagesAbove, PagesAboveContext } from '../kit/pages.js';
import { RefusalContext } from '../kit/refusal-context.js';
import { Suspense } from '../kit/suspense.js';
import { useDocumentTitle } from './document-title.js';
import { DeniedPage, FailurePage, MissingPermissionsPage, NotFoundPage } from './error-pages.js';
import { hasPage, pages, type ShownProps } from './pages.js';
import type { Router } from './router.js';
import { texts } from './texts.js';

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
  const { page } = location;
  const user = useCurrentUser();
  const [own, setOwn] = useState<string>();
  useDocumentTitle(own ?? page?.title ?? texts.notFound.title);
  const above = useMemo(() => (page ? pagesAbove(pages, page) : []), [page]);
  if (!page) return <NotFoundPage onSearch={() => router.navigate('/search')} />;
  // Nobody may anything while a session is lost; what was begun stays.
  if (user && !allowsAll(user.permissions, page.needs ?? [])) return <MissingPermissionsPage path={location.path} />;
  return (
    <PageTitleContext value={setOwn}>
      <PagesAboveContext value={above}>
        <page.Shown location={location} router={router} />
      </PagesAboveContext>
    </PageTitleContext>
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
  return (
    <HostContext value={inner}>
      <RoutesContext value={hasPage}>
        <RefusalContext value={DeniedPage}>
          <LeaveGateContext value={router}>{children}</LeaveGateContext>
        </RefusalContext>
      </RoutesContext>
    </HostContext>
  );
}
