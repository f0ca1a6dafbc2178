/** Tests that follow-up searches of a widget are not shown as answers to another range or filter. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import type { ExecutionState, Search } from '../../../api/contract/searches.js';
import { openConnections } from '../../../elements/element/connection.js';
import { comparisonWanted } from '../../../elements/widgets/comparison.js';
import { splitComputed } from '../../../machines/formula/stored.js';
import { queryIds, stateOf, withFreshSearch } from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import { newWidget } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { aggregation, byValues } from '../../machines/pivot/results.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { byRole, byText, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** Returns a dashboard with one widget, whose series may be formulas. */
function dashboardOf(metric: string, visualization: string) {
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
  const [page = ''] = queryIds(empty);
  const { config, computed } = splitComputed(
    aggregation({
      ...{ visualization, row_pivots: [byValues('source')] },
      series: [{ config: { name: null }, function: metric }],
    }),
  );
  const widget = newWidget('aggregation', config, randomIds);
  const added = { type: 'widget.added', widget, computed } as const;
  const document = withFreshSearch(documentAfter(empty, page, added, randomIds), randomIds);
  return { document, types: stateOf(document, page).widget_mapping[widget.id] ?? [], page };
}

const effective = { type: 'absolute', from: '2024-03-01T09:55:00.000Z', to: '2024-03-01T10:00:00.000Z' };
const row = (value: number) => ({
  ...{ key: ['web'], source: 'leaf' },
  values: [{ key: ['count()'], value, rollup: true, source: 'row-leaf' }],
});

describe('a follow-up search of a widget', () => {
  let server: FakeServer;
  /** Answers to follow-up searches that the server holds back; undefined: it answers at once. */
  let held: (() => void)[] | undefined;
  afterEach(async () => {
    comparisonWanted.set(undefined);
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  /** Opens a dashboard over five minutes. Its widgets count 6 messages, over longer ranges 60. */
  async function opened({ document: stored, types, page }: ReturnType<typeof dashboardOf>): Promise<HTMLElement> {
    held = undefined;
    const pivotOf = (id: string, isLong: boolean) => ({
      ...{ id, type: 'pivot', rows: [row(isLong ? 60 : 6)], total: 6 },
      effective_timerange: isLong ? { ...effective, from: '2024-03-01T08:00:00.000Z' } : effective,
    });
    const done = { done: true, cancelled: false, completed_exceptionally: false };
    const results = (queryId: string, ids: readonly string[], isLong: boolean) => ({
      ...{ id: 'job', search_id: stored.search.id, owner: 'ada', errors: [], execution: done },
      results: {
        [queryId]: {
          ...{
            execution_stats: { duration: 1, timestamp: '2024-03-01T10:00:00.000Z', effective_timerange: effective },
          },
          ...{ search_types: Object.fromEntries(ids.map((id) => [id, pivotOf(id, isLong)])), errors: [] },
        },
      },
    });
    server = fakeServer({
      ...searchRoutes([stored], () => undefined),
      'POST /views/search/*': ({ body }) => {
        // Cast: the console sends an execution state as the contract describes it.
        const { global_override: override } = JSON.parse(body ?? '{}') as ExecutionState;
        return results(page, types, JSON.stringify(override?.timerange).includes('7200'));
      },
      'POST /views/search/sync': async ({ body }) => {
        // Cast: the console sends a search as JSON.
        const [query] = (JSON.parse(body ?? '{}') as Search).queries;
        if (held) await new Promise<void>((resolve) => held?.push(resolve));
        const ids = query?.search_types?.map(({ id = '' }) => id) ?? [];
        return results(query?.id ?? '', ids, held !== undefined);
      },
    });
    const element = document.createElement('log-dashboard');
    element.setAttribute('view-id', stored.view.id);
    element.setAttribute('range', '300');
    document.body.append(element);
    return element;
  }
  const rootOf = async (element: HTMLElement): Promise<ShadowRoot> => {
    await waitUntil(() => element.shadowRoot);
    return element.shadowRoot ?? expect.fail();
  };

  it('marks a formula as being computed until it has the values of another range', async () => {
    const element = await opened(dashboardOf('formula(count() * 2)', 'table'));
    const root = await rootOf(element);
    await byText(root, '12');
    const isBusy = () => root.querySelector('[data-widget] [aria-busy=true], [data-widget][aria-busy=true]') !== null;
    await waitUntil(() => !isBusy(), 'the widget is at rest');
    held = [];
    element.setAttribute('range', '7200');
    await waitUntil(() => held?.length === 1, 'the values of the new range are requested');
    const footer = () => root.querySelector('footer')?.textContent ?? '';
    await waitUntil(() => footer().includes('2 hours ago - Now'), 'the new range is stated');
    expect([withText(root, '12') !== undefined, isBusy()]).to.deep.equal([true, true]);
    held[0]?.();
    await byText(root, '120');
    await waitUntil(() => !isBusy(), 'the widget is at rest again');
  });

  it('draws no outline of the earlier range of another range', async () => {
    comparisonWanted.set({ type: 'ago', seconds: 2400 });
    const element = await opened(dashboardOf('count()', 'bar'));
    const root = await rootOf(element);
    const outline = () => root.querySelector('path[stroke-dasharray]');
    await waitUntil(outline, 'the earlier bar is outlined');
    held = [];
    element.setAttribute('range', '7200');
    await waitUntil(() => held?.length === 1, 'the earlier range of the new range is requested');
    await byRole(root, 'group', /highest 60/);
    await waitUntil(() => !outline(), 'the outline of the other range has disappeared');
    held[0]?.();
    await waitUntil(outline, 'the earlier bar of the new range is outlined');
  });
});
