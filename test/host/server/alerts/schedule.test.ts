// An event definition runs each window exactly once despite clock changes, failed searches and crashes.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Schedule, type Failure, type ScheduleRecord, type Work } from '../../../../host/server/alerts/schedule.js';
import { caughtUp, emptyWindows, nextWindow, type Window } from '../../../../host/server/alerts/windows.js';
import { createLog } from '../../../../host/server/log/log.js';
import type { Collection } from '../../../../host/server/store/types.js';

/** Simulated disk: its content survives a crash of the process. */
class Disk implements Collection<ScheduleRecord> {
  readonly #records = new Map<string, ScheduleRecord>();
  get = (id: string) => this.#records.get(id);
  all = () => [...this.#records.values()];
  find = (matches: (record: ScheduleRecord) => boolean) => this.all().find(matches);
  async put(record: ScheduleRecord): Promise<void> {
    this.#records.set(record.id, record);
  }
  async update(id: string, change: (record: ScheduleRecord) => ScheduleRecord) {
    const record = this.#records.get(id);
    if (record) this.#records.set(id, change(record));
    return this.#records.get(id);
  }
  async delete(id: string): Promise<boolean> {
    return this.#records.delete(id);
  }
}

/** Returns a generator of pseudo-random integers that are equal in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const minute = 60_000;
const log = createLog('error');

class World {
  readonly disk = new Disk();
  now = 1_700_000_000_000;
  /** Completed windows in the order of completion; a window that ran twice is listed twice. */
  readonly done: Window[] = [];
  readonly failures: (Failure | undefined)[] = [];
  work: (window: Window, signal: AbortSignal, onProgress: () => void) => Promise<number> = async () => 0;
  timeoutMs = 60_000;
  schedule = this.start();

  /** Returns the time of the next message that is examined, epoch milliseconds. */
  nextMessage: (time: Window) => number | undefined = () => undefined;

  start(mayCatchUp = false): Schedule {
    return new Schedule({
      nextMessage: async (_id, time) => this.nextMessage(time),
      stored: this.disk,
      work: async (...[, window, signal, , onProgress]: Parameters<Work>) => {
        const events = await this.work(window, signal, onProgress);
        this.done.push(window);
        return events;
      },
      settled: () => Promise.resolve(),
      mayCatchUp: () => mayCatchUp,
      catchUpMs: () => 60 * minute,
      timeoutMs: () => this.timeoutMs,
      onFailure: (_id, failure) => this.failures.push(failure),
      log,
      now: () => this.now,
    });
  }

  async run(): Promise<void> {
    await this.schedule.tick();
    await this.schedule.idle();
  }
}

/**
 * Replaces the timers of a test. The timers of node:test ignore `refresh`, with which the time limit of a window is
 * renewed.
 * @returns a function that advances the clock of the timers by milliseconds
 */
function fakeTimers(context: TestContext): (ms: number) => void {
  interface Timer {
    due: number;
    readonly fire: () => void;
    readonly refresh: () => Timer;
    readonly unref: () => Timer;
  }
  let now = 0;
  const timers = new Set<Timer>();
  context.mock.method(globalThis, 'setTimeout', (fire: () => void, ms: number) => {
    const refresh = () => Object.assign(timer, { due: now + ms });
    const timer: Timer = { due: now + ms, fire, refresh, unref: () => timer };
    timers.add(timer);
    return timer;
  });
  context.mock.method(globalThis, 'clearTimeout', (timer: Timer) => timers.delete(timer));
  return (ms) => {
    now += ms;
    for (const timer of [...timers])
      if (timer.due <= now) {
        timers.delete(timer);
        timer.fire();
      }
  };
}

/** Returns the distinct end times of the windows in ascending order, epoch milliseconds. */
const ends = (windows: readonly Window[]): number[] => [...new Set(windows.map(({ to }) => to))].sort((a, b) => a - b);

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
  test(`windows neither leave gaps nor overlap despite clock jumps, failed searches and crashes (seed ${seed})`, async () => {
    const next = numbers(seed);
    const world = new World();
    const everyMs = (1 + next(5)) * minute;
    const withinMs = next(2) === 0 ? everyMs : everyMs * 3;
    const begun = world.now;
    await world.schedule.schedule('d', { withinMs, everyMs });
    let crashes = 0;
    world.work = async () => {
      if (next(10) === 0) throw new Error('the search failed');
      return next(2);
    };
    for (let step = 0; step < 400; step += 1) {
      switch (next(12)) {
        case 0:
          world.now += next(3 * 60) * minute;
          break;
        case 1:
          world.now -= next(120) * minute;
          break;
        case 2:
          // A crash acts as kill -9: everything that is not on disk is lost.
          crashes += 1;
          world.schedule = world.start();
          break;
        default:
          world.now += next(2 * minute);
      }
      await world.run();
    }
    world.now = Math.max(world.now, begun) + 365 * 60 * minute;
    world.work = async () => 1;
    await world.run();
    const all = ends(world.done);
    assert.ok(all.length > 20 && crashes > 5);
    // Setting the clock back before the start adds earlier windows, whose ends fit the interval of the later ones.
    const [first = 0] = all;
    assert.ok(first <= begun && (begun - first) % everyMs === 0);
    for (const [at, to] of all.entries()) assert.equal(to, first + at * everyMs);
    for (const { from, to } of world.done) assert.equal(to - from, withinMs);
    const position = world.disk.get('d')?.position ?? 0;
    assert.equal(position, all.at(-1));
    assert.ok(position <= world.now && position > world.now - everyMs);
  });

