/** The state of a sidecar node reflects silence and flapping, and its bar shows the last 24 hours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newState,
  pieceMs,
  pieces,
  reported,
  silentStatus,
  truthfulState,
} from '../../../../host/server/sidecars/node-state.js';

const start = 1_800_000_000_000 - (1_800_000_000_000 % pieceMs);
const minute = 60_000;

/** Reports a status to the state every 30 s from `from` to `to`. */
function report(
  state: ReturnType<typeof newState>,
  code: 0 | 1 | 2 | 3,
  from: number,
  to: number,
  seen = from,
): number {
  let last = seen;
  for (let at = from; at <= to; at += 30_000) {
    reported(state, code, last, at, minute);
    last = at;
  }
  return last;
}

test('a reporting node has its reported status; a silent one is unknown since its last report', () => {
  const state = newState(2, start);
  const seen = report(state, 2, start, start + 5 * minute);
  const awake = truthfulState(state, seen, seen + 30_000, minute);
  assert.deepEqual([awake.code, awake.silent, awake.since], [2, false, start]);
  const silent = truthfulState(state, seen, seen + 2 * minute, minute);
  assert.deepEqual([silent.code, silent.silent, silent.since], [1, true, seen]);
});

test('each piece of the bar shows the worst state of its half hour', () => {
  const state = newState(0, start);
  let seen = report(state, 0, start, start + pieceMs - minute);
  seen = report(state, 2, start + pieceMs, start + pieceMs + 5 * minute, seen);
  seen = report(state, 0, start + pieceMs + 6 * minute, start + 2 * pieceMs - minute, seen);
  seen = report(state, 3, start + 2 * pieceMs, start + 3 * pieceMs - minute, seen);
  const { history } = truthfulState(state, seen, seen + 30_000, minute);
  assert.equal(history.length, pieces);
  assert.equal(history.slice(-3), 'rfs');
  assert.equal(history.slice(0, 3), '---');
});

test('of two states in one half hour the bar shows the worse one: failing, then unknown, then stopped, then running', () => {
  const ascending = [
    [0, 'r'],
    [3, 's'],
    [1, 'u'],
    [2, 'f'],
  ] as const;
  for (const [at, [first, letter]] of ascending.entries())
    for (const [other, [second, otherLetter]] of ascending.entries()) {
      const state = newState(first, start);
      reported(state, first, start, start, minute);
      reported(state, second, start, start + minute, minute);
      assert.equal(state.history.at(-1), at > other ? letter : otherLetter, `${letter} before ${otherLetter}`);
    }
});

test('the bar shows silence while it lasts and after it ended', () => {
  const state = newState(0, start);
  const seen = report(state, 0, start, start + 10 * minute);
  assert.equal(truthfulState(state, seen, start + 3 * pieceMs + minute, minute).history.slice(-4), 'ruuu');
  report(state, 0, start + 3 * pieceMs + 2 * minute, start + 4 * pieceMs + minute, seen);
  const after = truthfulState(state, start + 4 * pieceMs + minute, start + 4 * pieceMs + minute, minute);
  assert.equal(after.history.slice(-5), 'uuuur');
  assert.deepEqual([after.code, after.flaps], [0, 1]);
});

test('while the server did not listen, only half hours without any report are unknown', () => {
  const short = newState(0, start);
  reported(short, 0, start, start + 10 * minute, minute, false);
  assert.deepEqual([short.history.slice(-2), short.flaps], ['-r', []]);
  const long = newState(0, start);
  reported(long, 0, start + 5 * minute, start + 3 * pieceMs + minute, minute, false);
  assert.equal(long.history.slice(-5), '-ruur');
});

test('a node that was away for days has a bar of silence', () => {
  const state = newState(0, start);
  reported(state, 0, start, start + 5 * 24 * 60 * minute, minute);
  assert.equal(state.history, 'u'.repeat(pieces));
});

test('changes to the status failing are counted for 24 hours', () => {
  const state = newState(0, start);
  let seen = start;
  for (let round = 0; round < 6; round += 1) {
    seen = report(state, 2, seen + 30_000, seen + minute, seen);
    seen = report(state, 0, seen + 30_000, seen + minute, seen);
  }
  assert.equal(truthfulState(state, seen, seen, minute).flaps, 6);
  assert.equal(truthfulState(state, seen, seen + 25 * 60 * minute, minute).flaps, 0);
});

test('a node that flaps all day is counted in full, and the count falls as the flaps grow old', () => {
  const state = newState(0, start);
  let seen = start;
  for (let round = 0; round < 300; round += 1) {
    seen = report(state, 2, seen + 30_000, seen + minute, seen);
    seen = report(state, 0, seen + 30_000, seen + minute, seen);
  }
  const flaps = (afterHours: number): number =>
    truthfulState(state, seen, seen + afterHours * 60 * minute, minute).flaps;
  assert.equal(flaps(0), 300);
  assert.ok(flaps(20) > 100 && flaps(20) < 150, `${flaps(20)}`);
  assert.equal(flaps(25), 0);
  assert.ok(state.flaps.length + (state.earlier?.length ?? 0) < 100, 'the record stays small');
});

test('collectors of a silent node have an unknown status and keep their last message', () => {
  const status = silentStatus({
    status: 0,
    message: '1 running',
    collectors: [{ collector_id: 'c', configuration_id: 'k', status: 2, message: 'broken', verbose_message: 'v' }],
  });
  assert.deepEqual([status.status, status.collectors[0]?.status], [1, 1]);
  assert.match(status.collectors[0]?.message ?? '', /no ping signal from sidecar; last: broken/);
});
