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
import { ChartLegend } from '../../../elements/widgets/visualizations/chart-legend.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { expectAccessible } from '../accessible.js';
import { byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { untyped } from '../../untyped.js';

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

/** Waits until the canvas, table or text of the visualization exists. */
async function drawn(root: ParentNode): Promise<void> {
  await waitUntil(
    () => root.querySelector('canvas, table, .lc-unseen + *, [data-value]'),
    'the visualization is drawn',
  );
}

describe('visualizations', () => {
  for (const [visualization, result, config] of examples) {
    for (const theme of ['light', 'dark']) {
      it(`${visualization} is accessible, ${theme}`, async () => {
        const { root, host, remove } = await shown({ result, config: aggregation({ visualization, ...config }) });
        host.setAttribute('theme', theme);
        await drawn(root);
        await still(host);
        await expectAccessible(host);
        remove();
      });
    }
  }
  for (const [visualization, result, config] of examples.filter(([name]) => name !== 'table')) {
    it(`${visualization} is also offered as a table`, async () => {
      const { root, remove } = await shown({ result, config: aggregation({ visualization, ...config }) });
      await drawn(root);
      await clickOn(root, 'button', 'Show as table');
      await waitUntil(() => root.querySelector('tbody [data-row]'), 'the table is shown');
      remove();
    });
  }

  it('an unknown type shows a message in its own widget', async () => {
    const { root, remove } = await shown({ result: rows(hosts), config: aggregation({ visualization: 'sankey' }) });
    await byText(root, 'Unable to find visualization component for type: sankey');
    remove();
  });

  it('a colour is chosen in the legend and stored under its name', async () => {
    const config = aggregation({ visualization: 'bar', ...split });
    const { root, changes, remove } = await shown({ result: rows(hosts, '200', '500'), config });
    await clickOn(root, 'button', 'Configuration for 500');
    await clickOn(root, 'radio', 'dark red');
    expect(changes).to.deep.equal([
      { ...config, formatting_settings: { chart_colors: [{ field_name: '500', chart_color: '#b32228' }] } },
    ]);
    remove();
  });

  it('the legend is one tab stop, arrow keys move through it, and the focused entry can filter', async () => {
    const config = aggregation({ visualization: 'bar', ...split });
    const { root, queries, remove } = await shown({ result: rows(hosts, '200', '404', '500'), config });
    const swatch = await byRole(root, 'button', 'Configuration for 200');
    const stops = () => [...root.querySelectorAll('li [tabindex="0"]')].map((one) => one.ariaLabel ?? one.textContent);
    expect(stops()).to.deep.equal(['Configuration for 200', '200']);
    swatch.focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => stops()[0] === 'Configuration for 404', 'the tab stop has moved');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => stops()[1] === '500', 'the tab stop has moved on');
    await sendKeys({ press: 'Enter' });
    // The menu is loaded at its first use.
    await waitUntil(() => root.querySelector('[role=menuitem]'), 'the menu is open', { timeout: 20_000 });
    await clickOn(root, 'menuitem', 'Exclude from results');
    await waitUntil(() => queries.length > 0, 'the filter is applied');
    expect(queries).to.deep.equal(['NOT code:500']);
    remove();
  });

  it('a legend entry with a fixed colour is a keyboard stop if its name has a menu', async () => {
    const value = { field: 'code', value: '200' };
    const entries = [{ name: 'count()' }, { name: '200', value }, { name: 'other' }];
    const { root, remove } = await stage(() => (
      <FieldInteractionsContext value={{ query: () => '', onQuery: () => undefined, typeOf: () => undefined }}>
        <ChartLegend entries={entries.map((entry) => ({ ...entry, color: '#3980da' }))} indent={0} />
      </FieldInteractionsContext>
    ));
    expect((await byRole(root, 'button', '200')).tabIndex).to.equal(0);
    remove();
  });

  /** Returns the colour of each legend entry by name. */
  const legendOf = (root: ParentNode): Record<string, string> =>
    Object.fromEntries(
      [...root.querySelectorAll('ul li')].flatMap((entry) => {
        const swatch = entry.querySelector<HTMLElement>('span[style*=background]');
        return swatch
          ? [[entry.querySelector<HTMLElement>('span[title]')?.title ?? '', swatch.style.backgroundColor] as const]
          : [];
      }),
    );
  /** Tells whether a colour is drawn; points let a little of the background through. */
  const isDrawn = (root: ParentNode, color: string): boolean => {
    const canvas = root.querySelector('canvas');
    const wanted = /(\d+), (\d+), (\d+)/.exec(color)?.slice(1).map(Number) ?? [];
    if (!canvas?.width || wanted.length === 0) return false;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 3] ?? 0) > 200 && wanted.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 3))
        return true;
    return false;
  };
  for (const visualization of ['bar', 'line', 'area', 'scatter', 'pie']) {
    it(`${visualization}: colours stay with their names when counts swap; picture, legend and tooltip agree`, async () => {
      const names = ['checkout', 'cart', 'search', 'login'];
      const slices = visualization === 'pie';
      const config = aggregation({ visualization, ...(slices ? {} : split) });
      const visit = async (order: readonly string[]) => {
        const ofHosts = hosts.map((host, row) =>
          leaf([host], ...order.map((name, index): [string[], unknown] => [[name, 'count()'], 20 + row + 3 * index])),
        );
        const { root, remove } = await shown({ result: slices ? rows(order) : pivot(...ofHosts), config });
        await waitUntil(() => Object.keys(legendOf(root)).length === order.length, 'the legend is shown');
        const legend = legendOf(root);
        for (const [name, color] of Object.entries(legend))
          await waitUntil(() => isDrawn(root, color), `${name} is in the picture`);
        const chart = await byRole(root, 'group', /^Requests/);
        chart.focus();
        const swatchColors: Record<string, string> = {};
        for (const key of slices ? ['Home', ...order.slice(1).map(() => 'ArrowRight')] : ['Home']) {
          await sendKeys({ press: key });
          await waitUntil(() => root.querySelector('[popover]:popover-open'), 'the tooltip is shown');
          for (const swatch of root.querySelectorAll<HTMLElement>('[popover] [style*=background]'))
            swatchColors[swatch.nextElementSibling?.textContent ?? ''] = swatch.style.backgroundColor;
        }
        expect(swatchColors).to.deep.equal(legend);
        remove();
        return legend;
      };
      const first = await visit(names);
      expect(Object.keys(first)).to.have.members(names);
      expect(new Set(Object.values(first)).size).to.equal(names.length);
      expect(await visit(['cart', 'login', 'checkout', 'search'])).to.deep.equal(first);
    });
  }

  it('stacked bars are as high as their parts; the total appears only in the tooltip', async () => {
    const config = aggregation({
      visualization: 'bar',
      column_pivots: [byValues('code')],
      rollup: true,
      visualization_config: { barmode: 'stack' },
    });
    const result = pivot(leaf(['web-01'], [['count()'], 40], [['200', 'count()'], 25], [['500', 'count()'], 15]));
    const { root, remove } = await shown({ result, config });
    await drawn(root);
    const chart = await byRole(root, 'group', /^Requests/);
    expect(chart.getAttribute('aria-label')).to.contain('highest 40 at');
    await waitUntil(() => Object.keys(legendOf(root)).join() === '200,500', 'the legend contains only the parts');
    chart.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => root.querySelector('[aria-live]')?.textContent !== '', 'the bar is announced');
    expect(root.querySelector('[aria-live]')?.textContent).to.equal('web-01, 500 15, 200 25, count 40');
    remove();
    const grouped = await shown({ result, config: { ...config, visualization_config: { barmode: 'group' } } });
    await drawn(grouped.root);
    await waitUntil(() => 'count' in legendOf(grouped.root), 'without stacking, the legend contains the total');
    grouped.remove();
  });

  it('the legend distinguishes the empty values of several metrics', async () => {
    const { root, remove } = await shown({
      result: pivot(leaf(['web-01'], [['(Empty Value)', 'count()'], 4], [['(Empty Value)', 'max(took)'], 9])),
      config: aggregation({
        visualization: 'bar',
        column_pivots: [byValues('code')],
        series: metrics('count()', 'max(took)'),
        rollup: false,
      }),
    });
    await drawn(root);
    await waitUntil(() => Object.keys(legendOf(root)).length === 2, 'the legend is shown');
    const read = [...root.querySelectorAll('ul li span[title]')].map((name) => name.textContent);
    expect(read).to.deep.equal(['(Empty Value)-count', '(Empty Value)-max took']);
    remove();
  });

  it('a metric without a value shows none', async () => {
    const nothing = [[['max(took)'], '-Infinity']] as [string[], unknown][];
    const own = { series: metrics('max(took)') };
    for (const visualization of ['numeric', 'table', 'bar', 'line', 'pie', 'heatmap'] as const) {
      const config = aggregation({ visualization, ...own, ...(visualization === 'numeric' && { row_pivots: [] }) });
      const result = pivot(leaf(visualization === 'numeric' ? [] : ['web-01'], ...nothing));
      const { root, remove } = await shown({ result, config });
      if (visualization === 'numeric') await byText(root, 'N/A');
      else await waitUntil(() => root.querySelector('canvas, tbody [data-row], h3, p'), 'the visualization is drawn');
      expect(root.textContent, visualization).not.to.contain('Infinity');
      remove();
    }
  });

  it('a drawn value opens its actions by click and by keyboard', async () => {
    const config = aggregation({ visualization: 'bar' });
    const { root, added, queries, remove } = await shown({ result: rows(hosts), config });
    const chart = await byRole(root, 'group', /^Requests/);
    await drawn(root);
    const box = chart.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(box.left + box.width / 2), Math.round(box.bottom - 40)] });
    // The menu is loaded at its first use.
    await waitUntil(() => root.querySelector('[role=menuitem]'), 'the menu is open', { timeout: 20_000 });
    await clickOn(root, 'menuitem', 'Show documents for value');
    expect(added[0]?.title).to.equal('Messages for host:web\\-02');
    // A menu returns the focus when it closes.
    await waitUntil(() => !root.querySelector('[role=menuitem]'), 'the menu is closed');
    chart.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Enter' });
    const group = await byRole(root, 'group', 'host = db-01');
    await clickOn(group, 'menuitem', 'Add to query');
    expect(queries).to.deep.equal(['host:db\\-01']);
    await sendMouse({ type: 'move', position: [2, 2] });
    remove();
  });

  it('is downloaded as an image together with the parts around the canvas, and as values', async () => {
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
        await clickOn(root, 'button', 'Download');
        await waitUntil(() => root.querySelector('[role=menuitem]'), 'the menu is open', { timeout: 20_000 });
        await clickOn(root, 'menuitem', format);
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
    await clickOn(root, 'button', 'Sort by count');
    await clickOn(root, 'button', 'Pin column host');
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

  it('a short head stays readable while its buttons are shown', async () => {
    const config = aggregation({
      row_pivots: [byValues('id')],
      series: [{ function: 'count()', config: { name: 'n' } }],
    });
    const { root, host, remove } = await shown({ result: pivot(leaf(['a'], [['n'], 1])), config });
    host.style.width = '160px';
    await waitUntil(() => root.querySelector('tbody [data-row]'), 'the table is shown');
    await waitUntil(
      () => (root.querySelector('table')?.getBoundingClientRect().width ?? 700) < 300,
      'the table is narrow',
    );
    // The text of this head is at the left and its buttons are at the right. In numeric heads it is the other way
    // round.
    const head = root.querySelector('th[scope=col]');
    const name = document.createRange();
    name.selectNodeContents(head?.querySelector('[title]') as Node);
    const tools = head?.querySelector('.lc-column-tools')?.getBoundingClientRect();
    expect(tools?.width, 'both actions are offered').to.be.above(30);
    expect(name.getBoundingClientRect().right).to.be.most(tools?.left ?? 0);
    remove();
  });

  it('axis labels use the text colour under forced colours', async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query.includes('forced-colors')
        ? untyped<MediaQueryList>({
            ...matchMedia.call(window, 'all'),
            matches: true,
            addEventListener: () => undefined,
            removeEventListener: () => undefined,
          })
        : matchMedia.call(window, query);
    try {
      const { root, remove } = await shown({ result: rows(hosts), config: aggregation({ visualization: 'bar' }) });
      await drawn(root);
      const chart = await byRole(root, 'group', /^Requests/);
      await waitUntil(() => isDrawn(root, getComputedStyle(chart).color), 'the labels have the text colour');
      remove();
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it('shows the hovered instant in the other visible charts of the page', async () => {
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
    await waitUntil(() => root.querySelectorAll('canvas').length === 3, 'the charts are drawn');
    (await byRole(root, 'group', /^First/)).focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => root.querySelectorAll('[popover]').length === 3, 'the other charts show the instant');
    const shownBy = (title: RegExp) =>
      byRole(root, 'group', title).then((group) => group.querySelectorAll('[popover]:popover-open').length);
    expect(await shownBy(/^First/)).to.equal(1);
    expect(await shownBy(/^Near/)).to.equal(1);
    expect(await shownBy(/^Far/)).to.equal(0);
    remove();
  });

  const longKey = `/api/v1/${'part-of-a-long-path/'.repeat(6)}the-end`;
  /**
   * Tells whether the end of the text lies within the box, and whether selecting everything yields the whole text.
   */
  function isWhole(box: Element): boolean {
    const parts = [...box.querySelectorAll<HTMLElement>('[aria-hidden=true]')];
    const last = parts.find(({ textContent }) => longKey.endsWith(textContent) && textContent.length === 10);
    const range = document.createRange();
    range.selectNodeContents(box);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    const copied = getSelection()?.toString();
    getSelection()?.removeAllRanges();
    const { right = Infinity } = last?.getBoundingClientRect() ?? {};
    return right <= box.getBoundingClientRect().right + 1 && copied === longKey;
  }

  it('cuts a long table key in the middle, and keeps it whole on hover, in a selection and for screen readers', async () => {
    const config = aggregation({ row_pivots: [byValues('path')] });
    const { root, remove } = await shown({ result: rows([longKey, 'short', 'payments-eu']), config });
    const key = await byRole(root, 'button', longKey);
    const cell = key.closest('th');
    expect(key.title).to.equal(longKey);
    expect(cell && isWhole(cell)).to.equal(true);
    expect((await byRole(root, 'button', 'short')).title).to.equal('');
    expect((await byRole(root, 'button', 'payments-eu')).title).to.equal('payments-eu');
    remove();
  });

  for (const visualization of ['bar', 'pie', 'line'])
    it(`cuts a long name in the legend of ${visualization} in the middle`, async () => {
      const config = aggregation({
        visualization,
        ...(visualization === 'pie' ? { row_pivots: [byValues('path')] } : split),
      });
      const result = visualization === 'pie' ? rows([longKey, 'short']) : rows(hosts, longKey, 'short');
      const { root, remove } = await shown({ result, config });
      await drawn(root);
      await waitUntil(() => root.querySelector(`li [title="${longKey}"]`), 'the legend is shown');
      const name = root.querySelector(`li [title="${longKey}"]`);
      expect(name && isWhole(name)).to.equal(true);
      remove();
    });

  it('a table of ten thousand rows mounts only a few', async () => {
    const many = Array.from({ length: 10_000 }, (_unused, index) => `host-${index}-of-the-second-data-centre`);
    const { root, remove } = await shown({ result: rows(many), config: aggregation() });
    await waitUntil(() => root.querySelector('tbody [data-row]'), 'the table is shown');
    expect(root.querySelector('table')?.getAttribute('aria-rowcount')).to.equal('10001');
    expect(root.querySelectorAll('tbody tr').length).to.be.below(40);
    remove();
  });
});
