/** Runs the machine of one search page, reports its events to the host page, and offers methods to the host page. */
import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SearchError, TimeRange } from '../../../api/contract/searches.js';
import { decoratorsQuery } from '../../../api/queries/decorators.js';
import { pageLogic } from '../../../machines/page-actors.js';
import type { QueryVerdict } from '../../../machines/page-parts.js';
import { searchPageMachine } from '../../../machines/search-page.js';
import type { ExecutionOutcome } from '../../../machines/search-execution/machine.js';
import { defaultRange } from '../../../machines/time-range/ranges.js';
import { sameDraft, type QueryDraft, type ViewDocument } from '../../../machines/view/document.js';
import type { ViewSource } from '../../../machines/view/machine.js';
import type { PageLook } from '../../../machines/view/page-look.js';
import type { WidgetModeAddress } from '../../../machines/widget-mode.js';
import { useConnection } from '../../element/connection-context.js';
import { ElementFailure } from '../../element/element-failure.js';
import { useElementMethods, useHostElement, useOwnZone, type HostElementFace } from '../../element/host-context.js';
import { reflectRange, reportUnlessUnreadable } from '../../element/range-words.js';
import {
  foldsChart,
  listOf,
  refreshInput,
  totalOf,
  useToldRefresh,
  type ViewPageActor,
} from '../../view-area/index.js';
import { texts } from '../texts.js';
import { endAfter, onceOpen, pageMethods } from './page-methods.js';
import type { DraftPlace } from './use-kept-draft.js';

export { useView } from '../../view-area/index.js';
export type SearchPageActor = ActorRefFrom<typeof searchPageMachine>;

/** Search that the host element requests with its attributes. */
export interface SearchRequest {
  readonly query: string;
  /** Time range of the search; absent: the view's range, or the default range. */
  readonly range: TimeRange | undefined;
  readonly streams: readonly string[];
  readonly viewId: string | undefined;
  /** Seconds between refreshes; absent: the user decides. */
  readonly refresh?: number | undefined;
  /** Unsaved document that another page has created; it opens in place of a new search. */
  readonly given?: ViewDocument | undefined;
  /** Storage for unsaved changes while the page is left; absent: the changes are lost with the page. */
  readonly drafts?: DraftPlace | undefined;
  /** Display settings (`PageLook`) from the address of the page; absent: the page has no address of its own. */
  readonly look?: PageLook | undefined;
  /** Focus and edit mode from the address: only the widget that is focused or edited is executed. */
  readonly widgetMode?: WidgetModeAddress | undefined;
}

/** `detail` of `log-search-started` and `log-query-change`. */
export interface QueryDetail {
  readonly query: string;
  readonly range: TimeRange;
  readonly streams: readonly string[];
}

/** `detail` of `log-search-finished`. */
export interface FinishedDetail {
  /** Number of messages found; undefined when there is no result. */
  readonly total: number | undefined;
  /** Duration of the search on the server in ms. */
  readonly duration: number | undefined;
  readonly errors: readonly SearchError[];
}

const detailOf = ({ queryString, timeRange, streams }: QueryDraft): QueryDetail => ({
  query: queryString,
  range: timeRange,
  streams,
});

/** The checker of the query language; undefined until `loadJudge` has loaded it. */
let judge: ((query: string) => QueryVerdict) | undefined;
/** Returns the verdict on a query: `unsure` until the checker is loaded, so that the server decides. */
export const judgeQuery = (query: string): QueryVerdict => judge?.(query) ?? 'unsure';
export async function loadJudge(): Promise<void> {
  const { parseQuery } = await import('../../../api/language/index.js');
  // Only the server knows which parameters are declared, so only the server can judge a query that contains `$`.
  judge = (query) => (parseQuery(query).errors.length > 0 ? 'broken' : query.includes('$') ? 'unsure' : 'fine');
}

/** Milliseconds for which a new search reuses decorators loaded by another element. */
const sharedStaleMs = 5_000;

function sourceOf(viewId: string | undefined, given: ViewDocument | undefined): ViewSource {
  if (given) return { kind: 'given', document: given };
  return viewId === undefined ? { kind: 'new' } : { kind: 'stored', viewId };
}

