/**
 * Tests the frame of the console by role and label: login, navigation, theme, unknown addresses and an unavailable
 * server.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { casesInTurn } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { preferencesSaved, problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let violations: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  violations = problemsOf(page);
});
afterEach(() => context.close());

test('a wrong password is rejected with a message, the right one opens the welcome page', async () => {
  await page.goto(server.url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.waitForURL(/\/welcome$/);
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  assert.deepEqual(violations, []);
});

test('a reload keeps the session, a logout ends it', async () => {
  await signIn(page, server);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('an unknown address shows the not-found page, which links back', async () => {
  await signIn(page, server, '/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  assert.ok(await page.getByText('The party gorilla was just here, but had another party to rock.').isVisible());
  await page.getByRole('button', { name: 'Go to the search page' }).click();
  await page.waitForURL(/\/search/);
  await page.goBack();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('the chosen theme survives a reload', async () => {
  await signIn(page, server, '/no/such/page');
  await page.getByRole('button', { name: 'User menu' }).click();
  const dark = page.getByRole('menuitemcheckbox', { name: 'Dark theme' });
  assert.equal(await dark.getAttribute('aria-checked'), 'false');
  const darkSaved = preferencesSaved(page);
  await dark.click();
  await page.locator('log-console[theme=dark]').waitFor();
  await darkSaved;
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.locator('log-console[theme=dark]').waitFor();
  await page.getByRole('button', { name: 'User menu' }).click();
  const systemSaved = preferencesSaved(page);
  await page.getByRole('menuitemcheckbox', { name: 'Theme as the system' }).click();
  await page.locator('log-console[theme=auto]').waitFor();
  await systemSaved;
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.locator('log-console:not([theme=dark])').waitFor();
});

for (const scheme of casesInTurn(['light', 'dark'] as const, 1)) {
  test(`axe finds no violations on the login and not-found pages (${scheme})`, async () => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectNoAxeViolations(page);
    await signIn(page, server, '/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectNoAxeViolations(page);
    assert.deepEqual(violations, []);
  });
}

test('the user menu opens and closes by keyboard and returns the focus', async () => {
  await signIn(page, server, '/no/such/page');
  const button = page.getByRole('button', { name: 'User menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: 'User menu' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menu', { name: 'User menu' }).waitFor({ state: 'detached' });
  assert.equal(
    await button.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement),
    true,
  );
});

test('a narrow window has every entry of the header in its menu, including the documentation', async () => {
  await signIn(page, server, '/no/such/page');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('menu', { name: 'Menu' });
  await menu.waitFor();
  const entries = await menu.getByRole('menuitem').allTextContents();
  const system = [
    'Overview',
    'Configurations',
    'Nodes',
    'Inputs',
    'Outputs',
    'Indices',
    'Logging',
    'Users and Teams',
    'Roles',
    'Authentication',
    'Content Packs',
    'Grok Patterns',
    'Lookup Tables',
    'Pipelines',
    'Sidecars',
  ];
  assert.deepEqual(entries, [
    'Search',
    'Streams',
    'Alerts',
    'Dashboards',
    'Enterprise',
    'Security',
    ...system,
    'Welcome',
    // The entry shows its keyboard shortcut.
    'Go to page or actionCtrl+K',
    'Keyboard shortcuts?',
    'Documentation',
    'API browser',
    'About Log Console',
  ]);
  const documentation = page.getByRole('menuitem', { name: 'Documentation' });
  assert.match((await documentation.getAttribute('href')) ?? '', /\/host\/page\/handbook\/start\.html$/);
});

test('the console keeps the sign-in form during an outage, and shows an unreachable server with details at the start', async () => {
  const own = await startTestServer();
  await page.goto(own.url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(own.adminPassword);
  await own.kill();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Server not reachable since \d\d:\d\d, trying again\.$/).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Server currently unavailable' }).count(), 0);
  const again = await startTestServer({ data: own.data, args: ['--port', new URL(own.url).port] });
  try {
    await page.getByText('Server not reachable').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Username').inputValue(), 'admin');
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Server currently unavailable' }).waitFor();
    await page.getByRole('button', { name: 'More details' }).click();
    await page.getByText(`GET ${own.url}/api/`, { exact: true }).waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  } finally {
    await again.stop();
    await rm(own.data, { recursive: true, force: true });
  }
});
