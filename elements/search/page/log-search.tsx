/**
 * The search page (spec 2 §2): title row, search bar, widgets. As `log-search` it stands in any page; the console shows
 * the same component and keeps its query in the address.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { TimeRange } from '../../../api/contract/searches.js';
import { ApiFailure, Forbidden, MissingStreamPermission } from '../../../api/failures.js';
import { withZone } from '../../../machines/time-range/ranges.js';
import { traceQueryOf, type TraceQuery } from '../../../machines/view/trace-query.js';
import { draftOf, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import type { WidgetModeAddress } from '../../../machines/widget-mode.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { hrefOf, useHostElement, useNavigate } from '../../element/host-context.js';
import { CleanUpBoundary } from '../../kit/clean-up-boundary.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { container, space, tokens } from '../../kit/tokens.js';
import { Part } from '../../kit/part.js';
import { useDelayed } from '../../kit/use-delayed.js';
import { texts } from '../texts.js';
import { mayHaveLegacyCharts } from './legacy-charts-keys.js';
import { Retry, useCalm, useTitleFacts } from './page-facts.js';
import { FailurePage } from './pages.js';
import { SearchControls } from './search-controls.js';
import { useSearchableStreams, useSearchesConfig } from './search-facts.js';
import { useDifferences } from '../differences/use-differences.js';
import { SidebarButton, ViewSidebar } from '../../sidebar/index.js';
import { hasMessageTable, ViewArea, type AreaLayout } from '../../view-area/index.js';
import { TitleRow } from './title-row.js';
import type { DraftPlace } from './use-kept-draft.js';
import { useRangeCheck } from './use-range-check.js';
import { useSearchMemory } from './use-search-memory.js';
import {
  useHostConversation,
  useSearchMethods,
  useSearchPage,
  useSurroundings,
  useView,
  type SearchPageActor,
} from './use-search-page.js';

export interface SearchOrigin {
  /** Name of the page that lists such entities. */
  readonly name: string;
  readonly route: string;
  readonly title: string;
}

export interface LogSearchProps {
  readonly query: string;
  /** Range of the search; absent: that of the view, or the last five minutes. */
  readonly range: TimeRange | undefined;
  /** Stream ids; empty: all streams. */
  readonly streams: readonly string[];
  /** A saved search; absent: a new one. */
  readonly viewId: string | undefined;
  /** Seconds between refreshes; absent: the person decides. */
  readonly refresh?: number | undefined;
  /** `full`, `compact` (bar, histogram, messages) or `messages`. */
  readonly layout: AreaLayout;
  /** Id of a message to mark in the list. */
  readonly highlightMessage?: string | undefined;
  /** Focused widget from the address; absent: nobody outside follows it. */
  readonly widgetMode?: WidgetModeAddress | undefined;
  /** Tells whether the surrounding console has a page for a route; other links are hidden. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /** An unsaved search that was created elsewhere, in place of a new one. */
  readonly given?: ViewDocument | undefined;
  /** Source of the search, shown instead of "Search" and the missing title. */
  readonly origin?: SearchOrigin | undefined;
  /** More of that, above the bar. */
  readonly info?: ((page: SearchPageActor) => ReactNode) | undefined;
  /** Place that keeps unsaved changes while the page is left; absent: they go with the page. */
  readonly drafts?: DraftPlace | undefined;
  /** True marks the alerts of their range in charts; true by default. */
  readonly marksAlerts?: boolean | undefined;
}

const useStyles = makeStyles({
  full: {
    display: 'grid',
    alignContent: 'start',
    rowGap: `${space.xl}px`,
    minWidth: 0,
    padding: `0 ${space.xxl}px ${space.xxl}px`,
    backgroundColor: tokens.surface.canvas,
    [container.compact]: { padding: `0 ${space.xl}px ${space.xl}px` },
  },
  /** The title row and the bar belong together. */
  head: { minWidth: 0 },
  embedded: {
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.card,
    overflow: 'clip',
    backgroundColor: tokens.surface.card,
  },
  notice: { padding: `${space.m}px` },
});

