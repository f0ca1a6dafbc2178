/** Reports a query or a widget with an error to the host page. Loaded only when there is one. */
import { ElementFailure } from '../../element/element-failure.js';
import type { HostElementFace } from '../../element/host-context.js';
import { followWidgets, queryErrorText, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';
import { wrongQueryText } from './wrong-query-text.js';

/**
 * @param said what the server says about the query; undefined: it was not sent
 * @returns a function that ends the reports about widgets, and counts each reported widget as working
 */
export function tell(
  { health, ready }: HostElementFace,
  page: ViewPageActor,
  said: string | undefined,
): (() => void) | undefined {
  const { execution } = page.getSnapshot().context;
  const { shown, request } = execution.getSnapshot().context;
  // A dashboard, which executes its widgets separately, always follows them.
  const stop = request && !request.apart ? followWidgets(page, health) : undefined;
  if (said !== undefined && Object.keys(shown?.result?.search_types ?? {}).length > 0) {
    // Some widgets have results; those that have none are reported by their ids.
    ready();
    return stop;
  }
  health.fails(new ElementFailure('bad-request', messageOf(page, said)), 'query');
  return stop;
}

/** Returns the message about a query with an error; `said` as above. */
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
