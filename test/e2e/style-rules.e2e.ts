/**
 * Mounts each element 200 times and counts the style rules of its root and of the page. Editors, charts and pages of
 * administration must add no rule once their content has been shown. A leak adds at least one rule for each mount.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { View } from '../../api/contract/views.schema.js';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { startTestServer, type TestServer } from '../server.js';
import { openInput, sendMessages } from './sent-messages.js';
import { openSession } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Number of mounts of each element; a smaller number is enough to debug a leak. */
const mounts = Number(process.env['STYLE_RULE_MOUNTS'] ?? 200);
/** Number of elements that are in the page at the same time. */
const together = 5;

/** An element, its attributes, and a selector that proves that the part with the most rules has loaded. */
type Place = readonly [tag: string, attributes: Readonly<Record<string, string>>, sign?: string];

let browser: Browser;
let server: TestServer;
let page: Page;
let places: readonly Place[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const session = await server.login();
  const input = await openInput(server, session, 'rules');
  await sendMessages(server, [{ host: 'web-01', short_message: 'Server started', level: 3 }]);
  const dashboard = await storeDashboard(server, session, 'Rules', [
    {
      title: 'Only',
      widgets: [
        { title: 'Count', config: {}, position: { col: 1, row: 1, width: 4, height: 3 } },
        { title: 'Messages', config: 'messages', position: { col: 5, row: 1, width: 8, height: 3 } },
      ],
    },
  ]);
  const nodes = (await (await server.call('/system/cluster/nodes', { session })).json()) as {
    nodes: { node_id: string }[];
  };
  const { indices, messages } = await findMessages(server, session, '', 1);
  const view = await (await server.call(`/views/${dashboard.id}`, { session })).json();
  // Cast: the endpoint answers with a view.
  const [count] = (view as View).state[dashboard.pages[0] ?? '']?.widgets ?? [];
  const extractors = `/system/inputs/${nodes.nodes[0]?.node_id ?? ''}/${input.id}/extractors`;
  const chosen: readonly Place[] = [
    ['log-search', {}, '.cm-editor'],
    ['log-dashboard', { 'view-id': dashboard.id }, '[data-row]'],
    ['log-tv', { 'view-id': dashboard.id }, '[data-row]'],
    ['log-widget', { 'view-id': dashboard.id, 'widget-id': count?.id ?? '' }],
    ['log-message', { index: indices[0] ?? '', 'message-id': String(messages[0]?.['_id']) }],
    ['log-share', { entity: `grn::::dashboard:${dashboard.id}` }],
    ['log-stream-rules', { 'entity-id': '000000000000000000000001' }],
    ['log-extractors', { 'entity-id': input.id }],
    [
      'log-extractors',
      { 'entity-id': input.id, route: `${extractors}/new?extractor_type=regex&field=message` },
      'input',
    ],
    ['log-rule-workbench', {}, '.cm-editor'],
    ['log-pipelines', {}],
    ['log-content-packs', {}],
    ['log-content-packs', { route: '/system/contentpacks/create' }, 'input'],
    ['log-sidecars', {}],
    ['log-sidecars', { route: '/system/sidecars/configuration/new' }, '.cm-editor'],
  ];
  const others = readdirSync(new URL('../../elements/', import.meta.url))
    .filter((name) => /^log-[\w-]+\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''))
    // The console is left out, because it fills the whole page and consists of the other elements.
    .filter((tag) => tag !== 'log-console' && chosen.every(([one]) => one !== tag));
  places = [...chosen, ...others.map((tag): Place => [tag, {}])];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await openSession(context, server.url, { username: 'admin', password: server.adminPassword });
  page = await context.newPage();
  await page.addInitScript(`
    pendingCalls = 0;
    const call = window.fetch;
    window.fetch = (...request) => {
      pendingCalls += 1;
      return call(...request).finally(() => (pendingCalls -= 1));
    };
  `);
  await page.route('**/rules.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/elements/all.js"></script><log-alerts id="holder"></log-alerts>',
    }),
  );
  await page.goto(`${server.url}/rules.html`);
  await page.evaluate("customElements.whenDefined('log-search')");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/**
 * Mounts and removes the element in the page. Resolves with the number of style rules once all content of a single
 * element is there, and after further mounts. The code is text, because it runs in the page.
 */
const rulesOf = (place: Place): Promise<{ settled: number; last: number }> =>
  page.evaluate(`(async ([tag, attributes, sign], mounts, together) => {
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const rulesIn = (root) =>
      [...root.styleSheets, ...root.adoptedStyleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    const rules = (element) => rulesIn(document) + rulesIn(element.shadowRoot);
    const mount = async () => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      const ready = new Promise((resolve) => element.addEventListener('log-ready', resolve, { once: true }));
      document.body.append(element);
      const isReady = await Promise.race([ready.then(() => true), pause(60_000)]);
      if (!isReady) throw new Error('<' + tag + '> shows no content');
      const deadline = performance.now() + 30_000;
      while (sign && !element.shadowRoot.querySelector(sign)) {
        if (performance.now() > deadline) throw new Error('<' + tag + '> shows no ' + sign);
        await pause(5);
      }
      return element;
    };
    const first = await mount();
    let settled = 0;
    let before = 0;
    const deadline = performance.now() + 30_000;
    for (let unchanged = 0; unchanged < 10 && performance.now() < deadline; unchanged++) {
      await pause(50);
      const now = rules(first);
      if (now !== before || pendingCalls > 0) unchanged = 0;
      settled = Math.max(settled, now);
      before = now;
    }
    first.remove();
    let last = 0;
    for (let mounted = 1; mounted <= mounts; mounted += together) {
      const batch = await Promise.all(Array.from({ length: together }, mount));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      last = Math.max(...batch.map(rules));
      for (const element of batch) element.remove();
    }
    return { settled, last };
  })(${JSON.stringify(place)}, ${mounts}, ${together})`);

test(`no element adds further style rules when it is mounted ${mounts} times`, async () => {
  const grown: string[] = [];
  for (const place of places) {
    const { settled, last } = await rulesOf(place);
    const name = `${place[0]} ${place[1]['route'] ?? ''}`.trim();
    console.log(`# ${name}: ${settled} rules with its content, ${last} after ${mounts} mounts`);
    assert.ok(settled > 0, name);
    if (last > settled) grown.push(`${name}: ${settled} → ${last}`);
  }
  assert.deepEqual(grown, []);
});
