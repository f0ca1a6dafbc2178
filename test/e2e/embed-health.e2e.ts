/**
 * Tests in a real page that elements report their failures and their recovery by events: failing widgets, an outage of
 * the server, and a query with an error.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { openSession } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Global of the test page: events of all elements, such as `log-search log-error unreachable`. */
declare const recordedEvents: string[];

let browser: Browser;
let context: BrowserContext;
let server: TestServer;
let dashboard: { id: string; widgets: readonly string[] };
let message: { index: string; id: string };

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(server, [{ host: 'web-01', short_message: 'Alpha started' }]);
  const session = await server.login();
  const place = (row: number) => ({ col: 1, row, width: 12, height: 3 });
  const stored = await storeDashboard(server, session, 'Sales', [
    {
      title: 'Overview',
      widgets: [
        { title: 'Count', config: { visualization: 'numeric' }, position: place(1) },
        { title: 'Lines', config: 'messages', position: place(4) },
      ],
    },
  ]);
  const view = (await (await server.call(`/views/${stored.id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  dashboard = {
    id: stored.id,
    widgets: Object.values(view.state).flatMap(({ widgets }) => widgets.map(({ id }) => id)),
  };
  const { messages, indices } = await findMessages(server, session, '*', 1);
  message = { index: indices[0] ?? '', id: String(messages[0]?.['_id']) };
  context = await browser.newContext({ viewport: { width: 1280, height: 1400 } });
  await openSession(context, server.url, { username: 'admin', password: server.adminPassword });
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function opened(elements: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/examples/plain.html`);
  await page.evaluate(() => {
    document.body.replaceChildren();
    Object.assign(window, { recordedEvents: [] });
    // No viewer changes a query in these tests, so no element may report such a change.
    for (const name of ['log-ready', 'log-error', 'log-recovered', 'log-query-change'])
      document.addEventListener(name, (event) => {
        const { code, widget } = (event as CustomEvent<{ code?: string; widget?: string }>).detail;
        const words = [(event.target as Element).localName, name, code, widget];
        recordedEvents.push(words.filter((word) => word !== undefined).join(' '));
      });
  });
  await put(page, elements);
  return page;
}

const put = (page: Page, elements: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void> =>
  page.evaluate(async (all) => {
    for (const [tag, attributes] of Object.entries(all)) {
      const script = `/elements/${tag}.js`;
      await import(script);
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      document.body.append(element);
    }
  }, elements);

const takeEvents = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => recordedEvents.splice(0))).sort();
const untilRecorded = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction((least) => recordedEvents.length >= least, count);

test('a dashboard whose widgets all fail reports an error for each and is not ready; it reports its recovery', async () => {
  await context.route('**/api/views/search/*/execute', (route) =>
    route.fulfill({ status: 500, json: { type: 'ApiError', message: 'The disk is broken.' } }),
  );
  const page = await opened({ 'log-dashboard': { 'view-id': dashboard.id } });
  await untilRecorded(page, 2);
  const failing = dashboard.widgets.map((id) => `log-dashboard log-error server-failure ${id}`).sort();
  assert.deepEqual(await takeEvents(page), failing);
  const refresh = () =>
    // Cast: the types of the elements do not exist in the page.
    page.evaluate(() => (document.querySelector('log-dashboard') as unknown as { refresh(): Promise<void> }).refresh());
  await refresh().catch(() => undefined);
  assert.deepEqual(await takeEvents(page), [], 'the same failure is not reported again');
  await context.unroute('**/api/views/search/*/execute');
  await refresh();
  await untilRecorded(page, 2);
  assert.deepEqual(await takeEvents(page), ['log-dashboard log-ready', 'log-dashboard log-recovered']);
  await page.close();
});

