/**
 * Tests the rules of the dialogs (spec 2 §5): titles and pages, full screen, moving a widget, exports. A
 * violation shows a text or disables the button.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { View } from '../../api/contract/views.schema.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectAlerts } from './alerts.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
let problems: string[];
/**
 * Ids of two dashboards: `two` has two pages, the first with two message tables; `single` has one page without tables.
 */
let two: string;
let single: string;

const at = (col: number, row: number) => ({ col, row, width: 4, height: 4 });

const viewOf = async (id: string): Promise<View> => (await server.call(`/views/${id}`, { session })).json();

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(server, [{ host: 'web-01', short_message: 'request', _took_ms: 2 }]);
  const first = {
    title: 'One',
    widgets: [
      { title: 'Count', config: {}, position: at(1, 1) },
      { title: 'Table A', config: 'messages' as const, position: at(5, 1) },
      { title: 'Table B', config: 'messages' as const, position: at(9, 1) },
    ],
  };
  ({ id: two } = await storeDashboard(server, session, 'Two pages', [first, { title: 'Two', widgets: [] }]));
  ({ id: single } = await storeDashboard(server, session, 'One page', [
    { title: 'Only', widgets: [{ title: 'Count', config: {}, position: at(1, 1) }] },
  ]));
  page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
  page.setDefaultTimeout(10_000);
  problems = problemsOf(page);
  await signIn(page, server);
});
after(async () => {
  assert.deepEqual(problems, []);
  await browser.close();
  await server.stop();
});

const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const says = (inside: Locator, ...texts: string[]) => expectAlerts(inside.getByRole('alert'), ...texts);

async function open(path: string): Promise<void> {
  // Unsaved changes of the previous test do not affect this one.
  page.once('dialog', (question) => void question.accept());
  await page.goto(`${server.url}${path}`);
  page.removeAllListeners('dialog');
  await page.getByRole('region', { name: 'Count', exact: true }).or(page.getByRole('treegrid')).first().waitFor();
}
async function choose(button: Locator, entry: string): Promise<void> {
  await button.click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
const actions = () => page.getByRole('button', { name: 'More actions' }).first();
const widgetActions = async (name: string): Promise<Locator> => {
  const widget = page.getByRole('region', { name, exact: true });
  await widget.hover();
  return widget.getByRole('button', { name: 'More actions' });
};

// ---- The following tests are about titles and pages.

test('a search requires a title, and a copy requires a different one', async () => {
  await open('/search');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = dialog('Name of search');
  for (const blank of ['', '   ']) {
    await form.getByLabel('Title').fill(blank);
    assert.ok(await form.getByRole('button', { name: 'Create new' }).isDisabled());
    await page.keyboard.press('Enter');
  }
  await form.getByLabel('Title').fill('  Errors ');
  await page.keyboard.press('Enter');
  await page.getByText('Saving view "Errors" was successful!').first().waitFor();
  await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const copy = form.getByRole('button', { name: 'Save as' });
  for (const [title, save, saveAs] of [
    ['Errors', true, false],
    [' Errors  ', true, false],
    ['   ', false, false],
    ['Errors 2', true, true],
  ] as const) {
    await form.getByLabel('Title').fill(title);
    assert.deepEqual(
      [await form.getByRole('button', { name: 'Save', exact: true }).isEnabled(), await copy.isEnabled()],
      [save, saveAs],
      title,
    );
  }
});

test('a dashboard requires a title; spaces alone are no title', async () => {
  await page.goto(`${server.url}/dashboards/new`);
  await page.getByRole('button', { name: 'Save as' }).click();
  const made = dialog('Save new dashboard');
  await made.getByLabel('Title').fill('   ');
  await made.getByLabel('Summary').fill('   ');
  await says(made, 'Title is required.');
  assert.ok(await made.getByRole('button', { name: 'Create dashboard' }).isDisabled());
  await made.getByLabel('Title').fill('  Trimmed ');
  await made.getByRole('button', { name: 'Create dashboard' }).click();
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  const { title, summary } = await viewOf(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  assert.deepEqual([title, summary], ['Trimmed', '']);
  await choose(actions(), 'Edit metadata');
  const edited = dialog('Editing saved dashboard');
  await edited.getByLabel('Title').fill(' ');
  await edited.getByLabel('Summary').focus();
  await says(edited, 'Title is required.');
  assert.ok(await edited.getByRole('button', { name: 'Update dashboard' }).isDisabled());
});

const long = 'A title of a page that is longer than the forty characters it may have';
test('a page of a dashboard requires a title, which has at most 40 characters; the last page cannot be removed', async () => {
  await open(`/dashboards/${single}`);
  await choose(page.getByRole('button', { name: 'Actions of page Only' }), 'Edit Title');
  const titled = dialog('Editing dashboard page title');
  await titled
    .getByText('Enter a helpful dashboard page title. It has a maximum length of 40 characters.', { exact: true })
    .waitFor();
  for (const blank of ['', '  ']) {
    await titled.getByLabel('Title').fill(blank);
    await says(titled, 'Title is required.');
    assert.ok(await titled.getByRole('button', { name: 'Update title' }).isDisabled());
  }
  await titled.getByLabel('Title').fill('');
  await page.keyboard.type(long);
  assert.equal(await titled.getByLabel('Title').inputValue(), long.slice(0, 40));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: long.slice(0, 40) }).waitFor();

  await page.getByRole('button', { name: /^Actions of page/ }).click();
  assert.ok(await page.getByRole('menuitem', { name: 'Delete' }).isDisabled());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Configure pages' }).click();
  const all = dialog('Update Dashboard Pages Configuration');
  assert.ok(await all.getByRole('button', { name: /^Remove/ }).isDisabled());
  await all.getByRole('button', { name: /^Rename/ }).click();
  await all.getByRole('textbox', { name: 'Title' }).fill('');
  await page.keyboard.type(long);
  assert.equal(await all.getByRole('textbox', { name: 'Title' }).inputValue(), long.slice(0, 40));
});

