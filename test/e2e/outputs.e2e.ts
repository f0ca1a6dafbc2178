/**
 * Tests outputs: created with the settings of their type, assigned to a stream, shown as failing and sending, deleted
 * (screens/data-intake.md S3, O1).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { expectNoAxeViolations } from './axe.js';
import { openInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
let streamId: string;
const violations: string[] = [];
const received: string[] = [];
const receiver = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => received.push(data.toString()));
});

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  const ask = async (path: string, json?: object): Promise<Record<string, string>> => {
    const answer = await server.call(path, { session: admin, ...(json && { method: 'POST', json }) });
    assert.ok(answer.ok);
    return (await answer.json()) as Record<string, string>;
  };
  const { index_set_id } = await ask('/streams/000000000000000000000001');
  const rules = [{ field: 'shop', type: 5, value: '', inverted: false }];
  streamId = (await ask('/streams', { title: 'Shop', index_set_id, rules }))['stream_id'] ?? '';
  await server.call(`/streams/${streamId}/resume`, { method: 'POST', session: admin });
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/streams');
});
after(async () => {
  receiver.close();
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const dialog = () => page.getByRole('dialog');
const card = (title: string) => page.getByRole('listitem', { name: title, exact: true });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

test('an output is created for a stream with the settings of its type', async () => {
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  await page.getByRole('menuitem', { name: 'Manage outputs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Outputs of Stream Shop' }).waitFor();
  await page.getByText('No outputs configured').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Launch new output' }).isDisabled());
  await page.getByRole('combobox', { name: 'Output type' }).click();
  await page.getByRole('option', { name: 'GELF Output' }).click();
  await page.getByRole('button', { name: 'Launch new output' }).click();
  await dialog().getByRole('heading', { name: 'Create new output' }).waitFor();
  await dialog().getByRole('button', { name: 'Create output' }).click();
  await dialog().getByText('Title is required').waitFor();
  await dialog().getByText('Destination host is required.').waitFor();
  await expectNoAxeViolations(page);
  await dialog().getByLabel('Title').fill('Elsewhere');
  await dialog().getByLabel('Destination host').fill('not a host');
  await dialog().getByRole('button', { name: 'Create output' }).click();
  await dialog()
    .getByText(/"hostname" must be a host name/)
    .waitFor();
  await dialog().getByLabel('Destination host').fill('127.0.0.1');
  await dialog().getByLabel('Destination port').fill('1');
  await dialog().getByRole('button', { name: 'Create output' }).click();
  await toast("Output 'Elsewhere' was created.");
  await card('Elsewhere').getByText('Nothing waits').waitFor();
});

test('messages that an unreachable receiver does not accept are shown as waiting, and are sent to the output’s new address', async () => {
  const { send } = await openInput(server, admin);
  await send({ host: 'h', short_message: 'sold', _shop: 'x' });
  await card('Elsewhere')
    .getByText(/^1 message waiting/)
    .waitFor();
  await card('Elsewhere').getByText('127.0.0.1:1: nothing listens there').waitFor();
  await card('Elsewhere').getByText('FAILING').waitFor();
  await expectNoAxeViolations(page);
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  await page.getByRole('button', { name: 'Edit output Elsewhere' }).click();
  await dialog()
    .getByLabel('Destination port')
    .fill(String((receiver.address() as AddressInfo).port));
  await dialog().getByRole('button', { name: 'Update output' }).click();
  await toast("Output 'Elsewhere' was updated.");
  await card('Elsewhere').getByText('1 message sent since the start of the server').waitFor();
  assert.match(received.join(''), /"short_message":"sold"/);
});

test('an output is removed from the stream, assigned again, and deleted', async () => {
  await page.getByRole('button', { name: 'Delete from stream: Elsewhere' }).click();
  await confirm('Delete from stream');
  await toast("Output 'Elsewhere' was taken from the stream.");
  await card('Elsewhere').waitFor({ state: 'hidden' });
  await page.getByRole('combobox', { name: 'Existing output' }).click();
  await page.getByRole('option', { name: 'Elsewhere' }).click();
  await page.getByRole('button', { name: 'Assign existing output' }).click();
  await toast("Output 'Elsewhere' was assigned to the stream.");
  await card('Elsewhere').waitFor();
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Outputs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Outputs', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete globally: Elsewhere' }).click();
  await confirm('Delete globally');
  await toast("Output 'Elsewhere' was deleted.");
  await page.getByText('No outputs configured').waitFor();
  const answer = await server.call(`/streams/${streamId}/outputs`, { session: admin });
  assert.equal(((await answer.json()) as { total: number }).total, 0);
});

test('a user without permission to read outputs sees a notice instead of the page of outputs', async () => {
  const { username } = await addPerson(server, admin, 'jane', [], ['Reader']);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/system/outputs', { username, password: personPassword });
  await other.getByText('Missing permissions').first().waitFor();
  assert.equal(await other.getByRole('button', { name: /Launch/ }).count(), 0);
  await context.close();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
