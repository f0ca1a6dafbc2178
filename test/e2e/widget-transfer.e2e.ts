/**
 * Tests the transfer of widgets: from a search to a dashboard, to another page, and back to a search. Also tests very
 * many widgets.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { View } from '../../api/contract/views.schema.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      level: 3 + (index % 4),
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});

const openConsole = async (): Promise<{ page: Page; executions: () => number; problems: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  let executed = 0;
  page.on('request', (request) => {
    if (/\/views\/search\/[^/]+\/execute$/.test(new URL(request.url()).pathname)) executed += 1;
  });
  await signIn(page, server);
  return { page, executions: () => executed, problems };
};
const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await widget(page, name).hover();
  await widget(page, name).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const viewOf = async (id: string): Promise<View> => (await server.call(`/views/${id}`, { session })).json();
const grid = (col: number, row: number, width = 4, height = 2) => ({ col, row, width, height });

test('a widget of a search arrives on a dashboard with a new id and its query, moves and is copied to other pages, and is replayed as a search', async () => {
  const stored = await storeDashboard(server, session, 'Target', [
    { title: 'First', widgets: [{ title: 'Count', config: {}, position: grid(1, 1) }] },
    { title: 'Second', widgets: [] },
  ]);
  const { page, problems } = await openConsole();
  await page.goto(`${server.url}/search?q=source%3Aweb-01&rangetype=relative&relative=900`);
  await page.getByRole('treegrid').waitFor();
  await choose(page, 'Message Count', 'Copy to Dashboard');
  await page.getByRole('radio', { name: 'Target' }).check();
  await page.getByRole('button', { name: 'Copy widget' }).click();
  await page.waitForURL(`**/dashboards/${stored.id}`);
  await widget(page, 'Message Count').waitFor();
  const [first = '', second = ''] = stored.pages;
  const arrived = (await viewOf(stored.id)).state[first];
  const copy = arrived?.widgets.find(({ id }) => arrived.titles?.['widget']?.[id] === 'Message Count');
  assert.ok(copy && arrived);
  assert.equal(copy.query?.query_string, 'source:web-01');
  assert.deepEqual(copy.timerange, { type: 'relative', from: 900 });
  assert.deepEqual(copy.streams, []);
  assert.equal(arrived.positions[copy.id]?.row, 1);
  const [own = ''] = arrived.widgets.flatMap(({ id }) => (id === copy.id ? [] : [id]));
  assert.ok(Number(arrived.positions[own]?.row) > 1, 'existing widgets make room for the copy');
  assert.ok((arrived.widget_mapping[copy.id] ?? []).length > 0);

  const replayed = page.waitForEvent('popup');
  await widget(page, 'Message Count').hover();
  await widget(page, 'Message Count').getByRole('button', { name: 'Replay search' }).click();
  const search = await replayed;
  const address = new URL(search.url()).searchParams;
  assert.equal(address.get('q'), 'source:web-01');
  assert.equal(address.get('relative') ?? address.get('from'), '900');
  await search.getByRole('treegrid').waitFor();
  await search.close();

  await choose(page, 'Message Count', 'Move to Page');
  await page.getByRole('radio', { name: 'Second' }).check();
  await page.getByRole('button', { name: 'Move Widget' }).click();
  await page.getByRole('tab', { name: 'Second', selected: true }).waitFor();
  await widget(page, 'Message Count').waitFor();
  await page.getByRole('tab', { name: 'First' }).click();
  await choose(page, 'Count', 'Move to Page');
  await page.getByRole('radio', { name: 'Second' }).check();
  await page.getByRole('checkbox', { name: 'Keep copy on this page' }).check();
  await page.getByRole('button', { name: 'Copy Widget' }).click();
  await page.getByRole('tab', { name: 'Second', selected: true }).waitFor();
  await widget(page, 'Count').getByText('12', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(
    'both pages are stored',
    async () => ((await viewOf(stored.id)).state[second]?.widgets.length ?? 0) === 2,
  );
  const { state } = await viewOf(stored.id);
  assert.deepEqual(
    state[first]?.widgets.map(({ id }) => id),
    [own],
    'the first page has only the original widget after the move',
  );
  const there = state[second];
  assert.equal(
    there?.widgets.find(({ id }) => id === copy.id)?.query?.query_string,
    'source:web-01',
    'the moved widget keeps its query',
  );
  const kept = there?.widgets.find(({ id }) => id !== copy.id);
  assert.ok(kept && kept.id !== own);
  assert.equal(there?.titles?.['widget']?.[kept.id], 'Count');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('units and thresholds of a widget apply at once, start no search, and persist after a reload', async () => {
  const stored = await storeDashboard(server, session, 'Measured', [
    { title: 'Only', widgets: [{ title: 'Count', config: {}, position: grid(1, 1, 8) }] },
  ]);
  const { page, executions, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  await widget(page, 'Count').getByText('12', { exact: true }).waitFor();
  await widget(page, 'Count').hover();
  await widget(page, 'Count').getByRole('button', { name: 'Edit', exact: true }).click();
  await widget(page, 'Count').getByText('12', { exact: true }).waitFor();
  const before = executions();
  await page.getByRole('button', { name: 'Unit and thresholds …' }).click();
  await page.getByRole('combobox', { name: 'Unit', exact: true }).fill('req');
  await page.getByLabel('Critical threshold').fill('10');
  await widget(page, 'Count').getByText('12\u00a0req').waitFor();
  await widget(page, 'Count').getByText('critical').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Update widget' }).click();
  await page.getByRole('tab').first().waitFor();
  await widget(page, 'Count').getByText('12\u00a0req').waitFor();
  assert.equal(executions(), before);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the unit is stored', async () =>
    JSON.stringify((await viewOf(stored.id)).state[stored.pages[0] ?? '']?.titles).includes('req'),
  );
  await page.reload();
  await widget(page, 'Count').getByText('12\u00a0req').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a user opens a page of five hundred widgets with hostile titles, and scrolls to its end; only widgets near the window are executed', async () => {
  const hostile = '<img src=x onerror="document.title=1"> \u202etxt ﷽';
  const count = 500;
  const stored = await storeDashboard(server, session, 'Hundreds', [
    {
      title: hostile.slice(0, 40),
      widgets: Array.from({ length: count }, (_, index) => ({
        title: index === 0 ? hostile : `Widget ${index}`,
        config: {},
        position: grid(1 + 4 * (index % 3), 1 + 2 * Math.floor(index / 3)),
      })),
    },
  ]);
  const { page, executions, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  await widget(page, 'Widget 1').getByText('12', { exact: true }).waitFor();
  await widget(page, hostile).getByText('12', { exact: true }).waitFor();
  assert.ok(executions() < 60, `${executions()} executions`);
  await page.locator('[data-widget]').last().scrollIntoViewIfNeeded();
  await widget(page, `Widget ${count - 1}`)
    .getByText('12', { exact: true })
    .waitFor();
  assert.ok(executions() < 120, `${executions()} executions`);
  assert.equal(await page.title().then((title) => title === '1'), false);
  assert.deepEqual(problems, []);
  await page.context().close();
});
