/**
 * Tests widgets of a dashboard with their own fields, ranges, events and parameters, and pages that explain why a
 * dashboard cannot be shown.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { TimeRange } from '../../api/contract/searches.js';
import type { AggregationConfig, View, Widget } from '../../api/contract/views.schema.js';
import { histogramConfig, newWidget } from '../../machines/view/default-view.js';
import { addWidget, queryIds, withFreshSearch, type ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { launch } from '../browser.js';
import { anEvent, storeEvents } from '../event-documents.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

const defaultStream = '000000000000000000000001';
const hour: TimeRange = { type: 'relative', from: 3600 };

let browser: Browser;
let server: TestServer;
let session: string;
let data: string;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-widgets-'));
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  await storeEvents(data, [
    anEvent({ id: 'e1', timestamp: ago(20), message: 'Disk is full', source_streams: [defaultStream], alert: true }),
    anEvent({ id: 'e2', timestamp: ago(40), message: 'Queue is long', source_streams: [defaultStream] }),
    anEvent({ id: 'e3', timestamp: ago(30), message: 'Elsewhere', source_streams: ['5e9f8f8f8f8f8f8f8f8f8fff'] }),
  ]);
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
  session = await server.login();
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      timestamp: Date.now() / 1000 - index * 240,
      level: 3 + (index % 4),
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const openConsole = async (): Promise<{ page: Page; problems: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server);
  return { page, problems };
};
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function post(path: string, json: unknown): Promise<void> {
  const answer = await server.call(path, { method: 'POST', session, json });
  assert.ok(answer.ok, await answer.text());
}
async function store({ view, search }: ViewDocument): Promise<string> {
  await post('/views/search', search);
  await post('/views', view);
  return view.id;
}
type Given = Partial<Widget> & { readonly title: string; readonly config?: object };

/** Returns a dashboard of one page in the form that the console creates. Each widget takes half a row. */
function dashboardWith(title: string, widgets: readonly Given[], change = (document: ViewDocument) => document) {
  const metadata = { title, summary: '', description: '' };
  const empty = emptyDashboard({ createdAt: new Date().toISOString(), metadata }, randomIds);
  const [page = ''] = queryIds(empty);
  const filled = widgets.reduce((document, { title: name, config, ...own }, index) => {
    const widget = {
      ...newWidget('aggregation', { ...histogramConfig(), ...config }, randomIds),
      timerange: hour,
      ...own,
    };
    const position = { col: 1 + 6 * (index % 2), row: 1 + 3 * Math.floor(index / 2), width: 6, height: 3 };
    return addWidget(document, page, { widget, title: name, position });
  }, empty);
  return store(withFreshSearch(change(filled), randomIds));
}

test("a dashboard requests the fields of each widget's streams, once for widgets with the same streams; the editor has its own request", async () => {
  const id = await dashboardWith('Fields', [
    { title: 'All' },
    { title: 'Default', streams: [defaultStream] },
    { title: 'All too' },
    { title: 'Day', timerange: { type: 'relative', from: 86_400 } },
  ]);
  const { page, problems } = await openConsole();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/views/fields')) return;
    const { streams, timerange } = request.postDataJSON() as { streams: string[]; timerange: { from: number } };
    requests.push(`${streams.join()} ${timerange.from}`);
  });
  await page.goto(`${server.url}/dashboards/${id}`);
  for (const name of ['All', 'Default', 'All too', 'Day']) await region(page, name).locator('canvas').first().waitFor();
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/views/fields')).length >= 3,
  );
  assert.deepEqual([...requests].sort(), [' 3600', ' 86400', `${defaultStream} 3600`]);
  // The range control shows that no override is set: each widget searches its own range.
  await page.getByRole('button', { name: 'No Override' }).waitFor();
  await region(page, 'Day').hover();
  await region(page, 'Day').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Update preview' }).waitFor();
  assert.deepEqual([...new Set(requests)].sort(), [' 3600', ' 86400', `${defaultStream} 3600`]);
  assert.equal(requests.length, 3, 'fields that are already known are not requested again');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an invalid stored range counts as the last five minutes, which the editor explains', async () => {
  const range = { type: 'absolute', from: 'one day', to: 'the next' } as const;
  const id = await dashboardWith('Odd', [{ title: 'Odd', timerange: range }, { title: 'Sound' }]);
  const { page } = await openConsole();
  await page.goto(`${server.url}/dashboards/${id}`);
  await region(page, 'Sound').locator('canvas').first().waitFor();
  await region(page, 'Odd').getByText('5 minutes ago - Now').waitFor();
  await region(page, 'Odd').hover();
  await region(page, 'Odd').getByRole('button', { name: 'Edit' }).click();
  await page.getByText('the last 5 minutes are searched instead').waitFor();
  await page.getByRole('search', { name: 'Query of the widget' }).getByText('5 minutes ago').waitFor();
  await page.getByRole('button', { name: 'Update widget' }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith(id));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  assert.equal((await saved).status(), 200);
  const view = (await (await server.call(`/views/${id}`, { session })).json()) as View;
  const [odd] = Object.values(view.state)[0]?.widgets ?? [];
  assert.deepEqual(odd?.timerange, { type: 'relative', from: 300 });
  await page.context().close();
});

