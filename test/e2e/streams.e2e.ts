/**
 * Tests streams by role and label. A stream is created, given rules, filled by a real input, paused, cloned, tested
 * with a message, and deleted (screens/data-intake.md S1, S2).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { expectNoAxeViolations } from './axe.js';
import { openInput, until, type MessageInput } from './sent-messages.js';
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
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/streams');
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const dialog = () => page.getByRole('dialog');
const row = (title: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${title}\\b`) });
const more = async (title: string, entry: string) => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const idOf = async (title: string) => {
  const { streams } = (await (await server.call('/streams', { session: admin })).json()) as {
    streams: { id: string; title: string; disabled: boolean }[];
  };
  return streams.find((stream) => stream.title === title)?.id ?? '';
};

interface Found {
  readonly index: string;
  readonly message: { readonly _id: string; readonly message: string; readonly streams: readonly string[] };
}
async function found(streamId: string): Promise<readonly Found[]> {
  const query = `query=*&range=0&filter=streams:${streamId}&sort=timestamp:asc`;
  const response = await server.call(`/search/universal/relative?${query}`, { session: admin });
  return ((await response.json()) as { messages: readonly Found[] }).messages;
}
const texts = async (streamId: string) => (await found(streamId)).map(({ message }) => message.message);
/** Sends one message and waits until it is found. */
async function send(text: string, more: object = {}): Promise<void> {
  await input.send({ host: 'shop', short_message: text, ...more });
  await until(`${text} is found`, async () => (await texts('000000000000000000000001')).includes(text));
}

test('a new stream is rejected without a title, and is paused after its creation', async () => {
  await page.getByRole('heading', { level: 1, name: 'Streams' }).waitFor();
  await page.getByRole('button', { name: 'Create stream' }).click();
  await dialog().getByRole('button', { name: 'Create stream' }).click();
  await dialog().getByText('Title is required').waitFor();
  await dialog().getByLabel('Title').fill('Payments');
  await dialog().getByLabel('Description').fill('What was paid');
  await expectNoAxeViolations(page);
  await dialog().getByRole('button', { name: 'Create stream' }).click();
  await toast('“Payments”'.replaceAll(/[“”]/g, '"'));
  await row('Payments').getByText('Paused').waitFor();
  await row('Payments').getByText('0 msg/s').waitFor();
  // The title is in full in the tooltip, however narrow the column is.
  assert.equal(await row('Payments').getByRole('rowheader').getAttribute('title'), 'Payments');
});

test('stream rules are created in the browser, describe themselves, and apply from the next message on', async () => {
  await send('payment 1');
  await row('Payments')
    .getByRole('button', { name: /Rules of Payments/ })
    .click();
  await page.getByRole('button', { name: 'Quick add rule' }).click();
  const choice = dialog().getByLabel('Type');
  await choice.selectOption({ label: 'match input' });
  await dialog().getByRole('combobox', { name: 'Input' }).waitFor();
  assert.equal(await dialog().getByText('Choose an input').count(), 0);
  await choice.selectOption({ label: 'match exactly' });
  await dialog().getByRole('button', { name: 'Create rule' }).click();
  await dialog().getByText('Field is required').waitFor();
  await dialog().getByText('Value is required').waitFor();
  await dialog().getByRole('combobox', { name: 'Field' }).fill('message');
  await dialog().getByLabel('Type').selectOption({ label: 'match regular expression' });
  await dialog().getByRole('textbox', { name: 'Value' }).fill('(?=payment)');
  await dialog().getByRole('button', { name: 'Create rule' }).click();
  await dialog()
    .getByText(/no regular expression that the server can run/)
    .waitFor();
  await dialog().getByRole('textbox', { name: 'Value' }).fill('^pay\\w+ \\d');
  await dialog().getByText('message must match regular expression ^pay\\w+ \\d').waitFor();
  await expectNoAxeViolations(page);
  await dialog().getByRole('button', { name: 'Create rule' }).click();
  await toast('Stream rule was created.');
  await page.getByText('Must match the one configured stream rule.').waitFor();

  await row('Payments').getByRole('button', { name: 'Paused: start stream Payments' }).click();
  await row('Payments').getByText('Running').waitFor();
  await send('payment 2');
  await send('refund 3');
  const payments = await idOf('Payments');
  assert.deepEqual(await texts(payments), ['payment 2']);
  await row('Payments').getByRole('link', { name: 'Payments' }).click();
  await page.getByText('payment 2').first().waitFor();
  assert.equal(await page.getByText('refund 3').count(), 0);
  await page.goBack();
  await row('Payments').waitFor();
});

