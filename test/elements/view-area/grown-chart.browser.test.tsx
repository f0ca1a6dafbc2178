/** Tests that the place of a chart grows for its figures, and that the widgets below it move down. */
import { expect } from '@open-wc/testing';
import { useContext, useState } from 'react';
import type { ViewState } from '../../../api/contract/views.schema.js';
import { WidgetGrid } from '../../../elements/view-area/grid/widget-grid.js';
import { keepFigures, keptFigures } from '../../../elements/view-area/figures-memory.js';
import { figuresPx, grownPx, WidgetFiguresContext } from '../../../elements/widgets/frame/fold.js';
import type { Positions } from '../../../machines/view/positions.js';
import { byRole, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const widget = (id: string) => ({ id, type: 'aggregation', config: {} });
const state: ViewState = {
  widgets: [widget('a'), widget('b'), widget('c')],
  widget_mapping: {},
  positions: {
    a: { col: 1, row: 1, width: 6, height: 2 },
    b: { col: 7, row: 1, width: 6, height: 2 },
    c: { col: 1, row: 3, width: 12, height: 2 },
  },
};

function Chart({ id }: { readonly id: string }) {
  const { count, onCount } = useContext(WidgetFiguresContext) ?? { count: 0, onCount: () => undefined };
  return (
    <button style={{ height: '100%' }} onClick={() => onCount(count > 0 ? 0 : 5)}>
      {id}
    </button>
  );
}

const saved: Positions[] = [];

function Grid() {
  const [counts, setCounts] = useState<Record<string, number>>({});
  return (
    <WidgetGrid
      state={state}
      renderWidget={({ id }) => <Chart id={id} />}
      titleOf={({ id }) => id}
      onMove={(positions) => saved.push(positions)}
      figures={{ of: (id) => counts[id] ?? 0, onCount: (id, count) => setCounts({ ...counts, [id]: count }) }}
    />
  );
}

describe('the place of a chart with figures', () => {
  for (const [width, name] of [
    [1000, 'on the grid'],
    [360, 'on a phone'],
  ] as const)
    it(`grows by at least the height of the figures, and shrinks again, ${name}`, async () => {
      const { root, remove } = await stage(() => <Grid />, width);
      const box = async (id: string) =>
        (await byRole(root, 'button', id)).closest('[data-widget]')?.getBoundingClientRect();
      const heights = async () => Promise.all(['a', 'b', 'c'].map(async (id) => (await box(id))?.height ?? 0));
      const before = await heights();
      const [top = 0, left] = [(await box('c'))?.top, (await box('b'))?.top];
      await clickOn(root, 'button', 'a');
      await waitUntil(async () => ((await heights())[0] ?? 0) > (before[0] ?? 0), 'the place grows');
      const [a = 0, ...others] = await heights();
      expect(a - (before[0] ?? 0)).to.be.at.least(grownPx(5));
      expect(others).to.deep.equal(before.slice(1), 'the others keep their heights');
      expect(((await box('c'))?.top ?? 0) - top).to.equal(a - (before[0] ?? 0), 'the widget below moves down');
      if (width > 800) expect((await box('b'))?.top).to.equal(left, 'the widget beside stays');
      await clickOn(root, 'button', 'a');
      await waitUntil(async () => (await heights()).join() === before.join(), 'the place has its height again');
      expect(saved).to.deep.equal([], 'the growth is not stored');
      remove();
    });

  it('has room for eight series at most; more are scrolled', () => {
    expect(figuresPx(3)).to.equal(80);
    expect(figuresPx(30)).to.equal(180);
    expect(grownPx(0)).to.equal(0);
  });

  it('is remembered in this browser for each user and widget', () => {
    keepFigures('s', 'ada', 'w', 3);
    expect(keptFigures('s', 'ada', 'w')).to.equal(3);
    expect([keptFigures('s', 'bob', 'w'), keptFigures('s', 'ada', 'other')]).to.deep.equal([undefined, undefined]);
    // A stored view may have figures that the user has hidden here.
    keepFigures('s', 'ada', 'w', 0);
    expect(keptFigures('s', 'ada', 'w')).to.equal(0);
    localStorage.setItem('log-console.figures s ada w', '"many"');
    expect(keptFigures('s', 'ada', 'w')).to.equal(undefined);
    localStorage.removeItem('log-console.figures s ada w');
  });
});
