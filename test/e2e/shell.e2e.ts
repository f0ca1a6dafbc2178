/**
 * Tests the frame of the console against a real server: scratchpad, about page, announcements, sources, titles of
 * rejected pages.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { publicNotificationsClass } from '../../api/contract/cluster-config-names.js';
import type { PublicNotification } from '../../api/contract/public-notifications.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn, signInAtForm } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let session: string;
let context: BrowserContext;
let page: Page;
let violations: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  violations = problemsOf(page);
});
afterEach(async () => {
  await context.close();
  assert.deepEqual(violations, []);
});

const title = (text: string) =>
  page.waitForFunction((expected) => document.title === expected, `Log Console - ${text}`);

test('the scratchpad stays open across pages and reloads, and is hidden from the end of the session until the next sign-in', async () => {
  await signIn(page, server, '/no/such/page');
  const toggle = page.getByRole('button', { name: 'Scratchpad' });
  assert.equal(
    await page.getByRole('navigation').getByText('DEV', { exact: true }).count(),
    0,
    'the marker of development builds is not shown',
  );
  const pad = page.getByRole('dialog', { name: 'Scratchpad' });
  await toggle.click();
  // The scratchpad is loaded when it is first opened, and takes the focus.
  await pad.locator('textarea:focus').waitFor();
  await page.keyboard.type('level:3 AND source:web?');
  await pad.getByText('Auto saved.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Dashboards', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor();
  assert.equal(await pad.getByRole('textbox').inputValue(), 'level:3 AND source:web?');
  await page.reload();
  await pad.waitFor();
  assert.equal(await pad.getByRole('textbox').inputValue(), 'level:3 AND source:web?');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForFunction(() => {
    const root = document.querySelector('log-console')?.shadowRoot;
    return root?.querySelector('[role=dialog]')?.getBoundingClientRect().width === 360;
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await pad.getByRole('textbox').focus();
  await page.keyboard.press('Escape');
  await pad.waitFor({ state: 'detached' });
  assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
  assert.ok(await toggle.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement));

  await toggle.click();
  await pad.waitFor();
  await toggle.click();
  await pad.waitFor({ state: 'detached' });
  await page.reload();
  await toggle.waitFor();
  assert.equal(await pad.count(), 0, 'a closed scratchpad stays closed after a reload');
  await toggle.click();
  await pad.waitFor();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Streams', exact: true }).click();
  await page.getByLabel('Username').waitFor();
  assert.equal(await pad.isVisible(), false, 'the notes are hidden when the session has ended');
  await signInAtForm(page, server);
  await pad.waitFor();
});

test('the page "About" shows versions and the licence of every shipped package', async () => {
  await signIn(page, server, '/no/such/page');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'About Log Console' }).click();
  const about = page.getByRole('dialog', { name: 'About Log Console' });
  await about.getByRole('button', { name: /^log-console .*Apache-2\.0$/ }).waitFor();
  await about.getByRole('searchbox', { name: 'Filter packages' }).fill('xstate');
  const xstate = about.getByRole('button', { name: /^xstate .*MIT$/ });
  await xstate.click();
  await about.getByText(/Permission is hereby granted/).waitFor();
  await expectNoAxeViolations(page);
});

test('public notifications are shown on the login page and in the console until they are dismissed', async () => {
  const notification: PublicNotification = {
    key: 'k',
    variant: 'warning',
    title: 'Maintenance',
    hiddenTitle: false,
    shortMessage: 'Tonight from <b>22:00</b>.',
    longMessage: 'For an hour.',
    isActive: true,
    isDismissible: true,
  };
  const json = { notifications: [notification] };
  const path = `/system/cluster_config/${publicNotificationsClass}`;
  assert.equal((await server.call(path, { method: 'PUT', session, json })).status, 202);
  await page.goto(server.url);
  await page.getByText('Tonight from <b>22:00</b>.').waitFor();
  await page.getByRole('button', { name: 'Read More' }).click();
  await page.getByText('For an hour.').waitFor();
  await expectNoAxeViolations(page);
  await signInAtForm(page, server);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByText('Tonight from <b>22:00</b>.').waitFor();
  await page.getByRole('button', { name: 'Dismiss Maintenance' }).click();
  await page.getByText('Tonight from <b>22:00</b>.').waitFor({ state: 'detached' });
  await server.call(path, { method: 'DELETE', session });
});

test('the page of sources shows a generated dashboard, and the stored one once it is saved', async () => {
  await signIn(page, server, '/sources');
  for (const name of ['Messages over time', 'Messages by source', 'Share of each source'])
    await page.getByText(name, { exact: true }).waitFor();
  await title('Sources');
  await page.getByRole('button', { name: 'Save as' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Sources');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}$/);
  const stored = page.url();
  await page.goto(`${server.url}/sources`);
  await page.waitForURL(stored);
});

test('the window title shows that a page was not found or needs missing permissions', async () => {
  await signIn(page, server, '/no/such/page');
  await title('Page not found');
  await page.route(/\/api\/authz\/roles\b/, (route) =>
    route.fulfill({ status: 403, json: { type: 'ApiError', message: 'Not authorized: this needs roles:read.' } }),
  );
  await page.goto(`${server.url}/system/roles`);
  await page.getByRole('heading', { name: 'Missing Permissions' }).waitFor();
  await title('Missing Permissions');
  await page.getByText('Not authorized: this needs roles:read.').waitFor();
  await page.getByRole('button', { name: 'Copy details' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Welcome', exact: true }).click();
  await title('Welcome');
});
