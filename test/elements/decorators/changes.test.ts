import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { previewChanges } from '../../../elements/decorators/preview-changes.js';
import { decoratorDifference, decoratorsOfStream } from '../../../machines/decorator-difference.js';

const message = (id: string, fields: Record<string, unknown>, stats: ResultMessage['decoration_stats'] = null) => ({
  index: 'messages_0',
  message: { _id: id, timestamp: 't', streams: [], ...fields },
  highlight_ranges: null,
  decoration_stats: stats,
});

test('a preview shows each change once', () => {
  const stats = {
    changed_fields: { message: { before: 'a', after: 'b' } },
    added_fields: { severity: 'Error (3)' },
    removed_fields: { level: 3 },
  };
  const all = [
    { messageId: '1', field: 'message', kind: 'changed', before: 'a', after: 'b' },
    { messageId: '1', field: 'severity', kind: 'added', before: undefined, after: 'Error (3)' },
    { messageId: '1', field: 'level', kind: 'removed', before: '3', after: undefined },
  ];
  assert.deepEqual(previewChanges(undefined, [message('0', {}), message('1', {}, stats)]), all);
  const again = { ...stats, added_fields: {}, removed_fields: {} };
  assert.deepEqual(previewChanges(undefined, [message('1', {}, again), message('2', {}, again)]), [all[0]]);
});

test('the preview of a decorator shows only its own changes, not those of decorators before it', () => {
  const before = [message('1', { message: 'b', level: 3 })];
  const after = [message('1', { message: 'b', link: { type: 'a', href: 'https://example.org/' } })];
  assert.deepEqual(previewChanges(before, after), [
    { messageId: '1', field: 'level', kind: 'removed', before: '3', after: undefined },
    { messageId: '1', field: 'link', kind: 'added', before: undefined, after: 'https://example.org/' },
  ]);
  assert.deepEqual(previewChanges(before, before), []);
});

test('the decorator form stores only differences', () => {
  const stored = [
    { id: 'a', type: 't', config: { x: 1 }, order: 0, stream: null },
    { id: 'b', type: 't', config: {}, order: 1, stream: null },
    { id: 'c', type: 't', config: {}, order: 2, stream: null },
  ];
  const [a, b] = stored;
  assert.ok(a && b);
  const made = { id: 'client-made', type: 'u', config: {}, order: 1, stream: null };
  const { id: _id, ...created } = made;
  assert.deepEqual(decoratorDifference(stored, [a, made, { ...b, order: 2 }]), {
    created: [created],
    updated: [{ ...b, order: 2 }],
    deleted: ['c'],
  });
  assert.deepEqual(decoratorDifference(stored, stored), { created: [], updated: [], deleted: [] });
});

test('the decorator form lists the decorators of a stream, or those without a stream, in their order', () => {
  const all = [
    { id: '1', type: 't', config: {}, order: 1, stream: 's' },
    { id: '2', type: 't', config: {}, order: 0, stream: 's' },
    { id: '3', type: 't', config: {}, order: 0 },
  ];
  assert.deepEqual(
    decoratorsOfStream(all, 's').map(({ id }) => id),
    ['2', '1'],
  );
  assert.deepEqual(
    decoratorsOfStream(all, null).map(({ id }) => id),
    ['3'],
  );
});
