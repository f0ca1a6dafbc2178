/** Patterns of messages: what a search finds, grouped into templates. Beyond the reference; a server without it answers 404. */
import { endpoint } from './endpoint.js';
import type { PatternsAnswer } from './patterns.schema.js';
import type { Search } from './searches.schema.js';

export type * from './patterns.schema.js';

/** Patterns of a search with one query and one message search type. The call waits for the answer; closing the connection cancels it. */
export const patternsOfMessages = endpoint<{ body: Search; answer: PatternsAnswer }>()('POST', '/search/patterns', {
  handler: 'streams:read on every stream named in the search; without any, what may be read is searched',
});
