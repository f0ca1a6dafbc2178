/**
 * Tests the page of grok patterns by role and label: search, create, test, edit, import, delete (screens/data-intake.md
 * G1).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages, openInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  const input = await openInput(server, admin, 'Shop');
  await input.send({ host: 'shop', short_message: 'paid=12', _pair: 'owed=7' });
  await foundMessages(server, admin, 1);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) });
const search = (text: string) => page.getByRole('searchbox', { name: 'Filter patterns' }).fill(text);
const stored = async (name: string) => {
  const response = await server.call('/system/grok', { session: admin });
  const { patterns } = (await response.json()) as { patterns: { name: string; pattern: string }[] };
  return patterns.find((pattern) => pattern.name === name)?.pattern;
};

test('the System menu leads to the patterns, ten per page', async () => {
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Grok Patterns' }).click();
  await page.getByRole('heading', { name: 'Grok Patterns', exact: true }).waitFor();
  await page.getByRole('row', { name: /^BASE10NUM/ }).waitFor();
  assert.equal(await page.getByRole('table', { name: 'Grok Patterns' }).getByRole('row').count(), 11);
  assert.match(await page.title(), /Grok Patterns/);
  await expectNoAxeViolations(page);
});

test('searches by name and by pattern find the right patterns and are stored in the address', async () => {
  await search('syslogb');
  await row('SYSLOGBASE').waitFor();
  await page.getByRole('row', { name: /^BASE10NUM/ }).waitFor({ state: 'hidden' });
  assert.match(page.url(), /query=syslogb/);
  await search('nothing-like-it');
  await page.getByText('No grok pattern matches.').waitFor();
  await search('');
  await row('BASE10NUM').waitFor();
});

test('a new pattern is composed from listed patterns and tested; the form shows errors at its fields, then saves the pattern', async () => {
  await page.getByRole('button', { name: 'Create pattern' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('A name is needed.').waitFor();
  await dialog().getByText('A pattern is needed.').waitFor();
  await dialog().getByLabel('Name', { exact: true }).fill('PAIR');
  const pattern = dialog().getByRole('textbox', { name: 'Pattern', exact: true });
  await pattern.fill('%{NOPE}');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText("No definition for key 'NOPE' found, unable to proceed").waitFor();

  await pattern.fill('');
  const filter = dialog().getByRole('combobox', { name: 'Filter patterns to add' });
  await filter.fill('^word$');
  await dialog().getByRole('option', { name: /WORD/ }).waitFor();
  await filter.press('Enter');
  await dialog().getByText('%{WORD}').waitFor();
  await pattern.fill('%{WORD:key}=%{INT:value}');
  await dialog().getByLabel('Sample data').fill('a=5');
  const result = dialog().getByRole('region', { name: 'Test result' });
  await result.getByText('"key": "a"').waitFor();
  await result.getByText(/value.? is captured as text, .* :float to store a number\.$/).waitFor();
  assert.deepEqual(JSON.parse(await result.locator('pre').innerText()), { PAIR: 'a=5', key: 'a', value: '5' });
  // The result is updated while typing, and at once by the button.
  await dialog().getByLabel('Sample data').fill('none of it');
  await result.getByText('The pattern does not match the sample data.').waitFor();
  await pattern.fill('%{NOPE}');
  await dialog().getByRole('button', { name: 'Test with sample data' }).click();
  await dialog().getByText("No definition for key 'NOPE' found, unable to proceed").waitFor();
  await pattern.fill('%{WORD:key}=%{INT:value}');
  await dialog().getByLabel('Sample data').fill('b=6');
  await result.getByText('"key": "b"').waitFor();
  await expectNoAxeViolations(page);

  // Any field of a stored message can become the sample.
  await dialog().getByRole('button', { name: 'Load a message' }).click();
  await dialog().getByRole('combobox', { name: 'Input' }).click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await dialog().getByRole('button', { name: 'Load message' }).click();
  await result.getByText('"key": "paid"').waitFor();
  assert.equal(await dialog().getByLabel('Sample data').inputValue(), 'paid=12');
  await dialog().getByLabel('Field of the message').selectOption('pair');
  await result.getByText('"key": "owed"').waitFor();
  await expectNoAxeViolations(page);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await toast('was saved');
  await dialog().waitFor({ state: 'hidden' });
  assert.equal(await stored('PAIR'), '%{WORD:key}=%{INT:value}');
});

test('a pattern is edited, and deleted after confirmation', async () => {
  await search('PAIR');
  await row('PAIR').waitFor();
  await row('PAIR').getByRole('button', { name: 'Edit PAIR' }).click();
  await dialog().getByRole('textbox', { name: 'Pattern', exact: true }).fill('%{WORD:key}:%{INT:value}');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await row('PAIR').getByText('%{WORD:key}:%{INT:value}').waitFor();
  assert.equal(await stored('PAIR'), '%{WORD:key}:%{INT:value}');

  await row('PAIR').getByRole('button', { name: 'Delete PAIR' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/If it is still in use by extractors those will fail to work/).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No grok pattern matches.').waitFor();
  assert.equal(await stored('PAIR'), undefined);
  await search('');
});

test('the grok patterns page imports a whole file or rejects it with the reason', async () => {
  const choose = async (content: string) => {
    await page.getByRole('button', { name: 'Import pattern file' }).click();
    await dialog()
      .getByLabel('Pattern file')
      .setInputFiles({ name: 'patterns.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await dialog().getByText('patterns.txt').waitFor();
  };
  await choose('FROM_FILE a%{INT:n}\nWORD \\w+\n');
  await dialog().getByRole('button', { name: 'Upload' }).click();
  await dialog().getByText('The following Grok patterns already exist: WORD').waitFor();
  assert.equal(await stored('FROM_FILE'), undefined);
  await expectNoAxeViolations(page);
  await dialog().getByLabel('Replace existing patterns with the same name').check();
  await dialog().getByRole('button', { name: 'Upload' }).click();
  await toast('Grok patterns were imported.');
  assert.equal(await stored('FROM_FILE'), 'a%{INT:n}');
  assert.equal(await stored('WORD'), '\\w+');
});

test('a user with read permission sees the patterns read-only', async () => {
  const { username } = await addPerson(server, admin, 'jane', [], ['Reader']);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/system/grokpatterns', { username, password: personPassword });
  await other.getByText('BASE10NUM').first().waitFor();
  assert.equal(await other.getByRole('button', { name: 'Create pattern' }).count(), 0);
  assert.equal(await other.getByRole('button', { name: 'Import pattern file' }).count(), 0);
  assert.equal(await other.getByRole('button', { name: /^(Edit|Delete) / }).count(), 0);
  await expectNoAxeViolations(other);
  await context.close();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
