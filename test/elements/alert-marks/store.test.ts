/**
 * Tests that all charts of a page share one search for alerts. The search may run only if its answer may have changed.
 */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { AlertMarksStore, type FoundMarks } from '../../../elements/alert-marks/store.js';
import type { AlertMark, MarkedSpan } from '../../../machines/pivot/alert-marks.js';

const start = 1_000_000;
const mark = (at: number): AlertMark => ({ id: `m${at}`, at, title: 't', key: null, priority: 2, replayable: true });

let requests: MarkedSpan[];
let answer: readonly AlertMark[] | Error;
let store: AlertMarksStore;
let found: FoundMarks['found'];
let changeCount: number;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: start });
  requests = [];
  answer = [mark(5)];
  found = 'all';
  changeCount = 0;
  store = new AlertMarksStore((span) => {
    requests.push(span);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ marks: answer, found });
  });
  store.subscribe(() => (changeCount += 1));
});

const pass = async (ms: number): Promise<void> => {
  mock.timers.tick(ms);
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('charts that mount together send one request for alerts of their combined time range', async () => {
  store.show({ from: 0, to: 500 });
  store.show({ from: -100, to: 400 });
  await pass(300);
  assert.deepEqual(requests, [{ from: -100, to: 500 }]);
  assert.deepEqual(store.marks(), [mark(5)]);
  assert.equal(changeCount, 1);
});

test('the alert marks of a past range are requested once; another chart with the same range sends no request', async () => {
  store.show({ from: 0, to: 500 });
  await pass(300);
  store.show({ from: 100, to: 200 });
  await pass(60_000);
  assert.equal(requests.length, 1);
});

test('the store of alert marks searches a range that moves with the clock only every ten seconds', async () => {
  let release = store.show({ from: start - 60_000, to: start });
  await pass(300);
  for (let second = 1; second <= 30; second++) {
    const next = store.show({ from: start - 60_000 + second * 1000, to: start + second * 1000 });
    release();
    release = next;
    await pass(1000);
  }
  assert.equal(requests.length, 4);
});

test('the store of alert marks searches a different range at once', async () => {
  const release = store.show({ from: start - 60_000, to: start });
  await pass(300);
  release();
  store.show({ from: start - 86_400_000, to: start });
  await pass(300);
  assert.equal(requests.length, 2);
});

test('subscribers of alert marks are not notified of unchanged alerts, and the current alerts are kept after a failed search', async () => {
  store.show({ from: 0, to: 500 });
  await pass(300);
  store.show({ from: -1, to: 500 });
  await pass(300);
  assert.deepEqual([requests.length, changeCount], [2, 1]);
  answer = new Error('away');
  store.show({ from: -2, to: 500 });
  await pass(300);
  assert.deepEqual([requests.length, store.marks().length], [3, 1]);
});

test('the store of alert marks sends no search without charts', async () => {
  store.show({ from: 0, to: 500 })();
  await pass(60_000);
  assert.equal(requests.length, 0);
});

test('the store of alert marks repeats a failed search at growing intervals until it succeeds', async () => {
  answer = new Error('away');
  store.show({ from: 0, to: 500 });
  await pass(300);
  await pass(9_000);
  assert.equal(requests.length, 1);
  await pass(1_000);
  assert.equal(requests.length, 2);
  await pass(10_000);
  assert.equal(requests.length, 2);
  answer = [mark(5)];
  await pass(10_000);
  assert.deepEqual([requests.length, store.marks().length], [3, 1]);
  await pass(600_000);
  assert.equal(requests.length, 3);
});

test('the store of alert marks requests a part of a truncated answer at once, unless that part is complete', async () => {
  answer = [mark(300), mark(400)];
  found = 'latest';
  let release = store.show({ from: 0, to: 500 });
  await pass(300);
  const shown: readonly [MarkedSpan, number][] = [
    [{ from: 0, to: 500 }, 1],
    [{ from: 350, to: 500 }, 1],
    [{ from: 100, to: 400 }, 2],
  ];
  for (const [span, calls] of shown) {
    const next = store.show(span);
    release();
    release = next;
    await pass(300);
    assert.equal(requests.length, calls, JSON.stringify(span));
  }
  assert.deepEqual(requests.at(-1), { from: 100, to: 400 });
});

test('the store of alert marks waits after a failure even while the shown range moves continuously', async () => {
  answer = new Error('away');
  let release = store.show({ from: start - 60_000, to: start });
  await pass(300);
  for (let second = 1; second <= 60; second++) {
    release();
    release = store.show({ from: start - 60_000 + second * 1000, to: start + second * 1000 });
    await pass(1000);
  }
  // The store waits 10 s, then 20 s, then 40 s after a failure: within 60 s, two retries follow the first request.
  assert.equal(requests.length, 3);
});
