/** The machine of the page around, as the widget area sees it: the same for searches and dashboards. */
import { useSelector } from '@xstate/react';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { MessagesResult, SearchTypeResult } from '../../api/contract/searches.js';
import type { dashboardPageMachine } from '../../machines/dashboard-page.js';
import type { searchPageMachine } from '../../machines/search-page.js';
import type { viewMachine } from '../../machines/view/machine.js';

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

/** Resolves once the view is open. @throws why it could not be opened */
export async function viewOpened(view: ActorRefFrom<typeof viewMachine>): Promise<void> {
  const state = await waitFor(view, (snapshot) => !snapshot.matches('loading'));
  if (state.matches('open')) return;
  const { failure, document } = state.context;
  throw failure instanceof Error ? failure : new Error(`The view ${document?.view.id ?? ''} cannot be executed here`);
}

/** True while the view is on its way; not once it is clear that it cannot be shown. */
export function useOpening(view: ActorRefFrom<typeof viewMachine>): boolean {
  return useSelector(view, (state) => state.matches('loading'));
}
