/** Tests which rounds of a search are measured: the first one, and the ones after its code is optimised. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { time } from './rounds.js';

const noCpu = () => 0;

/** Simulates searches with the given durations in milliseconds; further searches take the last duration. */
function searchTaking(...taken: number[]) {
  const state = { measurements: 0 };
  const ask = () => {
    const ms = taken[Math.min(state.measurements, taken.length - 1)] ?? 0;
    state.measurements += 1;
    return Promise.resolve({ ms, answer: { total: state.measurements, page: 0, groups: 0, figures: new Map() } });
  };
  return { state, ask };
}

test('the first round is reported separately; the median is that of 25 rounds after 150 uncounted ones', async () => {
  const slowlyFaster = [500, ...Array.from({ length: 150 }, () => 90), ...Array.from({ length: 12 }, () => 1), 7];
  const { state, ask } = searchTaking(...slowlyFaster);
  const { firstMs, againMs, answer } = await time(ask, noCpu);
  assert.deepEqual({ firstMs, againMs }, { firstMs: 500, againMs: 7 });
  assert.equal(answer.total, 1);
  assert.equal(state.measurements, 1 + 150 + 25);
});

test('the warm-up of long searches has a time limit', async () => {
  const { state, ask } = searchTaking(900, 400);
  const { againMs } = await time(ask, noCpu, 1000);
  assert.equal(againMs, 400);
  assert.equal(state.measurements, 1 + 3 + 25);
});

test('the processor time of a search is the mean of the measured rounds, without the warm-up rounds', async () => {
  const { state, ask } = searchTaking(900, 400);
  const { cpuMs } = await time(ask, () => state.measurements * 6, 1000);
  assert.equal(cpuMs, 6);
});
