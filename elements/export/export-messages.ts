/** Exports messages without a dialog: the element's method `exportMessages(format)`, with the machine of the dialog. */
import { createActor, toPromise } from 'xstate';
import type { Client } from '../../api/client.js';
import { exportFormats, type ExportFormat } from '../../api/queries/exports.js';
import { exportInputOf, type ExportSource } from '../../machines/export.js';
import { exportLogic } from '../../machines/export-actors.js';
import { texts } from './texts.js';

/**
 * Exports all messages of the first message table, or of the whole search when there is none.
 * @throws TypeError for an unknown format; Error before the first search, and for a dashboard without a message table;
 * ApiFailure when a call fails
 */
export async function exportMessages(
  client: Client,
  source: ExportSource,
  timezone: string,
  format: ExportFormat,
): Promise<Blob> {
  if (!Object.hasOwn(exportFormats, format)) throw new TypeError(texts.unknownFormat(String(format)));
  const input = exportInputOf(source, timezone);
  if (!input) throw new Error(texts.nothingSearched);
  const actor = createActor(exportLogic(client), { input });
  const failed = new Promise<never>((_resolve, reject) =>
    actor.subscribe(({ context: { failure } }) => failure !== undefined && reject(failure as Error)),
  );
  actor.start();
  const [first] = input.tables;
  if (actor.getSnapshot().matches('unavailable')) throw new Error(texts.noTable);
  if (first && actor.getSnapshot().matches('choosing')) {
    actor.send({ type: 'table.chosen', widgetId: first.widgetId });
  }
  actor.send({ type: 'format.chosen', format });
  actor.send({ type: 'download.requested' });
  try {
    const file = await Promise.race([toPromise(actor), failed]);
    if (!file) throw new Error(texts.failed);
    return file.blob;
  } finally {
    actor.stop();
  }
}
