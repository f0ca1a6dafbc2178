/** Endless scrolling: computes the messages that follow the loaded ones. The functions are pure. */
import type { MessagesResult } from '../../api/contract/searches.js';
import type { MessageTableConfig } from '../../api/contract/views.schema.js';
import type { PageRequest } from './results.js';

/** Messages that a server lets an offset reach (contract search S8). */
export const resultWindow = 10_000;

/**
 * The request for the next `limit` messages. Within the result window an offset does; beyond it, where the table is
 * sorted by time, the range goes on from the last message's timestamp. Other orders end at the window, with its error.
 * `before` is the request before this one, if it was for more messages too.
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
  // Messages of the same instant are repeated at the start of the next answer.
  let again = 0;
  while (messages.at(-1 - again)?.message['timestamp'] === last) again++;
  const ascending = order?.direction === 'Ascending';
  const further = ascending
    ? { ...range, from: new Date(instant).toISOString() }
    : // The end of a range is not part of it on every server.
      { ...range, to: new Date(instant + 1).toISOString() };
  // A page whose range includes its end may hold only known messages; then the next page continues behind them.
  const repeated = before?.range?.from === further.from && before.range.to === further.to;
  return { ...request, offset: repeated ? before.offset + limit : again, range: further };
}
