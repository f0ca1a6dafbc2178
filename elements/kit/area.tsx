/**
 * Renders the pages of an administration area inside an element: `log-users`, for example, shows the list, forms and
 * details of users. Links between the pages open inside the element unless the host page handles them. In the console,
 * each page has an address of its own.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { allowsAll } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { ElementFailure } from '../element/element-failure.js';
import { emitWithin, HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import { RoutesContext } from '../element/routes-context.js';
import { CleanUpBoundary } from './clean-up-boundary.js';
import { DeniedState, EmptyState } from './empty-state.js';
import { ErrorBoundary } from './error-boundary.js';
import { LeaveGateContext, type LeaveBlocker, type LeaveGate } from './leave-guard.js';
import { Loading } from './loading.js';
import { PressedFrom } from './pressed-from.js';
import { matchPage, pagesAbove, PagesAboveContext, pathOfRoute, type Page } from './pages.js';
import { Suspense } from './suspense.js';
import { laterKitTexts } from './later-texts.js';

export interface AreaProps {
  readonly pages: readonly Page[];
  /** Route of the displayed page, as in the console, such as `/system/users/new`. */
  readonly route: string;
}

export function Area({ pages, route }: AreaProps): ReactNode {
  const host = useHostElement();
  const [place, setPlace] = useState(route);
  const [requestedRoute, setRequestedRoute] = useState(route);
  // A new route that the host page sets takes precedence over the page to which the user has navigated.
  if (requestedRoute !== route) {
    setRequestedRoute(route);
    setPlace(route);
  }
  const blockers = useRef(new Set<LeaveBlocker>());
  const pressedFrom = useRef<PressedFrom>(undefined);
  useEffect(() => {
    const followed = new PressedFrom();
    pressedFrom.current = followed;
    return () => followed.close();
  }, []);
  const gate = useMemo<LeaveGate>(
    () => ({
      block(blocker) {
        blockers.current.add(blocker);
        return () => void blockers.current.delete(blocker);
      },
    }),
    [],
  );
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      emit: emitWithin(host, (to) => {
        if (!matchPage(pages, pathOfRoute(to))) return false;
        const dirty = [...blockers.current].find((blocker) => blocker.isDirty());
        const go = (): void => {
          setPlace(to);
          host.reflect('route', to);
        };
        if (!dirty) go();
        else {
          pressedFrom.current?.giveBack();
          void dirty.ask().then((leave) => leave && go());
        }
        return true;
      }),
    }),
    [host, pages],
  );
  const hasRoute = useMemo(() => (to: string) => matchPage(pages, pathOfRoute(to)) !== undefined, [pages]);
  return (
    <HostContext value={inner}>
      <RoutesContext value={hasRoute}>
        <LeaveGateContext value={gate}>
          <CleanUpBoundary>
            <ErrorBoundary key={place}>
              <Suspense fallback={<Loading />}>
                <AreaPage pages={pages} route={place} />
              </Suspense>
            </ErrorBoundary>
          </CleanUpBoundary>
        </LeaveGateContext>
      </RoutesContext>
    </HostContext>
  );
}

function AreaPage({ pages, route }: AreaProps): ReactNode {
  const host = useHostElement();
  const user = useCurrentUser();
  const match = matchPage(pages, pathOfRoute(route));
  const denied = match !== undefined && user !== undefined && !allowsAll(user.permissions, match.page.needs ?? []);
  const failure = !match ? 'not-found' : denied ? 'forbidden' : undefined;
  const tell = useEffectEvent((code: 'not-found' | 'forbidden') =>
    host.fail(new ElementFailure(code, match ? laterKitTexts.deniedHelp : laterKitTexts.noPage)),
  );
  useEffect(() => {
    if (failure) tell(failure);
  }, [failure]);
  if (!match) return <EmptyState title={laterKitTexts.noPage}>{route}</EmptyState>;
  if (denied) return <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>;
  const { Content } = match.page;
  return (
    <PagesAboveContext value={pagesAbove(pages, match.page)}>
      <Content params={match.params} search={/\?([^#]*)/.exec(route)?.[1] ?? ''} />
    </PagesAboveContext>
  );
}
