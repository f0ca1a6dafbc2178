/**
 * Tests the overview and the nodes of a real server. The displayed facts must be true, and while processing is paused,
 * new messages must not be found (screens/administration.md C1–C3, C6).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { startTestServer, type TestServer } from '../server.js';
import { startInput } from '../started-input.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/welcome');
});
after(async () => {
  await browser.close();
  await server.stop();
});

test('the notification badge leads to the overview, which shows all notifications and dismisses one', async () => {
  await page.getByRole('link', { name: /^\d+ notifications?$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'System overview' }).waitFor();
  await page.getByRole('heading', { name: 'There is one notification' }).waitFor();
  await page.getByText('There is a node without any running inputs.').waitFor();
  await page.getByText(/^Last 30 days: /).waitFor();
  await page.getByRole('heading', { name: 'System messages' }).scrollIntoViewIfNeeded();
  await page.getByText(/Log Console .* has started\./).waitFor();
  await page.getByText('No failed indexing attempts in the last 24 hours.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Delete notification' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No notifications' }).waitFor();
});

test('processing is paused and resumed from the page of a node', async () => {
  const session = await server.login();
  const { id, port } = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'Of the test' });
  const found = async (): Promise<number> => (await findMessages(server, session, `gl2_source_input:${id}`)).total;
  await page.getByRole('link', { name: /^Messages per second: \d+ in \d+ out/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await page.getByText(/The journal contains \d+ unprocessed messages/).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Details of/ }).click();
  await page.getByRole('button', { name: 'Pause processing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Message processing is paused. Incoming messages wait in the journal.').waitFor();
  const body = JSON.stringify({ version: '1.1', host: 'h', short_message: 'one' });
  assert.equal((await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })).status, 202);
  await page.getByText(/The journal contains one unprocessed message|contains [1-9]\d* unprocessed messages/).waitFor();
  assert.equal(await found(), 0);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Resume processing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/^Processing \d+ incoming/).waitFor();
  await page.getByText('The journal contains 0 unprocessed messages').waitFor();
  assert.equal(await found(), 1);
});

test('the nodes page and the page of a node show a process-buffer dump and a thread dump on request', async () => {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Get thread dump' }).click();
  await page.getByText(/Worker threads: \d+/).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Nodes' }).click();
  await page.getByRole('button', { name: /^More actions on/ }).click();
  await page.getByRole('menuitem', { name: 'Get process-buffer dump' }).click();
  await page.getByText('ProcessBufferProcessor #0').waitFor();
  assert.deepEqual(violations, []);
});
