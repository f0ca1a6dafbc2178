/**
 * Exports messages: a job stores the request, and its result is read as a stream (contract search E1–E4). Received data
 * becomes blobs, which the browser keeps on disk, so that only a few MB of an export of any size are in memory.
 */
import type { Client } from '../client.js';
import type { ResultFormat } from '../contract/exports.js';
import { createSearchExportJob, createSearchTypeExportJob, exportJobResult } from '../contract/exports.js';

export type ExportFormat = 'csv' | 'json';

export const exportFormats: Readonly<Record<ExportFormat, { readonly mediaType: string; readonly extension: string }>> =
  {
    csv: { mediaType: 'text/csv', extension: 'csv' },
    json: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  };

export interface ExportRequest {
  readonly searchId: string;
  /** Id of the search type to export; absent: the whole search is exported. */
  readonly searchTypeId?: string | undefined;
  readonly body: ResultFormat;
  readonly format: ExportFormat;
  readonly fileName: string;
}

export interface ExportProgress {
  readonly messages: number;
  readonly bytes: number;
}

/** Number of received bytes that the page keeps in memory before they become a blob. */
const pieceBytes = 4 * 1024 * 1024;
/** Shortest time in milliseconds between two calls of `onProgress`. */
const reportEveryMs = 100;

/**
 * Runs an export and returns its result as a blob.
 * @param onProgress called with the progress at most ten times a second
 * @throws ApiFailure when a call fails; TypeError when the answer breaks off; the reason of `signal` when it is aborted
 */
export async function downloadExport(
  client: Client,
  { searchId, searchTypeId, body, format, fileName }: ExportRequest,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: ExportProgress) => void } = {},
): Promise<Blob> {
  const { mediaType: accept } = exportFormats[format];
  const id =
    searchTypeId === undefined
      ? await client.call(createSearchExportJob, { params: { searchId }, body, accept, signal })
      : await client.call(createSearchTypeExportJob, { params: { searchId, searchTypeId }, body, accept, signal });
  // Some servers send the id of the job as a JSON text, in quotes.
  const exportJobId = id.trim().replace(/^"|"$/g, '');
  const params = { exportJobId, filename: fileName };
  const response = await client.open(exportJobResult, { params, accept, signal });
  return collected(response, format, onProgress);
}

async function collected(
  response: Response,
  format: ExportFormat,
  onProgress: ((progress: ExportProgress) => void) | undefined,
): Promise<Blob> {
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  let reportedAt = 0;
  const records = new RecordCounter(format);
  const report = (): void => {
    const head = format === 'csv' && records.count > 0 ? 1 : 0;
    onProgress?.({ messages: records.count - head, bytes });
  };
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const chunk: Uint8Array<ArrayBuffer> = read.value;
    waiting.push(chunk);
    waitingBytes += chunk.length;
    bytes += chunk.length;
    records.add(chunk);
    if (waitingBytes >= pieceBytes) {
      pieces.push(new Blob(waiting));
      waiting = [];
      waitingBytes = 0;
    }
    const now = performance.now();
    if (now - reportedAt < reportEveryMs) continue;
    reportedAt = now;
    report();
  }
  report();
  return new Blob([...pieces, ...waiting], { type: exportFormats[format].mediaType });
}

const quote = 0x22;
const lineEnd = 0x0a;

/**
 * Counts the records of a text that arrives in chunks. A record is a line; line breaks in quotes of CSV do not count.
 */
export class RecordCounter {
  count = 0;
  #quoted = false;
  readonly #quotes: boolean;

  constructor(format: ExportFormat) {
    this.#quotes = format === 'csv';
  }

  add(bytes: Uint8Array): void {
    let { count } = this;
    let quoted = this.#quoted;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte === lineEnd) count += quoted ? 0 : 1;
      else if (byte === quote && this.#quotes) quoted = !quoted;
    }
    this.count = count;
    this.#quoted = quoted;
  }
}
