/**
 * Reports a query or a widget with an error to the host page. The module is loaded only when there is such an error.
 */
import { ElementFailure } from '../../element/element-failure.js';
import type { HostElementFace } from '../../element/host-context.js';
import { followWidgets, queryErrorText, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';
import { wrongQueryText } from './wrong-query-text.js';

/**
 * Reports the error of the query, or the widgets that fail because of it.
 *
 * @param said error text of the server; undefined: the query was not sent to the server
 * @returns a function that ends the reports about widgets, and counts each reported widget as working; undefined if
 * this function does not report about widgets
 */
export function tell(
  { health, ready }: HostElementFace,
  page: ViewPageActor,
  said: string | undefined,
): (() => void) | undefined {
  const { execution } = page.getSnapshot().context;
  const { shown, request } = execution.getSnapshot().context;
  // A dashboard executes its widgets separately, and `useWidgetTroubles` always reports those that fail.
  const stop = request && !request.apart ? followWidgets(page, health) : undefined;
  if (said !== undefined && Object.keys(shown?.result?.search_types ?? {}).length > 0) {
    // If some widgets have results, `followWidgets` reports only the widgets without a result, by their ids.
    ready();
    return stop;
  }
  health.fails(new ElementFailure('bad-request', messageOf(page, said)), 'query');
  return stop;
}

/** Returns the message about a query with an error; `said` is the error text of the server, if the query was sent. */
export function messageOf(page: ViewPageActor, said: string | undefined): string {
  const { validation, draft } = page.getSnapshot().context;
  const { rangeError, explanations } = validation.getSnapshot().context;
  return (
    (said === undefined ? undefined : queryErrorText(said)) ??
    rangeError ??
    wrongQueryText(draft.queryString) ??
    explanations[0]?.error_message ??
    texts.failures.wrongQuery
  );
}
