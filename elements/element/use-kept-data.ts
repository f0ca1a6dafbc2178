import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutage } from '../../api/failures.js';

/**
 * Returns what a part of a page shows of a query. The latest data of the same subject stays while the server cannot be
 * reached, although the query is a new one: the page itself reports the outage, and the query is repeated after it.
 *
 * @param subject key of what the data is about; data of another subject is not kept
 * @returns `failure` is undefined while data is kept
 */
export function useKeptData<Data>(
  { data, error, isPlaceholderData }: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPlaceholderData'>,
  subject: string,
): { readonly data: Data | undefined; readonly failure: Error | undefined } {
  const [latest, setLatest] = useState<{ readonly data: Data; readonly subject: string }>();
  if (data !== undefined && !isPlaceholderData && (latest?.data !== data || latest.subject !== subject))
    setLatest({ data, subject });
  const kept = isOutage(error) && latest?.subject === subject ? latest.data : undefined;
  return kept === undefined ? { data, failure: error ?? undefined } : { data: kept, failure: undefined };
}
