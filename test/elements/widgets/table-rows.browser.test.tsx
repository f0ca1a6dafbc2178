/** Tests that the height that the data table reserves for its rows is the height of the rows. */
import { expect } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

it('a table reserves for rows that are not mounted as much height as they have', async () => {
  const count = 300;
  const names = Array.from({ length: count }, (_, at) => `host ${at}`);
  const result = pivot(...names.map((name) => leaf([name], [['count()'], 7])));
  const config = aggregation({ visualization: 'table', series: metrics('count()') });
  const { root, remove } = await stage(() => (
    <div style={{ height: 400, display: 'flex' }}>
      <AggregationWidget title="Hosts" executing={false} result={result} config={config} />
    </div>
  ));
  await waitUntil(() => root.querySelectorAll('tbody tr:not([aria-hidden])').length > 5, 'rows are shown');
  const row = root.querySelector('tbody tr:not([aria-hidden])');
  const height = row?.getBoundingClientRect().height ?? 0;
  const body = root.querySelector('tbody')?.getBoundingClientRect().height ?? 0;
  expect(height).to.be.greaterThan(20);
  expect(body).to.equal(count * height);
  remove();
});
