/**
 * The dashboard page as a page machine (page.ts; screens/dashboards-sharing-alerts.md §6.3; screens/search.md §13).
 *
 * - The bar contains an override of all widgets. The console's address contains the override. It is not stored with the
 *   dashboard, and it never counts as a change. Without a time range in the bar ("No Override"), the widgets keep their
 *   own ranges, and the query is validated without a range.
 * - Every widget is executed separately, those near the viewport first (search-execution). An edit executes only the
 *   affected widgets. Submitting, changing the page and a refresh execute all widgets near the viewport.
 *
 * Besides the events of every page machine, it emits `pageShown {queryId}` whenever the page changes.
 */
import { pageMachine } from './page.js';
import { requestOf, type BarDraft, type Override, type PageContext, type PageKind } from './page-parts.js';
import { sameWire } from './wire-equality.js';

/** Returns the draft with which the bar shows an override. It has no streams, because every widget has its own. */
export function draftOfOverride(override: Override | undefined): BarDraft {
  return {
    queryString: override?.query?.query_string ?? '',
    timeRange: override?.timerange ?? undefined,
    streams: [],
  };
}

/** Returns the override for the content of the bar; empty inputs override nothing. */
export function overrideOf({ queryString, timeRange }: BarDraft): Override | undefined {
  if (queryString.trim() === '' && !timeRange) return undefined;
  return {
    ...(timeRange && { timerange: timeRange }),
    ...(queryString.trim() !== '' && { query: { type: 'elasticsearch', query_string: queryString } }),
  };
}

/** Tells whether the content of the bar differs from the override that applies. */
export function isOverrideChanged({ draft, override }: Pick<PageContext, 'draft' | 'override'>): boolean {
  return !sameWire(overrideOf(draft) ?? {}, override ?? {});
}

const dashboardPage: PageKind = {
  id: 'dashboardPage',
  initial: ({ override }) => {
    const draft = draftOfOverride(override);
    return { draft, override: overrideOf(draft) };
  },
  // The bar has no streams, because every widget has its own.
  draftAfter: (draft, change) => ({ ...draft, ...change, streams: [] }),
  zoomedTo: ({ draft }, timeRange) => ({ draft: { ...draft, timeRange } }),
  holdsOverride: true,
  followsTail: false,
  requestFor: (context, document, queryId, { background, reuse }) => ({
    ...requestOf(context, document, queryId, background),
    apart: true,
    reuse,
  }),
  apply: ({ draft }, doer) => {
    doer.assign({ override: overrideOf(draft) });
    return true;
  },
  follow: ({ reportedPage: reported }, doer, { activeQuery }) => {
    if (activeQuery === reported) return;
    doer.assign({ reportedPage: activeQuery });
    doer.emit({ type: 'pageShown', queryId: activeQuery });
  },
  limited: ({ widgets }, widgetIds) => (sameWire(widgets, widgetIds) ? undefined : { reuse: true }),
  overridden: (override) => {
    const draft = draftOfOverride(override);
    return { draft, override: overrideOf(draft) };
  },
  announces: false,
};

export const dashboardPageMachine = pageMachine(dashboardPage);
