/**
 * Renders the React tree of an element: provides environment, connection and host to the component, and catches its
 * failures.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  useEffect,
  useInsertionEffect,
  useMemo,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { FeedbackProvider } from '../kit/feedback-outlet.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Suspense } from '../kit/suspense.js';
import {
  ConnectionContext,
  isGuest,
  useCurrentUser,
  useDownSince,
  useUsername,
} from '../element/connection-context.js';
import { EnvironmentProvider } from '../element/environment.js';
import { HostContext, MethodContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import type { ElementState } from '../element/host-element.js';
import type { ElementPlan } from '../element/plan.js';
import { pageDefaults } from '../element/page-defaults.js';
import { consoleAddress } from '../element/server-address.js';
import { refusedBy, switchesOf } from '../element/switches.js';
import { SessionGate } from './session-gate.js';
import { useContentHeight } from '../element/use-content-height.js';
import type { Theme } from '../element/theme/host-style.js';
import { adoptSheet } from '../element/theme/sheets.js';

const Missing = lazyPart(() => import('./missing.js'), 'Missing');

export function createElementRoot(plan: ElementPlan, Component: ComponentType<object>): ComponentType<ElementState> {
  return function ElementRoot(state: ElementState): ReactNode {
    const { host, environment, connection, values } = state;
    const missing = plan.missing?.(values);
    return (
      <EnvironmentProvider environment={environment}>
        <ConnectionContext value={connection}>
          <QueryClientProvider client={connection.queryClient} key={connection.id}>
            <MethodContext value={host}>
              <HostProvider plan={plan} state={state}>
                <ErrorBoundary onError={(error) => host.health.fails(error)}>
                  <FeedbackProvider>
                    {missing ? (
                      <Suspense fallback={null}>
                        <Missing {...missing} />
                      </Suspense>
                    ) : (
                      <SessionGate enabled={plan.signIn === 'inside'}>
                        <CleanUpBoundary>
                          <Suspense fallback={null}>
                            {plan.ready === 'rendering' && <FirstContent />}
                            <Component {...values} />
                          </Suspense>
                        </CleanUpBoundary>
                      </SessionGate>
                    )}
                  </FeedbackProvider>
                </ErrorBoundary>
              </HostProvider>
            </MethodContext>
          </QueryClientProvider>
        </ConnectionContext>
      </EnvironmentProvider>
    );
  };
}

function HostProvider(props: { plan: ElementPlan; state: ElementState; children: ReactNode }): ReactNode {
  const { host, environment, connection, values } = props.state;
  const style = useSyncExternalStore(environment.hostStyle.subscribe, environment.hostStyle.snapshot);
  const theme: Theme = values.theme === 'auto' ? style.scheme : values.theme;
  const density = props.plan.density ?? style.density;
  const user = useCurrentUser();
  const timezone = values.timezone ?? user?.timezone ?? browserTimeZone();
  const locale = pageDefaults().locale ?? defaultLocale();
  const username = useUsername();
  const guest = isGuest(username);
  // Links to the console are hidden for guests, who have no account there, unless the page sets `console-url`.
  const linked = values.consoleUrl !== undefined || !guest;
  const { readonly, hide, allow } = values;
  const switches = useMemo(
    () => switchesOf({ readonly, hide, allow }, guest ? refusedBy(user?.permissions) : undefined),
    [readonly, hide, allow, guest, user?.permissions],
  );

  // The styles must exist before any layout effect measures something.
  useInsertionEffect(() => {
    const { dataset } = environment.wrapper;
    dataset['theme'] = theme;
    if (density) dataset['density'] = density;
    else delete dataset['density'];
    dataset['dir'] = style.direction;
    if (style.branded) dataset['brand'] = '';
    else delete dataset['brand'];
  }, [environment, theme, density, style.branded, style.direction]);

  // The attribute is changed once the style sheet is adopted, because the change makes charts read the computed colours
  // again.
  useEffect(() => {
    const { dataset } = environment.wrapper;
    if (style.tokens === '') {
      delete dataset['tokens'];
      return undefined;
    }
    let dropped = false;
    void import('../element/theme/host-tokens.js').then(({ hostTokenSheet }) => {
      if (dropped) return;
      adoptSheet(environment.root, hostTokenSheet());
      dataset['tokens'] = style.tokens;
    });
    return () => {
      dropped = true;
    };
  }, [environment, style.tokens]);

  // An outage of the server is reported here, because it may be known before a part of the content fails, and while no
  // part sends a request.
  const isDown = useDownSince() !== undefined;
  useEffect(() => {
    if (isDown) host.health.fails(connection.availability.getSnapshot().context.failure, 'server');
    else host.health.works('server');
  }, [host, connection, isDown]);

  useEffect(() => {
    if (username !== null) host.health.signedIn();
  }, [host, username]);

  const onHeight = useMemo(() => (height: number) => host.emit('log-resize', { height }), [host]);
  useContentHeight(host, environment, onHeight);

  const face = useMemo<HostElementFace>(
    () => ({
      element: host,
      emit: (name, detail, options) => host.emit(name, detail, options),
      reflect: (property, value) => host.reflect(property, value),
      report: (error, property) => host.report(error, property),
      fail: (error) => host.health.fails(error),
      ready: () => host.health.ready(),
      health: host.health,
      ...switches,
      auth: values.auth,
      timezone,
      ownTimezone: values.timezone,
      locale,
      theme,
      consoleUrl: consoleAddress(values.consoleUrl, connection.server),
      linked,
      server: connection.server,
    }),
    [host, switches, values.auth, values.consoleUrl, linked, timezone, values.timezone, locale, theme, connection],
  );
  return <HostContext value={face}>{props.children}</HostContext>;
}

/** Reports the first content, once somebody is signed in and the component beside it is no longer suspended. */
function FirstContent(): ReactNode {
  const host = useHostElement();
  const isSignedIn = useUsername() !== null;
  useEffect(() => {
    if (isSignedIn) host.ready();
  }, [host, isSignedIn]);
  return null;
}

function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns the language for dates and numbers. The language that the browser names may be no valid tag (`en-US@posix`),
 * but the locale resolved by Intl is valid.
 */
function defaultLocale(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
