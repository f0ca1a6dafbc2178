/** Tests that charts over time mark the same instant, and that the chart under the pointer has priority. */
import { expect } from '@open-wc/testing';
import { useRef, useState } from 'react';
import { ChartTooltip } from '../../../elements/widgets/visualizations/chart-tooltip.js';
import { sendMouse } from '@web/test-runner-commands';
import type { PivotResult } from '../../../api/contract/searches.js';
import { AggregationWidget, type AggregationConfig } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const rows = [
  { name: 'a name that is long enough to need some room', value: '1,111,111,102', exact: '1111111102.1069999' },
];
const hosts = pivot(leaf(['web-01'], [['count()'], 30]), leaf(['web-02'], [['count()'], 40]));
const placeOf = (element: Element) => element.getBoundingClientRect();

function Charts() {
  const own = useRef<HTMLDivElement>(null);
  const other = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(false);
  return (
    <div style={{ display: 'flex', marginTop: '150px' }}>
      <div ref={other} id="other" style={{ width: '250px', height: '120px' }}>
        {pointed && <ChartTooltip head="other" rows={rows} stage={other} x={240} y={0} brief />}
      </div>
      <div ref={own} style={{ width: '250px', height: '120px' }}>
        {pointed && <ChartTooltip head="own" rows={rows} stage={own} x={20} y={0} above={0} />}
        <button onClick={() => setPointed(true)}>Point</button>
      </div>
    </div>
  );
}

describe('tooltips of several charts', () => {
  it('stay over their charts when linked, show less text than the tooltip at the pointer, and lie below it', async () => {
    const { root, remove } = await stage(() => <Charts />, 700);
    const opened: (string | null)[] = [];
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLElement && !target.matches(':popover-open')) opened.push(target.textContent);
    };
    root.addEventListener('beforetoggle', note, true);
    root.querySelector('button')?.click();
    const find = (text: string) =>
      [...root.querySelectorAll('[popover]')].find(({ textContent }) => textContent.startsWith(text));
    await waitUntil(() => find('own')?.matches(':popover-open') && find('other'), 'both tooltips are shown');
    const [brief, chart] = [find('other'), root.querySelector('#other')];
    if (!brief || !chart) throw new Error('not shown');
    expect(find('own')?.textContent).to.contain('1111111102.1069999');
    expect(brief.textContent).not.to.contain('1111111102.1069999');
    expect(placeOf(brief).right).to.be.at.most(placeOf(chart).right + 0.5);
    expect(placeOf(brief).left).to.be.at.least(placeOf(chart).left - 0.5);
    await waitUntil(() => opened.length > 2, 'the tooltip at the pointer is shown above the other');
    expect(opened.at(-1)).to.match(/^own/);
    remove();
  });

  it('show long names of hosts and paths whole and as text, also in a narrow window', async () => {
    const names = [
      'ip-10-0-12-231-frontend-autoscaled-7f9d.eu-central-1.compute.internal.example.com',
      `/v2/<img src=x onerror=alert(1)>/${'servers/detail/'.repeat(8)}`,
      `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    ];
    const long = names.map((name) => ({ name, value: '1,234,567' }));
    const Long = () => {
      const own = useRef<HTMLDivElement>(null);
      const [shown, setShown] = useState(false);
      return (
        <div ref={own} style={{ width: '250px', height: '40px' }}>
          <button onClick={() => setShown(true)}>Point</button>
          {shown && <ChartTooltip head="head" rows={long} stage={own} x={20} y={0} />}
        </div>
      );
    };
    const { root, remove } = await stage(() => <Long />, 700);
    root.querySelector('button')?.click();
    await waitUntil(() => root.querySelector('[popover]:popover-open'), 'the tooltip is shown');
    for (const name of names) {
      const shown = [...root.querySelectorAll('[popover] span')].find(({ textContent }) => textContent === name);
      if (!shown) throw new Error(`${name} is not shown`);
      expect(shown.scrollWidth, name).to.be.at.most(shown.clientWidth);
      expect(shown.scrollHeight, name).to.be.at.most(shown.clientHeight);
    }
    expect(root.querySelector('img')).to.equal(null);
    remove();
  });

  const places = pivot(leaf(['48.8,2.3'], [['count()'], 30]), leaf(['-33.9,151.2'], [['count()'], 10]));
  const cells = pivot(leaf(['web-01'], [['200', 'count()'], 30]), leaf(['web-02'], [['404', 'count()'], 40]));
  const charts: readonly (readonly [string, AggregationConfig, PivotResult])[] = [
    ['pie', aggregation({ visualization: 'pie' }), hosts],
    ['heatmap', aggregation({ visualization: 'heatmap', column_pivots: [byValues('code')], rollup: false }), cells],
    ['map', aggregation({ visualization: 'map' }), places],
  ];
  for (const [name, config, result] of charts) {
    it(`the tooltip of a ${name} stays while the pointer is in it`, async function () {
      this.timeout(60_000);
      const { root, remove } = await stage(
        () => (
          <div style={{ height: 300, marginTop: '160px' }}>
            <AggregationWidget title="Hosts" executing={false} config={config} result={result} />
          </div>
        ),
        500,
      );
      await waitUntil(() => root.querySelector('canvas')?.clientHeight, 'the chart is drawn');
      const tooltip = () => root.querySelector<HTMLElement>('[popover]:popover-open');
      const box = placeOf(root.querySelector('canvas') ?? root.host);
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // The pointer moves over the whole chart until a point shows its tooltip.
      const point = async () => {
        for (let y = 0.15; y < 1; y += 0.07) {
          for (let x = 0.1; x < 1; x += 0.04) {
            await sendMouse({
              type: 'move',
              position: [Math.round(box.left + box.width * x), Math.round(box.top + box.height * y)],
            });
            await drawn();
            if (tooltip()) return true;
          }
        }
        return false;
      };
      await waitUntil(point, 'the tooltip is shown', { timeout: 50_000 });
      await waitUntil(
        () => tooltip() && getComputedStyle(tooltip() ?? root.host).pointerEvents === 'auto',
        'the pointer can enter the tooltip',
      );
      const text = tooltip()?.textContent;
      const { left, width, bottom, top } = placeOf(tooltip() ?? root.host);
      const middle = Math.round(left + width / 2);
      for (const y of [bottom - 2, (top + bottom) / 2]) {
        await sendMouse({ type: 'move', position: [middle, Math.round(y)] });
        await settled();
        expect(tooltip()?.textContent).to.equal(text);
      }
      await sendMouse({ type: 'move', position: [2, 2] });
      await waitUntil(() => !tooltip(), 'the tooltip disappears with the pointer');
      remove();
    });
  }
});