export function useSearchPage(request: SearchRequest): SearchPageActor {
  const { client, queryClient, session, server } = useConnection();
  const ownZone = useOwnZone();
  const [logic] = useState(() => {
    const username = () => session.getSnapshot().context.username;
    return pageLogic(searchPageMachine, {
      client,
      decorators: () => queryClient.fetchQuery({ ...decoratorsQuery(client), staleTime: sharedStaleMs }),
      username,
      foldsChart: () => foldsChart(server, username()),
      listOf: (streams) => listOf({ client, queryClient, server, username: username() }, streams),
      timezone: ownZone,
    });
  });
  const { query, range, streams, viewId, refresh, given, drafts, look } = request;
  const { focusedId, focusing, editing } = request.widgetMode ?? {};
  const [unsaved] = useState(() => drafts?.read()?.draft);
  const page = useActorRef(logic, {
    input: {
      unsaved,
      source: sourceOf(viewId, given),
      address: {
        ...(query !== '' && { queryString: query }),
        ...(range && { timeRange: range }),
        ...(streams.length > 0 && { streams }),
        ...(look && { look }),
      },
      ...(focusedId !== undefined && (focusing || editing) && { widgets: [focusedId] }),
      refresh: refreshInput(refresh),
      judgeQuery,
    },
  });
  return page;
}

/** Synchronizes the query of the element and the machine in both directions, and reports events to the host page. */
export function useHostConversation(
  page: SearchPageActor,
  { query, range, streams, refresh, look }: SearchRequest,
  callbacks: {
    /**
     * Called each time the query in the bar is run.
     * @param given query that the host page of an embedded element has set last; undefined in the console
     */
    readonly onRun: (draft: QueryDraft, given: QueryDraft | undefined) => void;
    /** Called when the search was saved under a new id, before the host element is notified. */
    readonly onCreated: (id: string) => void;
  },
): void {
  const host = useHostElement();
  /** True on the search page of the console; only an embedded search gets queries from the page around it. */
  const isOwnPage = look !== undefined;
  const latest = useRef({ host, isOwnPage, ...callbacks });
  /**
   * Last draft that the host element requested or that was reported to it; prevents sending a draft back to its
   * origin.
   */
  const reported = useRef<QueryDraft | undefined>(undefined);
  /** Last draft that the host page has set, with an attribute or with the saved search that it shows. */
  const given = useRef<QueryDraft | undefined>(undefined);
  useEffect(() => {
    latest.current = { host, isOwnPage, ...callbacks };
  });

  useEffect(() => {
    let withdraw = (): void => {};
    let dropFailure = (): void => {};
    const tellWrong = (said?: string): void => {
      withdraw();
      withdraw = tellWrongQuery(latest.current.host, page, said);
    };
    let isTold = false;
    /** Reports the end of a search whose start was reported. */
    const tellEnd = (outcome: ExecutionOutcome): FinishedDetail => {
      const detail = finishedDetail(page, outcome);
      if (isTold) latest.current.host.emit('log-search-finished', detail);
      isTold = false;
      return detail;
    };
    const subscriptions = [
      page.on('addressChanged', ({ draft, history }) => {
        if (history === 'replace') given.current = draft;
        reported.current = draft;
        const detail = { ...detailOf(draft), history };
        const { host: element } = latest.current;
        element.reflect('query', draft.queryString);
        reflectRange(element, draft.timeRange);
        element.reflect('streams', draft.streams);
        // The first search only completes the requested query: the console writes it into its address, but for a host
        // page nothing has changed.
        element.emit('log-query-change', detail, { inside: history === 'replace' });
      }),
      page.on('queryRun', ({ draft }) => {
        latest.current.onRun(draft, latest.current.isOwnPage ? undefined : given.current);
      }),
      page.on('searchStarted', ({ draft }) => {
        // No event reports the end of a search that is replaced by another search, so it is reported here.
        tellEnd({ kind: 'cancelled' });
        isTold = true;
        latest.current.host.emit('log-search-started', detailOf(draft));
      }),
      page.on('searchFinished', ({ outcome }) => {
        const { host: element } = latest.current;
        dropFailure();
        if (outcome.kind === 'failed')
          dropFailure = reportUnlessUnreadable(element.health, () => {
            withdraw();
            element.fail(outcome.failure);
          });
        const detail = tellEnd(outcome);
        if (outcome.kind === 'failed') return;
        element.health.works();
        const wrong = outcome.kind === 'done' && detail.errors[0];
        if (wrong) return tellWrong(wrong.description);
        // After a cancelled search, the previous result stays on screen, and so do the reports of its errors.
        if (outcome.kind === 'done') withdraw();
        element.ready();
      }),
      page.on('submitRejected', () => tellWrong()),
    ];
    const saved = page.getSnapshot().context.view.on('viewCreated', ({ id }) => {
      latest.current.onCreated(id);
      // The console navigates to the address of the view; the element shows its id.
      latest.current.host.reflect('viewId', id);
      latest.current.host.emit('log-view-saved', { id });
    });
    return () => {
      for (const subscription of [...subscriptions, saved]) subscription.unsubscribe();
      dropFailure();
      withdraw();
      tellEnd({ kind: 'cancelled' });
    };
  }, [page]);

  useEffect(() => {
    const requested: QueryDraft = { queryString: query, timeRange: range ?? defaultRange, streams };
    const before = reported.current;
    reported.current = requested;
    if (!before || !sameDraft(before, requested)) given.current = requested;
    // The first request was passed to the machine as its input.
    if (!before || sameDraft(before, requested)) return;
    return onceOpen(
      page,
      () => page.send({ type: 'address.changed', address: requested }),
      // If this effect runs again before the view is open, the draft is not sent. The next run must then send it, so
      // `reported` is restored.
      () => {
        if (reported.current === requested) reported.current = before;
      },
    );
  }, [page, query, range, streams]);
  useToldRefresh(page, refresh);
}

