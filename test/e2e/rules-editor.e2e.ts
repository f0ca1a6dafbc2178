/**
 * Tests every rule of the aggregation editor (spec 2 §5) in the editor of a stored dashboard: each violation shows its
 * text and starts no search.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { AggregationConfig, View } from '../../api/contract/views.schema.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectAlerts } from './alerts.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
let dashboard: string;
let problems: string[];

const series = (...functions: string[]) => functions.map((name) => ({ function: name, config: { name: null } }));
const byTime = (interval: object) => ({ fields: ['timestamp'], type: 'time', config: { interval } });
const byValues = (...fields: string[]) => ({ fields, type: 'values', config: { limit: 15 } });
/** Configurations of the widgets by title; the editor itself cannot create the last five. */
const widgets: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Plain: {},
  Times: { visualization: 'bar', row_pivots: [byTime({ type: 'auto', scaling: 1 })] },
  Values: {
    visualization: 'table',
    row_pivots: [byValues('source', 'level')],
    series: series('count()', 'sum(ratio)'),
  },
  Heat: { visualization: 'heatmap', row_pivots: [byValues('source')], column_pivots: [byValues('level')] },
  'Excessive scaling': { visualization: 'bar', row_pivots: [byTime({ type: 'auto', scaling: 42 })] },
  'No scaling': { visualization: 'bar', row_pivots: [byTime({ type: 'auto', scaling: null })] },
  'No type': { visualization: '' },
  'No mode': { visualization: 'bar', visualization_config: { barmode: null, axis_type: 'linear' } },
  'No preference': { visualization_config: { trend: true, trend_preference: null } },
};

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(server, [
    { host: 'db-01', short_message: 'one', level: 3, _ratio: 1234567.123456789 },
    { host: 'web-01', short_message: 'two', level: 6, _ratio: 0.5 },
  ]);
  const title = 'Rules';
  ({ id: dashboard } = await storeDashboard(server, session, title, [
    {
      title,
      widgets: Object.entries(widgets).map(([name, config], index) => ({
        title: name,
        config,
        position: { col: 1 + 4 * (index % 3), row: 1 + 3 * Math.floor(index / 3), width: 4, height: 3 },
      })),
    },
  ]));
  page = await (await browser.newContext({ viewport: { width: 1280, height: 1000 } })).newPage();
  page.setDefaultTimeout(10_000);
  problems = problemsOf(page);
  await signIn(page, server, `/dashboards/${dashboard}`);
  // The rules are tested without the live preview, which would apply valid forms by itself.
  await page.evaluate(() => localStorage.setItem('log-console.live-preview', 'false'));
});
after(async () => {
  assert.deepEqual(problems, []);
  await browser.close();
  await server.stop();
});

/** The open widget editor: its form, its buttons, and its validation messages. */
class Editor {
  constructor(readonly root: Locator) {}
  group = (name: string): Locator => this.root.getByRole('group', { name, exact: true });
  number = (name: string): Locator => this.root.getByRole('spinbutton', { name, exact: true });
  choice = (name: string): Locator => this.root.getByRole('combobox', { name, exact: true });
  button = (name: string): Locator => this.root.getByRole('button', { name, exact: true });
  type = (title: string) => this.root.getByLabel('Type', { exact: true }).selectOption(title);
  remove = (element: string) => this.button(`Remove ${element}`).click();
  /** Expects exactly these alerts, and disabled buttons. */
  async refuses(...texts: string[]): Promise<void> {
    // Messages of the preview about a result are ignored.
    await expectAlerts(this.root.getByRole('alert').filter({ hasNotText: 'this widget' }), ...texts);
    if (texts.length === 0) return;
    assert.ok(await this.button('Update preview').isDisabled(), 'the preview button is disabled');
    assert.ok(await this.button('Update widget').isDisabled(), 'the update button is disabled');
  }
  accepts = (): Promise<void> => this.refuses();
}

/** Opens the editor of a widget, performs actions, and cancels the editor if it is still open. */
function rule(name: string, widget: string, act: (editor: Editor) => Promise<void>): void {
  test(name, async () => {
    const region = page.getByRole('region', { name: widget, exact: true });
    await region.hover();
    await region.getByRole('button', { name: 'Edit', exact: true }).click();
    const root = page.getByRole('region', { name: `Edit ${widget}`, exact: true });
    await root.waitFor();
    try {
      await act(new Editor(root));
    } finally {
      if (await root.isVisible()) {
        await page.keyboard.press('Escape');
        await root.getByRole('button', { name: 'Cancel', exact: true }).click();
      }
      await root.waitFor({ state: 'detached' });
    }
  });
}

