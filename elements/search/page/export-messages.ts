/** The element's `exportMessages(format)`: all messages of the search on screen as a file (contract search export.*). */
import type { Client } from '../../../api/client.js';
import { exportSearchType } from '../../../api/contract/exports.js';
import type { MessageTableConfig } from '../../../api/contract/views.schema.js';
import { executionState, searchTypesOf } from '../../../machines/search-execution/results.js';
import { stateOf } from '../../../machines/view/document.js';
import type { SearchPageActor } from './use-search-page.js';

export type ExportFormat = 'csv' | 'json';

const mediaTypes: Readonly<Record<ExportFormat, string>> = { csv: 'text/csv', json: 'application/x-ndjson' };
const messageField = 'message';

/**
 * The columns of the first message table, and the message where the table shows it in a row of its own.
 * @throws TypeError for another format; Error when there is no message table or nothing was searched yet; ApiFailure
 */
export async function exportShownMessages(
  page: SearchPageActor,
  client: Client,
  timezone: string,
  format: ExportFormat,
): Promise<Blob> {
  const type = mediaTypes[format];
  if (type === undefined)
    throw new TypeError(`exportMessages: expected "csv" or "json", got ${JSON.stringify(format)}`);
  const { view, execution } = page.getSnapshot().context;
  const { document, activeQuery } = view.getSnapshot().context;
  const { shown, request } = execution.getSnapshot().context;
  const table =
    document && stateOf(document, activeQuery).widgets.find((widget) => widget.type.toLowerCase() === 'messages');
  if (!table) throw new Error('You need to create a message table widget to export its result.');
  const [searchTypeId] = searchTypesOf(shown, table.id);
  if (!shown || !request || searchTypeId === undefined) throw new Error('Nothing was searched yet.');
  const { fields, show_message_row: messageRow } = table.config as unknown as MessageTableConfig;
  const fieldsInOrder = messageRow && !fields.includes(messageField) ? [...fields, messageField] : fields;
  const text = await client.call(exportSearchType, {
    params: { searchId: shown.searchId, searchTypeId },
    body: { fields_in_order: fieldsInOrder, time_zone: timezone, execution_state: executionState(request) },
    accept: type,
  });
  return new Blob([text], { type });
}
