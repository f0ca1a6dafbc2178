/**
 * Counts the API calls of a page with ten elements until all of them show their content: shared data is requested once.
 * Polls count once, because their number depends on the speed of the machine.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { openSession, problemsOf } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

const mostCalls = 40;
/** Calls that the elements repeat after some seconds; each counts once. */
const polls = ['GET /api/', 'GET /api/cluster/inputstates', 'POST /api/cluster/metrics/multiple'];
let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test(`ten elements on a page make at most ${mostCalls} API calls until all of them show their content`, async () => {
  await sendMessages(server, [{ host: 'web-01', short_message: 'Server started', level: 3 }]);
  const session = await server.login();
  const sync = await server.call('/views/search/sync', {
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
  const { results } = (await sync.json()) as {
    results: { q: { search_types: { m: { messages: { index: string; message: { _id: string } }[] } } } };
  };
  const [found] = results.q.search_types.m.messages;
  const position = { col: 1, row: 1, width: 6, height: 4 };
  const dashboard = await storeDashboard(server, session, 'Ten', [
    {
      title: 'Only',
      widgets: [
        { title: 'Count', config: {}, position },
        { title: 'Messages', config: 'messages', position: { ...position, col: 7 } },
      ],
    },
  ]);
  const view = (await (await server.call(`/views/${dashboard.id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  const widget = view.state[dashboard.pages[0] ?? '']?.widgets[0]?.id ?? '';
  const elements = [
    '<log-search query="level:3"></log-search>',
    '<log-search layout="compact" query="source:web*"></log-search>',
    '<log-search layout="messages"></log-search>',
    `<log-dashboard view-id="${dashboard.id}"></log-dashboard>`,
    `<log-widget view-id="${dashboard.id}" widget-id="${widget}"></log-widget>`,
    `<log-message index="${found?.index ?? ''}" message-id="${found?.message._id ?? ''}"></log-message>`,
    '<log-alerts></log-alerts>',
    '<log-streams></log-streams>',
    '<log-inputs></log-inputs>',
    `<log-share entity="grn::::dashboard:${dashboard.id}" entity-title="Ten"></log-share>`,
  ];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await openSession(context, server.url, { username: 'admin', password: server.adminPassword });
  const page = await context.newPage();
  const problems = problemsOf(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const call = `${request.method()} ${pathname}`;
    if (pathname.startsWith('/api/') && !(polls.includes(call) && calls.includes(call))) calls.push(call);
  });
  await page.route('**/ten.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script type="module">
        globalThis.ready = new Set();
        document.addEventListener('log-ready', ({ target }) => ready.add(target));
      </script><script type="module" src="/elements/all.js"></script>${elements.join('')}`,
    }),
  );
  await page.goto(`${server.url}/ten.html`);
  await page.waitForFunction('ready.size === 10', undefined, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  assert.ok(
    (await page.getByText('Server started').count()) >= 4,
    'searches, dashboard and message show the sent message',
  );
  const counted = [...new Set(calls)].map((call) => `${calls.filter((one) => one === call).length} ${call}`).sort();
  console.log(`# ten elements: ${calls.length} API calls of ${mostCalls}`);
  assert.ok(calls.length > 10 && calls.length <= mostCalls, `${calls.length} calls were made:\n${counted.join('\n')}`);
  assert.deepEqual(problems, []);
  await context.close();
});
