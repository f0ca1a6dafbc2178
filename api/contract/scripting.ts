/**
 * Endpoints for scripts (contract search scripting.*), which return messages or metrics as one table. The header
 * `Accept: text/csv` requests CSV, `Accept: text/plain` a table for a terminal. The default is `application/json`: JSON
 * that also describes the columns and the time range. The answer to other media types is 406.
 */
import { endpoint } from './endpoint.js';
import type { AggregateRequest, MessagesQuery, MessagesRequest, TableAnswer } from './scripting.schema.js';

export type * from './scripting.schema.js';

const streamsNamed = {
  handler: 'streams:read on every stream named; without any, what may be read is searched, and nothing is a 403',
} as const;

export const tableOfMessages = endpoint<{ body: MessagesRequest; answer: TableAnswer }>()(
  'POST',
  '/search/messages',
  streamsNamed,
);
export const tableOfMessagesByAddress = endpoint<{ query: MessagesQuery; answer: TableAnswer }>()(
  'GET',
  '/search/messages',
  streamsNamed,
);
export const tableOfFigures = endpoint<{ body: AggregateRequest; answer: TableAnswer }>()(
  'POST',
  '/search/aggregate',
  streamsNamed,
);
