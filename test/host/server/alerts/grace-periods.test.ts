// The server remembers during a grace period which keys it has notified about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Grace } from '../../../../host/server/alerts/grace-periods.js';
import { anEvent } from '../../../event-documents.js';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

test('a very long key is stored in few characters, and long keys that differ in the last character stay distinct', () => {
  const grace = new Grace({}, 3_600_000);
  const [one, two] = ['x'.repeat(100_000), `${'x'.repeat(99_999)}y`];
  assert.equal(grace.tell('n', anEvent({ id: 'a', timestamp: at(0), key: one })), true);
  assert.equal(grace.tell('n', anEvent({ id: 'b', timestamp: at(1), key: two })), true);
  assert.equal(grace.tell('n', anEvent({ id: 'c', timestamp: at(2), key: one })), false);
  const record = grace.record('d', Date.parse(at(2)));
  assert.ok(JSON.stringify(record).length < 500);
  const after = new Grace(record.told, 3_600_000);
  assert.equal(after.tell('n', anEvent({ id: 'e', timestamp: at(3), key: one })), false);
});

test('a key is notified about again as soon as the grace period has passed, and not earlier', () => {
  const grace = new Grace({}, 5 * 60_000);
  const tell = (minute: number, id = String(minute), notification = 'n', key: string | null = 'k') =>
    grace.tell(notification, anEvent({ id, timestamp: at(minute), key }));
  assert.deepEqual([tell(0), tell(4), tell(5), tell(9), tell(10)], [true, false, true, false, true]);
  assert.equal(tell(10, '10'), true, 'a notification of the same event may be repeated after a crash');
  assert.equal(tell(11, 'a', 'other'), true, 'each notification has its own period');
  assert.equal(tell(11, 'b', 'n', 'other key'), true, 'each key has its own period');
});
