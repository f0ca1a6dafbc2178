/** Navigation above, the page, the footer below. */
import { makeStyles } from '@griffel/react';
import { useRef, useState } from 'react';
import { useCurrentUser } from '../element/connection-context.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { Float } from '../kit/float.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { Footer } from './footer.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { PageHost } from './page-host.js';
import type { ShownProps } from './pages.js';
import { texts } from './texts.js';
import { TopNavigation } from './top-navigation.js';
import { useQuickJumpKey } from './use-quick-jump-key.js';

const QuickJump = lazyPart(() => import('./quick-jump.js'), 'QuickJump');

/** Only a built-in administrator is asked, at a sign-in. */
const FirstStart = lazyPart(() => import('./first-start.js'), 'FirstStart');

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: '100vh' },
  // Pages may fill the height; what sticks to the top stays below the navigation.
  page: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    '--lc-page-top': '55px',
    // Has the focus when another page was opened by keyboard: Tab goes on into it.
    outlineStyle: 'none',
  },
  skip: {
    position: 'fixed',
    zIndex: zIndex.navBar + 1,
    top: '10px',
    left: '16px',
    padding: '8px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.raised,
    color: tokens.text.link,
    ':not(:focus)': { opacity: 0, pointerEvents: 'none' },
  },
});

interface ShellProps extends ShownProps {
  /** Just now, not in an earlier visit. */
  readonly signedIn: boolean;
  readonly onToggleTheme: () => void;
  readonly onLogout: () => void;
}

export function Shell({ router, location, signedIn, onToggleTheme, onLogout }: ShellProps) {
  const styles = useStyles();
  const main = useRef<HTMLElement>(null);
  const user = useCurrentUser();
  const [jumping, setJumping] = useState(false);
  const bare = location.page?.bare ?? false;
  useQuickJumpKey(() => !bare && setJumping(true));
  const { page } = location;
  if (page?.bare) {
    return (
      <main>
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <page.Shown location={location} router={router} />
          </Suspense>
        </ErrorBoundary>
      </main>
    );
  }
  return (
    <div className={styles.root}>
      <ErrorBoundary>
        <TopNavigation
          first={
            <a
              className={styles.skip}
              href="#main"
              onClick={(event) => {
                event.preventDefault();
                main.current?.focus({ preventScroll: true });
              }}
            >
              {texts.skip}
            </a>
          }
          path={location.path}
          href={router.href}
          onNavigate={(path) => router.navigate(path)}
          onToggleTheme={onToggleTheme}
          onLogout={onLogout}
          onQuickJump={() => setJumping(true)}
        />
      </ErrorBoundary>
      <main ref={main} className={styles.page} tabIndex={-1}>
        <PageHost location={location} router={router} />
      </main>
      <Float onFailed={() => setJumping(false)}>
        {jumping && <QuickJump onClose={() => setJumping(false)} onNavigate={(path) => router.navigate(path)} />}
      </Float>
      {signedIn && user?.read_only && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <FirstStart user={user} onNavigate={(path) => router.navigate(path)} />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary fallback={() => null}>
        <Footer />
      </ErrorBoundary>
    </div>
  );
}
