/** Tests which bars a wall shows if it has no room for all of them: nobody can scroll there. */
import { expect } from '@open-wc/testing';
import type { PivotRow } from '../../../api/contract/searches.js';
import { AggregationWidget, StillWidgetsContext } from '../../../elements/widgets/index.js';
import { restSeries } from '../../../machines/pivot/rest-series.js';
import { aggregation, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { byText, stage } from '../search/stage.js';

const name = (at: number) => `recommendations-${at}.production.example.org`;

/** Shows bars of eight hosts and of 32 others on a wall. @param isCounted false: the number of others is unknown */
function wall(height: number, isCounted = true) {
  const [messages = '', values = ''] = restSeries(aggregation()).map(({ id }) => id);
  const totals: PivotRow = {
    key: [],
    source: 'non-leaf',
    values: Object.entries({ 'count()': 500, ...(isCounted && { [messages]: 500, [values]: 40 }) }).map(
      ([metric, value]) => ({
        key: [metric],
        value,
        rollup: true,
        source: 'row-inner',
      }),
    ),
  };
  const result = pivot(
    ...[9, 8, 7, 6, 5, 4, 3, 2].map((at) =>
      leaf([name(at)], [['count()'], 10 * at], [[messages], 10 * at], [[values], 1]),
    ),
    totals,
  );
  return stage(
    () => (
      <StillWidgetsContext value={true}>
        <div role="group" style={{ display: 'flex', height }}>
          <AggregationWidget
            title="Hosts"
            executing={false}
            result={result}
            config={aggregation({ visualization: 'bar', row_pivots: [{ ...byValues('host'), config: { limit: 8 } }] })}
          />
        </div>
      </StillWidgetsContext>
    ),
    700,
  );
}

it('a bar chart on a wall display shows the bar of all other values last, and counts the bars that it leaves out', async () => {
  const { root, remove } = await wall(150);
  const more = await byText(root, '6 more');
  expect(more.checkVisibility()).to.equal(true);
  const rows = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).to.deep.equal([`${name(9)}90`, `${name(8)}80`, 'Other (32 more)60']);
  remove();
});

for (const [isCounted, text] of [
  [true, '39 more'],
  [false, '7 more and all other values'],
] as const)
  it(`a wall display with room for one bar counts the other values among the omitted ones: ${text}`, async () => {
    const { root, remove } = await wall(100, isCounted);
    await byText(root, text);
    expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).to.deep.equal([`${name(9)}90`]);
    remove();
  });
