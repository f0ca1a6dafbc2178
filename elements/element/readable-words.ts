import { useQuery } from '@tanstack/react-query';
import type { TimeRange } from '../../api/contract/searches.js';
import { naturalDateQuery } from '../../api/queries/natural-date.js';
import { useConnection } from './connection-context.js';

/**
 * Returns whether a range can be searched. A range in words can be searched only after the server has resolved the
 * words. If that request fails, the range is searched anyway, and the search shows the reason.
 *
 * @param range undefined: the default range, which is not in words
 * @param isReady false: the range is not final yet. The server is not asked, and the result for a range in words is
 * false.
 */
export function useReadableWords(range: TimeRange | undefined, isReady = true): boolean {
  const { client } = useConnection();
  const { keyword = '', timezone = 'Etc/UTC' } = range?.type === 'keyword' ? range : {};
  const meaning = useQuery({ ...naturalDateQuery(client, keyword, timezone), enabled: keyword !== '' && isReady });
  return keyword === '' || (isReady && (meaning.isError || Boolean(meaning.data)));
}
