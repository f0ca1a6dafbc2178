/** Senders are slowed down before their messages become searchable too late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressureOf, type PressureState } from '../../../../host/server/store/pressure.js';
import { defaultLimits } from '../../../../host/server/store/store-limits.js';
import type { Pressure } from '../../../../host/server/store/types.js';
import { WaitingSince } from '../../../../host/server/store/waiting-since.js';
import { message, open, temporaryDirectory } from './opened-store.js';

const MiB = 1024 * 1024;

test('the backpressure depends on the size of the backlog and on how long it has waited', () => {
  const limits = defaultLimits();
  const state: PressureState = {
    isWritable: true,
    isHeld: false,
    isFailing: false,
    pendingBytes: 0,
    waitingBytes: 0,
    lagMs: 0,
  };
  const cases: [change: Partial<PressureState>, expected: Pressure, before?: Pressure][] = [
    [{}, 'open'],
    [{ waitingBytes: 255 * MiB }, 'open'],
    [{ waitingBytes: 256 * MiB }, 'slow'],
    [{ waitingBytes: 129 * MiB }, 'slow', 'slow'],
    [{ waitingBytes: 127 * MiB }, 'open', 'slow'],
    [{ waitingBytes: 512 * MiB }, 'late'],
    [{ waitingBytes: 300 * MiB }, 'slow', 'late'],
    [{ waitingBytes: 1024 * MiB }, 'full'],
    [{ isWritable: false }, 'full'],
    [{ pendingBytes: 16 * MiB }, 'slow'],
    [{ pendingBytes: 96 * MiB }, 'full'],
    [{ waitingBytes: 40 * MiB, lagMs: 11_000 }, 'open'],
    [{ waitingBytes: 40 * MiB, lagMs: 12_000 }, 'slow'],
    [{ waitingBytes: 40 * MiB, lagMs: 7_000 }, 'slow', 'slow'],
    [{ waitingBytes: 40 * MiB, lagMs: 24_000 }, 'late'],
    [{ waitingBytes: 40 * MiB, lagMs: 24_000, pendingBytes: 20 * MiB }, 'late'],
    // A few messages that wait for long, for instance during a backup, are no reason to slow senders.
    [{ waitingBytes: 31 * MiB, lagMs: 60_000 }, 'open'],
    // While loading is paused or fails, the backlog does not shrink, so senders are refused only when the journal is
    // full. While loading is paused, the backlog does not slow them either.
    [{ waitingBytes: 600 * MiB, lagMs: 60_000, isHeld: true }, 'open'],
    [{ waitingBytes: 1024 * MiB, isHeld: true }, 'full'],
    [{ waitingBytes: 600 * MiB, lagMs: 60_000, isFailing: true }, 'slow'],
    [{ waitingBytes: 40 * MiB, lagMs: 60_000, isFailing: true }, 'open'],
  ];
  for (const [change, expected, before = 'open'] of cases)
    assert.equal(pressureOf({ ...state, ...change }, limits, before), expected, JSON.stringify(change));
});

test('the time of the oldest waiting message is known to a fraction of a second, and never too late', () => {
  const since = new WaitingSince();
  const times: number[] = [];
  assert.equal(since.oldest, undefined);
  for (let at = 0; at < 1000; at += 1) {
    times.push(at * 100);
    since.add(10, at * 100);
  }
  for (const [place, time] of times.entries()) {
    const { oldest = Infinity } = since;
    assert.ok(oldest <= time && oldest > time - 500, `${place}: ${oldest} for ${time}`);
    since.remove(10);
  }
  assert.equal(since.oldest, undefined);
  since.add(10, 7);
  assert.equal(since.oldest, 7);
});

test('a backlog of days is remembered in few marks', () => {
  const since = new WaitingSince();
  for (let second = 0; second < 200_000; second += 1) since.add(1, second * 1000);
  assert.equal(since.oldest, 0);
  since.remove(100_000);
  const { oldest = Infinity } = since;
  assert.ok(oldest <= 100_000_000 && oldest > 99_000_000, String(oldest));
});

test('a store whose loading takes long reports the lag, and slows senders until it has caught up', async (context) => {
  const limits = { lagFromBytes: 1, slowLagMs: 1000, lateLagMs: 10_000 };
  const { store } = await open(context, await temporaryDirectory(context), limits);
  let proceed = (): void => undefined;
  const gate = new Promise<void>((resolve) => (proceed = resolve));
  const begun = new Promise<void>((resolve) => {
    // Nothing is loaded during `whileStill`, which a backup uses, so messages wait until the gate opens.
    void store.whileStill(async () => {
      resolve();
      await gate;
    });
  });
  await begun;
  assert.equal(store.journal.oldestWaiting, undefined);
  const receivedAt = Date.now() - 2000;
  await store.append([{ ...message('first'), receivedAt }]);
  assert.equal(store.journal.oldestWaiting, receivedAt);
  assert.equal(store.pressure, 'slow');
  await store.append([{ ...message('second'), receivedAt: Date.now() - 20_000 }]);
  assert.equal(store.journal.oldestWaiting, receivedAt, 'messages are loaded in the order of the journal');
  proceed();
  await store.whenOpen();
  await store.settled();
  assert.equal(store.journal.oldestWaiting, undefined);
  assert.ok(store.loadedBytes > 0);
});
