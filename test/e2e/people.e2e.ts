/**
 * Tests users, roles, tokens and sessions as administrators and the users themselves see them
 * (screens/administration.md A2–A7). The tests find elements by ARIA role and label, and continue with the users and
 * roles of earlier tests.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { isFullRun, onlyInFullRun } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let page: Page;
let admin: string;
const violations: string[] = [];
const password = 'a user password';
const jane = { username: 'jane', password };

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

  problemsOf(page, violations);
  await signIn(page, server, '/welcome');
});
after(async () => {
  await browser.close();
  await server.stop();
});

/**
 * Checks the whole page with axe in the full run. Other runs check nothing here, because element tests check the
 * content of these pages.
 */
const checkWholePageInFullRun = (on: Page): Promise<void> =>
  isFullRun ? expectNoAxeViolations(on) : Promise.resolve();
const toast = (text: string, on = page) =>
  on.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const row = (name: string, on = page) => on.getByRole('row', { name: new RegExp(name) });
const heading = (name: string, on = page) => on.getByRole('heading', { name, level: 1 });
const region = (name: string, on = page) => on.getByRole('region', { name, exact: true });
const question = (on = page) => on.getByRole('alertdialog');

async function read<Answer>(path: string, session = admin): Promise<Answer> {
  const response = await server.call(path, { session });
  assert.equal(response.status, 200, path);
  return (await response.json()) as Answer;
}
interface Account {
  id: string;
  roles: string[];
  full_name: string;
  email: string;
  account_status: string;
}
const account = (username: string) => read<Account>(`/users/${username}`);
const open = async (path: string, on = page) => {
  await on.goto(`${server.url}${path}`);
  await on.getByRole('navigation', { name: 'Main' }).waitFor();
};
/** Opens a separate browser context for a user. */
async function elsewhere(person: { username: string; password: string }, path: string, width = 1280) {
  const context: BrowserContext = await browser.newContext({ viewport: { width, height: 800 } });
  const own = await context.newPage();

  problemsOf(own, violations);
  await signIn(own, server, path, person);
  return { context, own };
}
async function makeUser(username: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const json = {
    username,
    password,
    email: `${username}@example.org`,
    first_name: username,
    last_name: 'Roe',
    permissions: [],
    roles: ['Reader'],
    ...more,
  };
  const made = await server.call('/users', { method: 'POST', session: admin, json });
  assert.equal(made.status, 201, await made.text());
}

test('the quick jump opens the typed page, and offers only pages that the user may open', async () => {
  await heading('Welcome to Log Console!').waitFor();
  await page.keyboard.press('Control+k');
  const jump = page.getByRole('dialog', { name: 'Go to' });
  const field = jump.getByRole('combobox', { name: 'Page, action, or name of an entity' });
  await field.fill('users and');
  await jump.getByRole('option', { name: /^Users and Teams/ }).waitFor();
  await checkWholePageInFullRun(page);
  await field.press('Enter');
  await heading('Users Overview').waitFor();
  const administrator = page.getByRole('table', { name: 'System Administrator' });
  await administrator.getByRole('row', { name: /Administrator admin/ }).waitFor();
  assert.equal(await administrator.getByRole('button', { name: 'System user' }).getAttribute('aria-disabled'), 'true');
  await page.getByText(/^Found \d+ registered users? on the system\.$/).waitFor();
  await jump.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Go to page/ }).click();
  await field.fill('');
  await field.press('ArrowDown');
  assert.equal(await jump.getByRole('option').nth(1).getAttribute('aria-selected'), 'true');
  await field.fill('no such page');
  await jump.getByText('Nothing has this name.').waitFor();
  await field.press('Escape');
  await jump.waitFor({ state: 'hidden' });
});

