import { useEffect, useRef } from 'react';
import { inBackground, type Client } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import { useViewClient } from '../view-fields.js';
import type { ViewPageActor } from '../view-page.js';

export interface FollowUp {
  /** Client whose requests do not prolong the session. */
  readonly client: Client;
  /** Request of the execution that yielded the result. */
  readonly request: ExecutionRequest;
  readonly result: PivotResult;
  readonly signal: AbortSignal;
}

/**
 * Sends a further search for each new result of a widget. The searches run one after another: if each refresh aborted
 * the search before it, a slow search would never finish.
 *
 * @param searchId id of the search that yielded the result
 * @param question key of the question: another key aborts the running search
 * @param ask sends the search; a failure is not reported, because the user did not send the search
 * @param take receives the answer; undefined when there is no answer, or when the page now executes another search
 */
export function useFollowUp<Answer>(
  page: ViewPageActor,
  searchId: string,
  result: PivotResult,
  question: string,
  ask: (of: FollowUp) => Promise<Answer | undefined>,
  take: (answer: Answer | undefined) => void,
): void {
  const client = useViewClient();
  const latest = useRef({ result, ask, take });
  useEffect(() => {
    latest.current = { result, ask, take };
  });
  const start = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    let answered: PivotResult | undefined;
    let isBusy = false;
    const answer = async (on: PivotResult): Promise<Answer | undefined> => {
      const { request } = page.getSnapshot().context.execution.getSnapshot().context;
      if (request?.search.id !== searchId) return undefined;
      return latest.current.ask({ client: inBackground(client), request, result: on, signal: abort.signal });
    };
    start.current = async () => {
      if (isBusy) return;
      isBusy = true;
      while (!abort.signal.aborted && latest.current.result !== answered) {
        answered = latest.current.result;
        const found = await answer(answered).catch(() => undefined);
        if (!abort.signal.aborted) latest.current.take(found);
      }
      isBusy = false;
    };
    return () => abort.abort();
  }, [client, page, searchId, question]);
  useEffect(() => void start.current?.(), [client, page, searchId, question, result]);
}
