/**
 * Builds the searches of the live tail: the query and one message table of a view, over another time range. The
 * functions are pure.
 */
import type { MessagesResult, Search, SearchJob, SearchType, TimeRange } from '../../api/contract/searches.js';
import type { Ids } from '../view/ids.js';
import type { TailTemplate } from './template.js';

export interface TailRequest {
  readonly range: TimeRange;
  /** Maximum number of messages. */
  readonly limit: number;
}

/** Builds an unstored search for the newest messages of a range. */
export function tailSearch(template: TailTemplate, { range, limit }: TailRequest, ids: Ids): Search {
  const searchType: SearchType = {
    ...template.searchType,
    type: template.searchType.type,
    id: ids.uuid(),
    limit,
    offset: 0,
    sort: [{ field: 'timestamp', order: 'DESC' }],
  };
  const query = { ...template.query, id: ids.uuid(), timerange: range, search_types: [searchType] };
  return { id: ids.objectId(), queries: [query], parameters: [...template.parameters] };
}

/**
 * Returns the messages in the answer to a search with one search type.
 * @throws Error with the server's description, if there is one, when the answer has no result of the type `messages`
 */
export function messagesOf(job: SearchJob): MessagesResult {
  const [answered] = Object.values(job.results ?? {});
  const found = Object.values(answered?.search_types ?? {}).find((result) => result.type === 'messages');
  if (found?.type === 'messages') return found;
  const [error] = [...(answered?.errors ?? []), ...(job.errors ?? [])];
  throw new Error(error?.description ?? 'The search was not answered.');
}
