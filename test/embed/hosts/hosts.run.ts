/**
 * Host applications of other frameworks, built from the packed package (`npm run test:hosts`): in each, no user is
 * signed in at first, the page signs a user in by `getToken`, search and dashboard show data, properties and events are
 * passed in both directions, an element is added and removed, and the browser's console stays empty.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../browser.js';
import { sendMessages } from '../../e2e/sent-messages.js';
import { storeDashboard } from '../../e2e/stored-dashboard.js';
import { findMessages } from '../../find-messages.js';
import { freePort } from '../../free-port.js';
import { startTestServer, type TestServer } from '../../server.js';
import { until } from '../../until.js';
import { buildHost, packElements, rebuild } from './build-host.js';
import { hosts, type Host } from './hosts.js';
import { paste, pastePlain, query, type PastedThings } from './pasted.js';
import { startPortalServer, type PortalServer } from './portal-server.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = process.env['HOSTS_FOLDER'] ?? '';
const wanted = (process.env['HOSTS'] ?? '').split(',').filter(Boolean);
const chosen = wanted.length === 0 ? hosts : hosts.filter(({ name }) => wanted.includes(name));

let browser: Browser;
let server: TestServer;
let portal: PortalServer;
let packed: string;
let things: PastedThings;

const messages = [
  { host: 'web-01', short_message: 'Server started', level: 6 },
  { host: 'web-01', short_message: 'Disk is full', level: 3 },
  { host: 'db-01', short_message: 'Checkpoint done', level: 6 },
];

before(async () => {
  assert.ok(folder, 'The environment variable HOSTS_FOLDER must name the folder to install into.');
  assert.ok(
    chosen.length > 0,
    `There is no host of such a name. There are: ${hosts.map(({ name }) => name).join(', ')}`,
  );
  packed = process.env['HOSTS_PACKAGE'] ?? (await packElements(root, folder));
  portal = await startPortalServer();
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--embed-origins', portal.origin] })]);
  await sendMessages(server, messages);
  const session = await server.login();
  const bySource = [{ fields: ['source'], type: 'values', config: { limit: 5 } }];
  const dashboard = await storeDashboard(server, session, 'Of the portal', [
    {
      title: 'First page',
      widgets: [
        { title: 'Messages', config: { visualization: 'numeric' }, position: { col: 1, row: 1, width: 4, height: 4 } },
        {
          title: 'Sources',
          config: { visualization: 'table', row_pivots: bySource },
          position: { col: 5, row: 1, width: 8, height: 4 },
        },
      ],
    },
  ]);
  const view = (await (await server.call(`/views/${dashboard.id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  const widget = Object.values(view.state).flatMap(({ widgets }) => widgets)[1]?.id ?? '';
  const { messages: found, indices } = await findMessages(server, session, 'message:"Disk is full"', 1);
  things = {
    server: `${server.url}/api`,
    consoleUrl: server.url,
    dashboard: dashboard.id,
    widget,
    message: { index: indices[0] ?? '', id: String(found[0]?.['_id']) },
  };
  const { users } = (await (await server.call('/users', { session })).json()) as {
    users: { id: string; username: string }[];
  };
  const admin = users.find(({ username }) => username === 'admin')?.id ?? '';
  const made = await server.call(`/users/${admin}/tokens/portal`, { method: 'POST', json: {}, session });
  const { token } = (await made.json()) as { token: string };
  portal.given = { server: `${server.url}/api`, dashboard: dashboard.id, token };
});
after(async () => {
  await browser?.close();
  await server?.stop();
  portal?.close();
});

/** Starts the server of an application that renders pages. */
async function startRenderer(host: Host, place: string): Promise<{ port: number; html: string; child: ChildProcess }> {
  const port = await freePort();
  const { server: address = '', dashboard = '' } = portal.given ?? {};
  const child = spawn(process.execPath, [...(host.server ?? [])], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      ORIGIN: portal.origin,
      LOG_SERVER: address,
      LOG_DASHBOARD: dashboard,
      NUXT_PUBLIC_SERVER: address,
      NUXT_PUBLIC_DASHBOARD: dashboard,
    },
  });
  const rendered = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    );
  try {
    const html = await until(`the server of ${host.name} answers`, rendered, 30_000);
    return { port, html, child };
  } catch (error) {
    child.kill();
    throw error;
  }
}

