import type { UseQueryResult } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isOutage, Unauthorized } from '../../api/failures.js';
import { useConnection } from './connection-context.js';

/**
 * Tells whether an error means that the session is lost or the server cannot be reached. The page itself reports both,
 * and repeats the query afterwards. The result is false if the server has answered a ping since the error: a single
 * request that got no answer, such as a search that a proxy gave up, is not reported by the page.
 */
export function useIsOut(error: Error | null): boolean {
  const { availability } = useConnection();
  /** The last error after which the server has answered a ping. */
  const [answeredAfter, setAnsweredAfter] = useState<Error>();
  // A call without an answer starts a ping at once, so the machine waits again only when that ping has ended.
  const isAnswering = useSelector(availability, (state) => state.matches({ status: 'up', pinging: 'waiting' }));
  const isOut = isOutage(error);
  if (error && isOut && isAnswering && !(error instanceof Unauthorized) && error !== answeredAfter)
    setAnsweredAfter(error);
  return isOut && error !== answeredAfter;
}

/**
 * Returns the data of a query that a part of a page shows. During an outage (see `useIsOut`) this is the latest data of
 * the same subject, even if a changed query has no data yet, because the other parts of the page also stay as they are.
 *
 * @param subject key of what the data is about; data of another subject is not kept
 * @returns `failure` is undefined while data is kept
 */
export function useKeptData<Data>(
  { data, error, isPlaceholderData }: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPlaceholderData'>,
  subject: string,
): { readonly data: Data | undefined; readonly failure: Error | undefined } {
  const [latest, setLatest] = useState<{ readonly data: Data; readonly subject: string }>();
  const isOut = useIsOut(error);
  if (data !== undefined && !isPlaceholderData && (latest?.data !== data || latest.subject !== subject))
    setLatest({ data, subject });
  const kept = isOut && latest?.subject === subject ? latest.data : undefined;
  return kept === undefined ? { data, failure: error ?? undefined } : { data: kept, failure: undefined };
}
