/**
 * Tests error boundaries. Each part is made to throw by a browser API that it uses. An error must replace the part, and
 * the console around it must stay.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { casesInTurn } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Global of the test page: removes the injected fault. */
declare const mend: () => void;

let browser: Browser;
let server: TestServer;
let data: string;
let dashboard: { id: string; pages: readonly string[] };

const place = (col: number) => ({ col, row: 1, width: 6, height: 4 });

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-isolation-'));
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
  const session = await server.login();
  await sendMessages(server, [{ host: 'web-01', short_message: 'Server started', level: 3 }]);
  dashboard = await storeDashboard(server, session, 'Two of a kind', [
    {
      title: 'First page',
      widgets: [
        { title: 'Number', config: { visualization: 'numeric' }, position: place(1) },
        { title: 'Messages', config: 'messages', position: place(7) },
      ],
    },
    { title: 'Second page', widgets: [{ title: 'Other', config: 'messages', position: place(1) }] },
  ]);
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

async function openConsole(path = '/welcome'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server, path);
  return page;
}

/**
 * Makes every ResizeObserver of the page throw on disconnect: in widgets, lists, sidebars and menus. The code is
 * text, because it runs in the page.
 */
const breakCleanUps = (page: Page) =>
  page.evaluate(`{
    const { observe, disconnect } = ResizeObserver.prototype;
    const watched = new WeakMap();
    globalThis.thrown = 0;
    ResizeObserver.prototype.observe = function (target, options) {
      watched.set(this, target);
      observe.call(this, target, options);
    };
    ResizeObserver.prototype.disconnect = function () {
      disconnect.call(this);
      if (watched.get(this)?.isConnected !== false) return;
      globalThis.thrown += 1;
      throw new Error('clean-up of what has left');
    };
  }`);

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const row = (page: Page) => page.getByRole('treegrid').getByText('Server started').first();

test('a user navigates through the console while the clean-ups of its components throw', async () => {
  const page = await openConsole();
  await breakCleanUps(page);
  await navigation(page).getByRole('link', { name: 'Search' }).click();
  await row(page).waitFor();
  // At this window width the section is open by default.
  await page.getByRole('complementary', { name: 'Fields' }).waitFor();
  await page.getByRole('button', { name: 'Highlighting' }).click();
  await page.getByRole('complementary', { name: 'Highlighting' }).waitFor();
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await row(page).waitFor();

  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row(page).waitFor();

  await navigation(page).getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Two of a kind' }).click();
  await page.getByRole('region', { name: 'Number' }).waitFor();
  await row(page).waitFor();
  await page.getByRole('tab', { name: 'Second page' }).click();
  await page.getByRole('region', { name: 'Other' }).waitFor();
  await row(page).waitFor();
  await navigation(page).getByRole('link', { name: 'Search' }).click();
  await row(page).waitFor();
  assert.ok((await page.evaluate<number>('thrown')) > 3);
  assert.equal(await page.getByText('Runtime Error').count(), 0);
  assert.equal(await page.getByText('Something went wrong.').count(), 0);
  await page.context().close();
});

