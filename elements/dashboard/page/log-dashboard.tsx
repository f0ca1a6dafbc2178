/**
 * Renders the dashboard page (spec 2 §2; screens/dashboards-sharing-alerts.md §6.3): title row, global bar, pages,
 * widgets. The element `log-dashboard` shows it on any page; the console shows the same component and keeps its state
 * in the address.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import type { HostFilter } from '../../../machines/host-filters.js';
import { queryIds, widgetOf, type ViewDocument } from '../../../machines/view/document.js';
import type { WidgetModeAddress } from '../../../machines/widget-mode.js';
import { ElementFailure } from '../../element/element-failure.js';
import { useHostElement } from '../../element/host-context.js';
import { useRangeCheck, useZonedRange } from '../../element/range-words.js';
import { refinements } from '../../element/switches.js';
import { usePageTitle } from '../../element/page-title.js';
import { CleanUpBoundary } from '../../kit/clean-up-boundary.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { container, inset, space, tokens } from '../../kit/tokens.js';
import { Part } from '../../kit/part.js';
import {
  FailurePage,
  Retry,
  SearchMarks,
  SearchRefusal,
  TitleRow,
  useCalm,
  useSearchableStreams,
  useSearchesConfig,
  useSurroundings,
  useTitleFacts,
} from '../../search/index.js';
import { SidebarButton, ViewSidebar } from '../../sidebar/index.js';
import {
  UncomputedFields,
  useShownTitle,
  useView,
  useWidgetTroubles,
  ViewArea,
  ViewFields,
} from '../../view-area/index.js';
import { ShownTitleContext } from '../../widgets/index.js';
import { useHostFilters } from '../filters/use-host-filters.js';
import { DashboardPages } from '../pages/dashboard-pages.js';
import { texts } from '../texts.js';
import { DashboardControls } from './dashboard-controls.js';
import { SearchFailure } from './search-failure.js';
import {
  useDashboardMethods,
  useDashboardPage,
  useHostConversation,
  useVariables,
  type DashboardPageActor,
} from './use-dashboard-page.js';

const Refusal = lazyPart(() => import('../../kit/refusal.js'), 'Refusal');
const HostFilters = lazyPart(() => import('../filters/host-filters.js'), 'HostFilters');
const DashboardActions = lazyPart(() => import('./dashboard-actions.js'), 'DashboardActions');
const WidgetQueryRow = lazyPart(() => import('./widget-query-row.js'), 'WidgetQueryRow');
const DashboardVariables = lazyPart(() => import('../variables/dashboard-variables.js'), 'DashboardVariables');
const EmptyDashboard = lazyPart(() => import('./empty-dashboard.js'), 'EmptyDashboard');

export interface LogDashboardProps {
  /** Id of the dashboard; absent: a new dashboard. */
  readonly viewId: string | undefined;
  /** Id of the displayed page; the first page is displayed if the id is absent or unknown. */
  readonly page: string | undefined;
  /** Query that filters all widgets. */
  readonly query: string;
  /** Time range of all widgets; absent: each widget keeps its own time range. */
  readonly range: TimeRange | undefined;
  /** Seconds between refreshes; undefined: the user decides. */
  readonly refresh: number | undefined;
  /** Values of variables, as the `var-…` parameters of an address. */
  readonly variables?: string;
  /** Filters of the host page, added to the query of every widget. */
  readonly filters?: readonly HostFilter[];
  /** Document that a new dashboard starts with; undefined for an empty dashboard. */
  readonly given?: ViewDocument | undefined;
  /** Focused widget from the address; undefined: the component keeps the focused widget in its own state. */
  readonly widgetMode?: WidgetModeAddress | undefined;
  /** Returns whether the surrounding console has a page for a route; links to other routes are hidden. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
}

const useStyles = makeStyles({
  page: {
    display: 'grid',
    alignContent: 'start',
    minWidth: 0,
    padding: `0 ${inset(space.xxl)} ${inset(space.xxl)}`,
    backgroundColor: tokens.surface.canvas,
    [container.compact]: { padding: `0 ${inset(space.xl)} ${inset(space.xl)}` },
  },
  /** The page adapts its layout to the width of this container, as it does beside a sidebar. */
  bare: { minWidth: 0, containerType: 'inline-size', backgroundColor: tokens.surface.canvas },
  head: { minWidth: 0 },
  panel: { minWidth: 0 },
  /** Without tabs, widgets keep a distance from the title row or bar above them. */
  untabbed: { minWidth: 0, '&:not(:first-child)': { marginTop: `${space.m}px` } },
  /** Without a title row, the content keeps the same distance from the upper edge as from the sides. */
  untitled: { paddingTop: inset(space.xxl) },
  gap: { marginTop: `${space.xl}px` },
});