const Refusal = lazyPart(() => import('../../kit/refusal.js'), 'Refusal');
const SearchRefusal = lazyPart(() => import('./search-refusal.js'), 'SearchRefusal');
const SearchActions = lazyPart(() => import('./search-actions.js'), 'SearchActions');
const SearchMarks = lazyPart(() => import('./search-marks.js'), 'SearchMarks');

const TracePanel = lazyPart(() => import('../trace/trace-panel.js'), 'TracePanel');

const DifferencesOffer = lazyPart(() => import('../differences/differences-offer.js'), 'DifferencesOffer');
const DifferencesPanel = lazyPart(() => import('../differences/differences-panel.js'), 'DifferencesPanel');

const LegacyCharts = lazyPart(() => import('./legacy-charts.js'), 'LegacyCharts');

const noRoutes = (): boolean => false;

/** A saved search gets a page of its own, unless it was saved just now on this page; so does a new one after it. */
export function LogSearch(props: LogSearchProps) {
  const { timezone, element } = useHostElement();
  const user = useCurrentUser();
  const { range: asked } = props;
  const range = useMemo(() => asked && withZone(asked, timezone), [asked, timezone]);
  // Words such as "yesterday" mean nothing before it is known where the person is.
  /** The search that was saved on this page; `reached`: the address names it since. */
  const [own, setOwn] = useState<{ readonly id: string; readonly key: string; readonly reached: boolean }>();
  const placeless = asked !== range && user === undefined && !element.hasAttribute('timezone');
  if (placeless) return <Loading />;
  const { viewId } = props;
  if (own && viewId === own.id && !own.reached) setOwn({ ...own, reached: true });
  const staysFor = own !== undefined && (viewId === own.id || !own.reached) ? own.key : undefined;
  const key = staysFor ?? `${viewId ?? ''}${own ? ` after ${own.id}` : ''}`;
  // At once: the address that is told next must find the page that it belongs to.
  const onCreated = (id: string): void => flushSync(() => setOwn({ id, key, reached: false }));
  return <Page key={key} {...props} range={range} onCreated={onCreated} />;
}

function Page(props: LogSearchProps & { readonly onCreated: (id: string) => void }) {
  const { layout, highlightMessage, hasRoute = noRoutes } = props;
  const styles = useStyles();
  const host = useHostElement();
  const page = useSearchPage(props);
  const memory = useSearchMemory();
  const config = useSearchesConfig();
  const streams = useSearchableStreams();
  const [tableShown, setTableShown] = useState(false);
  const idle = useIdle(page, tableShown);
  useRangeCheck(props.range);
  useHostConversation(page, props, { onSearched: memory.remember, onCreated: props.onCreated });
  useSearchMethods(page);
  useSurroundings(page, config);

  const [legacy] = useState(mayHaveLegacyCharts);
  const noStream = streams !== undefined && streams.length === 0;
  useEffect(() => {
    if (noStream) host.ready();
  }, [noStream, host]);
  const full = layout === 'full';
  const trace = useTrace(page);
  const differences = useDifferences(page);
  const stored = (props.viewId ?? '') !== '';
  if (noStream) {
    return (
      <div className={full ? styles.full : styles.embedded}>
        <div className={full ? styles.head : undefined}>
          {full && !host.hides('title') && <Title page={page} stored={stored} origin={props.origin} />}
          <Part>
            <SearchRefusal />
          </Part>
        </div>
      </div>
    );
  }
  const controls = layout !== 'messages' && !host.hides('filter') && (
    <SearchControls page={page} compact={!full} config={config} memory={memory} idle={idle} hasRoute={hasRoute} />
  );
  const content = (
    <CleanUpBoundary>
      <Content
        page={page}
        layout={layout}
        config={config}
        highlightMessage={highlightMessage}
        widgetMode={props.widgetMode}
        hasRoute={hasRoute}
        idle={idle}
        marksAlerts={props.marksAlerts}
        onTableShown={() => setTableShown(true)}
        onCompare={full ? differences.onGroup : undefined}
      />
    </CleanUpBoundary>
  );
  if (!full) {
    return (
      <div className={styles.embedded}>
        {controls}
        {content}
      </div>
    );
  }
  return (
    <ViewSidebar page={page} type="SEARCH" config={config} ready={idle}>
      <div className={styles.full}>
        <div className={styles.head}>
          {!host.hides('title') && <Title page={page} stored={stored} hasRoute={hasRoute} origin={props.origin} />}
          {props.info?.(page)}
          {controls}
          {differences.offered && !trace && (
            <Part>
              <DifferencesOffer {...differences.offered} />
            </Part>
          )}
          {differences.shown && (
            <Part>
              <DifferencesPanel page={page} {...differences.shown} onClose={differences.onClose} />
            </Part>
          )}
          {trace && (
            <Part>
              <TracePanel page={page} trace={trace} />
            </Part>
          )}
          {legacy && !host.readonly && (
            <Part>
              <LegacyCharts page={page} />
            </Part>
          )}
        </div>
        {content}
      </div>
    </ViewSidebar>
  );
}

