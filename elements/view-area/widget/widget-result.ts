/**
 * Provides the result of a widget, from the page's execution, or from the widget's own execution where widgets are
 * executed separately.
 */
import { useSelector } from '@xstate/react';
import { createContext } from 'react';
import type { SearchError } from '../../../api/contract/searches.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { showsEarlier } from '../../../machines/search-execution/belonging.js';
import { jobOfWidget, queuedSeconds } from '../../../machines/search-execution/jobs.js';
import { partDisplay } from '../../../machines/search-execution/parts.js';
import { errorsOf, resultsOf, type ShownResult } from '../../../machines/search-execution/results.js';
import type { SharedError } from '../../widgets/frame/error-texts.js';
import type { RefusedError } from '../../widgets/guest-errors.js';
import { texts } from '../texts.js';
import type { ViewPageActor } from '../view-page.js';

/** Description of the error that the page shows for all its widgets; null or undefined: there is none. */
export const SharedErrorContext = createContext<string | null | undefined>(undefined);

/** Returns the errors, with the error that the page already shows above its widgets marked as shared. */
export const withSharedMarked = (
  errors: readonly SearchError[],
  shared: string | null | undefined,
): readonly SearchError[] =>
  errors.map((error) => (error.description === shared ? ({ ...error, isShared: true } satisfies SharedError) : error));

export interface WidgetResult {
  readonly shown: ShownResult | undefined;
  readonly executing: boolean;
  /** Seconds for which the running search has waited in the server's queue; undefined when it is not queued. */
  readonly queuedSeconds: number | undefined;
  readonly errors: readonly SearchError[];
  readonly retry: () => void;
  /**
   * Time of the answer in epoch milliseconds; `staleReason`: reason why the last refresh failed. Both are set only
   * where widgets are executed separately.
   */
  readonly answeredAt: number | undefined;
  readonly staleReason: string | undefined;
  /**
   * True if the result belongs to a request before the latest one, and is not about to be replaced: the latest request
   * failed or was cancelled.
   */
  readonly isEarlier: boolean;
}

export function useWidgetResult(page: ViewPageActor, widgetId: string): WidgetResult {
  const execution = useSelector(page, ({ context }) => context.execution);
  const request = useSelector(execution, ({ context }) => context.request);
  // Only the part of this widget is selected, so that the answer for another widget does not render this widget again.
  const part = useSelector(execution, ({ context }) => context.parts[widgetId]);
  const whole = useSelector(execution, ({ context }) => (context.request?.apart ? undefined : context.shown));
  const pageFailure = useSelector(execution, (state) =>
    state.matches({ run: 'failed' }) ? reasonOf(state.context.failure) : undefined,
  );
  const idle = useSelector(execution, (state) => state.matches({ run: 'idle' }));
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const job = useSelector(execution, (state) => jobOfWidget(state, widgetId));
  const queued = useSelector(job, (state) => state && queuedSeconds(state));
  if (!request?.apart) {
    const earlier = showsEarlier(whole, request);
    // An automatic refresh does not count as executing, because the user may be reading the results and must not see
    // them dimmed. Results of an earlier request are dimmed.
    const executing = idle || (running && !(request?.background && whole && !earlier));
    return {
      shown: whole,
      executing,
      queuedSeconds: executing ? queued : undefined,
      errors: pageFailure !== undefined && !whole ? [failedWith(pageFailure)] : errorsOfWidget(whole, widgetId),
      retry: () => page.send({ type: 'searchAgain' }),
      answeredAt: undefined,
      staleReason: undefined,
      isEarlier: earlier && !executing,
    };
  }
  // Results are hidden once the user may no longer read them.
  const refused = part?.status === 'failed' && part.failure instanceof Forbidden;
  const shown = refused ? undefined : part?.shown;
  const answered = shown?.result !== undefined;
  const failure = part?.status === 'failed' ? reasonOf(part.failure) : undefined;
  const { executing, isEarlier } = partDisplay(part, request, pageFailure !== undefined);
  return {
    shown,
    executing,
    queuedSeconds: executing ? queued : undefined,
    errors: errorsOfPart(),
    retry: () => execution.send({ type: 'widgets.again', widgetIds: [widgetId] }),
    answeredAt: part?.answeredAt,
    staleReason: answered ? failure : undefined,
    isEarlier: answered && isEarlier,
  };

  function errorsOfPart(): readonly SearchError[] {
    // A widget without a part of the answer was left out of the search.
    if (!part) return [{ type: 'search_type', description: texts.notRequested(widgetId) }];
    const reason = failure ?? pageFailure;
    if (reason !== undefined && !answered) return [refused ? refusedWith(reason) : failedWith(reason)];
    return errorsOfWidget(shown, widgetId);
  }
}

const failedWith = (description: string): SearchError => ({ type: 'search_type', description });
const refusedWith = (description: string): RefusedError => ({ ...failedWith(description), isRefused: true });

/**
 * Returns a widget's errors. If the answer contains neither a result nor an error for the widget, this is an error too.
 */
export function errorsOfWidget(shown: ShownResult | undefined, widgetId: string): readonly SearchError[] {
  const errors = errorsOf(shown, widgetId);
  const lost = shown?.result !== undefined && errors.length === 0 && resultsOf(shown, widgetId).length === 0;
  return lost ? [{ type: 'search_type', description: texts.notRequested(widgetId) }] : errors;
}
