/** Tests alert marks in charts: their position, description and link. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { AbsoluteRange } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import type { ChartMark } from '../../../api/contract/chart-marks.js';
import { handMarks, type AlertMark, type MarkedSpan } from '../../../machines/pivot/alert-marks.js';
import { alertMarksOf, type AlertMarks } from '../../../elements/widgets/alert-marks.js';
import { StillWidgetsContext, AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, byTime, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { byRole, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const times = ['2026-11-20T18:30:00.000Z', '2026-11-20T18:30:30.000Z', '2026-11-20T18:31:00.000Z'];
const result = pivot(...times.map((time, at) => leaf([time], [['count()'], 10 * (at + 1)])));
const effectiveRange = { type: 'absolute', from: times[0] ?? '', to: '2026-11-20T18:31:30.000Z' } as const;
const mark = (id: string, time: string, over: Partial<AlertMark> = {}): AlertMark => {
  return { id, at: Date.parse(time), title: `Title ${id}`, key: null, priority: 2, replayable: true, ...over };
};
const hostile = '<img src=x onerror="window.hacked=1">\u202e';

const byHalfMinute = {
  ...byTime(),
  config: { interval: { type: 'timeunit', unit: 'seconds', value: 30 } },
} as const;

class Page implements AlertMarks {
  readonly spans = new Set<MarkedSpan>();
  readonly #marks: readonly AlertMark[];
  constructor(marks: readonly AlertMark[]) {
    this.#marks = marks;
  }
  readonly show = (span: MarkedSpan) => {
    this.spans.add(span);
    return () => this.spans.delete(span);
  };
  readonly subscribe = () => () => undefined;
  readonly marks = () => this.#marks;
  readonly askAgain = () => undefined;
  readonly mayMark = () => true;
  readonly routeOf = ({ id, replayable }: AlertMark) => (replayable ? `/alerts/${id}/replay-search` : undefined);
}

async function shown(
  page: Page,
  config: Parameters<typeof aggregation>[0] = {},
  onWall = false,
  of = result,
  onRange?: (range: AbsoluteRange) => void,
) {
  const staged = await stage(
    () => (
      <StillWidgetsContext value={onWall}>
        <div style={{ height: 260 }}>
          <AggregationWidget
            title="Requests"
            executing={false}
            result={of}
            effectiveRange={effectiveRange}
            config={aggregation({ visualization: 'bar', row_pivots: [byTime()], ...config })}
            {...(onRange && { onRange })}
          />
        </div>
      </StillWidgetsContext>
    ),
    700,
  );
  staged.host.setAttribute('timezone', 'UTC');
  alertMarksOf(staged.host).put(page);
  await waitUntil(() => page.spans.size > 0 || config.event_annotation, 'the chart reports its range');
  return staged;
}
const marksIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-alert-mark]')];

describe('alerts in charts', () => {
  it('are marked within the range of the chart, with a description, and open their replay', async () => {
    const page = new Page([
      mark('early', '2026-11-20T17:00:00.000Z'),
      mark('a', '2026-11-20T18:30:10.000Z', { title: hostile, key: 'web-1', priority: 3 }),
      mark('b', '2026-11-20T18:31:20.000Z'),
    ]);
    const { root, host, remove } = await shown(page);
    await waitUntil(() => marksIn(root).length === 2, 'two marks are shown');
    const [first] = marksIn(root);
    expect(first?.title).to.contain('<img').and.contain('High').and.contain('web-1').and.contain('18:30:10');
    expect(root.querySelector('img')).to.equal(null);
    // Colours are the same as in the list of alerts: high is a danger, normal is not.
    const colors = marksIn(root).map(({ style }) => style.backgroundColor);
    expect(colors).to.deep.equal(['var(--lc-status-danger-solid)', 'var(--lc-status-info-solid)']);
    await still(host);
    await expectAccessible(host);
    const opened: string[] = [];
    const { open } = window;
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    first?.click();
    window.open = open;
    expect(opened.length).to.equal(1);
    expect(opened[0]).to.match(/\/alerts\/a\/replay-search$/);
    expect([...page.spans]).to.deep.equal([{ from: Date.parse(times[0] ?? ''), to: Date.parse(effectiveRange.to) }]);
    remove();
    await waitUntil(() => page.spans.size === 0, 'a removed chart requests no alerts');
  });

  it('are shown beside manual marks, which name their author and can be edited only by the author', async () => {
    const server = fakeServer({ ...signedIn, 'DELETE /chart_marks/*': () => undefined });
    const hand = (id: string, by: string, over: Partial<ChartMark> = {}): AlertMark => {
      const at = '2026-11-20T18:30:10.000Z';
      const facts = { created_by: by, created_at: at, changed_by: by, changed_at: at, version: 1 };
      const text = `${hostile} ${id}`;
      const made: ChartMark = { id, kind: 'deploy', text, timestamp: at, until: null, ...facts, ...over };
      return handMarks([made])[0] ?? mark(id, at);
    };
    const own = hand('h1', 'ada', { until: '2026-11-20T18:30:40.000Z' });
    const { root, host, remove } = await shown(new Page([own, hand('h2', 'bob')]));
    await waitUntil(() => marksIn(root).length === 1, 'one mark is shown');
    const [both] = marksIn(root);
    expect(both?.title).to.contain('2 marks').and.contain('Deploy').and.contain('by bob').and.contain('<img');
    expect(both?.style.backgroundColor).to.equal('var(--lc-status-success-solid)');
    both?.click();
    const list = await byRole(root, 'dialog', '2 marks');
    const tool = (name: RegExp) => byRole(list, 'button', name);
    await waitUntil(() => list.querySelectorAll('button').length >= 4, 'the list shows its buttons');
    expect((await tool(/^Delete mark .* h2$/)).getAttribute('aria-disabled')).to.equal('true');
    await still(host);
    await expectAccessible(host);
    (await tool(/^Delete mark .* h1$/)).click();
    await clickOn(root, 'button', 'Delete mark');
    await waitUntil(() => server.to('DELETE /chart_marks/h1').length === 1, 'the mark is deleted');
    expect(root.querySelector('img')).to.equal(null);
    remove();
    server.restore();
  });

  it('can be complemented by manual marks of a span that is dragged with Ctrl, or chosen by keyboard and marked with M', async () => {
    const server = fakeServer({ ...signedIn, 'POST /chart_marks': () => ({}) });
    const ranges: unknown[] = [];
    const { root, host, remove } = await shown(new Page([]), { row_pivots: [byHalfMinute] }, false, result, (range) =>
      ranges.push(range),
    );
    const chart = await byRole(root, 'group', /Requests/);
    await waitUntil(() => chart.querySelector('canvas'), 'the chart is drawn');
    const { left, top, width, height } = chart.getBoundingClientRect();
    const at = (share: number): [number, number] => [Math.round(left + width * share), Math.round(top + height / 2)];
    await sendKeys({ down: 'Control' });
    await sendMouse({ type: 'move', position: at(0.5) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: at(0.6) });
    await sendMouse({ type: 'up' });
    await sendKeys({ up: 'Control' });
    const input = async (name: string) => (await byRole(root, 'textbox', name)) as HTMLInputElement;
    // The text is set and not typed, because the dialog moves the focus once more after it has opened.
    const text = await input('What happened');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(text), 'value')?.set?.call(text, 'No orders');
    text.dispatchEvent(new Event('input', { bubbles: true }));
    await still(host);
    await expectAccessible(host);
    await clickOn(root, 'button', 'Save mark');
    await waitUntil(() => server.to('POST /chart_marks').length === 1, 'the mark is saved');
    const body = JSON.parse(server.to('POST /chart_marks')[0]?.body ?? '{}');
    expect(body).to.include({ text: 'No orders', timestamp: times[1], until: times[2] });
    await waitUntil(() => !root.querySelector('[role=dialog]'), 'the dialog has closed');

    chart.focus();
    await sendKeys({ press: 'Home' });
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ press: 'm' });
    expect((await input('Time')).value).to.contain('18:30:00');
    expect((await input('Until (optional)')).value).to.contain('18:31:00');
    expect(ranges, 'the chart is not zoomed').to.deep.equal([]);
    remove();
    server.restore();
  });

  it('are merged into one mark with a list when they overlap', async () => {
    const many = Array.from({ length: 120 }, (_, at) =>
      mark(`m${at}`, '2026-11-20T18:30:10.000Z', { priority: at ? 1 : 3 }),
    );
    const { root, remove } = await shown(new Page(many));
    await waitUntil(() => marksIn(root).length === 1, 'one mark is shown');
    const [only] = marksIn(root);
    expect(only?.textContent).to.equal('99+');
    expect(only?.title).to.contain('and 112 more');
    only?.click();
    const list = await byRole(root, 'dialog', '120 alerts');
    expect(list.querySelectorAll('li').length).to.equal(120);
    remove();
  });

  it('are marked on bars sorted by time, newest first, and not on bars sorted by value', async () => {
    const page = new Page([mark('a', '2026-11-20T18:30:40.000Z')]);
    const turned = { ...pivot(...result.rows.toReversed()), effective_timerange: effectiveRange };
    const sorted = (type: 'pivot' | 'series', field: string): Partial<AggregationConfig> => ({
      row_pivots: [byHalfMinute],
      sort: [{ type, field, direction: 'Descending' }],
    });
    const newest = await shown(page, sorted('pivot', 'timestamp'), false, turned);
    await waitUntil(() => marksIn(newest.root).length === 1, 'one mark is shown');
    const chart = await byRole(newest.root, 'group', /Requests/);
    const { left, width } = chart.getBoundingClientRect();
    const box = marksIn(newest.root)[0]?.getBoundingClientRect() ?? new DOMRect();
    // The mark is two thirds into the second of three bars, right of the value labels.
    expect((box.left + box.width / 2 - left) / width).to.be.within(0.52, 0.66);
    newest.remove();
    const byValue = await stage(() => (
      <div style={{ height: 260 }}>
        <AggregationWidget
          title="Requests"
          executing={false}
          result={{ ...turned, rows: [1, 0, 2].flatMap((at) => result.rows[at] ?? []) }}
          effectiveRange={effectiveRange}
          config={aggregation({ visualization: 'bar', ...sorted('series', 'count()') })}
        />
      </div>
    ));
    alertMarksOf(byValue.host).put(page);
    await waitUntil(() => byValue.root.querySelector('canvas'), 'the chart is drawn');
    await still(byValue.host);
    expect([page.spans.size, marksIn(byValue.root).length]).to.deep.equal([0, 0]);
    byValue.remove();
  });

  it('are marked above the column of a heatmap with a horizontal time axis', async () => {
    const page = new Page([mark('a', '2026-11-20T18:30:40.000Z'), mark('late', '2026-11-20T19:00:00.000Z')]);
    const cells = pivot(
      leaf(['GET'], [[times[0] ?? '', 'count()'], 4], [[times[2] ?? '', 'count()'], 6]),
      leaf(['PUT'], [[times[1] ?? '', 'count()'], 5]),
    );
    const across = { visualization: 'heatmap', row_pivots: [byValues('method')], column_pivots: [byHalfMinute] };
    const { root, host, remove } = await shown(page, across, false, { ...cells, effective_timerange: effectiveRange });
    await waitUntil(() => marksIn(root).length === 1, 'one mark is shown');
    const [only] = marksIn(root);
    const chart = await byRole(root, 'group', /Requests/);
    const { left, width } = chart.getBoundingClientRect();
    const at = (only?.getBoundingClientRect().left ?? 0) + (only?.clientWidth ?? 0) / 2 - left;
    // The mark is a third into the second of three columns, right of the row labels.
    expect(at).to.be.within(width * 0.36, width * 0.56);
    await still(host);
    await expectAccessible(host);
    remove();
  });

  it('are marked beside the row of a heatmap with a vertical time axis, in any number, and open like the others', async () => {
    const many = Array.from({ length: 120 }, (_, at) => mark(`m${at}`, '2026-11-20T18:31:15.000Z'));
    const page = new Page([mark('a', '2026-11-20T18:30:40.000Z'), ...many, mark('late', '2026-11-20T19:00:00.000Z')]);
    const cells = pivot(...times.map((time, at) => leaf([time], [[at === 1 ? 'PUT' : 'GET', 'count()'], at + 1])));
    const down = { visualization: 'heatmap', row_pivots: [byHalfMinute], column_pivots: [byValues('method')] };
    const { root, host, remove } = await shown(page, down, false, { ...cells, effective_timerange: effectiveRange });
    await waitUntil(() => marksIn(root).length === 2, 'two marks are shown');
    const chart = await byRole(root, 'group', /Requests/);
    const plot = chart.querySelector('span')?.getBoundingClientRect() ?? new DOMRect();
    const middles = () =>
      marksIn(root).map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return (top + height / 2 - plot.top) / plot.height;
      });
    // The marks are a third into the second of three rows, and halfway into the third one.
    expect(middles()[0]).to.be.closeTo((1 + 1 / 3) / 3, 0.02);
    expect(middles()[1]).to.be.closeTo(2.5 / 3, 0.02);
    const boxes = marksIn(root).map((one) => one.getBoundingClientRect());
    expect(boxes[1]?.width).to.be.above((boxes[0]?.width ?? 0) + 4);
    for (const { left } of boxes)
      expect(left, 'the marks do not cover the names of the rows').to.be.at.least(plot.left - 8);
    expect(marksIn(root)[0]?.title).to.contain('Title a').and.contain('18:30:40');
    await still(host);
    await expectAccessible(host);
    const [, group] = marksIn(root);
    group?.focus();
    await sendKeys({ press: 'Enter' });
    const list = await byRole(root, 'dialog', '120 alerts');
    expect(list.querySelectorAll('li').length).to.equal(120);
    remove();
  });

  it('are not clickable on a wall, and not shown beside a chart’s own annotations', async () => {
    const page = new Page([mark('a', '2026-11-20T18:30:10.000Z')]);
    const wall = await shown(page, {}, true);
    await waitUntil(() => marksIn(wall.root).length === 1, 'one mark is shown');
    const [single] = marksIn(wall.root);
    expect(single?.localName).to.equal('span');
    const caption = single?.nextElementSibling;
    expect(caption?.textContent, 'nobody can point at a mark on a wall').to.contain('Title ');
    // The line of the mark begins in the middle of the text and ends at the lower edge of the plot, which begins 10 px
    // below its own upper edge and below the height of the text.
    const [stageTop = 0, text, line] = [
      (await byRole(wall.root, 'group', /Requests/)).getBoundingClientRect().top,
      caption?.getBoundingClientRect(),
      single?.previousElementSibling?.getBoundingClientRect(),
    ];
    expect((text?.top ?? 0) - stageTop).to.be.at.least(10);
    expect((text?.bottom ?? 0) - stageTop).to.be.at.most(30, 'the text lies above the plot');
    expect(Math.abs((line?.top ?? 0) - ((text?.top ?? 0) + (text?.bottom ?? 0)) / 2)).to.be.below(1.5);
    wall.remove();
    const annotated = await shown(new Page([mark('a', '2026-11-20T18:30:10.000Z')]), { event_annotation: true });
    await waitUntil(() => annotated.root.querySelector('canvas'), 'the chart is drawn');
    await still(annotated.host);
    expect(marksIn(annotated.root)).to.deep.equal([]);
    annotated.remove();
  });
});
