/**
 * The search page as a page machine (page.ts).
 *
 * - The draft is the content of the bar. The view's query is the query that was executed last. A submitted draft
 *   becomes the query of the view, which then requests the execution.
 * - `range.zoomed` remembers the displayed range. Every `zoom.undone` returns to the range before one zoom.
 * - Changed values of `$name$` parameters apply from the next execution on. The query is validated again with them.
 *
 * Besides the events of every page machine, it emits `searchStarted`, `addressChanged {draft, history}` and
 * `queryRun {draft}`. The first time `history` is `replace`, later it is `push`.
 */
import { pageMachine } from './page.js';
import { requestOf, validationInput, type BarDraft, type PageContext, type PageKind } from './page-parts.js';
import { rangeFault } from './time-range/fault.js';
import { defaultRange } from './time-range/ranges.js';
import { zoomedIn } from './time-range/zoom.js';
import { draftOf, sameDraft, type QueryDraft, type ViewDocument } from './view/document.js';

/** Returns the draft in the search bar. In contrast to the bar of a dashboard it always has a range. */
export const searchDraft = ({ draft }: Pick<PageContext, 'draft'>): QueryDraft => withRange(draft);

/** Returns the draft with a range. A draft that already has a range is returned as the same object. */
const withRange = (draft: BarDraft): QueryDraft => (hasRange(draft) ? draft : { ...draft, timeRange: defaultRange });

const hasRange = (draft: BarDraft): draft is QueryDraft => draft.timeRange !== undefined;

/** Tells whether the content of the bar differs from the query that was executed last. */
export function isDraftChanged(draft: BarDraft, document: ViewDocument | undefined, activeQuery: string): boolean {
  return document !== undefined && !sameDraft(withRange(draft), draftOf(document, activeQuery));
}

const searchPage: PageKind = {
  id: 'searchPage',
  initial: ({ address }) => ({
    draft: {
      queryString: address?.queryString ?? '',
      timeRange: address?.timeRange ?? defaultRange,
      streams: address?.streams ?? [],
    },
    override: undefined,
  }),
  draftAfter: (draft, change) => ({ ...draft, ...change }),
  zoomedTo: ({ view, zooms, draft }, timeRange) => {
    const { document, activeQuery } = view.getSnapshot().context;
    const from = document ? draftOf(document, activeQuery).timeRange : withRange(draft).timeRange;
    return { zooms: zoomedIn(zooms, { from, to: timeRange }), draft: { ...draft, timeRange } };
  },
  // The bar takes over the view's query when the view opens, and this already validates it.
  holdsOverride: false,
  followsTail: true,
  requestFor: (context, document, queryId, { background = false }) => requestOf(context, document, queryId, background),
  apply: ({ view, draft }, doer) => {
    doer.sendTo(view, { type: 'draft.submitted', draft });
    doer.emit({ type: 'queryRun', draft: withRange(draft) });
    return false;
  },
  follow: (context, doer, { cause, document, activeQuery }) => {
    const executed = draftOf(document, activeQuery);
    if (cause === 'opened' || cause === 'page') {
      doer.assign({ draft: executed });
      doer.sendTo(context.validation, {
        type: 'input.changed',
        input: validationInput(context, executed),
      });
    }
    if (document.view.type !== 'SEARCH' || (context.addressed && sameDraft(context.addressed, executed))) return;
    // An invalid range is not written to the address. If the range comes from the address, the address already has it.
    if (rangeFault(executed.timeRange) !== undefined) return;
    doer.assign({ addressed: executed });
    doer.emit({ type: 'addressChanged', draft: executed, history: context.addressed ? 'push' : 'replace' });
  },
  // Widgets are executed only if the last execution was limited to some widgets and others are needed now.
  limited: ({ execution }, widgetIds) => {
    const executed = execution.getSnapshot().context.request?.widgets;
    const lacks = executed !== undefined && !(widgetIds?.every((id) => executed.includes(id)) ?? false);
    return lacks ? {} : undefined;
  },
  overridden: (override) => ({ override }),
  announces: true,
};

export const searchPageMachine = pageMachine(searchPage);
