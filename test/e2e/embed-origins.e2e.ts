/**
 * Tests every element in a page of another origin. The page loads the scripts and provides a token. The elements must
 * show their content, and the browser must log no complaint.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { retryAfterMs } from '../../machines/server-availability.js';
import { launch } from '../browser.js';
import { freePort } from '../free-port.js';
import { putMessages } from '../host/server/messages-input.js';
import { startTestServer, type TestServer } from '../server.js';
import { storeDashboard } from './stored-dashboard.js';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
let browser: Browser;
let server: TestServer;
let foreign: Server;
let origin: string;
let body = '';
let port: number;
let data: string;
let dashboard: string;
let pageId: string;
let widget: string;
let message: { index: string; id: string };
let token: string;
let input: string;

const position = { col: 1, row: 1, width: 6, height: 4 };
const config = { visualization: 'table', row_pivots: [{ fields: ['source'], type: 'values', config: { limit: 5 } }] };
const start = () => startTestServer({ data, args: ['--port', String(port), '--embed-origins', origin] });

before(async () => {
  foreign = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (/^\/(elements|chunks)\/[\w.-]+\.js$/.test(pathname)) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(join(dist, pathname)));
    } else {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>Portal</title><body>${body}`);
    }
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  port = await freePort();
  data = await mkdtemp(join(tmpdir(), 'log-console-embed-'));
  [browser, server] = await Promise.all([launch(), start()]);
  const session = await server.login();
  await putMessages(server, session, [{ host: 'web-01', short_message: 'Server started', level: 3 }]);
  const stored = await storeDashboard(server, session, 'Portal', [
    { title: 'Other', widgets: [] },
    { title: 'Sources', widgets: [{ title: 'By source', config, position }] },
  ]);
  dashboard = stored.id;
  pageId = stored.pages[1] ?? '';
  const view = (await (await server.call(`/views/${dashboard}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  widget = Object.values(view.state).flatMap(({ widgets }) => widgets)[0]?.id ?? '';
  const search = {
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        query: { type: 'elasticsearch', query_string: '' },
        search_types: [{ id: 's', type: 'messages', limit: 1 }],
      },
    ],
  };
  const job = (await (await server.call('/views/search/sync', { method: 'POST', session, json: search })).json()) as {
    results: { q: { search_types: { s: { messages: { index: string; message: { _id: string } }[] } } } };
  };
  const [first] = job.results.q.search_types.s.messages;
  message = { index: first?.index ?? '', id: first?.message._id ?? '' };
  const { inputs } = (await (await server.call('/system/inputs', { session })).json()) as { inputs: { id: string }[] };
  input = inputs[0]?.id ?? '';
  const made = await server.call('/users/local:admin/tokens/embed', { method: 'POST', session, json: {} });
  ({ token } = (await made.json()) as { token: string });
});
after(async () => {
  await browser.close();
  await server.stop();
  foreign.close();
  await rm(data, { recursive: true, force: true });
});

/** Opens the page of a portal with these elements, with a server and a token. */
async function open(html: string, path = '/portal', given = token): Promise<{ page: Page; complaints: string[] }> {
  const tags = [...new Set([...html.matchAll(/<(log-[\w-]+)/g)].map(([, tag]) => tag))];
  body = `${html}<script>
    for (const element of document.querySelectorAll(':not(:defined)')) {
      element.setAttribute('server', 'http://127.0.0.1:${port}/api');
      element.getToken = async () => ({ token: '${given}', kind: 'access' });
    }
  </script>${tags.map((tag) => `<script type="module" src="/elements/${tag}.js"></script>`).join('')}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'error' || entry.type() === 'warning') complaints.push(entry.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${origin}${path}`);
  return { page, complaints };
}

test('every element shows its content on another origin, without a message in the browser console', async () => {
  const shown: readonly (readonly [html: string, text: string])[] = [
    ['<log-search range="0"></log-search>', 'Server started'],
    ['<log-search range="0" layout="compact"></log-search>', 'Server started'],
    [`<log-dashboard view-id="${dashboard}"></log-dashboard>`, 'Sources'],
    [`<log-widget view-id="${dashboard}" widget-id="${widget}"></log-widget>`, 'web-01'],
    [`<log-tv view-id="${dashboard}"></log-tv>`, 'Portal'],
    [`<log-message index="${message.index}" message-id="${message.id}"></log-message>`, 'Server started'],
    ['<log-alerts></log-alerts>', 'No alerts'],
    ['<log-streams></log-streams>', 'Default Stream'],
    ['<log-users></log-users>', 'Users Overview'],
    ['<log-roles></log-roles>', 'Dashboard Creator'],
    ['<log-inputs></log-inputs>', 'Global inputs'],
    ['<log-index-sets></log-index-sets>', 'Default index set'],
    ['<log-event-definitions></log-event-definitions>', 'Event Definitions'],
    ['<log-notifications></log-notifications>', 'There are no notifications yet'],
    ['<log-outputs></log-outputs>', 'No outputs configured'],
    ['<log-grok-patterns></log-grok-patterns>', 'BASE10NUM'],
    ['<log-configurations></log-configurations>', 'Relative time range options'],
    ['<log-authentication></log-authentication>', 'There are no authentication services yet'],
    ['<log-logging></log-logging>', 'Subsystem: Log Console'],
    ['<log-metrics></log-metrics>', 'jvm.memory.heap.used'],
    ['<log-nodes></log-nodes>', 'The journal contains'],
    ['<log-overview></log-overview>', 'Outgoing traffic'],
    ['<log-profile></log-profile>', 'Administrator'],
    [
      '<log-stream-rules entity-id="000000000000000000000001"></log-stream-rules>',
      'The default stream cannot be edited.',
    ],
    [`<log-extractors entity-id="${input}"></log-extractors>`, 'Messages of the test'],
    ['<log-share entity="grn::::dashboard:x" entity-title="Portal"></log-share>', 'Share'],
  ];
  for (const [html, text] of shown) {
    const { page, complaints } = await open(html);
    const tag = /<(log-[\w-]+)/.exec(html)?.[1] ?? '';
    await page
      .locator(tag)
      .getByText(text)
      .first()
      .waitFor({ timeout: 20_000 })
      .catch((error: unknown) => {
        throw new Error(`${html} does not show "${text}": ${complaints.join('; ')}`, { cause: error });
      });
    assert.deepEqual(complaints, [], html);
    await page.context().close();
  }
});

