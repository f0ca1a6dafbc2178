/** Message tables and details against a real server: the look that a view keeps, endless scrolling, live tail, surroundings. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages, openInput, until, type MessageInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let session: string;
let context: BrowserContext;
let page: Page;
let input: MessageInput;
let violations: string[];
const count = 400;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  input = await openInput(server, session, 'edge');
  const start = Date.now() / 1000 - 3000;
  for (let index = 0; index < count; index++) {
    const message = {
      host: 'web-01',
      level: 6,
      short_message: `line ${index} of many`,
      timestamp: start + index,
      _took_ms: index,
      _host_no: index % 3,
    };
    await input.send(message);
  }
  await foundMessages(server, session, count);
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  page = await context.newPage();
  violations = problemsOf(page);
});
afterEach(async () => {
  assert.deepEqual(violations, []);
  await context.close();
});

const row = (index: number): Locator => page.locator(`[data-row="${index}"]`);
const head = (field: string): Locator => page.locator(`[role=columnheader][data-column="${field}"]`);
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

async function open(path: string): Promise<void> {
  await signIn(page, server, path);
  await page.getByRole('treegrid').waitFor();
}

/** The tools show while the card is pointed at. */
async function viewOption(name: string): Promise<void> {
  await page.getByRole('treegrid').hover({ position: { x: 200, y: 60 } });
  await button('View options').click();
  await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
}

/** A saved search as another console would have stored it, with parts that this one does not know. */
async function storeView(): Promise<string> {
  const [viewId, searchId] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  const [queryId, widgetId, typeId] = [randomUUID(), randomUUID(), randomUUID()];
  const sort = [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }];
  const searchType = { id: typeId, type: 'messages', limit: 150, offset: 0, decorators: [], streams: [], filters: [] };
  const query = {
    id: queryId,
    query: { type: 'elasticsearch', query_string: '' },
    timerange: { type: 'relative', from: 7200 },
    filters: [],
    search_types: [{ ...searchType, sort: [{ field: 'timestamp', order: 'DESC' }] }],
  };
  const search = { id: searchId, queries: [query], parameters: [] };
  assert.ok((await server.call('/views/search', { method: 'POST', session, json: search })).ok);
  const config = {
    fields: ['timestamp', 'source', 'took_ms'],
    show_message_row: true,
    show_summary: true,
    decorators: [],
    sort,
  };
  const state = {
    titles: { widget: { [widgetId]: 'Mine' }, foreign_kind: { a: 'b' } },
    widgets: [
      { id: widgetId, type: 'messages', filters: [], streams: [], config: { ...config, foreign: { kept: 1 } } },
    ],
    widget_mapping: { [widgetId]: [typeId] },
    positions: { [widgetId]: { col: 1, row: 1, width: 'Infinity', height: 6 } },
  };
  const view = { id: viewId, type: 'SEARCH', title: 'Stored', search_id: searchId, state: { [queryId]: state } };
  const stored = await server.call('/views', { method: 'POST', session, json: view });
  assert.ok(stored.ok, await stored.clone().text());
  return ((await stored.json()) as { id: string }).id;
}

test('width, place and look of columns are kept with the view, and so is what others put there', async () => {
  const viewId = await storeView();
  await open(`/search/${viewId}`);
  await row(0).waitFor();
  const width = (await head('source').boundingBox())?.width ?? 0;
  const edge = await head('source').getByRole('separator').boundingBox();
  assert.ok(edge);
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 8);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 80, edge.y + 8, { steps: 3 });
  await page.mouse.up();
  // By keyboard: the column moves to the left.
  await head('took_ms').getByRole('button').first().focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await viewOption('Row numbers');
  await until('all of it is there', async () => {
    const columns = await page
      .locator('[role=columnheader][data-column]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['column']));
    return columns.join() === 'timestamp,took_ms,source' && (await row(0).innerText()).startsWith('1\n');
  });
  await button('Save').click();
  await page.getByLabel('Title').waitFor();
  await button('Save').last().click();
  const stored = async () => {
    const answer = await server.call(`/views/${viewId}`, { session });
    const view = (await answer.json()) as {
      state: Record<
        string,
        { titles: Record<string, Record<string, string>>; widgets: { config: Record<string, unknown> }[] }
      >;
    };
    return Object.values(view.state)[0];
  };
  await until('it is saved', async () => (await stored())?.titles['message_table'] !== undefined);
  const state = await stored();
  assert.deepEqual(state?.titles['foreign_kind'], { a: 'b' });
  assert.deepEqual(state.widgets[0]?.config['foreign'], { kept: 1 });
  assert.deepEqual(state.widgets[0].config['fields'], ['timestamp', 'took_ms', 'source']);

  await page.reload();
  await row(0).waitFor();
  assert.equal(Math.round((await head('source').boundingBox())?.width ?? 0), Math.round(width) + 80);
  assert.ok((await row(0).innerText()).startsWith('1\n'));
});

