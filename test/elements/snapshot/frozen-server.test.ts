/** Tests that elements get every answer from a snapshot, and nothing that is not in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../../api/client.js';
import { executeSearch, createSearch, getSearch } from '../../../api/contract/searches.js';
import type { MessagesResult, QueryResult, SearchJob } from '../../../api/contract/searches.schema.js';
import type { SnapshotContent } from '../../../api/contract/snapshots.js';
import { listStreams } from '../../../api/contract/streams.js';
import { getView } from '../../../api/contract/views.js';
import { getMessage } from '../../../api/contract/messages.js';
import { frozenServer } from '../../../elements/snapshot/frozen-server.js';

const base = 'https://logs.example/api/snapshots/frozen';
const range = { type: 'absolute', from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' } as const;
const row = (number: number) => ({
  index: 'i',
  message: { _id: `m${number}`, number: 9_007_199_254_740_993n },
  highlight_ranges: null,
  decoration_stats: null,
});
const result: QueryResult = {
  query: { id: 'q' },
  execution_stats: { duration: 1, timestamp: range.from, effective_timerange: range },
  search_types: {
    rows: {
      id: 'rows',
      type: 'messages',
      messages: [row(1), row(2), row(3)],
      total_results: 9,
      effective_timerange: range,
    },
    count: { id: 'count', type: 'pivot', rows: [], total: 9, effective_timerange: range },
  },
  errors: [],
  state: 'COMPLETED',
};
const content: SnapshotContent = {
  title: 'Noon',
  created_by: 'Ada',
  created_at: range.from,
  expires_at: range.to,
  range,
  timezone: 'UTC',
  view: { id: 'v', type: 'DASHBOARD', title: 'Noon', search_id: 's', state: {} },
  search: { id: 's', queries: [{ id: 'q' }], parameters: [] },
  results: { q: result },
  errors: [{ type: 'search_type', description: 'A broken widget', query_id: 'q', search_type_id: 'count' }],
  fields: [],
  streams: [],
};
const client = createClient({ baseUrl: base, fetch: frozenServer(content, base) });
const execute = (override: object): Promise<SearchJob> =>
  client.call(executeSearch, { params: { searchId: 's' }, body: { global_override: override } });

test('a snapshot contains the view and its search, and lists a stream even if its messages have none', async () => {
  assert.equal((await client.call(getView, { params: { viewId: 'v' } })).title, 'Noon');
  assert.equal((await client.call(getSearch, { params: { searchId: 's' } })).id, 's');
  // A dashboard without a readable stream would say that there is nothing to search.
  assert.equal((await client.call(listStreams)).streams.length, 1);
});

test('an execution gets the stored results of the requested widget, with exact integers', async () => {
  const job = await execute({ keep_search_types: ['rows'] });
  assert.deepEqual(Object.keys(job.results['q']?.search_types ?? {}), ['rows']);
  assert.deepEqual(job.errors, []);
  assert.equal(job.execution.done, true);
  const rows = job.results['q']?.search_types['rows'] as MessagesResult;
  assert.equal(rows.messages[0]?.message['number'], 9_007_199_254_740_993n);
  const other = await execute({ keep_search_types: ['count'] });
  assert.equal(other.errors?.[0]?.description, 'A broken widget');
});

test('a snapshot serves further messages from the stored ones, and reports their end', async () => {
  const page = async (offset: number) => {
    const job = await execute({ keep_search_types: ['rows'], search_types: { rows: { offset, limit: 2 } } });
    const rows = job.results['q']?.search_types['rows'] as MessagesResult;
    return [rows.messages.map(({ message }) => message['_id']), job.errors?.map(({ description }) => description)];
  };
  assert.deepEqual(await page(2), [['m3'], []]);
  assert.deepEqual(await page(3), [[], ['The snapshot keeps the first 3 messages of this table.']]);
});

test('requests that the snapshot cannot answer are refused without contacting a server', async () => {
  const refused: readonly Promise<unknown>[] = [
    client.call(createSearch, { body: { queries: [] } }),
    client.call(getMessage, { params: { index: 'i', messageId: 'm1' } }),
    createClient({ baseUrl: 'https://elsewhere.example/api', fetch: frozenServer(content, base) }).call(listStreams),
  ];
  for (const call of refused) await assert.rejects(call, /only results of one moment/);
});
