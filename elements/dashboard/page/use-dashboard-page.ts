/**
 * Hooks of the dashboard page: they run its machine, report events to the host page, and offer methods to the host
 * page.
 */
import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { TimeRange } from '../../../api/contract/searches.js';
import { draftOfOverride, overrideOf, dashboardPageMachine } from '../../../machines/dashboard-page.js';
import { pageLogic } from '../../../machines/page-actors.js';
import { filtersQuery, type HostFilter } from '../../../machines/host-filters.js';
import type { Override } from '../../../machines/page-parts.js';
import { readVariables, withoutGone, writeVariables } from '../../../machines/variable-address.js';
import { errorsOf, type ShownResult } from '../../../machines/search-execution/results.js';
import { queryIds, type ViewDocument } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useConnection } from '../../element/connection-context.js';
import { useElementMethods, useHostElement, useOwnZone, type HostElementFace } from '../../element/host-context.js';
import { reflectRange, reportUnlessUnreadable } from '../../element/range-words.js';
import { endAfter, judgeQuery, onceOpen, pageMethods, tellWrongQuery } from '../../search/index.js';
import { refreshInput, useToldRefresh, viewOpened } from '../../view-area/index.js';

export type DashboardPageActor = ActorRefFrom<typeof dashboardPageMachine>;

/** Values that the attributes of the element request. */
export interface DashboardRequest {
  /** Id of the dashboard; absent for a new dashboard. */
  readonly viewId: string | undefined;
  /** Id of the page to show; absent for the first page. */
  readonly page: string | undefined;
  /** Query for all widgets; empty: none. */
  readonly query: string;
  /** Time range of all widgets; absent: each widget keeps its own time range. */
  readonly range: TimeRange | undefined;
  /** Seconds between refreshes; absent: the user decides. */
  readonly refresh: number | undefined;
  /** Values of variables, as the `var-…` parameters of an address. */
  readonly variables?: string | undefined;
  /** Filters of the host page. */
  readonly filters?: readonly HostFilter[] | undefined;
  /** Document of a new dashboard that was prepared elsewhere. */
  readonly given?: ViewDocument | undefined;
}

/** Builds the override that the element's attributes request. */
export const requestedOverride = ({ query, range }: Pick<DashboardRequest, 'query' | 'range'>): Override | undefined =>
  overrideOf({ queryString: query, timeRange: range, streams: [] });

export function useDashboardPage(request: DashboardRequest): DashboardPageActor {
  const { client, session } = useConnection();
  const ownZone = useOwnZone();
  const [logic] = useState(() =>
    pageLogic(dashboardPageMachine, {
      client,
      username: () => session.getSnapshot().context.username,
      timezone: ownZone,
    }),
  );
  const { viewId, page, refresh, filters = [], variables = '', given } = request;
  return useActorRef(logic, {
    input: {
      source:
        viewId === undefined
          ? {
              kind: 'given',
              document:
                given ??
                emptyDashboard(
                  { createdAt: new Date().toISOString(), owner: session.getSnapshot().context.username ?? null },
                  randomIds,
                ),
            }
          : { kind: 'stored', viewId },
      activeQuery: page,
      override: requestedOverride(request),
      bindings: readVariables(variables),
      hostQuery: filtersQuery(filters),
      refresh: refreshInput(refresh),
      judgeQuery,
    },
  });
}

/** Writes the override of all widgets to the element and reports it to the host page. */
export function tellOverride(host: HostElementFace, override: Override | undefined): void {
  const { queryString: query, timeRange: range } = draftOfOverride(override);
  host.reflect('query', query);
  reflectRange(host, range);
  host.emit('log-query-change', { query, range });
}

/** Returns whether at least one widget shows a result without errors, or no widget needs a result. */
function showsSomething(
  parts: Readonly<Record<string, { readonly status: string; readonly shown: ShownResult | undefined }>>,
): boolean {
  const all = Object.entries(parts);
  return (
    all.length === 0 || all.some(([id, { status, shown }]) => status === 'shown' && errorsOf(shown, id).length === 0)
  );
}

