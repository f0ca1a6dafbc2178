/**
 * Renders the search page (spec 2 §2): title row, search bar, widgets. The element `log-search` shows it on any page;
 * the console shows the same component and keeps its query in the address.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { TimeRange } from '../../../api/contract/searches.js';
import { traceQueryOf, type TraceQuery } from '../../../machines/view/trace-query.js';
import { draftOf, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { comparedGroup, type PageLook } from '../../../machines/view/page-look.js';
import type { WidgetModeAddress } from '../../../machines/widget-mode.js';
import { isGuest, useUsername } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useRangeCheck, useZonedRange } from '../../element/range-words.js';
import { CleanUpBoundary } from '../../kit/clean-up-boundary.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { container, inset, space, tokens } from '../../kit/tokens.js';
import { Part } from '../../kit/part.js';
import { useDelayed } from '../../kit/use-delayed.js';
import { mayHaveLegacyCharts } from './legacy-charts-keys.js';
import { useCalm } from './page-facts.js';
import { SearchContent } from './search-content.js';
import { SearchControls } from './search-controls.js';
import { useSearchableStreams, useSearchesConfig } from './search-facts.js';
import { SearchTitle, type SearchOrigin } from './search-title.js';
import { ViewSidebar } from '../../sidebar/index.js';
import {
  hasMessageTable,
  LinkedListContext,
  UncomputedFields,
  ViewFields,
  type AreaLayout,
} from '../../view-area/index.js';
import { useKeptDraft, type DraftPlace } from './use-kept-draft.js';
import { usePageLook } from './use-page-look.js';
import { useSearchMemory } from './use-search-memory.js';
import { useSurroundings } from './use-surroundings.js';
import {
  useHostConversation,
  useSearchMethods,
  useSearchPage,
  useView,
  type SearchPageActor,
} from './use-search-page.js';

export interface LogSearchProps {
  readonly query: string;
  /** Time range of the search; absent: the view's range, or the last five minutes. */
  readonly range: TimeRange | undefined;
  /** Stream ids; empty: all streams. */
  readonly streams: readonly string[];
  /** Id of a saved search; absent: a new search. */
  readonly viewId: string | undefined;
  /** Seconds between refreshes; absent: the user decides. */
  readonly refresh?: number | undefined;
  /** Layout: `full`, `compact` (bar, histogram, messages) or `messages`. */
  readonly layout: AreaLayout;
  /** Id of a message to highlight in the list. */
  readonly highlightMessage?: string | undefined;
  /** Display settings (`PageLook`) from the address of the page; absent: the page has no address of its own. */
  readonly look?: PageLook | undefined;
  /** Returns display settings as an address contains them; it must be given with `look`. */
  readonly writtenLook?: ((look: PageLook) => PageLook) | undefined;
  /** Focused widget from the address; absent: the component keeps the focused widget in its own state. */
  readonly widgetMode?: WidgetModeAddress | undefined;
  /** Returns true if the surrounding console has a page for the route; links to routes without a page are hidden. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /** Unsaved search that another page has created; it opens in place of a new search. */
  readonly given?: ViewDocument | undefined;
  /** Source of the search, such as an event; the title row of an unsaved search shows its name and title. */
  readonly origin?: SearchOrigin | undefined;
  /** Renders further facts about the source of the search above the search bar. */
  readonly info?: ((page: SearchPageActor) => ReactNode) | undefined;
  /** Storage for unsaved changes while the page is left; absent: the changes are lost with the page. */
  readonly drafts?: DraftPlace | undefined;
  /** True marks alerts in charts that show their time; true by default. */
  readonly marksAlerts?: boolean | undefined;
}

const useStyles = makeStyles({
  full: {
    display: 'grid',
    alignContent: 'start',
    rowGap: `${space.xl}px`,
    minWidth: 0,
    padding: `0 ${inset(space.xxl)} ${inset(space.xxl)}`,
    backgroundColor: tokens.surface.canvas,
    [container.compact]: { padding: `0 ${inset(space.xl)} ${inset(space.xl)}` },
  },
  /** The page adapts its layout to the width of this container, as it does beside a sidebar. */
  bare: { minWidth: 0, flexGrow: 1, containerType: 'inline-size', backgroundColor: tokens.surface.canvas },
  /** The title row and the search bar scroll as one block. */
  head: { minWidth: 0 },
  untitled: { paddingTop: inset(space.xxl) },
  embedded: {
    margin: inset(0),
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.card,
    overflow: 'clip',
    backgroundColor: tokens.surface.card,
  },
  note: { padding: `0 ${inset(space.l)} ${inset(space.s)}` },
});

const SearchRefusal = lazyPart(() => import('./search-refusal.js'), 'SearchRefusal');

const TracePanel = lazyPart(() => import('../trace/trace-panel.js'), 'TracePanel');

const Differences = lazyPart(() => import('../differences/differences.js'), 'Differences');

const LegacyCharts = lazyPart(() => import('./legacy-charts.js'), 'LegacyCharts');

const noRoutes = (): boolean => false;

/**
 * Shows the search page of the given view. The React key gives every saved search a new page. A search that was just
 * saved keeps its page; a new search that is opened afterwards gets a new page.
 */
