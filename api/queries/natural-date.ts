/** Resolves a keyword time range at the current time (spec 2 §5; contract search T5). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { naturalDate } from '../contract/tools.js';
import { Unprocessable } from '../failures.js';

/** Milliseconds for which a result is reused: "yesterday" is a different day tomorrow. */
const naturalDateStaleMs = 10_000;

/** Resolves the keyword; null when it cannot be parsed, which is no failure (spec 1 §8 "a 422 is silent"). */
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
