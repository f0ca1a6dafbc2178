/**
 * Tests the rules of highlighting (spec 2 §5): validation in the dialog, incomplete stored rules, comparison of values,
 * and highlighted ranges.
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
let dashboard: string;

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
  ({ id: dashboard } = await storeDashboard(server, session, 'Rules', [
    {
      title: 'One',
      widgets: [
        { title: 'Took', config: table('took_ms'), position: at(1, 1) },
        { title: 'Mixed', config: table('mixed'), position: at(5, 1) },
      ],
    },
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

async function open(path: string): Promise<void> {
  // Unsaved changes of the previous test do not affect this one.
  page.once('dialog', (question) => void question.accept());
  await page.goto(`${server.url}${path}`);
  page.removeAllListeners('dialog');
  await page.getByRole('region', { name: 'Took', exact: true }).or(page.getByRole('treegrid')).first().waitFor();
}

async function openHighlighting(): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'Highlighting' });
  const section = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('button', { name: 'Highlighting' });
  if (!(await panel.isVisible())) await section.click();
  await panel.waitFor();
  return panel;
}
const ruleDialog = () => page.getByRole('dialog', { name: /^(Create|Edit) highlighting rule$/ });
const says = (...texts: string[]) => expectAlerts(ruleDialog().getByRole('alert'), ...texts);
const field = () => ruleDialog().getByRole('combobox', { name: 'Field' });
const condition = () => ruleDialog().getByRole('combobox', { name: 'Condition' });
const value = () => ruleDialog().getByRole('textbox', { name: 'Value', exact: true });
const submitRule = () =>
  ruleDialog()
    .getByRole('button', { name: /^(Create|Update) rule$/ })
    .click();

test('a highlighting rule requires field and value; its conditions depend on the type of the field', async () => {
  await open(`/dashboards/${dashboard}`);
  await (await openHighlighting()).getByRole('button', { name: 'Add rule' }).click();
  await submitRule();
  await says('Field is required', 'Value is required');
  const gradient = ruleDialog().getByRole('radio', { name: 'Gradient' });
  for (const [name, conditions, numeric] of [
    ['source', ['==', '!='], false],
    ['took_ms', ['==', '!=', '<=', '>=', '<', '>'], true],
  ] as const) {
    await field().fill(name);
    await page.keyboard.press('Escape');
    await until(
      'the conditions are those of the type of the field',
      async () => (await condition().getByRole('option').allTextContents()).join() === conditions.join(),
    );
    assert.equal(await gradient.isEnabled(), numeric);
    const why = ruleDialog().getByText('A gradient can only be defined for numeric fields.', { exact: true });
    assert.equal(await why.isVisible(), !numeric);
  }
  await says('Value is required');
});

test('the bounds of a gradient must be whole numbers, the upper one higher', async () => {
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
    await says(...texts);
  }
  // A field of another type disables the gradient.
  await field().fill('source');
  await until('the static colour is selected again', () =>
    ruleDialog().getByRole('radio', { name: 'Static color' }).isChecked(),
  );
  await ruleDialog().getByRole('button', { name: 'Cancel' }).click();
});

/** Stores rules in the form of other consoles. */
async function storeRules(rules: readonly object[]): Promise<void> {
  const view = await viewOf(dashboard);
  const [query = ''] = Object.keys(view.state);
  const state = { ...view.state, [query]: { ...view.state[query], formatting: { highlighting: rules } } };
  const answer = await server.call(`/views/${dashboard}`, { method: 'PUT', session, json: { ...view, state } });
  assert.ok(answer.ok, await answer.text());
}
const color = { type: 'static', color: '#fce59b' };
const gradient = (name: string) => ({ type: 'gradient', gradient: name, lower: 0, upper: 10 });

test('unknown conditions, gradients and colourings of stored highlighting rules must be selected again', async () => {
  await storeRules([
    { field: 'took_ms', value: '1', condition: 'contains', color },
    { field: 'took_ms', value: '2', condition: 'equal', color: gradient('Sunset') },
    { field: 'took_ms', value: '3', condition: 'equal', color: gradient('') },
  ]);
  await open(`/dashboards/${dashboard}`);
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
    // The types of the fields determine the conditions.
    await until('the field is known as a number', async () => (await condition().getByRole('option').count()) >= 6);
    await submitRule();
    await says(text);
    // Each selection is checked, so that the first one cannot pass for all of them.
    const shown = index === 0 ? condition() : ruleDialog().getByRole('combobox', { name: 'Gradient' });
    assert.equal(await shown.inputValue(), '');
    const scale = ruleDialog().getByRole('img', { name: 'Colors of ' });
    assert.equal(await scale.count(), 0);
    await mend();
    await says();
    assert.equal(await scale.count(), index === 0 ? 0 : 1);
    await submitRule();
    await ruleDialog().waitFor({ state: 'detached' });
  }
});

const marked = (widget: string): Promise<string[]> =>
  page.getByRole('region', { name: widget, exact: true }).locator('[data-marked]').allTextContents();

test('highlighting rules compare numbers as numbers; without two numbers a comparison is false', async () => {
  await storeRules([
    { field: 'took_ms', value: '9', condition: 'greater', color },
    { field: 'mixed', value: '5', condition: 'greater', color },
  ]);
  await open(`/dashboards/${dashboard}`);
  await until('10 and 11 are marked, not 2', async () => (await marked('Took')).toSorted().join() === '10,11');
  await until('7 and 70 are marked, not the word', async () => (await marked('Mixed')).toSorted().join() === '7,70');
  await storeRules([{ field: 'took_ms', value: 'nine', condition: 'not_equal', color }]);
  await open(`/dashboards/${dashboard}`);
  await until(
    'all values are marked, because each differs from the text',
    async () => (await marked('Took')).length === 4,
  );
  const panel = await openHighlighting();
  await panel.getByRole('button', { name: /^Edit took_ms/ }).click();
  await until('the field is known as a number', async () => (await condition().getByRole('option').count()) === 6);
  await condition().selectOption('>');
  await submitRule();
  await until('no value is marked as greater than a word', async () => (await marked('Took')).length === 0);
});

/** Opens the search with a modified answer, as another server might send it. */
async function openSearchWithAnswers(change: (answer: string) => string): Promise<void> {
  await page.route(/\/views\/search\/([^/]+\/execute|status\/)/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await open('/search');
}

test('a missing value cannot be highlighted', async () => {
  await openSearchWithAnswers((answer) => answer.replaceAll('"mixed":"3"', '"mixed":" "'));
  await page.getByRole('treegrid').getByText('request 0').click();
  await page.getByRole('button', { name: 'Show 1 empty field' }).click();
  await page.getByRole('definition').getByRole('button', { name: '(Empty Value)' }).click();
  await page.getByRole('menuitem', { name: 'Highlight this value' }).click();
  await page.getByText('Unable to add highlighting for missing value.', { exact: true }).waitFor();
  await page.unrouteAll();
});

test('highlight ranges of the server are valid if start and length are not negative', async () => {
  const ranges = {
    message: [
      { start: -2, length: 4 },
      { start: 0, length: -1 },
      { start: 8, length: 1 },
    ],
  };
  await openSearchWithAnswers((answer) =>
    answer.replaceAll(/"highlight_ranges":(\{[^}]*\}|null)/g, `"highlight_ranges":${JSON.stringify(ranges)}`),
  );
  const marks = page.getByRole('treegrid').locator('mark');
  await until('only the number is marked', async () => (await marks.allTextContents()).toSorted().join() === '0,1,2,3');
  await page.unrouteAll();
});
