/**
 * Tests dashboards against a real server: creating, editing, saving, and addresses. Each widget must load separately,
 * and a portal must be able to drill down by events.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      level: 3 + (index % 4),
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Search types of each execution. */
  readonly executed: string[][];
  readonly problems: string[];
}

async function openConsole(width = 1280): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const executed: string[][] = [];
  const problems = problemsOf(page);
  page.on('request', (request) => {
    if (!/\/views\/search\/[^/]+\/execute$/.test(new URL(request.url()).pathname)) return;
    const state = request.postDataJSON() as { global_override?: { keep_search_types?: string[] } };
    executed.push(state.global_override?.keep_search_types ?? []);
  });
  await signIn(page, server);
  return { context, page, executed, problems };
}
const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const tabs = (page: Page) => page.getByRole('tab').allTextContents();
const grid = (col: number, row: number, width = 4, height = 2) => ({ col, row, width, height });

test('a new dashboard with widgets, text and pages is saved under a name and restored after a reload; leaving it unsaved asks first', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/new`);
  await page.getByText('This dashboard has no widgets yet').waitFor();
  await expectNoAxeViolations(page);
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Create widget' }).click();
  await choose('Message Count');
  await widget(page, 'Message Count').getByText('12', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create a new page' }).click();
  // The list of widgets opens by itself on a new page.
  await choose('Text');
  const text = widget(page, 'Untitled Text');
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('# Runbook\n\n- call **nobody**\n\n<img src=x onerror="document.title=1">');
  await page.getByRole('button', { name: 'Update widget' }).click();
  await text.getByRole('heading', { name: 'Runbook' }).waitFor();
  assert.equal(await text.locator('img').count(), 0);
  await page.getByRole('button', { name: 'Actions of page Page#2' }).click();
  await page.getByRole('menuitem', { name: 'Edit Title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Notes');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Notes' }).waitFor();

  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await page.getByText('Any unsaved changes will be lost.').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  assert.match(page.url(), /\/dashboards\/new/);

  await page.getByRole('button', { name: 'Save as' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('My <b>first</b>');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  await page.reload();
  await page.getByRole('heading', { name: 'My <b>first</b>' }).waitFor();
  assert.deepEqual(await tabs(page), ['Page#1', 'Notes']);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await text.getByRole('heading', { name: 'Runbook' }).waitFor();

  await page.getByRole('button', { name: 'Configure pages' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move Notes', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  await dialog.getByRole('button', { name: 'Update configuration' }).click();
  await until('the order of the pages has changed', async () => (await tabs(page)).join() === 'Notes,Page#2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('was successful!').first().waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Notes' }).waitFor();
  assert.deepEqual(await tabs(page), ['Notes', 'Page#2']);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a new dashboard of two pages is on a wall display ten steps after the start page', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/welcome`);
  let steps = 0;
  const step = async (action: Promise<void>): Promise<void> => {
    steps += 1;
    await action;
  };
  const choose = (name: string) => step(page.getByRole('menuitem', { name, exact: true }).click());
  await step(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards' }).click());
  await step(page.getByRole('button', { name: 'Create new dashboard' }).first().click());
  await step(page.getByRole('button', { name: 'Create widget' }).click());
  await choose('Message Count');
  await step(page.getByRole('button', { name: 'Create a new page' }).click());
  await choose('Message Table');
  await step(page.getByRole('button', { name: 'Save as' }).click());
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await title.waitFor();
  assert.equal(await title.inputValue(), 'Message Count', 'the title of the first widget is suggested');
  await step(page.keyboard.press('Enter'));
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}/);
  // A closing dialog has no role in the accessibility tree, but it still has the focus.
  await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByText('Show the dashboard in full screen').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Show the dashboard in full screen').waitFor({ state: 'detached' });
  await step(page.keyboard.press('f'));
  await page.getByRole('dialog', { name: 'Full Screen' }).waitFor();
  await step(page.keyboard.press('Enter'));
  await page.waitForURL(/\/dashboards\/tv\/[0-9a-f]{24}/);
  await page.locator('log-tv').waitFor({ state: 'attached' });
  assert.equal(steps, 10);
  assert.deepEqual(problems, []);
  await context.close();
});

