/** Tests numbers that are shown with few digits and reveal all digits on hover. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PivotResult } from '../../../api/contract/searches.js';
import {
  AggregationWidget,
  type AggregationConfig,
  type AggregationWidgetProps,
  type MetricLooks,
} from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const metric = 'avg(took)';
const mean = { series: metrics(metric), rollup: true };
const hosts = pivot(leaf(['web-01'], [[metric], 12_345.678]), leaf(['web-02'], [[metric], 842.371_95]));

async function shown(
  config: Partial<AggregationConfig>,
  props: Partial<AggregationWidgetProps> = {},
  result: PivotResult = hosts,
) {
  const staged = await stage(
    () => (
      <div style={{ height: 260 }}>
        <AggregationWidget
          title="Means"
          executing={false}
          config={aggregation({ ...mean, ...config })}
          result={result}
          {...props}
        />
      </div>
    ),
    700,
  );
  return staged;
}
const inMs: { looks: MetricLooks } = { looks: { [metric]: { unit: 'ms' } } };
const spaced = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const rowsOf = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[popover] > div')].flatMap((row) =>
    row.children.length > 2 ? [[...row.children].slice(1).map(({ textContent }) => spaced(textContent))] : [],
  );

describe('exact values', () => {
  afterEach(() => sendMouse({ type: 'move', position: [2, 590] }));

  it('a table shows the unit once, in its head, and all digits of a cell on hover', async () => {
    const { root, remove } = await shown({ visualization: 'table' }, inMs);
    await byText(root, '12.35');
    expect(root.querySelector('thead')?.textContent).to.contain('avg took (s)');
    const cells = [...root.querySelectorAll<HTMLElement>('tbody td span[title]')];
    expect(cells.map((cell) => [cell.textContent, spaced(cell.title)])).to.deep.equal([
      ['12.35', '12345.678 ms'],
      ['0.8424', '842.37195 ms'],
    ]);
    remove();
  });

  it('bar values are announced with all digits', async () => {
    const { root, remove } = await shown({ visualization: 'bar' }, inMs);
    const chart = await byRole(root, 'group', /^Means/);
    await waitUntil(() => root.querySelector('canvas'), 'the chart is drawn');
    expect(spaced(chart.ariaLabel)).to.contain('highest 12.35 s at web-01');
    chart.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => root.querySelector('[popover]:popover-open'), 'the tooltip is shown');
    expect(rowsOf(root)).to.deep.equal([['avg took', '12.35 s', '12345.678 ms']]);
    remove();

    const split = { visualization: 'bar', column_pivots: [byValues('code')], rollup: false };
    const two = pivot(leaf(['web-01'], [['200', metric], 1.234_567], [['500', metric], 7.654_321]));
    const stacked = await shown(split, {}, two);
    const many = await byRole(stacked.root, 'group', /^Means/);
    await waitUntil(() => stacked.root.querySelector('canvas'), 'the chart is drawn');
    many.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => rowsOf(stacked.root).length === 2, 'the tooltip shows both rows');
    expect(rowsOf(stacked.root)).to.deep.equal([
      ['500', '7.654', '7.654321'],
      ['200', '1.235', '1.234567'],
    ]);
    const lefts = (column: number) =>
      [...stacked.root.querySelectorAll<HTMLElement>('[popover] > div')]
        .filter(({ children }) => children.length > 2)
        .map(({ children }) => Math.round(children[column]?.getBoundingClientRect().right ?? 0));
    expect(new Set(lefts(2)).size).to.equal(1);
    expect(new Set(lefts(3)).size).to.equal(1);
    stacked.remove();
  });

  it('shows a unit above an axis if the axis labels do not contain it', async () => {
    const { root, remove } = await shown({ visualization: 'bar' }, { looks: { [metric]: { unit: 'requests' } } });
    await byText(root, 'requests');
    remove();
  });

  it('shows all digits of legend entries of a pie, heatmap cells, scale ends and trends, too', async () => {
    const ring = await shown({ visualization: 'pie' });
    await waitUntil(
      () => ring.root.querySelector('ul span[title="12345.678"]'),
      'the legend shows all digits on hover',
    );
    ring.remove();

    const split = { column_pivots: [byValues('code')], rollup: false };
    const cells = pivot(leaf(['web-01'], [['200', metric], 1.234_567], [['500', metric], 7.654_321]));
    const heat = await shown({ visualization: 'heatmap', ...split }, {}, cells);
    const chart = await byRole(heat.root, 'group', /^Means/);
    await waitUntil(() => heat.root.querySelector('[title="7.654321"]'), 'the scale shows all digits on hover');
    chart.focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(
      () => rowsOf(heat.root).some((row) => row.includes('1.234567')),
      'the tooltip of the cell shows all digits',
    );
    heat.remove();

    const single = pivot(leaf([], [[metric], 12.345_678]));
    const number = await shown(
      { visualization: 'numeric', row_pivots: [], visualization_config: { trend: true } },
      { trend: pivot(leaf([], [[metric], 10.000_001])) },
      single,
    );
    await byText(number.root, '12.35');
    const titles = [...number.root.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title);
    expect(titles.slice(-2)).to.deep.equal(['12.345678', '2.345677\nPrevious value: 10.000001']);
    number.remove();
  });
});
