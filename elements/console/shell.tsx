/**
 * Renders the frame of the console: navigation, page, footer, and the dialogs that all pages have in common. Bare
 * pages, such as a wall display, have no frame.
 */
import { makeStyles } from '@griffel/react';
import { useRef, useState, type MouseEvent } from 'react';
import { allows } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { useEnvironment } from '../element/environment.js';
import { useIsAway } from '../element/kept-page.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { Float } from '../kit/float.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { OutageLine } from '../kit/outage-line.js';
import { PageActionsContext, type PageActionsRegistry } from '../kit/page-actions.js';
import { focusQuery, usePageKeys } from '../kit/shortcuts/use-page-keys.js';
import { Suspense } from '../kit/suspense.js';
import { ConsoleHost } from './console-host.js';
import { Footer } from './footer.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { uncovered } from '../kit/uncovered.js';
import { PageHost } from './page-host.js';
import type { ShownProps } from './pages.js';
import { PublicNotifications } from './public-notifications.js';
import { wasScratchpadOpen } from './scratchpad-key.js';
import { laterTexts } from './later-texts.js';
import { navigationPx, TopNavigation } from './top-navigation.js';
import { useTypedAhead } from '../kit/typed-ahead.js';
import { usePageFirst } from './use-page-first.js';

const About = lazyPart(() => import('./about.js'), 'About');
const BackToTop = lazyPart(() => import('./back-to-top.js'), 'BackToTop');
const QuickJump = lazyPart(() => import('./quick-jump.js'), 'QuickJump');
const Scratchpad = lazyPart(() => import('./scratchpad.js'), 'Scratchpad');
const ShortcutSheet = lazyPart(() => import('../kit/shortcuts/shortcut-sheet.js'), 'ShortcutSheet');

/**
 * Dialog about the generated password. It is rendered only after the built-in administrator, whose account is
 * read-only, has signed in, because the password belongs to this account.
 */
const FirstStart = lazyPart(() => import('./first-start.js'), 'FirstStart');

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: '100vh' },
  // Pages may fill the height of this element; their sticky content stays below the navigation.
  page: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    // Height of the bars that stay above the page while it scrolls.
    '--lc-page-top': `calc(${navigationPx}px + var(--lc-outage-line, 0px))`,
    // Height of the footer, for pages that fill the window.
    '--lc-page-foot': '32px',
    // The links "Skip to content" and "Back to top" move the focus to the page element, so that Tab continues inside
    // it.
    outlineStyle: 'none',
    ...uncovered({ top: 'var(--lc-page-top)' }),
  },
  outage: { position: 'sticky', top: `${navigationPx}px`, zIndex: zIndex.navBar - 1 },
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

/** Keeps the height of the outage line, which depends on the width of the window, in a property of its parent. */
function measureOutageLine(line: HTMLElement | null): (() => void) | undefined {
  const shell = line?.parentElement;
  if (!shell) return undefined;
  const observer = new ResizeObserver(() => shell.style.setProperty('--lc-outage-line', `${line.offsetHeight}px`));
  observer.observe(line, { box: 'border-box' });
  return () => {
    observer.disconnect();
    shell.style.removeProperty('--lc-outage-line');
  };
}

interface ShellProps extends ShownProps {
  /** True when the user signed in now, not in an earlier visit. */
  readonly signedIn: boolean;
  readonly onToggleTheme: () => void;
  /** True while the theme follows the system. */
  readonly followsSystem: boolean;
  /** Lets the theme follow the system again. */
  readonly onSystemTheme: () => void;
  readonly onLogout: () => void;
}

export function Shell({
  router,
  location,
  signedIn,
  onToggleTheme,
  followsSystem,
  onSystemTheme,
  onLogout,
}: ShellProps) {
  const styles = useStyles();
  const main = useRef<HTMLElement>(null);
  const user = useCurrentUser();
  const { root } = useEnvironment();
  const pageFirst = usePageFirst();
  const [opened, setOpened] = useState<'jump' | 'sheet' | 'about'>();
  const [padOf] = useState(user?.username ?? '');
  /** `now`: the scratchpad was opened in this visit; `before`: it was already open at the end of the last visit. */
  const [pad, setPad] = useState(
    () => (wasScratchpadOpen(padOf) ? ('before' as const) : undefined) as 'before' | 'now' | undefined,
  );
  const [actions] = useState<PageActionsRegistry>(() => new Set());
  const { page } = location;
  const typed = useTypedAhead();
  const open = {
    onPalette: () => {
      if (opened !== 'jump') typed.begin();
      setOpened('jump');
    },
    onSheet: () => setOpened('sheet'),
    onAbout: () => setOpened('about'),
  };
  const close = (): void => {
    typed.end();
    setOpened(undefined);
  };
  const padButton = useRef<HTMLButtonElement>(null);
  const padCloser = useRef<() => void>(null);
  const closePad = (): void => {
    setPad(undefined);
    padButton.current?.focus({ preventScroll: true });
  };
  const isAway = useIsAway();
  usePageKeys(page?.bare || isAway ? undefined : document, open);
  const skip = (to: () => unknown) => (event: MouseEvent) => {
    event.preventDefault();
    to();
  };
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
        <ConsoleHost router={router}>
          <TopNavigation
            first={
              <>
                <a
                  className={styles.skip}
                  href="#main"
                  onClick={skip(() => main.current?.focus({ preventScroll: true }))}
                >
                  {laterTexts.skip}
                </a>
                {page?.hasQuery && (
                  <a className={styles.skip} href="#query" onClick={skip(() => focusQuery(root))}>
                    {laterTexts.skipToQuery}
                  </a>
                )}
              </>
            }
            path={location.path}
            href={router.href}
            onNavigate={(path) => router.navigate(path)}
            onToggleTheme={onToggleTheme}
            followsSystem={followsSystem}
            onSystemTheme={onSystemTheme}
            onLogout={onLogout}
            onQuickJump={open.onPalette}
            onShortcuts={open.onSheet}
            onAbout={open.onAbout}
            scratchpad={{
              open: pad !== undefined,
              button: padButton,
              onToggle: () => (pad ? (padCloser.current ?? closePad)() : setPad('now')),
            }}
          />
        </ConsoleHost>
      </ErrorBoundary>
      <OutageLine ref={measureOutageLine} className={styles.outage} />
      <main ref={main} className={styles.page} tabIndex={-1}>
        {pageFirst && <PublicNotifications place="page" />}
        <PageActionsContext value={actions}>
          <PageHost location={location} router={router} />
        </PageActionsContext>
      </main>
      {pageFirst && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <BackToTop onTop={() => main.current?.focus({ preventScroll: true })} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Float onFailed={close}>
        {opened === 'jump' && (
          <QuickJump
            actions={actions}
            path={location.path}
            typed={typed}
            onClose={close}
            onNavigate={(path) => router.navigate(path)}
            onShortcuts={open.onSheet}
            onScratchpad={() => setPad('now')}
            onAbout={open.onAbout}
            onToggleTheme={onToggleTheme}
            onLogout={onLogout}
          />
        )}
        {opened === 'sheet' && <ShortcutSheet onPalette={open.onPalette} onClose={close} />}
        {opened === 'about' && <About href={router.href} onClose={close} />}
      </Float>
      <Float onFailed={closePad}>
        {pad && <Scratchpad username={padOf} focused={pad === 'now'} closer={padCloser} onClose={closePad} />}
      </Float>
      {signedIn && user?.read_only && allows(user.permissions, '*') && (
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
