/** Tests that the place of a chart grows for its figures, and that the widgets below it move down. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import type { AggregationConfig, ViewState } from '../../../api/contract/views.schema.js';
import { WidgetGrid } from '../../../elements/view-area/grid/widget-grid.js';
import { keepFigures, keptFigures } from '../../../elements/view-area/figures-memory.js';
import { useFigures } from '../../../elements/view-area/use-figures.js';
import { AggregationWidget, StillWidgetsContext } from '../../../elements/widgets/index.js';
import { figuresPx, grownPx } from '../../../elements/widgets/frame/fold.js';
import { titlesWithChartLook } from '../../../machines/view/chart-look.js';
import type { Positions } from '../../../machines/view/positions.js';
import { allByRole, byRole, clickOn, stage } from '../search/stage.js';
import { histogramConfig, histogramResult, levelHistogramConfig } from '../widgets/sample-results.js';
import { waitUntil } from '../wait.js';

const text = (id: string) => ({ id, type: 'text', config: {} });
const positions = {
  a: { col: 1, row: 1, width: 6, height: 2 },
  b: { col: 7, row: 1, width: 6, height: 2 },
  c: { col: 1, row: 3, width: 6, height: 2 },
};
/** Number of series of the histogram by level. */
const levels = 5;

const saved: Positions[] = [];

interface GridProps {
  /** Number of series that the chart had when its figures were stored in the view; 0: the view stores no figures. */
  readonly stored?: number;
  /** True: shown figures are stored in the view; absent: this browser remembers them. */
  readonly stores?: boolean;
  /** True shows the widgets as on a wall display, which has no figures. */
  readonly still?: boolean;
}

/**
 * Renders a chart above and beside two other widgets. The chart can become a table, and its series can become a single
 * one.
 */
function Grid({ stored = 0, stores = false, still = false }: GridProps) {
  const [visualization, setVisualization] = useState('bar');
  const [single, setSingle] = useState(false);
  const [titles, setTitles] = useState(titlesWithChartLook({}, 'a', { figures: stored || undefined }));
  const config: AggregationConfig = { ...(single ? histogramConfig : levelHistogramConfig), visualization };
  const state: ViewState = {
    widgets: [{ id: 'a', type: 'aggregation', config: { ...config } }, text('b'), text('c')],
    widget_mapping: {},
    positions,
    titles,
  };
  const figures = useFigures(
    state,
    stores ? (id, count) => setTitles(titlesWithChartLook(titles, id, { figures: count })) : undefined,
  );
  return (
    <>
      <button onClick={() => setVisualization(visualization === 'bar' ? 'table' : 'bar')}>Other kind</button>
      <button onClick={() => setSingle(!single)}>Other series</button>
      <output>{JSON.stringify(titles)}</output>
      <StillWidgetsContext value={still}>
        <WidgetGrid
          state={state}
          renderWidget={({ id }) =>
            id === 'a' ? (
              <AggregationWidget title="a" executing={false} result={histogramResult(!single)} config={config} />
            ) : (
              <button style={{ height: '100%' }}>{id}</button>
            )
          }
          titleOf={({ id }) => id}
          onMove={(positions) => saved.push(positions)}
          onCreate={() => undefined}
          figures={figures}
        />
      </StillWidgetsContext>
    </>
  );
}

const boxOf = (root: ShadowRoot, id: string): DOMRect => {
  const box = root.querySelector(`[data-widget=${id}]`)?.getBoundingClientRect();
  if (!box) throw new Error(`no widget ${id}`);
  return box;
};
const heights = (root: ShadowRoot): number[] => ['a', 'b', 'c'].map((id) => boxOf(root, id).height);