/** Collects errors and warnings of the browser's console, and uncaught errors of the page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

async function walk(page: Page): Promise<void> {
  const output = (id: string) => page.locator(`#${id}`);
  const says = (id: string, text: string) =>
    output(id)
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();
  const press = (id: string) => page.locator(`button#${id}`).click();
  const search = page.locator('log-search');
  const dashboard = page.locator('log-dashboard');
  const row = (text: string) => search.getByText(text).first();

  // No user is signed in: the page is notified, and no element shows a form.
  await output('asked')
    .filter({ hasText: /^[1-9]/ })
    .waitFor();
  assert.equal(await page.getByLabel('Password').count(), 0);

  await press('sign-in');
  for (const { short_message: text } of messages) await row(text).waitFor();
  await says('found', '3');
  await dashboard.getByRole('region', { name: 'Messages', exact: true }).getByText('3', { exact: true }).waitFor();
  await dashboard.getByText('db-01').first().waitFor();

  // A property that the page sets reaches the element.
  await press('errors');
  await says('found', '1');
  await row('Disk is full').waitFor();
  assert.equal(await search.getByText('Checkpoint done').count(), 0);
  await press('dark');
  await until('the theme is dark', async () => (await search.getAttribute('theme')) === 'dark');

  // A query that the user types is reported to the page.
  const query = search.getByRole('textbox', { name: 'Search query' });
  await query.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('source:db*');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await says('query', 'source:db\\*');
  await row('Checkpoint done').waitFor();

  await dashboard.getByText('web-01').first().click();
  await says('clicked', 'source=web-01');
  assert.equal(await dashboard.getByRole('menu').count(), 0, 'the page prevents the menu of the element');

  await press('toggle');
  await search.waitFor({ state: 'detached' });
  await press('toggle');
  await row('Checkpoint done').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Asserts that the elements work in a page that contains the code of the embed dialog for all five of them. */
async function walkPasted(page: Page): Promise<void> {
  const element = (name: string) => page.locator(`log-${name}`);
  await element('search').getByText('Disk is full').first().waitFor();
  assert.equal(await element('search').getByText('Checkpoint done').count(), 0);
  await element('dashboard').getByText('db-01').first().waitFor();
  await element('widget').getByText('db-01').first().waitFor();
  await element('message').getByText('Disk is full').first().waitFor();
  await element('tv').getByText('Of the portal').first().waitFor();
  const attributes = (name: string, ...names: readonly string[]) =>
    element(name).evaluate((own, all) => all.map((one) => own.getAttribute(one)), names);
  assert.deepEqual(await attributes('search', 'query', 'range', 'theme', 'hide', 'allow', 'streams'), [
    query,
    'last 2 hours',
    'dark',
    'title export',
    'range filter',
    '000000000000000000000001',
  ]);
  assert.deepEqual(await attributes('dashboard', 'range', 'refresh', 'auth'), ['3600', '60', 'host']);
  assert.deepEqual(await attributes('widget', 'readonly'), ['']);
  assert.deepEqual(await attributes('tv', 'interval', 'refresh', 'tabs'), ['20', '30', '0']);
}

/** Opens the page of the portal, runs the steps of a test on it, and asserts that the browser's console stays empty. */
async function visit(walked: (page: Page) => Promise<void>): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 1000 } })).newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${portal.origin}/`);
  await walked(page);
  assert.deepEqual(complaints, []);
  await page.context().close();
}

test('the code of the embed dialog works in an empty page of plain HTML', async () => {
  const plain = join(folder, 'plain');
  mkdirSync(plain, { recursive: true });
  pastePlain(plain, things);
  portal.shown = { folder: plain };
  await visit(walkPasted);
});

for (const host of chosen) {
  test(`${host.name} shows search and dashboard from the packed package`, async (context) => {
    const begun = Date.now();
    const place = await buildHost(host, packed, folder);
    context.diagnostic(`installed and built in ${Math.round((Date.now() - begun) / 1000)} s`);
    const renderer = host.server && (await startRenderer(host, place));
    try {
      portal.shown = { folder: host.files === undefined ? undefined : join(place, host.files), port: renderer?.port };
      if (renderer)
        assert.match(renderer.html, /<log-search[^]*<log-dashboard/, 'the server renders the tags of the elements');
      await visit(walk);
      if (host.pasted) {
        paste(place, host.pasted, things);
        await rebuild(place);
        await visit(walkPasted);
      }
    } finally {
      renderer?.child.kill();
    }
  });
}
