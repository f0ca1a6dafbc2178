// This test shows a chart with little height, as on a crowded wall display.
import { expect } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { byRole, byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { histogramResult, levelHistogramConfig } from './sample-results.js';

it('a low and wide chart has its legend beside the plot, so that the plot keeps its height', async () => {
  const result = histogramResult(true);
  const { root, remove } = await stage(
    () => (
      <div style={{ height: 124 }}>
        <AggregationWidget title="Requests" executing={false} result={result} config={levelHistogramConfig} />
      </div>
    ),
    900,
  );
  const chart = await byRole(root, 'group', /^Requests/);
  const name = await byText(root, 'warning (4)');
  await waitUntil(
    () => name.getBoundingClientRect().left >= chart.getBoundingClientRect().right,
    'the legend is beside the plot',
  );
  expect(chart.clientHeight).to.be.greaterThan(60);
  remove();
});