test('a paused stream receives no messages, and its copy has the same rules', async () => {
  await row('Payments').getByRole('button', { name: 'Running: pause stream Payments' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click();
  await row('Payments').getByText('Paused').waitFor();
  await send('payment 4');
  assert.deepEqual(await texts(await idOf('Payments')), ['payment 2']);
  await more('Payments', 'Clone this stream');
  await dialog().getByLabel('Title').fill('Copy');
  await dialog()
    .getByLabel(/^Remove matches from/)
    .check();
  await dialog().getByRole('button', { name: 'Clone stream' }).click();
  await row('Copy')
    .getByRole('button', { name: /Rules of Copy/ })
    .click();
  await page.getByRole('list', { name: 'Rules of Copy' }).getByText('^pay\\w+ \\d').waitFor();
  await page.getByRole('checkbox', { name: 'Select Payments' }).check();
  await page.getByRole('checkbox', { name: 'Select Copy' }).check();
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Start streams' }).click();
  await toast('2 streams were started.');
  await input.send({ host: 'shop', short_message: 'payment 5' });
  const copy = await idOf('Copy');
  await until('the copied stream contains the message', async () => (await texts(copy)).includes('payment 5'));
  assert.deepEqual((await found(copy))[0]?.message.streams.toSorted(), [copy, await idOf('Payments')].toSorted());
});

test('rules are tested with the newest message of an input, and with another message by its id', async () => {
  await more('Payments', 'Manage rules');
  await page.getByRole('heading', { level: 1, name: 'Rules of Stream Payments' }).waitFor();
  await page.getByText(/^4 of the last 5 messages would go into this stream\.$/).waitFor();
  await page.getByRole('combobox', { name: 'Input' }).click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await page.getByRole('button', { name: 'Load message' }).click();
  await page.getByRole('region', { name: 'The message that was loaded' }).getByText('payment 5').waitFor();
  await page.getByText('This message would be routed to this stream.').waitFor();
  const rules = page.getByRole('list', { name: 'Rules of Payments' });
  await rules.getByText('Matches', { exact: true }).waitFor();

  // A second rule prevents the match until any single rule suffices; no message has to be loaded again.
  await page.getByRole('button', { name: 'Add stream rule' }).click();
  await dialog().getByLabel('Type').selectOption({ label: 'match input' });
  assert.equal(await dialog().getByRole('combobox', { name: 'Field' }).count(), 0);
  await dialog().getByRole('combobox', { name: 'Input' }).click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await dialog().getByRole('checkbox', { name: 'Inverted' }).check();
  await dialog()
    .getByText(/^gl2_source_input must not match input Shop \(/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('This message would not be routed to this stream.').waitFor();
  await page.getByText(/^0 of the last 5 messages/).waitFor();
  await rules.getByText('Does not match').waitFor();
  await expectNoAxeViolations(page);
  await page.getByText('A message must match at least one of the following rules').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click();
  await page.getByText('This message would be routed to this stream.').waitFor();

  // The details of a message also link to this page.
  const refund = (await found('000000000000000000000001')).find(({ message }) => message.message === 'refund 3');
  assert.ok(refund);
  await page.goto(`${server.url}/messages/${refund.index}/${refund.message._id}`);
  await page.getByRole('button', { name: 'Test against stream' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Payments' }).click();
  const other = await opened;
  problemsOf(other, violations);
  await other.getByRole('region', { name: 'The message that was loaded' }).getByText('refund 3').waitFor();
  await other.getByText('This message would not be routed to this stream.').waitFor();
  await other.close();
  await page.goBack();
  await page.getByRole('button', { name: 'I’m done!' }).click();
  await row('Payments').waitFor();
});

test('the stream list is searched and filtered, and deleting a stream first lists its dependents', async () => {
  await page.getByRole('searchbox', { name: 'Search for streams' }).fill('copy');
  await row('Payments').waitFor({ state: 'hidden' });
  await row('Copy').waitFor();
  assert.match(page.url(), /query=copy/);
  await page.getByRole('searchbox', { name: 'Search for streams' }).fill('');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitem', { name: 'Paused' }).click();
  await page.getByText('No streams have been found.').waitFor();
  await page.getByRole('button', { name: 'Remove filter Status: Paused' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitem', { name: 'Index set' }).click();
  const values = page.getByRole('dialog', { name: 'Filter by Index set' });
  await values.getByRole('searchbox', { name: 'Search Index set' }).fill('default');
  await values.getByRole('button', { name: 'Default index set' }).click();
  await page.getByRole('button', { name: 'Remove filter Index set: Default index set' }).click();
  await row('Copy').waitFor();
  await expectNoAxeViolations(page);

  const copy = await idOf('Copy');
  const search = {
    id: 'c0'.repeat(12),
    parameters: [],
    queries: [
      {
        id: 'q',
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: 300 },
        filter: { type: 'or', filters: [{ type: 'stream', id: copy }] },
        search_types: [],
      },
    ],
  };
  const post = (path: string, json: object) => server.call(path, { method: 'POST', session: admin, json });
  assert.equal((await post('/views/search', search)).status, 201);
  const state = { q: { titles: {}, widgets: [], widget_mapping: {}, positions: {} } };
  const view = { type: 'DASHBOARD', title: 'Takings', search_id: search.id, state };
  assert.ok((await post('/views', view)).ok);
  await more('Copy', 'Delete this stream');
  const question = page.getByRole('alertdialog');
  await question.getByText('Dashboard Takings').waitFor();
  await question.getByRole('button', { name: 'Delete stream' }).click();
  await toast('was deleted');
  await row('Copy').waitFor({ state: 'hidden' });
  assert.equal(await idOf('Copy'), '');
});

test('the list of streams says in its cells that the index sets could not be loaded', async () => {
  const sets = /\/api\/system\/indices\/index_sets/;
  await page.route(sets, (route) => route.fulfill({ status: 500, json: { message: 'The disk is full.' } }));
  await page.reload();
  await row('Payments').getByText('could not be loaded', { exact: true }).waitFor();
  await page.unroute(sets);
});

test('a user with access to a single stream sees only that stream, read-only', async () => {
  const payments = await idOf('Payments');
  const { username } = await addPerson(server, admin, 'jane', [`streams:read:${payments}`], ['Reader']);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/streams', { username, password: personPassword });
  await other.getByRole('link', { name: 'Payments' }).waitFor();
  assert.equal(await other.getByRole('link', { name: 'Default Stream' }).count(), 0);
  assert.equal(await other.getByRole('button', { name: 'Create stream' }).count(), 0);
  assert.equal(await other.getByRole('button', { name: /(pause|start) stream/ }).count(), 0);
  await other.getByRole('button', { name: /Rules of Payments/ }).click();
  await other.getByRole('list', { name: 'Rules of Payments' }).waitFor();
  assert.equal(await other.getByRole('button', { name: /^(Edit|Delete) rule/ }).count(), 0);
  await expectNoAxeViolations(other);
  await context.close();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
