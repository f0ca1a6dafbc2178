/**
 * Renders the whole console: start-up gate, navigation, the page for the current address, footer (spec 1 §2, spec 3
 * §2).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { Unreachable } from '../../api/failures.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Cover, KeptPage } from '../element/kept-page.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Part } from '../kit/part.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import type { OutageLineProps } from '../kit/outage-line.js';
import { Suspense } from '../kit/suspense.js';
import { faceAfter, gateOf, isStaying, keptAfter, nobody, type Gate as GateName, type Kept } from './gate.js';
import { readMark } from './local-marks.js';
import { texts } from './texts.js';
import { isWallPath } from './wall-path.js';

const LoginPage = lazyPart(() => import('./login-page.js'), 'LoginPage');
const loadErrorPages = () => import('./error-pages.js');
const UnavailablePage = lazyPart<'UnavailablePage', { error: unknown }>(loadErrorPages, 'UnavailablePage');
const OutageLine = lazyPart<'OutageLine', OutageLineProps>(loadErrorPages, 'OutageLine');
const FailurePage = lazyPart<'FailurePage', { error: unknown }>(loadErrorPages, 'FailurePage');
const loadConsole = () => import('./open-console.js');
const OpenConsole = lazyPart<'OpenConsole', LogConsoleProps>(loadConsole, 'OpenConsole');

/** Delay in milliseconds after which the console shows that it is starting. */
const startDelayMs = 200;

const useStyles = makeStyles({
  root: { minHeight: '100vh', backgroundColor: tokens.surface.canvas, color: tokens.text.primary },
  starting: { paddingTop: '40vh' },
});

/**
 * Style of the line of an outage on the sign-in page: the line covers the version at the lower edge, so that the form
 * does not move and announcements above the form stay readable.
 */
const outageStyle: CSSProperties = { position: 'fixed', insetInline: 0, bottom: 0, zIndex: zIndex.navBar };

export interface LogConsoleProps {
  /** Path below which the console lives, without a trailing slash. */
  readonly basePath: string;
  /** Address of the list of plug-ins, on the page's own origin. */
  readonly plugins?: string | undefined;
}

export function LogConsole({ basePath, plugins }: LogConsoleProps): ReactNode {
  const styles = useStyles();
  useEffect(() => {
    // The error pages are fetched while the server is available, because they are needed when it is not.
    loadErrorPages().catch(() => {});
    // A user who was signed in at the last visit is probably still signed in, so the console is loaded while the
    // session is being validated.
    if (readMark('open') !== null)
      loadConsole().then(
        ({ preloadPage }) => preloadPage(window.location.pathname),
        () => {},
      );
  }, []);
  return (
    <div className={styles.root}>
      <Gate basePath={basePath.replace(/\/+$/, '')} plugins={plugins} />
    </div>
  );
}

function Gate({ basePath, plugins }: LogConsoleProps): ReactNode {
  const { client, session, availability } = useConnection();
  const server = useSelector(availability, ({ value }) => value.status);
  const failure = useSelector(availability, ({ context }) => context.failure);
  const signedIn = useSelector(session, (state) =>
    state.matches('loggedIn')
      ? ('in' as const)
      : state.matches('notLoggedIn') || state.matches('loggingIn')
        ? ('out' as const)
        : // If the server has not answered at all, the gate shows the server as unavailable, not the session as failed.
          state.matches('unverified') && !(state.context.failure instanceof Unreachable)
          ? ('failed' as const)
          : undefined,
  );
  const sessionFailure = useSelector(session, ({ context }) => context.failure);
  const username = useSelector(session, ({ context }) => context.username);
  const [kept, setKept] = useState<Kept>(nobody);
  const user = useQuery({
    ...currentUserQuery(client, username ?? ''),
    enabled: username !== null,
  });
  const gate = gateOf({
    server,
    session: signedIn,
    // The call for the current user is shown as failed after its last repetition, or after three failures.
    user: user.data ? 'loaded' : user.isError || user.failureCount > 2 ? 'failed' : undefined,
  });
  const lost = useSelector(session, ({ context: { ended } }) => (ended?.how === 'lost' ? ended.username : null));
  const facts = { gate, username, lost };
  const next = keptAfter(kept, facts);
  if (next !== kept) setKept(next);
  const [faceBefore, setFaceBefore] = useState<GateName>();
  const face = faceAfter(faceBefore, gate, username);
  if (face !== faceBefore) setFaceBefore(face);
  // A wall display keeps its last data visible while the server is unreachable or the session is lost, and recovers
  // without a click. Every other page stays visible only during an outage and while the session is being validated.
  const stays = next.open && (isStaying(next, facts) || isWallPath(window.location.pathname));
  const shown = gate === 'open' || stays;
  const { health } = useHostElement();
  useEffect(() => {
    if (shown) health.ready();
  }, [shown, health]);
  return (
    // Signing out unmounts the pages; the boundary catches errors that they throw while they clean up.
    <CleanUpBoundary>
      {(shown || next.open) && (
        <KeptPage key={next.turn} away={!shown}>
          {lazily(<OpenConsole basePath={basePath} plugins={plugins} />)}
        </KeptPage>
      )}
      {!shown && (
        <Cover>
          {lazily(
            <Face
              gate={face}
              failure={gate === 'unavailable' ? failure : signedIn === 'failed' ? sessionFailure : user.failureReason}
            />,
          )}
        </Cover>
      )}
    </CleanUpBoundary>
  );
}

/** Renders the state that the console shows instead of its pages. */
function Face({ gate, failure }: { readonly gate: GateName; readonly failure: unknown }): ReactNode {
  switch (gate) {
    case 'unavailable':
      return <UnavailablePage error={failure} />;
    case 'login':
      return (
        <>
          <div style={outageStyle}>
            <Part>
              <OutageLine />
            </Part>
          </div>
          <LoginPage />
        </>
      );
    case 'failed':
      return <FailurePage error={failure} />;
    case 'waiting':
    case 'preparing':
      return <Starting />;
    default:
      return null;
  }
}

/** Shows progress before the first page; a slow server or connection must not leave the page blank. */
function Starting(): ReactNode {
  return (
    <div className={useStyles().starting}>
      <Loading text={texts.preparing} delayMs={startDelayMs} />
    </div>
  );
}

function lazily(page: ReactNode): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Starting />}>{page}</Suspense>
    </ErrorBoundary>
  );
}
