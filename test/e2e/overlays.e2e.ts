/**
 * Tests menus, pop-overs and dialogs for accessibility while they are open. A run of this file alone checks the
 * overlays of a search and of a dashboard; `npm run test:all` checks the overlays of many pages, together with the page
 * behind each of them, in both themes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { axeViolations } from './axe.js';
import { sendMessages } from './sent-messages.js';
import { signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

const all = process.env['TEST_ALL'] === '1';

let browser: Browser;
let server: TestServer;
let dashboard: string;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(server, [
    { host: 'web-01', short_message: 'request served', level: 6, _took_ms: 12, _trace_id: 'a1', _span_id: 'b1' },
    { host: 'db-01', short_message: 'request failed', level: 3, _took_ms: 900 },
  ]);
  const position = { col: 1, row: 1, width: 6, height: 4 };
  const { id } = await storeDashboard(server, await server.login(), 'Shop', [
    {
      title: 'One',
      widgets: [
        { title: 'Count', config: { visualization: 'numeric' }, position },
        { title: 'Lines', config: 'messages', position: { ...position, row: 5 } },
      ],
    },
  ]);
  dashboard = `/dashboards/${id}`;
});
after(async () => {
  await browser.close();
  await server.stop();
});

const openers = '[aria-haspopup]:visible:not([aria-disabled=true], [disabled])';
const overlays = ':is([role=menu], [role=dialog], [role=alertdialog], [role=listbox]):visible';

/**
 * Opens the first control of each name, one after another, and returns the violations that axe finds while its overlay
 * is open.
 */
async function findingsOf(page: Page): Promise<string[]> {
  const names = await page
    .locator(openers)
    .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()));
  const found: string[] = [];
  let opened = 0;
  for (const [index, name] of names.entries()) {
    // Rows of a list have the same controls, which differ in a name in quotes or isolates, or in a time.
    if (names.indexOf(name) !== index || /[\u2068"]|\d{4}/.test(name)) continue;
    const opener = page.locator(openers).nth(index);
    await opener.focus();
    await page.keyboard.press('Enter');
    const overlay = page.locator(overlays).first();
    // Some controls open a list only after typing.
    if (
      !(await overlay.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    opened += 1;
    found.push(...(await axeViolations(page, all ? undefined : overlay)).map((text) => `${name}: ${text}`));
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'hidden' });
  }
  assert.ok(opened > 0, 'the page has overlays');
  return found;
}

const pages = [
  ['/search?rangetype=relative&from=3600', 'dark'],
  ['dashboard', 'light'],
  ...(all
    ? [
        ...['/search?rangetype=relative&from=3600', '/welcome'].map((path) => [path, 'light']),
        ...['dashboard', '/welcome'].map((path) => [path, 'dark']),
        ...['/dashboards', '/views', '/streams', '/alerts', '/alerts/definitions', '/system/inputs', '/system/users']
          .concat(['/system/pipelines', '/system/index_sets', '/system/grokpatterns', '/system/configurations'])
          .concat(['/system/lookuptables/create', '/system/overview', '/system/outputs', '/system/roles'])
          .flatMap((path) => [
            [path, 'light'],
            [path, 'dark'],
          ]),
      ]
    : []),
] as [path: string, theme: 'light' | 'dark'][];

for (const [path, theme] of pages)
  test(`every overlay of ${path} is accessible in the ${theme} theme`, async () => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signIn(page, server, path === 'dashboard' ? dashboard : path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page
      .getByText(path === 'dashboard' || path.startsWith('/search') ? 'request failed' : /./)
      .first()
      .waitFor();
    assert.deepEqual(await findingsOf(page), []);
    await context.close();
  });
