/**
 * Tests how a dashboard is created from a widget, opened by its address, shown on a wall display, embedded, edited by
 * keyboard, and kept when the session expires.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Global of the test page: page ids of the `log-page-change` events of the element, in their order. */
declare const changes: string[];

let browser: Browser;
let server: TestServer;
let session: string;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function openConsole(width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server);
  await page.setViewportSize({ width, height: 900 });
  return page;
}
const count = (title: string) => ({
  title,
  config: { visualization: 'numeric' },
  position: { col: 1, row: 1, width: 4, height: 2 },
});

test('a widget of a search becomes a new dashboard, with its title and the query of the search', async () => {
  const page = await openConsole();
  await page.goto(`${server.url}/search?q=source%3Adb&rangetype=relative&from=3600`);
  const widget = page.getByRole('region', { name: 'Message Count', exact: true });
  await widget.hover();
  await widget.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy to Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New dashboard' }).click();
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  assert.equal(await title.inputValue(), 'Message Count');
  await title.fill('Volume');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  await page.getByRole('heading', { name: 'Volume' }).waitFor();
  await widget.waitFor();
  assert.equal(await page.title(), 'Log Console - Volume');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const view = (await (await server.call(`/views/${id}`, { session })).json()) as {
    state: Record<string, { widgets: { query?: { query_string: string }; timerange?: unknown }[] }>;
  };
  const [stored, ...others] = Object.values(view.state)[0]?.widgets ?? [];
  assert.deepEqual(
    [others.length, stored?.query?.query_string, stored?.timerange],
    [0, 'source:db', { type: 'relative', from: 3600 }],
  );
  await page.getByRole('link', { name: 'Dashboards' }).first().click();
  await page.getByRole('heading', { name: 'Dashboards' }).waitFor();
  assert.equal(await page.title(), 'Log Console - Dashboards');
  await page.context().close();
});

test('the wall display asks for its settings first, then shows the chosen pages; Back leads to the dashboard', async () => {
  const stored = await storeDashboard(server, session, 'Wall', [
    { title: 'One', widgets: [count('A')] },
    { title: 'Two', widgets: [count('B')] },
    { title: 'Three', widgets: [count('C')] },
  ]);
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Full Screen' }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Full Screen' });
  const [refresh, cycle] = ['Refresh interval', 'Tab cycle interval'].map((name) =>
    dialog.getByRole('spinbutton', { name }),
  );
  assert.deepEqual([await refresh?.inputValue(), await cycle?.inputValue()], ['10', '30']);
  await cycle?.fill('0');
  assert.ok(await dialog.getByRole('button', { name: 'Start full screen' }).isDisabled());
  await cycle?.fill('7');
  await dialog.getByRole('checkbox', { name: 'One' }).uncheck();
  await dialog.getByRole('button', { name: 'Start full screen' }).click();
  await page.waitForURL(/\/dashboards\/tv\//);
  assert.equal(new URL(page.url()).search, '?interval=7&refresh=10&tabs=1,2');
  await page.getByRole('heading', { name: /Wall\s*Two/ }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'One', selected: true }).waitFor();
  await page.context().close();
});

