/**
 * Renders the wall display of a dashboard (spec 2 §4 "Full-screen display"), which shows one page after another.
 * When the server, the network or the session fails, it keeps showing the last data together with the time of the data.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import { Unauthorized, Unreachable } from '../../api/failures.js';
import { factsOf, shownPage, type TvEvent } from '../../machines/tv-display.js';
import type { ViewDocument } from '../../machines/view/document.js';
import { ElementFailure } from '../element/element-failure.js';
import { useDownSince } from '../element/connection-context.js';
import { HostContext, useHostElement } from '../element/host-context.js';
import { reportUnlessUnreadable, useRangeCheck, useZonedRange } from '../element/range-words.js';
import { useReadableWords } from '../element/readable-words.js';
import { switchesOf, type HideablePart } from '../element/switches.js';
import { Renewed } from '../frame/renewed.js';
import { EmptyState } from '../kit/empty-state.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { formatDate } from '../kit/format.js';
import { WarningIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Mark } from '../kit/mark.js';
import { Suspense } from '../kit/suspense.js';
import { space, tokens, weight } from '../kit/tokens.js';
import { LateAlertMarks } from '../view-area/index.js';
import { StillWidgetsContext } from '../widgets/index.js';
import { PageDots } from './page-dots.js';
import { texts } from './texts.js';
import { TvGrid } from './tv-grid.js';
import { useDisplay, type DisplayState } from './use-display.js';
import { useScale } from './use-scale.js';
import { titleOfPage, useWallEvents } from './use-wall-events.js';
import { useWallKeys } from './use-wall-keys.js';
import { useWakeLock } from './use-wake-lock.js';
import { upright } from './wall-scale.js';

const WallAlerts = lazyPart(() => import('./wall-alerts.js'), 'WallAlerts');

export interface LogTvProps {
  readonly viewId: string | undefined;
  /** Seconds for which each page is shown. */
  readonly interval: number;
  /** Seconds between two refreshes of the data. */
  readonly refresh: number;
  /** Positions of the pages to show, counted from 0; empty to show all pages. */
  readonly tabs: readonly number[];
  /** Query that filters all widgets in addition to their own queries; empty: none. */
  readonly query: string;
  /** Time range that replaces the time ranges of all widgets; if undefined, the widgets keep their own. */
  readonly range: TimeRange | undefined;
  /** Values of the dashboard's variables, as the `var-…` parameters of an address. */
  readonly variables?: string;
  /** True plays a sound when there is a new alert. */
  readonly alertSound?: boolean;
  /** True shows the number of recent alerts in the title of the window. */
  readonly alertBadge?: boolean;
  /** Parts of the display that the host page hides. */
  readonly hide?: readonly HideablePart[];
}

