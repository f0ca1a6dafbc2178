/** Exports of messages: a job that keeps the request, and the address its result is downloaded from (contract search E1–E4). */
import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { ResultFormat } from '../contract/exports.js';
import { createSearchExportJob, createSearchTypeExportJob, exportJobResult } from '../contract/exports.js';

/** Media types by name of the format. */
export const exportMediaTypes: Readonly<Record<string, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

export interface ExportRequest {
  readonly searchId: string;
  /** The whole search without it. */
  readonly searchTypeId?: string | undefined;
  readonly body: ResultFormat;
  readonly format: string;
  readonly fileName: string;
}

/** Gives the address to open; it needs the cookie session of the page, or the token as any other call. */
export function exportMutation(client: Client) {
  return mutationOptions({
    mutationFn: async ({ searchId, searchTypeId, body, format, fileName }: ExportRequest) => {
      const accept = exportMediaTypes[format];
      if (accept === undefined) throw new Error(`Unknown export format: ${format}`);
      const id =
        searchTypeId === undefined
          ? await client.call(createSearchExportJob, { params: { searchId }, body, accept })
          : await client.call(createSearchTypeExportJob, { params: { searchId, searchTypeId }, body, accept });
      const exportJobId = id.trim().replace(/^"|"$/g, '');
      return { exportJobId, url: client.url(exportJobResult, { params: { exportJobId, filename: fileName } }) };
    },
  });
}
