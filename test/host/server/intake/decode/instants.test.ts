import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromIso } from '../../../../../host/server/intake/decode/instants.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';

const two = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, '0'));
const four = fc.oneof(fc.nat(9999), fc.integer({ min: 1968, max: 2030 })).map((year) => String(year).padStart(4, '0'));
const three = fc.nat(999).map((number) => String(number).padStart(3, '0'));

test('a time in UTC is the same instant with the letter Z and with the offset +00:00', () => {
  fc.assert(
    fc.property(
      fc.tuple(four, two(13), two(32), two(25), two(61), two(61), three),
      ([year, month, day, hour, minute, second, millisecond]) => {
        const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}`;
        assert.equal(fromIso(`${wall}Z`, utc), fromIso(`${wall}+00:00`, utc));
      },
    ),
    { numRuns: 2000 },
  );
});

for (const [text, expected] of [
  ['2026-01-31T12:34:56.789Z', Date.UTC(2026, 0, 31, 12, 34, 56, 789)],
  ['2026-02-29T12:34:56.789Z', undefined],
  ['2024-02-29T12:34:56.789Z', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
  ['2026-01-31T23:59:60.000Z', Date.UTC(2026, 1, 1)],
  ['2026-01-31T12:34:56,789z', Date.UTC(2026, 0, 31, 12, 34, 56, 789)],
  ['2026-01-31T12:3x:56.789Z', undefined],
  ['2026-01-31T12:34:56.7 9Z', undefined],
  ['0000-00-00T00:00:00.000Z', undefined],
] as const)
  test(`"${text}" is parsed as ${expected}`, () => {
    assert.equal(fromIso(text, utc), expected);
  });
