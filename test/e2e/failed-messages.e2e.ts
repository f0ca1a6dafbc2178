/** What could not be stored: seen with its reason, tried again; types of fields for the next index; what came in by day (screens/data-intake.md D4, D5). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { putMessages } from '../host/server/messages-input.js';
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

test('a failed message is read with its reason, and stored when it is tried again', async () => {
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

test('all of them are tried again by a job', async () => {
  await page.getByRole('searchbox', { name: 'Filter failures' }).fill('');
  await button(`Try all again (${many})`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('All of them were tried again.').waitFor();
  await page.getByText('There are no failed indexing attempts.').waitFor();
  assert.equal(await total('message:many'), many);
});

test('a field gets another type in the next index; what does not fit there is a failure', async () => {
  await putMessages(server, admin, [{ host: 'h', short_message: 'first', _took: 'a while' }]);
  await page.getByRole('link', { name: 'Indices & Index Sets' }).click();
  await page.getByRole('link', { name: 'Default index set' }).click();
  const took = page.getByRole('row', { name: /^took / });
  await took.getByRole('cell', { name: 'text', exact: true }).waitFor();
  await took.getByLabel('Type of took in the next index').selectOption('whole number');
  await page.getByText('1 type is changed and not saved.').waitFor();
  await button('Save and begin the next index now').click();
  await notice('The index that is written to has these types now.');
  await page.getByRole('columnheader', { name: 'Type in messages_1' }).waitFor();
  await putMessages(server, admin, [
    { host: 'h', short_message: 'second', _took: '35' },
    { host: 'h', short_message: 'third', _took: 'for ever' },
  ]);
  assert.equal(await total('took:>30'), 1);
  await button('Indexer failures').click();
  await page.getByRole('cell', { name: /Field \[took\]/ }).waitFor();
});

test('what came in by day is a chart and a table, with what is known of the disk', async () => {
  await page.goBack();
  const growth = page.getByRole('region', { name: 'Messages by day' });
  await growth.getByRole('img').or(growth.getByRole('figure')).first().waitFor();
  await growth
    .getByText(/ are free\.$|Too little is known yet/)
    .first()
    .waitFor();
  await button('Show as table').click();
  await growth.getByRole('rowheader').or(growth.getByRole('cell')).first().waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    true,
    'nothing is wider than a phone',
  );
  assert.deepEqual(violations, []);
});
