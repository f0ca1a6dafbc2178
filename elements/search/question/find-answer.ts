/** Finds the answer to a question: one search, and further ones for metrics that the console computes. */
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '../../../api/client.js';
import type { PivotResult, Search, SearchJob } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { syncSearch, syncSearchPolicy } from '../../../api/queries/sync-search.js';
import { isComputed } from '../../../machines/pivot/computed-metric.js';
import { answerOf, answerWidget } from '../../../machines/question/config.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import { loadComputation } from '../../view-area/index.js';

/** A question as it is asked. */
export interface Asked {
  /** Configuration of the answer with all metrics. */
  readonly config: AggregationConfig;
  /** Search for the metrics that the server computes. */
  readonly search: Search;
  /** Search of the page, with its override and the values of its parameters. */
  readonly request: ExecutionRequest;
}

export interface FoundAnswer {
  readonly job: SearchJob;
  /** Undefined when the server returned no result. */
  readonly result: PivotResult | undefined;
  /** Configuration with which the result is shown: each computed metric has the name that the result uses. */
  readonly config: AggregationConfig;
  /** Sentences about metrics that could not be computed. */
  readonly faults: readonly string[];
}

/**
 * Executes the search of a question.
 * @param keepsAll true keeps all groups that were sorted, so that another answer may be compared with any of them
 * @throws ApiFailure when the call fails
 */
export async function findAnswer(
  client: Client,
  { config, search, request }: Asked,
  signal: AbortSignal,
  keepsAll = false,
): Promise<FoundAnswer> {
  const job = await syncSearch(client, search, signal);
  const own = answerOf(job);
  const found = { job, result: own, config, faults: [] };
  if (!own || !config.series.some((one) => isComputed(one.function))) return found;
  const { computedWidget } = await loadComputation();
  const { plan, ...computed } = await computedWidget(
    { client, request, widget: answerWidget(config), signal, keepsAll },
    own,
  );
  return { job, config: { ...config, ...plan.config }, ...computed };
}

/** Returns the query of an answer; undefined asks nothing. */
export const answerQuery = (client: Client, asked: Asked | undefined) =>
  queryOptions({
    ...syncSearchPolicy,
    queryKey: ['answer', asked?.search, asked?.config, client.computed],
    queryFn: asked ? ({ signal }) => findAnswer(client, asked, signal) : skipToken,
  });
