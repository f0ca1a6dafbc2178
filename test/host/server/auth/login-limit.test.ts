/** Login attempts of password guessers are delayed more and more; the owners of the accounts are not delayed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoginLimit, type Attempter } from '../../../../host/server/auth/login-limit.js';
import { networkOf } from '../../../../host/server/auth/network.js';
import { TooManyRequestsError } from '../../../../host/server/foundation/errors.js';

const proxy = '10.0.0.1';

/** Creates a limit with a controlled clock; delays are recorded in `clock.held`, and the attempts continue at once. */
function opened() {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z'), held: [] as number[] };
  const limit = new LoginLimit({
    now: () => clock.now,
    wait: async (milliseconds) => void clock.held.push(milliseconds),
  });
  const refusal = async (who: Attempter): Promise<number | undefined> => {
    try {
      (await limit.attempt(who))(false);
      return undefined;
    } catch (error) {
      if (error instanceof TooManyRequestsError) return error.retryAfter;
      throw error;
    }
  };
  const fail = async (who: Attempter, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1)
      assert.equal(await refusal(who), undefined, `attempt ${time} is permitted`);
  };
  const succeed = async (who: Attempter): Promise<void> => (await limit.attempt(who))(true);
  return { clock, limit, refusal, fail, succeed };
}

test('after five failed sign-ins each further attempt waits twice as long, at most five minutes', async () => {
  const { clock, refusal, fail } = opened();
  const guesser = { address: '1.2.3.4', username: 'jane' };
  await fail(guesser, 5);
  const waited: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const seconds = await refusal(guesser);
    assert.ok(seconds);
    waited.push(seconds);
    // Refused attempts change nothing, whatever their number.
    clock.now += seconds * 1000 - 1;
    assert.equal(await refusal({ ...guesser, username: 'JANE' }), 1);
    clock.now += 1;
    await fail(guesser, 1);
  }
  assert.deepEqual(waited, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  // Other usernames from the guesser's address, and the guessed username from other addresses, are not delayed.
  await fail({ ...guesser, username: 'john' }, 1);
  await fail({ ...guesser, address: '5.6.7.8' }, 1);
  // One failure is forgotten every ten minutes.
  clock.now += 3_600_000;
  await fail(guesser, 1);
  const later = await refusal(guesser);
  assert.ok(later && later > 1 && later < 300, String(later));
  clock.now += 24 * 3_600_000;
  await fail(guesser, 5);
});

test('a successful sign-in resets the failures, and does not count', async () => {
  const { refusal, fail, succeed } = opened();
  const jane = { address: '1.2.3.4', username: 'jane' };
  for (let round = 0; round < 50; round += 1) {
    await fail(jane, 4);
    await succeed(jane);
  }
  await fail(jane, 5);
  assert.equal(await refusal(jane), 1);
});

/**
 * Starts concurrent attempts. Each attempt is checked in a later turn of the event loop.
 * @returns `let`: number of attempts that were not refused; `most`: largest number of attempts that were checked at the
 * same time
 */
async function sideBySide(limit: LoginLimit, count: number, isRight: boolean, whenChecked = () => {}) {
  const who = { address: '1.2.3.4', username: 'jane' };
  let most = 0;
  let checked = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, async () => {
      const reportOutcome = await limit.attempt(who);
      most = Math.max(most, (checked += 1));
      await new Promise((resolve) => setImmediate(resolve));
      checked -= 1;
      whenChecked();
      reportOutcome(isRight);
    }),
  );
  return { let: outcomes.filter(({ status }) => status === 'fulfilled').length, most };
}

test('concurrent correct attempts all succeed, because running checks are no failures', async () => {
  const { limit } = opened();
  assert.deepEqual(await sideBySide(limit, 8, true), { let: 8, most: 5 });
  assert.deepEqual(await sideBySide(limit, 60, true), { let: 60, most: 5 });
});

test('many concurrent wrong attempts are checked no more often than consecutive ones', async () => {
  assert.deepEqual(await sideBySide(opened().limit, 60, false), { let: 5, most: 5 });
  assert.deepEqual(await sideBySide(opened().limit, 1000, false), { let: 5, most: 5 });
  // While passwords are checked, earlier failures decay a little.
  const { clock, limit } = opened();
  assert.deepEqual(await sideBySide(limit, 60, false, () => (clock.now += 20)), { let: 5, most: 5 });
});

test('the login limit starts the delay when the failure is reported', async () => {
  const { clock, limit, refusal, fail } = opened();
  const slow = { address: '1.2.3.4', username: 'jane' };
  await fail(slow, 4);
  const reportOutcome = await limit.attempt(slow);
  clock.now += 60_000;
  reportOutcome(false);
  assert.equal(await refusal(slow), 1);
});

