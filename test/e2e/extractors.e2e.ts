/**
 * Tests the extractors of an input: after they are created from a message in the browser, they parse the following
 * messages (screens/data-intake.md X1–X5).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages, openInput, type MessageInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
let input: MessageInput;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  input = await openInput(server, admin, 'Shop');
  await input.send({ host: 'shop', short_message: 'GET /cart [200] 35ms' });
  await foundMessages(server, admin, 1);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, `/system/inputs/${input.id}/extractors`);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
interface Stored {
  readonly id: string;
  readonly title: string;
  readonly order: number;
}
const stored = async () => {
  const answer = await server.call(`/system/inputs/${input.id}/extractors`, { session: admin });
  const { extractors } = (await answer.json()) as { extractors: Stored[] };
  return extractors.toSorted((one, other) => one.order - other.order);
};
/** Returns the value of a field in the only message with the text. */
async function fieldOf(text: string, field: string): Promise<unknown> {
  const search = new URLSearchParams({ query: `message:"${text}"`, range: '0', fields: `message,${field}` });
  const answer = await server.call(`/search/universal/relative?${search.toString()}`, { session: admin });
  const { messages } = (await answer.json()) as { messages: { message: Record<string, unknown> }[] };
  return messages[0]?.message[field];
}

test('the extractors page loads a message and starts an extractor from one of its fields', async () => {
  await page.getByText('This input has no configured extractors').waitFor();
  await button('Create extractor').click();
  await button('Load message').click();
  await button('Select extractor type: message').click();
  await page.getByRole('menuitem', { name: 'Regular expression', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'New extractor for input Shop' }).waitFor();
  await page.getByRole('region', { name: 'Field message of the example' }).getByText('GET /cart [200] 35ms').waitFor();
});

test('the extractor’s result is previewed while typing, and missing settings are reported', async () => {
  await button('Create extractor').click();
  await page.getByText('Extractor title is required').waitFor();
  await page.getByText('Store as field is required').waitFor();
  const result = page.getByRole('region', { name: 'Extractor preview' });
  const expression = page.getByLabel('Regular expression', { exact: true });
  await expression.fill('\\[\\d+\\]');
  await result.getByText('has no group').waitFor();
  await expression.fill('\\[(\\d+');
  await button('Try').click();
  await page.getByRole('alert').getByText('A bracket is missing: ")"').waitFor();
  await expression.fill('\\[(\\d+)\\]');
  await result.getByText('200', { exact: true }).waitFor();

  await page.getByLabel('Only attempt extraction if field contains string').check();
  const condition = page.getByRole('textbox', { name: 'Field contains string' });
  await condition.fill('POST');
  await page.getByText('Does not match. The extractor would not run.').waitFor();
  await condition.fill('GET');
  await page.getByText('Matches. The extractor would run.').waitFor();
  await page.getByLabel('Store as field').fill('http code!');
  assert.equal(await page.getByLabel('Store as field').inputValue(), 'httpcode');
  await page.getByLabel('Extractor title').fill('Status');
  await page.getByLabel('Add converter').selectOption('Numeric');
  await button('Add').click();
  await page.getByLabel('Use converter Numeric').waitFor();
  await button('Try on the last 100 messages').click();
  await page.getByText('The extractor finds something in 1 of the last 1 message.').waitFor();
  await page.getByRole('list', { name: 'Results of the newest messages' }).getByText('200', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await button('Create extractor').click();
  await toast('Extractor "Status" was created.');
  await page.getByRole('heading', { level: 1, name: 'Extractors of input Shop' }).waitFor();
});

test('new messages of the input have the extracted and converted field, and are counted in the statistics of the extractor', async () => {
  await input.send({ host: 'shop', short_message: 'GET /pay [503] 90ms' });
  await input.send({ host: 'shop', short_message: 'POST /pay [201] 91ms' });
  await foundMessages(server, admin, 3);
  await until('the message has the extracted field', async () => (await fieldOf('GET /pay', 'httpcode')) === 503);
  assert.equal(await fieldOf('POST /pay', 'httpcode'), undefined);
  await page.reload();
  await item('Status')
    .getByText(/^2 runs, 1 hit, 1 miss,/)
    .waitFor();
  await button('Details Status').click();
  await item('Status').getByText('Only messages whose field contains “GET”').waitFor();
  await item('Status')
    .getByRole('table')
    .getByRole('row', { name: /^Total time/ })
    .waitFor();
  await expectNoAxeViolations(page);
});

test('an extractor is edited on its page', async () => {
  await button('Edit Status').click();
  await page.getByRole('heading', { level: 1, name: 'Edit extractor for input Shop' }).waitFor();
  await page.getByRole('region', { name: 'Extractor preview' }).getByText('201', { exact: true }).waitFor();
  await page.getByLabel('Extractor title').fill('Status code');
  await button('Update extractor').click();
  await toast('Extractor "Status code" was updated.');
  await item('Status code').waitFor();
});

test('the extractors page imports a file and shows the reason for rejected extractors', async () => {
  await button('Import extractors').click();
  const entry = (title: string, more: object) => ({
    title,
    extractor_type: 'split_and_index',
    converters: [],
    order: 5,
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'method',
    extractor_config: { split_by: ' ', index: 1 },
    condition_type: 'none',
    condition_value: '',
    ...more,
  });
  const extractors = [entry('Method', {}), entry('Broken', { extractor_config: { index: 1 } })];
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('nothing') });
  await page.getByText('This is no JSON').waitFor();
  await page.getByLabel('Extractors JSON').fill(JSON.stringify({ extractors, version: '5.0.0' }));
  await button('Add extractors to input').click();
  await toast('1 of 2 extractors could not be imported.');
  await page.getByText(/^Broken: .*split_by/).waitFor();
  await expectNoAxeViolations(page);
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Status code', 'Method'],
  );
  await page.getByRole('link', { name: 'Extractors of the input' }).click();
});

test('extractors are sorted by keyboard, exported in that order, and deleted after confirmation', async () => {
  await button('Sort extractors').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move Method' }).press('ArrowUp');
  await dialog.getByRole('status').getByText('Method is now 1 of 2.').waitFor();
  await dialog.getByRole('button', { name: 'Update sort' }).click();
  await toast('Extractor positions were updated.');
  await button('Export extractors').click();
  const text = await page.getByLabel('Extractors as JSON').inputValue();
  const file = JSON.parse(text) as { extractors: { title: string; extractor_type: string }[] };
  assert.deepEqual(
    file.extractors.map(({ title, extractor_type: type }) => [title, type]),
    [
      ['Method', 'split_and_index'],
      ['Status code', 'regex'],
    ],
  );
  await page.getByRole('link', { name: 'Extractors of the input' }).click();
  await button('Delete Method').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast('Extractor "Method" was deleted.');
  await item('Status code').waitFor();
  assert.equal(await item('Method').count(), 0);
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Status code'],
  );
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
