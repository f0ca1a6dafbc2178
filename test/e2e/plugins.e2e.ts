/**
 * Tests plug-ins of the console: the example with one plug-in of each kind, beside broken plug-ins. Each broken plug-in
 * must fail only in its own place.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { anEvent, storeEvents } from '../event-documents.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

const example = fileURLToPath(new URL('../embed/plugin-example.js', import.meta.url));
const formatter = 'org.graylog2.decorators.FormatStringDecorator';

/** Sources of faulty plug-ins by name. */
const broken: Readonly<Record<string, string>> = {
  syntax: 'export const plugin = {',
  thrown: "throw new Error('thrown at once');",
  nothing: 'export const other = 1;',
  // The path must not replace another origin or page, and the title must not be rendered as HTML.
  shapes: `export const plugin = {
    name: 'shapes',
    routes: [{ path: '//evil.example', title: 'x', element: 'x-x' }, null, 7],
    menuItems: [{ title: '<img src=x onerror=alert(1)>', path: '/plugin/shapes/nowhere' }],
    widgetTypes: 'many',
    visualizations: [{ type: 'bar', title: 'Mine now', element: 'x-x' }],
  };`,
  endless: `export const plugin = { name: 'endless', routes: Array.from({ length: 1e5 }, (_, at) => ({
    path: '/plugin/endless/' + at, title: 'Page ' + at, element: 'x-x' })) };`,
  broken: `
    class Thrower extends HTMLElement { connectedCallback() { throw new Error('not in the mood'); } }
    class Unmade extends HTMLElement { constructor() { super(); throw new Error('never made'); } }
    class Setter extends HTMLElement { set result(value) { throw new Error('no results please'); } }
    customElements.define('broken-page', Thrower);
    customElements.define('broken-widget', Unmade);
    customElements.define('broken-picture', Setter);
    customElements.define('broken-panel', class extends Thrower {});
    customElements.define('broken-dialog', class extends Unmade {});
    export const plugin = {
      name: 'broken',
      routes: [{ path: '/plugin/broken/page', title: 'Broken', element: 'broken-page' }],
      widgetTypes: [{ type: 'broken-widget', title: 'Broken widget', element: 'broken-widget' }],
      visualizations: [{ type: 'broken-picture', title: 'Broken picture', element: 'broken-picture' }],
      valueActions: [
        { id: 'asked', title: 'Never offered', element: 'broken-dialog', isOffered() { throw new Error('who asks?'); } },
        { id: 'dialog', title: 'Broken dialog', element: 'broken-dialog' },
        { id: 'script', title: 'Script', href: () => 'javascript:alert(1)' },
      ],
      eventActions: [
        { id: 'asked', title: 'Never offered for alerts', element: 'broken-dialog', isOffered() { throw new Error('who asks?'); } },
        { id: 'changes', title: 'Changes it', href: (event) => { event.message = 'changed'; return '/x'; } },
        { id: 'dialog', title: 'Broken action', element: 'broken-dialog' },
        { id: 'script', title: 'Script action', href: () => 'javascript:alert(1)' },
      ],
      decoratorPanels: [{ type: '${formatter}', element: 'broken-panel' }],
    };`,
};

