// This test measures the targets of the legends of charts, on a phone and on a wide screen.
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { AggregationWidget, FieldInteractionsContext } from '../../../elements/widgets/index.js';
import { aggregation, byTime, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { byRole, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const codes = ['200', '201', '204', '301', '302', '400', '401', '403', '404', '500', '502', '503'].map(
  (code) => `${code} of the frontend`,
);
const perCode = (key: string) =>
  leaf([key], ...codes.map((code, at): [string[], unknown] => [[code, 'count()'], at + 1]));
const times = ['2026-11-20T18:30:00.000Z', '2026-11-20T18:30:30.000Z'];
const charts = {
  line: {
    result: pivot(...times.map(perCode)),
    config: { row_pivots: [byTime()], column_pivots: [byValues('code')], rollup: false },
  },
  pie: {
    result: pivot(...codes.map((code, at) => leaf([code], [['count()'], at + 1]))),
    config: { row_pivots: [byValues('code')] },
  },
};

/** Renders a chart whose legend entries have menus and colours that can be changed. */
const chartOf = (visualization: keyof typeof charts, width: number) =>
  stage(
    () => (
      <FieldInteractionsContext value={{ query: () => '', onQuery: () => undefined, typeOf: () => undefined }}>
        <div style={{ height: 260, display: 'flex', flexDirection: 'column' }}>
          <AggregationWidget
            title="Requests"
            executing={false}
            result={charts[visualization].result}
            config={aggregation({ visualization, ...charts[visualization].config })}
            onConfigChange={() => undefined}
          />
        </div>
      </FieldInteractionsContext>
    ),
    width,
  );
const boxesOf = (targets: readonly Element[]) => targets.map((target) => target.getBoundingClientRect());
/** Returns the targets that a pointer reaches without scrolling. */
const reached = (root: ShadowRoot, selector: string) =>
  [...root.querySelectorAll(selector)].filter((target) => {
    const box = target.getBoundingClientRect();
    const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit !== null && target.contains(hit);
  });

describe('targets of a legend', () => {
  before(() => setViewport({ width: 1280, height: 720 }));

  for (const visualization of ['line', 'pie'] as const)
    for (const width of [360, 1200])
      it(`${visualization}, ${width} px: each is at least 24 px wide and high, and none lies on another`, async () => {
        const { root, remove } = await chartOf(visualization, width);
        await waitUntil(() => root.querySelectorAll('li [role=button]').length >= codes.length, 'the legend is shown');
        const targets = reached(root, 'ul button, ul [role=button], ul + button');
        const boxes = boxesOf(targets);
        expect(boxes.length).to.be.at.least(6);
        for (const [at, box] of boxes.entries()) {
          expect(box.height, targets[at]?.outerHTML).to.be.at.least(24);
          expect(box.width, targets[at]?.outerHTML).to.be.at.least(24);
          const covered = boxes.filter(
            (other) =>
              other !== box &&
              Math.min(other.right, box.right) - Math.max(other.left, box.left) > 0.5 &&
              Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top) > 0.5,
          );
          expect(covered, targets[at]?.outerHTML).to.deep.equal([]);
        }
        remove();
      });

  it('the table of figures has names and a button of at least 24 px', async () => {
    const { root, remove } = await chartOf('line', 1200);
    await clickOn(root, 'button', 'Show figures');
    await byRole(root, 'button', 'Hide figures');
    const names = [...root.querySelectorAll('th [role=button]')];
    expect(names).to.have.length(codes.length);
    for (const { width, height } of boxesOf([...names, ...root.querySelectorAll('table ~ button, div + button')])) {
      expect(width).to.be.at.least(24);
      expect(height).to.be.at.least(24);
    }
    remove();
  });
});
