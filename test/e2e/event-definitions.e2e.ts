/**
 * Tests the list of event definitions: search, disabling, enabling, copying and deleting, including the effect on the
 * server (screens/dashboards-sharing-alerts.md §9.1).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { Asking, counting } from '../host/server/alerts/definitions.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let asking: Asking;
let id: string;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  asking = new Asking(server, await server.login());
  const config = counting({ search_within_ms: 300_000, execute_every_ms: 3_600_000 });
  ({ id } = await asking.create(config, { title: 'Many logins', description: 'who knocks' }));
  await asking.create(config, { title: 'Few logins', priority: 1 }, false);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/alerts/definitions');
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const choose = async (title: string, action: string, answer = action): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click();
};
const isScheduled = async (): Promise<boolean> => {
  const path = `/events/definitions/${id}/with-context`;
  const answer = await asking.ask<{ context: { scheduler: { is_scheduled: boolean } } }>('GET', path);
  return answer.context.scheduler.is_scheduled;
};

test('each row of the list shows the schedule and the state of its event definition', async () => {
  await page.getByRole('heading', { level: 1, name: 'Event Definitions' }).waitFor();
  await row('Many logins').getByText('Runs every 1 hour, searching within the last 5 minutes.').waitFor();
  await row('Many logins').getByText('enabled').waitFor();
  await row('Few logins').getByText('disabled').waitFor();
  await row('Few logins').getByText('Low').waitFor();
  await page.getByText('It runs with each notification of the system.').waitFor();
  await row('Many logins')
    .getByRole('button', { name: /^Details/ })
    .click();
  await page.getByText('Last execution').waitFor();
  await page.getByText('Queued notifications').waitFor();
  await expectNoAxeViolations(page);
});

test('a user disables and enables a definition in the list', async () => {
  await choose('Many logins', 'Disable');
  await toast('was disabled successfully.');
  await row('Many logins').getByText('disabled').waitFor();
  assert.equal(await isScheduled(), false);
  await choose('Many logins', 'Enable');
  await toast('was enabled successfully.');
  await row('Many logins').getByText('enabled').waitFor();
  assert.equal(await isScheduled(), true);
});

test('the copy of an event definition is disabled, found by search, and deleted together with another definition', async () => {
  await choose('Many logins', 'Duplicate', 'Copy');
  await toast('was copied successfully.');
  await row('COPY-Many logins').getByText('disabled').waitFor();
  await page.getByRole('searchbox', { name: 'Search for event definitions' }).fill('COPY');
  await page.keyboard.press('Enter');
  await row('Few logins').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('query'), 'COPY');
  await page.getByRole('searchbox', { name: 'Search for event definitions' }).fill('logins');
  await page.keyboard.press('Enter');
  await row('Few logins').waitFor();
  for (const title of ['COPY-Many logins', 'Few logins'])
    await page.getByRole('checkbox', { name: new RegExp(`^Select .*${title}`) }).check();
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast('2 event definitions were deleted successfully.');
  await row('COPY-Many logins').waitFor({ state: 'detached' });
  const { total } = await asking.ask<{ total: number }>('GET', '/events/definitions?query=logins');
  assert.equal(total, 1);
});

test('a reader without shared event definitions sees an empty list, on a phone and in dark mode', async () => {
  const { username } = await addPerson(server, asking.session, 'jane', [], ['Reader']);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/alerts/definitions', { username, password: personPassword });
  await other.getByText('No event definitions have been found').waitFor();
  await expectNoAxeViolations(other);
  await context.close();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
