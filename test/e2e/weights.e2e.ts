/**
 * Counts the bytes of gzipped JavaScript that pages load. The login page, a page with `<log-search>` and the console's
 * search page are counted until they have loaded everything; `<log-search>` is also counted until the first messages
 * are shown. No time is measured.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { signIn } from './signed-in.js';

const kib = 1024;
/** Maximum size in KiB of all scripts that the console's search page has loaded when it is idle. */
const consoleSearchKib = 480;
let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

function gzipSize(path: string): number {
  return gzipSync(readFileSync(new URL(`../../dist${path}`, import.meta.url)), { level: 9 }).length / kib;
}

/** Asserts that the server announced the scripts of these sources (preload) and the first requests, each once. */
async function assertNamed(page: Page, sources: readonly string[], calls: readonly string[] = []): Promise<void> {
  const manifest = JSON.parse(readFileSync(new URL('../../dist/manifest.json', import.meta.url), 'utf8')) as Record<
    string,
    { parts: string[] }
  >;
  const loaded = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name, initiatorType }) => [new URL(name).pathname, initiatorType])`,
  )) as [string, string][];
  const initiatorsOf = (path: string) => loaded.filter(([one]) => one === path).map(([, initiator]) => initiator);
  for (const source of sources) {
    const file = Object.keys(manifest).find((one) => manifest[one]?.parts.includes(source));
    assert.deepEqual(initiatorsOf(`/${file}`), ['other'], `the script ${file} of ${source} is preloaded once`);
  }
  for (const path of ['/api/system/sessions', '/api/', ...calls]) assert.deepEqual(initiatorsOf(path), ['link'], path);
}

test('the scripts of the login page stay within their size limit', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) loaded.push(pathname);
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  const all = [...new Set(loaded)].reduce((sum, path) => sum + gzipSize(path), 0);
  await assertNamed(page, ['elements/console/login-page.tsx']);
  console.log(`# login page: ${all.toFixed(1)} KiB of 141`);
  assert.ok(all > 0 && all <= 141, `${all.toFixed(1)} KiB`);
  await context.close();
});

test('the scripts of <log-search> stay within their size limits', async () => {
  await sendMessages(server, [{ host: 'web-01', short_message: 'first light', level: 6 }]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server);
  await page.close();

  const fresh = await context.newPage();
  const loaded: string[] = [];
  fresh.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) loaded.push(pathname);
  });
  const weight = (paths: readonly string[]) => [...new Set(paths)].reduce((sum, path) => sum + gzipSize(path), 0);
  // The page itself records the loaded scripts when the row appears, because a query from outside would be too late.
  await fresh.addInitScript(`
    requestAnimationFrame(function look() {
      const text = document.querySelector('log-search')?.shadowRoot?.textContent ?? '';
      if (!text.includes('first light')) return requestAnimationFrame(look);
      globalThis.scriptsAtFirstMessage = performance.getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'));
    });
  `);
  await fresh.goto(`${server.url}/examples/plain.html`);
  await fresh.locator('log-search').getByText('first light').first().waitFor();
  const first = (await fresh.evaluate('globalThis.scriptsAtFirstMessage')) as string[];
  const untilMessages = weight(first);
  await fresh.locator('log-search canvas').first().waitFor();
  await fresh.locator('log-search .cm-editor').first().waitFor();
  await fresh.waitForLoadState('networkidle');
  const all = weight(loaded);
  console.log(`# until the first messages: ${untilMessages.toFixed(1)} KiB of 260`);
  console.log(`# everything: ${all.toFixed(1)} KiB of 480`);
  const heaviest = [...new Set(first)].sort((a, b) => gzipSize(b) - gzipSize(a)).slice(0, 8);
  const heaviestTexts = heaviest.map((path) => `${path} ${gzipSize(path).toFixed(1)}`).join(', ');
  assert.ok(untilMessages > 0);
  assert.ok(
    untilMessages <= 260,
    `${untilMessages.toFixed(1)} KiB are loaded until the first messages: ${heaviestTexts}`,
  );
  assert.ok(all <= 480, `${all.toFixed(1)} KiB are loaded in total: ${heaviestTexts}`);
  await context.close();
});

test('the scripts of the search page of the whole console stay within their size limit', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const first = await context.newPage();
  await signIn(first, server);
  await first.close();
  const page = await context.newPage();
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) loaded.add(pathname);
  });
  await page.goto(`${server.url}/search`);
  await page.locator('canvas').first().waitFor();
  await page.locator('.cm-editor').first().waitFor();
  await page.waitForLoadState('networkidle');
  const all = [...loaded].reduce((sum, path) => sum + gzipSize(path), 0);
  await assertNamed(
    page,
    [
      'elements/console/open-console.tsx',
      'elements/search/page/log-search.tsx',
      'elements/widgets/message-table/message-table-widget.tsx',
    ],
    ['/api/users/admin', '/api/streams', '/api/search/decorators'],
  );
  console.log(`# search page of the console: ${all.toFixed(1)} KiB of ${consoleSearchKib}`);
  assert.ok(all > 0 && all <= consoleSearchKib, `${all.toFixed(1)} KiB`);
  await context.close();
});
