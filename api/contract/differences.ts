/** "What is different here?": what a part of the messages found has more of than the rest. Beyond the reference; a server without it answers 404. */
import type { DifferencesAnswer, DifferencesRequest } from './differences.schema.js';
import { endpoint } from './endpoint.js';

export type * from './differences.schema.js';

/** The call waits for the answer; closing the connection cancels it. */
export const differencesOfMessages = endpoint<{ body: DifferencesRequest; answer: DifferencesAnswer }>()(
  'POST',
  '/search/differences',
  {
    handler: 'streams:read on every stream named in the search; without any, what may be read is searched',
  },
);
