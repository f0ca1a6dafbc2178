/** A dashboard made by keyboard alone: every control is reached by Tab, the focus is seen and never lost, and goes back where it came from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

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

const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });
const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Whether it has the focus, or holds what has it. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node === element) return true;
    return false;
  });

/** What has the focus: its name for messages, and whether a person can see it. */
const focusOf = (page: Page): Promise<{ readonly name: string; readonly lost: boolean; readonly seen: boolean }> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const lost = !active || active === document.body;
    const box = active?.getBoundingClientRect();
    const seen = !!box && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const name = active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 40) ?? '';
    return { name: `${active?.localName ?? 'nothing'} "${name}"`, lost, seen };
  });

/** Presses Tab until it is there. Every stop on the way has to be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const stops: string[] = [];
  for (let pressed = 0; pressed < 90; pressed++) {
    if (await hasFocus(target.first())) return;
    await page.keyboard.press(key);
    const { name, lost, seen } = await focusOf(page);
    stops.push(name);
    // Past the last control the browser itself has the focus for one stop.
    assert.ok(lost || seen, `the focus is on ${name}, outside the window`);
  }
  assert.fail(`${target.toString()} was not reached: ${stops.join(', ')}`);
}
async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}
const settled = (what: string, target: Locator) => until(`${what} has the focus`, () => hasFocus(target.first()));
const chooseItem = async (page: Page, name: string) => {
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  for (let pressed = 0; pressed < 12 && !(await hasFocus(item)); pressed++) await page.keyboard.press('ArrowDown');
  assert.ok(await hasFocus(item), `${name} was not reached`);
  await page.keyboard.press('Enter');
};

test('a widget is made, edited, moved; pages are made, renamed, put in order; all is saved', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server, '/dashboards/new');

  // A widget, named and edited.
  await press(page, button(page, 'Create widget'));
  await chooseItem(page, 'Aggregation');
  await widget(page, 'Untitled Aggregation').waitFor();
  await until('the focus is somewhere', async () => !(await focusOf(page)).lost);
  await tabTo(page, widget(page, 'Untitled Aggregation').getByRole('heading', { name: 'Untitled Aggregation' }));
  await page.keyboard.press('F2');
  await page.keyboard.type('Requests');
  await page.keyboard.press('Enter');
  const requests = widget(page, 'Requests');
  await settled('the title', requests.getByRole('heading', { name: 'Requests' }));

  await press(page, button(requests, 'Edit'));
  await press(page, button(page, 'Add Grouping'));
  const grouping = page.getByRole('group', { name: 'Grouping 1', exact: true });
  await tabTo(page, grouping.getByRole('combobox'));
  await page.keyboard.type('source');
  await page
    .getByRole('option', { name: /source/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await grouping.getByText('source', { exact: true }).first().waitFor();
  await press(page, button(page, 'Add Metric'));
  const metric = page.getByRole('group', { name: 'Metric 1', exact: true });
  await tabTo(page, metric.getByLabel('Function'));
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

  // A second one from the sidebar; one past the other, and wider.
  await press(page, button(page, 'Create'), 'Shift+Tab');
  await press(page, button(page, 'Message Count'));
  const count = widget(page, 'Message Count');
  await count.getByText('12', { exact: true }).waitFor();
  await until('the focus is somewhere', async () => !(await focusOf(page)).lost);
  const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? NaN;
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? NaN;
  assert.ok((await topOf(count)) < (await topOf(requests)));
  await tabTo(page, button(page, 'Move Requests'));
  await page.keyboard.press('ArrowUp');
  await until('it is above', async () => (await topOf(requests)) < (await topOf(count)));
  const before = await widthOf(requests);
  await page.keyboard.press('Shift+ArrowRight');
  await until('it is wider', async () => (await widthOf(requests)) > before + 50);
  await settled('its handle', button(page, 'Move Requests'));

  // Deleting asks, with the focus on the way back; declining returns to the menu.
  await press(page, button(count, 'More actions'));
  await chooseItem(page, 'Delete');
  await settled('Cancel', button(page.getByRole('alertdialog'), 'Cancel'));
  await page.keyboard.press('Enter');
  await settled('the menu', button(count, 'More actions'));

  // A page, renamed and put first.
  await press(page, button(page, 'Create a new page'), 'Shift+Tab');
  await page.getByRole('tab', { name: 'Page#2', selected: true }).waitFor();
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
  await settled('the gear', button(page, 'Configure pages'));
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Second', 'Page#2']);

  // From page to page by arrows. What is filtered over all widgets stays.
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
