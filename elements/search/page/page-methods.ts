/** Methods of the elements `<log-search>` and `<log-dashboard>` that are identical on both pages. */
import { waitFor } from 'xstate';
import type { Client } from '../../../api/client.js';
import type { ExecutionOutcome } from '../../../machines/search-execution/machine.js';
import { exportMessages, type ExportFormat, type ExportSource } from '../../export/index.js';
import { viewOpened, type ViewPageActor } from '../../view-area/index.js';

/** Returns the parts of the page that can be exported now. @throws Error while the view is not open */
export function exportSourceOf(page: ViewPageActor): ExportSource {
  const { view, execution } = page.getSnapshot().context;
  const { document, activeQuery } = view.getSnapshot().context;
  if (!document) throw new Error('The view is not open yet.');
  const { shown, request } = execution.getSnapshot().context;
  return { document, queryId: activeQuery, shown, request };
}

/**
 * Returns the public methods `pause`, `resume` and `exportMessages` of an element that shows the page.
 *
 * @param timezone IANA name of the time zone in which exported timestamps are written
 */
export function pageMethods(page: ViewPageActor, client: Client, timezone: string) {
  const { refresh } = page.getSnapshot().context;
  return {
    pause: () => Promise.resolve(refresh.send({ type: 'stopped' })),
    resume: () => Promise.resolve(refresh.send({ type: 'started' })),
    exportMessages: async (format: ExportFormat = 'csv') => {
      await viewOpened(page.getSnapshot().context.view);
      return exportMessages(client, exportSourceOf(page), timezone, format);
    },
  };
}

/**
 * Starts a search of the page, and resolves with its end.
 * @throws Error when the view cannot be opened, the search or all of its widgets fail, or the query has an error
 */
export async function endAfter(
  page: ViewPageActor,
  event: { readonly type: 'submitted' | 'searchAgain' },
): Promise<ExecutionOutcome> {
  const part = await import('./end-after.js');
  return part.endAfter(page, event);
}

/**
 * Runs `act` once the page is no longer opening; `act` is never run when the page closes earlier. Returns a function
 * that prevents the run. @param missed called when the run was prevented
 */
export function onceOpen(page: ViewPageActor, act: () => void, missed: () => void): () => void {
  let state: 'waiting' | 'over' = 'waiting';
  void waitFor(page, (snapshot) => !snapshot.matches('opening')).then(
    () => {
      if (state === 'over') return;
      state = 'over';
      act();
    },
    () => undefined,
  );
  return () => {
    if (state === 'waiting') missed();
    state = 'over';
  };
}
