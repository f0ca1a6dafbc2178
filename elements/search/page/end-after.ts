/** Starts a search for a method of an element. Loaded when a page calls such a method. */
import { searchEnd } from '../../../machines/search-end.js';
import type { ExecutionOutcome } from '../../../machines/search-execution/machine.js';
import { sharedError } from '../../../machines/search-execution/shared-error.js';
import { ElementFailure } from '../../element/element-failure.js';
import { viewOpened, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';

/**
 * Starts a search of the page, and resolves with its end.
 * @throws Error when the view cannot be opened, the search fails, or the query has an error
 */
export async function endAfter(
  page: ViewPageActor,
  event: { readonly type: 'submitted' | 'searchAgain' },
): Promise<ExecutionOutcome> {
  await viewOpened(page.getSnapshot().context.view);
  const ended = searchEnd(page);
  page.send(event);
  const end = await ended;
  // Cast: the type is unknown, but the failure of a request is an ApiFailure or another Error.
  if (end.kind === 'failed') throw end.failure as Error;
  const { context } = page.getSnapshot().context.execution.getSnapshot();
  // A query that the search bar accepts without asking the server can still have an error for the server.
  const isWrong = end.kind === 'rejected' || (end.kind === 'done' && typeof sharedError(context, false) === 'string');
  if (isWrong) throw new ElementFailure('bad-request', texts.failures.wrongQuery);
  return end;
}
