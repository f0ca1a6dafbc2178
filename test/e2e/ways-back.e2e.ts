/** Tests Back, Escape, reload and a second tab: none of them discards work without a question or a message. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { button, focusOf, hasFocus } from './keyboard.js';
import { until } from './sent-messages.js';
import { preferencesSaved, problemsOf, signIn, signInAtForm } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let dashboard: { id: string; pages: readonly string[] };

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const place = (col: number, row: number) => ({ col, row, width: 6, height: 4 });
  dashboard = await storeDashboard(server, await server.login(), 'Ways', [
    {
      title: 'One',
      widgets: [
        { title: 'First', config: {}, position: place(1, 1) },
        { title: 'Second', config: {}, position: place(7, 1) },
        { title: 'Third', config: {}, position: place(1, 5) },
      ],
    },
    { title: 'Two', widgets: [{ title: 'Other', config: {}, position: place(1, 1) }] },
  ]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function openConsole(): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server);
  return { context, page, problems };
}

const widget = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const search = (page: Page): string => new URL(page.url()).search;
const path = (): string => `/dashboards/${dashboard.id}`;

test('going back from a focused or edited widget stays on the dashboard; closing it by a control leaves no extra history entry', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards`);
  await page.getByRole('link', { name: 'Ways' }).click();
  await widget(page, 'Second').waitFor();
  const before = search(page);
  const focus = async () => {
    await widget(page, 'Second').hover();
    await button(widget(page, 'Second'), 'Focus this widget').click();
    await widget(page, 'First').waitFor({ state: 'detached' });
    assert.match(search(page), /focusing=true/);
  };
  await focus();
  await page.goBack();
  assert.equal(new URL(page.url()).pathname, path(), 'going back from the focus stays on the dashboard');
  await widget(page, 'First').waitFor();
  assert.equal(search(page), before);

  // The widget's own button goes one step back in the history.
  await focus();
  await button(widget(page, 'Second'), 'Un-focus widget').click();
  await widget(page, 'First').waitFor();
  assert.equal(search(page), before);
  await until('the browser has returned to the unfocused page', () =>
    page.evaluate(() => !location.search.includes('focus')),
  );
  await page.goBack();
  await page.waitForURL(`${server.url}/dashboards`);

  // Going back leads from the editor to the focused widget, and from there to the page.
  await page.goForward();
  await widget(page, 'Second').waitFor();
  await focus();
  await button(widget(page, 'Second'), 'Edit').click();
  await button(page, 'Update widget').waitFor();
  await page.goBack();
  await button(page, 'Update widget').waitFor({ state: 'detached' });
  assert.match(search(page), /focusing=true/);
  await page.goBack();
  await widget(page, 'First').waitFor();
  assert.equal(new URL(page.url()).pathname, path());
  assert.deepEqual(problems, []);
  await context.close();
});

test('the dashboard returns the keyboard focus to the edited widget after its editor closes', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}${path()}`);
  await widget(page, 'Third').waitFor();
  for (const way of ['Cancel', 'Update widget', 'back'] as const) {
    await button(widget(page, 'Third'), 'Edit').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Update widget').waitFor();
    if (way === 'back') await page.goBack();
    else {
      await button(page, way).focus();
      await page.keyboard.press('Enter');
    }
    await button(page, 'Update widget').waitFor({ state: 'detached' });
    await until(`the focus is at the edited widget (${way})`, () => hasFocus(button(widget(page, 'Third'), 'Edit')));
    assert.ok((await focusOf(page)).seen, way);
  }
  await context.close();
});

test('Escape leads from the wall display to the dashboard, on the page that was displayed', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?tabs=1`);
  await page.getByRole('heading', { name: 'Other' }).waitFor();
  await page.keyboard.press('Escape');
  await until('the wall display has been left', () => Promise.resolve(!page.url().includes('/tv/')));
  assert.equal(page.url(), `${server.url}${path()}?page=${dashboard.pages[1]}`);
  await page.getByRole('tab', { name: 'Two', selected: true }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a copy of a dashboard that is saved under another name opens on the page that was shown', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}${path()}`);
  await page.getByRole('tab', { name: 'Two' }).click();
  await widget(page, 'Other').waitFor();
  await button(page, 'Save as').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Ways, copied');
  await button(dialog, 'Create dashboard').click();
  await page.getByRole('heading', { name: 'Ways, copied' }).waitFor();
  await until('the copy is open', () => Promise.resolve(!page.url().includes(dashboard.id)));
  await page.getByRole('tab', { name: 'Two', selected: true }).waitFor();
  assert.equal(search(page), `?page=${dashboard.pages[1]}`);
  await page.reload();
  await page.getByRole('tab', { name: 'Two', selected: true }).waitFor();
  await context.close();
});

test('a closed pinned sidebar stays closed after a reload, and an opened one stays open', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}${path()}`);
  await button(page, 'Fields').click();
  const panel = page.getByRole('complementary', { name: 'Fields' });
  const saved = preferencesSaved(page);
  await button(panel, 'Keep sidebar open').click();
  await saved;
  await page.reload();
  await panel.waitFor();
  await button(panel, 'Close').click();
  await panel.waitFor({ state: 'detached' });
  await page.reload();
  await widget(page, 'First').waitFor();
  await button(page, 'Fields').waitFor();
  assert.equal(await panel.count(), 0, 'the sidebar stays closed after a reload');
  await button(page, 'Fields').click();
  await panel.waitFor();
  await page.reload();
  await panel.waitFor();
  // The preferences are reset, because the server would keep them for the next tests.
  const session = await server.login();
  await server.call('/users/admin/preferences', { method: 'PUT', session, json: { preferences: {} } });
  await context.close();
});

test('a view that cannot be opened is not marked as unsaved in the title row, the sidebar and the window title', async () => {
  const { context, page } = await openConsole();
  // The window is too narrow for a panel that opens beside a search by default.
  await page.setViewportSize({ width: 1100, height: 900 });
  for (const [address, name, text] of [
    [`/dashboards/${'0'.repeat(24)}`, 'Dashboard', 'The dashboard was not found'],
    [`/search/${'0'.repeat(24)}`, 'Search', 'The saved search was not found'],
  ] as const) {
    await page.goto(`${server.url}${address}`);
    await page.getByText(text).first().waitFor();
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await button(page, 'Description').click();
    await page.getByRole('complementary', { name: 'Description' }).getByRole('button', { name, exact: true }).waitFor();
    assert.equal(await page.getByText(/Unsaved/).count(), 0, address);
    assert.doesNotMatch(await page.title(), /unsaved/i);
  }
  await context.close();
});

test('a session that ended in another tab or on the server is reported at the login', async () => {
  const { context, page } = await openConsole();
  const other = await context.newPage();
  await other.goto(`${server.url}${path()}`);
  await widget(other, 'First').waitFor();
  await button(page, 'User menu').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await button(page, 'Sign in').waitFor();
  assert.equal(await page.getByRole('status').count(), 0, 'the tab in which the user logs out shows no notice');
  await other.getByRole('alert').getByText('You logged out in another tab.').waitFor();

  // The session ends on the server. The next request of any tab reveals it, and both tabs show the same text.
  await page.goto(`${server.url}${path()}`);
  await signInAtForm(page, server);
  await widget(page, 'First').waitFor();
  await widget(other, 'First').waitFor();
  const [{ value = '' } = {}] = (await context.cookies()).filter(({ name }) => name === 'authentication');
  await server.call('/system/sessions', { method: 'DELETE', session: value });
  for (const one of [page, other])
    await one.getByText('Your session has ended. Sign in to continue where you were.').waitFor();
  await context.close();
});