/** The trace that the executed query is about. */
function useTrace(page: SearchPageActor): TraceQuery | undefined {
  const { document, queryId } = useView(page);
  const queryString = document && draftOf(document, queryId).queryString;
  return useMemo(() => traceQueryOf(queryString ?? ''), [queryString]);
}

/** Longest wait of parts that load after the first messages, in milliseconds. */
const patienceMs = 2_000;

/**
 * True once the first messages are on screen, or will not come, or not soon, and the browser has time: then charts, editor and
 * field lists may load.
 */
function useIdle(page: SearchPageActor, tableShown: boolean): boolean {
  const execution = useSelector(page, ({ context }) => context.execution);
  const finished = useSelector(execution, (state) => state.matches({ run: 'finished' }));
  const ended = useSelector(
    execution,
    (state) => state.matches({ run: 'failed' }) || state.matches({ run: 'cancelled' }),
  );
  const { document, queryId } = useView(page);
  const hasTable = document !== undefined && hasMessageTable(stateOf(document, queryId));
  const late = useDelayed(patienceMs);
  const ready = late || ended || (finished && (tableShown || !hasTable));
  return useCalm(ready);
}

interface TitleProps {
  readonly page: SearchPageActor;
  /** True when the address names a saved search, which may not exist. */
  readonly stored: boolean;
  /** Tells whether the host has a route; absent: nothing can be saved, loaded or exported. */
  readonly hasRoute?: (route: string) => boolean;
  readonly origin: SearchOrigin | undefined;
}

function Title({ page, stored, hasRoute, origin }: TitleProps) {
  const host = useHostElement();
  const navigate = useNavigate();
  const execution = useSelector(page, ({ context }) => context.execution);
  const cancelled = useSelector(execution, (state) => state.matches({ run: 'cancelled' }));
  const { fresh, row } = useTitleFacts(page);
  // A saved search no longer depends on the event it was made from.
  const madeOf = fresh ? origin : undefined;
  return (
    <TitleRow
      leading={<SidebarButton />}
      untitled={madeOf?.title ?? (stored && !fresh ? texts.page.unopened : texts.page.unsaved)}
      {...row}
      cancelled={cancelled}
      {...(madeOf
        ? { crumb: madeOf.name, crumbHref: hrefOf(host, madeOf.route) }
        : { crumbHref: hrefOf(host, '/search'), onCrumb: () => navigate('/search/new') })}
      marks={
        <Part>
          <SearchMarks page={page} />
        </Part>
      }
      actions={
        hasRoute && (
          <Part>
            <SearchActions page={page} hasRoute={hasRoute} />
          </Part>
        )
      }
    />
  );
}

