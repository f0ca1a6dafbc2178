/**
 * Endpoints of streams that searches need (contract data-intake); `stream-administration.ts` has the other
 * endpoints of streams.
 */
import { endpoint } from './endpoint.js';
import type { Stream, StreamList } from './streams.schema.js';

export type * from './streams.schema.js';

const filtered = { handler: 'only streams with streams:read:{id}' } as const;

export const listStreams = endpoint<{ answer: StreamList }>()('GET', '/streams', filtered);
export const enabledStreams = endpoint<{ answer: StreamList }>()('GET', '/streams/enabled', filtered);
export const getStream = endpoint<{ answer: Stream }>()('GET', '/streams/{streamId}', {
  needs: 'streams:read:{streamId}',
});
