import type { Client } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { SearchedWith } from '../../../machines/search-execution/belonging.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import { useViewClient } from '../view-fields.js';
import type { ViewPageActor } from '../view-page.js';
import { useInTurn } from './use-in-turn.js';

export interface FollowUp {
  /** Client whose requests do not prolong the session. */
  readonly client: Client;
  /** Request of the page's search, with the conditions of the request that yielded the result. */
  readonly request: ExecutionRequest;
  readonly result: PivotResult;
  readonly signal: AbortSignal;
}

/**
 * Sends a further search for each new result of a widget, one after another (see `useInTurn`).
 *
 * @param shown displayed result with the id of its search and its conditions
 * @param question key of the question: another key aborts the running search, and so do other conditions
 * @param ask sends the search; a failure is not reported, because the user did not send the search
 * @param take receives the answer; undefined when there is no answer, or when the page now executes another search
 */
export function useFollowUp<Answer>(
  page: ViewPageActor,
  { searchId, conditions }: SearchedWith,
  result: PivotResult,
  question: string,
  ask: (of: FollowUp) => Promise<Answer | undefined>,
  take: (answer: Answer | undefined) => void,
): void {
  useInTurn(
    useViewClient(),
    `${searchId} ${JSON.stringify(conditions)} ${question}`,
    result,
    async (on, client, signal) => {
      const { request } = page.getSnapshot().context.execution.getSnapshot().context;
      if (request?.search.id !== searchId) return undefined;
      return ask({ client, request: { ...request, ...conditions }, result: on, signal });
    },
    take,
  );
}