test('each widget has its own request: slow, failing, distant and unknown ones do not block others; page and focus are in the address', async () => {
  const far = grid(1, 40);
  const stored = await storeDashboard(server, session, 'Faults', [
    {
      title: 'First',
      widgets: [
        { title: 'Slow', config: {}, position: grid(1, 1) },
        { title: 'Failing', config: {}, position: grid(5, 1) },
        { title: 'Fine', config: {}, position: grid(9, 1) },
        { title: 'Odd', config: { visualization: 'nonsense' }, position: grid(1, 3) },
        { title: 'Far', config: {}, position: far },
        ...Array.from({ length: 18 }, (_, index) => ({
          title: `Filler ${index}`,
          config: {},
          position: grid(1, 5 + 2 * index),
        })),
      ],
    },
    { title: 'Second', widgets: [{ title: 'Table', config: 'messages' as const, position: grid(1, 1, 12, 6) }] },
  ]);
  const { context, page, executed, problems } = await openConsole();
  const view = (await (await server.call(`/views/${stored.id}`, { session })).json()) as {
    state: Record<string, { widget_mapping: Record<string, string[]>; titles: { widget: Record<string, string> } }>;
  };
  const first = view.state[stored.pages[0] ?? ''];
  const typeOf = (title: string): string =>
    Object.entries(first?.titles.widget ?? {}).flatMap(([id, name]) =>
      name === title ? (first?.widget_mapping[id] ?? []) : [],
    )[0] ?? '';
  let broken = true;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/execute', async (route) => {
    const postData = route.request().postData() ?? '';
    if (broken && postData.includes(typeOf('Slow'))) await held;
    if (broken && postData.includes(typeOf('Failing'))) {
      return route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"type":"ApiError","message":"The index is away."}',
      });
    }
    return route.continue();
  });
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  await widget(page, 'Fine').getByText('12', { exact: true }).waitFor();
  await widget(page, 'Failing').getByText('The index is away.').waitFor();
  await widget(page, 'Odd').getByText('Unable to find visualization component for type: nonsense').waitFor();
  assert.equal(await widget(page, 'Slow').getAttribute('aria-busy'), 'true');
  assert.ok(
    executed.every((types) => types.length === 1),
    'each widget has its own execution',
  );
  assert.ok(!executed.flat().includes(typeOf('Far')), 'a distant widget sends no request');
  broken = false;
  await widget(page, 'Failing').getByRole('button', { name: 'Try again' }).click();
  await widget(page, 'Failing').getByText('12', { exact: true }).waitFor();
  assert.equal(await widget(page, 'Slow').getAttribute('aria-busy'), 'true');
  release();
  await widget(page, 'Slow').getByText('12', { exact: true }).waitFor();
  await widget(page, 'Filler 17').or(page.locator('[data-widget]').last()).last().scrollIntoViewIfNeeded();
  await widget(page, 'Far').getByText('12', { exact: true }).waitFor();
  await page.mouse.wheel(0, -20_000);

  const before = executed.length;
  await page.getByRole('tab', { name: 'Second' }).click();
  await page.getByRole('treegrid').waitFor();
  assert.equal(addressOf(page).get('page'), stored.pages[1]);
  assert.equal(executed.length, before + 1);
  await page.reload();
  await page.getByRole('treegrid').waitFor();
  await page.getByRole('tab', { name: 'First' }).click();
  await widget(page, 'Fine').hover();
  await widget(page, 'Fine').getByRole('button', { name: 'Focus this widget' }).click();
  await page.getByRole('tab').first().waitFor({ state: 'detached' });
  assert.equal(addressOf(page).get('focusing'), 'true');
  await page.reload();
  await widget(page, 'Fine').getByText('12', { exact: true }).waitFor();
  assert.equal(await page.getByRole('tab').count(), 0);
  assert.equal(executed.at(-1)?.[0], typeOf('Fine'));

  await page.goto(`${server.url}/dashboards/${stored.id}?page=nowhere`);
  await widget(page, 'Fine').getByText('12', { exact: true }).waitFor();
  await until('the unknown page is gone from the address', () => Promise.resolve(addressOf(page).get('page') === null));
  await page.goto(`${server.url}/dashboards/${'0'.repeat(24)}`);
  await page.getByText('The dashboard was not found').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('filter and range over all widgets are marked, cleared and restored after a reload, without unsaved changes', async () => {
  const stored = await storeDashboard(server, session, 'Override', [
    { title: 'Only', widgets: [{ title: 'Count', config: {}, position: grid(1, 1) }] },
  ]);
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/dashboards/${stored.id}`);
  const count = widget(page, 'Count');
  await count.getByText('12', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('textbox', { name: 'Search query' }).fill('source:"db-01"');
  await page.keyboard.press('Enter');
  await count.getByText('4', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio').first().click();
  await count.getByText(/^Global Override: /).waitFor();
  assert.equal(await page.getByText('Unsaved changes').count(), 0);
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitem', { name: 'No Override' }).click();
  await count.getByText(/^1 hour ago/).waitFor();
  assert.equal(addressOf(page).toString(), 'q=source%3A%22db-01%22');
  await page.reload();
  await count.getByText('4', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a portal shows three dashboards, follows their pages, and opens its own page for a clicked value', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/examples/portal.html`);
  await page.getByRole('button', { name: 'Create them' }).click();
  await widget(page, 'Messages').getByText('12', { exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Sources').click();
  await page.getByRole('tab', { name: 'Sources', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Today' }).click();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Today' })
    .and(page.locator('[aria-current]'))
    .waitFor();
  await widget(page, 'Sources').getByRole('button', { name: /db-01/ }).click();
  await page.getByRole('heading', { name: 'source: db-01' }).waitFor();
  assert.equal(
    await page.getByRole('menu').count(),
    0,
    'the menu of the element stays closed if the portal handles the click',
  );
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('navigation', { name: 'Portal' }).getByText('Volume').click();
  await page.getByRole('tab', { name: 'Levels' }).waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Save' }).count(),
    0,
    'the dashboard cannot be changed in the portal',
  );
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await page.getByText('The portal would open /dashboards').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
