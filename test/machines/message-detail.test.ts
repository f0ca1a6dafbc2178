import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSimplePaths } from 'xstate/graph';
import type { ResultMessage } from '../../api/contract/searches.js';
import { messageDetailMachine } from '../../machines/message-detail.js';
import { done, failed } from './internal-events.js';
import { walk } from './transitions.js';

const message: ResultMessage = {
  index: 'logs_0',
  highlight_ranges: null,
  message: {
    _id: '1',
    message: 'hello',
    level: 'Error (3)',
    severity: 'x',
    gl2_source_node: 'n',
    streams: [],
    big: 9007199254740993n,
  },
  decoration_stats: {
    added_fields: { severity: 'x' },
    changed_fields: { level: { before: 3, after: 'Error (3)' } },
    removed_fields: { secret: 's' },
  },
};

test('each response about a message leads to the expected state, and only decorated messages show changes', () => {
  const loading = 'messageDetail.loading';
  const plain = { ...message, message: { message: 'hello' } };
  const { paths, transitions } = walk(getSimplePaths, messageDetailMachine, {
    input: { index: 'logs_0', id: '1' },
    events: [
      done(loading, plain),
      done(loading, { ...plain, decoration_stats: null }),
      failed(loading, { status: 404 }),
      failed(loading, { status: 403 }),
      failed(loading, new Error('down')),
      { type: 'changes.toggled' },
      { type: 'retry' },
    ],
    serializeState: ({ value, context }) => JSON.stringify([value, context.message?.decoration_stats != null]),
  });
  assert.deepEqual(transitions, {
    denied: { retry: 'loading' },
    failed: { retry: 'loading' },
    loading: { 'done loading': 'shown.result', 'error loading': 'denied | failed | missing' },
    missing: { retry: 'loading' },
    'shown.changes': { 'changes.toggled': 'shown.result' },
    'shown.result': { 'changes.toggled': 'shown.changes | shown.result' },
  });
  const reached = new Set(paths.map(({ state }) => JSON.stringify(state.value)));
  assert.deepEqual(
    reached,
    new Set(['"loading"', '{"shown":"result"}', '{"shown":"changes"}', '"missing"', '"denied"', '"failed"']),
  );
  for (const { state } of paths) {
    if (state.matches({ shown: 'changes' })) assert.ok(state.context.message?.decoration_stats);
    if (state.matches('shown')) assert.equal(state.context.failure, undefined);
  }
});