const noRoutes = (): boolean => false;
const noFilters: readonly HostFilter[] = [];

/** Shows a dashboard. The key by id gives every dashboard a component state of its own. */
export function LogDashboard(props: LogDashboardProps): ReactNode {
  const { viewId } = props;
  const [range, isWaiting] = useZonedRange(props.range);
  if (isWaiting) return <Loading />;
  return <Page key={viewId ?? ''} {...props} range={range} viewId={viewId === '' ? undefined : viewId} />;
}

function Page(props: LogDashboardProps): ReactNode {
  const { hasRoute = noRoutes, widgetMode, filters = noFilters } = props;
  const styles = useStyles();
  const host = useHostElement();
  const page = useDashboardPage(props);
  const config = useSearchesConfig();
  const streams = useSearchableStreams();
  useHostConversation(page, props);
  useVariables(page, props.variables ?? '');
  useRangeCheck(props.range);
  const onFilters = useHostFilters(page, filters);
  useDashboardMethods(page);
  useSurroundings(page, config);
  useWidgetTroubles(page);
  const idle = useIdle(page);
  const [ownMode, setOwnMode] = useState<WidgetModeAddress>({});
  const panelId = useId();
  const { view, document, queryId } = useView(page);
  const unsupported = useSelector(view, (state) => state.matches('unsupported'));
  const isDenied = useSelector(view, ({ context }) => context.failure instanceof Forbidden);
  const shownTitle = useShownTitle(page, document);
  usePageTitle(document?.view.title || undefined);

  const noStream = streams !== undefined && streams.length === 0;
  if (noStream) {
    return (
      <div className={styles.page}>
        {!host.hides('title') && (
          <div className={styles.head}>
            <Title page={page} />
          </div>
        )}
        <Part>
          <SearchRefusal />
        </Part>
      </div>
    );
  }
  const shown = widgetMode ?? ownMode;
  const wanted = shown.focusing === true || shown.editing === true ? shown.focusedId : undefined;
  // An address may name a widget that is not (or no longer) on the page.
  const focused = wanted !== undefined && document !== undefined && widgetOf(document, queryId, wanted) !== undefined;
  const editing = focused && shown.editing === true;
  // A dashboard that is read-only, has no title row or may not be seen has no sidebar.
  const Frame = isDenied || host.readonly || host.hides('title') ? BareFrame : ViewSidebar;
  return (
    <ViewFields page={page}>
      <Frame page={page} type="DASHBOARD" config={config}>
        <div className={styles.page}>
          <div className={mergeClasses(styles.head, host.hides('title') && styles.untitled)}>
            {!host.hides('title') && <Title page={page} hasRoute={hasRoute} editing={editing} />}
            {!editing && document && !unsupported && refinements.some(host.allows) && !host.hides('filter') && (
              <DashboardControls page={page} config={config} idle={idle} hasRoute={hasRoute} />
            )}
            {document && (document.search.parameters ?? []).length > 0 && !host.hides('filter') && (
              <Part>
                <DashboardVariables page={page} document={document} />
              </Part>
            )}
            <UncomputedFields />
            {!editing && filters.some(({ mode }) => mode !== 'hidden') && (
              <Part>
                <HostFilters filters={filters} onFilters={onFilters} />
              </Part>
            )}
          </div>
          <ShownTitleContext value={shownTitle}>
            <Content
              page={page}
              config={config}
              focused={focused}
              panelId={panelId}
              tabs={!host.hides('tabs')}
              hasRoute={hasRoute}
              mode={shown}
              onMode={(mode) => {
                const { focusedId: id, ...flags } = mode;
                setOwnMode(mode);
                host.emit('log-widget-focus', { id: id ?? null, ...flags });
              }}
            />
          </ShownTitleContext>
        </div>
      </Frame>
    </ViewFields>
  );
}

function BareFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const styles = useStyles();
  return <div className={styles.bare}>{children}</div>;
}

/** Returns true once there is a first result or the search has ended, and the browser has time for optional work. */
function useIdle(page: DashboardPageActor): boolean {
  const execution = useSelector(page, ({ context }) => context.execution);
  const ready = useSelector(
    execution,
    (state) =>
      state.context.shown !== undefined || (!state.matches({ run: 'idle' }) && !state.matches({ run: 'running' })),
  );
  return useCalm(ready);
}

interface TitleProps {
  readonly page: DashboardPageActor;
  /** Returns true if the host has a page for the route; absent: no actions are offered. */
  readonly hasRoute?: (route: string) => boolean;
  readonly editing?: boolean;
}

