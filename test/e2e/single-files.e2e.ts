/**
 * Tests the self-contained files below `embed/` from a page of another origin. Parts that are loaded on demand must
 * come from the same directory.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let foreign: Server;
let origin: string;
let html = '';

before(async () => {
  foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--embed-origins', origin] })]);
  await sendMessages(server, [{ host: 'web-01', short_message: 'Server started', level: 3 }]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  foreign?.close();
});

/** Opens a page with one element, whose file is loaded by a plain script tag. @returns paths of the loaded parts */
async function open(element: string): Promise<{ page: Page; problems: string[]; parts: string[] }> {
  const tag = /^<([\w-]+)/.exec(element)?.[1] ?? '';
  const session = await server.login();
  html = `<!doctype html><script src="${server.url}/embed/${tag}.js"></script>${element}<script>
    document.querySelector('${tag}').getToken = async () => ({ token: '${session}', kind: 'session' });</script>`;
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const problems = problemsOf(page);
  const parts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/embed/parts/'))
      parts.push(`${response.status()} ${pathname.replace(/-[\w]{8}\.js$/, '')}`);
  });
  await page.goto(origin);
  return { page, problems, parts };
}

test('<log-search> shows messages after one script is loaded, and loads the script of value menus when a menu is opened', async () => {
  const { page, problems, parts } = await open(
    `<log-search server="${server.url}/api" query="source:web*"></log-search>`,
  );
  const search = page.locator('log-search');
  await search.getByText('Server started').first().waitFor();
  await search.locator('canvas').first().waitFor();
  assert.deepEqual(
    parts.filter((part) => /menu-surface|world-map|dialog/.test(part)),
    [],
  );
  await search.getByText('web-01', { exact: true }).first().click();
  await search.getByRole('menuitem').first().waitFor();
  assert.ok(parts.includes('200 /embed/parts/log-search/menu-surface'), parts.join());
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('<log-message> shows a message after one script is loaded', async () => {
  const session = await server.login();
  const found = await server.call('/views/search/sync', {
    method: 'POST',
    session,
    json: {
      queries: [
        {
          id: 'q',
          timerange: { type: 'relative', range: 0 },
          query: { type: 'elasticsearch', query_string: '' },
          search_types: [{ id: 'm', type: 'messages', limit: 1 }],
        },
      ],
    },
  });
  const { results } = (await found.json()) as {
    results: { q: { search_types: { m: { messages: { index: string; message: { _id: string } }[] } } } };
  };
  const [message] = results.q.search_types.m.messages;
  const { page, problems, parts } = await open(
    `<log-message server="${server.url}/api" index="${message?.index}" message-id="${message?.message._id}"></log-message>`,
  );
  const element = page.locator('log-message');
  await element.getByText('Server started').first().waitFor();
  await element
    .getByRole('button', { name: /web-01|source/ })
    .first()
    .click();
  await element.getByRole('menuitem').first().waitFor();
  assert.ok(
    parts.some((part) => part.endsWith('menu-surface')),
    parts.join(),
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('<log-widget> shows a widget after one script is loaded, and loads the script of value menus when a menu is opened', async () => {
  const session = await server.login();
  const dashboard = await storeDashboard(server, session, 'One widget', [
    {
      title: 'Only',
      widgets: [{ title: 'Messages', config: 'messages', position: { col: 1, row: 1, width: 12, height: 4 } }],
    },
  ]);
  const view = (await (await server.call(`/views/${dashboard.id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  const widget = view.state[dashboard.pages[0] ?? '']?.widgets[0]?.id ?? '';
  const { page, problems, parts } = await open(
    `<log-widget server="${server.url}/api" view-id="${dashboard.id}" widget-id="${widget}"></log-widget>`,
  );
  const element = page.locator('log-widget');
  await element.getByText('web-01', { exact: true }).first().click();
  await element.getByRole('menuitem').first().waitFor();
  assert.ok(parts.includes('200 /embed/parts/log-widget/menu-surface'), parts.join());
  assert.deepEqual(problems, []);
  await page.context().close();
});