test('a guesser behind a proxy does not lock out other users there', async () => {
  const { clock, refusal, fail, succeed } = opened();
  await succeed({ address: proxy, username: 'regular' });
  for (let victim = 0; victim < 400; victim += 1) await fail({ address: proxy, username: `user${victim}` }, 1);
  // Further attempts are delayed more and more, but not refused.
  const held = clock.held;
  assert.ok(held.length > 300 && held.every((milliseconds, at) => milliseconds >= (held[at - 1] ?? 0)));
  assert.equal(held.at(-1), 5000);
  clock.held = [];
  await succeed({ address: proxy, username: 'newcomer' });
  assert.deepEqual(clock.held, [5000]);
  // A user who has signed in from this address before is not delayed.
  clock.held = [];
  await succeed({ address: proxy, username: 'regular' });
  assert.deepEqual(clock.held, []);

  const owner = { address: proxy, username: 'owner' };
  await fail(owner, 5);
  assert.equal(await refusal(owner), 1);
  // The owner is refused too, but not in a browser that has signed in to the account before.
  await succeed({ ...owner, device: 'laptop' });
  await fail({ ...owner, device: 'phone' }, 5);
  assert.equal(await refusal({ ...owner, device: 'phone' }), 1);
  await succeed({ ...owner, device: 'laptop' });
});

test('the failed sign-ins of an address decay once for each span of time, also if a success is reported after a long check', async () => {
  const { clock, limit, fail, succeed } = opened();
  for (let victim = 0; victim < 70; victim += 1) await fail({ address: proxy, username: `user${victim}` }, 1);
  const reportOutcome = await limit.attempt({ address: proxy, username: 'newcomer' });
  clock.now += 100_000;
  reportOutcome(true);
  clock.held = [];
  // Ten of the 70 failures are forgotten after 100 seconds, so the address is at its threshold of 60.
  await succeed({ address: proxy, username: 'another' });
  assert.deepEqual(clock.held, [100]);
});

test('the login limit bounds the number of delayed attempts of one address', async () => {
  const pending: (() => void)[] = [];
  const limit = new LoginLimit({ wait: () => new Promise<void>((resolve) => pending.push(resolve)) });
  const attempts: Promise<unknown>[] = [];
  for (let at = 0; at < 100; at += 1) attempts.push(limit.attempt({ address: proxy, username: `user${at}` }));
  const refused = attempts.slice(80).map((attempt) => assert.rejects(attempt, TooManyRequestsError));
  await Promise.all(refused);
  assert.equal(pending.length, 20);
  for (const resolve of pending) resolve();
  await Promise.all(attempts.slice(0, 80));
});

test('guessers from many addresses are slowed together, while the owner can sign in', async () => {
  const { clock, refusal, fail, succeed } = opened();
  const home = { address: '192.0.2.7', username: 'owner' };
  await succeed(home);
  const bot = (at: number): Attempter => ({ address: `198.51.${at >> 8}.${at & 255}`, username: 'owner' });
  for (let at = 0; at < 30; at += 1) await fail(bot(at), 1);
  const waited: number[] = [];
  for (let at = 30; at < 38; at += 1) {
    const seconds = await refusal(bot(at));
    assert.ok(seconds);
    waited.push(seconds);
    clock.now += seconds * 1000;
    await fail(bot(at), 1);
  }
  // The delay never exceeds a minute, so that the owner can sign in on a new device.
  assert.deepEqual(waited.slice(0, 6), [1, 2, 4, 8, 16, 32]);
  assert.ok(waited.every((seconds) => seconds <= 60));
  await succeed(home);
  await succeed({ address: '203.0.113.9', username: 'owner', isKnownAddress: () => true });
  await succeed({ address: '203.0.113.10', username: 'owner', device: 'laptop' });
  assert.ok((await refusal(bot(99))) !== undefined);
});

test('the login limit counts all addresses of an IPv6 network as one', async () => {
  const { refusal, fail } = opened();
  for (let at = 1; at <= 5; at += 1) await fail({ address: `2001:db8:1:2::${at}`, username: 'jane' }, 1);
  assert.equal(await refusal({ address: '2001:db8:1:2:ffff::9', username: 'jane' }), 1);
  const networks: [string, string][] = [
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ];
  for (const [address, network] of networks) assert.equal(networkOf(address), network);
});

test('the refusal of a sign-in names the time to wait with the number of seconds in the singular or plural', async () => {
  const { limit, clock, fail } = opened();
  const guesser: Attempter = { username: 'alice', address: '10.9.9.9' };
  const messageOf = async (): Promise<string> => {
    try {
      await limit.attempt(guesser);
      return 'permitted';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  await fail(guesser, 5);
  assert.equal(await messageOf(), 'Too many failed logins. Try again in 1 second.');
  clock.now += 1000;
  await fail(guesser, 1);
  assert.equal(await messageOf(), 'Too many failed logins. Try again in 2 seconds.');
});
