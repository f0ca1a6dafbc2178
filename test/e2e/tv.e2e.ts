/** Tests the full-screen display against a real server that stops and returns, and with a session that ends. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { until } from './sent-messages.js';
import { signIn, signInAtForm } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Global of the test page: events that the element dispatched. */
declare const recordedEvents: string[];

let browser: Browser;
let server: TestServer;
let data: string;
let context: BrowserContext;
let dashboard: { id: string; pages: readonly string[] };

const start = (port = '0') => startTestServer({ data, args: ['--port', port] });

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-tv-'));
  [browser, server] = await Promise.all([launch(), start()]);
  const session = await server.login();
  const number = (title: string) => ({
    title,
    config: { visualization: 'numeric' },
    position: { col: 1, row: 1, width: 12, height: 4 },
  });
  dashboard = await storeDashboard(server, session, 'Wall <b>of</b> numbers', [
    { title: 'First page', widgets: [number('Number one')] },
    { title: 'Second page', widgets: [number('Number two')] },
    { title: 'Third page', widgets: [] },
  ]);
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

async function openConsole(): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await signIn(page, server);
  return page;
}

test('the full-screen display at its address rotates through the chosen pages without navigation, and shows text as text', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=2&refresh=1&tabs=1,0`);
  for (const name of ['Second page', 'First page', 'Second page'])
    await page.getByRole('heading', { name: `Wall <b>of</b> numbers ${name}` }).waitFor();
  await page.getByRole('heading', { name: 'Number two' }).waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  assert.deepEqual(await page.getByRole('button').allTextContents(), []);
  await expectNoAxeViolations(page);
  await context.close();
});

test('<log-tv> reports its pages and refreshes, follows its attributes, and gives titles a smaller share of a 4K display', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/examples/tv.html?dashboard=${dashboard.id}&interval=86400&refresh=1`);
  await page.getByRole('heading', { name: 'Number one' }).waitFor();
  await page.evaluate(() => {
    const recordedEvents: string[] = [];
    Object.assign(globalThis, { recordedEvents });
    const wall = document.querySelector('log-tv');
    wall?.addEventListener('log-page-change', (event) =>
      recordedEvents.push((event as CustomEvent<{ page: string }>).detail.page),
    );
    wall?.addEventListener('log-refreshed', (event) =>
      recordedEvents.push((event as CustomEvent<{ at: string }>).detail.at),
    );
    wall?.setAttribute('tabs', '1');
  });
  await page.getByRole('heading', { name: 'Number two' }).waitFor();
  await page.waitForFunction(() => recordedEvents.length >= 3);
  const heard = await page.evaluate(() => recordedEvents);
  assert.equal(heard[0], dashboard.pages[1]);
  assert.ok(heard.slice(1).every((at) => !Number.isNaN(Date.parse(at))));

  // An invalid range is reported as by the other elements, and the last valid range is restored.
  await page.evaluate(() => document.querySelector('log-tv')?.setAttribute('range', '3600'));
  // The next refresh shows that the element has applied the range.
  const refreshes = await page.evaluate(() => recordedEvents.length);
  await page.waitForFunction((count) => recordedEvents.length > count, refreshes);
  const unreadable = await page.evaluate(() => {
    const wall = document.querySelector('log-tv');
    const failed = new Promise<string>((resolve) =>
      wall?.addEventListener('log-error', (event) =>
        resolve((event as CustomEvent<{ code: string; message: string }>).detail.message),
      ),
    );
    wall?.setAttribute('range', 'banana split');
    return failed;
  });
  assert.match(unreadable, /^<log-tv> range: expected .*, got "banana split"$/);
  await page.waitForFunction(() => document.querySelector('log-tv')?.getAttribute('range') === '3600');

  const heading = page.getByRole('heading', { name: 'Number two' });
  const number = page.getByRole('region').getByText(/^[\d,]+$/);
  const shareOfHeight = async (of = heading) => {
    const box = await of.boundingBox();
    return (box?.height ?? 0) / (page.viewportSize()?.height ?? 1);
  };
  const [at720, numberAt720] = [await shareOfHeight(), await shareOfHeight(number)];
  await page.setViewportSize({ width: 1920, height: 1080 });
  await until('the text has grown with the display', async () => Math.abs((await shareOfHeight()) - at720) < 0.005);
  // A 4K display has more pixels for content: titles take a smaller share of it.
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.waitForFunction((least) => {
    const root = document.querySelector('log-tv')?.shadowRoot;
    return (root?.querySelector('h1')?.getBoundingClientRect().height ?? 0) > least;
  }, 50);
  await until(
    'titles take less than 80 % of their former share of the height',
    async () => (await shareOfHeight()) < 0.8 * at720,
  );
  await page.reload();
  await number.waitFor();
  await until('the number fills its widget again', async () => (await shareOfHeight(number)) > 0.6 * numberAt720);
  await context.close();
});

test('the full-screen display shows the last data with its age while the server is down, and recovers by itself', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=2&refresh=1&tabs=0,1`);
  await page.getByText('Updated').waitFor();
  await page.getByRole('heading', { name: 'Number two' }).waitFor();
  const port = new URL(server.url).port;
  await server.kill();
  await page.getByRole('status').filter({ hasText: 'No connection to the server. Data of' }).waitFor();
  // The pages continue to rotate and show their last results.
  await page.getByRole('heading', { name: 'Number one' }).waitFor();
  await page.getByRole('heading', { name: 'Number two' }).waitFor();
  server = await start(port);
  await page.getByText('Updated').waitFor({ timeout: 10_000 });
  await context.close();
});

test('the full-screen display shows a dashboard that another user changed, even if its first search fails', async () => {
  const page = await openConsole();
  await page.clock.install();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=600&refresh=5`);
  const heading = (title: string) => page.getByRole('heading', { name: `${title} First page` });
  await heading('Wall <b>of</b> numbers').waitFor();
  await page.getByRole('heading', { name: 'Number one' }).waitFor();
  const path = `/views/${dashboard.id}`;
  const session = await server.login();
  const stored = (await (await server.call(path, { session })).json()) as { title: string };
  const store = async (json: object) => {
    const answer = await server.call(path, { method: 'PUT', session, json });
    assert.ok(answer.ok, await answer.text());
  };
  await store({ ...stored, title: 'Another wall' });
  let read = 0;
  let refused = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith(path)) read += 1;
    else if (read > 1 && answer.status() === 500) refused += 1;
  });
  await page.route(/\/execute$/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await page.clock.fastForward(61_000);
  await until('the change was found, opened and searched', () => Promise.resolve(read > 1 && refused > 0));
  await page.unroute(/\/execute$/);
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(61_000);
  await heading('Another wall').waitFor();
  await store({ ...stored, last_updated_at: undefined });
  await context.close();
});

test('the full-screen display shows the last data without a session, and continues after a sign-in', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=86400&refresh=1`);
  await page.getByText('Updated').waitFor();
  await context.clearCookies();
  await page.getByRole('status').filter({ hasText: 'Signed out. Data of' }).waitFor();
  await page.getByRole('heading', { name: 'Number one' }).waitFor();
  const other = await context.newPage();
  await other.goto(server.url);
  await signInAtForm(other, server);
  await page.getByText('Updated').waitFor({ timeout: 30_000 });
  await context.close();
});

test('the full-screen display of a missing dashboard shows an error', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/0123456789abcdef01234567`);
  await page.getByText('The dashboard was not found').waitFor();
  await context.close();
});