test('a guest sees each element that an embed token opens, without a message in the browser console', async () => {
  const session = await server.login();
  const everything = { streams: ['000000000000000000000001'] };
  const view = { view: dashboard };
  const chart = { ...config, visualization: 'bar' };
  const pages = [{ title: 'Sources', widgets: [{ title: 'Bars', config: chart, position }] }];
  const { id: ofOther } = await storeDashboard(server, session, 'Of another console', pages, true);
  const shown: readonly (readonly [html: string, opens: Record<string, unknown>, text: string])[] = [
    [`<log-message index="${message.index}" message-id="${message.id}"></log-message>`, { message }, 'Server started'],
    ['<log-search range="0"></log-search>', { ...everything, allow: ['query', 'export'] }, 'Server started'],
    ['<log-search range="0" layout="messages" readonly></log-search>', everything, 'Server started'],
    [`<log-dashboard view-id="${dashboard}" page="${pageId}"></log-dashboard>`, view, 'web-01'],
    [`<log-widget view-id="${dashboard}" widget-id="${widget}"></log-widget>`, { ...view, widget }, 'web-01'],
    [`<log-tv view-id="${dashboard}"></log-tv>`, view, 'Portal'],
    [`<log-dashboard view-id="${ofOther}"></log-dashboard>`, { view: ofOther }, 'Bars'],
    [`<log-tv view-id="${ofOther}"></log-tv>`, { view: ofOther }, 'Bars'],
    ['<log-alerts></log-alerts>', { ...everything, allow: ['alerts'] }, 'No alerts'],
  ];
  for (const [html, opens, text] of shown) {
    const made = await server.call('/embed/tokens', { method: 'POST', session, json: { guest: 'Ada', ...opens } });
    assert.equal(made.status, 201, html);
    const { token: ofGuest } = (await made.json()) as { token: string };
    const { page, complaints } = await open(html, '/portal', ofGuest);
    const element = page.locator(/<(log-[\w-]+)/.exec(html)?.[1] ?? '');
    await element
      .getByText(text)
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(`${html} does not show "${text}": ${complaints.join('; ')}`, { cause: error });
      });
    // The details of a message and the menu of a value request more than the list does.
    if (html.startsWith('<log-search')) {
      await element.getByText(text).first().click();
      await element.getByText('Routed into streams').waitFor();
    }
    const value = element.getByText('web-01').last();
    if ((await value.count()) > 0 && !html.includes('layout')) {
      await value.click();
      await page.getByRole('menuitem', { name: 'Copy value' }).waitFor();
    }
    assert.equal(await page.getByText('Open in the console').count(), 0, html);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(complaints, [], html);
    await page.context().close();
  }
});

test('the whole console runs below its base path: its links stay in the page of the portal', async () => {
  const { page, complaints } = await open('<log-console base-path="/logs"></log-console>', '/logs/welcome');
  await page.getByRole('link', { name: 'Streams' }).first().waitFor();
  const hrefs = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  assert.ok(hrefs.length > 5);
  const inside = hrefs.filter((href) => !/\/host\/page\/help\.html|^mailto:|^https:/.test(href));
  for (const href of inside) assert.ok(href.startsWith(`${origin}/logs`), href);
  await page.getByRole('link', { name: /Messages per second/ }).click();
  await page.getByText('The journal contains').waitFor();
  assert.equal(page.url(), `${origin}/logs/system/nodes`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('elements that were mounted while the server was down recover within 15 s of its return', async () => {
  await server.stop();
  const { page } = await open(
    `<log-search range="0"></log-search>
     <log-message index="${message.index}" message-id="${message.id}"></log-message>
     <log-widget view-id="${dashboard}" widget-id="${widget}"></log-widget>`,
  );
  // One failed ping is awaited per pause, so that the longest pause between pings applies when the server returns.
  for (const pause of retryAfterMs)
    await page.waitForEvent('requestfailed', {
      predicate: (request) => new URL(request.url()).pathname === '/api/',
      timeout: pause + 20_000,
    });
  server = await start();
  const back = performance.now();
  await page.locator('log-search').getByText('Server started').first().waitFor({ timeout: 20_000 });
  await page.locator('log-message').getByText('Server started').first().waitFor({ timeout: 20_000 });
  await page.locator('log-widget').getByText('web-01').first().waitFor({ timeout: 20_000 });
  assert.ok(
    performance.now() - back < 15_000,
    `the elements recovered after ${Math.round(performance.now() - back)} ms`,
  );
  await page.context().close();
});
