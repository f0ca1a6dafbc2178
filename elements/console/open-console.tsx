/** The console once somebody is signed in: the address bar, and what navigation asks for. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { savePreferences } from '../../api/contract/users.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { createRouter, type Router } from './router.js';
import { Shell } from './shell.js';

export function OpenConsole({ basePath }: { readonly basePath: string }): ReactNode {
  const [router, setRouter] = useState<Router>();
  useEffect(() => {
    const created = createRouter(basePath);
    setRouter(created);
    return () => created.close();
  }, [basePath]);
  return router && <Routed router={router} />;
}

function Routed({ router }: { readonly router: Router }): ReactNode {
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

  const toggleTheme = () => {
    const dark = host.theme !== 'dark';
    host.element.setAttribute('theme', dark ? 'dark' : 'light');
    if (!user || user.read_only) return;
    const preferences = { ...user.preferences, themeMode: dark ? 'noir' : 'teint' };
    void client.call(savePreferences, { params: { username: user.username }, body: { preferences } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['users', user.username] }),
      (error: unknown) => host.fail(error),
    );
  };
  const logout = () => {
    session.send({ type: 'logout.requested' });
    router.navigate('/');
  };
  return <Shell router={router} location={location} onToggleTheme={toggleTheme} onLogout={logout} />;
}
