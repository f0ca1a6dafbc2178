/** The rules of the dialogs (spec 2 §5): highlighting, titles and pages, full screen, moving a widget, exports; each refused with its text. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { View } from '../../api/contract/views.schema.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
let problems: string[];
/** Two pages, the first with two message tables; and one page without any. */
let two: string;
let single: string;

const table = (field: string) => ({
  visualization: 'table',
  row_pivots: [{ fields: [field], type: 'values', config: { limit: 15 } }],
});
const at = (col: number, row: number) => ({ col, row, width: 4, height: 4 });
const mixed = ['3', '7', 'five', '70'];

const viewOf = async (id: string): Promise<View> => (await server.call(`/views/${id}`, { session })).json();

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(
    server,
    mixed.map((value, index) => ({
      host: 'web-01',
      short_message: `request ${index}`,
      _took_ms: [2, 9, 10, 11][index],
      _mixed: value,
    })),
  );
  const first = {
    title: 'One',
    widgets: [
      { title: 'Count', config: {}, position: at(1, 1) },
      { title: 'Took', config: table('took_ms'), position: at(5, 1) },
      { title: 'Mixed', config: table('mixed'), position: at(9, 1) },
      { title: 'Table A', config: 'messages' as const, position: at(1, 5) },
      { title: 'Table B', config: 'messages' as const, position: at(5, 5) },
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
const alerts = (inside: Locator) => inside.getByRole('alert').allTextContents();
const says = (inside: Locator, ...texts: string[]) =>
  until(
    `it says ${texts.join(' / ')}`,
    async () => (await alerts(inside)).toSorted().join('|') === texts.toSorted().join('|'),
  );

async function open(path: string): Promise<void> {
  // What the test before left unsaved does not matter to this one.
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

// ---- highlighting

async function openHighlighting(): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'Highlighting' });
  const section = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('button', { name: 'Highlighting' });
  if (!(await panel.isVisible())) await section.click();
  await panel.waitFor();
  return panel;
}
const ruleDialog = () => dialog('Create highlighting rule').or(dialog('Edit highlighting rule'));
const field = () => ruleDialog().getByRole('combobox', { name: 'Field' });
const condition = () => ruleDialog().getByRole('combobox', { name: 'Condition' });
const value = () => ruleDialog().getByRole('textbox', { name: 'Value', exact: true });
const submitRule = () =>
  ruleDialog()
    .getByRole('button', { name: /^(Create|Update) rule$/ })
    .click();

test('highlighting: field and value are required; what a field offers depends on its type', async () => {
  await open(`/dashboards/${two}`);
  await (await openHighlighting()).getByRole('button', { name: 'Add rule' }).click();
  await submitRule();
  await says(ruleDialog(), 'Field is required', 'Value is required');
  const gradient = ruleDialog().getByRole('radio', { name: 'Gradient' });
  for (const [name, conditions, numeric] of [
    ['source', ['==', '!='], false],
    ['took_ms', ['==', '!=', '<=', '>=', '<', '>'], true],
  ] as const) {
    await field().fill(name);
    await page.keyboard.press('Escape');
    await until(
      'the conditions are those of its type',
      async () => (await condition().getByRole('option').allTextContents()).join() === conditions.join(),
    );
    assert.equal(await gradient.isEnabled(), numeric);
    const why = ruleDialog().getByText('A gradient can only be defined for numeric fields.', { exact: true });
    assert.equal(await why.isVisible(), !numeric);
  }
  await says(ruleDialog(), 'Value is required');
});

test('highlighting: the bounds of a gradient are whole numbers, the upper one higher', async () => {
  await value().fill('1');
  await ruleDialog().getByRole('radio', { name: 'Gradient' }).check();
  const [lower, upper] = ['Lowest value', 'Highest value'].map((name) => ruleDialog().getByRole('textbox', { name }));
  assert.deepEqual([await lower?.inputValue(), await upper?.inputValue()], ['0', '0']);
  for (const [low, high, ...texts] of [
    ['0', '0', 'Must be higher than lowest value.'],
    ['6', '-7', 'Must be higher than lowest value.'],
    ['', '5', 'Must be present.'],
    ['', '', 'Must be present.', 'Must be present.'],
    ['1.5', '5', 'Must be a number.'],
    ['-3', 'five', 'Must be a number.'],
    ['-3', '5'],
  ] as const) {
    await lower?.fill(low);
    await upper?.fill(high);
    await says(ruleDialog(), ...texts);
  }
  // A field of another type takes the gradient away.
  await field().fill('source');
  await until('it is one colour again', () => ruleDialog().getByRole('radio', { name: 'Static color' }).isChecked());
  await ruleDialog().getByRole('button', { name: 'Cancel' }).click();
});

/** Rules as other consoles store them. */
async function storeRules(rules: readonly object[]): Promise<void> {
  const view = await viewOf(two);
  const [query = ''] = Object.keys(view.state);
  const state = { ...view.state, [query]: { ...view.state[query], formatting: { highlighting: rules } } };
  const answer = await server.call(`/views/${two}`, { method: 'PUT', session, json: { ...view, state } });
  assert.ok(answer.ok, await answer.text());
}
const color = { type: 'static', color: '#fce59b' };
const gradient = (name: string) => ({ type: 'gradient', gradient: name, lower: 0, upper: 10 });

