// Tests that charts over time measure metrics of very different values with two axes.
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { ThresholdLayer } from '../../../elements/widgets/visualizations/cartesian/threshold-layer.js';
import { aggregation, byTime, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** Shows two metrics over three minutes. */
const shown = (visualization: string, slowest: number, slow = 'max(took)') => {
  const minutes = [10, 20, 40].map((count, at) =>
    leaf([`2024-03-02T10:0${at}:00.000Z`], [['count()'], count], [[slow], slowest * (at + 1)]),
  );
  const config = aggregation({ visualization, row_pivots: [byTime()], series: metrics('count()', slow) });
  return stage(() => (
    <div style={{ height: 300 }}>
      <AggregationWidget title="Requests" executing={false} result={pivot(...minutes)} config={config} />
    </div>
  ));
};

for (const visualization of ['line', 'area', 'bar']) {
  it(`a metric of another kind is measured with an axis at the right of a ${visualization} chart`, async () => {
    const { root, remove } = await shown(visualization, 2_000);
    const chart = await byRole(root, 'group', /^Requests/);
    await waitUntil(() => chart.textContent?.includes('6k'), 'the right axis has labels');
    await byText(chart, 'max took');
    await byText(chart, 'count');
    chart.focus();
    chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, composed: true }));
    await waitUntil(
      () => /max took 6,000/.test(chart.querySelector('[aria-live]')?.textContent ?? ''),
      'values are announced as they are, not as they are drawn',
    );
    remove();
  });
}

it('a count and a field have an axis each, also if their values are similar', async () => {
  const { root, remove } = await shown('bar', 20);
  const chart = await byRole(root, 'group', /^Requests/);
  await byText(chart, 'max took');
  await byText(chart, 'count');
  remove();
});

it('a chart that cannot have two axes says that metrics of different kinds share one', async () => {
  const { root, remove } = await shown('line', -20);
  const chart = await byRole(root, 'group', /^Requests/);
  await byText(chart, 'count, max took on one scale');
  remove();
});

it('counts of similar values are measured with one axis', async () => {
  const { root, remove } = await shown('line', 20, 'card(host)');
  const chart = await byRole(root, 'group', /^Requests/);
  await waitUntil(() => chart.querySelector('canvas, svg'), 'the chart is drawn');
  expect(chart.textContent).not.to.match(/card host|on one scale/);
  remove();
});

it('thresholds of both axes that were at the same height are removed', async () => {
  function Scene() {
    const [values, setValues] = useState([5, 5]);
    const marks = values.map((value, at) => ({ value, level: 'critical' as const, text: `Critical from ${at} ms` }));
    return (
      <div role="group">
        <button type="button" onClick={() => setValues([4, 6])}>
          Change
        </button>
        <ThresholdLayer
          marks={marks}
          axis={{ type: 'linear', min: 0, max: 10, step: 5 }}
          plot={{ left: 0, top: 0, width: 100, height: 100 }}
          right={0}
        />
      </div>
    );
  }
  const { root, remove } = await stage(() => <Scene />);
  await clickOn(root, 'button', 'Change');
  const tops = () => [...root.querySelectorAll<HTMLElement>('[role=group] > span')].map((one) => topOf(one));
  const topOf = ({ firstElementChild: line }: HTMLElement) => (line instanceof HTMLElement ? line.style.top : '');
  await waitUntil(() => tops().includes('60px') && tops().includes('40px'), 'the thresholds have moved');
  expect(tops()).to.deep.equal(['60px', '40px']);
  remove();
});
