/** Endless scrolling: builds the request for the messages that follow the loaded messages. The functions are pure. */
import type { MessagesResult } from '../../api/contract/searches.js';
import type { MessageTableConfig } from '../../api/contract/views.schema.js';
import { effectiveRange } from './effective-range.js';
import type { PageRequest } from './results.js';

/** Maximum of offset and limit together that servers accept (contract search S8). */
export const resultWindow = 10_000;

/**
 * Builds the request for the next `limit` messages. Within the result window it uses an offset. Beyond the window, a
 * table sorted by time continues with a range that starts or ends at the last message's timestamp. Tables with another
 * order or without a readable range end with the server's error.
 * @param before the previous request, if it loaded more messages too
 */
export function nextMessages(
  result: MessagesResult,
  sort: MessageTableConfig['sort'],
  searchTypeId: string,
  limit: number,
  before?: PageRequest,
): PageRequest {
  const request = { searchTypeId, limit, mode: 'append' } as const;
  const { messages } = result;
  const range = effectiveRange(result);
  const offset = messages.length;
  const [order] = sort;
  const last = messages.at(-1)?.message['timestamp'];
  const instant = typeof last === 'string' ? Date.parse(last) : NaN;
  const byTime = (order === undefined || order.field === 'timestamp') && !Number.isNaN(instant);
  if (offset + limit <= resultWindow || !byTime || !range) return { ...request, offset };
  // The next answer starts with the messages that have the last message's timestamp, so that these are skipped.
  let again = 0;
  while (messages.at(-1 - again)?.message['timestamp'] === last) again++;
  const ascending = order?.direction === 'Ascending';
  const further = ascending
    ? { ...range, from: new Date(instant).toISOString() }
    : // The end is one millisecond later, because some servers exclude the end of a range.
      { ...range, to: new Date(instant + 1).toISOString() };
  // If the server includes the end of a range, an answer may contain only known messages. The next request then skips
  // them with an offset.
  const repeated = before?.range?.from === further.from && before.range.to === further.to;
  return { ...request, offset: repeated ? before.offset + limit : again, range: further };
}