const optionsOf = async (select: Locator) => (await select.getByRole('option').allTextContents()).slice(1);

rule('sort: field and direction are required; over time only a data table can be sorted', 'Times', async (editor) => {
  await editor.button('Add Sort').click();
  await editor.accepts();
  await editor.button('Update widget').click();
  await editor.refuses('Field is required.', 'Direction is required.');
  const sort = editor.group('Sort 1');
  await sort.getByLabel('Field').selectOption('count');
  await editor.refuses('Direction is required.', 'Sort on non data table with time based row grouping does not work.');
  await sort.getByLabel('Direction').selectOption('Ascending');
  await editor.refuses('Sort on non data table with time based row grouping does not work.');
  await editor.type('Data Table');
  await editor.accepts();
});

rule(
  'sort: the latest value, a metric together with a group, and a repeated group are not offered',
  'Values',
  async (editor) => {
    await editor.button('Add Sort').click();
    const [first, second] = ['Sort 1', 'Sort 2'].map((name) => editor.group(name).getByLabel('Field'));
    assert.ok(first && second);
    assert.deepEqual(await optionsOf(first), ['count', 'sum ratio', 'source', 'level']);
    await editor.group('Metric 2').getByLabel('Function').selectOption('latest');
    assert.deepEqual(await optionsOf(first), ['count', 'source', 'level']);
    await editor.button('Add Sort').click();
    for (const [chosen, left] of [
      ['source', ['level']],
      ['count', ['count']],
    ] as const) {
      await first.selectOption(chosen);
      assert.deepEqual(await optionsOf(second), left);
    }
  },
);

rule(
  'metric: function and its field are required, and the default percentile is 95; count needs no field',
  'Plain',
  async (editor) => {
    await editor.button('Add Metric').click();
    await editor.button('Update widget').click();
    await editor.refuses('Function is required.');
    const metric = editor.group('Metric 2');
    for (const name of ['avg', 'card', 'latest', 'max', 'min', 'stddev', 'sum', 'sumofsquares', 'variance']) {
      await metric.getByLabel('Function').selectOption(name);
      await editor.refuses(`Field is required for function ${name}.`);
    }
    await metric.getByLabel('Function').selectOption('percentile');
    await editor.refuses('Field is required for function percentile.');
    assert.equal(await metric.getByLabel('Percentile').inputValue(), '95', 'the default percentile is 95');
    assert.deepEqual(await optionsOf(metric.getByLabel('Percentile')), ['25', '50', '75', '90', '95', '99']);
    await metric.getByLabel('Percentile').selectOption('95');
    await metric.getByLabel('Field').fill('ratio');
    await editor.accepts();
    await metric.getByLabel('Field').fill('');
    await editor.refuses('Field is required for function percentile.');
    await metric.getByLabel('Function').selectOption('count');
    await editor.accepts();
  },
);

rule('metric: fields of unsuitable types are marked, unless the function takes any field', 'Plain', async (editor) => {
  const metric = editor.group('Metric 1');
  const field = metric.getByLabel('Field');
  const source = page.getByRole('option', { name: /^source/ });
  for (const [name, note] of [
    ['avg', 'not numeric'],
    ['card', 'string'],
    ['count', 'string'],
    ['latest', 'string'],
  ] as const) {
    const taken = name === 'avg' ? 'sourc' : 'source';
    await metric.getByLabel('Function').selectOption(name);
    // Enter completes the typed text with the first selectable option: no arrow key is needed.
    const byKey = () => field.press('Enter');
    for (const choose of [() => source.click({ force: true }), byKey]) {
      await field.fill('');
      await field.fill('sourc');
      await source.waitFor();
      assert.equal(await source.textContent(), `source${note}`);
      assert.equal(await source.isDisabled(), name === 'avg');
      await choose();
      assert.equal(await field.inputValue(), taken);
      await page.keyboard.press('Escape');
    }
  }
  // The field that was selected before stays visible.
  await metric.getByLabel('Function').selectOption('max');
  assert.equal(await field.inputValue(), 'source');
  await metric.getByLabel('Function').selectOption('avg');
  await metric.getByLabel('Field').fill('rati');
  await page.getByRole('option', { name: /^ratio/ }).waitFor();
  assert.doesNotMatch((await page.getByRole('option').first().textContent()) ?? '', /not numeric/);
});

