/** One search for all charts of a page, and no more of them than there is something new to ask for. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { AlertMarksStore } from '../../../elements/alert-marks/store.js';
import type { AlertMark, MarkedSpan } from '../../../machines/pivot/alert-marks.js';

const start = 1_000_000;
const mark = (at: number): AlertMark => ({ id: `m${at}`, at, title: 't', key: null, priority: 2, replayable: true });

let asked: MarkedSpan[];
let answer: readonly AlertMark[] | Error;
let store: AlertMarksStore;
let told: number;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: start });
  asked = [];
  answer = [mark(5)];
  told = 0;
  store = new AlertMarksStore((span) => {
    asked.push(span);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  store.subscribe(() => (told += 1));
});

const pass = async (ms: number): Promise<void> => {
  mock.timers.tick(ms);
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('charts that come together ask once, for the range of all of them', async () => {
  store.show({ from: 0, to: 500 });
  store.show({ from: -100, to: 400 });
  await pass(300);
  assert.deepEqual(asked, [{ from: -100, to: 500 }]);
  assert.deepEqual(store.marks(), [mark(5)]);
  assert.equal(told, 1);
});

test('what is over is asked for once: another chart of the same time asks for nothing', async () => {
  store.show({ from: 0, to: 500 });
  await pass(300);
  store.show({ from: 100, to: 200 });
  await pass(60_000);
  assert.equal(asked.length, 1);
});

test('a range that moves on with the clock is asked for every ten seconds, however often it moves', async () => {
  let release = store.show({ from: start - 60_000, to: start });
  await pass(300);
  for (let second = 1; second <= 30; second++) {
    const next = store.show({ from: start - 60_000 + second * 1000, to: start + second * 1000 });
    release();
    release = next;
    await pass(1000);
  }
  assert.equal(asked.length, 4);
});

test('another range is asked for at once', async () => {
  const release = store.show({ from: start - 60_000, to: start });
  await pass(300);
  release();
  store.show({ from: start - 86_400_000, to: start });
  await pass(300);
  assert.equal(asked.length, 2);
});

test('the same alerts tell nobody; a failure leaves what is there', async () => {
  store.show({ from: 0, to: 500 });
  await pass(300);
  store.show({ from: -1, to: 500 });
  await pass(300);
  assert.deepEqual([asked.length, told], [2, 1]);
  answer = new Error('away');
  store.show({ from: -2, to: 500 });
  await pass(300);
  assert.deepEqual([asked.length, store.marks().length], [3, 1]);
});

test('without charts nothing is asked for', async () => {
  store.show({ from: 0, to: 500 })();
  await pass(60_000);
  assert.equal(asked.length, 0);
});
