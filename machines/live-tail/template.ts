/** Describes the search that the live tail of a message table follows. The function is pure. */
import type { GlobalOverride, Search, SearchType } from '../../api/contract/searches.js';
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

/**
 * Returns the search that the tail follows, without its range. Returns undefined for a widget that is no message table.
 */
export function tailTemplate({ document, queryId, widget, override, bindings }: TailOf): TailTemplate | undefined {
  const [derived] = deriveSearchTypes([widget], noIds).searchTypes;
  if (derived?.type !== 'messages') return undefined;
  const { id: _id, limit: _limit, offset: _offset, sort: _sort, timerange: _range, ...searchType } = derived;
  const { id: _queryId, timerange: _timerange, search_types: _types, ...query } = queryOf(document, queryId);
  const parameters = boundParameters(document.search.parameters, bindings);
  return { query: override?.query ? { ...query, query: override.query } : query, searchType, parameters };
}
