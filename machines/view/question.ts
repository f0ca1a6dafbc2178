import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { PageContext } from '../page-parts.js';
import { draftOf, type ViewDocument } from './document.js';

/**
 * Returns the search of a message table as a text. Equal texts mean searches with equal queries, ranges, streams,
 * sorting and values of parameters; filters of the query and widget are not compared.
 */
export function questionOf(
  document: ViewDocument,
  queryId: string,
  { query, timerange, streams, config }: Widget,
  { override, bindings }: Pick<PageContext, 'override' | 'bindings'>,
): string {
  const { sort } = config as MessageTableConfig;
  return JSON.stringify([draftOf(document, queryId), override, bindings, query, timerange, streams, sort]);
}
