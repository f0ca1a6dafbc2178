/** The machine of the page around, as the widget area sees it: the same for searches and dashboards. */
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { MessagesResult, SearchTypeResult } from '../../api/contract/searches.js';
import type { dashboardPageMachine } from '../../machines/dashboard-page.js';
import type { searchPageMachine } from '../../machines/search-page.js';

export type ViewPageActor = ActorRefFrom<typeof searchPageMachine> | ActorRefFrom<typeof dashboardPageMachine>;

/** The document of the view, and the query (page) of it that is shown. */
export function useView(page: ViewPageActor) {
  const view = useSelector(page, ({ context }) => context.view);
  return {
    view,
    document: useSelector(view, ({ context }) => context.document),
    queryId: useSelector(view, ({ context }) => context.activeQuery),
  };
}

const isMessages = (result: SearchTypeResult): result is MessagesResult => result.type === 'messages';

/** Messages found by the first message table, else by the first aggregation. */
export function totalOf(page: ViewPageActor): number | undefined {
  const { shown } = page.getSnapshot().context.execution.getSnapshot().context;
  const results = Object.values(shown?.result?.search_types ?? {});
  const pivot = results.find((result) => result.type === 'pivot');
  return results.find(isMessages)?.total_results ?? pivot?.total;
}