test('an administrator creates a user; problems are shown at the fields', async () => {
  await page.getByRole('button', { name: 'Create user' }).click();
  await heading('Create User').waitFor();
  const submit = page.getByRole('button', { name: 'Create user' });
  await page.getByLabel('First Name').fill('Jane');
  await page.getByLabel('Last Name').fill('Roe');
  await page.getByLabel('E-Mail Address').fill('jane@example.org');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('New Password', { exact: true }).fill('five5');
  await page.getByLabel('Repeat Password', { exact: true }).fill('other');
  await page.getByText('Username is already taken').waitFor();
  await submit.click();
  await page.getByText('Password must be at least 8 characters long').waitFor();
  await page.getByText('Passwords do not match').waitFor();
  assert.equal((await server.call('/users/jane', { session: admin })).status, 404);

  await page.getByRole('button', { name: 'Remove Reader' }).click();
  assert.equal(await submit.getAttribute('aria-disabled'), 'true');
  await page.getByText('You need to select at least one of the Reader or Admin roles.').first().waitFor();
  await page.getByRole('combobox', { name: 'Assign Roles' }).fill('reader');
  await page.getByRole('option', { name: 'Reader', exact: true }).click();

  await page.getByLabel('Username').fill('jane');
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat Password', { exact: true }).fill(password);
  await page.getByText('Username is already taken').waitFor({ state: 'hidden' });
  await checkWholePageInFullRun(page);
  await submit.click();
  await toast('was created');
  await row('Jane Roe').waitFor();
  assert.deepEqual((await account('jane')).roles, ['Reader']);
});