let browser: Browser;
let server: TestServer;
let directory: string;
let data: string;
let page: Page;
let problems: string[];
let dashboard: string;
const requests: string[] = [];
const consoleLines: string[] = [];

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-plugins-'));
  for (const [name, source] of Object.entries(broken)) await writeFile(join(directory, `${name}.js`), source);
  const plugins = [...Object.keys(broken), 'gone'].map((name) => join(directory, `${name}.js`));
  const args = [...plugins, example].flatMap((path) => ['--plugin', path]);
  data = await mkdtemp(join(tmpdir(), 'log-console-plugins-data-'));
  const timestamp = new Date().toISOString();
  await storeEvents(data, [
    anEvent({ id: '01KDWTEHG0ABCDEFGHJKMNP001', timestamp, alert: true, message: 'Disk <b>full</b>' }),
    anEvent({ id: '01KDWTEHG0ABCDEFGHJKMNP002', timestamp, message: 'No alert' }),
  ]);
  [browser, server] = await Promise.all([launch(), startTestServer({ args, data })]);
  await sendMessages(
    server,
    ['web-01', 'web-01', 'db-01'].map((host, index) => ({ host, short_message: `request ${index}`, level: index + 1 })),
  );
  const rows = [{ type: 'values', fields: ['source'], config: { limit: 5, skip_empty_values: false } }];
  const position = (index: number) => ({
    col: 1 + 6 * (index % 2),
    row: 1 + 3 * Math.floor(index / 2),
    width: 6,
    height: 3,
  });
  const stored = await storeDashboard(server, await server.login(), 'Plugged', [
    {
      title: 'One',
      widgets: [
        { title: 'Bars', config: { row_pivots: rows, visualization: 'example-bars' }, position: position(0) },
        { title: 'Plain', config: {}, position: position(1) },
        { title: 'Bad picture', config: { row_pivots: rows, visualization: 'broken-picture' }, position: position(2) },
        { title: 'No picture', config: { row_pivots: rows, visualization: 'gone-picture' }, position: position(3) },
        { title: 'Bad widget', config: { a: 1 }, type: 'broken-widget', position: position(4) },
        { title: 'No widget', config: { a: 1 }, type: 'gone-widget', position: position(5) },
      ],
    },
  ]);
  dashboard = stored.id;
  const context = await browser.newContext({ viewport: { width: 1280, height: 1400 } });
  page = await context.newPage();
  problems = problemsOf(page);
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => consoleLines.push(message.text()));
});
after(async () => {
  await browser.close();
  await server.stop();
  for (const path of [directory, data]) await rm(path, { recursive: true, force: true });
});

const widget = (name: string): Locator => page.getByRole('region', { name, exact: true });
const navigation = (): Locator => page.getByRole('navigation', { name: 'Main' });

test('the server delivers plug-ins to signed-in users only, after the page has been painted', async () => {
  await page.goto(server.url);
  await page.getByLabel('Username').waitFor();
  assert.deepEqual(
    requests.filter((path) => path.startsWith('/plugins/')),
    [],
  );
  let painted: string[] = [];
  await page.route('**/plugins/index.json', async (route) => {
    painted = await page.evaluate(() => performance.getEntriesByType('paint').map(({ name }) => name));
    await route.continue();
  });
  await signIn(page, server, '/search');
  await navigation().getByRole('button', { name: 'Example' }).waitFor();
  assert.ok(painted.includes('first-contentful-paint'), 'the page is painted before the list of plug-ins is requested');
  assert.equal(requests.filter((path) => path === '/plugins/index.json').length, 1);
  await page.unroute('**/plugins/index.json');
});

test('a plug-in page opens from its menu and by its address, and its element receives its context', async () => {
  await navigation().getByRole('button', { name: 'Example' }).click();
  await page.getByRole('menuitem', { name: 'World' }).click();
  await page.getByRole('heading', { name: 'Hello, world' }).waitFor();
  await page.getByText('Signed in as admin').waitFor();
  assert.match(await page.title(), /Hello/);
  await navigation().getByRole('button', { name: 'Example / World' }).waitFor();

  await navigation().getByRole('button', { name: 'System' }).click();
  await page.getByRole('menuitem', { name: 'Example settings' }).click();
  await page.getByRole('heading', { name: 'Hello, settings' }).waitFor();
  await navigation().getByRole('button', { name: 'System / Example settings' }).waitFor();

  const answer = await page.goto(`${server.url}/plugin/example/hello/a%2Fb%3Ci%3E`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';.*require-trusted-types-for 'script'/);
  await page.getByRole('heading', { name: 'Hello, a/b<i>' }).waitFor();
  await page.getByRole('button', { name: 'Search errors' }).click();
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === 'error');
  await page.goBack();
  await page.getByRole('heading', { name: 'Hello, a/b<i>' }).waitFor();
});