test('the scheduler runs no window twice while the process lives and the clock is corrected a little', async () => {
  const world = new World();
  const next = numbers(9);
  await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
  for (let step = 0; step < 200; step += 1) {
    world.now += next(3) === 0 ? -next(4_000) : next(3 * minute);
    await Promise.all([world.run(), world.run()]);
  }
  assert.equal(ends(world.done).length, world.done.length);
});

test('the scheduler never runs two windows of a definition concurrently, and a slow window does not block other definitions', async () => {
  const world = new World();
  let free = (): void => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  let running = 0;
  let most = 0;
  world.schedule = new Schedule({
    stored: world.disk,
    work: async (id, window) => {
      if (id === 'quick') {
        world.done.push(window);
        return 0;
      }
      most = Math.max(most, (running += 1));
      await held;
      running -= 1;
      return 0;
    },
    settled: () => Promise.resolve(),
    mayCatchUp: () => false,
    catchUpMs: () => 0,
    timeoutMs: () => 60_000,
    log,
    now: () => world.now,
  });
  await world.schedule.schedule('slow', { withinMs: minute, everyMs: minute });
  await world.schedule.schedule('quick', { withinMs: minute, everyMs: minute });
  for (let step = 0; step < 5; step += 1) {
    await world.schedule.tick();
    await new Promise((resolve) => setImmediate(resolve));
    world.now += minute;
  }
  assert.equal(world.done.length, 5);
  assert.deepEqual([running, most], [1, 1]);
  assert.equal(world.schedule.context('slow', 0).status, 'running');
  free();
  await world.schedule.idle();
  assert.equal(most, 1);
});

test('a failing definition reports its error, waits longer each time, and continues where it was', async () => {
  const world = new World();
  const begun = world.now;
  await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
  world.work = async () => {
    throw new Error('the field is text');
  };
  const waits: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await world.run();
    const { status, error, next_time: retry } = world.schedule.context('d', 0);
    assert.equal(status, 'error');
    assert.equal(error?.message, 'the field is text');
    assert.equal(error.attempts, attempt + 1);
    const retryAt = Date.parse(retry ?? '');
    waits.push(retryAt - world.now);
    world.now = retryAt - 1;
    await world.run();
    assert.equal(
      world.schedule.context('d', 0).error?.attempts,
      attempt + 1,
      'the definition is not retried before the announced time',
    );
    world.now = retryAt;
  }
  assert.deepEqual(
    waits.map((wait) => wait / 1000),
    [5, 10, 20, 40, 80, 160, 300, 300, 300],
  );
  world.work = async () => 0;
  await world.run();
  assert.equal(ends(world.done)[0], begun);
  assert.ok(ends(world.done).length > 10);
  assert.equal(world.schedule.context('d', 0).error, undefined);
  assert.equal(world.failures.at(-1), undefined);
});

test('a reported failure is withdrawn by the first success after a restart or a change of the windows, and once only', async () => {
  for (const change of ['restart', 'other windows', 'unscheduled'] as const) {
    const world = new World();
    await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
    world.work = () => Promise.reject(new Error('the field is text'));
    await world.run();
    assert.deepEqual(
      world.failures.map((failure) => failure?.message),
      ['the field is text'],
    );
    if (change === 'restart') world.schedule = world.start();
    else await world.schedule.schedule('d', { withinMs: 2 * minute, everyMs: minute });
    world.work = async () => 0;
    if (change === 'unscheduled') await world.schedule.unschedule('d');
    for (let run = 0; run < 3; run += 1) {
      world.now += minute;
      await world.run();
    }
    assert.deepEqual(world.failures.slice(1), [undefined], change);
  }
});

test('a window may exceed the time limit while its parts finish, and is aborted when no part finishes within the limit', async (context) => {
  const advance = fakeTimers(context);
  const world = new World();
  world.timeoutMs = 3_000;
  const parts = 8;
  let isStuck = false;
  world.work = async (_window, signal, onProgress) => {
    for (let part = 0; part < parts; part += 1) {
      advance(1_000);
      signal.throwIfAborted();
      if (!isStuck) onProgress();
    }
    return parts;
  };
  await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
  await world.run();
  assert.equal(world.done.length, 1, 'the window completed although its parts together exceed the time limit');
  assert.equal(world.failures.filter((failure) => failure !== undefined).length, 0);
  isStuck = true;
  world.now += minute;
  await world.run();
  assert.equal(world.done.length, 1);
  assert.match(world.failures.at(-1)?.message ?? '', /longer than 3 seconds/);
});

