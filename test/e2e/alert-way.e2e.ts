/**
 * Tests an alert from end to end. It is defined in the browser on live logs, mailed, shown in the list, charts, a wall
 * display and a foreign page, replayed, acknowledged and silenced.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { AlertsSearchResult } from '../../api/contract/alerts.js';
import { launch } from '../browser.js';
import { Asking } from '../host/server/alerts/definitions.js';
import { startMailServer, type TestMailServer } from '../mail-server.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { openInput, until, type MessageInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let asking: Asking;
let mail: TestMailServer;
let input: MessageInput;
let foreign: Server;
let foreignUrl: string;
const violations: string[] = [];
const intervalMs = 2_000;
const account = { user: 'console', pass: 'a mail password' };

before(async () => {
  mail = await startMailServer({ plain: true, auth: account });
  foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Intranet</title><h1>Good morning</h1><log-alerts server="${server.url}/api" range="3600"></log-alerts>
      <script type="module">
        document.querySelector('log-alerts').getToken = () => Promise.resolve({ token: '${asking.session}', kind: 'session' });
        import('${server.url}/elements/log-alerts.js');
      </script>`,
    );
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--embed-origins', foreignUrl] })]);
  asking = new Asking(server, await server.login());
  input = await openInput(server, asking.session);
  await denied('web-1', 2);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/system/configurations/email');
});
after(async () => {
  await browser.close();
  await server.stop();
  await mail.close();
  foreign.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const figure = (name: string) => page.getByRole('spinbutton', { name, exact: true });
const step = (name: string) =>
  page.getByRole('navigation', { name: 'Steps of the event definition' }).getByRole('button', { name });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();

/** Sends the given number of denial messages of one host, with the current time. */
async function denied(host: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await input.send({ host, short_message: `denied ${at + 1} of ${host}` });
}