test('an unknown plug-in address shows an error with the plug-ins that failed to load', async () => {
  await page.goto(`${server.url}/plugin/example/nowhere`);
  await page.getByRole('heading', { name: 'Could not find plugin route', exact: true }).waitFor();
  for (const name of ['syntax', 'thrown', 'nothing', 'gone'])
    await page.getByText(new RegExp(`The plug-in "${name}" could not be loaded: .`)).waitFor();
  for (const name of ['shapes', 'endless'])
    await page.getByText(new RegExp(`A part of the plug-in "${name}" is left out: .`)).waitFor();
  for (const name of ['syntax', 'thrown', 'nothing', 'gone'])
    assert.ok(
      consoleLines.some((line) => line.startsWith(`The plug-in ${name} could not be loaded`)),
      name,
    );
  // This menu item belongs to another plug-in, which has no page.
  await navigation().getByRole('link', { name: '<img src=x onerror=alert(1)>' }).click();
  await page.waitForURL((url) => url.pathname === '/plugin/shapes/nowhere');
  await page.getByRole('heading', { name: 'Could not find plugin route', exact: true }).waitFor();
  // The console's own page reports addresses that belong to no plug-in.
  await page.goto(`${server.url}/nowhere`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('a plug-in page that throws fails only in its own place', async () => {
  await page.goto(`${server.url}/plugin/broken/page`);
  await page.getByText('The plug-in "broken" failed here').waitFor();
  await page.getByText('not in the mood').waitFor();
  await navigation().getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Plugged' }).waitFor();
});

test('dashboard widgets that are broken or of an unknown type show an error and do not affect the others', async () => {
  await page.goto(`${server.url}/dashboards/${dashboard}`);
  const bars = widget('Bars').locator('example-bars');
  await bars.getByText('web-01').waitFor();
  assert.deepEqual(await bars.locator('.row').allTextContents(), ['web-012', 'db-011']);
  await widget('Plain').getByText('3', { exact: true }).waitFor();
  await widget('Bad picture').getByText('no results please').waitFor();
  await widget('No picture').getByText('Unable to find visualization component for type: gone-picture').waitFor();
  await widget('Bad widget').getByText('The plug-in "broken" failed here').waitFor();
  await widget('Bad widget').getByText('never made').waitFor();
  await widget('No widget').getByText('Unknown Widget').waitFor();
  assert.ok(consoleLines.some((line) => line.startsWith('Plug-in broken: <broken-picture> failed')));
});

test('a plug-in widget is created, edited, saved and restored', async () => {
  const rail = page.getByRole('navigation', { name: 'Sidebar' });
  await rail.getByRole('button', { name: 'Create', exact: true }).click();
  const offered = page.getByRole('complementary', { name: 'Create' }).getByRole('group', { name: 'Plug-ins' });
  assert.deepEqual(await offered.getByRole('button').allTextContents(), ['Big number', 'Broken widget']);
  await offered.getByRole('button', { name: 'Big number' }).click();
  const own = widget('Big number');
  await own.getByText('messages in all').waitFor();
  await own.locator('strong', { hasText: '3' }).waitFor();
  await own.hover();
  await own.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('region', { name: /Big number/ }).first();
  await editor.getByLabel('Words below the number').fill('lines');
  await page.getByText('lines', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Update widget' }).click();
  await own.getByText('lines').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('was successful!').first().waitFor();
  await page.reload();
  await widget('Big number').getByText('lines').waitFor();
  await widget('Big number').locator('strong', { hasText: '3' }).waitFor();

  // A widget of an unknown type is stored unchanged.
  const view = (await (await server.call(`/views/${dashboard}`, { session: await server.login() })).json()) as {
    state: Record<string, { widgets: { type: string; config: unknown }[] }>;
  };
  const stored = Object.values(view.state).flatMap(({ widgets }) => widgets);
  for (const type of ['broken-widget', 'gone-widget'])
    assert.deepEqual(stored.find((one) => one.type === type)?.config, { a: 1 });
  assert.deepEqual(stored.find((one) => one.type === 'example-count')?.config, { words: 'lines' });
});

test('a plug-in visualization is selected in the editor', async () => {
  await widget('Plain').hover();
  await widget('Plain').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Type', { exact: true }).selectOption('Plain bars');
  await page.getByRole('button', { name: 'Cancel' }).first().click();
});

test('value menus list plug-in actions after those of the console', async () => {
  await page.goto(`${server.url}/search`);
  await navigation().getByRole('button', { name: 'Example' }).waitFor();
  await page.getByRole('treegrid').getByText('web-01').first().click();
  await page.getByRole('menuitem', { name: 'Look up in the wiki' }).waitFor();
  const entries = await page.getByRole('menuitem').allTextContents();
  assert.deepEqual(
    entries.slice(-3).map((text) => text.trim()),
    ['Broken dialog', 'Count letters', 'Look up in the wiki'],
  );
  await page.getByRole('menuitem', { name: 'Count letters' }).click();
  await page.getByText('“web-01” has 6 letters.').waitFor();
  await page.getByRole('button', { name: 'Thank you' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('treegrid').getByText('web-01').first().click();
  await page.getByRole('menuitem', { name: 'Broken dialog' }).click();
  await page.getByRole('dialog').getByText('The plug-in "broken" failed here').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(consoleLines.some((line) => line.startsWith('Plug-in broken: the action asked failed')));
});

test('decorators are configured in plug-in panels, or in the usual fields if a panel is broken', async () => {
  await widget('All Messages').getByRole('button', { name: 'Edit' }).click();
  const decorators = page.getByRole('region', { name: 'Decorators' });
  await decorators.getByLabel('Select decorator').selectOption('Syslog Severity Mapper');
  const form = decorators.getByRole('form');
  await form.getByLabel('Field that holds the level').fill('level');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  await decorators.getByText('level_name').waitFor();

  await decorators.getByLabel('Select decorator').selectOption('Format String');
  await form.getByText('The plug-in "broken" failed here').waitFor();
  await form.getByLabel('Format string', { exact: true }).fill('> ${message}');
  await form.getByRole('button', { name: 'Create' }).click();
  await widget('All Messages').getByText('> request 1').waitFor();
});

test('alerts show the actions of plug-ins in their details, and events show the actions offered for events', async () => {
  await page.goto(`${server.url}/alerts?range=3600&alerts=include`);
  await navigation().getByRole('button', { name: 'Example' }).waitFor();
  const rowOf = (message: string): Locator => page.locator('tbody').filter({ hasText: message });
  const actionsOf = async (message: string): Promise<Locator> => {
    await rowOf(message)
      .getByRole('button', { name: `Details of ${message}` })
      .click();
    await rowOf(message).getByText('Open a ticket').waitFor();
    return rowOf(message);
  };
  const alert = await actionsOf('Disk <b>full</b>');
  const ticket = alert.getByRole('link', { name: 'Open a ticket' });
  assert.equal(await ticket.getAttribute('href'), 'https://tickets.example/new?alert=01KDWTEHG0ABCDEFGHJKMNP001');
  assert.deepEqual(
    [await ticket.getAttribute('target'), await ticket.getAttribute('rel')],
    ['_blank', 'noopener noreferrer'],
  );
  await expectNoAxeViolations(page);
  const event = await actionsOf('No alert');
  assert.equal(await event.getByRole('button', { name: 'Hand over' }).count(), 0);

  await alert.getByRole('button', { name: 'Hand over' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('admin hands “Disk <b>full</b>” over.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  assert.equal(await page.getByText('Never offered for alerts').count(), 0);
  assert.equal(await page.locator('a[href^="javascript:"]').count(), 0);
  assert.equal(await page.getByText('changed', { exact: true }).count(), 0);
  await alert.getByRole('button', { name: 'Broken action' }).click();
  await dialog.getByText('The plug-in "broken" failed here').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
});

test('the content security policy was not violated, and only the broken plug-ins threw errors', () => {
  const expected = /thrown at once|not in the mood|never made|no results please|who asks|Unexpected end|SyntaxError/;
  assert.deepEqual(
    problems.filter((line) => !expected.test(line)),
    [],
  );
});