for (const title of ['Area Chart', 'Bar Chart', 'Line Chart', 'Scatter Plot', 'Pie Chart']) {
  rule(`chart: ${title} requires at least one metric`, 'Plain', async (editor) => {
    await editor.type(title);
    await editor.accepts();
    await editor.remove('Metric 1');
    await editor.refuses(`${title} requires at least one metric`);
  });
}

const two = 'Heatmap requires at least two groupings.';
const both = 'Groupings must include row and column groupings.';
const one = 'At least one metric must be configured.';
rule('chart: a heatmap shows all its missing parts in one text', 'Heat', async (editor) => {
  await editor.accepts();
  await editor.remove('Metric 1');
  await editor.refuses(one);
  await editor.group('Grouping 2').getByRole('radio', { name: 'Row' }).check();
  await editor.refuses(`${both} ${one}`);
  await editor.remove('Grouping 2');
  await editor.refuses(`${two} ${both} ${one}`);
  await editor.button('Add Metric').click();
  await editor.group('Metric 1').getByLabel('Function').selectOption('count');
  await editor.refuses(`${two} ${both}`);
});

rule(
  'chart: a heatmap has the fields Min and Max only without "Auto Scale", and Default Value only without "Use smallest as default"',
  'Heat',
  async (editor) => {
    assert.equal(await editor.number('Min').count(), 0);
    await editor.root.getByLabel('Auto Scale').uncheck();
    await editor.refuses('Min is required.', 'Max is required.');
    await editor.number('Min').fill('1');
    await editor.refuses('Max is required.');
    await editor.number('Max').fill('10');
    await editor.accepts();
    // The field may be left empty.
    await editor.number('Default Value').waitFor();
    await editor.root.getByLabel('Use smallest as default').check();
    await editor.number('Default Value').waitFor({ state: 'detached' });
    await editor.root.getByLabel('Auto Scale').check();
    await editor.number('Min').waitFor({ state: 'detached' });
  },
);

rule('chart: the preference of a trend is shown only with a trend', 'Plain', async (editor) => {
  assert.equal(await editor.choice('Trend Preference').count(), 0);
  await editor.root.getByLabel('Trend', { exact: true }).check();
  assert.equal(await editor.choice('Trend Preference').inputValue(), 'NEUTRAL');
});

for (const [title, given] of [
  ['Zoom', '3'],
  ['Latitude', '-48.5'],
  ['Longitude', '11'],
] as const) {
  rule(`chart: ${title} of a map is required and a number`, 'Plain', async (editor) => {
    await editor.type('World Map');
    await editor.number(title).fill('');
    await editor.refuses(`${title} is required.`);
    // A number field rejects letters except "e"; the incomplete number "1e" is invalid.
    await editor.number(title).focus();
    await page.keyboard.type('1e');
    await editor.refuses(`${title} is required.`);
    await editor.number(title).fill(given);
    await editor.accepts();
  });
}

for (const [widget, text, mend] of [
  ['No type', 'Type is required.', (editor: Editor) => editor.type('Data Table')],
  ['No mode', 'Mode is required.', (editor: Editor) => editor.choice('Mode').selectOption('Stack')],
  [
    'No preference',
    'Trend Preference is required.',
    (editor: Editor) => editor.choice('Trend Preference').selectOption('Higher'),
  ],
  ['No scaling', 'Scaling is required.', (editor: Editor) => editor.root.getByRole('slider').fill('2')],
  [
    'Excessive scaling',
    'Must be greater than 0 and smaller or equals 10.',
    (editor: Editor) => editor.root.getByRole('slider').fill('10'),
  ],
] as const) {
  rule(
    `a stored widget with ${widget.toLowerCase()}, which the editor cannot create, must be corrected`,
    widget,
    async (editor) => {
      await editor.refuses(text);
      await mend(editor);
      await editor.accepts();
      assert.ok(await editor.button('Update preview').isEnabled());
    },
  );
}

