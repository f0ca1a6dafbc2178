import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { PageContext } from '../page-parts.js';
import { draftOf, queryOf, type ViewDocument } from './document.js';

/**
 * Returns the search of a message table as a text. Equal texts mean searches with equal queries, ranges, streams,
 * sorting, filters and values of parameters.
 */
export function questionOf(
  document: ViewDocument,
  queryId: string,
  { query, timerange, streams, filter, filters, config }: Widget,
  { override, bindings }: Pick<PageContext, 'override' | 'bindings'>,
): string {
  const { sort } = config as MessageTableConfig;
  const whole = queryOf(document, queryId);
  const restrictions = [whole.filter, whole.filters, filter, filters];
  return JSON.stringify([
    draftOf(document, queryId),
    override,
    bindings,
    query,
    timerange,
    streams,
    sort,
    restrictions,
  ]);
}