interface ContentProps extends Pick<
  Parameters<typeof ViewArea>[0],
  'page' | 'layout' | 'config' | 'idle' | 'marksAlerts' | 'onTableShown' | 'onCompare'
> {
  readonly highlightMessage: string | undefined;
  readonly widgetMode: WidgetModeAddress | undefined;
  readonly hasRoute: (route: string) => boolean;
}

/** The widgets, or why there are none. */
function Content(props: ContentProps) {
  const { page, layout, config, highlightMessage, widgetMode, hasRoute, idle, marksAlerts } = props;
  const { onTableShown, onCompare } = props;
  const styles = useStyles();
  const host = useHostElement();
  const { view, document } = useView(page);
  const missing = useSelector(view, (state) => state.matches('missing'));
  const unsupported = useSelector(view, (state) => state.matches('unsupported'));
  const openFailure = useSelector(view, ({ context }) => context.failure);
  const execution = useSelector(page, ({ context }) => context.execution);
  const failed = useSelector(execution, (state) => state.matches({ run: 'failed' }));
  const failure = useSelector(execution, ({ context }) => context.failure);
  const hasResult = useSelector(execution, ({ context }) => context.shown !== undefined);
  const interrupted = openFailure !== undefined && openFailure !== null;
  useEffect(() => {
    if (interrupted || unsupported) host.ready();
    if (interrupted) host.fail(openFailure);
  }, [interrupted, unsupported, openFailure, host]);

  if (unsupported && document)
    return (
      <Part>
        <SearchRefusal requires={document.view.requires} />
      </Part>
    );
  if (openFailure instanceof Forbidden) return <Refusal error={openFailure} />;
  if (interrupted) {
    return (
      <Wrapped embedded={layout !== 'full'}>
        <FailurePage
          title={missing ? texts.failures.viewMissingTitle : texts.failures.wrongTitle}
          text={missing ? texts.failures.viewMissing : texts.failures.wrong}
          detail={detailOf(openFailure)}
          action={!missing && <Retry onRetry={() => view.send({ type: 'retry' })} />}
        />
      </Wrapped>
    );
  }
  if (!document) return layout === 'full' ? <Loading /> : <div className={styles.notice} />;
  const widgets = (
    <ViewArea
      page={page}
      document={document}
      layout={layout}
      config={config}
      highlightMessage={highlightMessage}
      idle={idle}
      marksAlerts={marksAlerts}
      onTableShown={onTableShown}
      onCompare={onCompare}
      mode={widgetMode}
      onMode={({ focusedId: id, ...flags }) => host.emit('log-widget-focus', { id: id ?? null, ...flags })}
      hasRoute={hasRoute}
    />
  );
  if (!failed) return widgets;
  const notice = (
    <Wrapped embedded={layout !== 'full'}>
      {failure instanceof MissingStreamPermission ? (
        <Part>
          <SearchRefusal streams={failure.streams} />
        </Part>
      ) : (
        <FailurePage
          text={texts.failures.searchFailed}
          detail={detailOf(failure)}
          action={<Retry onRetry={() => page.send({ type: 'searchAgain' })} />}
        />
      )}
    </Wrapped>
  );
  // Earlier results stay visible; without any there is nothing to show.
  return hasResult && !(failure instanceof MissingStreamPermission) ? (
    <>
      {notice}
      {widgets}
    </>
  ) : (
    notice
  );
}

function Wrapped({ embedded, children }: { readonly embedded: boolean; readonly children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(embedded && styles.notice)}>{children}</div>;
}

function detailOf(failure: unknown): string {
  if (failure instanceof ApiFailure) return failure.serverMessage ?? failure.message;
  return failure instanceof Error ? failure.message : String(failure);
}
