/** Tests widgets of a search against a real server: move, resize, rename, focus, edit, create, delete. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(
    server,
    Array.from({ length: 24 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      level: index % 8,
      _took_ms: index * 10,
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
  readonly executions: () => number;
  readonly violations: string[];
}

async function openSearch(width = 1280): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 1000 } });
  const page = await context.newPage();
  const violations = problemsOf(page);
  let executed = 0;
  page.on('request', (request) => {
    if (/\/views\/search\/[^/]+\/execute$/.test(new URL(request.url()).pathname)) executed += 1;
  });
  await signIn(page, server, '/search');
  await page.getByRole('treegrid').waitFor();
  await page
    .getByRole('region', { name: 'Message Count' })
    .getByRole('img')
    .or(page.locator('canvas'))
    .first()
    .waitFor();
  return { context, page, executions: () => executed, violations };
}

const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
async function placeOf(page: Page, name: string) {
  const box = await widget(page, name).boundingBox();
  assert.ok(box);
  return box;
}

test('moving, resizing, renaming, focusing, opening and cancelling an editor of a widget start no search', async () => {
  const { context, page, executions, violations } = await openSearch();
  const before = executions();
  const chart = await placeOf(page, 'Message Count');
  assert.ok(chart.y < (await placeOf(page, 'All Messages')).y);

  // By keyboard, the widget moves past the table and shrinks.
  const handle = page.getByRole('button', { name: 'Move Message Count' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await until('the chart is below the table', async () => (await placeOf(page, 'Message Count')).y > chart.y + 300);
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await until(
    'the chart is back at its place',
    async () => Math.abs((await placeOf(page, 'Message Count')).y - chart.y) < 2,
  );
  await page.keyboard.press('Shift+ArrowDown');
  await until('the chart is higher', async () => (await placeOf(page, 'Message Count')).height > chart.height + 90);
  await page.getByText(/columns wide, 3 rows high/).waitFor({ state: 'attached' });

  // By pointer, the lower right corner is dragged to the middle of the row; Escape undoes a move.
  const box = await placeOf(page, 'Message Count');
  await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 5, { steps: 6 });
  await until('the chart is narrower', async () => (await placeOf(page, 'Message Count')).width < box.width * 0.6);
  await page.mouse.up();
  const grip = await page.getByRole('button', { name: 'Move All Messages' }).boundingBox();
  assert.ok(grip);
  await page.mouse.move(grip.x + 8, grip.y + 14);
  await page.mouse.down();
  await page.mouse.move(grip.x + 60, grip.y - 280, { steps: 6 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.ok((await placeOf(page, 'All Messages')).y > (await placeOf(page, 'Message Count')).y);

  // The title is edited in place.
  await widget(page, 'Message Count').getByRole('heading').dblclick();
  await page.getByRole('textbox', { name: 'Widget title' }).fill('Requests');
  await page.keyboard.press('Enter');
  await widget(page, 'Requests').waitFor();

  // The widget is focused and un-focused, and the address follows.
  await widget(page, 'Requests').hover();
  await widget(page, 'Requests').getByRole('button', { name: 'Focus this widget' }).click();
  await page.waitForURL((url) => url.searchParams.get('focusing') === 'true');
  await widget(page, 'All Messages').waitFor({ state: 'detached' });
  await widget(page, 'Requests').getByRole('button', { name: 'Un-focus widget' }).click();
  await widget(page, 'All Messages').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('focusedId'), null);

  // The editor is opened, changed and cancelled.
  await widget(page, 'Requests').hover();
  await widget(page, 'Requests').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('editing') === 'true');
  await page.getByRole('button', { name: 'Add Grouping' }).click();
  const beyond = await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight);
  assert.ok(beyond <= 0, `only the form scrolls, not the page (${beyond} px)`);
  assert.equal(await page.getByText('Field is required.').count(), 0, 'no error is shown before the field was visited');
  assert.ok(await page.getByRole('button', { name: 'Update preview' }).isDisabled());
  await page.getByRole('button', { name: 'Update widget' }).click();
  await page.getByText('Field is required.').waitFor();
  await expectNoAxeViolations(page);
  // Leaving with unsaved changes asks first; Cancel of the editor does not ask.
  await page.getByRole('link', { name: 'Dashboards', exact: true }).first().click();
  await page.getByText('Any unsaved changes will be lost.').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await widget(page, 'All Messages').waitFor();
  assert.equal(executions(), before);
  assert.deepEqual(violations, []);
  await context.close();
});

test('a user changes metrics, grouping and type of an aggregation with a preview, creates a widget in a gap, and deletes one', async () => {
  const { context, page, executions, violations } = await openSearch();
  await widget(page, 'Message Count').hover();
  await widget(page, 'Message Count').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Live preview').uncheck();
  const before = executions();
  await page.getByRole('button', { name: 'Add Metric' }).click();
  const metric = page.getByRole('group', { name: 'Metric 2' });
  await metric.getByLabel('Function').selectOption('avg');
  await metric.getByLabel('Name').fill('Time');
  assert.equal(await page.getByText('Field is required for function avg.').count(), 0);
  // The new metric has no field yet, so the form shows an error.
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.getByText('Field is required for function avg.').waitFor();
  await metric.getByLabel('Field').fill('took_ms');
  await metric.getByLabel('Name').fill('Time');
  await page.getByRole('group', { name: 'Grouping 1' }).getByRole('button', { name: 'Remove timestamp' }).click();
  await page.getByRole('combobox', { name: 'Add a field' }).fill('source');
  await page.keyboard.press('Enter');
  await page.getByLabel('Type', { exact: true }).selectOption('table');
  assert.equal(executions(), before, 'changing the form executes no search');
  await page.getByRole('button', { name: 'Update preview' }).click();
  await page
    .getByRole('cell', { name: 'db-01' })
    .or(page.getByRole('rowheader', { name: 'db-01' }))
    .or(page.getByText('db-01').first())
    .first()
    .waitFor();
  await until('the preview has executed the search once', () => Promise.resolve(executions() === before + 1));
  await page.getByRole('button', { name: 'Update widget' }).click();
  await widget(page, 'All Messages').waitFor();
  await widget(page, 'Message Count').getByText('Time', { exact: true }).first().waitFor();

  // A new widget is created in the free place beside the narrowed widget.
  await widget(page, 'Message Count').hover();
  await widget(page, 'Message Count').getByRole('button', { name: 'Compress width' }).click();
  await page.getByRole('button', { name: 'Create a new widget here' }).click();
  await page.getByRole('dialog', { name: 'Create new widget' }).getByRole('button', { name: 'Message Count' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(
    'there are two widgets of the same title',
    async () => (await widget(page, 'Message Count').count()) === 2,
  );

  // One of the two widgets with the same title is deleted after confirmation.
  const made = widget(page, 'Message Count').nth(1);
  await made.hover();
  await made.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Are you sure you want to remove the widget "Message Count"?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await until('one of the two widgets is left', async () => (await widget(page, 'Message Count').count()) === 1);
  await expectNoAxeViolations(page);
  assert.deepEqual(violations, []);
  await context.close();
});
