import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { AggregationWidget, type AggregationConfig } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const codes = ['200', '404', '500'];
const stack = pivot(
  leaf(['web-01'], [['200', 'count()'], 30], [['404', 'count()'], 20], [['500', 'count()'], 10]),
  leaf(['web-02'], [['200', 'count()'], 40], [['500', 'count()'], 20]),
);
const split = { column_pivots: [byValues('code')], rollup: false };
const stacked = aggregation({ visualization: 'bar', ...split, visualization_config: { barmode: 'stack' } });

async function shown(config: AggregationConfig, result = stack, { above = 0, height = 260, width = 700 } = {}) {
  const staged = await stage(
    () => (
      <div style={{ height: height + above, paddingTop: above }}>
        <AggregationWidget
          title="Requests"
          executing={false}
          onConfigChange={() => {}}
          config={config}
          result={result}
        />
      </div>
    ),
    width,
  );
  const { root } = staged;
  await waitUntil(() => Object.keys(colors(root)).length >= 3, 'the legend is shown');
  await waitUntil(() => strong(root) === '200 404 500', 'all series are at full strength');
  return { ...staged, chart: await byRole(root, 'group', /^Requests/) };
}

const nameOf = (entry: Element | null) => entry?.querySelector('span[title]')?.textContent ?? '';

/** Returns the colours of the legend entries by name. */
function colors(root: ParentNode): Record<string, string> {
  const swatches = [...root.querySelectorAll<HTMLElement>('ul li span[style*=background]')];
  return Object.fromEntries(swatches.map((swatch) => [nameOf(swatch.closest('li')), swatch.style.backgroundColor]));
}

/** Returns the names of the series that are drawn at full strength. */
function strong(root: ParentNode): string {
  const canvas = root.querySelector('canvas');
  if (!canvas?.width) return '';
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const found = new Set<string>();
  const wanted = Object.entries(colors(root)).map(([name, color]) => ({
    name,
    parts: /(\d+), (\d+), (\d+)/.exec(color)?.slice(1).map(Number) ?? [],
  }));
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 250) continue;
    for (const { name, parts } of wanted)
      if (parts.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 3)) found.add(name);
  }
  return codes.filter((code) => found.has(code)).join(' ');
}

/** Returns the texts of the highlighted legend entry and tooltip row. */
const marked = (root: ParentNode) => ({
  legend: [...root.querySelectorAll('ul li')]
    .filter((entry) => getComputedStyle(entry).boxShadow !== 'none')
    .map(nameOf),
  tooltip: [...root.querySelectorAll<HTMLElement>('[popover] > div')]
    .filter((row) => row.children.length === 3 && getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)')
    .map((row) => row.textContent),
});

const announcement = (root: ParentNode) => root.querySelector('[aria-live]')?.textContent;

