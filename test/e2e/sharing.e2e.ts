/**
 * Tests sharing by role and label: another user gets access to a search and a dashboard, and may do exactly what was
 * granted.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let jane: string;
const violations: string[] = [];
const password = 'a user password';

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const admin = await server.login();
  const role = { name: 'People', description: '', permissions: ['users:list', 'streams:read'] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json: role })).status, 201);
  for (const [username, first_name] of [
    ['jane', 'Jane'],
    ['tom', 'Tom'],
  ] as const) {
    const json = {
      username,
      password,
      email: `${username}@example.org`,
      first_name,
      last_name: 'Roe',
      permissions: [],
      roles: ['Reader', 'Dashboard Creator', 'People'],
    };
    const made = await server.call('/users', { method: 'POST', session: admin, json });
    assert.equal(made.status, 201, await made.text());
  }
  jane = await server.login('jane', password);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a separate page for a user, signed in. */
async function signedIn(username: string, path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  problemsOf(page, violations);
  await signIn(page, server, path, { username, password });
  return page;
}
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const refusal = (page: Page) => shareButton(page).getAttribute('aria-description');

test('a search is shared with a user who can open and run it, but not change it, until access is revoked', async () => {
  const owner = await signedIn('jane', '/search');
  const scripts: Promise<string>[] = [];
  owner.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.push(response.text().catch(() => ''));
  });
  await heading(owner, 'Unsaved search');
  assert.equal(await refusal(owner), 'Sharing not possible: Only saved searches can be shared.');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  const form = owner.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill('Errors of the shop');
  await form.getByRole('button', { name: 'Create new' }).click();
  await owner.waitForURL(/\/search\/[0-9a-f]{24}/);
  await heading(owner, 'Errors of the shop');
  const route = new URL(owner.url()).pathname;
  await owner.locator('button[aria-label="Share"]:not([aria-disabled])').waitFor();
  const isDialog = (text: string) => text.includes('Removing the following owners');
  assert.ok(!(await Promise.all(scripts)).some(isDialog), 'no part of the dialog is loaded before it is opened');

  await shareButton(owner).click();
  const dialog = owner.getByRole('dialog', { name: 'Sharing search Errors of the shop' });
  await dialog.getByText('This search has no collaborators.').waitFor();
  assert.equal(await dialog.getByLabel('Sharable URL').inputValue(), `${server.url}${route}`);
  await dialog.getByRole('combobox', { name: 'Search for users and teams' }).fill('tom');
  await owner.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add Collaborator' }).click();
  await dialog.getByText('new', { exact: true }).waitFor();
  await expectNoAxeViolations(owner);
  await dialog.getByRole('button', { name: 'Update sharing' }).click();
  await toast(owner, 'Shares for search "Errors of the shop" updated successfully');
  await dialog.waitFor({ state: 'detached' });
  assert.ok((await Promise.all(scripts)).some(isDialog));

  const guest = await signedIn('tom', '/views', 'dark');
  await guest.getByRole('row', { name: /Errors of the shop/ }).waitFor();
  const notHis = 'Sharing not possible: Only owners of this search are allowed to share it.';
  const row = guest.getByRole('button', { name: 'Share Errors of the shop' });
  assert.equal(await row.getAttribute('aria-description'), notHis);
  await guest.getByRole('link', { name: 'Errors of the shop' }).click();
  await guest.waitForURL((url) => url.pathname === route);
  await heading(guest, 'Errors of the shop');
  assert.equal(await refusal(guest), notHis);
  // The user may run it, but save it only as a new search.
  const executed = guest.waitForResponse((response) => /\/views\/search\/[^/]+\/execute/.test(response.url()));
  await guest.getByRole('button', { name: 'Search', exact: true }).click();
  assert.ok((await executed).ok());
  await guest.getByRole('button', { name: 'Save', exact: true }).click();
  const copy = guest.getByRole('dialog', { name: 'Name of search' });
  await copy.getByRole('button', { name: 'Create new' }).waitFor();
  assert.equal(await copy.getByRole('button', { name: 'Save', exact: true }).count(), 0);
  await guest.keyboard.press('Escape');
  const tom = await server.login('tom', password);
  const id = route.split('/').at(-1) ?? '';
  const view = (await (await server.call(`/views/${id}`, { session: tom })).json()) as object;
  assert.equal((await server.call(`/views/${id}`, { method: 'PUT', session: tom, json: view })).status, 403);

  // Access is revoked, this time from the list.
  await owner.goto(`${server.url}/views`);
  await owner.getByRole('button', { name: 'Share Errors of the shop' }).click();
  await dialog.getByRole('button', { name: 'Remove Tom Roe' }).click();
  await dialog.getByText('This search has no collaborators.').waitFor();
  await dialog.getByRole('button', { name: 'Update sharing' }).click();
  await toast(owner, 'Shares for search "Errors of the shop" updated successfully');
  assert.equal((await server.call(`/views/${id}`, { session: tom })).status, 404);
  await guest.goto(`${server.url}/views`);
  await guest.getByText('No saved searches have been created yet.').waitFor();
  assert.deepEqual(violations, []);
  await Promise.all([owner.context().close(), guest.context().close()]);
});