test('endless scrolling loads what follows, page by page, until everything is there', async () => {
  await open('/search?rangetype=relative&relative=7200');
  await page.getByText(`1–150 of ${count} messages`).waitFor();
  await viewOption('Endless scrolling');
  await row(0).focus();
  for (const loaded of [300, 400]) {
    await page.keyboard.press('End');
    await page.getByText(`1–${loaded} of ${count} messages`).waitFor();
  }
  await page.keyboard.press('End');
  await row(count - 1)
    .getByText('line 0 of many')
    .waitFor();
  await viewOption('Endless scrolling');
  await page.getByText(`1–150 of ${count} messages`).waitFor();
});

test('details: origin, a surrounding search by number in a new tab, permalink; a deleted input is said', async () => {
  await open('/search?rangetype=relative&relative=7200&q=took_ms%3A200');
  await row(0).focus();
  await page.keyboard.press('Enter');
  await page.getByText('edge', { exact: true }).waitFor();
  await button('Show surrounding messages').click();
  const [around] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: '5 messages before and after', exact: true }).click(),
  ]);
  await around.getByText('1–11 of 11 messages').waitFor();
  assert.match(await around.locator('[aria-current=true]').innerText(), /line 200 of many/);
  await around.close();

  assert.ok((await server.call(`/system/inputs/${input.id}`, { method: 'DELETE', session })).ok);
  await page.getByRole('link', { name: 'Permalink' }).click();
  await page.waitForURL(/\/messages\//);
  await page.reload();
  await page.getByText('deleted input').waitFor();
  await page.getByText('line 200 of many').first().waitFor();
  assert.equal(await button('Show surrounding messages').count(), 0);
});

test('live tail appends what arrives, counts it while something is read, and comes back', async () => {
  const { send } = await openInput(server, session, 'live');
  const arrive = (text: string) => send({ host: 'web-01', level: 6, short_message: text });
  for (let index = 0; index < 40; index++) await arrive(`earlier ${index}`);
  await foundMessages(server, session, count + 40);
  await open('/search?rangetype=relative&relative=7200');
  await page.getByRole('treegrid').hover({ position: { x: 200, y: 60 } });
  await button('Live tail').click();
  await page.getByText('earlier 39', { exact: true }).waitFor();
  await arrive('came while following');
  await page.getByText('came while following', { exact: true }).waitFor();

  await page.getByRole('treegrid').evaluate((grid) => grid.parentElement?.scrollBy(0, -300));
  const places = () =>
    page
      .locator('[data-row]')
      .evaluateAll((all) =>
        all.map((one) => [(one as HTMLElement).dataset['row'], Math.round(one.getBoundingClientRect().top)].join()),
      );
  // The rows around come and go with a frame's delay; those that stay do not move.
  const before = new Set(await places());
  for (let index = 0; index < 3; index++) await arrive(`came while reading ${index}`);
  const news = button('3 new messages');
  await news.waitFor();
  assert.ok((await places()).filter((place) => before.has(place)).length >= before.size - 2);
  assert.equal(await page.getByText('came while reading 2', { exact: true }).count(), 0);
  await expectNoAxeViolations(page);
  await news.click();
  await page.getByText('came while reading 2', { exact: true }).waitFor();
  await button('Stop live tail').last().click();
  await page.getByRole('navigation', { name: 'Pages of messages' }).waitFor();
});
