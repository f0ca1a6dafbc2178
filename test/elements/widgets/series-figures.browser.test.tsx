// These tests show the figures (lowest, mean, highest and last value) in the legend of a chart over time.
import { swapButton } from '../../../elements/widgets/visualizations/swap-button.js';
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { byRole, clickOn, stage, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { histogramConfig, histogramResult, levelHistogramConfig } from './sample-results.js';

/** Shows the figures of a stacked histogram by level and returns the cells of each series by its name. */
async function figuresOf(now?: string): Promise<Record<string, string[]>> {
  const result = histogramResult(true);
  const present = Date.now;
  if (now !== undefined) Date.now = () => Date.parse(now);
  const { root, remove } = await stage(
    () => (
      <div style={{ height: 400 }}>
        <AggregationWidget title="Requests" executing={false} result={result} config={levelHistogramConfig} />
      </div>
    ),
    900,
  );
  await clickOn(root, 'button', 'Show figures');
  const table = await byRole(root, 'group', 'Figures of the series');
  await waitUntil(() => table.querySelector('tbody tr'), 'the figures are shown');
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  await waitUntil(() => root.activeElement?.textContent === 'Hide figures', 'the focus follows to the other button');
  await clickOn(root, 'button', 'Hide figures');
  await waitUntil(() => root.activeElement?.textContent === 'Show figures', 'the focus comes back');
  remove();
  Date.now = present;
  return Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells]));
}

/** Shows a histogram whose series and thus legend vanish and come back, as a refresh does. */
function Refreshing() {
  const [split, setSplit] = useState(true);
  return (
    <div style={{ height: 400 }}>
      <input aria-label="Query" />
      <button onClick={() => setSplit(!split)}>Refresh</button>
      <AggregationWidget
        title="Requests"
        executing={false}
        result={histogramResult(split)}
        config={split ? levelHistogramConfig : histogramConfig}
      />
    </div>
  );
}

describe('figures in the legend', () => {
  it('take a count without messages as 0, also in bars', async () => {
    const { 'critical (2)': critical } = await figuresOf();
    expect(critical).to.deep.equal(['0', '2.5', '30', '0']);
  });

  it('leave out the bucket that is not over, whose count will still grow', async () => {
    // The last bucket begins at 19:44:45 and has 78 warnings; the bucket before it has 72.
    const { 'warning (4)': whole } = await figuresOf();
    const { 'warning (4)': growing } = await figuresOf('2026-11-20T19:44:50.000Z');
    expect([whole?.[3], growing?.[3]]).to.deep.equal(['78', '72']);
  });

  it('take no focus after a press without effect, once the user goes on with something else', () => {
    const moves = { current: false };
    const { onClick, ref } = swapButton(moves, () => undefined);
    const button = document.createElement('button');
    document.body.append(button);
    onClick();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    ref(button);
    expect(document.activeElement).not.to.equal(button);
    onClick();
    ref(button);
    expect(document.activeElement).to.equal(button);
    button.remove();
  });

  it('leave the focus where it is when the legend vanishes and comes back without a press', async () => {
    const { root, remove } = await stage(() => <Refreshing />, 900);
    const press = async (name: string, shown: string): Promise<void> => {
      await clickOn(root, 'button', name);
      await waitUntil(() => root.activeElement?.textContent === shown, 'the focus follows');
    };
    await press('Show figures', 'Hide figures');
    await press('Hide figures', 'Show figures');
    const query = await byRole(root, 'textbox', 'Query');
    query.focus();
    const refresh = await byRole(root, 'button', 'Refresh');
    refresh.click();
    await waitUntil(() => !withText(root, 'Show figures'), 'the legend is gone');
    refresh.click();
    await byRole(root, 'button', 'Show figures');
    expect(root.activeElement).to.equal(query);
    remove();
  });

  it('stay, with their button, when a refresh leaves a single series', async () => {
    const { root, remove } = await stage(() => <Refreshing />, 900);
    await clickOn(root, 'button', 'Show figures');
    const rows = () => root.querySelectorAll('tbody tr').length;
    await waitUntil(() => rows() > 1, 'the figures are shown');
    (await byRole(root, 'button', 'Refresh')).click();
    await waitUntil(() => rows() === 1, 'the single series has figures');
    await byRole(root, 'button', 'Hide figures');
    remove();
  });

  it('are offered without scrolling by a legend that has no room for all names', async () => {
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 170, display: 'flex', flexDirection: 'column' }}>
          <AggregationWidget
            title="Requests"
            executing={false}
            result={histogramResult(true)}
            config={levelHistogramConfig}
          />
        </div>
      ),
      250,
    );
    const show = await byRole(root, 'button', 'Show figures');
    const legend = show.closest('ul');
    if (!legend) throw new Error('no legend');
    await waitUntil(() => legend.scrollHeight > legend.clientHeight, 'the legend hides names');
    const [around, own] = [legend.getBoundingClientRect(), show.getBoundingClientRect()];
    expect([own.top >= around.top, own.bottom <= around.bottom]).to.deep.equal([true, true]);
    remove();
  });

  it('squeeze neither the plot nor their button in a low place, which scrolls', async () => {
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 150, display: 'flex', flexDirection: 'column' }}>
          <AggregationWidget
            title="Requests"
            executing={false}
            result={histogramResult(true)}
            config={levelHistogramConfig}
          />
        </div>
      ),
      360,
    );
    await clickOn(root, 'button', 'Show figures');
    const hide = await byRole(root, 'button', 'Hide figures');
    const plot = await byRole(root, 'group', /^Requests/);
    expect(plot.getBoundingClientRect().height).to.be.at.least(80);
    const box = plot.parentElement;
    if (!box) throw new Error('no box');
    expect(box.scrollHeight).to.be.greaterThan(box.clientHeight);
    box.scrollTop = box.scrollHeight;
    const [around, own] = [box.getBoundingClientRect(), hide.getBoundingClientRect()];
    expect(own.top >= around.top && own.bottom <= around.bottom).to.equal(true);
    remove();
  });
});
