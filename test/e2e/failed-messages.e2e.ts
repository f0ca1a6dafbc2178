/**
 * Tests messages that could not be stored: they are listed with the reason and can be retried (screens/data-intake.md
 * D5).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { fillWithRefused, refusedMessage } from '../host/server/refused-messages.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let data: string;
let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
const violations: string[] = [];
const many = 40;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-failed-'));
  await fillWithRefused(data, [
    refusedMessage('a basket'),
    ...Array.from({ length: many }, (_, n) => refusedMessage(`many ${n}`)),
  ]);
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
  admin = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/system/indices/failures');
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const total = async (query: string): Promise<number> => (await findMessages(server, admin, query)).total;

test('a failed message is shown with its reason, and stored after a retry', async () => {
  await page.getByText(`There were ${many + 1} failed indexing attempts in total.`).waitFor();
  await page.getByRole('searchbox', { name: 'Filter failures' }).fill('basket');
  await page.getByText('1 failure matches.').waitFor();
  await button('Show failures of messages_0 only').waitFor();
  await page.getByRole('button', { name: /^Show message / }).click();
  await page
    .getByRole('region', { name: /which is not stored$/ })
    .getByText('a basket')
    .waitFor();
  await page.getByRole('cell', { name: /^message_refused: ./ }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Try again to store message / }).click();
  await notice('1 message is stored now.');
  await page.getByText('No failures match.').waitFor();
  assert.equal(await total('message:basket'), 1);
});

test('a job retries all failed messages', async () => {
  await page.getByRole('searchbox', { name: 'Filter failures' }).fill('');
  await button(`Try all again (${many})`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('All of them were retried.').waitFor();
  await page.getByText('There are no failed indexing attempts.').waitFor();
  assert.equal(await total('message:many'), many);
  assert.deepEqual(violations, []);
});
