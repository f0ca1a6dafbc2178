import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spanOf } from '../../../machines/time-range/ranges.js';
import { shiftedRange } from '../../../machines/time-range/shift.js';
import { zoomTo, zoomedIn, zoomedOut, type Zoom } from '../../../machines/time-range/zoom.js';

const now = Date.UTC(2024, 2, 1, 10);
const minutes = 60_000;
const window = { from: now - 15 * minutes, to: now - 10 * minutes };

test('a step leads from a time range to the one directly before or after, with the same length', () => {
  assert.deepEqual(shiftedRange(window, -1, now), {
    type: 'absolute',
    from: '2024-03-01T09:40:00.000+00:00',
    to: '2024-03-01T09:45:00.000+00:00',
  });
  assert.deepEqual(shiftedRange(window, 1, now), {
    type: 'absolute',
    from: '2024-03-01T09:50:00.000+00:00',
    to: '2024-03-01T09:55:00.000+00:00',
  });
});

test('a time range cannot be moved beyond the present, before the searchable time, or away from all time', () => {
  assert.equal(shiftedRange({ from: now - minutes, to: now }, 1, now), undefined);
  assert.equal(shiftedRange({ from: 0, to: now }, -1, now), undefined);
  assert.equal(shiftedRange(window, -1, now, 'PT15M'), undefined);
  assert.ok(shiftedRange(window, -1, now, 'PT20M'));
  assert.equal(shiftedRange({ from: now, to: now }, -1, now), undefined);
});

test('a step forward and a step back lead to the original range', () => {
  const earliest = Date.UTC(2000, 0, 1);
  const span = fc
    .tuple(fc.integer({ min: earliest, max: now - 2 }), fc.integer({ min: 1, max: 30 * 86_400_000 }))
    .map(([from, length]) => ({ from, to: Math.min(from + length, now - 1) }));
  fc.assert(
    fc.property(span, (start) => {
      const back = shiftedRange(start, -1, now);
      const there = back && spanOf(back, now);
      assert.ok(there);
      const again = shiftedRange(there, 1, now);
      assert.deepEqual(again && spanOf(again, now), start);
    }),
  );
});

test('zooms of the time range are undone one by one, and another range discards them', () => {
  const relative = { type: 'relative', from: 300 } as const;
  const hour = { type: 'absolute', from: '2024-03-01T08:00:00.000Z', to: '2024-03-01T09:00:00.000Z' } as const;
  const part = { type: 'absolute', from: '2024-03-01T08:10:00.000Z', to: '2024-03-01T08:20:00.000Z' } as const;
  let zooms: readonly Zoom[] = zoomedIn([], { from: relative, to: hour });
  zooms = zoomedIn(zooms, { from: hour, to: part });
  assert.deepEqual(zoomTo(zooms, part)?.from, hour);
  const out = zoomedOut(zooms, part);
  assert.deepEqual(out?.range, hour);
  assert.deepEqual(zoomedOut(out?.zooms ?? [], hour)?.range, relative);
  assert.equal(zoomTo(zooms, { type: 'relative', from: 900 }), undefined);
  // A zoom from another range begins a new zoom history.
  assert.equal(zoomedIn(zooms, { from: { type: 'relative', from: 900 }, to: hour }).length, 1);
});
