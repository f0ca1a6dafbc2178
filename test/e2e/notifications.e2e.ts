/**
 * Tests notifications: created with the settings of their type, tested at real receivers, edited and deleted
 * (screens/dashboards-sharing-alerts.md §10).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startHttpReceiver, type HttpReceiver } from '../http-receiver.js';
import { Asking } from '../host/server/alerts/definitions.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let asking: Asking;
let receiver: HttpReceiver;
const violations: string[] = [];

before(async () => {
  [browser, server, receiver] = await Promise.all([launch(), startTestServer(), startHttpReceiver()]);
  asking = new Asking(server, await server.login());
  const entry = {
    id: '5d0b7c4e-0000-4000-8000-000000000001',
    type: 'literal',
    title: 'R',
    value: `${receiver.url}/hook`,
  };
  await asking.ask('PUT', '/system/urlwhitelist', { entries: [entry], disabled: false });
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/alerts/notifications');
});
after(async () => {
  await receiver.close();
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name);

test("a new notification shows missing values, a forbidden address, and the receiver's answer", async () => {
  await page.getByRole('link', { name: 'Event Definitions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Event Definitions' }).waitFor();
  const tab = page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Notifications' });
  assert.equal(await tab.getAttribute('aria-current'), null);
  await tab.click();
  await page.getByText('There are no notifications yet').waitFor();
  assert.equal(await tab.getAttribute('aria-current'), 'page');
  await button('Create notification').click();
  await page.getByRole('heading', { level: 1, name: 'New Notification' }).waitFor();
  await button('Create notification').click();
  await page.getByText('Title is required').waitFor();
  await field('Title').fill('Hook');
  await field('Notification Type').selectOption('Custom HTTP Notification');
  await field('URL').fill('http://127.0.0.1:1/elsewhere');
  await page.getByText(/is not whitelisted/).waitFor();
  // The warning does not prevent saving: the server refuses the address when it sends.
  assert.equal(await button('Create notification').getAttribute('aria-disabled'), null);
  await field('URL').fill(`${receiver.url}/hook`);
  await page.getByText(/is not whitelisted/).waitFor({ state: 'detached' });
  await field('Basic authentication').fill('ada:hush');
  await expectNoAxeViolations(page);
  receiver.answer = { status: 418, body: 'short and stout' };
  await button('Execute Test Notification').click();
  await page.getByText(/The test notification was not sent: .*418/).waitFor();
  receiver.answer = { status: 200 };
  await button('Execute Test Notification').click();
  await page.getByText('The test notification was sent.').waitFor();
  assert.equal(receiver.received.at(-1)?.headers.authorization, `Basic ${Buffer.from('ada:hush').toString('base64')}`);
  await button('Create notification').click();
  await toast('was created successfully.');
  await page.getByRole('row').filter({ hasText: 'Custom HTTP Notification' }).waitFor();
});

test('the form of a notification shows validation errors of the server at their fields', async () => {
  await button('Create notification').click();
  await field('Title').fill('Mail');
  await field('Notification Type').selectOption('Email Notification');
  await page.getByRole('combobox', { name: 'Email recipient(s)' }).fill('nobody');
  await page.keyboard.press('Enter');
  await button('Create notification').click();
  await page.getByText('nobody is not an e-mail address.').waitFor();
  await page.getByText('E-mail cannot be sent: no mail server is configured.').waitFor();
  await button('Cancel').click();
  await button('Leave').click();
});

test('a stored secret is kept or replaced, and never displayed', async () => {
  await page.getByRole('link', { name: 'Hook' }).click();
  await page.getByRole('heading', { level: 1, name: 'View Notification Hook' }).waitFor();
  await page.getByText('********').first().waitFor();
  await page.getByText('Nothing was sent yet.').waitFor();
  await expectNoAxeViolations(page);
  await button('Edit Notification').click();
  await field('Description').fill('calls');
  await button('Execute Test Notification').click();
  await page.getByText('The test notification was sent.').waitFor();
  assert.equal(receiver.received.at(-1)?.headers.authorization, `Basic ${Buffer.from('ada:hush').toString('base64')}`);
  await button('Reset Basic authentication').click();
  await field('Basic authentication').fill('bob:quiet');
  await button('Update notification').click();
  await toast('was updated successfully.');
  await page.getByRole('button', { name: 'More actions for Hook' }).click();
  await page.getByRole('menuitem', { name: 'Test Notification' }).click();
  await page.getByRole('row').getByText('The test notification was sent.').waitFor();
  assert.equal(receiver.received.at(-1)?.headers.authorization, `Basic ${Buffer.from('bob:quiet').toString('base64')}`);
});

test('a notification is shared with a user who can only read it, on a phone in dark mode', async () => {
  const { username } = await addPerson(server, asking.session, 'jane', [], ['Reader']);
  await page.getByRole('row').filter({ hasText: 'Hook' }).hover();
  await page.getByRole('row').filter({ hasText: 'Hook' }).getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('combobox').first().click();
  await page.getByRole('option', { name: /Per Son/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Add Collaborator/i })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Update sharing/i })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/alerts/notifications', { username, password: personPassword });
  await other.getByRole('link', { name: 'Hook' }).click();
  await other.getByRole('heading', { level: 1, name: 'View Notification Hook' }).waitFor();
  assert.equal(await other.getByRole('button', { name: /Edit|Create/ }).count(), 0);
  await expectNoAxeViolations(other);
  await context.close();
});

test('a notification is deleted after confirmation', async () => {
  await page.getByRole('checkbox', { name: /^Select .*Hook/ }).check();
  await button('Bulk actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast('1 notification was deleted successfully.');
  await page.getByText('There are no notifications yet').waitFor();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
