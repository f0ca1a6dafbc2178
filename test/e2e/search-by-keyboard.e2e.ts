/**
 * Tests the search page without a pointer: creating a rule, and saving, listing, loading, deleting and exporting a
 * search. The focus must never be lost.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let page: Page;
let problems: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const now = Date.now() / 1000;
  await sendMessages(
    server,
    Array.from({ length: 6 }, (_message, index) => ({
      host: index % 2 === 0 ? 'db-01' : 'web-02',
      short_message: `request ${index} served`,
      timestamp: now - 10 + index,
      level: 6,
    })),
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  problems = problemsOf(page);
  await signIn(page, server, '/search');
  await page.getByRole('treegrid').getByText('request 5 served').waitFor();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Returns the accessible name of the focused element; '' when none has the focus. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    let active: Element | null = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!(active instanceof HTMLElement) || active === document.body || active.shadowRoot) return '';
    const label =
      active instanceof HTMLInputElement || active instanceof HTMLSelectElement
        ? active.labels?.[0]?.textContent
        : undefined;
    return (active.getAttribute('aria-label') ?? label ?? active.textContent).trim() || active.localName;
  });

const arrives = (what: RegExp): Promise<void> => until(`${what} has the focus`, async () => what.test(await focused()));

/** Presses Tab until an element with this name has the focus, and checks that the focus is visible. */
async function tabTo(what: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < 60 && !what.test(await focused()); press++) await page.keyboard.press(key);
  assert.match(await focused(), what);
  assert.ok(
    await page.evaluate(() => {
      let active: Element | null = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.matches(':focus-visible');
    }),
    'the focus is visible',
  );
}
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const choose = async (menu: RegExp, entry: RegExp): Promise<void> => {
  await tabTo(menu);
  await press('Enter');
  for (let at = 0; at < 10 && !entry.test(await focused()); at++) {
    await page.getByRole('menu').waitFor();
    if (!entry.test(await focused())) await press('ArrowDown');
  }
  assert.match(await focused(), entry);
  await press('Enter');
};

async function makeRule(value: string): Promise<void> {
  await tabTo(/^Add rule$/);
  await press('Enter');
  await arrives(/^Field/);
  await page.keyboard.type('source');
  await tabTo(/^Value/);
  await page.keyboard.type(value);
  await press('Enter');
  await page.getByText(`source == "${value}".`, { exact: true }).first().waitFor();
  await arrives(/^Add rule$/);
}

test('by keyboard a user creates and deletes highlighting rules; the focus stays beside the deleted rule', async () => {
  await tabTo(/^Highlighting$/);
  await press('Enter');
  // At this window width the section of highlighting rules stays open beside the results.
  await page.getByRole('complementary', { name: 'Highlighting' }).getByRole('button', { name: 'Add rule' }).waitFor();
  await makeRule('db-01');
  await until(
    'the value is marked',
    async () => (await page.getByRole('treegrid').locator('[data-marked]').count()) === 3,
  );
  await makeRule('web-02');
  await tabTo(/^Delete source == "web-02"\.$/, 'Shift+Tab');
  await press('Enter');
  await arrives(/^Cancel$/);
  await press('Escape');
  await arrives(/^Delete source == "web-02"\.$/);
  await press('Enter');
  await arrives(/^Cancel$/);
  await press('Tab', 'Enter');
  await arrives(/^Delete source == "db-01"\.$/);
});

test('by keyboard a user saves and stars searches, deletes one in the list, and loads another with its highlighting rule', async () => {
  await tabTo(/^Save$/);
  await press('Enter');
  await arrives(/^Title/);
  await page.keyboard.type('By hand');
  await press('Enter');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await page.getByRole('heading', { name: 'By hand' }).waitFor();
  await arrives(/./);
  for (const title of ['Second', 'Third']) {
    await tabTo(/^Save$/);
    await press('Enter');
    await arrives(/^Title/);
    await press('ControlOrMeta+A');
    await page.keyboard.type(title);
    await tabTo(/^Save as$/);
    await press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();
    // The page stays, so the focus returns to the button that opened the dialog.
    await arrives(/^Save$/);
  }
  await tabTo(/^Add to favorites$/, 'Shift+Tab');
  await press('Enter');
  await page.getByRole('button', { name: 'Remove from favorites' }).waitFor();
  assert.equal(await focused(), 'Remove from favorites');

  await tabTo(/^Load$/);
  await press('Enter');
  await arrives(/^Search saved searches$/);
  await tabTo(/^Delete Second$/);
  await press('Enter');
  await arrives(/^Cancel$/);
  await press('Tab', 'Enter');
  await arrives(/^Delete Third$/);
  await tabTo(/^By hand$/, 'Shift+Tab');
  await press('Enter');
  await page.getByRole('heading', { name: 'By hand' }).waitFor();
  await until(
    'the rule of the loaded search marks its values',
    async () => (await page.getByRole('treegrid').locator('[data-marked]').count()) === 3,
  );
  await arrives(/./);
});

test('by keyboard a user exports search results without a removed field', async () => {
  await choose(/^Search actions$/, /^Export$/);
  await arrives(/^Output format/);
  await tabTo(/^Remove source$/);
  await press('Enter');
  await arrives(/^Remove message$/);
  await tabTo(/^Start Download$/);
  const [file] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  assert.equal(lines[0]?.trim(), '"timestamp","message"');
  assert.equal(lines.length, 7);
  await arrives(/^Search actions$/);
  assert.deepEqual(problems, []);
});
