/** Tests index sets in the browser: create, rotate, close, open, delete (screens/data-intake.md D1–D4). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { putMessages } from '../host/server/messages-input.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
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
  await signIn(page, server, '/search');
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const card = (title: string) => page.getByRole('listitem', { name: title, exact: true });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const ask = async <T>(path: string): Promise<T> => (await (await server.call(path, { session: admin })).json()) as T;

test('an index set is created with the strategies that the server offers', async () => {
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Indices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Indices & Index Sets' }).waitFor();
  await card('Default index set').waitFor();
  await expectNoAxeViolations(page);
  await button('Create index set').click();
  await page.getByRole('heading', { level: 1, name: 'Create Index Set' }).waitFor();
  await button('Create index set').click();
  await page.getByText("Index prefix can't be empty").waitFor();
  await page.getByLabel('Title').fill('Web');
  await page.getByLabel('Description').fill('web logs');
  await page.getByLabel('Index prefix').fill('mess');
  await page.getByLabel('Rotation strategy').selectOption({ label: 'Index Time' });
  await page.getByLabel('Rotation period').fill('t30m');
  await page.getByText('The period must be an ISO 8601 duration of at least one hour').waitFor();
  await page.getByLabel('Rotation period').fill('7d');
  await page.getByLabel('Max number of indices').fill('4');
  await expectNoAxeViolations(page);
  await button('Create index set').click();
  await page.getByText('would collide with "messages"').waitFor();
  await page.getByLabel('Index prefix').fill('web');
  await button('Create index set').click();
  await toast("Index set 'Web' was created.");
  await card('Web').getByText('Rotation period: P7D (7 days), rotate empty index set: No').waitFor();
});

test('the indices of an index set are rotated, closed, opened and deleted', async () => {
  await putMessages(server, admin, [{ host: 'h', short_message: 'one' }]);
  await page.reload();
  await card('Default index set').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Index Set Default index set' }).waitFor();
  await card('messages_0').getByRole('button', { name: 'Active write index cannot be closed' }).waitFor();
  await button('Maintenance').click();
  await page.getByRole('menuitem', { name: 'Optimize index set' }).click();
  await toast('Optimizing Default index set has begun; see the system jobs.');
  await card('messages_0').getByRole('button', { name: 'Optimize index' }).click();
  await button('Show ended jobs').click();
  const ended = page.getByRole('list', { name: 'Ended in the last hour' });
  for (const job of ['Optimising the index set of messages', 'Optimising messages_0'])
    await ended.getByRole('listitem').filter({ hasText: job }).getByText('complete', { exact: true }).waitFor();
  await button('Maintenance').click();
  await page.getByRole('menuitem', { name: 'Rotate active write index' }).click();
  await confirm('Rotate active write index');
  await card('messages_1').getByText('active write index', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  const old = card('messages_0');
  const states = () => ask<{ closed: { indices: string[] } }>('/system/indexer/indices/000000000000000000000101/list');
  // Only the active write index is expanded by default.
  await old.getByRole('button', { name: 'Show Details' }).click();
  await old.getByRole('button', { name: 'Close index' }).click();
  await confirm('Close index');
  await old.getByText('closed', { exact: true }).waitFor();
  assert.deepEqual((await states()).closed.indices, ['messages_0']);
  await old.getByRole('button', { name: 'Reopen index' }).click();
  await old.getByText('reopened', { exact: true }).waitFor();
  await old.getByRole('button', { name: 'Delete index' }).click();
  await confirm('Delete index');
  await toast('Index messages_0 was deleted.');
  await until(
    'the index is deleted',
    async () => (await server.call('/system/indices/ranges/messages_0', { session: admin })).status === 404,
  );
});

test('an index set is deleted, unless it is the default one', async () => {
  await button('Index sets overview').click();
  await button('Indexer failures').click();
  await page.getByRole('heading', { level: 1, name: 'Indexer failures' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Indices & Index Sets' }).click();
  await page.getByRole('button', { name: 'More actions for index set Default index set' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Unable to delete the index set because it is the default one.').waitFor();
  assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled());
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions for index set Web' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('checkbox', { name: 'Remove all data for this index set?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast("Index set 'Web' was deleted.");
  assert.equal((await ask<{ total: number }>('/system/indices/index_sets')).total, 3);

  // The files are deleted a little later: until then the job can be cancelled, and the files stay.
  await page.getByRole('button', { name: /^System/ }).click();
  await page.getByRole('menuitem', { name: 'Overview' }).click();
  await button('Cancel "Removing the indices of web"').click();
  await confirm('Cancel the job');
  const job = page
    .getByRole('list', { name: 'System jobs' })
    .getByRole('listitem')
    .filter({ hasText: 'indices of web' });
  await job.getByText('cancelled', { exact: true }).waitFor();
  assert.deepEqual(violations, []);
});