test('the wall display rotates while the clean-ups of its widgets throw', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=2&refresh=1`);
  await breakCleanUps(page);
  for (const name of ['Second page', 'First page', 'Second page']) {
    await page.getByRole('heading', { name: `Two of a kind ${name}` }).waitFor();
    await row(page).waitFor();
  }
  assert.ok((await page.evaluate<number>('thrown')) > 0);
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.context().close();
});

test('a widget that cannot be rendered shows an error in its card, and is rendered on retry', async () => {
  const page = await openConsole();
  // The function is passed as text, because the page lacks the helpers that the test runner adds to functions.
  await page.evaluate(`{
    const { observe } = ResizeObserver.prototype;
    globalThis.mend = () => { ResizeObserver.prototype.observe = observe; };
    ResizeObserver.prototype.observe = function (target, options) {
      if (target.querySelector('[role=treegrid]')) throw new Error('no size here');
      observe.call(this, target, options);
    };
  }`);
  await navigation(page).getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Two of a kind' }).click();
  const card = page.getByRole('region', { name: 'Messages' });
  await card.getByText('no size here').waitFor();
  await page.getByRole('region', { name: 'Number' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 1);
  await page.evaluate(() => mend());
  await card.getByRole('button', { name: 'Try again' }).click();
  await row(page).waitFor();
  await page.context().close();
});

test('the console keeps its navigation when the script of a page fails to load, shows an error, and loads the page on retry', async () => {
  const page = await openConsole();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const script = /\/chunks\/[^/]*\.js$/;
  let refused = 0;
  await page.route(script, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Help' }).waitFor();
  await navigation(page).getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
  await page.getByText('A part of this page could not be loaded').waitFor();
  assert.ok(refused > 0);
  await navigation(page).waitFor();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  // A browser that caches the failed load needs a page reload, which the console offers.
  const reload = page.getByRole('button', { name: 'Reload the page' });
  const list = page.getByRole('link', { name: 'Two of a kind' });
  await list.or(reload).first().waitFor();
  if (await reload.isVisible()) await reload.click();
  await list.waitFor();
  await page.context().close();
});

test('the console keeps its navigation when the script of the first page fails to load; after a second failure a button reloads the page', async () => {
  const page = await openConsole('/search');
  await row(page).waitFor();
  // The scripts of the dashboards page are those that are loaded when it is first opened.
  const before = new Set(await scriptsOf(page));
  await navigation(page).getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Two of a kind' }).waitFor();
  const own = (await scriptsOf(page)).filter((name) => !before.has(name));
  assert.ok(own.length > 0);
  const isOwn = (url: URL) => own.includes(url.pathname);
  await page.route(isOwn, (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
  await navigation(page).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await reload.waitFor();
  await page.unroute(isOwn);
  await reload.click();
  await page.getByRole('link', { name: 'Two of a kind' }).waitFor();
  await page.context().close();
});

const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => name.endsWith('.js')),
  );

test('action dialogs that fail to load leave the search unchanged', async () => {
  const page = await openConsole('/search');
  await row(page).waitFor();
  const share = page.getByRole('button', { name: 'Load', exact: true });
  await share.waitFor();
  await page.route(/\/chunks\/[^/]*\.js$/, (route) => route.abort());
  await share.click();
  await page.getByRole('region', { name: 'Notifications' }).getByText('Could not open this part of the page').waitFor();
  await row(page).waitFor();
  await page.unroute(/\/chunks\/[^/]*\.js$/);
  const failedLoads = page
    .getByRole('region', { name: 'Notifications' })
    .getByText('Could not open this part of the page');
  const before = await failedLoads.count();
  await share.click();
  // A browser that caches the failed load reports it once more; then the page is reloaded.
  const dialog = page.getByRole('dialog');
  await dialog.or(failedLoads.nth(before)).first().waitFor();
  if (!(await dialog.isVisible())) {
    await page.reload();
    await share.click();
  }
  await dialog.waitFor();
  await page.context().close();
});

for (const colorScheme of casesInTurn(['light', 'dark'] as const, 1))
  test(`the page reports a main script that fails to load (${colorScheme}), and works after a reload`, async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
    const page = await context.newPage();
    const isMain = /\/host\/page\/main[^/]*\.js$/;
    let refused = 0;
    await page.route(isMain, (route) => {
      refused += 1;
      return route.abort();
    });
    await page.goto(`${server.url}/search`);
    assert.ok(refused > 0);
    const message = page.locator('.not-loaded');
    // The message is hidden at first, because the script may still load.
    assert.equal(await message.isVisible(), false);
    await page.getByText('Log Console could not be loaded.').waitFor();
    const colours = await page.evaluate(() => [
      getComputedStyle(document.querySelector('.not-loaded') ?? document.body).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
    const [red = 0, canvas = 0] = colours.map((colour) => Number(/\d+/.exec(colour)?.[0]));
    assert.ok(Math.abs(red - canvas) > 180, `the contrast of ${red} on ${canvas} is sufficient`);
    await page.unroute(isMain);
    await page.reload();
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
    assert.equal(await message.count(), 0);
    await context.close();
  });