/** Synchronises element and machine in both directions, and reports events to the host page. */
export function useHostConversation(page: DashboardPageActor, request: DashboardRequest): void {
  const host = useHostElement();
  const { page: pageId, query, range, refresh } = request;
  const latest = useRef(host);
  /** Page and override that the host page has set last, or that were last reported to it. */
  const reported = useRef<{ page: string | undefined; override: Override | undefined }>(undefined);
  /** Override last requested by the attributes; it is not requested again when only other attributes change. */
  const requestedBefore = useRef<Override>(undefined);
  useEffect(() => {
    latest.current = host;
  });

  useEffect(() => {
    let openedOnce = false;
    const shown = page.on('pageShown', ({ queryId }) => {
      const before = reported.current?.page;
      const opening = !openedOnce;
      openedOnce = true;
      if (before === queryId || (opening && before === undefined)) return;
      // If the requested page does not exist when the dashboard opens, its id is removed from the attribute.
      const named = opening ? undefined : queryId;
      reported.current = { page: named, override: reported.current?.override };
      latest.current.reflect('page', named);
      latest.current.emit('log-page-change', { page: queryId, ...(opening && { unknown: before }) });
    });
    let withdraw = (): void => {};
    let dropFailure = (): void => {};
    // The first content is on screen with the first answer, or immediately when there is nothing to load.
    const finished = page.on('searchFinished', ({ outcome }) => {
      const { health, ready } = latest.current;
      dropFailure();
      if (outcome.kind === 'failed') {
        dropFailure = reportUnlessUnreadable(health, () => health.fails(outcome.failure));
        return;
      }
      health.works();
      // A cancelled search leaves the result before it on screen, with its errors.
      if (outcome.kind === 'done') withdraw();
      if (showsSomething(page.getSnapshot().context.execution.getSnapshot().context.parts)) ready();
    });
    const execution = page.getSnapshot().context.execution.subscribe(({ context }) => {
      if (Object.keys(context.parts).length > 0 && showsSomething(context.parts)) latest.current.ready();
    });
    const rejected = page.on('submitRejected', () => {
      withdraw();
      withdraw = tellWrongQuery(latest.current, page, undefined);
    });
    const override = page.subscribe(({ context }) => {
      if (sameWire(context.override ?? {}, reported.current?.override ?? {})) return;
      reported.current = { page: reported.current?.page, override: context.override };
      tellOverride(latest.current, context.override);
    });
    const saved = page.getSnapshot().context.view.on('viewCreated', ({ id }) => {
      latest.current.emit('log-view-saved', { id });
    });
    return () => {
      for (const one of [shown, finished, execution, rejected, override, saved]) one.unsubscribe();
      dropFailure();
      withdraw();
    };
  }, [page]);

  useEffect(() => {
    const requested = requestedOverride({ query, range });
    const before = reported.current;
    const isNew = !sameWire(requested ?? {}, requestedBefore.current ?? {});
    // Until the dashboard is open, the machine keeps the previous override. So `reported` keeps the previous override
    // too; otherwise the subscription above would report it to the host page as a change.
    const asked = { page: pageId, override: before ? before.override : requested };
    reported.current = asked;
    // The values of the first render are already the machine's input.
    if (!before) {
      requestedBefore.current = requested;
      return;
    }
    const act = (): void => {
      requestedBefore.current = requested;
      if (isNew) reported.current = { page: reported.current?.page, override: requested };
      const { view } = page.getSnapshot().context;
      const { document } = view.getSnapshot().context;
      const first = document && queryIds(document)[0];
      if (before.page !== pageId && (pageId ?? first)) {
        const known = document && pageId !== undefined && queryIds(document).includes(pageId);
        const next = known ? pageId : (first ?? '');
        // A removed attribute, or an unknown page in it, shows the first page.
        reported.current = { page: next, override: reported.current?.override };
        view.send({ type: 'page.selected', queryId: next });
        if (!known && pageId !== undefined) {
          latest.current.reflect('page', undefined);
          latest.current.emit('log-page-change', { page: next, unknown: pageId });
        }
      }
      if (isNew && !sameWire(requested ?? {}, page.getSnapshot().context.override ?? {}))
        page.send({ type: 'override.changed', override: requested });
    };
    // If this effect runs again before the dashboard is open, `act` is not called. The next run must then apply the
    // request, so `reported` is restored.
    return onceOpen(page, act, () => {
      if (reported.current === asked) reported.current = before;
    });
  }, [page, pageId, query, range]);
  useToldRefresh(page, refresh);
}

/** Synchronises the values of variables between element and machine, and reports changes to the host page. */
export function useVariables(page: DashboardPageActor, variables: string): void {
  const host = useHostElement();
  const latest = useRef(host);
  /** Values of variables that the host page has set last, or that were last reported to it. */
  const known = useRef(variables);
  useEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    /** Names of all variables that the dashboard has declared since it was opened. */
    const seen = new Set<string>();
    const tell = (): void => {
      const { bindings, view } = page.getSnapshot().context;
      const declared = (view.getSnapshot().context.document?.search.parameters ?? []).map(({ name }) => name);
      for (const name of declared) seen.add(name);
      const written = writeVariables('', withoutGone(bindings, seen, declared)).toString();
      if (written === writeVariables('', readVariables(known.current)).toString()) return;
      known.current = written;
      latest.current.reflect('variables', written);
      latest.current.emit('log-variables-change', { variables: written });
    };
    // A variable that is removed, or whose declaration is undone, leaves the address; redo brings its value back.
    const subscriptions = [page.subscribe(tell), page.getSnapshot().context.view.subscribe(tell)];
    return () => subscriptions.forEach((one) => one.unsubscribe());
  }, [page]);
  useEffect(() => {
    const before = known.current;
    known.current = variables;
    const bindings = readVariables(variables);
    if (before === variables || sameWire(bindings, page.getSnapshot().context.bindings)) return;
    page.send({ type: 'bindings.changed', bindings });
  }, [page, variables]);
}

/**
 * Registers the element's methods. `refresh()` resolves when all widgets near the viewport have their results, and
 * rejects when the dashboard cannot be opened, `check` throws, the search failed, the query is refused, or none of the
 * executed widgets has a result.
 *
 * @param check throws the reason for which the opened dashboard cannot be refreshed
 */
export function useDashboardMethods(page: DashboardPageActor, check?: (document: ViewDocument) => void): void {
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const methods = useMemo(() => {
    return {
      refresh: async () => {
        const { view } = page.getSnapshot().context;
        if (check) {
          await viewOpened(view);
          const { document } = view.getSnapshot().context;
          if (document) check(document);
        }
        await endAfter(page, { type: 'searchAgain' });
      },
      ...pageMethods(page, client, timezone),
    };
  }, [page, client, timezone, check]);
  useElementMethods(methods);
}
