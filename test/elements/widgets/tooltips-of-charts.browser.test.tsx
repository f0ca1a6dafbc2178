/** Charts over time tell of the same moment; the one that is pointed at is read before the others. */
import { expect } from '@open-wc/testing';
import { useRef, useState } from 'react';
import { ChartTooltip } from '../../../elements/widgets/visualizations/chart-tooltip.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const rows = [
  { name: 'a name that is long enough to need some room', value: '1,111,111,102', exact: '1111111102.1069999' },
];
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
  it('those of the others stay over their charts, say less, and lie below the one that is pointed at', async () => {
    const { root, remove } = await stage(() => <Charts />, 700);
    const opened: (string | null)[] = [];
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLElement && !target.matches(':popover-open')) opened.push(target.textContent);
    };
    root.addEventListener('beforetoggle', note, true);
    root.querySelector('button')?.click();
    const find = (text: string) =>
      [...root.querySelectorAll('[popover]')].find(({ textContent }) => textContent.startsWith(text));
    await waitUntil(() => find('own')?.matches(':popover-open') && find('other'), 'no tooltips');
    const [brief, chart] = [find('other'), root.querySelector('#other')];
    if (!brief || !chart) throw new Error('not shown');
    expect(find('own')?.textContent).to.contain('1111111102.1069999');
    expect(brief.textContent).not.to.contain('1111111102.1069999');
    expect(placeOf(brief).right).to.be.at.most(placeOf(chart).right + 0.5);
    expect(placeOf(brief).left).to.be.at.least(placeOf(chart).left - 0.5);
    await waitUntil(() => opened.length > 2, 'the one that is pointed at is not raised');
    expect(opened.at(-1)).to.match(/^own/);
    remove();
  });
});
