/**
 * Message patterns: groups the found messages into templates. Reference servers do not have this endpoint and answer
 * 404.
 */
import { endpoint } from './endpoint.js';
import type { PatternsAnswer } from './patterns.schema.js';
import type { UnstoredSearch } from './searches.schema.js';

export type * from './patterns.schema.js';

/**
 * Finds the patterns in the messages of a search with one query and one message search type. The answer comes when the
 * result is complete; the server cancels the work when the client closes the connection.
 */
export const patternsOfMessages = endpoint<{ body: UnstoredSearch; answer: PatternsAnswer }>()(
  'POST',
  '/search/patterns',
  {
    handler: 'streams:read on every stream named in the search; without any, what may be read is searched',
  },
);
