/**
 * Tests exports and decorators against a real server. The download must equal the sent messages. Decorated values must
 * be displayed and marked.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { onlyInFullRun } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let violations: string[];

/**
 * Texts that spreadsheets would evaluate as formulas, texts that only look like formulas, and texts with line breaks
 * and quotes.
 */
const cells = [
  '=1+1',
  '+1+1',
  '-1+2',
  '@SUM(A1)',
  '=cmd|"/c calc"!A1',
  'a "quoted", text\nof two lines',
  'plain',
  '-5',
];
const start = Date.now() - 60_000;
/** The sent messages, oldest first. */
const sent = cells.map((cell, index) => ({
  timestamp: new Date(start + index * 1000).toISOString(),
  source: index % 2 === 0 ? 'web-01' : 'db-01',
  message: `request ${index} served`,
  cell,
  level: index,
}));

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(
    server,
    sent.map(({ timestamp, source, message, cell, level }) => ({
      host: source,
      short_message: message,
      timestamp: Date.parse(timestamp) / 1000,
      level,
      _cell: cell,
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  violations = problemsOf(page);
  await signIn(page, server, '/search');
  await page.getByText('request 7 served').waitFor();
});
afterEach(async () => {
  assert.deepEqual(violations, []);
  await context.close();
});

const dialog = (): Locator => page.getByRole('dialog', { name: 'Export all search results' });

async function openExport(): Promise<void> {
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click();
  await dialog().waitFor();
}

async function addField(name: string): Promise<void> {
  await dialog().getByRole('combobox', { name: 'Add a field' }).fill(name);
  await page.getByRole('option').filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await dialog()
    .getByRole('button', { name: `Remove ${name}`, exact: true })
    .waitFor();
  // The list stays open for further choices.
  await page.keyboard.press('Escape');
}

/** Clicks the button, then waits for the file and for the dialog to close. */
async function download(): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Start Download' }).click(),
  ]);
  await dialog().waitFor({ state: 'detached' });
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Parses a CSV file in which every cell is quoted, into its records. */
function records(csv: string): string[][] {
  const found: string[][] = [];
  let record: string[] = [];
  for (const [, cell = '', end] of csv.matchAll(/"((?:[^"]|"")*)"(,|\r?\n|$)/g)) {
    record.push(cell.replaceAll('""', '"'));
    if (end === ',') continue;
    found.push(record);
    record = [];
  }
  return found;
}

test('exports contain the sent messages, as CSV without formulas and as JSON lines', async () => {
  await openExport();
  await expectNoAxeViolations(page);
  await addField('cell');
  const csv = await download();
  assert.equal(csv.name, 'All-Messages-search-result.csv');
  const neutral = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
  assert.deepEqual(records(csv.text), [
    ['timestamp', 'source', 'message', 'cell'],
    ...sent.map(({ timestamp, source, message, cell }) => [timestamp, source, message, neutral(cell)]),
  ]);

  await openExport();
  await dialog().getByLabel('Output format').selectOption('JSON lines: one object per message');
  await addField('cell');
  await dialog().getByRole('button', { name: 'Remove timestamp' }).click();
  const limit = dialog().getByLabel('Messages limit');
  await limit.fill('0');
  await dialog().getByText('Enter a whole number of at least 1, or nothing.').waitFor();
  assert.ok(await dialog().getByRole('button', { name: 'Start Download' }).isDisabled());
  await limit.fill('5');
  const lines = await download();
  assert.equal(lines.name, 'All-Messages-search-result.ndjson');
  assert.deepEqual(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    sent.slice(0, 5).map(({ source, message, cell }) => ({ source, message, cell })),
  );
});

test(
  'a running download can be cancelled, a failed one shows the reason; neither saves a file',
  onlyInFullRun,
  async () => {
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    let answer: () => void = () => undefined;
    const results = '**/api/views/search/messages/job/**';
    await page.route(results, (route) => {
      answer = () => void route.continue().catch(() => undefined);
    });
    await openExport();
    const [exportRequest] = await Promise.all([
      page.waitForRequest(results),
      dialog().getByRole('button', { name: 'Start Download' }).click(),
    ]);
    await dialog().getByText('Downloading All-Messages-search-result.csv').waitFor();
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request === exportRequest),
      dialog().getByRole('button', { name: 'Cancel download' }).click(),
    ]);
    answer();
    await dialog().getByRole('button', { name: 'Start Download' }).waitFor();
    await page.unroute(results);

    await page.route(results, (route) =>
      route.fulfill({ status: 500, json: { type: 'ApiError', message: 'disk full' } }),
    );
    await dialog().getByRole('button', { name: 'Start Download' }).click();
    await page.getByText('Export for widget failed').waitFor();
    await page.getByText('disk full').waitFor();
    assert.ok(
      await dialog().getByRole('button', { name: 'Start Download' }).isEnabled(),
      'a failed export can be started again',
    );
    assert.equal(downloads, 0);
  },
);

const table = (): Locator => page.getByRole('region', { name: 'All Messages', exact: true });
const decorators = (): Locator => page.getByRole('region', { name: 'Decorators' });
const names = (): Promise<string[]> => decorators().getByRole('listitem').getByRole('paragraph').allTextContents();

async function create(type: string, config: Readonly<Record<string, string>>): Promise<void> {
  await decorators().getByLabel('Select decorator').selectOption(type);
  const form = decorators().getByRole('form', { name: `Create new ${type}` });
  for (const [label, value] of Object.entries(config)) await form.getByLabel(label, { exact: true }).fill(value);
  // The preview is computed by the server from the messages of the table.
  await form.getByRole('region', { name: 'Preview' }).getByRole('insertion').first().waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
}

test(
  'decorators are previewed, run in order, marked in the message, reordered by keyboard, deleted and saved',
  onlyInFullRun,
  async () => {
    await table().getByRole('button', { name: 'Edit' }).click();
    await decorators().getByText('No decorators configured.').waitFor();
    await create('Syslog Severity Mapper', { 'Target field': 'severity' });
    await create('Format String', { 'Format string': '[${severity}] ${message}' });
    assert.deepEqual(await names(), ['Syslog Severity Mapper', 'Format String']);
    await table().getByText('[Alert (1)] request 1 served').waitFor();

    // When the format decorator runs first, the severity field does not exist yet.
    await decorators().getByRole('button', { name: 'Move Format String' }).focus();
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await table().getByText('[] request 1 served').waitFor();
    assert.deepEqual(await names(), ['Format String', 'Syslog Severity Mapper']);

    await table().getByText('[] request 1 served').click();
    const show = table().getByRole('button', { name: 'Show changes' });
    await show.click();
    const changes = table().getByRole('deletion');
    assert.deepEqual(await changes.allTextContents(), ['request 1 served']);
    await table().getByText('Added', { exact: true }).waitFor();
    await show.click();
    await changes.waitFor({ state: 'detached' });
    assert.equal(await table().getByText('(decorated)').count(), 2);

    await decorators().getByRole('button', { name: 'Actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Do you really want to delete this decorator?').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await table().getByText('request 1 served', { exact: true }).first().waitFor();
    assert.deepEqual(await names(), ['Syslog Severity Mapper']);

    await page.getByRole('button', { name: 'Update widget' }).click();
    await decorators().waitFor({ state: 'detached' });
    const message = table().getByText('request 1 served', { exact: true }).first();
    if (!(await table().getByText('(decorated)').first().isVisible())) await message.click();
    await table().getByText('Alert (1)', { exact: true }).waitFor();
  },
);
