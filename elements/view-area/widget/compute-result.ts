/** Requests the values that the filtered metrics and formulas of a widget need, and adds both to a result of the widget. */
import type { Client } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import {
  computedAnswer,
  computedSearch,
  failedAnswer,
  withComputed,
  type ComputedPlan,
  type ComputedResult,
} from '../../../machines/formula/compute.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';

const nothingAsked = { results: new Map<string, PivotResult>(), faults: [] };

export interface ComputedQuestion {
  readonly client: Client;
  /** Request of the execution that yielded the result. */
  readonly request: ExecutionRequest;
  readonly widget: Widget;
  readonly plan: ComputedPlan;
  readonly signal: AbortSignal;
}

/** Returns the result with the computed metrics. A failed search leaves gaps and is named among the faults. */
export async function computedResult(question: ComputedQuestion, own: PivotResult): Promise<ComputedResult> {
  const { client, request, widget, plan, signal } = question;
  if (plan.needed.size === 0) return withComputed(own, plan, nothingAsked);
  const search = computedSearch(request, widget, own.effective_timerange, plan, own);
  const answer = await syncSearch(client, search, signal).then(
    (job) => computedAnswer(job, plan),
    (error: unknown) => failedAnswer(reasonOf(error)),
  );
  return withComputed(own, plan, answer);
}
