/** Endpoints that store, execute and validate searches; their metadata, fields and functions (contract search). */
import { endpoint } from './endpoint.js';
import type { ExecutionState, Search, SearchJob, UnstoredSearch } from './searches.schema.js';
import type {
  FieldType,
  FieldsRequest,
  Suggestions,
  SuggestRequest,
  ValidateRequest,
  ValidationAnswer,
} from './fields.schema.js';

export type * from './searches.schema.js';
export type * from './time-range.schema.js';
export type * from './fields.schema.js';

const streamsOfSearch = { handler: 'streams:read on every stream named in the search' } as const;

export const createSearch = endpoint<{ body: Search; answer: Required<Search> }>()(
  'POST',
  '/views/search',
  streamsOfSearch,
  { status: 201 },
);
export const getSearch = endpoint<{ answer: Required<Search> }>()('GET', '/views/search/{searchId}', {
  handler: 'owner of the search, admin, or whoever may read a view that refers to it',
});
/** Lists the stored searches that the caller may see. */
export const listSearches = endpoint<{ answer: Required<Search>[] }>()('GET', '/views/search', 'session');
export interface SearchMetadata {
  query_metadata: Record<string, { used_parameters_names: string[] }>;
  declared_parameters: Record<string, unknown>;
}
export const searchMetadata = endpoint<{ body: Search; answer: SearchMetadata }>()(
  'POST',
  '/views/search/metadata',
  'session',
);
export const storedSearchMetadata = endpoint<{ answer: SearchMetadata }>()('GET', '/views/search/metadata/{searchId}', {
  handler: 'as getSearch',
});
export const executeSearch = endpoint<{ body: ExecutionState | undefined; answer: SearchJob }>()(
  'POST',
  '/views/search/{searchId}/execute',
  { handler: 'as getSearch, plus streams:read on every stream used' },
  { status: 201 },
);
/**
 * Executes a search that is not stored, and waits for the result for at most `timeout` milliseconds, but never longer
 * than a minute; afterwards it returns the unfinished job.
 */
export const executeSync = endpoint<{ body: UnstoredSearch; query: { timeout?: number }; answer: SearchJob }>()(
  'POST',
  '/views/search/sync',
  streamsOfSearch,
);
export const searchJobStatus = endpoint<{ answer: SearchJob }>()('GET', '/views/search/status/{jobId}', {
  handler: 'owner of the job',
});
export const cancelSearchJob = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/views/search/cancel/{jobId}',
  { handler: 'owner of the job' },
  { produces: 'nothing' },
);

export const aggregationFunctions = endpoint<{
  answer: Record<string, { type: string; description: string }>;
}>()('GET', '/views/functions', 'session');

export const allFields = endpoint<{ answer: FieldType[] }>()('GET', '/views/fields', 'session');
export const fieldsOfStreams = endpoint<{ body: FieldsRequest; answer: FieldType[] }>()(
  'POST',
  '/views/fields',
  'session',
);
export const validateQuery = endpoint<{ body: ValidateRequest; answer: ValidationAnswer }>()(
  'POST',
  '/search/validate',
  'session',
);
export const suggestValues = endpoint<{ body: SuggestRequest; answer: Suggestions }>()(
  'POST',
  '/search/suggest',
  'session',
);