export function LogSearch(props: LogSearchProps) {
  const [range, isWaiting] = useZonedRange(props.range);
  /** The search that was saved on this page; `reached` is true once the property `viewId` has named this search. */
  const [own, setOwn] = useState<{ readonly id: string; readonly key: string; readonly reached: boolean }>();
  if (isWaiting) return <Loading />;
  const { viewId } = props;
  if (own && viewId === own.id && !own.reached) setOwn({ ...own, reached: true });
  const staysFor = own !== undefined && (viewId === own.id || !own.reached) ? own.key : undefined;
  const key = staysFor ?? `${viewId ?? ''}${own ? ` after ${own.id}` : ''}`;
  // The state is set synchronously, because the next address that the page reports must find the page under its new id.
  const onCreated = (id: string): void => flushSync(() => setOwn({ id, key, reached: false }));
  return <Page key={key} {...props} range={range} onCreated={onCreated} />;
}

type PageProps = LogSearchProps & { readonly onCreated: (id: string) => void };

function Page(props: PageProps) {
  const page = useSearchPage(props);
  return (
    <ViewFields page={page}>
      <PageContent {...props} page={page} />
    </ViewFields>
  );
}

function PageContent(props: PageProps & { readonly page: SearchPageActor }) {
  const { layout, highlightMessage, hasRoute = noRoutes, page } = props;
  const styles = useStyles();
  const host = useHostElement();
  const memory = useSearchMemory();
  const config = useSearchesConfig();
  const streams = useSearchableStreams();
  const [tableShown, setTableShown] = useState(false);
  const idle = useIdle(page, tableShown);
  useRangeCheck(props.range);
  useHostConversation(page, props, { onRun: memory.remember, onCreated: props.onCreated });
  useSearchMethods(page);
  useSurroundings(page, config);
  const { linked, question, compared, onCompared } = usePageLook(page, props.look, props.writtenLook, props.drafts);
  // `usePageLook` reads the draft of another history entry before `useKeptDraft` overwrites that draft.
  useKeptDraft(page, props.drafts);

  const [legacy] = useState(mayHaveLegacyCharts);
  const isFixed = isGuest(useUsername()) && host.readonly;
  const noStream = streams !== undefined && streams.length === 0;
  const full = layout === 'full';
  const trace = useTrace(page);
  const onGroup = useCallback((clause: string) => onCompared(comparedGroup(clause)), [onCompared]);
  const zoomed = useSelector(page, ({ context }) => context.zooms.length > 0);
  const stored = (props.viewId ?? '') !== '';
  if (noStream) {
    return (
      <div className={full ? styles.full : styles.embedded}>
        <div className={full ? styles.head : undefined}>
          {full && !host.hides('title') && <SearchTitle page={page} stored={stored} origin={props.origin} />}
          <Part>
            <SearchRefusal />
          </Part>
        </div>
      </div>
    );
  }
  const controls = layout !== 'messages' && !host.hides('filter') && (
    <SearchControls
      page={page}
      compact={!full}
      config={config}
      memory={memory}
      question={question}
      idle={idle}
      hasRoute={hasRoute}
    />
  );
  const content = (
    <CleanUpBoundary>
      <LinkedListContext value={linked}>
        <SearchContent
          page={page}
          layout={layout}
          config={config}
          highlightMessage={highlightMessage}
          widgetMode={props.widgetMode}
          hasRoute={hasRoute}
          idle={idle}
          marksAlerts={props.marksAlerts}
          onTableShown={() => setTableShown(true)}
          onCompare={full ? onGroup : undefined}
        />
      </LinkedListContext>
    </CleanUpBoundary>
  );
  if (!full) {
    return (
      <div className={styles.embedded}>
        {controls}
        <UncomputedFields className={styles.note} />
        {content}
      </div>
    );
  }
  const body = (
    <div className={styles.full}>
      <div className={mergeClasses(styles.head, host.hides('title') && styles.untitled)}>
        {!host.hides('title') && <SearchTitle page={page} stored={stored} hasRoute={hasRoute} origin={props.origin} />}
        {props.info?.(page)}
        {controls}
        <UncomputedFields />
        {(compared ?? zoomed) && (
          <Part>
            <Differences page={page} compared={compared} onCompared={onCompared} offers={!trace} />
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
  );
  // The tools of the sidebar are of no use to a guest in a read-only search.
  if (isFixed) return <div className={styles.bare}>{body}</div>;
  return (
    <ViewSidebar page={page} type="SEARCH" config={config} ready={idle}>
      {body}
    </ViewSidebar>
  );
}

/** Returns the trace that the executed query selects; undefined when the query selects no trace. */
function useTrace(page: SearchPageActor): TraceQuery | undefined {
  const { document, queryId } = useView(page);
  const queryString = document && draftOf(document, queryId).queryString;
  return useMemo(() => traceQueryOf(queryString ?? ''), [queryString]);
}

/** Milliseconds after which parts that wait for the first messages load even without them. */
const patienceMs = 2_000;

/**
 * Returns true once the browser is idle after the first messages are on screen. No messages are awaited if the view has
 * no message table, if the search failed or was cancelled, and after `patienceMs`. Charts, the query editor and field
 * lists may then load.
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
