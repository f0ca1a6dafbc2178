/**
 * Tests the search page by keyboard alone: query, range, streams, messages, values and sidebar. The focus must always
 * be visible and must never be lost.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { button, chooseItem, focusOf, hasFocus, press, settled, tabTo } from './keyboard.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let problems: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const now = Date.now() / 1000;
  await sendMessages(
    server,
    Array.from({ length: 60 }, (_message, index) => ({
      host: index % 4 === 0 ? 'db-01' : 'web-02',
      short_message: index % 5 === 0 ? `connection ${index} timed out` : `request ${index} served`,
      timestamp: now - index,
      level: index % 8,
      _took_ms: index,
      _user: index % 2 === 0 ? 'ada' : 'grace',
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  problems = problemsOf(page);
  await signIn(page, server, '/search');
  await page.locator('[data-row="0"]').waitFor();
});
afterEach(async () => {
  assert.deepEqual(problems, []);
  await context.close();
});

const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const query = (): Locator => page.getByRole('textbox', { name: 'Search query' });
const row = (index: number): Locator => page.locator(`[data-row="${index}"]`);
const search = (): Locator => button(page, /^Search(?! actions)/);

test('by keyboard a user completes and runs a query, selects presets, describes the range in words, and selects streams', async () => {
  await tabTo(page, query());
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('sou');
  await page.getByRole('option', { name: /^source/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: /web-02.*45 hits/ }).waitFor();
  await page.keyboard.type('w');
  await until('only the matching suggestion is shown', async () => (await page.getByRole('option').count()) === 1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(() => parameter('q') === 'source:web\\-02');
  await page.getByText('db-01').first().waitFor({ state: 'detached' });
  assert.ok(await hasFocus(query()));

  await page.keyboard.press('Alt+ArrowDown');
  const earlier = page.getByRole('dialog', { name: 'Earlier queries' });
  await earlier.getByText('source:web\\-02').waitFor();
  await page.keyboard.press('Escape');
  await earlier.waitFor({ state: 'detached' });
  await settled('the query', query());

  await press(page, button(page, 'Time range presets'), 'Shift+Tab');
  const preset = page.getByRole('menuitemradio', { name: '15 minutes' });
  await preset.waitFor();
  assert.ok((await focusOf(page)).marked, 'the focus on the first preset is visible');
  for (let pressed = 0; pressed < 12 && !(await hasFocus(preset)); pressed++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(() => parameter('relative') === '900');
  await settled('the button that opened the presets', button(page, 'Time range presets'));

  await press(page, button(page, /^Time range:/), 'Shift+Tab');
  const picker = page.getByRole('dialog', { name: 'Search Time Range' });
  await settled('the tab', picker.getByRole('tab', { name: 'Relative' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, picker.getByRole('textbox', { name: 'Time range in words' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Last hour');
  await picker
    .getByText(/^\d{4}-\d\d-\d\d /)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  await settled('the range', button(page, /^Time range:/));

  await press(page, button(page, /^Streams/));
  await page.getByRole('option', { name: 'Default Stream' }).waitFor();
  await page.keyboard.type('default');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await settled('the streams', button(page, /^Streams/));
  await press(page, search());
  await page.waitForURL(() => parameter('keyword') === 'Last hour' && parameter('streams') !== null);
  await row(0).waitFor();

  await press(page, button(page, /^Refresh interval/), 'Shift+Tab');
  const interval = page.getByRole('menuitemradio', { name: 'Every 5 minutes' });
  await interval.waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await button(page, 'Refresh interval: Every 5 minutes').waitFor();
  await press(page, button(page, 'Pause Refresh'), 'Shift+Tab');
  await button(page, 'Refresh interval: Not updating').waitFor();
});

test('by keyboard messages are opened, found, compared and sorted, and their values copied and added to the query', async () => {
  await tabTo(page, row(0));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await settled('the third message', row(2));
  await page.keyboard.press('Enter');
  await button(page, 'Copy ID').waitFor();
  const user = page.getByRole('button', { name: /^(ada|grace)$/ }).first();
  await tabTo(page, user);
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Copy value to clipboard');
  await page.getByRole('status').filter({ hasText: 'Copied!' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'ada');
  await settled('the value', user);
  // Escape closes only the topmost layer.
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await settled('the menu', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await settled('the value', user);
  assert.ok(await button(page, 'Copy ID').isVisible());
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Add to query');
  await page.waitForURL(() => parameter('q') === 'user:ada');
  await page.getByText('request 1 served').waitFor({ state: 'detached' });
  assert.ok(!(await focusOf(page)).lost, 'the focus is kept when the results change');
  await page.keyboard.press('Escape');
  await button(page, 'Copy ID').waitFor({ state: 'detached' });

  await until('the list has the focus after the message is closed', () => hasFocus(page.getByRole('treegrid')));
  await page.keyboard.press('Home');
  await settled('the first message', row(0));
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('timed');
  await page.getByText('1 of 6').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 of 6').waitFor();
  await page.keyboard.press('Escape');
  await settled('the match', page.locator('[data-row]').filter({ hasText: 'connection 10 timed out' }));
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await press(page, button(page, 'Compare'));
  await page.getByRole('dialog', { name: /Compare 2/ }).waitFor();
  await page.keyboard.press('Escape');
  await settled('the button that opened the comparison', button(page, 'Compare'));
  await press(page, button(page, 'Clear selection'));
  await page.getByText('1–30 of 30 messages').waitFor();
  await until('the focus is kept when the selection bar goes', async () => !(await focusOf(page)).lost);

  const head = page.locator('[role=columnheader][data-column="timestamp"]');
  await press(page, head.getByRole('button', { name: 'Sort by timestamp' }), 'Shift+Tab');
  await until('the oldest messages come first', async () => (await head.getAttribute('aria-sort')) === 'ascending');
  assert.ok(await hasFocus(head), 'the focus stays on the column header');
});

test('by keyboard a field of the sidebar is found and added to the table; the panel does not cover the focused element', async () => {
  // At this window width the panel of a section covers the page.
  await page.setViewportSize({ width: 1100, height: 900 });
  const fields = button(page, 'Fields');
  await press(page, fields);
  const panel = page.getByRole('complementary', { name: 'Fields' });
  await panel
    .getByRole('button', { name: /took_ms/ })
    .first()
    .waitFor();
  await tabTo(page, panel.getByLabel('Filter fields'));
  await page.keyboard.type('TOOK');
  await panel
    .getByRole('button', { name: /source/ })
    .first()
    .waitFor({ state: 'detached' });
  await tabTo(page, panel.getByRole('button', { name: 'Actions for took_ms' }));
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Add to all tables');
  await page.locator('[role=columnheader][data-column="took_ms"]').waitFor();
  assert.ok(!(await focusOf(page)).lost, 'the focus is kept after the menu');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await settled('the button of the section in the sidebar', fields);
  await page.keyboard.press('Enter');
  await panel.waitFor();
  // When the focus moves on to the page, the panel closes.
  await tabTo(page, search());
  await panel.waitFor({ state: 'detached' });
});

test('the query, the shortcut sheet and the palette open from anywhere; typed text stays in text fields', async () => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const palette = page.getByRole('dialog', { name: 'Go to' });

  // From the start of the page, the second tab stop is a link that moves the focus to the query.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  await settled('the link to the content', page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Tab');
  await settled('the link to the query', page.getByRole('link', { name: 'Skip to query' }));
  await page.keyboard.press('Enter');
  await settled('the query', query());

  // Shortcut characters typed into a text field are text.
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('/a?b/');
  assert.equal((await query().textContent())?.trim(), '/a?b/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  assert.equal(await sheet.count(), 0);

  // The test continues from the list of messages; an opened message stays open.
  await tabTo(page, row(0));
  await page.keyboard.press('Enter');
  await button(page, 'Copy ID').waitFor();
  await page.keyboard.press('/');
  await settled('the query', query());
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('?');
  await sheet.waitFor();
  for (const title of ['Everywhere', 'Query', 'Messages', 'Details of a message', 'Charts'])
    await sheet.getByRole('heading', { name: title, exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('/');
  assert.ok(await hasFocus(sheet), 'the shortcut does not act on the page below a dialog');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await button(page, 'Copy ID').waitFor();
  assert.ok(!(await focusOf(page)).lost, 'the focus is on an element again');

  // The palette, which is among the listed shortcuts, replaces the sheet. The messages can be reached from anywhere on
  // the page.
  await page.keyboard.press('?');
  await sheet.waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await settled('the name', palette.getByRole('combobox'));
  assert.equal(await sheet.count(), 0);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  assert.ok(!(await focusOf(page)).lost, 'the focus is on an element again');
  await button(page, 'Save').focus();
  await page.keyboard.press('j');
  await settled('the messages', row(0));

  // The shortcut of the quick jump also works inside the query, which is a text field.
  await page.keyboard.press('/');
  await settled('the query', query());
  await page.keyboard.press('ControlOrMeta+k');
  const name = palette.getByRole('combobox');
  await settled('the name', name);
  await expectNoAxeViolations(page);
  await palette.getByRole('option', { name: /^Run the search/ }).waitFor();
  const before = await palette.boundingBox();
  await page.keyboard.type('default str');
  await palette.getByRole('option', { name: /^Default Stream/ }).waitFor();
  await palette.getByRole('option', { name: /^Run the search/ }).waitFor({ state: 'detached' });
  assert.deepEqual(
    await palette.boundingBox(),
    before,
    'the quick jump keeps its position and size with fewer entries',
  );
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await settled('the query', query());

  // Text that is typed while the quick jump is still loading appears in it.
  let letGo = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  // The page may preload the quick jump while idle, so its file is held back until the shortcut has been pressed.
  await page.route(/quick-jump/, async (route) => {
    const [answer] = await Promise.all([route.fetch(), pressed]);
    await page.keyboard.type('default');
    await route.fulfill({ response: answer });
  });
  await page.reload();
  await page.getByRole('treegrid').waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  letGo();
  await palette.getByRole('option', { name: /^Default Stream/ }).waitFor();
  await page.keyboard.type(' str');
  assert.equal(await name.inputValue(), 'default str');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // The quick jump runs commands by name: dialogs, popovers, pages. If Enter is pressed before
  // the server has answered, the first entry is opened when the answer arrives.
  await page.keyboard.press('ControlOrMeta+k');
  await settled('the name', name);
  await page.keyboard.type('load');
  await page.keyboard.press('Enter');
  const load = page.getByRole('dialog', { name: 'Saved searches' });
  await load.waitFor();
  await until('the dialog has the focus', () => hasFocus(load));
  await page.keyboard.press('Escape');
  await load.waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await settled('the name', name);
  await palette.getByRole('group', { name: 'Recently chosen' }).getByRole('option').first().waitFor();
  await page.keyboard.type('save');
  await palette.getByRole('option', { name: /^Save this search/ }).click();
  await until('the form has the focus', () => hasFocus(page.getByRole('dialog', { name: 'Name of search' })));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Name of search' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await settled('the name', name);
  await page.keyboard.type('create aggregation');
  await page.keyboard.press('Enter');
  await button(page, 'Update widget').waitFor();
  await button(page, 'Cancel').click();
  await page.keyboard.press('ControlOrMeta+k');
  await settled('the name', name);
  await page.keyboard.type('default stream');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/streams/000000000000000000000001/search*');
});
