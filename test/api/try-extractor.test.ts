/**
 * Tests how an extractor is tried on a text. The tester of its type is used, or the preview if the type has no tester.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../api/client.js';
import type { ExtractorType } from '../../api/extractors/types/index.js';
import { tryExtractor } from '../../api/queries/extractors.js';
import { untyped } from '../untyped.js';

const { signal } = new AbortController();

interface Call {
  readonly path: string;
  readonly params?: unknown;
  readonly body: unknown;
}

/** Creates a client that records its calls and gives all of them one answer. */
function recording(answer: unknown) {
  const calls: Call[] = [];
  const client = untyped<Client>({
    call: ({ path }: { path: string }, { params, body }: { params?: unknown; body: unknown }) => {
      calls.push({ path, ...(params !== undefined && { params }), body });
      return Promise.resolve(answer);
    },
  });
  return { client, calls };
}

const trialOf = (type: string, config: Record<string, unknown>) =>
  untyped<{ type: ExtractorType; inputId: string; config: typeof config; text: string }>({
    type,
    inputId: 'i1',
    config,
    text: 'a b',
  });

test('an extractor type with a tester is tried by its tester with the values of the configuration', async () => {
  const { client, calls } = recording({ cut: 'b' });
  const found = await tryExtractor(client, trialOf('split_and_index', { split_by: ' ', index: 2 }), signal);
  assert.deepEqual(found, { found: 'b' });
  assert.deepEqual(calls, [
    { path: '/tools/split_and_index_tester', body: { split_by: ' ', index: 2, string: 'a b' } },
  ]);
});

test('an extractor type without a tester is tried by the preview', async () => {
  const { client, calls } = recording({ samples: [{ position: 0, fields: { result: 7 } }] });
  assert.deepEqual(await tryExtractor(client, trialOf('new_type', { any: 1 }), signal), { found: '7' });
  assert.equal(calls[0]?.path, '/system/inputs/{inputId}/extractors/preview');
  assert.deepEqual(calls[0]?.params, { inputId: 'i1' });
  const nothing = recording({ samples: [] });
  assert.deepEqual(await tryExtractor(nothing.client, trialOf('new_type', {}), signal), { found: null });
});
