// Tests the comparison with an earlier range in charts, tables and single numbers, and the dialog that chooses the
// range.
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { ComparisonDialog } from '../../../elements/views/index.js';
import { comparisonWanted } from '../../../elements/widgets/comparison.js';
import { earlierChart } from '../../../elements/widgets/visualizations/cartesian/earlier-chart.js';
import { AggregationWidget, type AggregationConfig, type ShownEarlier } from '../../../elements/widgets/index.js';
import type { ChangeOrders } from '../../../machines/comparison/kept-change-order.js';
import type { KeptChangeOrder } from '../../../machines/view/chart-look.js';
import { byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { histogramConfig, histogramResult, sampleRange } from './sample-results.js';

const series = (...functions: string[]) => functions.map((one) => ({ function: one, config: { name: null } }));
const row = (key: string[], ...values: [metric: string, value: number][]) => ({
  key,
  source: 'leaf' as const,
  values: values.map(([metric, value]) => ({ key: [metric], value, rollup: true, source: 'row-leaf' as const })),
});
const resultOf = (...rows: ReturnType<typeof row>[]) => ({
  id: 'p',
  type: 'pivot' as const,
  rows,
  total: 10,
  effective_timerange: sampleRange,
});

async function shown(
  config: AggregationConfig,
  result: ReturnType<typeof resultOf>,
  earlier: ShownEarlier | undefined,
) {
  return stage(() => (
    <div style={{ height: 260 }}>
      <AggregationWidget title="Requests" executing={false} result={result} config={config} earlier={earlier} />
    </div>
  ));
}

describe('a comparison with an earlier range', () => {
  const groups: AggregationConfig = {
    ...histogramConfig,
    visualization: 'table',
    row_pivots: [{ fields: ['source'], type: 'values', config: { limit: 10 } }],
    series: series('count()'),
  };

  it('adds a column with the change of each metric to a table', async () => {
    const earlier = {
      result: resultOf(row(['web'], ['count()', 4]), row(['api'], ['count()', 2])),
      config: groups,
      shift: 900_000,
      name: '1 day earlier',
      chart: earlierChart,
    };
    const { root, remove } = await shown(
      groups,
      resultOf(row(['web'], ['count()', 6]), row(['db'], ['count()', 1]), row(['api'], ['count()', 43])),
      earlier,
    );
    await byText(root, 'Change of count');
    const change = await byText(root, '+50.00%');
    expect(change.title).to.equal('Previous value: 4');
    await byText(root, 'new');
    await byText(root, '+2,050%');
    const firstCells = () =>
      [...root.querySelectorAll('tbody tr')].map((one) => one.querySelector('td, th')?.textContent ?? '');
    const pressed = () => clickOn(root, 'button', 'Sort by Change of count');
    const head = (await byRole(root, 'button', 'Sort by Change of count')).closest('th');
    expect(firstCells()).to.deep.equal(['web', 'db', 'api']);
    await pressed();
    await waitUntil(() => firstCells().join() === 'db,api,web', 'the largest growth is first');
    expect(head?.getAttribute('aria-sort')).to.equal('descending');
    await pressed();
    await waitUntil(() => firstCells().join() === 'web,api,db');
    expect(head?.getAttribute('aria-sort')).to.equal('ascending');
    await pressed();
    await waitUntil(() => firstCells().join() === 'web,db,api', 'the own order is back');
    remove();
  });

  const change = 'Change of count';
  const chosen = { id: 'count()\u0000change', direction: 'Descending', sort: '[]' };

  /** Returns a table with a comparison, and a function that returns the order that its view keeps. */
  function tableWithOrders() {
    const [now, past] = [
      resultOf(row(['web'], ['count()', 6]), row(['api'], ['count()', 43])),
      resultOf(row(['web'], ['count()', 4]), row(['api'], ['count()', 2])),
    ];
    let kept: KeptChangeOrder | undefined;
    const listeners = new Set<() => void>();
    const orders: ChangeOrders = {
      get: () => kept,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      set: (order) => {
        kept = order;
        listeners.forEach((listener) => listener());
      },
    };
    const earlier = { result: past, config: groups, shift: 900_000, name: 'before', chart: earlierChart, orders };
    function Table({ editing = false, fixed = false }) {
      const [config, setConfig] = useState(groups);
      const [isFixed, setFixed] = useState(fixed);
      return (
        <div style={{ height: 260 }}>
          <button onClick={() => setFixed(false)}>Allow changes</button>
          <AggregationWidget
            {...{ title: 'Requests', executing: false, result: now, earlier, config, editing }}
            {...(!isFixed && { onConfigChange: setConfig })}
          />
        </div>
      );
    }
    return { Table, kept: () => kept };
  }
  const firsts = (root: ShadowRoot) =>
    [...root.querySelectorAll('tbody tr')].map((one) => one.querySelector('td, th')?.textContent).join();
  const sorted = (root: ShadowRoot) =>
    [...root.querySelectorAll('th[aria-sort]')].map((one) => one.getAttribute('aria-sort')).join();
  const press = (root: ShadowRoot, column: string) => clickOn(root, 'button', `Sort by ${column}`);

  it('keeps the order by changes in the view, but not that of a preview in an editor', async () => {
    const { Table, kept } = tableWithOrders();
    const first = await stage(() => <Table />);
    await byText(first.root, change);
    await press(first.root, change);
    await waitUntil(() => firsts(first.root) === 'api,web');
    expect(kept()).to.deep.equal(chosen);
    first.remove();
    const second = await stage(() => <Table />);
    await waitUntil(() => firsts(second.root) === 'api,web', 'the order is restored');
    second.remove();
    const other = tableWithOrders();
    const preview = await stage(() => <other.Table editing />);
    await byText(preview.root, change);
    await press(preview.root, change);
    await waitUntil(() => firsts(preview.root) === 'api,web');
    expect(other.kept()).to.equal(undefined);
    preview.remove();
  });

  it('ends the order by changes with another sort, whose undo step still contains the order', async () => {
    const { Table, kept } = tableWithOrders();
    const { root, remove } = await stage(() => <Table />);
    await byText(root, change);
    await press(root, change);
    await waitUntil(() => firsts(root) === 'api,web');
    await press(root, 'source');
    await waitUntil(() => firsts(root) === 'web,api', 'another sort ends the order by changes');
    expect(kept()).to.deep.equal(chosen);
    await press(root, 'source');
    await waitUntil(() => sorted(root) === 'ascending');
    expect(kept(), 'an order that has ended is removed with the next sort').to.equal(undefined);
    await press(root, 'source');
    await waitUntil(() => sorted(root) === '', 'the ended order does not hold again without the sort');
    remove();
  });

  it('replaces the own order of a table by that of the view as soon as the user can change the table', async () => {
    const { Table, kept } = tableWithOrders();
    const { root, remove } = await stage(() => <Table fixed />);
    await byText(root, change);
    await press(root, change);
    await waitUntil(() => sorted(root) === 'descending');
    expect(kept(), 'a table that the user cannot change keeps the order to itself').to.equal(undefined);
    await clickOn(root, 'button', 'Allow changes');
    await press(root, change);
    await waitUntil(() => sorted(root) === 'ascending');
    expect(kept()).to.deep.equal({ ...chosen, direction: 'Ascending' });
    await press(root, change);
    await waitUntil(() => kept() === undefined && sorted(root) === '');
    remove();
  });

  it('ends the own order of a table although the view keeps none', async () => {
    const { Table } = tableWithOrders();
    const { root, remove } = await stage(() => <Table fixed />);
    await byText(root, change);
    await press(root, change);
    await waitUntil(() => sorted(root) === 'descending');
    await press(root, change);
    await waitUntil(() => sorted(root) === 'ascending');
    await clickOn(root, 'button', 'Allow changes');
    await press(root, change);
    await waitUntil(() => sorted(root) === '');
    remove();
  });

  it('names the earlier range in a chart, and the earlier value beside the present one', async () => {
    const { root, remove } = await shown(histogramConfig, histogramResult(false) as ReturnType<typeof resultOf>, {
      result: {
        ...histogramResult(false),
        rows: histogramResult(false).rows.map((one) => ({
          ...one,
          key: one.key.map((key) => new Date(Date.parse(key) - 900_000).toISOString()),
        })),
        effective_timerange: { type: 'absolute', from: '2026-11-20T19:15:00.000Z', to: '2026-11-20T19:30:00.000Z' },
      },
      config: histogramConfig,
      shift: 900_000,
      name: 'previous period',
      chart: earlierChart,
    });
    const name = await byText(root, 'previous period');
    const { backgroundColor } = getComputedStyle(name);
    expect(backgroundColor, 'a background would hide the tops of bars').to.equal('rgba(0, 0, 0, 0)');
    await waitUntil(() => root.querySelector('path[stroke-dasharray]'), 'the line of the earlier range is drawn');
    const chart = await byRole(root, 'group', /^Requests/);
    chart.focus();
    chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, composed: true }));
    await waitUntil(
      () => /previous period \d+/.test(chart.querySelector('[aria-live]')?.textContent ?? ''),
      'the earlier value is announced',
    );
    remove();
  });

  for (const [kind, label] of [
    ['vertical', 'web'],
    ['horizontal', 'a-host-with-a-long-name.example.net'],
  ] as const)
    it(`outlines the earlier value of each bar of a ${kind} bar chart`, async () => {
      const bars: AggregationConfig = { ...groups, visualization: 'bar' };
      const { root, remove } = await shown(bars, resultOf(row([label], ['count()', 6]), row(['db'], ['count()', 1])), {
        result: resultOf(row([label], ['count()', 4])),
        config: bars,
        shift: 900_000,
        name: '1 day earlier',
        chart: earlierChart,
      });
      if (kind === 'horizontal') {
        await byText(root, 'Dashed outline: 1 day earlier');
        await byText(root, '1 day earlier: 4 (+50.00%)');
      } else {
        await byText(root, '1 day earlier');
        await waitUntil(() => root.querySelectorAll('path[stroke-dasharray]').length === 1, 'one bar has an outline');
        const chart = await byRole(root, 'group', /^Requests/);
        chart.focus();
        chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, composed: true }));
        await waitUntil(
          () => chart.querySelector('[aria-live]')?.textContent?.includes('1 day earlier 4 (+50.00%)'),
          'the earlier value and the change are announced',
        );
      }
      remove();
    });

  it('keeps the places of missing bars below their outlines, and names earlier values in titles of bars', async () => {
    const names = ['count()', 'card(a)', 'card(b)', 'card(c)', 'card(d)'];
    const bars: AggregationConfig = { ...groups, visualization: 'bar', series: series(...names) };
    const label = 'a-host-with-a-long-name.example.net';
    const all = names.map((name, at): [string, number] => [name, 5 + at]);
    const { root, remove } = await shown(bars, resultOf(row(['db'], ...all), row([label], ...all.slice(2))), {
      result: resultOf(row([label], ...all)),
      config: bars,
      shift: 900_000,
      name: '1 day earlier',
      chart: earlierChart,
    });
    const lastBars = () => [...root.querySelectorAll<HTMLElement>('li [title^="card d: 9"]')];
    await waitUntil(() => lastBars().length === 2, 'the bars are drawn');
    const bar = lastBars().at(-1);
    expect(bar?.title).to.contain('card d, 1 day earlier: 9');
    const tops = [...(bar?.parentElement?.children ?? [])].map((one) => one.getBoundingClientRect().top);
    expect(tops).to.have.length(10);
    for (let at = 0; at < 5; at++)
      expect(Math.abs((tops[at] ?? 0) - (tops[at + 5] ?? 0)), 'the outline is at its bar').to.be.lessThan(3);
    remove();
  });

  it('shows the change of a single number, also if the number has no trend', async () => {
    const number: AggregationConfig = { ...groups, row_pivots: [], visualization: 'numeric' };
    const earlier = {
      result: resultOf(row([], ['count()', 8])),
      config: number,
      shift: 1,
      name: 'previous period',
      chart: earlierChart,
    };
    const { root, remove } = await shown(number, resultOf(row([], ['count()', 10])), earlier);
    await byText(root, '+2 / +25.00%');
    remove();
  });

  it('is chosen in a dialog, and ended there', async () => {
    comparisonWanted.set(undefined);
    let closed = 0;
    const open = () => stage(() => <ComparisonDialog onClose={() => (closed += 1)} />);
    const first = await open();
    (await byRole(first.root, 'dialog')).querySelectorAll<HTMLInputElement>('input[type=radio]')[2]?.click();
    await clickOn(first.root, 'button', 'Compare');
    await waitUntil(() => closed === 1, 'the dialog is closed');
    expect(comparisonWanted.get()).to.deep.equal({ type: 'ago', seconds: 86_400 });
    first.remove();
    const second = await open();
    const radios = (await byRole(second.root, 'dialog')).querySelectorAll<HTMLInputElement>('input[type=radio]');
    expect([...radios].map(({ checked }) => checked)).to.deep.equal([false, false, true, false, false]);
    radios[0]?.click();
    await clickOn(second.root, 'button', 'Compare');
    await waitUntil(() => closed === 2, 'the dialog is closed');
    expect(comparisonWanted.get()).to.equal(undefined);
    second.remove();
  });
});
