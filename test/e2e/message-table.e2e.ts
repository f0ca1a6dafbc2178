/**
 * Tests message tables and details against a real server: the stored display settings of a view, endless scrolling,
 * live tail, surrounding messages.
 */
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

/** Number of the message that has a stack trace. */
const traced = 201;
const trace = [
  'java.lang.IllegalStateException: no',
  '\tat com.shop.Main.main(Main.java:3)',
  '\tat java.lang.reflect.Method.invoke(Method.java:578)',
  '\tat java.lang.Thread.run(Thread.java:1)',
  'Caused by: java.io.IOException',
].join('\n');

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
      ...(index === traced && { full_message: trace }),
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

/** Opens an entry of the view options. The card is hovered first, because its tools are hidden while it is not. */
async function viewOption(name: string): Promise<void> {
  await page.getByRole('treegrid').hover({ position: { x: 200, y: 60 } });
  await button('View options').click();
  await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
}

/** Stores a saved search as another console might, with parts that are unknown to this console. */
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

test('width and position of columns and other display settings are stored with the view, and unknown parts are preserved', async () => {
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
  // The column moves to the left by keyboard.
  await head('took_ms').getByRole('button').first().focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await viewOption('Row numbers');
  await until('the moved column and the row numbers are shown', async () => {
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
  await until(
    'the display settings of the table are saved',
    async () => (await stored())?.titles['message_table'] !== undefined,
  );
  const state = await stored();
  assert.deepEqual(state?.titles['foreign_kind'], { a: 'b' });
  assert.deepEqual(state.widgets[0]?.config['foreign'], { kept: 1 });
  assert.deepEqual(state.widgets[0].config['fields'], ['timestamp', 'took_ms', 'source']);

  await page.reload();
  await row(0).waitFor();
  assert.equal(Math.round((await head('source').boundingBox())?.width ?? 0), Math.round(width) + 80);
  assert.ok((await row(0).innerText()).startsWith('1\n'));
});

test('endless scrolling loads page by page until all messages are shown', async () => {
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

test('the details of a message offer its origin, a search of surrounding messages by number in a new tab, and a permalink; a deleted input is marked as deleted', async () => {
  await open('/search?rangetype=relative&relative=7200&q=took_ms%3A%5B200%20TO%20201%5D');
  await row(0).focus();
  await page.keyboard.press('Enter');
  await button('2 frames more').waitFor();
  // Folded frames are copied, but the label that replaces them is not.
  const copied = await page
    .getByRole('definition')
    .filter({ has: button('2 frames more') })
    .evaluate((value) => {
      getSelection()?.selectAllChildren(value);
      return getSelection()?.toString().trim();
    });
  assert.equal(copied, trace);
  await button('2 frames more').click();
  await page.getByText('Method.java:578').waitFor();
  await button('Next message (J)').click();
  await until('the next message is open', async () => (await row(1).getAttribute('aria-expanded')) === 'true');
  assert.equal(await row(0).getAttribute('aria-expanded'), 'false');
  await page.getByText('edge', { exact: true }).waitFor();
  const detail = page.locator('[role=gridcell]').filter({ has: page.getByLabel('Fields', { exact: true }) });
  assert.match((await detail.getByRole('term').filter({ hasText: 'message' }).first().innerText()) ?? '', /^message$/);
  await detail.getByRole('term').filter({ hasText: 'host_no' }).getByRole('button').focus();
  for (const _step of [1, 2]) await page.keyboard.press('ArrowRight');
  await until(
    'the focus is on a tool',
    async () => (await page.locator('[data-tool]:focus').getAttribute('aria-label')) === 'Add to query: host_no',
  );
  await expectNoAxeViolations(page);
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

test('the side panel for message details stays chosen after a reload, and keeps its message when the query is narrowed from the panel', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/search?rangetype=relative&relative=7200&q=line');
  await row(3).click();
  await button('Show in a side panel').click();
  const panel = page.getByRole('region', { name: 'Message details' });
  await panel.waitFor();
  await page.reload();
  await row(5).click();
  await panel.getByText('line 394 of many').first().waitFor();
  await page.keyboard.press('ArrowUp');
  await panel.getByText('line 395 of many').first().waitFor();
  assert.equal(await row(4).getAttribute('aria-current'), 'true');
  await expectNoAxeViolations(page);

  await panel.getByRole('term').filter({ hasText: 'took_ms' }).hover();
  await button('Add to query: took_ms').click();
  await page.waitForURL(/took_ms/);
  await page.getByRole('navigation', { name: 'Pages of messages' }).getByText('1 message', { exact: true }).waitFor();
  await panel.getByText('line 395 of many').first().waitFor();
  assert.equal(await row(0).getAttribute('aria-current'), 'true', 'the row of the message is marked in the new result');
  await panel.focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await until('the row of the message has the focus', () => row(0).evaluate((own) => own.matches(':focus')));
});

test('live tail appends new messages, only counts them while the user has scrolled up, and returns to the end', async () => {
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
  // Surrounding rows are mounted and unmounted with a frame's delay; rows that stay do not move.
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
  // The list keeps the messages that were read until the results are requested.
  await page.getByText('came while reading 2', { exact: true }).waitFor();
  await button('Show results').click();
  await page.getByRole('navigation', { name: 'Pages of messages' }).waitFor();
});

test('the patterns group the messages by common text, and narrow the query to one pattern', async () => {
  await open('/search?rangetype=relative&from=7200');
  await page.getByRole('tab', { name: 'Messages' }).focus();
  await page.keyboard.press('ArrowRight');
  const list = page.getByRole('region', { name: 'Patterns' });
  await list.getByText(/^\d+ patterns? of all \d+ hits$/).waitFor();
  const pattern = list.getByRole('listitem').filter({ hasText: 'line <*> of many' });
  assert.match((await pattern.textContent()) ?? '', /^400 \(\d.*informational \(6\) 400/);
  await expectNoAxeViolations(page);
  await pattern.getByRole('button', { name: /^Exclude messages like these/ }).click();
  await page.waitForURL(/NOT/);
  await pattern.waitFor({ state: 'detached' });
  await page.goBack();
  await pattern.waitFor();
  await page.getByRole('tab', { name: 'Messages' }).click();
  await row(0).waitFor();
});

test('only the table scrolls, even with an open message of 200 fields; the chart folds by keyboard, and stays folded after a reload', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`_field_${index}`, `value ${index}`]));
  const wide = await openInput(server, session, 'wide');
  await wide.send({ host: 'wide', short_message: 'very wide', ...many });
  await foundMessages(server, session, 1, 'source:wide');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/search?rangetype=relative&relative=7200&q=source%3Awide%20OR%20line');
  await row(0).waitFor();
  /** Lists the elements that scroll: the page, the table, and other elements of the results by class name. */
  const scrolling = () =>
    page.getByRole('treegrid').evaluate((table) => {
      const found: string[] = [];
      const scroller = document.scrollingElement;
      if (scroller && scroller.scrollHeight > scroller.clientHeight) found.push('page');
      const area = table.closest('[data-widget]')?.parentElement;
      for (const element of area?.querySelectorAll('*') ?? []) {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
        if (scrolls && element.scrollHeight > element.clientHeight + 1)
          found.push(element.contains(table) ? 'table' : element.className);
      }
      return found;
    });
  await until('only the table scrolls', async () => (await scrolling()).join() === 'table');
  // Window sizes of laptops, and of a phone.
  for (const [width, height] of [
    [1366, 650],
    [1280, 600],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await until(
      `the table alone scrolls at ${width} × ${height}`,
      async () => !(await scrolling()).includes('page') && (await row(0).isVisible()),
    );
    await until('the chart is at least 120 px high', async () => {
      const chart = await page.getByRole('region', { name: 'Message Count' }).boundingBox();
      return chart !== null && chart.height >= 120;
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await until('only the table scrolls again', async () => (await scrolling()).join() === 'table');
  await row(0).focus();
  await page.keyboard.press('Enter');
  await page.getByText('value 0', { exact: true }).first().waitFor();
  assert.deepEqual(await scrolling(), ['table']);

  const top = async () => (await page.getByRole('treegrid').boundingBox())?.y ?? 0;
  const before = await top();
  await button('Fold chart').focus();
  await page.keyboard.press('Enter');
  await button('Unfold chart').waitFor();
  await until('the table takes the height of the folded chart', async () => (await top()) < before - 100);
  assert.ok(await button('Unfold chart').evaluate((own) => own.matches(':focus')), 'the focus stays on the button');
  // The next search starts with the last layout; a stored search keeps its own.
  await page.reload();
  await button('Unfold chart').click();
  await button('Fold chart').waitFor();
  await page.reload();
  await button('Fold chart').click();
  await button('Unfold chart').waitFor();
  await button('Save').click();
  await page.getByLabel('Title').fill('Folded');
  await button('Create new').click();
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await page.reload();
  await button('Unfold chart').waitFor();
  await expectNoAxeViolations(page);
});

test('the table of figures below a chart leaves the plot its height, also on a phone, and stays shown or hidden after a reload', async () => {
  const graded = await openInput(server, session, 'graded');
  for (const level of [3, 4, 5, 6]) await graded.send({ host: 'graded', short_message: `level ${level}`, level });
  await foundMessages(server, session, 4, 'source:graded');
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('/search?rangetype=relative&relative=7200&q=source%3Agraded');
    const chart = page.getByRole('region', { name: 'Message Count' });
    const plot = chart.getByRole('group', { name: /^Message Count/ });
    const heightOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.height ?? 0;
    await button('Show figures').waitFor();
    const before = await heightOf(plot);
    await button('Show figures').click();
    await button('Hide figures').waitFor();
    const isWhole = async (): Promise<boolean> => {
      const [card, hide] = await Promise.all([chart.boundingBox(), button('Hide figures').boundingBox()]);
      return card !== null && hide !== null && hide.y + hide.height <= card.y + card.height;
    };
    await until(
      'the plot keeps its height, and the button is fully visible',
      async () => (await heightOf(plot)) >= before && (await isWhole()),
    );
    const table = chart.getByRole('group', { name: 'Figures of the series' });
    assert.ok((await heightOf(table)) >= 100, 'the four series and their header are visible');
    await page.reload();
    await button('Hide figures').waitFor();
    assert.ok((await heightOf(plot)) >= before);
    await button('Hide figures').click();
    await button('Show figures').waitFor();
    await page.reload();
    await button('Show figures').waitFor();
  }
});
