/** Reports a query or a widget with an error to the host page. Loaded only when there is one. */
import { ElementFailure } from '../../element/element-failure.js';
import type { HostElementFace } from '../../element/host-context.js';
import { followWidgets, queryErrorText, type ViewPageActor } from '../../view-area/index.js';
import { wrongQueryText } from './wrong-query-text.js';

/** Searches whose widgets are followed; each search is followed from its first error to its end. */
const followed = new WeakSet<object>();

/** @param said what the server says about the query; undefined: it was not sent */
export function tell({ health, ready }: HostElementFace, page: ViewPageActor, said: string | undefined): void {
  const { execution, validation, draft } = page.getSnapshot().context;
  const { shown, request } = execution.getSnapshot().context;
  if (!request?.apart && !followed.has(execution)) {
    followed.add(execution);
    followWidgets(page, health);
  }
  if (said !== undefined && Object.keys(shown?.result?.search_types ?? {}).length > 0) {
    // Some widgets have results; those that have none are reported by their ids.
    health.works('query');
    ready();
    return;
  }
  const { rangeError, explanations } = validation.getSnapshot().context;
  const message =
    (said === undefined ? undefined : queryErrorText(said)) ??
    rangeError ??
    wrongQueryText(draft.queryString) ??
    explanations[0]?.error_message ??
    'The query has an error.';
  health.fails(new ElementFailure('bad-request', message), 'query');
}
