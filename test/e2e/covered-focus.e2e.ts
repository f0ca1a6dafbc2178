/**
 * Tests that sticky bars cover no control that gets the focus (WCAG 2.2, 2.4.11), forwards from the top of the window
 * and backwards from the end of a page, on a desktop and on a phone. The focus leaves the page before 150 stops.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { button, walk } from './keyboard.js';
import { sendMessages } from './sent-messages.js';
import { signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const now = Date.now() / 1000;
  await sendMessages(
    server,
    Array.from({ length: 30 }, (_message, index) => ({
      host: `web-${index % 3}`,
      short_message: `request ${index} served`,
      timestamp: now - index,
      _took_ms: index,
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Opens the editor of the message count, which has a sticky bar of buttons on phones. */
async function openEditor(page: Page): Promise<void> {
  const size = page.viewportSize();
  // On phones a menu contains the button "Edit", so the editor is opened in a wide window.
  await page.setViewportSize({ width: 1440, height: 900 });
  const widget = page.getByRole('region', { name: 'Message Count', exact: true });
  await widget.getByRole('button', { name: 'Edit', exact: true }).click();
  await button(page, 'Update widget').waitFor();
  if (size) await page.setViewportSize(size);
}

const places: readonly (readonly [
  name: string,
  path: string,
  ready: (page: Page) => Locator,
  open?: typeof openEditor,
])[] = [
  ['the search page', '/search?rangetype=relative&relative=300', (page) => page.locator('[data-row="0"]')],
  ['a widget editor', '/search?rangetype=relative&relative=300', (page) => page.locator('[data-row="0"]'), openEditor],
  ['the welcome page', '/welcome', (page) => page.getByRole('heading', { name: 'Recent Activity' })],
];

for (const width of [1440, 360])
  for (const [name, path, ready, open] of places)
    test(`no sticky bar covers the focus on ${name} in a window that is ${width} px wide`, async () => {
      const context = await browser.newContext({ viewport: { width, height: 700 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await signIn(page, server, path);
      await ready(page).first().waitFor();
      await open?.(page);
      await page.evaluate('window.scrollTo(0, 0)');
      const forwards = await walk(page, 'Tab');
      assert.ok(forwards.length > 5 && forwards.length < 150, forwards.join(', '));
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
      const backwards = await walk(page, 'Shift+Tab');
      assert.ok(backwards.length > 5 && backwards.length < 150, backwards.join(', '));
      await context.close();
    });
