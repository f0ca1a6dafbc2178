import assert from 'node:assert/strict';
import { test } from 'node:test';
import { droppedJobs, keptJobs, keptMs } from '../../../../host/server/search/job-retention.js';

const now = keptMs * 10;
const job = (age: number, over: object = {}) => ({ done: true, waiting: 0, lastAccess: now - age, ...over });

test('a finished search job is dropped some minutes after its last request, unless its result is being sent', () => {
  const old = job(keptMs + 1);
  const jobs = [old, job(keptMs), job(keptMs + 1, { waiting: 1 }), job(keptMs + 1, { done: false })];
  assert.deepEqual(droppedJobs(jobs, now), [old]);
});

test('of too many search jobs, those that were unused longest are dropped, except running and sent ones', () => {
  const sent = job(9, { waiting: 1 });
  const running = job(8, { done: false });
  const [older, newer] = [job(7), job(6)];
  const others = Array.from({ length: keptJobs - 2 }, () => job(1));
  assert.deepEqual(droppedJobs([...others, sent, newer, running, older], now), [older, newer]);
});