test('the new user signs in and sees only the shared entities', async () => {
  const shared = await storeDashboard(server, admin, 'For Jane', [{ title: 'One', widgets: [] }]);
  await storeDashboard(server, admin, 'Not for Jane', [{ title: 'One', widgets: [] }]);
  const { id } = await account('jane');
  const grant = await server.call(`/authz/shares/entities/grn::::dashboard:${shared.id}`, {
    method: 'POST',
    session: admin,
    json: { selected_grantee_capabilities: { [`grn::::user:${id}`]: 'view' } },
  });
  assert.equal(grant.status, 200, await grant.text());

  const { context, own } = await elsewhere(jane, '/dashboards');
  await own.getByRole('link', { name: 'For Jane', exact: true }).waitFor();
  assert.equal(await own.getByText('Not for Jane').count(), 0);
  // Every user sees overview and nodes; a Reader may also see the inputs and the settings of the server.
  await own.getByRole('button', { name: 'System', exact: true }).click();
  await own.getByRole('menuitem', { name: 'Inputs' }).waitFor();
  assert.deepEqual(await own.getByRole('menuitem').allTextContents(), [
    'Overview',
    'Configurations',
    'Nodes',
    'Inputs',
  ]);
  await own.keyboard.press('Escape');
  await own.keyboard.press('Control+k');
  const jump = own.getByRole('dialog', { name: 'Go to' });
  await jump.getByRole('combobox').fill('for jane');
  await jump.getByRole('option', { name: /^For Jane/ }).waitFor();
  // The last entry searches messages for the text; no other entity with the word is listed.
  assert.equal(await jump.getByRole('option').count(), 2);
  await jump.getByRole('option', { name: 'Search messages for “for jane”' }).waitFor();
  await jump.getByRole('combobox').fill('roles');
  await jump.getByText('Nothing has this name.').waitFor();
  // A Reader may open the settings about users, but not the list of users.
  await jump.getByRole('combobox').fill('users');
  await jump.getByRole('option', { name: /^Users.*Settings$/ }).waitFor();
  assert.equal(await jump.getByRole('option').count(), 2);
  await own.keyboard.press('Escape');
  for (const path of ['/system/users', '/system/roles', '/system/roles/new']) {
    await open(path, own);
    await heading('Missing Permissions', own).waitFor();
    await own.getByText(path, { exact: true }).waitFor();
  }
  await open(`/system/roles/${(await read<{ roles: { id: string }[] }>('/authz/roles')).roles[0]?.id}`, own);
  await heading('Missing Permissions', own).waitFor();
  await own.getByText(/GET .*\/api\/authz\/roles\//).waitFor();
  await context.close();
});

test('a rejected request while a page loads shows the error page with the request', async () => {
  const id = '65e1a0c2d4b5f60718293a4b';
  const refused = { status: 403, contentType: 'application/json', body: '{"message":"Not for you."}' };
  const pages: readonly (readonly [path: string, request: string])[] = [
    [`/dashboards/${id}`, `/views/${id}`],
    [`/search/${id}`, `/views/${id}`],
    ['/system/grokpatterns', '/system/grok/paginated'],
    ['/system/inputs', '/system/inputs'],
    ['/system/users', '/users/paginated'],
    [`/system/users/${id}`, `/users/id/${id}`],
  ];
  for (const [path, request] of pages) {
    const pattern = new RegExp(`/api${request}(\\?|$)`);
    await page.route(pattern, (route) => route.fulfill(refused));
    await open(path);
    await heading('Missing Permissions').waitFor();
    await page.getByText(new RegExp(`GET .*/api${request}`)).waitFor();
    await page.unrouteAll();
  }
  await checkWholePageInFullRun(page);
});

test('the administrator of a new server is asked once to change the password and to create users, and may do so later', async () => {
  const data = await mkdtemp(join(tmpdir(), 'log-console-people-'));
  const fresh = await startTestServer({ data, environment: { LOG_CONSOLE_ADMIN_PASSWORD: '' } });
  const [, generated = ''] = /with the password (\S+) \(/.exec(fresh.output().stdout) ?? [];
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const own = await context.newPage();
  problemsOf(own, violations);
  await signIn(own, fresh, '/welcome', { username: 'admin', password: generated });
  const passwordDialog = own.getByRole('alertdialog', { name: 'Welcome to Log Console' });
  await passwordDialog.getByLabel('Old Password', { exact: true }).fill(generated);
  await passwordDialog.getByLabel('New Password', { exact: true }).fill('one of my own');
  await passwordDialog.getByLabel('Repeat Password', { exact: true }).fill('one of my own');
  await checkWholePageInFullRun(own);
  await passwordDialog.getByRole('button', { name: 'Change Password' }).click();
  await passwordDialog.getByText('The password was changed.', { exact: true }).waitFor();
  assert.equal(await passwordDialog.getByLabel('Old Password', { exact: true }).count(), 0);
  await passwordDialog.getByRole('button', { name: 'Create user' }).click();
  await heading('Create User', own).waitFor();
  await passwordDialog.waitFor({ state: 'hidden' });
  await fresh.login('admin', 'one of my own');
  await own.reload();
  await heading('Create User', own).waitFor();
  await own.getByRole('button', { name: 'User menu' }).click();
  await own.getByRole('menuitem', { name: 'Show profile' }).click();
  await own.getByRole('button', { name: 'Change Password' }).waitFor();
  assert.equal(await passwordDialog.count(), 0);
  await context.close();
  await fresh.stop();
  await rm(data, { recursive: true, force: true });
});

test('a user changes the own profile and creates a token, which searches until it is deleted', async () => {
  const { context, own } = await elsewhere(jane, '/welcome', 1440);
  await own.getByRole('button', { name: 'User menu' }).click();
  await own.getByRole('menuitem', { name: 'Edit profile' }).click();
  await heading('Edit Profile', own).waitFor();
  await own.getByLabel('First Name').fill('Janet');
  await own.getByRole('button', { name: 'Update Profile' }).click();
  await toast('was updated successfully.', own);
  assert.equal((await account('jane')).full_name, 'Janet Roe');
  await own.getByLabel('E-Mail Address').fill('nobody');
  await own.getByRole('button', { name: 'Update Profile' }).click();
  await own.getByText('This is no e-mail address.').waitFor();
  await own.getByLabel('E-Mail Address').fill('jane@example.org');
  await own.getByRole('button', { name: 'Update Profile' }).click();
  await own.getByLabel('Old Password', { exact: true }).fill('not the password');
  await own.getByLabel('New Password', { exact: true }).fill('another password');
  await own.getByLabel('Repeat Password', { exact: true }).fill('another password');
  await own.getByRole('button', { name: 'Change Password' }).click();
  await own.getByText('Old password is missing or incorrect.').waitFor();
  await own.getByLabel('Old Password', { exact: true }).fill(password);
  await own.getByRole('button', { name: 'Change Password' }).click();
  await toast('The password was changed.', own);
  await server.login('jane', 'another password');
  assert.equal(await own.getByRole('combobox', { name: 'Assign Roles' }).count(), 0);
  const telemetry = region('Telemetry', own);
  await telemetry.getByText('Log Console sends no telemetry to anybody.').waitFor();
  assert.equal(await telemetry.getByLabel('Enable telemetry').isChecked(), false);
  await telemetry.getByLabel('Enable telemetry').check();
  await telemetry.getByRole('button', { name: 'Update telemetry' }).click();
  await toast('Telemetry settings updated successfully', own);
  await checkWholePageInFullRun(own);

  await own.getByRole('button', { name: 'View Details' }).click();
  await telemetry.getByText('yes', { exact: true }).waitFor();
  await own.getByRole('button', { name: 'Edit Tokens' }).click();
  await heading('Edit Tokens Of User', own).waitFor();
  await own.getByLabel('Token Name').fill('a script');
  await own.getByRole('button', { name: 'Create Token' }).click();
  await own.getByText(/Token .*a script.* created!/).waitFor();
  const token = await region('Create And Edit Tokens', own).locator('code').innerText();
  assert.match(token, /^[\w-]{20,}$/);
  await own.getByRole('button', { name: 'Done' }).click();
  await own.getByText('a script', { exact: true }).waitFor();
  assert.equal(await own.getByText(token).count(), 0);
  const search = () =>
    fetch(`${server.url}/api/views/fields`, {
      headers: { Authorization: `Basic ${Buffer.from(`${token}:token`).toString('base64')}` },
    });
  assert.equal((await search()).status, 200);
  await checkWholePageInFullRun(own);
  await own.getByRole('button', { name: 'Delete a script' }).click();
  await question(own).getByRole('button', { name: 'Delete' }).click();
  await toast('was deleted.', own);
  assert.equal((await search()).status, 401);
  await context.close();
});

test('an administrator sees the sessions of a user and ends one, and the user is asked to sign in', async () => {
  const { context, own } = await elsewhere({ username: 'jane', password: 'another password' }, '/welcome');
  await open(`/system/users/${(await account('jane')).id}`);
  const sessions = region('Sessions');
  await region('Profile').getByText('127.0.0.1', { exact: true }).waitFor();
  await sessions.getByRole('button', { name: 'End all sessions' }).click();
  await question().getByRole('button', { name: 'End all sessions' }).click();
  await toast('The sessions have ended.');
  await sessions.getByText('The user is not signed in anywhere.').waitFor();
  await region('Profile').getByText('not signed in', { exact: true }).waitFor();
  await own.getByLabel('Username').waitFor();
  await context.close();
});

test('disabling a user ends the sessions and prevents sign-ins, enabling allows them again', async () => {
  await open('/system/users');
  const more = async (entry: string) => {
    await row('Janet Roe')
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  const session = await server.login('jane', 'another password');
  await more('Disable');
  await question()
    .getByText(/All current sessions of the user end\./)
    .waitFor();
  await question().getByRole('button', { name: 'Disable' }).click();
  await toast('was disabled.');
  assert.equal((await server.call('/users/jane', { session })).status, 401);
  await assert.rejects(server.login('jane', 'another password'));
  await more('Enable');
  await toast('was enabled.');
  await server.login('jane', 'another password');
});

test('a role is created with two permissions and assigned, and its member may do exactly that', async () => {
  await open('/system/roles');
  await row('Admin').first().waitFor();
  await checkWholePageInFullRun(page);
  await page.getByRole('button', { name: 'Create role' }).click();
  await heading('Create Role').waitFor();
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('A name is needed.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Reader');
  const filter = page.getByRole('searchbox', { name: 'Filter permissions' });
  await filter.fill('dashboards:create');
  await page.getByRole('checkbox', { name: /dashboards:create/ }).check();
  await filter.fill('users:list');
  // The keyboard alone reaches the list, passes the checkbox of the whole group and selects.
  const list = page.getByRole('group', { name: 'Permissions', exact: true });
  await list.getByRole('checkbox', { name: /users:list/ }).waitFor();
  await filter.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 permissions chosen').waitFor();
  await page.getByLabel('Further Permissions').fill('no permission at all');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('This is no permission: ').waitFor();
  await page.getByLabel('Further Permissions').fill('streams:read:000000000000000000000001');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('Role Reader already exists.').waitFor();
  await checkWholePageInFullRun(page);
  await page.getByLabel('Name', { exact: true }).fill('Makers');
  await page.getByRole('button', { name: 'Create role' }).click();
  await toast('was created.');
  await heading('Roles Overview').waitFor();
  const { permissions } = await read<{ permissions: string[] }>('/roles/Makers');
  assert.deepEqual(permissions, ['dashboards:create', 'users:list', 'streams:read:000000000000000000000001']);

  await page.getByRole('searchbox', { name: 'Search roles' }).fill('makers');
  await row('Makers').getByRole('button', { name: 'Edit Makers' }).click();
  await page.getByRole('combobox', { name: 'Assign Users' }).fill('jane');
  await page.getByRole('option', { name: /Janet Roe/ }).click();
  await page.getByRole('button', { name: 'Assign User', exact: true }).click();
  await toast('The role was assigned.');
  await page.getByRole('table', { name: 'Users of role Makers' }).getByText('jane', { exact: true }).waitFor();
  await checkWholePageInFullRun(page);

  const { context, own } = await elsewhere({ username: 'jane', password: 'another password' }, '/system/users');
  await heading('Users Overview', own).waitFor();
  assert.equal(await own.getByRole('button', { name: 'Create user' }).count(), 0);
  assert.equal(await own.getByRole('link', { name: 'Roles Overview' }).count(), 0);
  await open('/dashboards/new', own);
  await own.getByText('Unsaved dashboard').first().waitFor();
  await context.close();

  // One of the permissions is removed.
  await page.getByLabel('Only chosen ones').check();
  await page.getByRole('checkbox', { name: /users:list/ }).uncheck();
  await page.getByLabel('Description').fill('May make dashboards');
  await page.getByRole('button', { name: 'Update Role' }).click();
  await toast('was updated successfully.');
  const changed = await read<{ permissions: string[]; description: string }>('/roles/Makers');
  assert.deepEqual(changed.permissions, ['dashboards:create', 'streams:read:000000000000000000000001']);
  assert.equal(changed.description, 'May make dashboards');

  await page.getByRole('button', { name: 'View Details' }).click();
  await region('Permissions').getByText('streams:read:000000000000000000000001').waitFor();
  await region('Users').getByRole('link', { name: 'Janet Roe' }).waitFor();
  await checkWholePageInFullRun(page);
});

test('role labels of a user link to the roles', async () => {
  await open(`/system/users/${(await account('jane')).id}`);
  await region('Roles').getByRole('link', { name: 'Makers' }).click();
  await heading('Role Details Makers').waitFor();
});

test(
  'the console refuses to remove the last Reader or Admin role, from the role’s page and from the user’s',
  onlyInFullRun,
  async () => {
    const reader = (await read<{ roles: { id: string; name: string }[] }>('/authz/roles?query=Reader')).roles.find(
      ({ name }) => name === 'Reader',
    );
    await open(`/system/roles/edit/${reader?.id}`);
    await page.getByText('This role is built in: its permissions cannot be changed.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Update Role' }).count(), 0);
    await row('Janet Roe')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText(/User '.*Janet Roe.*' needs at least a Reader or Admin role\./).waitFor();
    await open(`/system/users/edit/${(await account('jane')).id}`);
    await page.getByRole('button', { name: 'Remove role Reader' }).click();
    await page.getByText('Roles must at least contain Admin or Reader role.').waitFor();
    assert.deepEqual((await account('jane')).roles.sort(), ['Makers', 'Reader']);
  },
);

test('deleting a role first shows that users have it', onlyInFullRun, async () => {
  await open('/system/roles?query=makers');
  await row('Makers').getByRole('button', { name: 'Delete Makers' }).click();
  await question()
    .getByText(/Do you really want to delete role ".*Makers.*"\? It is still assigned to 1 user\./)
    .waitFor();
  await question().getByRole('button', { name: 'Delete' }).click();
  await toast('was deleted.');
  assert.deepEqual((await account('jane')).roles, ['Reader']);
});

test('entities of a deleted account are transferred to another user', onlyInFullRun, async () => {
  await makeUser('tom', { roles: ['Reader', 'Dashboard Creator'] });
  const tom = await server.login('tom', password);
  const { id } = await storeDashboard(server, tom, 'Made by Tom', [{ title: 'One', widgets: [] }]);
  await open('/system/users?query=tom');
  await row('tom Roe')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await question().getByText('Made by Tom (dashboard)').waitFor();
  await question().getByRole('button', { name: 'Delete' }).click();
  await question().getByText('Choose who owns it from now on.').waitFor();
  await question().getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: /Janet Roe/ }).waitFor();
  assert.equal(await page.getByRole('option', { name: /Sidecar/ }).count(), 0);
  await question().getByRole('combobox', { name: 'New owner' }).fill('Janet');
  await page.getByRole('option', { name: /Janet Roe/ }).click();
  await checkWholePageInFullRun(page);
  await question().getByRole('button', { name: 'Delete' }).click();
  await toast('was deleted.');
  assert.equal((await server.call('/users/tom', { session: admin })).status, 404);
  const session = await server.login('jane', 'another password');
  assert.equal((await server.call(`/views/${id}`, { session })).status, 200);
  assert.equal((await server.call(`/views/${id}`, { method: 'DELETE', session })).status, 200);
});

