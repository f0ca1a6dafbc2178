import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { PollScheduler, type Visibility } from '../../../elements/element/poll-scheduler.js';

class Page implements Visibility {
  hidden = false;
  readonly listeners = new Set<() => void>();
  addEventListener(_type: string, listener: () => void) {
    this.listeners.add(listener);
  }
  removeEventListener(_type: string, listener: () => void) {
    this.listeners.delete(listener);
  }
  turn(hidden: boolean) {
    this.hidden = hidden;
    for (const listener of this.listeners) listener();
  }
}

async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    mock.timers.tick(100);
    await Promise.resolve();
    await Promise.resolve();
  }
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
});

test('polls run at their intervals until they are stopped', async () => {
  const polls = new PollScheduler(new Page());
  const ran: string[] = [];
  const stop = polls.every(1_000, () => ran.push('a'));
  polls.every(2_500, () => ran.push('b'));
  await pass(5_000);
  assert.equal(ran.filter((one) => one === 'a').length, 5);
  assert.equal(ran.filter((one) => one === 'b').length, 2);
  stop();
  await pass(2_000);
  assert.equal(ran.filter((one) => one === 'a').length, 5);
  polls.close();
});

test('the poll scheduler runs no poll in a hidden page, and runs overdue polls when the page is shown', async () => {
  const page = new Page();
  const polls = new PollScheduler(page);
  let ran = 0;
  polls.every(1_000, () => (ran += 1));
  page.turn(true);
  await pass(10_000);
  assert.equal(ran, 0);
  page.turn(false);
  assert.equal(ran, 1);
  await pass(1_200);
  assert.equal(ran, 2);
  polls.close();
});

test('the poll scheduler does not overlap slow runs, and repeats failing ones', async () => {
  const polls = new PollScheduler(new Page());
  let started = 0;
  let finish: () => void = () => undefined;
  polls.every(1_000, () => {
    started += 1;
    return new Promise<void>((_resolve, reject) => {
      finish = () => reject(new Error('no'));
    });
  });
  await pass(5_000);
  assert.equal(started, 1);
  finish();
  await pass(1_200);
  assert.equal(started, 2);
  polls.close();
});

test('a closed poll scheduler removes its listeners', async () => {
  const page = new Page();
  const polls = new PollScheduler(page);
  let ran = 0;
  polls.every(100, () => (ran += 1));
  polls.close();
  await pass(1_000);
  assert.equal(ran, 0);
  assert.equal(page.listeners.size, 0);
});
