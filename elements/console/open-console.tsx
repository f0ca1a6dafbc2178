/** Renders the console of a signed-in user: navigation bar, theme, and the page of the current address. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react';
import { savePreferencesMutation, storesSettings } from '../../api/queries/preferences.js';
import { themeModeOf, type ThemeMode } from '../../machines/theme.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { forgetDrafts } from './draft-store.js';
import { readMark, writeMark } from './local-marks.js';
import { createRouter, type Router } from './router.js';
import { usePlugins } from './use-plugins.js';
import { loadMessagePage, loadSearchPage } from './view-pages.js';
import { Shell } from './shell.js';

/**
 * Preloads the message page for the address of a message, and the search page for other addresses except those of the
 * welcome page, of dashboards and of saved searches.
 *
 * @param pathname path of the address including the base path, which is not yet known here
 */
export function preloadPage(pathname: string): void {
  if (/\/(welcome|dashboards|views)(\/|$)/.test(pathname)) return;
  // A failure is ignored here, because the page itself reports that it cannot be loaded.
  (pathname.includes('/messages/') ? loadMessagePage() : loadSearchPage()).catch(() => {});
}

export interface OpenConsoleProps {
  readonly basePath: string;
  /** Address of the list of plug-ins. */
  readonly plugins?: string | undefined;
}

export function OpenConsole({ basePath, plugins }: OpenConsoleProps): ReactNode {
  const [router, setRouter] = useState<Router>();
  // True if the user has just signed in, that is, the console has not been open in this browser since the last
  // sign-out.
  const [signedIn] = useState(() => readMark('open') === null);
  useEffect(() => {
    writeMark('open', '1');
    const created = createRouter(basePath);
    setRouter(created);
    return () => created.close();
  }, [basePath]);
  return router && <Routed router={router} signedIn={signedIn} plugins={plugins} />;
}

const attributeOf = { teint: 'light', noir: 'dark' } as const;

interface RoutedProps extends Pick<OpenConsoleProps, 'plugins'> {
  readonly router: Router;
  readonly signedIn: boolean;
}

function Routed({ router, signedIn, plugins }: RoutedProps): ReactNode {
  const { client, session, queryClient } = useConnection();
  const host = useHostElement();
  const user = useCurrentUser();
  const location = useSyncExternalStore(router.subscribe, router.location);
  usePlugins(plugins, location.page === undefined);
  const preferred = user?.preferences?.['themeMode'] ?? themeModeOf(readMark('theme'));

  // The stored theme preference is applied once when it arrives; afterwards the theme switch decides.
  const wear = useEffectEvent((theme: string) => host.element.setAttribute('theme', theme));
  useEffect(() => {
    if (preferred === 'noir' || preferred === 'teint') wear(attributeOf[preferred]);
  }, [preferred]);

  const save = useMutation({
    ...savePreferencesMutation(client, queryClient, user?.username ?? ''),
    onSettled: (_answer, error) => {
      if (error) host.fail(error);
    },
  });
  const [chosen, setChosen] = useState<ThemeMode | 'system'>();
  /** Applies and stores a theme; undefined: the theme follows the system. */
  const chooseTheme = (mode: ThemeMode | undefined) => {
    setChosen(mode ?? 'system');
    host.element.setAttribute('theme', mode === undefined ? 'auto' : attributeOf[mode]);
    // The theme is stored in the browser, and as a preference if the server stores the user's settings (spec 1 §4
    // "Theme").
    writeMark('theme', mode ?? null);
    if (!user || !storesSettings(user)) return;
    save.mutate({ themeMode: mode });
  };
  const toggleTheme = () => chooseTheme(host.theme === 'dark' ? 'teint' : 'noir');
  const logout = async () => {
    if (!(await router.mayLeave())) return;
    writeMark('open', null);
    forgetDrafts();
    session.send({ type: 'logout.requested' });
    router.navigate('/', { leaving: true });
  };
  return (
    // The boundary cleans up after the console when a wall display replaces it.
    <CleanUpBoundary>
      <Shell
        router={router}
        location={location}
        signedIn={signedIn}
        onToggleTheme={toggleTheme}
        followsSystem={chosen === undefined ? themeModeOf(preferred) === undefined : chosen === 'system'}
        onSystemTheme={() => chooseTheme(undefined)}
        onLogout={() => void logout()}
      />
    </CleanUpBoundary>
  );
}