test('markup, 90 letters and right-to-left text in names are shown as text, in dark mode and at 360 px', async () => {
  const names = { markup: '<img src=x onerror=alert(1)>', wide: 'W'.repeat(90), rtl: '\u202Eמנהל' };
  for (const [username, first_name] of Object.entries(names)) await makeUser(username, { first_name });
  const json = { name: names.wide, description: names.markup, permissions: [names.markup] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json })).status, 201);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const narrow = await context.newPage();
  problemsOf(narrow, violations);
  await signIn(narrow, server, '/system/users');
  const wide = (await read<{ roles: { id: string }[] }>('/authz/roles?query=WWW')).roles[0]?.id ?? '';
  const person = (await account('markup')).id;
  const paths: readonly (readonly [path: string, shown: string])[] = [
    ['/system/users', names.markup],
    [`/system/users/${person}`, names.markup],
    [`/system/users/edit/${person}`, 'Update Profile'],
    [`/system/users/tokens/${person}`, names.markup],
    ['/system/roles?query=WWW', names.markup],
    [`/system/roles/${wide}`, names.markup],
    [`/system/roles/edit/${wide}`, 'Update Role'],
    ['/system/roles/new', 'Further Permissions'],
  ];
  for (const [path, shown] of paths) {
    await open(path, narrow);
    await narrow.getByText(shown).first().waitFor();
    assert.equal(await narrow.locator('img').count(), 0, path);
    const over = await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(over <= 0, `${path} is ${over} px wider than the window`);
    if (isFullRun || path === paths[0]?.[0] || path === '/system/roles/new') await expectNoAxeViolations(narrow);
  }
  await context.close();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
