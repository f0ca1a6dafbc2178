/** Starts a search for a method of an element. The module is loaded when a page calls such a method. */
import { searchEnd } from '../../../machines/search-end.js';
import type { ExecutionOutcome, SearchExecutionContext } from '../../../machines/search-execution/machine.js';
import { isUnderWay } from '../../../machines/search-execution/parts.js';
import { errorsOf, resultsOf, searchTypesOf, type ShownResult } from '../../../machines/search-execution/results.js';
import { ElementFailure } from '../../element/element-failure.js';
import { queryErrorText, viewOpened, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';

/**
 * Starts a search of the page, and resolves with its end.
 * @throws Error when the view cannot be opened, the search or all of its widgets fail, or the query has an error
 */
export async function endAfter(
  page: ViewPageActor,
  event: { readonly type: 'submitted' | 'searchAgain' },
): Promise<ExecutionOutcome> {
  await viewOpened(page.getSnapshot().context.view);
  const ended = searchEnd(page);
  page.send(event);
  const end = await ended;
  const ofAll = end.kind === 'done' && failureOfAll(page.getSnapshot().context.execution.getSnapshot().context);
  const failure = end.kind === 'failed' ? end.failure : ofAll;
  // Cast: the type is unknown, but the failure of a request or a widget is an ApiFailure or another Error.
  if (end.kind === 'failed' || failure) throw failure as Error;
  if (end.kind !== 'rejected') return end;
  const part = await import('./wrong-query.js').catch(() => undefined);
  throw new ElementFailure('bad-request', part?.messageOf(page, undefined) ?? texts.failures.wrongQuery);
}

/**
 * Returns the failure of the first widget if none of the executed widgets has a result. The reason may be an error in a
 * query that the search bar could not check itself. Undefined if a widget works or is still executed.
 */
function failureOfAll({ parts, request, shown }: Pick<SearchExecutionContext, 'parts' | 'request' | 'shown'>): unknown {
  const wrong = (answer: ShownResult | undefined, id: string): unknown => {
    const [error] = resultsOf(answer, id).length > 0 ? [] : errorsOf(answer, id);
    return error && new ElementFailure('bad-request', queryErrorText(error.description));
  };
  const own = Object.entries(parts).filter(([, { queryId }]) => queryId === request?.queryId);
  if (own.some(([, part]) => isUnderWay(part))) return undefined;
  const failures = request?.apart
    ? own.flatMap(([id, { status, failure, shown: answer }]) =>
        status === 'failed' ? [failure] : status === 'shown' ? [wrong(answer, id)] : [],
      )
    : Object.keys(shown?.widgetMapping ?? {}).flatMap((id) =>
        searchTypesOf(shown, id).length > 0 ? [wrong(shown, id)] : [],
      );
  return failures.every((failure) => failure !== undefined) ? failures[0] : undefined;
}