describe('a highlighted series', () => {
  afterEach(() => sendMouse({ type: 'move', position: [2, 2] }));

  it('is the only one at full strength while its legend entry is hovered or focused', async () => {
    const { root, chart, host, remove } = await shown(stacked);
    const entry = [...root.querySelectorAll('ul li')].find((one) => one.textContent === '404');
    const box = entry?.getBoundingClientRect();
    if (!box) throw new Error('no entry');
    await sendMouse({ type: 'move', position: [Math.round(box.right - 4), Math.round(box.top + 8)] });
    await waitUntil(() => strong(root) === '404', 'the other series fade');
    expect(marked(root).legend).to.deep.equal(['404']);
    await still(host);
    await expectAccessible(host);
    await sendMouse({ type: 'move', position: [2, 2] });
    await waitUntil(() => strong(root) === '200 404 500', 'the other series no longer fade');
    (await byRole(root, 'button', 'Configuration for 500')).focus();
    await waitUntil(() => strong(root) === '500', 'the other series fade by keyboard');
    chart.focus();
    await waitUntil(() => strong(root) === '200 404 500', 'the other series no longer fade after the focus has left');
    remove();
  });

  it('is released after the legend was used by pointer, even if the focus returns to it', async () => {
    const { root, host, remove } = await shown(stacked);
    const press = async (element: Element) => {
      await still(element);
      const { left, top, width, height } = element.getBoundingClientRect();
      await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    };
    const swatch = await byRole(root, 'button', 'Configuration for 404');
    await press(swatch);
    await waitUntil(() => allByRole(root, 'radio').length > 0, 'the colours are shown');
    const [color] = allByRole(root, 'radio');
    if (!color) throw new Error('no colour');
    await press(color);
    await waitUntil(() => root.activeElement === swatch, 'the focus returns');
    await sendMouse({ type: 'move', position: [2, 2] });
    await still(host);
    await waitUntil(() => strong(root) === '200 404 500', 'the other series no longer fade');
    remove();
  });

  it('is the hovered part of a stack; the area above the stack fades nothing', async () => {
    const { root, chart, remove } = await shown(stacked);
    const box = chart.getBoundingClientRect();
    const at = (x: number, y: number) =>
      sendMouse({ type: 'move', position: [Math.round(box.left + box.width * x), Math.round(box.top + y)] });
    // The parts of the second bar from below are 40 and 20 of 60.
    await at(0.75, box.height - 50);
    await waitUntil(() => strong(root) === '200', 'the lower part is highlighted');
    expect(marked(root)).to.deep.equal({ legend: ['200'], tooltip: ['20040'] });
    await at(0.75, 24);
    await waitUntil(() => strong(root) === '500', 'the upper part is highlighted');
    expect(marked(root)).to.deep.equal({ legend: ['500'], tooltip: ['50020'] });
    await at(0.75, 2);
    await waitUntil(() => strong(root) === '200 404 500', 'the area above the stack highlights nothing');
    expect(marked(root)).to.deep.equal({ legend: [], tooltip: [] });
    remove();
  });

  it('Escape hides the tooltip of a resting pointer until it moves', async () => {
    const { root, chart, remove } = await shown(stacked);
    const box = chart.getBoundingClientRect();
    const at = (x: number) =>
      sendMouse({ type: 'move', position: [Math.round(box.left + box.width * x), Math.round(box.bottom - 50)] });
    const tooltip = () => root.querySelector('[popover]:popover-open');
    await at(0.75);
    await waitUntil(tooltip, 'the tooltip is shown');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !tooltip(), 'Escape hides the tooltip');
    await at(0.3);
    await waitUntil(tooltip, 'the tooltip of another bucket is shown');
    remove();
  });

  it('the pointer can move from a bar into its tooltip, which is above the bars', async () => {
    const { root, chart, remove } = await shown(stacked, stack, { above: 200 });
    const box = chart.getBoundingClientRect();
    const x = Math.round(box.left + box.width * 0.75);
    const tooltip = () => root.querySelector<HTMLElement>('[popover]:popover-open');
    await sendMouse({ type: 'move', position: [x, Math.round(box.bottom - 50)] });
    await waitUntil(tooltip, 'the tooltip is shown');
    expect(tooltip()?.textContent).to.contain('web-02');
    const own = tooltip()?.getBoundingClientRect();
    if (!own) throw new Error('no tooltip');
    expect(own.bottom).to.be.within(box.top, box.top + 20);
    const reachable = () => tooltip() && getComputedStyle(tooltip() as HTMLElement).pointerEvents === 'auto';
    await waitUntil(reachable, 'the pointer can enter the tooltip');
    for (const y of [box.top + 14, own.bottom - 4, own.top + 6])
      await sendMouse({ type: 'move', position: [x, Math.round(y)] });
    await still(root.host as HTMLElement);
    expect(tooltip()?.textContent).to.contain('web-02');
    // Moving to the edge of the tooltip and clicking there does not reach the chart: the tooltip stays at its bucket.
    await sendMouse({ type: 'move', position: [Math.round(own.left + 3), Math.round(own.top + 6)] });
    await sendMouse({ type: 'click', position: [Math.round(own.left + 3), Math.round(own.top + 6)] });
    await still(root.host as HTMLElement);
    expect(tooltip()?.textContent).to.contain('web-02');
    await sendMouse({ type: 'move', position: [2, 2] });
    await waitUntil(() => !tooltip(), 'the tooltip disappears');
    remove();
  });

  it('a legend without room for all lines shows the number of hidden entries, and scrolls to them', async () => {
    const many = Array.from({ length: 8 }, (_unused, at) => `a level with number ${at}`);
    const values = ['200', '404', '500', ...many].map((name, at) => [[name, 'count()'], 20 + at] as const);
    const result = pivot(leaf(['web-01'], ...values.map(([key, value]) => [[...key], value] as [string[], number])));
    const { root, remove } = await shown(stacked, result, { width: 340, height: 220 });
    const more = () => [...root.querySelectorAll('button')].find(({ textContent }) => / more$/.test(textContent));
    await waitUntil(more, 'the number of hidden entries is shown');
    const list = root.querySelector('ul') as HTMLElement;
    const seen = () => {
      const { top, bottom } = list.getBoundingClientRect();
      return [...list.querySelectorAll('li:not([aria-hidden])')].filter((entry) => {
        const box = entry.getBoundingClientRect();
        return box.top >= top - 1 && box.bottom <= bottom + 1;
      });
    };
    const hidden = () => 11 - seen().length;
    await waitUntil(() => more()?.textContent === `${hidden()} more`, 'the number is that of the hidden entries');
    const button = more()?.getBoundingClientRect();
    for (const entry of seen()) {
      const name = entry.getBoundingClientRect();
      expect(name.right <= (button?.left ?? 0) || name.bottom <= (button?.top ?? 0) + 1, entry.textContent).to.equal(
        true,
      );
    }
    for (let press = 0; press < 9 && more(); press++) {
      const before = list.scrollTop;
      more()?.click();
      await waitUntil(() => list.scrollTop > before || !more(), 'the legend scrolls');
      await still(root.host as HTMLElement);
    }
    expect(more()).to.equal(undefined);
    // A long name is present in full, and in two aria-hidden parts for display.
    const last = seen().at(-1)?.cloneNode(true) as HTMLElement;
    for (const part of last.querySelectorAll('[aria-hidden]')) part.remove();
    expect(last.textContent).to.equal(many.at(-1));
    const back = () => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Back to first');
    await waitUntil(back, 'the button that scrolls back is shown');
    back()?.click();
    await waitUntil(() => more() && !back(), 'the legend scrolls back');
    expect(list.scrollTop).to.equal(0);
    remove();
  });

  it('up and down arrow keys move through the parts of a stack and announce each', async () => {
    const { root, chart, remove } = await shown(stacked);
    expect(chart.ariaDescription ?? chart.getAttribute('aria-description')).to.contain('Up and down arrow keys');
    chart.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => announcement(root) === 'web-02, 500 20, 200 40', 'the whole bucket is announced');
    await sendKeys({ press: 'ArrowUp' });
    await waitUntil(() => strong(root) === '200', 'the lowest part is highlighted');
    expect(announcement(root)).to.equal('web-02, 200 40');
    await sendKeys({ press: 'ArrowUp' });
    // The bar has no part for the status 404.
    await waitUntil(() => strong(root) === '500', 'the next part is highlighted');
    expect(announcement(root)).to.equal('web-02, 500 20');
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => announcement(root) === 'web-01, 500 10', 'the series is kept when the bucket changes');
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => strong(root) === '404', 'the part below is highlighted');
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(
      () => announcement(root) === 'web-02, 404 no value',
      'a bucket without the series is announced as without a value',
    );
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => strong(root) === '200 404 500', 'Escape ends the highlighting');
    remove();
  });

  it('is also the slice of a pie that the keys have reached', async () => {
    const slices = pivot(...codes.map((code, at) => leaf([code], [['count()'], 10 * (at + 1)])));
    const { root, chart, remove } = await shown(
      aggregation({ visualization: 'pie', row_pivots: [byValues('code')] }),
      slices,
    );
    chart.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => strong(root).split(' ').length === 1, 'the other slices fade');
    expect(marked(root).legend).to.deep.equal([strong(root)]);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => strong(root) === '200 404 500', 'Escape ends the highlighting');
    remove();
  });
});