function Title({ page, hasRoute, editing = false }: TitleProps): ReactNode {
  const { view } = useView(page);
  const unsupported = useSelector(view, (state) => state.matches('unsupported'));
  const { fresh, row } = useTitleFacts(page);
  return (
    <TitleRow
      leading={<SidebarButton />}
      crumb={texts.page.crumb}
      untitled={fresh ? texts.page.untitled : texts.page.unopened}
      {...row}
      crumbRoute="/dashboards"
      marks={
        <Part>
          <SearchMarks page={page} />
        </Part>
      }
      actions={
        // A dashboard with unsupported content can be neither changed nor shown on a wall.
        !unsupported &&
        hasRoute && (
          <Part>
            <DashboardActions page={page} hasRoute={hasRoute} editing={editing} />
          </Part>
        )
      }
    />
  );
}

interface ContentProps {
  readonly page: DashboardPageActor;
  readonly config: SearchesConfig | undefined;
  readonly focused: boolean;
  readonly panelId: string;
  /** True to show the tabs of the pages. */
  readonly tabs: boolean;
  readonly hasRoute: (route: string) => boolean;
  readonly mode: WidgetModeAddress;
  readonly onMode: (mode: WidgetModeAddress) => void;
}

/** Shows the pages and widgets of a dashboard, or the reason why they cannot be shown. */
function Content(props: ContentProps): ReactNode {
  const { page, config, focused, panelId, tabs, hasRoute, mode, onMode } = props;
  const styles = useStyles();
  const host = useHostElement();
  const { view, document, queryId } = useView(page);
  const missing = useSelector(view, (state) => state.matches('missing'));
  const unsupported = useSelector(view, (state) => state.matches('unsupported'));
  const openFailure = useSelector(view, ({ context }) => context.failure);
  const interrupted = openFailure !== undefined && openFailure !== null;
  const pending = useRef<() => void>(undefined);
  const [created, setCreated] = useState<string>();
  const widgetQuery = useMemo(
    () => ({
      row: (widget: Widget) => (
        <Part>
          <WidgetQueryRow
            page={page}
            config={config}
            widget={widget}
            onPending={(apply) => {
              pending.current = apply;
            }}
          />
        </Part>
      ),
      apply: () => pending.current?.(),
    }),
    [page, config],
  );
  const foreign = document !== undefined && document.view.type !== 'DASHBOARD';
  const tell = useEffectEvent((reason: unknown) => host.fail(reason));
  useEffect(() => {
    if (interrupted) tell(openFailure);
    else if (foreign) tell(new ElementFailure('bad-value', texts.failures.notDashboard));
  }, [interrupted, foreign, openFailure]);

  if (unsupported && document)
    return (
      <Part>
        <SearchRefusal requires={document.view.requires} />
      </Part>
    );
  if (openFailure instanceof Forbidden) return <Refusal error={openFailure} />;
  if (interrupted) {
    return (
      <FailurePage
        {...(missing && { title: texts.failures.missingTitle, text: texts.failures.missing })}
        detail={reasonOf(openFailure)}
        action={
          !missing ? (
            <Retry onRetry={() => view.send({ type: 'retry' })} />
          ) : (
            hasRoute('/dashboards') && <Link route="/dashboards">{texts.failures.others}</Link>
          )
        }
      />
    );
  }
  if (!document) return <Loading />;
  if (foreign) {
    return (
      <FailurePage
        title={texts.failures.notDashboardTitle}
        text={texts.failures.notDashboard}
        detail={document.view.id}
      />
    );
  }
  // A single tab is useless for viewers, who cannot add pages.
  const tabbed = !focused && tabs && !(host.readonly && queryIds(document).length < 2);
  return (
    <>
      {tabbed && (
        <DashboardPages page={page} document={document} panelId={panelId} hasRoute={hasRoute} onCreated={setCreated} />
      )}
      <SearchFailure page={page} />
      <div
        id={panelId}
        {...(tabbed && { role: 'tabpanel', 'aria-labelledby': `${panelId}-${queryId}` })}
        className={focused ? styles.gap : tabbed ? styles.panel : styles.untabbed}
      >
        <CleanUpBoundary>
          <ViewArea
            // The key limits the component's state to one page.
            key={queryId}
            page={page}
            document={document}
            layout="full"
            empty={
              <Part>
                <EmptyDashboard page={page} choosing={queryId === created} onChoosing={() => setCreated(undefined)} />
              </Part>
            }
            config={config}
            idle
            onTableShown={nothing}
            mode={mode}
            onMode={onMode}
            widgetQuery={widgetQuery}
            hasRoute={hasRoute}
          />
        </CleanUpBoundary>
      </div>
    </>
  );
}

const nothing = (): void => undefined;
