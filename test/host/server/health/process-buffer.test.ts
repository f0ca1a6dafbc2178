import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processBufferDump } from '../../../../host/server/health/process-buffer.js';

test('the dump of the process buffer counts the messages that are being written and loaded, and shows at most 2000 characters of the first', () => {
  const idle = processBufferDump({ underway: 0, loading: 0, loadingFirst: undefined });
  assert.deepEqual(idle.processbuffer_dump, { 'JournalWriter #0': 'idle', 'ProcessBufferProcessor #0': 'idle' });
  const busy = processBufferDump({ underway: 3, loading: 5, loadingFirst: 'x'.repeat(2001) });
  assert.deepEqual(busy.processbuffer_dump, {
    'JournalWriter #0': '3 messages',
    'ProcessBufferProcessor #0': `5 messages, the first: ${'x'.repeat(2000)}`,
  });
});
