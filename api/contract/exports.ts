/**
 * Endpoints that export messages (contract search export.*) as CSV, or as JSON lines when the header `Accept` is
 * application/x-ndjson. An export job only stores a request, so that a link can download its result; the server deletes
 * the job after an hour, or earlier when there are too many jobs.
 */
import { endpoint } from './endpoint.js';
import type { MessagesExport, ResultFormat } from './exports.schema.js';

export type * from './exports.schema.js';

const csv = { produces: 'csv' } as const;
const jobId = { produces: 'text' } as const;
const asSearch = { handler: 'as getSearch, plus streams:read on every stream used' } as const;

export const createExportJob = endpoint<{ body: MessagesExport; answer: string }>()(
  'POST',
  '/views/export',
  'session',
  jobId,
);
export const createSearchExportJob = endpoint<{ body: ResultFormat | undefined; answer: string }>()(
  'POST',
  '/views/export/{searchId}',
  asSearch,
  jobId,
);
export const createSearchTypeExportJob = endpoint<{ body: ResultFormat | undefined; answer: string }>()(
  'POST',
  '/views/export/{searchId}/{searchTypeId}',
  asSearch,
  jobId,
);
/** Runs a stored export job and returns its result. The file name in the path only suggests a name for the download. */
export const exportJobResult = endpoint<{ answer: string }>()(
  'GET',
  '/views/search/messages/job/{exportJobId}/{filename}',
  { handler: 'whoever made the job, plus streams:read on every stream used' },
  csv,
);
export const exportMessages = endpoint<{ body: MessagesExport; answer: string }>()(
  'POST',
  '/views/search/messages',
  { handler: 'streams:read on every stream named' },
  csv,
);
export const exportSearch = endpoint<{ body: ResultFormat | undefined; answer: string }>()(
  'POST',
  '/views/search/messages/{searchId}',
  asSearch,
  csv,
);
export const exportSearchType = endpoint<{ body: ResultFormat | undefined; answer: string }>()(
  'POST',
  '/views/search/messages/{searchId}/{searchTypeId}',
  asSearch,
  csv,
);