test('a search with two queries shows an error instead of its result and actions', async () => {
  const id = '5'.repeat(24);
  const json = { ...(await viewOf(two)), id, type: 'SEARCH', title: 'Two queries' };
  const stored = await server.call('/views', { method: 'POST', session, json });
  assert.ok(stored.ok, await stored.text());
  await page.goto(`${server.url}/search/${id}`);
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.getByText('Searches must only have a single query!', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Search actions' }).isVisible(), false);
});

// ---- The following tests are about full screen and moving a widget.

test('both intervals of the full-screen display are whole seconds, at least one', async () => {
  await open(`/dashboards/${two}`);
  await choose(actions(), 'Full Screen');
  const settings = dialog('Full Screen');
  const start = settings.getByRole('button', { name: 'Start full screen' });
  for (const name of ['Refresh interval', 'Tab cycle interval']) {
    const input = settings.getByRole('spinbutton', { name });
    assert.deepEqual(await input.evaluate(({ min, step, required }: HTMLInputElement) => [min, step, required]), [
      '1',
      '1',
      true,
    ]);
    for (const wrong of ['', '0', '-5', '1.5']) {
      await input.fill(wrong);
      await says(settings, 'Enter a whole number of seconds, at least 1.');
      assert.ok(await start.isDisabled());
    }
    await input.fill('1');
    await says(settings);
    assert.ok(await start.isEnabled());
  }
});

test('a widget moves to the selected page; without other pages there is no choice', async () => {
  await open(`/dashboards/${two}`);
  await choose(await widgetActions('Count'), 'Move to Page');
  const moved = dialog('Move "Count"');
  const pages = moved.getByRole('radiogroup', { name: 'Choose a target page' });
  assert.ok(await moved.getByRole('button', { name: 'Move Widget' }).isDisabled());
  assert.deepEqual(await pages.getByRole('radio').count(), 1);
  await pages.getByRole('radio', { name: 'Two' }).check();
  assert.ok(await moved.getByRole('button', { name: 'Move Widget' }).isEnabled());
  await open(`/dashboards/${single}`);
  await choose(await widgetActions('Count'), 'Move to Page');
  await moved.getByText('No pages found', { exact: true }).waitFor();
  assert.ok(await moved.getByRole('button', { name: 'Move Widget' }).isDisabled());
});

// ---- The following tests are about exports.

const download = () => page.getByRole('dialog').getByRole('button', { name: 'Start Download' });

test('the export of a dashboard requires a message table', async () => {
  await open(`/dashboards/${single}`);
  await choose(actions(), 'Export');
  const title = 'Export message table search results';
  await dialog(title)
    .getByText('You need to create a message table widget to export its result.', { exact: true })
    .waitFor();
  assert.equal(await download().count(), 0);
  await open(`/dashboards/${two}`);
  await choose(actions(), 'Export');
  const tables = dialog(title).getByRole('list', { name: 'Message tables' });
  await tables.waitFor();
  assert.equal(await tables.getByRole('button').count(), 2);
  assert.equal(await download().count(), 0);
  await dialog(title).getByRole('button', { name: 'Table B' }).click();
  assert.ok(await download().isEnabled());
});

test('an export requires a field and a limit of at least one; only one download runs at a time', async () => {
  await open('/search');
  await choose(page.getByRole('button', { name: 'Search actions' }), 'Export');
  const exported = dialog('Export all search results');
  const limit = exported.getByLabel('Messages limit');
  assert.deepEqual(await limit.evaluate(({ min, step }: HTMLInputElement) => [min, step]), ['1', '1']);
  for (const wrong of ['0', '-1', '2.5']) {
    await limit.fill(wrong);
    await says(exported, 'Enter a whole number of at least 1, or nothing.');
    assert.ok(await download().isDisabled());
  }
  await limit.fill('');
  for (const name of ['timestamp', 'source', 'message']) {
    assert.ok(await download().isEnabled());
    await exported.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  }
  await says(exported, 'At least one field is needed.');
  assert.ok(await download().isDisabled());
  await exported.getByRole('combobox', { name: 'Add a field' }).fill('took_ms');
  await page.getByRole('option', { name: /^took_ms/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  let requestCount = 0;
  await page.route('**/views/search/messages/**', () => void (requestCount += 1));
  await download().click();
  await exported.getByRole('button', { name: 'Cancel download' }).waitFor();
  await until('the export is requested', () => Promise.resolve(requestCount === 1));
  await download().click({ force: true });
  await download().focus();
  await page.keyboard.press('Enter');
  assert.equal(requestCount, 1);
  await page.unrouteAll();
});