describe('the place of a chart with figures', () => {
  afterEach(() => localStorage.clear());

  for (const [width, name] of [
    [1000, 'on the grid'],
    [360, 'on a phone'],
  ] as const)
    it(`grows by at least the height of the figures, and shrinks again, ${name}`, async () => {
      const { root, remove } = await stage(() => <Grid />, width);
      await byRole(root, 'button', 'Show figures');
      const before = heights(root);
      const [top, left] = [boxOf(root, 'c').top, boxOf(root, 'b').top];
      await clickOn(root, 'button', 'Show figures');
      await waitUntil(() => (heights(root)[0] ?? 0) > (before[0] ?? 0), 'the place grows');
      const [a = 0, ...others] = heights(root);
      expect(a - (before[0] ?? 0)).to.be.at.least(grownPx(levels));
      expect(others).to.deep.equal(before.slice(1), 'the others keep their heights');
      expect(boxOf(root, 'c').top - top).to.equal(a - (before[0] ?? 0), 'the widget below moves down');
      if (width > 800) expect(boxOf(root, 'b').top).to.equal(left, 'the widget beside stays');
      await clickOn(root, 'button', 'Hide figures');
      await waitUntil(() => heights(root).join() === before.join(), 'the place has its height again');
      expect(saved).to.deep.equal([], 'the growth is not stored');
      remove();
    });

  it('has its height again while the chart is a table, which has no figures', async () => {
    const { root, remove } = await stage(() => <Grid />, 1000);
    await byRole(root, 'button', 'Show figures');
    const [before = 0] = heights(root);
    await clickOn(root, 'button', 'Show figures');
    await byRole(root, 'button', 'Hide figures');
    await clickOn(root, 'button', 'Other kind');
    await waitUntil(() => heights(root)[0] === before, 'the table has the place of the chart without figures');
    await clickOn(root, 'button', 'Other kind');
    await waitUntil(() => (heights(root)[0] ?? 0) > before, 'the chart has its figures again');
    remove();
  });

  it('has the height for the figures of the present series, however many series there were when the figures were shown first', async () => {
    const { root, remove } = await stage(() => <Grid />, 1000);
    await clickOn(root, 'button', 'Show figures');
    await byRole(root, 'button', 'Hide figures');
    const [many = 0] = heights(root);
    await clickOn(root, 'button', 'Other series');
    await waitUntil(() => (heights(root)[0] ?? 0) < many, 'the place shrinks to the figures of a single series');
    remove();
    const { root: again, remove: close } = await stage(() => <Grid stored={1} stores />, 1000);
    await byRole(again, 'button', 'Hide figures');
    await waitUntil(() => heights(again)[0] === many, 'the place grows to the figures of all series');
    close();
  });

  it('does not grow on a wall display, which shows no figures', async () => {
    const { root, remove } = await stage(() => <Grid stored={8} still />, 1000);
    await waitUntil(() => heights(root)[0] === heights(root)[1], 'the chart is as high as the widget beside it');
    remove();
  });

  it('hides the free places for new widgets while the chart has figures, because the stored layout does not have these places', async () => {
    const { root, remove } = await stage(() => <Grid />, 1000);
    const gap = () => allByRole(root, 'button', 'Create a new widget here')[0];
    await byRole(root, 'button', 'Create a new widget here');
    await clickOn(root, 'button', 'Show figures');
    await waitUntil(() => !gap(), 'the free place is hidden');
    await clickOn(root, 'button', 'Hide figures');
    await byRole(root, 'button', 'Create a new widget here');
    remove();
  });

  it('is stored in the view if the view stores display settings, and in this browser otherwise', async () => {
    const { root, remove } = await stage(() => <Grid stores />, 1000);
    await clickOn(root, 'button', 'Show figures');
    await byRole(root, 'button', 'Hide figures');
    expect(root.querySelector('output')?.textContent).to.contain('figures');
    await clickOn(root, 'button', 'Hide figures');
    await byRole(root, 'button', 'Show figures');
    expect(root.querySelector('output')?.textContent).to.equal('{}');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('log-console.figures'))).to.deep.equal([]);
    remove();
    const { root: local, remove: close } = await stage(() => <Grid />, 1000);
    await clickOn(local, 'button', 'Show figures');
    await byRole(local, 'button', 'Hide figures');
    expect(local.querySelector('output')?.textContent).to.equal('{}');
    close();
    const { root: reopened, remove: end } = await stage(() => <Grid />, 1000);
    await byRole(reopened, 'button', 'Hide figures');
    end();
  });

  it('has room for eight series at most; more are scrolled', () => {
    expect(figuresPx(3)).to.equal(96);
    expect(figuresPx(30)).to.equal(216);
    expect(grownPx(0)).to.equal(0);
  });

  it('is remembered in this browser for each user and for the last two hundred widgets', () => {
    keepFigures('s', 'ada', {}, 'w', 3);
    keepFigures('s', 'ada', {}, 'v', 2);
    expect(keptFigures('s', 'ada')).to.deep.equal({ w: 3, v: 2 });
    expect(keptFigures('s', 'bob')).to.deep.equal({});
    // A stored view may have figures that the user has hidden here.
    keepFigures('s', 'ada', {}, 'w', 0);
    for (let index = 0; index < 199; index += 1) keepFigures('s', 'ada', {}, `w${index}`, 1);
    const { w, v, w198 } = keptFigures('s', 'ada');
    expect([w, v, w198]).to.deep.equal([0, undefined, 1]);
    localStorage.setItem('log-console.figures s ada', '"many"');
    expect(keptFigures('s', 'ada')).to.deep.equal({});
    expect(keepFigures('s', 'ada', { known: 2 }, 'w', 1)).to.deep.equal({ known: 2, w: 1 });
  });
});
