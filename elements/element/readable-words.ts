import { useQuery } from '@tanstack/react-query';
import type { TimeRange } from '../../api/contract/searches.js';
import { naturalDateQuery } from '../../api/queries/natural-date.js';
import { useConnection } from './connection-context.js';

/**
 * Returns whether a range can be searched: ranges in words only after the server has resolved the words. If that
 * request fails, the range is searched anyway, and the search shows the reason.
 *
 * @param range undefined: a default, which has no words
 * @param isReady false: the range is not final yet, so the server is not asked, and the result is false for words
 */
export function useReadableWords(range: TimeRange | undefined, isReady = true): boolean {
  const { client } = useConnection();
  const { keyword = '', timezone = 'Etc/UTC' } = range?.type === 'keyword' ? range : {};
  const meaning = useQuery({ ...naturalDateQuery(client, keyword, timezone), enabled: keyword !== '' && isReady });
  return keyword === '' || (isReady && (meaning.isError || Boolean(meaning.data)));
}
