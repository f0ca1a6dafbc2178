/** The whole console: start-up gate, navigation, the page that the address names, footer (spec 1 §2, spec 3 §2). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { savePreferences } from '../../api/contract/users.js';
import { currentUserQuery, useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Loading } from '../kit/spinner.js';
import { tokens } from '../kit/tokens.js';
import { gateOf } from './gate.js';
import { createRouter, type Router } from './router.js';
import { texts } from './texts.js';

const LoginPage = lazy(() => import('./login-page.js').then((module) => ({ default: module.LoginPage })));
const UnavailablePage = lazy(() => import('./error-pages.js').then((module) => ({ default: module.UnavailablePage })));
const FailurePage = lazy(() => import('./error-pages.js').then((module) => ({ default: module.FailurePage })));
const Shell = lazy(() => import('./shell.js').then((module) => ({ default: module.Shell })));

const useStyles = makeStyles({
  root: { minHeight: '100vh', backgroundColor: tokens.surface.canvas, color: tokens.text.primary },
});

export interface LogConsoleProps {
  /** Path below which the console lives, without a slash at its end. */
  readonly basePath: string;
}

export function LogConsole({ basePath }: LogConsoleProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const [router, setRouter] = useState<Router>();
  useEffect(() => {
    const created = createRouter(basePath.replace(/\/+$/, ''));
    setRouter(created);
    return () => created.close();
  }, [basePath]);
  useEffect(() => {
    if (router) host.ready();
  }, [host, router]);
  return <div className={styles.root}>{router && <Gate router={router} />}</div>;
}

function Gate({ router }: { readonly router: Router }): ReactNode {
  const { client, session, availability } = useConnection();
  const server = useSelector(availability, (state) =>
    state.matches({ status: 'down' })
      ? ('down' as const)
      : state.matches({ status: 'up' })
        ? ('up' as const)
        : undefined,
  );
  const failure = useSelector(availability, ({ context }) => context.failure);
  const signedIn = useSelector(session, (state) =>
    state.matches('loggedIn')
      ? ('in' as const)
      : state.matches('notLoggedIn') || state.matches('loggingIn')
        ? ('out' as const)
        : undefined,
  );
  const username = useSelector(session, ({ context }) => context.username);
  const user = useQuery({ ...currentUserQuery(client, username ?? ''), enabled: username !== null });
  const gate = gateOf({
    server,
    session: signedIn,
    user: user.data ? 'loaded' : user.isError ? 'failed' : undefined,
  });
  switch (gate) {
    case 'unavailable':
      return lazily(<UnavailablePage error={failure} />);
    case 'login':
      return lazily(<LoginPage />);
    case 'failed':
      return lazily(<FailurePage error={user.error} />);
    case 'preparing':
      return <Loading label={texts.preparing} />;
    case 'open':
      return lazily(<OpenConsole router={router} />);
    default:
      return null;
  }
}

function lazily(page: ReactNode): ReactNode {
  return <Suspense fallback={null}>{page}</Suspense>;
}

function OpenConsole({ router }: { readonly router: Router }): ReactNode {
  const { client, session, queryClient } = useConnection();
  const host = useHostElement();
  const user = useCurrentUser();
  const location = useSyncExternalStore(router.subscribe, router.location);
  const stored = user?.preferences?.['themeMode'];

  useEffect(() => {
    if (stored === 'noir' || stored === 'teint')
      host.element.setAttribute('theme', stored === 'noir' ? 'dark' : 'light');
    // The preference counts when it arrives; afterwards the person's switch does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stored]);

  const actions = useMemo(
    () => ({
      toggleTheme: (dark: boolean) => {
        host.element.setAttribute('theme', dark ? 'dark' : 'light');
        if (!user || user.read_only) return;
        const preferences = { ...(user.preferences ?? {}), themeMode: dark ? 'noir' : 'teint' };
        void client.call(savePreferences, { params: { username: user.username }, body: { preferences } }).then(
          () => queryClient.invalidateQueries({ queryKey: ['users', user.username] }),
          (error: unknown) => host.fail(error),
        );
      },
      logout: () => {
        session.send({ type: 'logout.requested' });
        router.navigate('/');
      },
    }),
    [client, host, queryClient, router, session, user],
  );
  return (
    <Shell
      router={router}
      location={location}
      onToggleTheme={() => actions.toggleTheme(host.theme !== 'dark')}
      onLogout={actions.logout}
    />
  );
}
