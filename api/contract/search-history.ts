/** Endpoints of the history of searches that the server keeps for each user. The reference server has none of them. */
import { endpoint } from './endpoint.js';
import type { RunSearches, SearchHistory } from './search-history.schema.js';

export type * from './search-history.schema.js';

export const readSearchHistory = endpoint<{ answer: SearchHistory }>()('GET', '/search/history', {
  handler: "the caller's own entries, and those shared with the caller whose streams the caller may read",
});
/**
 * Adds searches; beyond the limits of a user or of all users, the least recently used entries are removed, and shared
 * entries last.
 */
export const addToSearchHistory = endpoint<{ body: RunSearches; answer: undefined }>()(
  'POST',
  '/search/history',
  { handler: 'any account' },
  { produces: 'nothing' },
);
/** Removes all entries of the caller, also those that are shared. */
export const clearSearchHistory = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/search/history',
  { handler: 'any account' },
  { produces: 'nothing' },
);
export const removeFromSearchHistory = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/search/history/{entryId}',
  { handler: 'the owner of the entry, or search_history:delete:{entryId}' },
  { produces: 'nothing' },
);
