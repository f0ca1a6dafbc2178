import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VerifiedPairs, type Pair } from '../../../../host/server/auth/verified-pairs.js';

function opened() {
  const clock = { now: 0, checks: 0 };
  const pairs = new VerifiedPairs(() => clock.now);
  const verify = (pair: Partial<Pair>, right = true) =>
    pairs.verify({ userId: 'u', passwordHash: 'h', password: 'p', ...pair }, async () => {
      clock.checks += 1;
      return right;
    });
  return { clock, verify };
}

test('the server verifies a correct pair of user and password once in five minutes', async () => {
  const { clock, verify } = opened();
  assert.equal(await verify({}), true);
  assert.equal(await verify({}), true);
  assert.equal(clock.checks, 1);
  clock.now += 5 * 60_000;
  await verify({});
  assert.equal(clock.checks, 2);
});

test('the server remembers only the verified pair, and only while the stored password is unchanged', async () => {
  const { clock, verify } = opened();
  await verify({});
  for (const other of [{ password: 'q' }, { userId: 'v' }, { passwordHash: 'changed' }])
    assert.equal(await verify(other, false), false);
  assert.equal(clock.checks, 4);
});

test('the server verifies a wrong pair every time', async () => {
  const { clock, verify } = opened();
  for (let at = 0; at < 3; at += 1) assert.equal(await verify({}, false), false);
  assert.equal(clock.checks, 3);
});

test('concurrent calls with one pair of user and password share one verification', async () => {
  const { clock, verify } = opened();
  assert.deepEqual(await Promise.all(Array.from({ length: 60 }, () => verify({}))), new Array(60).fill(true));
  assert.equal(clock.checks, 1);
});

test('a verification of a password that fails is not remembered', async () => {
  const pairs = new VerifiedPairs();
  const pair = { userId: 'u', passwordHash: 'h', password: 'p' };
  await assert.rejects(pairs.verify(pair, () => Promise.reject(new Error('busy'))));
  assert.equal(await pairs.verify(pair, async () => true), true);
});

test('the memory of verified passwords is bounded: the oldest pairs are verified again', async () => {
  const { clock, verify } = opened();
  for (let at = 0; at < 1001; at += 1) await verify({ password: `p${at}` });
  clock.checks = 0;
  await verify({ password: 'p1000' });
  assert.equal(clock.checks, 0);
  await verify({ password: 'p0' });
  assert.equal(clock.checks, 1);
});
