/** Tests the text of a range in the footer of a dashboard widget. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortFooterText } from '../../../elements/view-area/widget/range-footer.js';
import type { TimeRange } from '../../../api/contract/searches.js';

const between = (from: string, to: string): TimeRange => ({ type: 'absolute', from, to });
const cases: readonly (readonly [TimeRange, string])[] = [
  [between('2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'), '2026-11-16 01:00:00 - 2026-11-23 01:00:00'],
  [between('2026-11-16T00:00:00.123Z', '2026-11-16T00:00:09.456Z'), '2026-11-16 01:00:00 - 2026-11-16 01:00:09'],
  [
    between('2026-11-16T00:00:00.123Z', '2026-11-16T00:00:00.456Z'),
    '2026-11-16 01:00:00.123 - 2026-11-16 01:00:00.456',
  ],
  [{ type: 'relative', from: 3600 }, '1 hour ago - Now'],
  [{ type: 'keyword', keyword: 'the second at 10:00:00.000' }, 'the second at 10:00:00.000'],
];

for (const [range, text] of cases)
  test(`the footer of a widget shows "${text}"`, () => assert.equal(shortFooterText(range, 'Europe/Berlin'), text));
