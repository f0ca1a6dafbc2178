/** Machine of the surrounding page as the widget area uses it; search pages and dashboard pages have this type. */
import { useSelector } from '@xstate/react';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { MessagesResult, SearchTypeResult } from '../../api/contract/searches.js';
import type { pageMachine } from '../../machines/page.js';
import type { viewMachine } from '../../machines/view/machine.js';

export type ViewPageActor = ActorRefFrom<ReturnType<typeof pageMachine>>;

/**
 * Returns the view's actor, its document (undefined until loaded), and the id of its active query. The query
 * of a dashboard is the page of the dashboard that is shown.
 */
export function useView(page: ViewPageActor) {
  const view = useSelector(page, ({ context }) => context.view);
  return {
    view,
    document: useSelector(view, ({ context }) => context.document),
    queryId: useSelector(view, ({ context }) => context.activeQuery),
  };
}

const isMessages = (result: SearchTypeResult): result is MessagesResult => result.type === 'messages';

/**
 * Returns the number of messages found by the first message table, or by the first aggregation; undefined if
 * there are results of neither.
 */
export function totalOf(page: ViewPageActor): number | undefined {
  const { shown } = page.getSnapshot().context.execution.getSnapshot().context;
  const results = Object.values(shown?.result?.search_types ?? {});
  const pivot = results.find((result) => result.type === 'pivot');
  return results.find(isMessages)?.total_results ?? pivot?.total;
}

/**
 * Resolves once the view is open.
 * @throws Error when the view could not be opened: the reason, if known
 */
export async function viewOpened(view: ActorRefFrom<typeof viewMachine>): Promise<void> {
  const state = await waitFor(view, (snapshot) => !snapshot.matches('loading'));
  if (state.matches('open')) return;
  const { failure, document } = state.context;
  throw failure instanceof Error ? failure : new Error(`The view ${document?.view.id ?? ''} cannot be executed here`);
}

/** Returns true while the view is loading, and false once the view is open or loading has failed. */
export function useOpening(view: ActorRefFrom<typeof viewMachine>): boolean {
  return useSelector(view, (state) => state.matches('loading'));
}
