// This test shows horizontal bars of several metrics per name.
import { expect } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** Shows bars of two metrics for each name. */
const shown = (values: readonly (readonly [name: string, count: number, slowest: number])[]) => {
  const result = pivot(
    ...values.map(([name, count, slowest]) => leaf([name], [['count()'], count], [['max(took)'], slowest])),
  );
  const config = aggregation({ visualization: 'bar', series: metrics('count()', 'max(took)') });
  return stage(
    () => (
      <div style={{ height: 300 }}>
        <AggregationWidget title="Requests" executing={false} result={result} config={config} />
      </div>
    ),
    700,
  );
};

it('a bar chart shows the value of each of several metrics beside its bar, and scales each metric by its own highest value', async () => {
  const name = (at: number) => `/api/products/recommendations/of/customer/${at}`;
  const { root, remove } = await shown([1, 2, 3, 4, 5, 6].map((at) => [name(at), 10 * at, 2_000 * (7 - at)]));
  const most = await byText(root, '60');
  const row = most.closest('li');
  await byText(root, '12,000');
  await waitUntil(() => row?.querySelector('[title="count: 60"]'), 'the bars are drawn');
  const bars = [...(row?.querySelectorAll<HTMLElement>('[title^="count:"], [title^="max took:"]') ?? [])];
  expect(bars.map(({ style }) => Number.parseFloat(style.width).toFixed(1))).to.deep.equal(['100.0', '16.7']);
  const middles = [bars[0], most].map((one) => {
    const { top, height } = one?.getBoundingClientRect() ?? new DOMRect();
    return top + height / 2;
  });
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0)), 'the figure is beside its bar').to.be.lessThan(4);
  remove();
});

it('a bar chart scales a count and a field each by its own highest value, also if their values are similar', async () => {
  const name = (at: number) => `/api/products/recommendations/of/customer/${at}`;
  const { root, remove } = await shown([1, 2].map((at) => [name(at), 10 * at, 40 * at]));
  const most = await byText(root, '80');
  await waitUntil(() => most.closest('li')?.querySelector('[title="count: 20"]'), 'the bars are drawn');
  const bars = [...root.querySelectorAll<HTMLElement>('li [title^="count:"], li [title^="max took:"]')];
  expect(bars.flatMap(({ style }) => style.width || [])).to.deep.equal(['50%', '50%', '100%', '100%']);
  remove();
});

it('a bar chart draws metrics of different scale as horizontal bars also beside short names', async () => {
  const different = await shown([
    ['/cart', 20, 4_000],
    ['/login', 30, 2_000],
  ]);
  await byText(different.root, '4,000');
  expect(different.root.querySelectorAll('li [title="count: 20"]').length).to.equal(1);
  different.remove();
  const alike = await shown([
    ['/cart', 20, 40],
    ['/login', 30, 20],
  ]);
  await waitUntil(() => alike.root.querySelector('canvas, svg'), 'the chart is drawn');
  expect(alike.root.querySelectorAll('li [title^="count: "]').length).to.equal(0);
  alike.remove();
});

it('a bar chart with many bars for each name shows their values, or gives their place to the bars', async () => {
  const name = (at: number) => `/api/products/recommendations/of/customer/${at}`;
  const group = async (bars: number) => {
    const hosts = Array.from({ length: bars }, (_, at) => `web-${at}`);
    const result = pivot(
      ...[1, 2].map((at) =>
        leaf([name(at)], ...hosts.map((host, place): [string[], number] => [[host, 'count()'], 10 * at + place])),
      ),
    );
    const config = aggregation({ visualization: 'bar', column_pivots: [byValues('source')], rollup: false });
    const staged = await stage(
      () => (
        <div role="group" style={{ height: 400 }}>
          <AggregationWidget title="Requests" executing={false} result={result} config={config} />
        </div>
      ),
      700,
    );
    const row = await waitUntil(() => staged.root.querySelector('li')).then(() => staged.root.querySelector('li'));
    await waitUntil(() => row?.querySelector('[title="web-0: 10"]'), 'the bars are drawn');
    return { ...staged, row };
  };
  const few = await group(6);
  const figures = [...(few.row?.lastElementChild?.querySelectorAll('[aria-hidden]') ?? [])];
  expect(figures.map(({ textContent }) => textContent)).to.deep.equal(['10', '11', '12', '13', '14', '15']);
  few.remove();
  const many = await group(20);
  expect(many.row?.lastElementChild?.querySelector('[aria-hidden]')).to.equal(null);
  expect(many.row?.lastElementChild?.clientWidth, 'the bars have the place').to.be.lessThan(2);
  many.remove();
});
