import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PivotRow } from '../../../api/contract/searches.js';
import {
  FieldInteractionsContext,
  type ClickedValue,
  type FieldInteractions,
} from '../../../elements/widgets/actions/interactions.js';
import { AggregationWidget, type AbsoluteRange, type AggregationWidgetProps } from '../../../elements/widgets/index.js';
import { expectAccessible } from '../accessible.js';
import { byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { histogramConfig, histogramResult, levelHistogramConfig } from './sample-results.js';
import { waitUntil } from '../wait.js';

async function histogram(props: Partial<AggregationWidgetProps>, width = 900) {
  const ranges: AbsoluteRange[] = [];
  const staged = await stage(
    () => (
      <div style={{ height: 220 }}>
        <AggregationWidget
          title="Message Count"
          executing={false}
          result={histogramResult(true)}
          config={levelHistogramConfig}
          onRange={(range) => ranges.push(range)}
          {...props}
        />
      </div>
    ),
    width,
  );
  staged.host.setAttribute('timezone', 'Europe/Berlin');
  return { ...staged, ranges };
}

async function chartOf(root: ParentNode): Promise<HTMLElement> {
  await waitUntil(() => root.querySelector('canvas'), 'the canvas is shown');
  return byRole(root, 'group', /^Message Count/);
}

/** Returns the number of different colours on a canvas. */
function colorsOf(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) === 255)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  }
  return seen.size;
}