const overTime = {
  title: 'Denials over time',
  config: {
    visualization: 'bar',
    row_pivots: [{ type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto', scaling: 1 } } }],
    series: [{ config: { name: null }, function: 'count()' }],
  },
  position: { col: 1, row: 1, width: 12, height: 4 },
} as const;

const mailsAbout = (host: string) => mail.received.filter(({ text }) => text.includes(`denied on ${host}`));

test('the outgoing mail server is configured and tested', async () => {
  await page.getByText('Nothing: e-mail cannot be sent').waitFor();
  await button('Edit configuration').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Port').fill(String(mail.port));
  await dialog.getByLabel('Encryption').selectOption('None');
  await dialog.getByLabel('User name').fill('console');
  await dialog.getByLabel(/^Password/).fill('a wrong one');
  await dialog.getByLabel('Sender').fill('console@example.org');
  await button('Update configuration').click();
  await dialog.getByText('The mail server has no address.').waitFor();
  await dialog.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await expectNoAxeViolations(page);
  await button('Update configuration').click();
  await toast('Configuration updated successfully');
  await page.getByLabel('Send a test mail to').fill('desk@example.org');
  await button('Send test mail').click();
  await page.getByText(/^The test mail was not sent: /).waitFor();
  assert.ok(!(await page.locator('body').innerText()).includes('a wrong one'));
  await button('Edit configuration').click();
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await dialog.getByLabel(/^Password/).fill(account.pass);
  await button('Update configuration').click();
  await dialog.waitFor({ state: 'detached' });
  await button('Send test mail').click();
  await page.getByText('was sent.').waitFor();
  assert.equal(mail.received.at(-1)?.user, account.user);
});

test('the condition of an event definition shows its result on past data while it is edited', async () => {
  await page.goto(`${server.url}/alerts/definitions/new`);
  await field('Title').fill('Denied often');
  await step('Condition').click();
  await page.getByLabel('Condition Type', { exact: true }).selectOption('Filter & Aggregation');
  await page.getByLabel('Search query').fill('message:denied');
  await figure('Search within the last').fill('10');
  await page.getByLabel('Search within the last: Unit').selectOption('seconds');
  await page.getByRole('radio', { name: 'Aggregation of results reaches a threshold' }).check();
  const preview = page.getByRole('region', { name: 'Condition preview' });
  await preview.getByText('It is shown when the condition is complete.').waitFor();
  const group = page.getByRole('combobox', { name: 'Group by fields' });
  await group.fill('source');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
  await rule.getByLabel('Function').selectOption('count()');
  await rule.getByLabel('Is').selectOption('>=');
  await rule.getByLabel('Threshold').fill('2');
  // So far the event definition runs every five minutes, but searches only the last ten seconds.
  await figure('Search within the last').fill('300');
  await preview.getByText(/^\d of 288 runs would have made \d events?\.$/).waitFor();
  await preview.getByText('count >= 2').waitFor();
  await preview.getByText('Highest count was 2.').waitFor();
  await preview.getByRole('img', { name: /Makes 1 event/ }).waitFor();
  await expectNoAxeViolations(page);
  await rule.getByLabel('Threshold').fill('3');
  await preview.getByText('None of 288 runs would have made an event.').waitFor();
  await figure('Search within the last').fill('10');
  await figure('Execute search every').fill(String(intervalMs / 1000));
  await page.getByLabel('Execute search every: Unit').selectOption('seconds');
  await preview.getByText('Only the newest 1,440 of 43,200 runs were evaluated.').waitFor();
  await page.getByLabel('Search query').fill('message:(denied');
  await preview.getByText('The condition cannot be tested').waitFor();
  await page.getByLabel('Search query').fill('message:denied');
  await preview.getByText('The condition cannot be tested').waitFor({ state: 'detached' });
});

test('an e-mail notification is created in the wizard, and the definition is tested before it is saved', async () => {
  await step('Fields').click();
  await button('Add Custom Field').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field Name').fill('host');
  await dialog.getByRole('checkbox', { name: 'Use Field as Event Key' }).check();
  await dialog.getByLabel('Value Source').selectOption('Template');
  await dialog.getByLabel('Template', { exact: true }).fill('denied on ${source.source}');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await step('Notifications').click();
  await button('Add Notification').click();
  await page.getByRole('combobox', { name: 'Choose Notification' }).click();
  await page.getByRole('option', { name: /Create New Notification/ }).click();
  await page.getByLabel('Title').filter({ visible: true }).fill('Mail to the desk');
  await page.getByLabel('Notification Type').selectOption('Email Notification');
  await page.getByRole('combobox', { name: 'Email recipient(s)' }).fill('desk@example.org');
  await page.keyboard.press('Enter');
  await button('Done').click();
  await page.getByRole('cell', { name: 'Mail to the desk', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Use Message Backlog' }).check();

  await step('Summary').click();
  const run = page.getByRole('region', { name: 'Test run' });
  await run.getByLabel('Time').selectOption('Last hour');
  await denied('web-0', 3);
  await until('the test run finds the sent messages', async () => {
    await run.getByRole('button', { name: 'Test' }).click();
    await run.getByText(/would have made|would have made an event/).waitFor();
    await run.getByRole('button', { name: 'Test' }).waitFor();
    return (await run.getByRole('cell', { name: 'denied on web-0' }).count()) > 0;
  });
  await run
    .getByRole('row')
    .filter({ hasText: 'denied on web-0' })
    .first()
    .getByText('Denied often: web-0 - count()=3.0')
    .waitFor();
  // The success toast has the same name as a section, so the test waits until it is gone.
  await page.getByText('was created successfully.').first().waitFor({ state: 'detached' });
  await expectNoAxeViolations(page);
  await button('Create event definition').click();
  await toast('was created successfully.');
});

test('an alert fires within the interval of its definition, and its mail describes the event', async () => {
  await denied('web-1', 3);
  const sent = performance.now();
  await until('the mail has arrived', () => Promise.resolve(mailsAbout('web-1').length > 0));
  const delay = performance.now() - sent;
  console.log(`message → mail: ${Math.round(delay)} ms, with a run every ${intervalMs} ms`);
  const [received] = mailsAbout('web-1');
  assert.deepEqual([received?.from, received?.to], ['console@example.org', ['desk@example.org']]);
  assert.match(received?.text ?? '', /^Subject: .*Denied often/m);
  for (const text of ['Denied often: web-1 - count()=3.0', 'denied on web-1', 'denied 2 of web-1'])
    assert.ok(received?.text.includes(text), text);
});

test('the alert appears in the list, in charts over time, on a wall display and in a foreign page', async () => {
  await page.goto(`${server.url}/alerts`);
  await row('Denied often: web-1').first().waitFor();
  await page.goto(`${server.url}/search?q=message%3Adenied&rangetype=relative&from=3600`);
  await page.locator('[data-alert-mark]').first().waitFor();
  const { id: wall } = await storeDashboard(server, asking.session, 'Wall', [
    { title: 'Denials', widgets: [overTime] },
  ]);
  await page.goto(`${server.url}/dashboards/tv/${wall}?interval=30&refresh=5`);
  await page.locator('[data-alert-mark]').first().waitFor();
  const stranger = await browser.newContext();
  const intranet = await stranger.newPage();
  problemsOf(intranet, violations);
  await intranet.goto(foreignUrl);
  await intranet.locator('log-alerts').getByText('Denied often: web-1').first().waitFor();
  await stranger.close();
});

test('an alert is replayed, acknowledged, and silenced', async () => {
  await page.goto(`${server.url}/alerts`);
  const alert = row('Denied often: web-1').first();
  await alert.getByRole('button', { name: /^Details of/ }).click();
  const href = await page.getByRole('link', { name: 'Replay search' }).first().getAttribute('href');
  await alert.getByRole('button', { name: /^State of/ }).click();
  await page.getByRole('menuitem', { name: 'Acknowledge' }).click();
  await page.getByLabel('Note').fill('I look at it');
  await button('Acknowledge').click();
  await toast('1 alert is acknowledged now.');
  await row('Acknowledged').first().waitFor();

  await button('Silences').click();
  await button('Create silence').click();
  await page.getByLabel('Query').fill('key:"denied on db-1"');
  await page.getByLabel('Reason').fill('Maintenance of db-1');
  await button('Save').click();
  await toast('The silence was saved.');
  await denied('db-1', 3);
  const silenced = () =>
    asking.ask<AlertsSearchResult>('POST', '/events/alerts/search', { query: 'key:"denied on db-1"', per_page: 1 });
  await until(
    'the silenced event is stored',
    async () => (await silenced()).events[0]?.event.silenced?.reason === 'Maintenance of db-1',
  );
  await denied('web-2', 3);
  await until('the alert of the other host is mailed', () => Promise.resolve(mailsAbout('web-2').length > 0));
  assert.equal(mailsAbout('db-1').length, 0);

  await page.goto(new URL(href ?? '', server.url).href);
  await page.getByRole('region', { name: 'Details of the alert' }).waitFor();
  const messages = page.getByRole('region', { name: 'All Messages', exact: true });
  await messages.getByText('denied 3 of web-1').waitFor();
  assert.equal(await messages.getByText('of web-2').count(), 0);
  assert.deepEqual(violations, []);
});
