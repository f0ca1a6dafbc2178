import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { PageContext } from '../page-parts.js';
import { draftOf, type ViewDocument } from './document.js';

/** Serialises the search of a message table: for equal texts, results differ only by the time of the search. */
export function questionOf(
  document: ViewDocument,
  queryId: string,
  { query, timerange, streams, config }: Widget,
  { override, bindings }: Pick<PageContext, 'override' | 'bindings'>,
): string {
  const { sort } = config as MessageTableConfig;
  return JSON.stringify([draftOf(document, queryId), override, bindings, query, timerange, streams, sort]);
}
