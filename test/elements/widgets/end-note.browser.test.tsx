/** Tests that a wall display names the bucket that is not over, because nobody sees its tooltip there. */
import { expect } from '@open-wc/testing';
import { AggregationWidget, StillWidgetsContext } from '../../../elements/widgets/index.js';
import { aggregation, byTime, leaf, pivot } from '../../machines/pivot/results.js';
import { byText, settled, stage, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const note = 'last bucket incomplete';

/** Shows a chart whose range ends within the last of three buckets. */
function chart(visualization: string, onWall: boolean) {
  const result = pivot(
    ...['30', '35', '40'].map((minutes) => leaf([`2026-11-20T18:${minutes}:00.000Z`], [['count()'], Number(minutes)])),
  );
  const range = { type: 'absolute', from: '2026-11-20T18:30:00.000Z', to: '2026-11-20T18:42:00.000Z' } as const;
  const interval = { type: 'timeunit', value: 5, unit: 'minutes' } as const;
  return stage(
    () => (
      <StillWidgetsContext value={onWall}>
        <div role="group" style={{ display: 'flex', height: 240 }}>
          <AggregationWidget
            title="Messages"
            executing={false}
            result={{ ...result, effective_timerange: range }}
            config={aggregation({ visualization, row_pivots: [{ ...byTime(), config: { interval } }] })}
          />
        </div>
      </StillWidgetsContext>
    ),
    700,
  );
}

for (const visualization of ['bar', 'line', 'area', 'scatter'])
  it(`a ${visualization} chart on a wall names the incomplete bucket below the plot, within the chart`, async () => {
    const { root, remove } = await chart(visualization, true);
    const box = (await byText(root, note)).getBoundingClientRect();
    const stageBox = root.querySelector('[aria-roledescription]')?.getBoundingClientRect();
    expect(box.right).to.be.lessThan(stageBox?.right ?? 0);
    expect(box.bottom).to.be.lessThan((stageBox?.bottom ?? 0) + 1);
    expect(box.top, 'below the plot').to.be.greaterThan((stageBox?.bottom ?? 0) - 24);
    remove();
  });

it('a chart on a page has no such note, because its tooltip names the bucket', async () => {
  const { root, remove } = await chart('bar', false);
  await waitUntil(() => root.querySelector('canvas'), 'the chart is drawn');
  await settled();
  expect(withText(root, note)).to.equal(undefined);
  remove();
});