test('a query of the search history is found in another browser, and by the user with whom it is shared', async () => {
  const first = await signedIn('jane', '/search');
  const sent = first.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/search/history'),
  );
  await first.goto(`${server.url}/search?q=level%3A3&rangetype=relative&from=7200&streams=000000000000000000000001`);
  await first.getByRole('textbox', { name: 'Search query' }).press('Enter');
  assert.equal((await sent).status(), 204);

  const second = await signedIn('jane', '/search');
  const open = async (page: Page) => {
    await page.getByRole('textbox', { name: 'Search query' }).focus();
    await page.getByRole('button', { name: 'Earlier queries' }).click();
    return page.getByRole('dialog', { name: 'Earlier queries' });
  };
  const own = await open(second);
  await own.getByRole('button', { name: /^level:3.*2 hours ago/ }).waitFor();
  await own.getByRole('button', { name: 'Share this query' }).click();
  const sharing = second.getByRole('dialog', { name: 'Sharing earlier query level:3' });
  await sharing.getByRole('combobox', { name: 'Search for users and teams' }).fill('tom');
  await second.keyboard.press('Enter');
  await sharing.getByRole('button', { name: 'Add Collaborator' }).click();
  await sharing.getByText('new', { exact: true }).waitFor();
  await expectNoAxeViolations(second);
  await sharing.getByRole('button', { name: 'Update sharing' }).click();
  await toast(second, 'Shares for earlier query "level:3" updated successfully');

  const guest = await signedIn('tom', '/search', 'dark');
  const shared = await open(guest);
  await shared.getByRole('tab', { name: 'Shared with you (1)' }).click();
  await shared.getByText('Shared by jane').waitFor();
  await expectNoAxeViolations(guest);
  await shared.getByRole('button', { name: 'Search with its streams and time range' }).click();
  await guest.waitForURL(({ searchParams: said }) => said.get('q') === 'level:3' && said.get('relative') === '7200');
  assert.equal(new URL(guest.url()).searchParams.get('streams'), '000000000000000000000001');
  assert.deepEqual(violations, []);
  await Promise.all([first, second, guest].map((page) => page.context().close()));
});

test('a manager of a dashboard may change it; an owner may share it further; an unsaved dashboard cannot be shared', async () => {
  const widget = { title: 'Count', config: {}, position: { col: 1, row: 1, width: 4, height: 2 } };
  const { id } = await storeDashboard(server, jane, 'Payment health', [{ title: 'Page', widgets: [widget] }]);
  const owner = await signedIn('jane', `/dashboards/${id}`, 'dark');
  await heading(owner, 'Payment health');
  await shareButton(owner).click();
  const dialog = owner.getByRole('dialog', { name: 'Sharing dashboard Payment health' });
  await dialog.getByRole('combobox', { name: 'Search for users and teams' }).fill('tom');
  await owner.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Capability', exact: true }).selectOption('Manager');
  await dialog.getByRole('button', { name: 'Add Collaborator' }).click();
  await dialog.getByText('new', { exact: true }).waitFor();
  await expectNoAxeViolations(owner);
  await dialog.getByRole('button', { name: 'Update sharing' }).click();
  await toast(owner, 'Shares for dashboard "Payment health" updated successfully');

  const guest = await signedIn('tom', `/dashboards/${id}`);
  await heading(guest, 'Payment health');
  assert.equal(await refusal(guest), 'Sharing not possible: Only owners of this dashboard are allowed to share it.');
  await guest.locator('button[aria-label="Save"]:not([aria-disabled])').waitFor();

  await shareButton(owner).click();
  await dialog.getByLabel('Capability of Tom Roe').selectOption('Owner');
  await dialog.getByText('changed', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Update sharing' }).click();
  await dialog.waitFor({ state: 'detached' });
  await guest.reload();
  await heading(guest, 'Payment health');
  await guest.locator('button[aria-label="Share"]:not([aria-disabled])').click();
  const his = guest.getByRole('dialog', { name: 'Sharing dashboard Payment health' });
  await his.getByLabel('Capability of Jane Roe').waitFor();

  await owner.goto(`${server.url}/dashboards/new`);
  await owner.getByRole('button', { name: 'Save as' }).waitFor();
  assert.equal(await refusal(owner), 'Sharing not possible: Only saved dashboards can be shared.');
  assert.deepEqual(violations, []);
  await Promise.all([owner.context().close(), guest.context().close()]);
});

test('revoked permissions take effect on an open dashboard at its next search', async () => {
  const admin = await server.login();
  const post = async (path: string, json: unknown) => {
    const answer = await server.call(path, { method: 'POST', session: admin, json });
    assert.ok(answer.ok, await answer.text());
  };
  const reader = { username: 'ann', password, email: 'ann@example.org', first_name: 'Ann', last_name: 'Roe' };
  await post('/users', { ...reader, permissions: [], roles: ['Reader'] });
  const ann = (await (await server.call('/users/ann', { session: admin })).json()) as { id: string };
  const stream = '000000000000000000000001';
  const widget = {
    title: 'Count',
    config: {},
    streams: [stream],
    position: { col: 1, row: 1, width: 4, height: 2 },
  } as const;
  const { id } = await storeDashboard(server, admin, 'Lent', [{ title: 'Page', widgets: [widget] }]);
  const grant = (entity: string, may: boolean) =>
    post(`/authz/shares/entities/grn::::${entity}`, {
      selected_grantee_capabilities: may ? { [`grn::::user:${ann.id}`]: 'view' } : {},
    });
  await grant(`dashboard:${id}`, true);
  await grant(`stream:${stream}`, true);
  // Access to a second stream is granted, because a user without any stream cannot search at all.
  await grant('stream:000000000000000000000002', true);

  const page = await signedIn('ann', `/dashboards/${id}`);
  const count = page.getByRole('region', { name: 'Count' });
  await count.getByText('0', { exact: true }).waitFor();
  await grant(`stream:${stream}`, false);
  await page.getByRole('textbox', { name: 'Search query' }).fill('*');
  await page.keyboard.press('Enter');
  await count.getByRole('alert').waitFor();
  assert.equal(await count.getByText('0', { exact: true }).count(), 0);
  assert.deepEqual(violations, []);
  await page.context().close();
});
