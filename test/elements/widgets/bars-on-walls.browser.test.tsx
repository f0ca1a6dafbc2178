/** Tests which bars a wall shows if it has no room for all of them: nobody can scroll there. */
import { expect } from '@open-wc/testing';
import type { PivotRow } from '../../../api/contract/searches.js';
import { AggregationWidget, StillWidgetsContext } from '../../../elements/widgets/index.js';
import { restSeries } from '../../../machines/pivot/rest-series.js';
import { aggregation, leaf, pivot } from '../../machines/pivot/results.js';
import { byText, stage } from '../search/stage.js';

it('shows the bar of all other values last, and counts the bars that it leaves out', async () => {
  const [messages = '', values = ''] = restSeries(aggregation()).map(({ id }) => id);
  const name = (at: number) => `recommendations-${at}.production.example.org`;
  const totals: PivotRow = {
    key: [],
    source: 'non-leaf',
    values: Object.entries({ 'count()': 500, [messages]: 500, [values]: 40 }).map(([metric, value]) => ({
      key: [metric],
      value,
      rollup: true,
      source: 'row-inner',
    })),
  };
  const result = pivot(
    ...[9, 8, 7, 6, 5, 4, 3, 2].map((at) =>
      leaf([name(at)], [['count()'], 10 * at], [[messages], 10 * at], [[values], 1]),
    ),
    totals,
  );
  const { root, remove } = await stage(
    () => (
      <StillWidgetsContext value={true}>
        <div style={{ display: 'flex', height: 150 }}>
          <AggregationWidget
            title="Hosts"
            executing={false}
            result={result}
            config={aggregation({ visualization: 'bar' })}
          />
        </div>
      </StillWidgetsContext>
    ),
    700,
  );
  const more = await byText(root, '6 more');
  expect(more.checkVisibility()).to.equal(true);
  const rows = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).to.deep.equal([`${name(9)}90`, `${name(8)}80`, 'Other (32 more)60']);
  remove();
});
