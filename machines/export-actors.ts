/** Implements the actors of the export machine with calls of the API. */
import { fromCallback } from 'xstate';
import type { Client } from '../api/client.js';
import { downloadExport, type ExportRequest } from '../api/queries/exports.js';
import { exportMachine, type DownloadEvent } from './export.js';

/** Connects the export to a server: `createActor(exportLogic(client), { input })`. */
export function exportLogic(client: Client) {
  return exportMachine.provide({
    actors: {
      download: fromCallback<DownloadEvent, ExportRequest>(({ input, sendBack }) => {
        const stop = new AbortController();
        downloadExport(client, input, {
          signal: stop.signal,
          onProgress: (progress) => sendBack({ type: 'download.progressed', progress }),
        }).then(
          (blob) => sendBack({ type: 'download.completed', file: { blob, fileName: input.fileName } }),
          (failure: unknown) => sendBack({ type: 'download.failed', failure }),
        );
        return () => stop.abort();
      }),
    },
  });
}