/**
 * Reports to the host page that a query, or a widget, has an error.
 *
 * @param said error text of the server; undefined: the query was not sent to the server
 * @returns a function that withdraws the report; it must be called when the page has another result or is closed
 */
export function tellWrongQuery(host: HostElementFace, page: ViewPageActor, said: string | undefined): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  reportUnlessUnreadable(host.health, () => {
    import('./wrong-query.js').then(
      (part) => {
        if (!isOver) stop = part.tell(host, page, said);
      },
      () => {
        // If the script cannot be loaded, the host page learns at least that there is an error.
        if (!isOver) host.health.fails(new ElementFailure('bad-request', said ?? texts.failures.wrongQuery), 'query');
      },
    );
  });
  return () => {
    isOver = true;
    stop?.();
    host.health.works('query');
  };
}

function finishedDetail(page: SearchPageActor, outcome: ExecutionOutcome): FinishedDetail {
  const { shown } = page.getSnapshot().context.execution.getSnapshot().context;
  if (outcome.kind !== 'done') {
    const description = outcome.kind === 'cancelled' ? 'cancelled' : String(outcome.failure);
    return { total: undefined, duration: undefined, errors: [{ type: 'query', description }] };
  }
  const result = shown?.result;
  return {
    total: totalOf(page),
    duration: result?.execution_stats.duration,
    errors: [...(result?.errors ?? []), ...(shown?.errors ?? [])],
  };
}

/**
 * Registers the element's methods. `search()` and `refresh()` resolve when the execution has ended, also when it was
 * cancelled, and reject when the view cannot be opened, the search or all of its widgets fail, or the query is refused.
 */
export function useSearchMethods(page: SearchPageActor): void {
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const methods = useMemo(() => {
    const after = async (event: { type: 'submitted' | 'searchAgain' }): Promise<FinishedDetail> => {
      const outcome = await endAfter(page, event);
      return finishedDetail(page, outcome);
    };
    return {
      search: () => after({ type: 'submitted' }),
      refresh: () => after({ type: 'searchAgain' }),
      ...pageMethods(page, client, timezone),
    };
  }, [page, client, timezone]);
  useElementMethods(methods);
}
