/**
 * Tests that a queue whose disk was full gets its missing messages from the store's journal when it is writable again.
 * Other queues continue meanwhile.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Feed } from '../../../../host/server/outputs/feed.js';
import { isBefore, type JournalPosition } from '../../../../host/server/store/journal-format.js';
import type { AcceptedMessage } from '../../../../host/server/store/record.js';
import type { StoredRecord } from '../../../../host/server/store/types.js';

const place = (offset: number): JournalPosition => ({ segment: 1, offset });

function fakeOutput() {
  const output = {
    isFull: false,
    lines: [] as string[],
    dropped: 0,
    queue: {
      fed: place(0) as JournalPosition | undefined,
      push: (lines: readonly string[], _now: number, fed?: JournalPosition) => {
        if (output.isFull) return Promise.resolve('unwritten' as const);
        output.lines.push(...lines);
        if (fed) output.queue.advance(fed);
        return Promise.resolve(undefined);
      },
      drop: (count: number) => void (output.dropped += count),
      advance: (to: JournalPosition) => {
        if (!output.queue.fed || isBefore(output.queue.fed, to)) output.queue.fed = to;
      },
      setFed: (to: JournalPosition) => void (output.queue.fed = to),
    },
  };
  return output;
}

/** Builds a record with one message. */
const record = (number: number, text = ''): StoredRecord => ({
  payload: `m${number}${text}`,
  // The feed reads only the id of a message here.
  messages: [{ id: `${number}` } as unknown as AcceptedMessage],
  end: place(number),
});

function world() {
  const outputs = [fakeOutput(), fakeOutput()] as const;
  const records: StoredRecord[] = [];
  const feed = new Feed({ outputsOf: () => outputs, running: () => outputs, now: () => 0 });
  const journal = {
    read: async function* (from: JournalPosition) {
      for (const one of records) if (isBefore(from, one.end)) yield one;
    },
  };
  const take = async (number: number, text?: string) => {
    records.push(record(number, text));
    feed.take(record(number, text));
    await feed.settled();
  };
  return { outputs, records, feed, journal, take };
}

test('the output feed delivers missing messages in order and once when the queue is writable again; other queues miss nothing', async () => {
  const { outputs, feed, journal, take } = world();
  const [failing, healthy] = outputs;
  await take(1);
  failing.isFull = true;
  await take(2);
  await take(3);
  assert.deepEqual([failing.lines, failing.queue.fed, feed.isBehind(failing)], [['m1'], place(1), true]);
  await feed.recover(journal);
  assert.deepEqual([failing.lines, failing.queue.fed], [['m1'], place(1)], 'the disk is still full');
  failing.isFull = false;
  // Records that arrive before the recovery wait for it.
  await take(4);
  assert.deepEqual(failing.lines, ['m1']);
  const recovering = feed.recover(journal);
  feed.take(record(5));
  await recovering;
  await feed.settled();
  assert.deepEqual(failing.lines, ['m1', 'm2', 'm3', 'm4', 'm5']);
  assert.deepEqual(healthy.lines, ['m1', 'm2', 'm3', 'm4', 'm5']);
  assert.deepEqual([failing.dropped, failing.queue.fed, feed.isBehind(failing)], [0, place(5), false]);
});

test('the output feed counts all missing messages as dropped when a queue lacks too many, and releases the journal', async () => {
  const { outputs, feed, take } = world();
  const [failing] = outputs;
  failing.isFull = true;
  const text = 'x'.repeat(16 * 1024 * 1024);
  for (let number = 1; number <= 16; number += 1) await take(number, text);
  assert.equal(failing.dropped, 16);
  assert.equal(feed.isBehind(failing), false);
  assert.deepEqual(failing.queue.fed, place(16));
});

test('the output feed skips and counts messages while too many wait to be queued, and queues later ones', async () => {
  const { outputs, feed, take } = world();
  const text = 'x'.repeat(20 * 1024 * 1024);
  feed.take(record(1, text));
  feed.take(record(2, text));
  await feed.settled();
  await take(3);
  for (const { lines, dropped, queue } of outputs)
    assert.deepEqual([lines.map((line) => line.slice(0, 2)), dropped, queue.fed], [['m1', 'm3'], 1, place(3)]);
});

test('the output feed drops messages of a queue that cannot be written and has no position in the journal', async () => {
  const { outputs, feed, take } = world();
  const [failing, healthy] = outputs;
  failing.queue.fed = undefined;
  failing.isFull = true;
  await take(1);
  assert.deepEqual([failing.dropped, feed.isBehind(failing), healthy.lines], [1, false, ['m1']]);
});

test('the output feed tries again after the journal could not be read', async () => {
  const { outputs, feed, journal, take } = world();
  const [failing] = outputs;
  failing.isFull = true;
  await take(1);
  failing.isFull = false;
  const unreadable = {
    read: async function* () {
      yield* [];
      throw new Error('the segment is damaged');
    },
  };
  await assert.rejects(feed.recover(unreadable), /the segment is damaged/);
  await take(2);
  assert.deepEqual([failing.lines, feed.isBehind(failing)], [[], true]);
  await feed.recover(journal);
  assert.deepEqual([failing.lines, failing.dropped, feed.isBehind(failing)], [['m1', 'm2'], 0, false]);
});

test('after a start, the output feed queues missing messages up to the given position, and then those that arrived meanwhile', async () => {
  const { outputs, feed, journal, records } = world();
  const [behind, ahead] = outputs;
  records.push(record(1), record(2), record(3));
  ahead.queue.fed = place(1);
  const catchingUp = feed.catchUp(journal, place(2));
  feed.take(record(3));
  assert.equal(await catchingUp, 2);
  await feed.settled();
  assert.deepEqual(
    [behind.lines, ahead.lines],
    [
      ['m1', 'm2', 'm3'],
      ['m2', 'm3'],
    ],
  );
});