test('the dashboard asks before unsubmitted text in the query row of a widget editor is lost', async () => {
  const id = await dashboardWith('Typed', [{ title: 'Typed' }]);
  const { page } = await openConsole();
  await page.goto(`${server.url}/dashboards/${id}`);
  await region(page, 'Typed').locator('canvas').first().waitFor();
  await region(page, 'Typed').hover();
  await region(page, 'Typed').getByRole('button', { name: 'Edit' }).click();
  const row = page.getByRole('search', { name: 'Query of the widget' });
  await row.getByRole('textbox', { name: 'Search query' }).click();
  await page.keyboard.type('source:elsewhere');
  const leave = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards' }).click();
  await leave();
  await page.getByRole('button', { name: 'Stay' }).click();
  await row.getByText('source:elsewhere').waitFor();
  assert.ok(page.url().includes(id));
  await leave();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  await page.context().close();
});

test('charts over time show the events of the streams that they search, and only those', async () => {
  const charts: AggregationConfig['visualization'][] = ['bar', 'line', 'area', 'scatter'];
  const config = (visualization: string) => ({ visualization, event_annotation: true });
  const id = await dashboardWith('Events', [
    ...charts.map((chart) => ({ title: chart, config: config(chart) })),
    { title: 'without', config: { visualization: 'bar' } },
  ]);
  const { page, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/${id}`);
  for (const chart of charts) {
    for (const text of ['Disk is full', 'Queue is long'])
      await region(page, chart)
        .getByRole('img', { name: `Alerts: ${text}` })
        .waitFor({ state: 'attached' });
    assert.equal(await region(page, chart).getByRole('img', { name: 'Elsewhere' }).count(), 0);
  }
  // Alerts of a bucket are shown together with its values, by pointer and by keyboard.
  const dot = await region(page, 'bar').getByRole('img', { name: 'Alerts: Disk is full' }).boundingBox();
  await page.mouse.move((dot?.x ?? 0) + 3, (dot?.y ?? 0) - 20);
  await region(page, 'bar').getByText('Disk is full', { exact: true }).waitFor();
  const chart = region(page, 'line').getByRole('group').first();
  await chart.focus();
  const announcements = region(page, 'line').locator('[aria-live]');
  for (let at = 0; at < 120 && !(await announcements.first().textContent())?.includes('Queue is long'); at++)
    await page.keyboard.press(at === 0 ? 'Home' : 'ArrowRight');
  assert.match((await announcements.first().textContent()) ?? '', /Queue is long \d\d:\d\d:\d\d/);
  await region(page, 'without').locator('canvas').first().waitFor();
  assert.equal(
    await region(page, 'without')
      .getByRole('img', { name: /^Alerts/ })
      .count(),
    0,
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a copied widget brings the declaration of its parameter to the dashboard, which searches with the default value and can be saved', async () => {
  const target = await dashboardWith('Target', []);
  const source = withFreshSearch(
    (() => {
      const document = emptyDashboard({ createdAt: new Date().toISOString() }, randomIds);
      const [page = ''] = queryIds(document);
      const widget = newWidget(
        'aggregation',
        { ...histogramConfig(), row_pivots: [], visualization: 'numeric' },
        randomIds,
      );
      const filled = addWidget(document, page, { widget, title: 'Whose' });
      const query = { type: 'elasticsearch', query_string: 'source:$who$' } as const;
      return {
        view: { ...filled.view, type: 'SEARCH' as const, title: 'With a parameter' },
        search: {
          ...filled.search,
          queries: filled.search.queries.map((one) => ({ ...one, query, timerange: hour })),
          parameters: [{ type: 'value-parameter-v1', name: 'who', default_value: 'db-01' }],
        },
      };
    })(),
    randomIds,
  );
  const id = await store(source);
  const { page } = await openConsole();
  await page.goto(`${server.url}/search/${id}`);
  await region(page, 'Whose').getByRole('button', { name: '4', exact: true }).waitFor();
  await region(page, 'Whose').hover();
  await region(page, 'Whose').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy to Dashboard' }).click();
  await page.getByRole('radio', { name: 'Target' }).check();
  await page.getByRole('button', { name: 'Copy widget' }).click();
  await page.waitForURL(new RegExp(`/dashboards/${target}`));
  await region(page, 'Whose').getByRole('button', { name: '4', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save as' }).isEnabled(), true);
  await page.context().close();
});

test('the window title of a wall display contains the title of its dashboard; /dashboards/new reports missing permissions', async () => {
  const id = await dashboardWith('Named', [{ title: 'One' }]);
  const { page } = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${id}`);
  await page.waitForFunction(() => document.title.endsWith(' - Named'));
  await page.context().close();

  const password = 'a reader password';
  await post('/users', {
    username: 'reader',
    password,
    email: 'reader@example.org',
    first_name: 'Rea',
    last_name: 'Der',
    roles: ['Reader'],
    permissions: [],
    timezone: 'UTC',
  });
  const context = await browser.newContext();
  const reader = await context.newPage();
  await signIn(reader, server, '/dashboards/new', { username: 'reader', password });
  await reader.getByRole('heading', { name: 'Missing Permissions' }).waitFor();
  await reader.getByText('/dashboards/new').waitFor();
  await context.close();
});