test('highlighting: conditions, gradients and colourings that are not known have to be chosen', async () => {
  await storeRules([
    { field: 'took_ms', value: '1', condition: 'contains', color },
    { field: 'took_ms', value: '2', condition: 'equal', color: gradient('Sunset') },
    { field: 'took_ms', value: '3', condition: 'equal', color: gradient('') },
  ]);
  await open(`/dashboards/${two}`);
  const panel = await openHighlighting();
  for (const [index, text, mend] of [
    [0, 'Condition is required', () => condition().selectOption('==')],
    [1, 'Must be selected.', () => ruleDialog().getByRole('combobox', { name: 'Gradient' }).selectOption('Hot')],
    [2, 'Must be selected.', () => ruleDialog().getByRole('combobox', { name: 'Gradient' }).selectOption('Viridis')],
  ] as const) {
    await panel
      .getByRole('button', { name: /^Edit took_ms/ })
      .nth(index)
      .click();
    // The types of fields decide what is offered.
    await until('the field is known as a number', async () => (await condition().getByRole('option').count()) >= 6);
    await submitRule();
    await says(ruleDialog(), text);
    await mend();
    await says(ruleDialog());
    await submitRule();
    await ruleDialog().waitFor({ state: 'detached' });
  }
});

const marked = (widget: string): Promise<string[]> =>
  page.getByRole('region', { name: widget, exact: true }).locator('[data-marked]').allTextContents();

test('highlighting: numbers are compared as numbers; without two numbers a comparison is false', async () => {
  await storeRules([
    { field: 'took_ms', value: '9', condition: 'greater', color },
    { field: 'mixed', value: '5', condition: 'greater', color },
  ]);
  await open(`/dashboards/${two}`);
  await until('10 and 11, not 2', async () => (await marked('Took')).toSorted().join() === '10,11');
  assert.deepEqual((await marked('Mixed')).toSorted(), ['7', '70']);
  await storeRules([{ field: 'took_ms', value: 'nine', condition: 'not_equal', color }]);
  await open(`/dashboards/${two}`);
  await until('all are other texts', async () => (await marked('Took')).length === 4);
  const panel = await openHighlighting();
  await panel.getByRole('button', { name: /^Edit took_ms/ }).click();
  await until('the field is known as a number', async () => (await condition().getByRole('option').count()) === 6);
  await condition().selectOption('>');
  await submitRule();
  await until('nothing is greater than a word', async () => (await marked('Took')).length === 0);
});

/** The messages that the server finds, as another one might tell them. */
async function openSearchTold(change: (answer: string) => string): Promise<void> {
  await page.route(/\/views\/search\/([^/]+\/execute|status\/)/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await open('/search');
}

test('highlighting: a missing value cannot be highlighted', async () => {
  await openSearchTold((answer) => answer.replaceAll('"mixed":"3"', '"mixed":" "'));
  await page.getByRole('treegrid').getByText('request 0').click();
  await page.getByRole('definition').getByRole('button', { name: '(Empty Value)' }).click();
  await page.getByRole('menuitem', { name: 'Highlight this value' }).click();
  await page.getByText('Unable to add highlighting for missing value.', { exact: true }).waitFor();
  await page.unrouteAll();
});

test('highlighting: ranges of the server count with a start and a length that are not negative', async () => {
  const ranges = {
    message: [
      { start: -2, length: 4 },
      { start: 0, length: -1 },
      { start: 8, length: 1 },
    ],
  };
  await openSearchTold((answer) =>
    answer.replaceAll(/"highlight_ranges":(\{[^}]*\}|null)/g, `"highlight_ranges":${JSON.stringify(ranges)}`),
  );
  const marks = page.getByRole('treegrid').locator('mark');
  await until('only the number is marked', async () => (await marks.allTextContents()).toSorted().join() === '0,1,2,3');
  await page.unrouteAll();
});

// ---- titles and pages

test('titles: a search needs one, and another one for a copy', async () => {
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

test('titles: a dashboard needs one; blanks count as nothing', async () => {
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
test('pages: a title is required and has at most 40 characters; the last page stays', async () => {
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

test('a search has a single query, as what it exports', async () => {
  const id = '5'.repeat(24);
  const json = { ...(await viewOf(two)), id, type: 'SEARCH', title: 'Two queries' };
  const stored = await server.call('/views', { method: 'POST', session, json });
  assert.ok(stored.ok, await stored.text());
  await page.goto(`${server.url}/search/${id}`);
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.getByText('Searches must only have a single query!', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Search actions' }).isVisible(), false);
});

// ---- full screen, moving

test('full screen: both intervals are whole seconds, at least one', async () => {
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
      await says(settings, 'A whole number of seconds, at least 1.');
      assert.ok(await start.isDisabled());
    }
    await input.fill('1');
    await says(settings);
    assert.ok(await start.isEnabled());
  }
});

test('moving a widget: to another page, once it is chosen; without others there is nothing to choose', async () => {
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

// ---- exports

const download = () => page.getByRole('dialog').getByRole('button', { name: 'Start Download' });

test('export: of a dashboard a table has to be chosen; without one there is nothing to export', async () => {
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

test('export: with at least one field and a limit of at least one; one download at a time', async () => {
  await open('/search');
  await choose(page.getByRole('button', { name: 'Search actions' }), 'Export');
  const exported = dialog('Export all search results');
  const limit = exported.getByLabel('Messages limit');
  assert.deepEqual(await limit.evaluate(({ min, step }: HTMLInputElement) => [min, step]), ['1', '1']);
  for (const wrong of ['0', '-1', '2.5']) {
    await limit.fill(wrong);
    await says(exported, 'A whole number of at least 1, or nothing.');
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
  let asked = 0;
  await page.route('**/views/search/messages/**', () => void (asked += 1));
  await download().click();
  await exported.getByRole('button', { name: 'Cancel download' }).waitFor();
  await until('it is asked for', () => Promise.resolve(asked === 1));
  await download().click({ force: true });
  await download().focus();
  await page.keyboard.press('Enter');
  assert.equal(asked, 1);
  await page.unrouteAll();
});
