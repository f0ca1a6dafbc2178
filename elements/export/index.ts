/**
 * Exports the public interface of the export of messages, which is loaded on demand: the dialog, and the export without
 * a dialog.
 */
import type { Client } from '../../api/client.js';
import type { ExportFormat } from '../../api/queries/exports.js';
import type { ExportSource } from '../../machines/export.js';
import { lazyPart } from '../kit/lazy-part.js';

export type { ExportFormat, ExportSource };

/** The export dialog, loaded on demand: wrap it in `<Suspense fallback={null}>`. It is open while it is mounted. */
export const ExportDialog = lazyPart(() => import('./export-dialog.js'), 'ExportDialog');

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
  const part = await import('./export-messages.js');
  return part.exportMessages(client, source, timezone, format);
}