test('a dashboard reports a widget that its stored search does not contain', async () => {
  const session = await server.login();
  const place = (row: number) => ({ col: 1, row, width: 12, height: 3 });
  const { id } = await storeDashboard(server, session, 'Incomplete', [
    {
      title: 'Overview',
      widgets: [
        { title: 'Lost', config: { visualization: 'numeric' }, position: place(1) },
        { title: 'Count', config: { visualization: 'numeric' }, position: place(4) },
      ],
    },
  ]);
  // Cast: the answer is unknown JSON, and the server answers with the stored view.
  const view = (await (await server.call(`/views/${id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[]; widget_mapping: Record<string, unknown> }>;
  };
  const [state] = Object.values(view.state);
  const lost = state?.widgets[0]?.id ?? '';
  delete state?.widget_mapping[lost];
  assert.ok((await server.call(`/views/${id}`, { method: 'PUT', session, json: view })).ok);
  const page = await opened({ 'log-dashboard': { 'view-id': id } });
  await untilRecorded(page, 2);
  assert.deepEqual(await takeEvents(page), [`log-dashboard log-error bad-request ${lost}`, 'log-dashboard log-ready']);
  await page.close();
});

test('elements report an outage once, and their recovery when the server is back', async () => {
  const tags = {
    'log-search': { layout: 'compact' },
    'log-dashboard': { 'view-id': dashboard.id },
    'log-widget': { 'view-id': dashboard.id, 'widget-id': dashboard.widgets[0] ?? '' },
    'log-message': { index: message.index, 'message-id': message.id },
    'log-alerts': {},
    'log-tv': { 'view-id': dashboard.id },
    'log-streams': {},
  };
  const page = await opened(tags);
  const each = (event: string) =>
    Object.keys(tags)
      .map((tag) => `${tag} ${event}`)
      .sort();
  await untilRecorded(page, 7);
  assert.deepEqual(await takeEvents(page), each('log-ready'));
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    // Elements that send requests during the outage report nothing more.
    // Cast: the types of the elements do not exist in the page.
    (document.querySelector('log-search') as unknown as { refresh(): Promise<void> }).refresh().catch(() => {});
  });
  await untilRecorded(page, 7);
  // Two further pings fail; the elements report the outage only once.
  for (let ping = 0; ping < 2; ping += 1)
    await page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/api/');
  assert.deepEqual(await takeEvents(page), each('log-error unreachable'));
  await context.unroute('**/api/**');
  await untilRecorded(page, 7);
  assert.deepEqual(await takeEvents(page), each('log-recovered'));
  await page.close();
});

test('an element that starts during an outage reports it, and is ready when the server is back', async () => {
  const page = await opened({});
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
  await put(page, {
    'log-search': { layout: 'compact' },
    'log-message': { index: message.index, 'message-id': message.id },
  });
  await untilRecorded(page, 2);
  assert.deepEqual(await takeEvents(page), ['log-message log-error unreachable', 'log-search log-error unreachable']);
  await context.unroute('**/api/**');
  await untilRecorded(page, 4);
  assert.deepEqual(await takeEvents(page), [
    'log-message log-ready',
    'log-message log-recovered',
    'log-search log-ready',
    'log-search log-recovered',
  ]);
  await page.close();
});

test('searches and dashboards report a query with an error, and its correction', async () => {
  const page = await opened({ 'log-search': { query: 'level:(', layout: 'compact' } });
  await untilRecorded(page, 1);
  await page.getByText('see the error above').nth(1).waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: 'Cannot parse query' }).count(), 1);
  assert.deepEqual(await takeEvents(page), ['log-search log-error bad-request']);
  await page.evaluate(() => document.querySelector('log-search')?.setAttribute('query', 'source:web-01'));
  await untilRecorded(page, 2);
  assert.deepEqual(await takeEvents(page), ['log-search log-ready', 'log-search log-recovered']);

  await put(page, { 'log-dashboard': { 'view-id': dashboard.id, query: 'source:nobody' } });
  // The page removes the query while the dashboard is being opened.
  await page.evaluate(() =>
    new Promise<void>((resolve) => setTimeout(resolve)).then(() =>
      document.querySelector('log-dashboard')?.removeAttribute('query'),
    ),
  );
  await untilRecorded(page, 1);
  assert.deepEqual(await takeEvents(page), ['log-dashboard log-ready']);
  await page.evaluate(() => document.querySelector('log-dashboard')?.setAttribute('query', 'level:('));
  // Each widget gets its own answer from the server; the error is one error of the whole dashboard.
  await page
    .getByText('see the error above')
    .nth(dashboard.widgets.length - 1)
    .waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: 'Cannot parse query' }).count(), 1);
  assert.deepEqual(await takeEvents(page), ['log-dashboard log-error bad-request']);
  await page.evaluate(() => document.querySelector('log-dashboard')?.setAttribute('query', ''));
  await untilRecorded(page, 1);
  assert.deepEqual(await takeEvents(page), ['log-dashboard log-recovered']);
  await page.close();
});