const useStyles = makeStyles({
  wall: {
    position: 'relative',
    height: 'var(--log-tv-height, 100vh)',
    minHeight: '200px',
    containerType: 'size',
    containerName: 'wall',
    overflow: 'clip',
    outline: 'none',
    backgroundColor: tokens.surface.canvas,
    color: tokens.text.primary,
    cursor: 'none',
    '& *': { cursor: 'none !important', scrollbarWidth: 'none' },
  },
  sheet: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.xl}px`,
    padding: `${space.xl}px ${space.xxl}px`,
    [upright]: { padding: `${space.xl}px`, overflowY: 'auto' },
  },
  header: { display: 'flex', alignItems: 'center', gap: `${space.xl}px`, minWidth: 0, height: '26px', flexShrink: 0 },
  title: { display: 'flex', gap: '10px', margin: 0, minWidth: 0, fontSize: '19px', lineHeight: '24px' },
  dashboard: { fontWeight: weight.semibold, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  page: {
    fontWeight: weight.regular,
    color: tokens.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  gap: { flexGrow: 1 },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    flexShrink: 0,
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  trouble: {
    color: tokens.status.warning.text,
    backgroundColor: tokens.status.warning.background,
    borderRadius: tokens.radius.control,
    padding: '3px 8px',
  },
  centre: { flexGrow: 1, display: 'grid', placeContent: 'center' },
});

export function LogTv(props: LogTvProps): ReactNode {
  const { viewId } = props;
  return viewId === undefined || viewId === '' ? (
    <WithoutId />
  ) : (
    <Renewed>
      <Wall key={viewId} {...props} viewId={viewId} />
    </Renewed>
  );
}

function WithoutId(): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  useEffect(() => {
    host.fail(new ElementFailure('bad-value', texts.missingId));
  }, [host]);
  return (
    <div className={styles.wall}>
      <div className={styles.sheet}>
        <div className={styles.centre}>
          <EmptyState icon={<WarningIcon />} title={texts.missingId} />
        </div>
      </div>
    </div>
  );
}

function Wall(props: LogTvProps & { viewId: string }): ReactNode {
  const { viewId, interval, refresh, tabs, query, variables = '', alertSound = false, alertBadge = false } = props;
  const styles = useStyles();
  const host = useHostElement();
  // The display does not wait until the user's time zone is known, because it must also show that nobody is signed in.
  const [zoned] = useZonedRange(props.range);
  useRangeCheck(zoned);
  const range = useReadable(useSteady(zoned));
  const state = useDisplay({
    viewId,
    intervalMs: interval * 1_000,
    refreshMs: refresh * 1_000,
    tabs: useSteady(tabs),
    query,
    range,
    variables,
  });
  useWallEvents(state);
  useWakeLock();
  const wall = useRef<HTMLDivElement>(null);
  const scale = useScale(wall);
  const { display } = state;
  const send = useCallback((event: TvEvent) => display.send(event), [display]);
  useWallKeys(wall, send);
  const announces = { sound: alertSound, badge: alertBadge };
  // A wall display is read-only, whatever the user may change.
  const { hide } = props;
  const fixed = useMemo(() => ({ ...host, ...switchesOf({ readonly: true, hide }) }), [host, hide]);
  return (
    <HostContext value={fixed}>
      <div ref={wall} className={styles.wall} tabIndex={0} role="group" aria-label={texts.wall}>
        <div className={styles.sheet} style={{ zoom: scale }}>
          <StillWidgetsContext value={true}>
            <Sheet state={state} range={range} tellsOf={announces} />
          </StillWidgetsContext>
        </div>
      </div>
    </HostContext>
  );
}

interface SheetProps {
  readonly state: DisplayState;
  readonly range: TimeRange | undefined;
  /** The announcements of new alerts that are enabled: the sound, and the number in the window's title. */
  readonly tellsOf: { readonly sound: boolean; readonly badge: boolean };
}

function Sheet({ state, range, tellsOf: announces }: SheetProps): ReactNode {
  const styles = useStyles();
  const { opening, display, pages } = state;
  const queryId = useSelector(display, ({ context }) => shownPage(context));
  const hasData = useSelector(display, ({ context }) =>
    Object.values(context.facts).some(({ updatedAt }) => updatedAt !== undefined),
  );
  const isDown = useDownSince() !== undefined;
  // The data of a page that was not requested before is requested as soon as the page is shown.
  useEffect(() => {
    if (opening.kind === 'open' && queryId !== undefined && !pages?.page(queryId)) pages?.ask(queryId);
  }, [opening, queryId, pages]);

  switch (opening.kind) {
    case 'opening':
      return (
        <div className={styles.centre}>
          <Loading text={texts.waiting} />
        </div>
      );
    case 'unsupported':
      return (
        <div className={styles.centre}>
          <EmptyState icon={<WarningIcon />} title={texts.unsupported}>
            {texts.unsupportedHelp}{' '}
            {Object.entries(opening.document.view.requires ?? {})
              .map(([id, { name }]) => name ?? id)
              .join(', ')}
          </EmptyState>
        </div>
      );
    case 'failed':
      return (
        <div className={styles.centre}>
          <EmptyState
            icon={<WarningIcon />}
            title={opening.missing ? texts.missing : texts.noData(troubleOf(opening.failure, isDown))}
          >
            {opening.missing && texts.missingHelp}
          </EmptyState>
        </div>
      );
    case 'open': {
      const shown = queryId === undefined ? undefined : pages?.page(queryId);
      return (
        <>
          <Header state={state} document={opening.document} queryId={queryId} tellsOf={announces} />
          {hasData && <LateAlertMarks />}
          <CleanUpBoundary>
            {shown && queryId !== undefined && (
              <TvGrid key={queryId} page={shown} document={opening.document} queryId={queryId} range={range} />
            )}
          </CleanUpBoundary>
        </>
      );
    }
  }
}

function Header({
  state: { display },
  document,
  queryId,
  tellsOf: announces,
}: Pick<SheetProps, 'state' | 'tellsOf'> & {
  readonly document: ViewDocument;
  readonly queryId: string | undefined;
}): ReactNode {
  const styles = useStyles();
  const { hides } = useHostElement();
  const { pages, position, settings } = useSelector(display, ({ context }) => context);
  const held = useSelector(display, (snapshot) => snapshot.matches({ showing: { rotation: 'held' } }));
  return (
    <header className={styles.header}>
      {!hides('logo') && <Mark size={20} />}
      <h1 className={styles.title}>
        <span className={styles.dashboard}>{document.view.title}</span>
        {queryId !== undefined && <span className={styles.page}>{titleOfPage(document, queryId)}</span>}
      </h1>
      <span className={styles.gap} />
      {(announces.sound || announces.badge) && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <WallAlerts {...announces} className={mergeClasses(styles.note, styles.trouble)} />
          </Suspense>
        </ErrorBoundary>
      )}
      {held && (
        <span className={styles.note} role="status">
          {texts.held}
        </span>
      )}
      {pages.length > 1 && !held && (
        <PageDots count={pages.length} position={position} intervalMs={settings.intervalMs} />
      )}
      <Freshness display={display} queryId={queryId} />
    </header>
  );
}

/** Shows the time of the displayed data; after a failed refresh also the kind of the failure. */
function Freshness({
  display,
  queryId,
}: {
  readonly display: DisplayState['display'];
  readonly queryId: string | undefined;
}): ReactNode {
  const styles = useStyles();
  const { health, timezone } = useHostElement();
  const { updatedAt, failure } = useSelector(display, ({ context }) => factsOf(context, queryId ?? ''));
  const isDown = useDownSince() !== undefined;
  useEffect(() => {
    if (failure === undefined) return undefined;
    const withdraw = reportUnlessUnreadable(health, () => health.fails(failure, 'refresh'));
    return () => {
      withdraw();
      health.works('refresh');
    };
  }, [health, failure]);
  if (failure === undefined) {
    const time = updatedAt === undefined ? undefined : formatDate(updatedAt, timezone).slice(11);
    return <span className={styles.note}>{time !== undefined && texts.updated(time)}</span>;
  }
  const trouble = troubleOf(failure, isDown);
  return (
    <span className={`${styles.note} ${styles.trouble}`} role="status">
      <WarningIcon />
      {updatedAt === undefined ? texts.noData(trouble) : texts.age(trouble, formatDate(updatedAt, timezone))}
    </span>
  );
}

/**
 * Returns the kind of a failure in words. A server that is down counts as unreachable even after `Unauthorized`,
 * because the host page then cannot get a new token from it.
 */
function troubleOf(failure: unknown, isDown: boolean): string {
  if (isDown) return texts.trouble.unreachable;
  if (failure instanceof Unauthorized) return texts.trouble.signedOut;
  return failure instanceof Unreachable ? texts.trouble.unreachable : texts.trouble.failed;
}

/**
 * Returns the range to show. While the server resolves the words of a changed range, and if it cannot resolve them, the
 * previous range stays. A failed search would otherwise remain on the display until the next refresh.
 */
function useReadable(range: TimeRange | undefined): TimeRange | undefined {
  const [last, setLast] = useState({ range });
  const isReadable = useReadableWords(range);
  if (isReadable && last.range !== range) setLast({ range });
  return isReadable ? range : last.range;
}

/** Returns an identical object as long as its content is equal, because attributes are parsed at every rendering. */
function useSteady<Value>(value: Value): Value {
  const [steady, setSteady] = useState(value);
  if (JSON.stringify(steady) !== JSON.stringify(value)) {
    setSteady(value);
    return value;
  }
  return steady;
}