test('the address of a dashboard contains page, query, range, refresh and focused widget; Back and Forward step through them', async () => {
  const message = { short_message: 'request', level: 6 };
  await sendMessages(server, [
    { ...message, host: 'db' },
    { ...message, host: 'web' },
  ]);
  const { id, pages } = await storeDashboard(server, session, 'Linked', [
    { title: 'One', widgets: [count('A')] },
    { title: 'Two', widgets: [count('B'), { ...count('C'), position: { col: 5, row: 1, width: 4, height: 2 } }] },
  ]);
  const page = await openConsole();
  const problems = problemsOf(page);
  const widget = (title: string, of = page) => of.getByRole('region', { name: title, exact: true });
  const tab = (name: string, of = page) => of.getByRole('tab', { name, selected: true });
  const steps: [search: string, seen: () => Promise<unknown>][] = [];
  const step = async (seen: () => Promise<unknown>) => {
    await seen();
    steps.push([new URL(page.url()).search, seen]);
  };
  await page.goto(`${server.url}/dashboards/${id}`);
  await step(() => widget('A').getByText('2', { exact: true }).waitFor());
  await page.getByRole('tab', { name: 'Two' }).click();
  // The pointer moves away from the element now below it, whose tooltip would cover the bar.
  await page.mouse.move(0, 0);
  await step(() => widget('C').getByText('2', { exact: true }).waitFor());
  await page.getByRole('textbox', { name: 'Search query' }).fill('source:db');
  await page.keyboard.press('Enter');
  await step(() => widget('C').getByText('1', { exact: true }).waitFor());
  const overridden = () => widget('C').getByText(/^Global Override: /);
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio').first().click();
  await overridden().waitFor();
  await page.getByRole('button', { name: 'Start Refresh' }).click();
  await until('the address contains the refresh interval', () => Promise.resolve(page.url().includes('refresh=')));
  await step(() => Promise.all([overridden().waitFor(), widget('B').waitFor()]));
  await widget('C').hover();
  await widget('C').getByRole('button', { name: 'Focus this widget' }).click();
  await step(() => Promise.all([overridden().waitFor(), widget('B').waitFor({ state: 'detached' })]));
  const link = page.url();
  assert.deepEqual(
    [...new URL(link).searchParams.keys()],
    ['page', 'q', 'rangetype', 'relative', 'refresh', 'focusedId', 'focusing'],
  );

  const other = await page.context().newPage();
  await other.goto(link);
  await widget('C', other).getByText('1', { exact: true }).waitFor();
  await widget('C', other)
    .getByText(/^Global Override: /)
    .waitFor();
  await other.getByRole('button', { name: 'Pause Refresh' }).waitFor();
  const query = other.getByRole('textbox', { name: 'Search query' });
  await until('the search bar shows the query', async () => (await query.innerText()) === 'source:db');
  assert.deepEqual([await widget('B', other).count(), await other.getByRole('tab').count()], [0, 0]);
  await widget('C', other).getByRole('button', { name: 'Un-focus widget' }).click();
  await tab('Two', other).waitFor();
  assert.equal(new URL(other.url()).searchParams.get('page'), pages[1]);

  for (const way of ['goBack', 'goForward'] as const) {
    for (const [search, seen] of steps.reverse().slice(1)) {
      await page[way]();
      await seen();
      assert.equal(new URL(page.url()).search, search, way);
    }
  }

  const odd = `page=nowhere&q=%20&rangetype=absolute&from=%3Cb%3E&to=1&refresh=soon&focusedId=__proto__&focusing=true`;
  await page.goto(`${server.url}/dashboards/${id}?${odd}`);
  await widget('A').getByText('2', { exact: true }).waitFor();
  await tab('One').waitFor();
  await page.getByText('No Override').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an empty dashboard fits into a narrow window', async () => {
  const page = await openConsole(360);
  await page.goto(`${server.url}/dashboards/new`);
  await page.getByRole('link', { name: 'Documentation' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.context().close();
});

test('a dashboard that cannot be opened is not called unsaved; a wall display shows why its search was refused, without controls', async () => {
  const stored = await storeDashboard(server, session, 'Kept', [{ title: 'One', widgets: [count('A')] }]);
  const page = await openConsole();
  const failing = { status: 500, contentType: 'application/json', body: '{"message":"The disk is full."}' };
  await page.route(`**/api/views/${stored.id}`, (route) => route.fulfill(failing));
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  await page.getByText('The disk is full.').waitFor();
  assert.equal(await page.getByText('Unsaved dashboard').count(), 0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Kept' }).waitFor();

  const refused = { status: 403, contentType: 'application/json', body: '{"message":"Not for you."}' };
  await page.route('**/execute', (route) => route.fulfill(refused));
  await page.goto(`${server.url}/dashboards/tv/${stored.id}`);
  await page.getByRole('region', { name: 'A' }).getByText('Not for you.').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
  await page.context().close();
});

test('<log-dashboard> sets its page attribute and reports the page; the attribute stays removed after the host page removes it', async () => {
  const stored = await storeDashboard(server, session, 'Embedded', [
    { title: 'One', widgets: [count('A')] },
    { title: 'Two', widgets: [count('B')] },
  ]);
  const page = await openConsole();
  await page.goto(`${server.url}/examples/plain.html`);
  await page.evaluate(async (id) => {
    const changes: string[] = [];
    document.addEventListener('log-page-change', (event) =>
      changes.push((event as CustomEvent<{ page: string }>).detail.page),
    );
    Object.assign(window, { changes });
    const script = '/elements/log-dashboard.js';
    await import(script);
    const element = document.createElement('log-dashboard');
    element.setAttribute('view-id', id);
    document.body.replaceChildren(element);
  }, stored.id);
  const state = () =>
    page.evaluate(() => [document.querySelector('log-dashboard')?.getAttribute('page') ?? null, ...changes]);
  await page.getByRole('tab', { name: 'Two' }).click();
  await page.getByRole('region', { name: 'B' }).waitFor();
  assert.deepEqual(await state(), [stored.pages[1], stored.pages[1]]);
  await page.evaluate(() => document.querySelector('log-dashboard')?.removeAttribute('page'));
  await page.getByRole('region', { name: 'A' }).waitFor();
  assert.deepEqual(await state(), [null, stored.pages[1]]);
  // The query and the refresh interval become attributes too; the host page's address stays unchanged.
  await page.getByRole('textbox', { name: 'Search query' }).fill('level:3');
  await page.keyboard.press('Enter');
  await page.locator('log-dashboard[query="level:3"]').waitFor();
  await page.getByRole('button', { name: 'Start Refresh' }).click();
  await page.locator('log-dashboard[refresh]').waitFor();
  assert.equal(page.url(), `${server.url}/examples/plain.html`);
  await page.context().close();
});

test('a widget title can be changed by keyboard but not emptied; saving keeps the focus', async () => {
  const stored = await storeDashboard(server, session, 'Keys', [{ title: 'One', widgets: [count('A')] }]);
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  const rename = async (from: string, to: string) => {
    const region = page.getByRole('region', { name: from, exact: true });
    // Until the widget has loaded, a placeholder shows its title, which cannot be changed.
    await region.getByRole('button', { name: 'More actions' }).waitFor({ state: 'attached' });
    await region.getByRole('heading').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Widget title' }).fill(to);
    await page.keyboard.press('Enter');
  };
  await rename('A', '   ');
  await page.getByRole('region', { name: 'A', exact: true }).getByRole('heading').waitFor();
  assert.equal(await page.getByText('Unsaved changes').count(), 0);
  await rename('A', 'Requests');
  const title = page.getByRole('region', { name: 'Requests', exact: true }).getByRole('heading');
  assert.ok(await title.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element));
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  await page.keyboard.press('Enter');
  await page.getByText('was successful!').first().waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  assert.ok(await save.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element));
  await page.context().close();
});

test('an expired session keeps unsaved changes; a logout removes the dashboard from the page', async () => {
  const stored = await storeDashboard(server, session, 'Unfinished', [{ title: 'One', widgets: [count('A')] }]);
  const page = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  const widget = page.getByRole('region', { name: 'A', exact: true });
  await widget.hover();
  await widget.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = page.getByRole('region', { name: 'A (copy)' });
  await copy.waitFor();
  // Without its cookies the session has ended; the next poll of the page notices this.
  await page.context().clearCookies();
  await page.getByLabel('Username').fill('admin');
  assert.equal(await copy.isVisible(), false);
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await copy.waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('was successful!').first().waitFor();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByLabel('Username').waitFor();
  assert.equal(await page.locator('h1', { hasText: 'Unfinished' }).count(), 0);
  assert.equal(await copy.count(), 0);
  await page.context().close();
});