test('a definition that lags far behind runs every window with messages', async () => {
  const world = new World();
  const begun = world.now;
  await world.schedule.schedule('d', { withinMs: 5 * minute, everyMs: minute });
  await world.run();
  world.now += 100_000 * minute;
  const message = begun + 50_000.5 * minute;
  world.nextMessage = ({ from, to }) => (message >= from ? message : to);
  await world.run();
  const found = world.done.filter(({ from, to }) => from <= message && message < to);
  assert.equal(found.length, 5);
  assert.ok(world.done.length < 100);
  assert.equal(world.done.length, ends(world.done).length);
  assert.ok(Date.parse(world.schedule.context('d', 0).next_time ?? '') > world.now);
});

test('a changed interval restarts the schedule, an unchanged one continues; disabled definitions do not run', async () => {
  const world = new World();
  await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
  await world.run();
  const first = world.now;
  world.now += minute / 2;
  await world.schedule.schedule('d', { withinMs: minute, everyMs: minute });
  await world.run();
  assert.deepEqual(ends(world.done), [first]);
  await world.schedule.schedule('d', { withinMs: minute, everyMs: 2 * minute });
  await world.run();
  assert.deepEqual(ends(world.done), [first, world.now]);
  await world.schedule.unschedule('d');
  world.now += 60 * minute;
  await world.run();
  assert.equal(world.done.length, 2);
  assert.equal(world.schedule.context('d', 0).is_scheduled, false);
});

test('windows of a definition follow one another; several past ones may run as one, without a gap', () => {
  const pace = { withinMs: 5 * minute, everyMs: minute };
  assert.deepEqual(nextWindow(undefined, pace, 10 * minute), { from: 5 * minute, to: 10 * minute });
  assert.deepEqual(nextWindow(10 * minute, pace, 0), { from: 6 * minute, to: 11 * minute });
  const window = { from: 0, to: 5 * minute };
  assert.deepEqual(caughtUp(window, pace, 6 * minute, 60 * minute), window);
  const large = caughtUp(window, pace, 500 * minute, 60 * minute);
  assert.deepEqual(large, { from: 0, to: 60 * minute });
  assert.deepEqual(nextWindow(large.to, pace, 0), { from: 56 * minute, to: 61 * minute });
  // Windows with gaps between them are not joined, because the gaps are not searched.
  assert.deepEqual(caughtUp(window, { withinMs: minute, everyMs: 2 * minute }, 500 * minute, 60 * minute), window);
  assert.equal(emptyWindows(window, pace, 20 * minute, 8 * minute + 1), 4);
  assert.equal(emptyWindows(window, pace, 6 * minute, 100 * minute), 2);
  assert.equal(emptyWindows(window, pace, 20 * minute, 4 * minute), 0);
});

test('definitions keep running with the same window boundaries when a clock that was ahead is set back', async () => {
  for (const wrongBy of [minute, 60 * minute, 26 * 60 * minute]) {
    const world = new World();
    const tick = async (): Promise<void> => {
      await world.schedule.tick();
      await world.schedule.idle();
    };
    await world.schedule.schedule('d', { withinMs: 10_000, everyMs: 10_000 });
    for (let count = 0; count < 3; count += 1) {
      world.now += 10_000;
      await tick();
    }
    const right = world.now;
    world.now += wrongBy;
    for (let count = 0; count < 5; count += 1) {
      await tick();
      world.now += 1_000;
    }
    // The scheduler may have completed windows up to the time of the wrong clock.
    for (let count = 0; count < 10_000 && (world.done.at(-1)?.to ?? 0) < world.now - 10_000; count += 1) await tick();
    world.now = right + 5_000;
    const before = world.done.length;
    for (let count = 0; count < 30; count += 1) {
      world.now += 1_000;
      await tick();
    }
    const after = world.done.slice(before);
    assert.ok(after.length >= 3 && after.length <= 5, `${after.length} windows in half a minute, wrong by ${wrongBy}`);
    for (const { to } of after) assert.ok(to <= world.now);
    for (const [at, { from }] of after.entries())
      if (at > 0) assert.equal(from, after[at - 1]?.to, 'there is no gap between windows');
    const first = world.done[0]?.to ?? 0;
    for (const { to } of after)
      assert.equal((to - first) % 10_000, 0, 'the windows end at multiples of the interval after the first one');
    await world.schedule.stop();
  }
});

test('a definition that catches up with a clock that was ahead stops as soon as the clock is put right', async () => {
  const world = new World();
  await world.schedule.schedule('d', { withinMs: 10_000, everyMs: 10_000 });
  const right = world.now;
  world.now += 60 * minute;
  world.work = async () => {
    // No messages have arrived for future hours, so examining them now would skip later messages.
    if (world.done.length === 20) world.now = right + 40_000;
    return 0;
  };
  await world.run();
  assert.equal(world.done.length, 21);
  for (let count = 0; count < 2; count += 1) {
    world.now += 10_000;
    await world.run();
  }
  assert.equal(world.done.at(-1)?.to, world.now);
  await world.schedule.stop();
});
