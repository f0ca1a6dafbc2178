/**
 * Tests inputs: launched with the settings of their type, rejected for an occupied port, edited, stopped, extended by
 * static fields, deleted (screens/data-intake.md I1).
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
let port = 0;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  // The window is tall, so that toasts are below the clicked controls.
  page = await browser.newPage({ viewport: { width: 1440, height: 1500 } });
  problemsOf(page, violations);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const dialog = () => page.getByRole('dialog');
const card = (title: string) => page.getByRole('listitem', { name: title, exact: true });
const figure = (title: string, name: string, value: string) =>
  card(title).locator('dl > div').filter({ hasText: name }).getByText(value, { exact: true }).waitFor();
const more = async (title: string, entry: string) => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
async function launchDialog(type: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Input type' }).click();
  // The list has more input types than it can show at once, so the test types the name.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(type);
  await page.getByRole('option', { name: type }).click();
  await page.getByRole('button', { name: 'Launch new input' }).click();
  await dialog()
    .getByRole('heading', { name: `Launch new ${type} input` })
    .waitFor();
}

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly listening?: { readonly port: number };
  readonly message_input: { readonly title: string; readonly global: boolean; readonly static_fields: object };
}
async function stored(title: string): Promise<Listed | undefined> {
  const response = await server.call('/system/inputstates', { session: admin });
  const { states } = (await response.json()) as { states: Listed[] };
  return states.find(({ message_input: input }) => input.title === title);
}
const send = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${text}\n`));
    socket.on('close', () => resolve()).on('error', reject);
  });

test('an input is launched with the fields of its type and receives messages at once', async () => {
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Inputs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inputs' }).waitFor();
  await page.getByText('There are no local inputs.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Launch new input' }).isDisabled());
  await launchDialog('Raw/Plaintext TCP');
  await dialog().getByLabel('Bind address').fill('');
  await dialog().getByRole('button', { name: 'Launch input' }).click();
  await dialog().getByText('Title is required').waitFor();
  await dialog().getByText('Bind address is required.').waitFor();
  await expectNoAxeViolations(page);
  await dialog().getByLabel('Title').fill('Shop');
  await dialog().getByLabel('Bind address').fill('127.0.0.1');
  await dialog().getByLabel('Port').fill('0');
  await dialog().getByRole('button', { name: 'Launch input' }).click();
  await toast("Input 'Shop' launched successfully");
  await card('Shop').getByText('RUNNING', { exact: true }).waitFor();
  port = (await stored('Shop'))?.listening?.port ?? 0;
  await send('first');
  await foundMessages(server, admin, 1);
});

test('the inputs page shows how to send messages to an input, with its address', async () => {
  await more('Shop', 'How to send to it');
  const snippet = await dialog().getByRole('region', { name: 'Bash' }).locator('pre').textContent();
  assert.equal(snippet, `echo 'Hello from Bash' > /dev/tcp/127.0.0.1/${port}`);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('an input with an occupied port shows the problem and can be repaired', async () => {
  await launchDialog('Raw/Plaintext TCP');
  await dialog().getByLabel('Global').check();
  assert.equal(await dialog().getByLabel('Node').count(), 0);
  await dialog().getByLabel('Title').fill('Second');
  await dialog().getByLabel('Bind address').fill('127.0.0.1');
  await dialog().getByLabel('Port').fill(String(port));
  await dialog().getByRole('button', { name: 'Launch input' }).click();
  await toast("Input 'Second' does not run");
  await card('Second').getByText(`TCP port ${port} on 127.0.0.1 is taken by another program or input.`).waitFor();
  await page.getByRole('button', { name: 'States of Second: 1 FAILED' }).click();
  await dialog()
    .getByText(/: FAILED/)
    .waitFor();
  await page.keyboard.press('Escape');
  await expectNoAxeViolations(page);
  await more('Second', 'Edit input');
  await dialog().getByLabel('Port').fill('0');
  await dialog().getByRole('button', { name: 'Update input' }).click();
  await toast("Input 'Second' updated successfully");
  await card('Second').getByText('1 RUNNING').waitFor();
});

test('static fields of an input are added, rejected if their name is invalid or reserved, and removed', async () => {
  await more('Shop', 'Add static field');
  await dialog().getByLabel('Field name').fill('a b');
  await dialog().getByRole('button', { name: 'Add field' }).click();
  await dialog().getByText('A field name contains only letters, digits and underscores.').waitFor();
  await dialog().getByText('A field value is needed.').waitFor();
  await dialog().getByLabel('Field name').fill('_id');
  await dialog().getByLabel('Field value').fill('cellar');
  await dialog().getByRole('button', { name: 'Add field' }).click();
  await dialog()
    .getByText(/is reserved/)
    .waitFor();
  await dialog().getByLabel('Field name').fill('place');
  await dialog().getByRole('button', { name: 'Add field' }).click();
  await toast("Static field 'place' added to 'Shop' successfully");
  await card('Shop').getByText('place: cellar').waitFor();
  await send('second');
  await foundMessages(server, admin, 2);
  await card('Shop').getByRole('button', { name: 'Show received messages' }).click();
  await page.getByText('second').first().waitFor();
  assert.equal(
    new URL(page.url()).searchParams.get('q'),
    `gl2_source_input:${(await stored('Shop'))?.id}`,
    'the link searches the messages of the input',
  );
  await page.goBack();
  await card('Shop').getByRole('button', { name: 'Manage extractors' }).click();
  await page.getByRole('heading', { level: 1, name: 'Extractors' }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Inputs' }).click();
  await card('Shop').getByRole('button', { name: 'Remove static field place' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const fields = async () => Object.keys((await stored('Shop'))?.message_input.static_fields ?? { unknown: true });
  await until('the static field is removed', async () => (await fields()).length === 0);
  await page.getByText('place: cellar').waitFor({ state: 'detached' });
});

test('an input is stopped and started, and its refused messages are listed with reasons', async () => {
  await card('Shop').getByRole('button', { name: 'Stop input' }).click();
  await card('Shop').getByText('STOPPED', { exact: true }).waitFor();
  assert.equal((await stored('Shop'))?.state, 'STOPPED');
  await card('Shop').getByRole('button', { name: 'Start input' }).click();
  await card('Shop').getByText('RUNNING', { exact: true }).waitFor();

  await launchDialog('GELF HTTP');
  await dialog().getByLabel('Title').fill('Web');
  await dialog().getByLabel('Bind address').fill('127.0.0.1');
  await dialog().getByLabel('Port').fill('0');
  await dialog().getByRole('button', { name: 'Launch input' }).click();
  await card('Web').getByText('RUNNING', { exact: true }).waitFor();
  const web = (await stored('Web'))?.listening?.port ?? 0;
  await fetch(`http://127.0.0.1:${web}/gelf`, { method: 'POST', body: '<b>broken</b>' });
  await figure('Web', 'Messages refused', '1');
  await figure('Shop', 'Active connections', '0 (2 in total)');
  await more('Web', 'Show refused messages');
  await dialog()
    .getByText(/^From 127\.0\.0\.1:\d+$/)
    .waitFor();
  await dialog().getByText('<b>broken</b>', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Show bytes' }).click();
  await dialog().getByText('13 bytes').waitFor();
  assert.equal(
    await dialog().getByLabel('Bytes', { exact: true }).textContent(),
    '0000  3c 62 3e 62 72 6f 6b 65 6e 3c 2f 62 3e           <b>broken</b>',
  );
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
});

test('a test message takes the normal path: the page shows where it was stored or why it was refused', async () => {
  await more('Web', 'Send a test message');
  const text = dialog().getByLabel('Message');
  assert.match(await text.inputValue(), /"short_message"/);
  await text.fill('{"host":"h","short_message":"tried by hand"}');
  await dialog().getByRole('button', { name: 'Send' }).click();
  await dialog().getByText('It arrived and was stored.').waitFor();
  await dialog()
    .getByText(/^44 bytes were sent over HTTP to 127\.0\.0\.1:\d+\.$/)
    .waitFor();
  await text.fill('{"host":"h"}');
  await dialog().getByRole('button', { name: 'Send' }).click();
  await dialog().getByText('It was refused.').waitFor();
  await dialog()
    .getByText(/short_message/)
    .last()
    .waitFor();
  await text.fill('{"host":"h","short_message":"tried by hand"}');
  await dialog().getByRole('button', { name: 'Send' }).click();
  await expectNoAxeViolations(page);
  await dialog().getByRole('link').click();
  await page.getByText('tried by hand').first().waitFor();
  assert.match(new URL(page.url()).pathname, /^\/messages\//);
  await page.goBack();
  await card('Web').waitFor();
});

test('the filter of the inputs page is a regular expression over titles, and an input is deleted after confirmation', async () => {
  const filter = page.getByRole('searchbox', { name: 'Filter by title' });
  await filter.fill('^sh');
  await card('Second').waitFor({ state: 'hidden' });
  await page.getByText('No global inputs match the filter.').waitFor();
  await filter.fill('(');
  await page.getByText('This is not a regular expression.').waitFor();
  await card('Second').waitFor();
  await filter.fill('');
  await more('Second', 'Delete input');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete input' }).click();
  await card('Second').waitFor({ state: 'hidden' });
  await until('the input is deleted', async () => (await stored('Second')) === undefined);
});

test('a user with read permission sees the inputs of a node read-only', async () => {
  const { username } = await addPerson(server, admin, 'jane', [], ['Reader']);
  const { node_id: node } = (await (await server.call('/system/cluster/node', { session: admin })).json()) as {
    node_id: string;
  };
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, `/system/inputs/${node}`, { username, password: personPassword });
  await other.getByRole('heading', { level: 1, name: 'Inputs of Node' }).waitFor();
  await other.getByRole('listitem', { name: 'Shop', exact: true }).waitFor();
  assert.equal(await other.getByRole('button', { name: /^(Start|Stop|Launch|Remove)/ }).count(), 0);
  await other.getByRole('button', { name: 'More actions for Shop' }).click();
  await other.getByRole('menuitem', { name: 'How to send to it' }).waitFor();
  await other.getByRole('menuitem', { name: 'Show metrics' }).waitFor();
  assert.equal(await other.getByRole('menuitem').count(), 2);
  await other.keyboard.press('Escape');
  await expectNoAxeViolations(other);
  await other.getByRole('link', { name: 'All inputs' }).click();
  await other.getByRole('heading', { level: 1, name: 'Inputs', exact: true }).waitFor();
  await context.close();
});

test('the inputs page reports data that cannot be loaded, and then shows neither states nor actions that depend on them', async () => {
  const failing = { status: 500, json: { message: 'The disk is full.' } };
  await page.route(/\/api\/cluster\/inputstates$/, (route) => route.fulfill(failing));
  await page.reload();
  await page.getByText('Could not load the states of inputs').waitFor();
  await card('Shop').waitFor();
  assert.equal(await page.getByText(/RUNNING/).count(), 0);
  assert.ok(await card('Shop').getByRole('button', { name: 'Start input', disabled: true }).isVisible());
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await card('Shop').getByText('RUNNING', { exact: true }).waitFor();

  // Without these metrics the page offers no list of refused messages.
  await page.route(/\/api\/cluster\/metrics\/multiple$/, (route) => route.fulfill({ json: {} }));
  await page.reload();
  await card('Shop').getByText('No metrics available.').waitFor();
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  await page.getByRole('menuitem', { name: 'Edit input' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Show refused messages' }).count(), 0);
  await page.keyboard.press('Escape');

  await page.route(/\/api\/system\/inputs$/, (route) => route.fulfill(failing));
  await page.reload();
  await page.getByText('Could not retrieve Inputs').waitFor();
  await page.getByText('The disk is full.').first().waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await card('Shop').waitFor();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