rule(
  'grouping: fields, limit and a fixed interval are required; limit and interval must be greater than 0',
  'Values',
  async (editor) => {
    const grouping = editor.group('Grouping 1');
    for (const [typed, text] of [
      ['', 'Limit is required.'],
      ['0', 'Must be greater than 0.'],
      ['-3', 'Must be greater than 0.'],
    ] as const) {
      await editor.number('Limit').fill(typed);
      await editor.refuses(text);
    }
    await editor.number('Limit').fill('3');
    await grouping.getByLabel('Skip Empty Values').check();
    for (const field of ['source', 'level']) await editor.remove(field);
    await editor.refuses('Field is required.');

    // A date field is grouped automatically over time, and the limit is gone.
    const add = async (prompt: string, field: string) => {
      await editor.choice(prompt).fill(field);
      await page.getByRole('option', { name: new RegExp(`^${field}`) }).waitFor();
      await page.keyboard.press('Enter');
      await editor.button(`Remove ${field}`).waitFor();
      await page.keyboard.press('Escape');
    };
    await add('Add a field', 'timestamp');
    assert.equal(await editor.number('Limit').count(), 0);
    const slider = grouping.getByRole('slider', { name: 'Interval' });
    assert.deepEqual(
      await slider.evaluate((input: HTMLInputElement) => [input.min, input.max, input.step, input.value]),
      ['0.5', '10', '0.5', '1'],
    );
    await slider.fill('4.5');
    await grouping.getByText('4.5x').waitFor();
    await grouping.getByLabel('Auto').uncheck();
    const fixed = editor.number('Interval');
    assert.deepEqual([await fixed.inputValue(), await fixed.getAttribute('min')], ['1', '1']);
    assert.equal(await grouping.getByLabel('Interval unit').inputValue(), 'minutes');
    for (const [typed, text] of [
      ['', 'Value is required.'],
      ['0', 'Must be greater than 0.'],
    ] as const) {
      await fixed.fill(typed);
      await editor.refuses(text);
    }
    await fixed.fill('5');
    await editor.accepts();
    await grouping.getByLabel('Auto').check();
    await grouping.getByText('1x', { exact: true }).waitFor();

    // Any other field is grouped by values again, with the default settings.
    await add('Add another date field', 'source');
    assert.equal(await editor.number('Limit').inputValue(), '15');
    assert.equal(await grouping.getByRole('slider').count(), 0);
    await editor.choice('Add another field').waitFor();
    await editor.accepts();
  },
);

rule('grouping: the roll-up of columns is offered only if there are columns', 'Values', async (editor) => {
  const rollup = editor.root.getByLabel('Rollup Columns');
  assert.ok(await rollup.isDisabled());
  await editor.group('Grouping 1').getByRole('radio', { name: 'Column' }).check();
  assert.ok(await rollup.isEnabled());
});

rule('a value that the browser rejects is not applied, and its field gets the focus', 'Values', async (editor) => {
  const limit = editor.number('Limit');
  await limit.fill('1.5');
  for (const button of ['Update preview', 'Update widget']) {
    await editor.button(button).click();
    assert.ok(await limit.evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input));
    await editor.button(button).focus();
  }
  await editor.root.waitFor();
  await limit.fill('2');
  await editor.button('Update widget').click();
  await editor.root.waitFor({ state: 'detached' });
});

rule(
  'numbers are shown with separators and significant digits, and exactly in the tooltip',
  'Values',
  async (editor) => {
    const long = editor.root.getByText('1,234,567', { exact: true }).first();
    await long.waitFor();
    assert.equal(await long.getAttribute('title'), '1234567.123456789');
    await editor.root.getByText('0.5', { exact: true }).first().waitFor();
  },
);

test('settings that are hidden in the widget editor are not stored', async () => {
  const region = page.getByRole('region', { name: 'Heat', exact: true });
  await region.hover();
  await region.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = new Editor(page.getByRole('region', { name: 'Edit Heat', exact: true }));
  await editor.root.getByLabel('Auto Scale').uncheck();
  await editor.number('Min').fill('1');
  await editor.number('Max').fill('10');
  await editor.number('Default Value').fill('7');
  await editor.root.getByLabel('Auto Scale').check();
  await editor.root.getByLabel('Use smallest as default').check();
  await editor.button('Update widget').click();
  await editor.root.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saving view "Rules" was successful!').first().waitFor();
  const view = (await (await server.call(`/views/${dashboard}`, { session })).json()) as View;
  const configs = Object.values(view.state)[0]?.widgets.map(({ config }) => config as AggregationConfig);
  const heat = configs?.find(({ visualization }) => visualization === 'heatmap')?.visualization_config ?? {};
  assert.deepEqual(Object.keys(heat).toSorted(), ['auto_scale', 'use_smallest_as_default']);
});
