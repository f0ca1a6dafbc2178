import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PivotResult } from '../../../api/contract/searches.js';
import {
  AggregationWidget,
  FieldInteractionsContext,
  WidgetScopeContext,
  type AggregationConfig,
  type AggregationWidgetProps,
  type FieldInteractions,
  type NewWidget,
  type WidgetScope,
} from '../../../elements/widgets/index.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, byText, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const rows = (keys: readonly string[], ...columns: string[]) =>
  pivot(
    ...keys.map((key, row) =>
      leaf(
        key.split('|'),
        [['count()'], 10 * (row + 1)],
        ...columns.map((column, index): [string[], unknown] => [[column, 'count()'], (row + 1) * (index + 1)]),
      ),
    ),
  );
const hosts = ['web-01', 'web-02', 'db-01'];
const times = ['2026-11-20T18:30:00.000Z', '2026-11-20T18:30:30.000Z', '2026-11-20T18:31:00.000Z'];
const split = { column_pivots: [byValues('code')], rollup: false };

const examples: readonly [visualization: string, result: PivotResult, config: Partial<AggregationConfig>][] = [
  ['line', rows(times), { row_pivots: [byTime()] }],
  ['area', rows(times, '200', '500'), { row_pivots: [byTime()], ...split }],
  ['bar', rows(hosts, '200', '500'), split],
  ['scatter', rows(hosts), {}],
  ['pie', rows(hosts, '200', '500'), split],
  ['heatmap', rows(hosts, '200', '500'), split],
  ['numeric', rows(['']), { row_pivots: [], visualization_config: { trend: true } }],
  ['table', rows(hosts, '200', '500'), { ...split, rollup: true }],
  ['map', rows(['Berlin|52.5,13.4', 'Paris|48.8,2.3']), { row_pivots: [byValues('city', 'geo')] }],
];

const scope: WidgetScope = {
  type: 'aggregation',
  settings: { filter: null, filters: [], query: null, streams: [], timerange: null },
  search: () => ({ queryString: '', filterQueries: [], streams: [], timeRange: undefined }),
};

async function shown(props: Partial<AggregationWidgetProps> & Pick<AggregationWidgetProps, 'config' | 'result'>) {
  const changes: AggregationConfig[] = [];
  const added: NewWidget[] = [];
  const queries: string[] = [];
  const interactions: FieldInteractions = {
    query: () => '',
    onQuery: (query) => queries.push(query),
    onAddWidget: (widget) => added.push(widget),
    typeOf: () => undefined,
  };
  const staged = await stage(
    () => (
      <FieldInteractionsContext value={interactions}>
        <WidgetScopeContext value={scope}>
          <div style={{ height: 260 }}>
            <AggregationWidget
              title="Requests"
              executing={false}
              onConfigChange={(config) => changes.push(config)}
              {...props}
            />
          </div>
        </WidgetScopeContext>
      </FieldInteractionsContext>
    ),
    700,
  );
  staged.host.setAttribute('timezone', 'UTC');
  return { ...staged, changes, added, queries };
}

/** Its canvas, table or text is there. */
async function drawn(root: ParentNode): Promise<void> {
  await waitUntil(() => root.querySelector('canvas, table, .lc-unseen + *, [data-value]'), 'nothing is drawn', {
    timeout: 10_000,
  });
}

