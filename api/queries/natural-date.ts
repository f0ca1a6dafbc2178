/** Resolves a time range in words relative to the present (spec 2 §5; contract search T5). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { naturalDate } from '../contract/tools.js';
import { Unprocessable } from '../failures.js';

/** Milliseconds for which an answer is reused; it must be short, because "yesterday" changes its meaning. */
const naturalDateStaleMs = 10_000;

/**
 * Resolves a keyword; null when the server does not know the words, which is no failure (spec 1 §8 "a 422 is silent").
 */
export function naturalDateQuery(client: Client, keyword: string, timezone: string) {
  return queryOptions({
    queryKey: ['naturalDate', 'wire', keyword, timezone],
    queryFn: async ({ signal }) => {
      try {
        return await client.call(naturalDate, { query: { string: keyword, timezone }, signal });
      } catch (error) {
        if (error instanceof Unprocessable) return null;
        throw error;
      }
    },
    staleTime: naturalDateStaleMs,
  });
}
