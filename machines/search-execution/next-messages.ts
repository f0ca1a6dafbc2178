/** Endless scrolling: computes the request for the messages after the loaded ones. The functions are pure. */
import type { MessagesResult } from '../../api/contract/searches.js';
import type { MessageTableConfig } from '../../api/contract/views.schema.js';
import type { PageRequest } from './results.js';

/** Largest offset plus limit that a server accepts (contract search S8). */
export const resultWindow = 10_000;

/**
 * Builds the request for the next `limit` messages. Within the result window it uses an offset; beyond the window, a
 * table sorted by time continues with a range that starts or ends at the last message's timestamp. Tables with another
 * order end at the window with the server's error. `before` is the previous request if it also loaded more messages.
 */
export function nextMessages(
  { messages, effective_timerange: range }: MessagesResult,
  sort: MessageTableConfig['sort'],
  searchTypeId: string,
  limit: number,
  before?: PageRequest,
): PageRequest {
  const request = { searchTypeId, limit, mode: 'append' } as const;
  const offset = messages.length;
  const [order] = sort;
  const last = messages.at(-1)?.message['timestamp'];
  const instant = typeof last === 'string' ? Date.parse(last) : NaN;
  const byTime = (order === undefined || order.field === 'timestamp') && !Number.isNaN(instant);
  if (offset + limit <= resultWindow || !byTime) return { ...request, offset };
  // Messages with the same timestamp as the last one are repeated at the start of the next answer.
  let again = 0;
  while (messages.at(-1 - again)?.message['timestamp'] === last) again++;
  const ascending = order?.direction === 'Ascending';
  const further = ascending
    ? { ...range, from: new Date(instant).toISOString() }
    : // Some servers exclude the end of a range.
      { ...range, to: new Date(instant + 1).toISOString() };
  // If the server includes the end of a range, a page may hold only known messages; then the next page skips them with
  // an offset.
  const repeated = before?.range?.from === further.from && before.range.to === further.to;
  return { ...request, offset: repeated ? before.offset + limit : again, range: further };
}
