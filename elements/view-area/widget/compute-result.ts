/**
 * Requests the values that the filtered metrics and formulas of a widget need, and adds both to a result of the
 * widget.
 */
import type { Client } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { firstOfAll, mostGroups, needsAllGroups, sortFault } from '../../../machines/formula/all-groups.js';
import {
  computedAnswer,
  computedSearch,
  failedAnswer,
  withComputed,
  type ComputedAnswer,
  type ComputedPlan,
  type ComputedResult,
} from '../../../machines/formula/compute.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';

const nothingAsked = { results: new Map<string, PivotResult>(), faults: [] };

export interface ComputedQuestion {
  readonly client: Client;
  /** Request of the execution that yielded the result. */
  readonly request: ExecutionRequest;
  readonly widget: Widget;
  readonly plan: ComputedPlan;
  readonly signal: AbortSignal;
  /** True keeps all groups that were sorted, so that another result may be compared with any of them. */
  readonly keepsAll?: boolean;
}

/** Returns the result with the computed metrics. A failed search leaves gaps and is named among the faults. */
export async function computedResult(question: ComputedQuestion, own: PivotResult): Promise<ComputedResult> {
  const { client, request, widget, plan, signal } = question;
  if (plan.needed.size === 0) return withComputed(own, plan, nothingAsked);
  const answerOf = (groups?: number): Promise<ComputedAnswer> =>
    syncSearch(client, computedSearch(request, widget, effectiveRange(own), plan, own, groups), signal).then(
      (job) => computedAnswer(job, plan),
      (error: unknown) => failedAnswer(reasonOf(error)),
    );
  const isCut = needsAllGroups(own, plan);
  const sorted = isCut ? firstOfAll(own, plan, await answerOf(mostGroups), question.keepsAll) : undefined;
  if (sorted) return sorted;
  const found = withComputed(own, plan, await answerOf());
  const fault = sortFault(own, plan);
  return fault === undefined ? found : { ...found, faults: [...found.faults, fault] };
}
