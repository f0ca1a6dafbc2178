/**
 * The dashboard page as a page machine (page.ts; screens/dashboards-sharing-alerts.md §6.3; screens/search.md §13).
 *
 * - The bar holds an override: it stands in the console's address, is not stored with the dashboard, and never makes it
 *   changed. Without a time range there is none ("No Override"), and validation has none either.
 * - Every widget is executed separately, those near the viewport first (search-execution). An edit executes only the
 *   affected widgets; a submit, another page and a refresh execute all near widgets.
 *
 * Emits besides `searchFinished` and `submitRejected`: `pageShown {queryId}` whenever another page is shown.
 */
import { pageMachine } from './page.js';
import { requestOf, type BarDraft, type Override, type PageContext, type PageKind } from './page-parts.js';
import { sameWire } from './wire-equality.js';

/** The draft of the bar that shows an override; it has no streams, which are set per widget. */
export function draftOfOverride(override: Override | undefined): BarDraft {
  return {
    queryString: override?.query?.query_string ?? '',
    timeRange: override?.timerange ?? undefined,
    streams: [],
  };
}

/** Builds the override; empty parts override nothing. */
export function overrideOf({ queryString, timeRange }: BarDraft): Override | undefined {
  if (queryString.trim() === '' && !timeRange) return undefined;
  return {
    ...(timeRange && { timerange: timeRange }),
    ...(queryString.trim() !== '' && { query: { type: 'elasticsearch', query_string: queryString } }),
  };
}

/** Tells whether the bar differs from the applied override. */
export function isOverrideChanged({ draft, override }: Pick<PageContext, 'draft' | 'override'>): boolean {
  return !sameWire(overrideOf(draft) ?? {}, override ?? {});
}

const dashboardPage: PageKind = {
  id: 'dashboardPage',
  initial: ({ override }) => {
    const draft = draftOfOverride(override);
    return { draft, override: overrideOf(draft) };
  },
  // Streams are set per widget.
  draftAfter: (draft, change) => ({ ...draft, ...change, streams: [] }),
  zoomedTo: ({ draft }, timeRange) => ({ draft: { ...draft, timeRange } }),
  holdsOverride: true,
  followsTail: false,
  validatesBindings: false,
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