describe('histogram', () => {
  it("draws the levels in their colours and describes its content, in the user's time zone", async () => {
    const { root, remove } = await histogram({});
    const chart = await chartOf(root);
    const canvas = root.querySelector('canvas');
    if (!canvas) throw new Error('no canvas');
    await waitUntil(() => colorsOf(canvas) >= 6, 'the bars are drawn');
    await waitUntil(() =>
      /^Message Count: 60 points from 2026-11-20 20:30:00 to 2026-11-20 20:45:00, highest \d+ at 2026-11-20 20:40:/.test(
        chart.getAttribute('aria-label') ?? '',
      ),
    );
    await byText(root, 'critical (2)');
    remove();
  });

  it('can be explored and zoomed by keyboard', async () => {
    const { root, ranges, remove } = await histogram({});
    const chart = await chartOf(root);
    chart.focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(
      getComputedStyle(chart).outlineOffset,
      'the focus ring is inside the chart, because the card would cut an outer ring',
    ).to.equal('-2px');
    const spoken = () => chart.querySelector('[aria-live]')?.textContent ?? '';
    await waitUntil(() => spoken().startsWith('2026-11-20 20:30:00, error (3) 12'), 'the bar is announced');
    for (let times = 0; times < 2; times++) await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ up: 'Shift' });
    await waitUntil(() => spoken().startsWith('Selected 2026-11-20 20:30:30 to 2026-11-20 20:31:00'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => ranges.length > 0);
    expect(ranges).to.deep.equal([
      { type: 'absolute', from: '2026-11-20T19:30:30.000Z', to: '2026-11-20T19:31:00.000Z' },
    ]);
    remove();
  });

  it('zooms by dragging, to whole bars; a click alone does nothing', async () => {
    const { root, ranges, remove } = await histogram({});
    const chart = await chartOf(root);
    const box = chart.getBoundingClientRect();
    const y = Math.round(box.top + box.height / 2);
    const x = (share: number) => Math.round(box.left + 40 + (box.width - 56) * share);
    await sendMouse({ type: 'click', position: [x(0.5), y] });
    await settled();
    expect(ranges).to.deep.equal([]);
    await sendMouse({ type: 'move', position: [x(0.25), y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x(0.5), y] });
    await sendMouse({ type: 'up' });
    await waitUntil(() => ranges.length === 1);
    const [range] = ranges;
    const from = Date.parse(range?.from ?? '');
    const to = Date.parse(range?.to ?? '');
    expect(from % 15_000).to.equal(0);
    expect(to % 15_000).to.equal(0);
    expect(to - from).to.be.within(200_000, 260_000);
    await sendMouse({ type: 'move', position: [2, 2] });
    remove();
  });

  it('offers the actions of a bar by pointer; a press in its menu does not reach the bars beneath', async () => {
    const queries: string[] = [];
    const ranges: AbsoluteRange[] = [];
    const interactions: FieldInteractions = {
      query: () => '',
      onQuery: (query) => queries.push(query),
      typeOf: () => undefined,
    };
    const { root, remove } = await stage(
      () => (
        <FieldInteractionsContext value={interactions}>
          <div style={{ height: 420 }}>
            <AggregationWidget
              title="Message Count"
              executing={false}
              result={histogramResult(true)}
              config={levelHistogramConfig}
              onRange={(range) => ranges.push(range)}
            />
          </div>
        </FieldInteractionsContext>
      ),
      900,
    );
    const box = (await chartOf(root)).getBoundingClientRect();
    const bar: [number, number] = [Math.round(box.left + box.width / 2), Math.round(box.bottom - 30)];
    await sendMouse({ type: 'click', position: bar });
    const group = await byRole(root, 'group', /^level/);
    const item = await byRole(group, 'menuitem', 'Add to query');
    await still(item);
    const place = item.getBoundingClientRect();
    const onItem: [number, number] = [Math.round(place.left + 30), Math.round(place.top + place.height / 2)];
    await sendMouse({ type: 'click', position: onItem });
    await waitUntil(() => queries.length === 1, 'the action of the menu is executed');
    expect(queries[0]).to.match(/^level:/);
    expect(ranges).to.deep.equal([]);
    await sendMouse({ type: 'move', position: [2, 2] });
    remove();
  });

  it("zooms by dragging over bars without opening a bar's menu", async () => {
    const ranges: AbsoluteRange[] = [];
    const clicked: ClickedValue[] = [];
    const interactions: FieldInteractions = {
      query: () => '',
      onQuery: () => undefined,
      typeOf: () => undefined,
      onValueClick: (value) => {
        clicked.push(value);
        return false;
      },
    };
    const { root, remove } = await stage(
      () => (
        <FieldInteractionsContext value={interactions}>
          <div style={{ height: 220 }}>
            <AggregationWidget
              title="Message Count"
              executing={false}
              result={histogramResult(false)}
              config={histogramConfig}
              onRange={(range) => ranges.push(range)}
            />
          </div>
        </FieldInteractionsContext>
      ),
      900,
    );
    const box = (await chartOf(root)).getBoundingClientRect();
    const at = (share: number): [number, number] => [
      Math.round(box.left + 40 + (box.width - 56) * share),
      Math.round(box.bottom - 40),
    ];
    await sendMouse({ type: 'move', position: at(0.25) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: at(0.5) });
    await sendMouse({ type: 'up' });
    await waitUntil(() => ranges.length === 1, 'the range is reported');
    await settled();
    expect(clicked).to.deep.equal([]);
    await sendMouse({ type: 'click', position: at(0.5) });
    await waitUntil(() => clicked.length === 1, 'a click opens the actions of the bar');
    expect(clicked[0]?.groups?.map(({ field }) => field)).to.deep.equal(['timestamp']);
    await sendMouse({ type: 'move', position: [2, 2] });
    remove();
  });

  it('offers the same values as a table', async () => {
    const { root, remove } = await histogram({ result: histogramResult(false), config: histogramConfig });
    await chartOf(root);
    await clickOn(root, 'button', 'Show as table');
    await waitUntil(() => root.querySelector('table')?.getAttribute('aria-rowcount') === '61', 'the table is shown');
    expect(root.querySelector('canvas')).to.equal(null);
    await waitUntil(() => root.querySelector('tbody th')?.textContent === '2026-11-20 20:30:00');
    await clickOn(root, 'button', 'Show as chart');
    await chartOf(root);
    remove();
  });

  it('keeps the old picture while a new one is loading, and follows the size of its container', async () => {
    const { root, host, remove } = await histogram({ executing: true });
    await chartOf(root);
    expect(root.querySelector('section')?.getAttribute('aria-busy')).to.equal('true');
    host.style.width = '420px';
    await waitUntil(() => (root.querySelector('canvas')?.clientWidth ?? 999) < 420);
    remove();
  });

  it('shows the number of messages and the time span above it, even if it cannot be collapsed', async () => {
    const effectiveRange = { type: 'absolute', from: '2026-11-20T19:30:00Z', to: '2026-11-20T19:45:00Z' } as const;
    const { root, remove } = await histogram({ total: 4321, effectiveRange });
    await byText(root, '4,321');
    await byText(root, '2026-11-20 20:30:00 – 20:45:00');
    const unit = [...root.querySelectorAll('span')].find(({ textContent }) => textContent === ' messages');
    expect(unit?.checkVisibility(), 'the unit "messages" is visible').to.equal(true);
    expect(unit?.parentElement?.title).to.equal('4,321 messages\n2026-11-20 20:30:00 – 20:45:00');
    remove();
    // Only on devices without a mouse does a chart below 480 px hide the number to leave room for the title.
    const narrow = await histogram({ total: 1, effectiveRange }, 500);
    const unitOfOne = (): HTMLElement | undefined =>
      [...narrow.root.querySelectorAll('span')].find(({ textContent }) => textContent === ' message');
    await waitUntil(() => unitOfOne()?.checkVisibility() === true, 'the unit "message" is visible');
    await waitUntil(
      () => unitOfOne()?.parentElement?.title === '1 message\n2026-11-20 20:30:00 – 20:45:00',
      'the tooltip names the time span in the zone of the user',
    );
    narrow.remove();
    const sorted = { ...levelHistogramConfig, sort: [{ type: 'series', field: 'count()', direction: 'Descending' }] };
    const others = await histogram({ total: 4321, effectiveRange, config: sorted as typeof levelHistogramConfig });
    await settled();
    expect(others.root.textContent, 'a chart sorted by value shows no total above it').not.to.contain('4,321');
    others.remove();
    const number = { ...levelHistogramConfig, row_pivots: [], column_pivots: [], visualization: 'numeric' };
    const single = await histogram({ total: 4321, effectiveRange, config: number as typeof levelHistogramConfig }, 360);
    await settled();
    expect(single.root.textContent, 'no second number is shown above a number').not.to.contain('4,321');
    single.remove();
  });

  it('shows that there are no messages, or that there is nothing to count', async () => {
    const empty = await histogram({ result: { ...histogramResult(false), rows: [] } });
    await byText(empty.root, 'No messages in this time range.');
    empty.remove();
    // The answer to an empty table consists of the row of totals.
    const totals: PivotRow = {
      key: [],
      source: 'non-leaf',
      values: [{ key: ['count()'], value: 0, rollup: true, source: 'row-inner' }],
    };
    const table = await histogram({
      config: { ...levelHistogramConfig, column_pivots: [], visualization: 'table' },
      result: { ...histogramResult(false), total: 0, rows: [totals] },
    });
    await byText(table.root, 'No messages in this time range.');
    table.remove();
    const { rows, ...counted } = histogramResult(false);
    const zeros = rows.map((row) => ({ ...row, values: row.values.map((value) => ({ ...value, value: 0 })) }));
    const flat = await histogram({ config: histogramConfig, result: { ...counted, total: 0, rows: zeros } });
    await byText(flat.root, 'No messages in this time range.');
    expect(flat.root.querySelector('canvas')).to.equal(null);
    flat.remove();
    // A metric can be zero even if messages were found; the chart is still drawn.
    const measured = await histogram({ config: histogramConfig, result: { ...counted, total: 9, rows: zeros } });
    await chartOf(measured.root);
    measured.remove();
    const lacking = await histogram({ config: { ...histogramConfig, series: [] } });
    await byText(lacking.root, 'Bar chart requires at least one metric');
    lacking.remove();
    const bare = await histogram({ config: { ...histogramConfig, series: [], row_pivots: [] } });
    await byText(bare.root, 'Empty Aggregation');
    bare.remove();
  });

  for (const theme of ['light', 'dark']) {
    it(`is accessible as chart and as table, ${theme}`, async () => {
      const { root, host, remove } = await histogram({});
      host.setAttribute('theme', theme);
      await chartOf(root);
      await still(host);
      await expectAccessible(host);
      await clickOn(root, 'button', 'Show as table');
      await waitUntil(() => root.querySelector('table'));
      await expectAccessible(host);
      remove();
    });
  }
});
