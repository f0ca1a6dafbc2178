/**
 * Tests a dashboard by keyboard alone: Tab reaches every control, the focus is always visible, never lost, and returns
 * to its origin.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { button, chooseItem, focusOf, press, settled, tabTo } from './keyboard.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});

const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('by keyboard a user creates, edits and moves widgets, creates, renames and sorts pages, and saves the dashboard', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server, '/dashboards/new');

  // A widget is named and edited. Its editor shows a result at once; Cancel removes the widget completely.
  const made = 'Aggregating count by timestamp';
  for (const way of ['Cancel', 'Update widget'] as const) {
    await press(page, button(page, 'Create widget'));
    await chooseItem(page, 'Aggregation');
    await settled('the editor', page.getByRole('region', { name: `Edit ${made}`, exact: true }));
    await page.locator('section[aria-busy=false] canvas').first().waitFor();
    await press(page, button(page, way));
    await button(page, 'Update widget').waitFor({ state: 'detached' });
    if (way === 'Cancel') assert.equal(await widget(page, made).count(), 0);
  }
  await settled('the new widget', widget(page, made));
  await tabTo(page, widget(page, made).getByRole('heading', { name: made }), 'Shift+Tab');
  await page.keyboard.press('F2');
  await page.keyboard.type('Requests');
  await page.keyboard.press('Enter');
  const requests = widget(page, 'Requests');
  await settled('the title', requests.getByRole('heading', { name: 'Requests' }));

  await press(page, button(requests, 'Edit'));
  await press(page, button(page, 'Remove Grouping 1'));
  await press(page, button(page, 'Add Grouping'));
  const grouping = page.getByRole('group', { name: 'Grouping 1', exact: true });
  // The focus moves to the field of the new grouping at once.
  await settled('the field of the new grouping', grouping.getByRole('combobox'));
  await page.keyboard.type('source');
  await page
    .getByRole('option', { name: /source/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await grouping.getByText('source', { exact: true }).first().waitFor();
  await press(page, button(page, 'Remove Metric 1'));
  await press(page, button(page, 'Add Metric'));
  const metric = page.getByRole('group', { name: 'Metric 1', exact: true });
  await settled('the function of the new metric', metric.getByLabel('Function'));
  await page.keyboard.type('Count');
  assert.equal(await metric.getByLabel('Function').inputValue(), 'count');
  await tabTo(page, page.getByLabel('Type', { exact: true }));
  await page.keyboard.type('Pie');
  assert.equal(await page.getByLabel('Type', { exact: true }).inputValue(), 'pie');
  await press(page, button(page, 'Update preview'));
  await page.getByText('web-01', { exact: true }).first().waitFor();
  await press(page, button(page, 'Update widget'));
  await button(page, 'Update widget').waitFor({ state: 'detached' });
  await settled('the widget that was edited', requests);

  // A second widget is created from the sidebar, moved past the first one, and widened.
  await press(page, button(page, 'Create'), 'Shift+Tab');
  await press(page, button(page, 'Message Count'));
  const count = widget(page, 'Message Count');
  await count.getByText('12', { exact: true }).waitFor();
  await settled('the button that opened the panel', button(page, 'Create'));
  const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? NaN;
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? NaN;
  assert.equal(await topOf(count), await topOf(requests), 'the second widget is placed beside the first one');
  await tabTo(page, button(page, 'Move Requests'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await until('the other widget makes room', async () => (await topOf(requests)) < (await topOf(count)));
  const before = await widthOf(requests);
  await page.keyboard.press('Shift+ArrowRight');
  await until('the widget is wider', async () => (await widthOf(requests)) > before + 50);
  await settled('the handle of the widened widget', button(page, 'Move Requests'));

  // Deleting asks for confirmation, with the focus on Cancel; Cancel returns the focus to the menu button.
  await press(page, button(count, 'More actions'));
  await chooseItem(page, 'Delete');
  await settled('Cancel', button(page.getByRole('alertdialog'), 'Cancel'));
  await page.keyboard.press('Enter');
  await settled('the menu', button(count, 'More actions'));

  // A page is renamed and moved to the front.
  await press(page, button(page, 'Create a new page'), 'Shift+Tab');
  await page.getByRole('tab', { name: 'Page#2', selected: true }).waitFor();
  // The list of widgets opens by itself on a new page.
  await page.getByRole('menuitem', { name: 'Message Count', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await settled('the button of the list', button(page, 'Create widget'));
  await press(page, button(page, 'Actions of page Page#2'), 'Shift+Tab');
  await chooseItem(page, 'Edit Title');
  await settled('the title', page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await settled('the menu of the page', button(page, 'Actions of page Second'));
  await press(page, button(page, 'Configure pages'));
  const order = page.getByRole('dialog');
  await tabTo(page, button(order, 'Move Second'));
  await page.keyboard.press('ArrowUp');
  await press(page, button(order, 'Update configuration'));
  await settled('the button of the page settings', button(page, 'Configure pages'));
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Second', 'Page#2']);

  // Arrow keys move between pages. The filter over all widgets stays.
  await tabTo(page, page.getByRole('tab', { name: 'Second' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Page#2', selected: true }).waitFor();
  await settled('the tab', page.getByRole('tab', { name: 'Page#2' }));
  const filter = page.getByRole('textbox', { name: 'Search query' });
  await tabTo(page, filter, 'Shift+Tab');
  await page.keyboard.type('source:db\\-01');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await count.getByText('4', { exact: true }).waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'Page#2' }));
  await page.keyboard.press('ArrowLeft');
  await page.getByText('This dashboard has no widgets yet').waitFor();
  assert.match(await filter.innerText(), /source:db/);
  await page.keyboard.press('ArrowRight');
  await count.getByText('4', { exact: true }).waitFor();

  await press(page, button(page, 'Save as'), 'Shift+Tab');
  await settled('the title', page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('By keys');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  await page.getByRole('heading', { name: 'By keys' }).waitFor();
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Second', 'Page#2']);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the sidebar of a dashboard opens every section, gives access to its controls, and returns the focus', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  const stored = await storeDashboard(server, await server.login(), 'Aside', [
    { title: 'One', widgets: [{ title: 'Count', config: {}, position: { col: 1, row: 1, width: 4, height: 3 } }] },
  ]);
  await signIn(page, server, `/dashboards/${stored.id}`);
  await widget(page, 'Count').getByText('12', { exact: true }).waitFor();
  const rail = page.getByRole('navigation', { name: 'Sidebar' });

  await press(page, button(rail, 'Description'));
  await page.getByText(/^Query executed in \d+ms at /).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^Query executed in/).waitFor({ state: 'detached' });
  await settled('Description', button(rail, 'Description'));

  await press(page, button(rail, 'Fields'));
  const filter = page.getByRole('searchbox').or(page.getByRole('textbox', { name: /filter/i }));
  await tabTo(page, filter);
  await page.keyboard.type('sour');
  await button(page, 'source').waitFor();
  await button(page, 'message').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await settled('Fields', button(rail, 'Fields'));

  await press(page, button(rail, 'Highlighting'));
  await press(page, button(page, 'Add rule'));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await settled('the dialog', dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until('an element has the focus', async () => !(await focusOf(page)).lost);

  // The pinned sidebar stays open, and Tab leads on to the page.
  await press(page, button(page, 'Keep sidebar open'), 'Shift+Tab');
  await tabTo(page, button(page, 'Save as'));
  await button(page, 'Close sidebar').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

const single = { row_pivots: [{ type: 'values', fields: ['source'], config: { limit: 5 } }] };
const cell = (row: number, height = 3) => ({ col: 1, row, width: 6, height });

test('widgets far below have a name and a handle, send no requests, and keep the focus when they are rendered', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  const stored = await storeDashboard(server, await server.login(), 'Tower', [
    {
      title: 'One',
      widgets: [
        ...Array.from({ length: 9 }, (_, index) => ({
          title: `Floor ${index}`,
          config: {},
          position: cell(1 + index * 4, 4),
        })),
        { title: 'Cellar', config: 'messages', position: cell(37, 4) },
      ],
    },
  ]);
  const executed: unknown[] = [];
  page.on('request', (request) => {
    if (/\/views\/search\/.*execute/.test(request.url())) executed.push(request.postDataJSON());
  });
  await signIn(page, server, `/dashboards/${stored.id}`);
  await widget(page, 'Floor 0').getByText('12', { exact: true }).waitFor();
  const regions = page.getByRole('region', { name: /^(Floor \d|Cellar)$/ });
  assert.equal(await regions.count(), 10);
  assert.equal(await widget(page, 'Cellar').getByRole('heading', { name: 'Cellar' }).count(), 1);
  const texts = executed.map((body) => JSON.stringify(body)).join('');
  const far = await page.evaluate(async (id) => {
    const view = (await (await fetch(`/api/views/${id}`, { headers: { 'x-requested-by': 'test' } })).json()) as {
      state: Record<string, { widget_mapping: Record<string, string[]>; titles: { widget: Record<string, string> } }>;
    };
    const [page] = Object.values(view.state);
    return Object.entries(page?.titles.widget ?? {})
      .filter(([, title]) => title === 'Cellar' || title === 'Floor 8')
      .flatMap(([widgetId]) => page?.widget_mapping[widgetId] ?? []);
  }, stored.id);
  assert.ok(far.length >= 2);
  for (const id of far) assert.ok(!texts.includes(id), 'distant widgets send no requests');

  for (const near of ['Floor 3', 'Floor 6', 'Floor 8']) await tabTo(page, button(page, `Move ${near}`));
  await widget(page, 'Floor 8').getByText('12', { exact: true }).waitFor();
  await settled('the handle of the widget that is now rendered', button(page, 'Move Floor 8'));
  await tabTo(page, button(page, 'Move Cellar'));
  await widget(page, 'Cellar').getByText('request 1', { exact: true }).waitFor();
  await settled('the handle of the widget that is now rendered', button(page, 'Move Cellar'));
  await tabTo(page, widget(page, 'Cellar').getByRole('heading', { name: 'Cellar' }));
  await page.keyboard.press('F2');
  await page.keyboard.type('Ground');
  await page.keyboard.press('Enter');
  await settled('the title', widget(page, 'Ground').getByRole('heading', { name: 'Ground' }));
  assert.deepEqual(problems, []);
  await context.close();
});

test('the list of dashboards, dialogs and value menus are used by keyboard, and the focus returns when they close', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  const session = await server.login();
  const one = { title: 'Count', config: {}, position: cell(1) };
  for (const title of ['Doomed 1', 'Doomed 2', 'Goal'])
    await storeDashboard(server, session, title, [{ title: 'One', widgets: [one] }]);
  const values = await storeDashboard(server, session, 'Values', [
    {
      title: 'Shown',
      widgets: [
        { title: 'Bars', config: { ...single, visualization: 'bar' }, position: cell(1) },
        { title: 'Rows', config: { ...single, visualization: 'table' }, position: cell(4) },
      ],
    },
    { title: 'Other', widgets: [one] },
  ]);

  // Two dashboards in the list are deleted together.
  await signIn(page, server, '/dashboards');
  const table = page.getByRole('table', { name: 'Dashboards' });
  for (const title of ['Doomed 1', 'Doomed 2']) {
    await tabTo(page, table.getByRole('checkbox', { name: `Select ${title}` }));
    await page.keyboard.press('Space');
    await table.getByRole('checkbox', { name: `Deselect ${title}` }).waitFor();
  }
  const bulk = page.getByRole('button', { name: /Bulk actions/ });
  await press(page, bulk, 'Shift+Tab');
  await chooseItem(page, 'Delete');
  const question = page.getByRole('alertdialog');
  await settled('Cancel', button(question, 'Cancel'));
  await question.getByText('Delete dashboards', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await settled('the bulk actions', bulk);
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Delete');
  await settled('Cancel', button(question, 'Cancel'));
  await press(page, button(question, 'Delete'));
  await table.getByText('Doomed 1').waitFor({ state: 'detached' });
  await table.getByText('Doomed 2').waitFor({ state: 'detached' });
  await until('an element has the focus', async () => !(await focusOf(page)).lost);
  await tabTo(page, table.getByRole('link', { name: 'Values' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/dashboards/${values.id}*`);

  // The menus of values of a chart and of a table are opened.
  const bars = widget(page, 'Bars');
  const chart = bars.locator('[aria-roledescription]');
  await tabTo(page, chart);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const menu = page.getByRole('menu');
  await settled('the menu', menu);
  await page.keyboard.press('Escape');
  await settled('the chart', chart);
  const cells = widget(page, 'Rows').locator('[tabindex="0"][aria-label="Rows"]');
  await tabTo(page, cells);
  await page.keyboard.press('ArrowDown');
  await cells.locator('[data-row]:focus').waitFor();
  await page.keyboard.press('Enter');
  await settled('the menu', menu);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await settled('the table', cells);

  // The sharing dialog is traversed to its end and closed; then a user is added and the change saved.
  await press(page, button(page, 'Share'), 'Shift+Tab');
  const share = page.getByRole('dialog');
  await share.getByText('Current Collaborators').waitFor();
  await settled('the dialog', share);
  await tabTo(page, button(share, 'Update sharing'));
  await page.keyboard.press('Escape');
  await settled('Share', button(page, 'Share'));
  await page.keyboard.press('Enter');
  await share.getByText('Current Collaborators').waitFor();
  await tabTo(page, share.getByRole('combobox', { name: 'Search for users and teams' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, share.getByRole('combobox', { name: 'Capability', exact: true }));
  await page.keyboard.type('Manager');
  await press(page, button(share, 'Add Collaborator'));
  const everyone = share.getByLabel('Capability of Everyone');
  await everyone.waitFor();
  assert.equal(await everyone.inputValue(), 'manage');
  await press(page, button(share, 'Update sharing'));
  await share.waitFor({ state: 'detached' });
  await settled('Share', button(page, 'Share'));

  // In the full-screen dialog one page is deselected, then the dialog is closed.
  const more = page.getByRole('button', { name: 'More actions' }).first();
  await press(page, more);
  await chooseItem(page, 'Full Screen');
  const wall = page.getByRole('dialog', { name: 'Full Screen' });
  await settled('the dialog', wall);
  await tabTo(page, wall.getByLabel(/Refresh interval/));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30');
  await tabTo(page, wall.getByRole('checkbox', { name: 'Other' }).or(wall.getByRole('combobox')).first());
  await tabTo(page, button(wall, 'Start full screen'));
  await page.keyboard.press('Escape');
  await settled('the menu', more);

  // A page is copied.
  await press(page, button(page, 'Actions of page Shown'));
  await chooseItem(page, 'Copy to Dashboard');
  const copy = page.getByRole('dialog', { name: 'Copy dashboard page to dashboard' });
  await settled('the dialog', copy);
  await page.keyboard.type('Goa');
  await copy.getByRole('radio', { name: /Values/ }).waitFor({ state: 'detached' });
  await tabTo(page, copy.getByRole('radio', { name: /Goal/ }));
  await page.keyboard.press('Space');
  await press(page, button(copy, 'Copy page'));
  await page.getByRole('heading', { name: 'Goal' }).waitFor();
  await page.getByRole('tab', { name: 'Shown', selected: true }).waitFor();
  await until('an element has the focus', async () => !(await focusOf(page)).lost);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a widget of a search is copied to a dashboard by keyboard', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server, '/search');
  const count = widget(page, 'Message Count');
  await press(page, button(count, 'More actions'));
  await chooseItem(page, 'Copy to Dashboard');
  const copy = page.getByRole('dialog');
  await settled('the dialog', copy);
  await page.keyboard.press('Escape');
  await settled('the menu', button(count, 'More actions'));
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Copy to Dashboard');
  await settled('the dialog', copy);
  await tabTo(page, copy.getByRole('radio').first());
  await page.keyboard.press('Space');
  await press(page, button(copy, 'Copy widget'));
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  await widget(page, 'Message Count').first().waitFor();
  await until('an element has the focus', async () => !(await focusOf(page)).lost);
  assert.deepEqual(problems, []);
  await context.close();
});