describe('visualizations', () => {
  for (const [visualization, result, config] of examples) {
    for (const theme of ['light', 'dark']) {
      it(`${visualization} is accessible, ${theme}`, async () => {
        const { root, host, remove } = await shown({ result, config: aggregation({ visualization, ...config }) });
        host.setAttribute('theme', theme);
        await drawn(root);
        await still(host);
        await expect(host).to.be.accessible();
        remove();
      });
    }
  }
  for (const [visualization, result, config] of examples.filter(([name]) => name !== 'table')) {
    it(`${visualization} is also a table`, async () => {
      const { root, remove } = await shown({ result, config: aggregation({ visualization, ...config }) });
      await drawn(root);
      (await byRole(root, 'button', 'Show as table')).click();
      await waitUntil(() => root.querySelector('tbody [data-row]'), 'no table', { timeout: 5000 });
      remove();
    });
  }

  it('a type that is not known says so, and only there', async () => {
    const { root, remove } = await shown({ result: rows(hosts), config: aggregation({ visualization: 'sankey' }) });
    await byText(root, 'Unable to find visualization component for type: sankey');
    remove();
  });

  it('a colour in the legend is chosen and kept under its name', async () => {
    const config = aggregation({ visualization: 'bar', ...split });
    const { root, changes, remove } = await shown({ result: rows(hosts, '200', '500'), config });
    (await byRole(root, 'button', 'Configuration for 500')).click();
    (await byRole(root, 'radio', 'dark red')).click();
    expect(changes).to.deep.equal([
      { ...config, formatting_settings: { chart_colors: [{ field_name: '500', chart_color: '#b32228' }] } },
    ]);
    remove();
  });

  it('a value that is drawn opens its actions by click and by keyboard', async () => {
    const config = aggregation({ visualization: 'bar' });
    const { root, added, queries, remove } = await shown({ result: rows(hosts), config });
    const chart = await byRole(root, 'group', /^Requests/);
    await drawn(root);
    const box = chart.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(box.left + box.width / 2), Math.round(box.bottom - 40)] });
    // The menu with all it needs comes at its first use.
    await waitUntil(() => root.querySelector('[role=menuitem]'), 'no menu', { timeout: 20_000 });
    (await byRole(root, 'menuitem', 'Show documents for value')).click();
    expect(added[0]?.title).to.equal('Messages for host:web\\-02');
    // A menu that closes gives the focus back.
    await waitUntil(() => !root.querySelector('[role=menuitem]'), 'the menu stays');
    chart.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Enter' });
    const group = await byRole(root, 'group', 'host = db-01');
    (await byRole(group, 'menuitem', 'Add to query')).click();
    expect(queries).to.deep.equal(['host:db\\-01']);
    await sendMouse({ type: 'move', position: [2, 2] });
    remove();
  });

  it('is downloaded as an image with what stands around the canvas, and as values', async () => {
    const config = aggregation({ visualization: 'pie', ...split });
    const { root, remove } = await shown({ result: rows(hosts, '200', '500'), config });
    await drawn(root);
    const saved: { name: string; blob: Blob }[] = [];
    const blobs: Blob[] = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return createObjectURL(blob);
    };
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function save() {
      const blob = blobs.at(-1);
      if (blob) saved.push({ name: this.download, blob });
    };
    try {
      for (const format of ['Image (PNG)', 'Values (CSV)']) {
        (await byRole(root, 'button', 'Download')).click();
        await waitUntil(() => root.querySelector('[role=menuitem]'), 'no menu', { timeout: 20_000 });
        (await byRole(root, 'menuitem', format)).click();
        await waitUntil(() => saved.some(({ name }) => name.endsWith(format.includes('PNG') ? '.png' : '.csv')));
      }
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    }
    expect(saved.map(({ name }) => name)).to.deep.equal(['Requests.png', 'Requests.csv']);
    const picture = await createImageBitmap(saved[0]?.blob ?? new Blob());
    expect(picture.width).to.be.above(1300);
    expect(await saved[1]?.blob.text()).to.match(/^host,200-count\(\),500-count\(\)\r\nweb-01,1,2\r\n/);
    remove();
  });

  it('a table sorts and pins by its heads, and its cells are reached by arrow keys', async () => {
    const config = aggregation({ series: metrics('count()') });
    const { root, changes, remove } = await shown({ result: rows(hosts), config });
    (await byRole(root, 'button', 'Sort by count()')).click();
    (await byRole(root, 'button', 'Pin column host')).click();
    expect(changes.map(({ sort }) => sort)).to.deep.equal([
      [{ type: 'series', field: 'count()', direction: 'Descending' }],
      [],
    ]);
    expect(changes[1]?.visualization_config).to.deep.equal({ pinned_columns: ['host'] });
    (await byRole(root, 'group', 'Requests')).focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => (root as ShadowRoot).activeElement?.textContent === 'web-01');
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => (root as ShadowRoot).activeElement?.textContent === '10');
    remove();
  });

  it('what is pointed at in one chart is shown by the others of the page that are in sight', async () => {
    const config = aggregation({ visualization: 'line', row_pivots: [byTime()] });
    const chart = (title: string, below: number) => (
      <div style={{ height: 200, marginTop: below }}>
        <AggregationWidget title={title} executing={false} config={config} result={rows(times)} />
      </div>
    );
    const { root, host, remove } = await stage(
      () => [chart('First', 0), chart('Near', 0), chart('Far', 5_000)].map((one, key) => <div key={key}>{one}</div>),
      700,
    );
    host.setAttribute('timezone', 'UTC');
    await waitUntil(() => root.querySelectorAll('canvas').length === 3, 'not drawn', { timeout: 10_000 });
    (await byRole(root, 'group', /^First/)).focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => root.querySelectorAll('[popover]').length === 3, 'no chart follows');
    const shownBy = (title: RegExp) =>
      byRole(root, 'group', title).then((group) => group.querySelectorAll('[popover]:popover-open').length);
    expect(await shownBy(/^First/)).to.equal(1);
    expect(await shownBy(/^Near/)).to.equal(1);
    expect(await shownBy(/^Far/)).to.equal(0);
    remove();
  });

  it('a table of ten thousand rows mounts a few', async () => {
    const many = Array.from({ length: 10_000 }, (_unused, index) => `host-${index}`);
    const { root, remove } = await shown({ result: rows(many), config: aggregation() });
    await waitUntil(() => root.querySelector('tbody [data-row]'), 'no table', { timeout: 10_000 });
    expect(root.querySelector('table')?.getAttribute('aria-rowcount')).to.equal('10001');
    expect(root.querySelectorAll('tbody tr').length).to.be.below(40);
    remove();
  });
});
