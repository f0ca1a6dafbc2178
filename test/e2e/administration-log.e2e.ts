/**
 * Tests the server's own log, its metrics and its API browser by role and label (screens/administration.md C4, C5, C7).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function levelOf(subsystem: string): Promise<string | undefined> {
  const response = await server.call('/system/loggers/subsystems', { session: admin });
  const { subsystems } = (await response.json()) as { subsystems: Record<string, { level: string }> };
  return subsystems[subsystem]?.level;
}

test('a log level changed on the page applies on the server, and the page appends new log lines', async () => {
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Logging' }).click();
  await page.getByRole('heading', { level: 1, name: 'Logging' }).waitFor();
  await page.getByText(/^Has written a total of/).waitFor();
  const log = page.getByRole('log', { name: 'Lines of the log' });
  await log.getByText('Server started').waitFor();
  const level = page.getByRole('combobox', { name: 'Log level of Sockets' });
  await level.selectOption('debug');
  await log.getByText(/"subsystem":"sockets","to":"debug","by":"admin"/).waitFor();
  assert.equal(await levelOf('sockets'), 'debug');
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('nothing like it');
  await page.getByText('No line matches.').waitFor();
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('');
  await page.getByRole('button', { name: 'Show log level metrics' }).click();
  await page.getByRole('table', { name: 'Log level metrics' }).getByRole('row', { name: /^Info/ }).waitFor();
  await expectNoAxeViolations(page);
});

test('a support bundle is built, fetched and deleted', async () => {
  await page.getByText('No Support Bundles have been found.').waitFor();
  await page.getByRole('button', { name: 'Create Support Bundle' }).click();
  const bundle = page.getByRole('list', { name: 'Cluster Support Bundle' }).getByRole('listitem');
  await bundle.waitFor();
  const coming = page.waitForEvent('download');
  await bundle.getByRole('button', { name: /^Download / }).click();
  assert.match((await coming).suggestedFilename(), /^log-console-support-bundle-.*\.zip$/);
  await bundle.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No Support Bundles have been found.').waitFor();
});

test('the metrics page filters by a regular expression, keeps it in the address over a reload, and shows the value of a metric', async () => {
  await page.goto(`${server.url}/system/metrics`);
  await page.getByText(/^This node is reporting a total of \d+ metrics\.$/).waitFor();
  const filter = page.getByRole('searchbox', { name: 'Filter metrics by a regular expression' });
  await filter.fill('HEAP\\.used$');
  const row = page.getByRole('button', { name: /jvm\.memory\.heap\.used/ });
  await row.waitFor();
  await page.waitForURL(/\?filter=HEAP/);
  await page.reload();
  await row.click();
  await page.getByText('Value', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await filter.fill('[');
  await page.getByText(/^No metrics match the given filter\./).waitFor();
});

test('the API browser finds a call and sends it with the session, under the strict content security policy', async () => {
  const response = await page.goto(`${server.url}/api/api-browser/index.html`);
  assert.equal(new URL(page.url()).pathname, '/api/api-browser/global/index.html');
  assert.match(response?.headers()['content-security-policy'] ?? '', /require-trusted-types-for 'script'/);
  await page.getByText('Calls are made as admin.').waitFor();
  await page.getByRole('searchbox').fill('GET /system/metrics/{metricName}');
  const call = page.locator('details.call:visible');
  assert.equal(await call.count(), 1);
  await call.locator('summary').first().click();
  await call.getByRole('textbox', { name: 'metricName (path)' }).fill('..');
  await call.getByRole('button', { name: 'Try it' }).click();
  await call.getByText('metricName must not be dots.').waitFor();
  await call.getByRole('textbox', { name: 'metricName (path)' }).fill('jvm.memory.heap.used');
  await call.getByRole('button', { name: 'Try it' }).click();
  await call.getByText(/^200 OK/).waitFor();
  assert.match(await call.locator('.answer pre').innerText(), /^\{\s*"value": \d+\s*\}$/);
  await expectNoAxeViolations(page);
  assert.deepEqual(violations, []);
});
