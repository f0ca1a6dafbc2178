import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { PageContext } from '../page-parts.js';
import { draftOf, type ViewDocument } from './document.js';

/** What a table of messages asks, as a text: of one question only the answers differ, as time goes on. */
export function questionOf(
  document: ViewDocument,
  queryId: string,
  { query, timerange, streams, config }: Widget,
  { override, bindings }: Pick<PageContext, 'override' | 'bindings'>,
): string {
  const { sort } = config as MessageTableConfig;
  return JSON.stringify([draftOf(document, queryId), override, bindings, query, timerange, streams, sort]);
}
