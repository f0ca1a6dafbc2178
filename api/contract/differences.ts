/**
 * The feature "What is different here?": values that are more common in a selection of the found messages than in the
 * rest. Reference servers do not have this endpoint and answer 404.
 */
import type { DifferencesAnswer, DifferencesRequest } from './differences.schema.js';
import { endpoint } from './endpoint.js';

export type * from './differences.schema.js';

/**
 * Compares a selection of the found messages with the rest. The answer comes when the result is complete; the server
 * cancels the work when the client closes the connection.
 */
export const differencesOfMessages = endpoint<{ body: DifferencesRequest; answer: DifferencesAnswer }>()(
  'POST',
  '/search/differences',
  {
    handler: 'streams:read on every stream named in the search; without any, what may be read is searched',
  },
);
