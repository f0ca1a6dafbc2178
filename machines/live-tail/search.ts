/**
 * Builds the searches of the live tail: the query and one message table of a view, over another time range. The
 * functions are pure.
 */
import type {
  GlobalOverride,
  MessagesResult,
  Search,
  SearchJob,
  SearchType,
  TimeRange,
} from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { queryOf, type ViewDocument } from '../view/document.js';
import type { Ids } from '../view/ids.js';
import { deriveSearchTypes } from '../view/search-types.js';

export interface TailTemplate {
  readonly query: Omit<Search['queries'][number], 'id' | 'timerange' | 'search_types'>;
  readonly searchType: Omit<SearchType, 'id' | 'limit' | 'offset' | 'sort' | 'timerange'>;
  readonly parameters: NonNullable<Search['parameters']>;
}

export interface TailOf {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly widget: Widget;
  readonly override: Pick<GlobalOverride, 'query'> | undefined;
  readonly bindings: Bindings;
}

const noIds: Ids = { objectId: () => '', uuid: () => '' };

/** Returns the search that the tail follows, without its range; undefined for a widget that shows no messages. */
export function tailTemplate({ document, queryId, widget, override, bindings }: TailOf): TailTemplate | undefined {
  const [derived] = deriveSearchTypes([widget], noIds).searchTypes;
  if (derived?.type !== 'messages') return undefined;
  const { id: _id, limit: _limit, offset: _offset, sort: _sort, timerange: _range, ...searchType } = derived;
  const { id: _queryId, timerange: _timerange, search_types: _types, ...query } = queryOf(document, queryId);
  const parameters = boundParameters(document.search.parameters, bindings);
  return { query: override?.query ? { ...query, query: override.query } : query, searchType, parameters };
}

/** Builds an unstored search for the newest messages of a range. */
export function tailSearch(
  template: TailTemplate,
  { range, limit }: { readonly range: TimeRange; readonly limit: number },
  ids: Ids,
): Search {
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
 * @throws Error with the server's description when the answer contains no result
 */
export function messagesOf(job: SearchJob): MessagesResult {
  const [answered] = Object.values(job.results ?? {});
  const found = Object.values(answered?.search_types ?? {}).find((result) => result.type === 'messages');
  if (found?.type === 'messages') return found;
  const [error] = [...(answered?.errors ?? []), ...(job.errors ?? [])];
  throw new Error(error?.description ?? 'The search was not answered.');
}
