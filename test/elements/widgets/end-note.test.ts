/** Tests the note about incomplete buckets at the end of the lower axis. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axisLabels } from '../../../elements/widgets/visualizations/cartesian/axis-labels.js';
import type { ChartInput } from '../../../elements/widgets/visualizations/cartesian/chart-input.js';
import { partialNote } from '../../../elements/widgets/visualizations/cartesian/end-note.js';
import { plotArea } from '../../../elements/widgets/visualizations/cartesian/plot.js';
import type { StyledData } from '../../../elements/widgets/visualizations/series-style.js';
import type { TimeBucket } from '../../../machines/pivot/chart-data.js';
import { untyped } from '../../untyped.js';

const minute = 60_000;
/** Returns an axis of minutes; `marks` has a letter for each bucket, `p` for an incomplete one. */
function axisOf(marks: string): { readonly axis: StyledData['axis'] } {
  const buckets = [...marks].map((mark, at): TimeBucket => ({
    start: at * minute,
    end: (at + 1) * minute,
    key: String(at),
    ...(mark === 'p' && { partial: true as const }),
  }));
  return { axis: { type: 'time', from: 0, to: marks.length * minute, buckets } };
}

describe('the note about incomplete buckets', () => {
  const cases: [marks: string, width: number, expected: string | undefined][] = [
    ['wwwww', 900, undefined],
    ['wwwwp', 900, 'last bucket incomplete'],
    ['pwwww', 900, 'first bucket incomplete'],
    ['pwwwp', 900, 'first and last bucket incomplete'],
    ['wwwwp', 260, 'last incomplete'],
    ['pwwwp', 350, 'both ends incomplete'],
    ['pwwwp', 240, 'ends incomplete'],
    ['p', 900, 'incomplete'],
    ['p', 180, 'incomplete'],
    ['wwwwp', 150, undefined],
  ];
  for (const [marks, width, expected] of cases)
    it(`is ${expected ?? 'absent'} for ${marks} in ${width} px`, () =>
      assert.equal(partialNote(axisOf(marks), width, 12), expected));

  it('is absent on an axis of names', () => {
    const axis: StyledData['axis'] = { type: 'category', labels: ['a'], keys: [['a']], fields: [] };
    assert.equal(partialNote({ axis }, 900, 12), undefined);
  });

  it('takes the place of the labels of the axis that it would cover', () => {
    const plot = plotArea(700, 200, { type: 'linear', min: 0, max: 10, step: 5 }, 12);
    const colors = untyped<ChartInput['colors']>({ axisFontSize: 12 });
    const data = untyped<StyledData>({ ...axisOf('w'.repeat(59) + 'p'), series: [] });
    const instants = (endNote?: string) =>
      axisLabels({ data, plot, zone: 'UTC', colors, endNote }).labels.map(({ at }) => at);
    const [all, free] = [instants(), instants('last bucket incomplete')];
    assert.ok(free.length > 0 && free.length < all.length);
    assert.deepEqual(free, all.slice(0, free.length), 'the other labels stay');
    const share = (free.at(-1) ?? 0) / (60 * minute);
    assert.ok(share * plot.width < plot.width - 22 * 12 * 0.52, 'no label is below the note');
  });
});
