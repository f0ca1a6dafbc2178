/**
 * Tests authentication services by role and label. A directory and a provider are configured, tested and activated, and
 * users sign in (screens/administration.md A9, A10).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import {
  directoryBase,
  directoryPerson,
  startDirectory,
  systemPassword,
  systemUser,
  type TestDirectory,
} from '../ldap-server.js';
import { freePort } from '../free-port.js';
import { oidcClient, oidcSecret, startOidcProvider, type TestProvider } from '../oidc-provider.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let directory: TestDirectory;
let provider: TestProvider;
const violations: string[] = [];

before(async () => {
  const port = await freePort();
  const home = `http://127.0.0.1:${port}/`;
  [browser, directory, provider, server] = await Promise.all([
    launch(),
    startDirectory({ people: [directoryPerson('jane', { cn: 'Jane of the directory' })] }),
    startOidcProvider({ home, callback: `${home}api/system/authentication/oidc/callback` }),
    startTestServer({ args: ['--port', String(port)] }),
  ]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await Promise.all([server.stop(), provider.stop(), directory.stop()]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByLabel(name, typeof name === 'string' ? { exact: true } : {});
const toast = (text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

test('the System menu leads to the authentication services; without a service the page shows how to create the first', async () => {
  await button('System').click();
  await page.getByRole('menuitem', { name: 'Authentication' }).click();
  await heading('Authentication Services');
  await page.getByText('There are no authentication services yet').waitFor();
  await expectNoAxeViolations(page);
  await button('Create service').click();
  const choice = page.getByRole('combobox', { name: 'Select a service' });
  await choice.waitFor();
  await expectNoAxeViolations(page);
  await choice.selectOption({ label: 'LDAP' });
  await button('Get started').click();
  await page.waitForURL(/services\/create\/ldap$/);
});

test('the wizard of an authentication service starts with defaults, keeps typed values, and leads to the first missing field', async () => {
  assert.equal(await field('Server Address: Host').inputValue(), 'localhost');
  assert.equal(await field('Port').inputValue(), '636');
  await page.getByRole('radio', { name: 'None' }).check();
  assert.equal(await field('Port').inputValue(), '389');
  await page.getByRole('radio', { name: 'TLS', exact: true }).check();
  assert.equal(await field('Port').inputValue(), '636');
  await page.getByRole('radio', { name: 'None' }).check();
  await field('Title').fill('House directory');
  await button('Next: User Synchronization').click();
  await page
    .getByRole('button', { name: /User Synchronization/ })
    .first()
    .waitFor();
  await button('Finish & Save Identity Service').click();
  await page.getByText('This field is required.').first().waitFor();
  assert.equal(await page.getByRole('img', { name: 'Something here is not right' }).count(), 1);
  await expectNoAxeViolations(page);
  await field('Search Base DN').fill(directoryBase);
  await field('Search Pattern').fill('(uid={0}');
  await button('Finish & Save Identity Service').click();
  await page.getByText('Server validation error: must be an LDAP filter such as (uid={0})').waitFor();
  await field('Search Pattern').fill('(&(uid={0})(objectClass=inetOrgPerson))');
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Server Configuration/ })
    .click();
  assert.equal(await field('Title').inputValue(), 'House directory');
});

test('the connection and a sign-in are tested before any value is saved', async () => {
  await field('Server Address: Host').fill('127.0.0.1');
  await field('Port').fill('1');
  await button('Test Server Connection').click();
  await page.getByText(/127\.0\.0\.1:1: .*ECONNREFUSED/).waitFor();
  await field('Port').fill(String(directory.port));
  await field(/^System User DN/).fill(systemUser);
  await field(/^System Password/).fill(systemPassword);
  await button('Test Server Connection').click();
  await page.getByText(`Successfully connected to 127.0.0.1:${directory.port}`).waitFor();
  await field('Username').fill('nobody');
  await button('Test User Login').click();
  await page.getByText('User does not exist').waitFor();
  await field('Username').fill('jane');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button('Test User Login').click();
  await page.getByText('Login failed').waitFor();
  await page.getByLabel('Password', { exact: true }).fill("jane's password");
  await button('Test User Login').click();
  await page.getByText('Successfully logged in user').waitFor();
  await page.getByRole('cell', { name: 'Jane of the directory' }).waitFor();
  await expectNoAxeViolations(page);
});

test('an authentication service is stored and activated, and a directory user signs in', async () => {
  await button('Finish & Save Service').first().click();
  await toast('Authentication service was created.');
  await page.getByText('None of the configured authentication services is currently active.').waitFor();
  await page.getByText('Found 1 configured authentication services on the system.').waitFor();
  const row = page.getByRole('row', { name: /House directory/ });
  await row.getByText('Reader').waitFor();
  await row.getByRole('button', { name: /^Activate/ }).click();
  await page.getByText('Do you really want to activate the authentication service').waitFor();
  await confirm('Activate');
  await toast(/was activated/);
  await row.getByText('Active', { exact: true }).waitFor();
  await expectNoAxeViolations(page);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  problemsOf(theirs, violations);
  await signIn(theirs, server, '/', { username: 'jane', password: "jane's password" });
  await theirs.getByRole('button', { name: 'User menu' }).waitFor();
  await other.close();

  await page.getByRole('link', { name: 'House directory' }).click();
  await heading(/Authentication Service Details/);
  await page.getByRole('row', { name: /jane.*Jane of the directory.*Reader/ }).waitFor();
  await page.getByText('******').waitFor();
  await expectNoAxeViolations(page);
});

test('an edit of an authentication service keeps the secret unless it is reset, and opens the chosen step', async () => {
  await page.getByRole('link', { name: 'Edit User Synchronization' }).click();
  await heading(/Edit Authentication Service/);
  assert.equal(await field('Search Base DN').inputValue(), directoryBase);
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Server Configuration/ })
    .click();
  await button('Test Server Connection').click();
  await page.getByText(/Successfully connected to/).waitFor();
  await button('Reset Password').click();
  await button('Test Server Connection').click();
  await page.getByText(/system user has no password/).waitFor();
  await button('Undo Reset').click();
  await field('Title').fill('House');
  await button('Finish & Save Service').first().click();
  await toast('Authentication service was changed.');
  await page.getByRole('row', { name: /House/ }).waitFor();
  await button('View active service').click();
  await heading(/Active Authentication Service - .*House/);
});

test('an OpenID Connect provider is configured in the wizard, and its users sign in by the button of the sign-in page', async () => {
  provider.person = {
    sub: 'sub-olga',
    preferred_username: 'olga',
    name: 'Olga Doe',
    email: 'olga@example.org',
    groups: ['ops'],
  };
  await page.goto(`${server.url}/system/authentication/services/create/oidc`);
  await field('Title').fill('Corporate sign-in');
  await field('Issuer').fill(provider.issuer);
  await field('Client ID').fill(oidcClient);
  await field(/^Client Secret/).fill(oidcSecret);
  assert.equal(await field('Redirect Address').inputValue(), `${server.url}/api/system/authentication/oidc/callback`);
  await button('Test Server Connection').click();
  await page.getByText(`Successfully connected to ${provider.issuer}`).waitFor();
  await button('Next: User Synchronization').click();
  await field(/^Roles Claim/).fill('groups');
  await button('Add').click();
  await field('Value').fill('ops');
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Views Manager' });
  await expectNoAxeViolations(page);
  await button('Finish & Save Identity Service').click();
  await toast('Authentication service was created.');
  const row = page.getByRole('row', { name: /Corporate sign-in/ });
  await row.getByRole('button', { name: /^Activate/ }).click();
  await confirm('Activate');
  await toast(/was activated/);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  problemsOf(theirs, violations);
  await theirs.goto(`${server.url}/search?q=hello`);
  const way = theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' });
  await way.waitFor();
  await expectNoAxeViolations(theirs);
  // A long service name does not make the page scroll sideways on a phone.
  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const title = `The sign-in of everybody in the house and ${'x'.repeat(60)}`;
  await phone.route(/\/api\/system\/authentication\/sign-in/, (route) =>
    route.fulfill({ json: { oidc: { title }, failure: null, sign_out: null } }),
  );
  await phone.goto(server.url);
  const long = await phone.getByRole('button', { name: `Sign in with ${title}` }).boundingBox();
  assert.ok(long && long.x >= 0 && long.x + long.width <= 360 && long.height > 60, JSON.stringify(long));
  await phone.close();
  await way.click();
  await theirs.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.match(theirs.url(), /\/search\?q=hello/);
  const shown = await server.call('/users/olga', { session: await server.login() });
  assert.deepEqual(((await shown.json()) as { roles: string[] }).roles, ['Reader', 'Views Manager']);

  // Signing out ends the provider's session, too.
  const ended = theirs.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/session/end`));
  await theirs.getByRole('button', { name: 'User menu' }).click();
  await theirs.getByRole('menuitem', { name: 'Log out' }).click();
  await ended;
  await other.close();
});

test('an element in an example page also offers the OpenID Connect provider, and the sign-in returns to that page', async () => {
  const other = await browser.newContext();
  const theirs = await other.newPage();
  problemsOf(theirs, violations);
  await theirs.goto(`${server.url}/examples/plain.html`);
  const away = theirs.waitForRequest((request) => request.url().startsWith(provider.issuer));
  await theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' }).click();
  await away;
  await theirs.waitForURL(/\/examples\/plain\.html/);
  await theirs.getByLabel('Username').waitFor({ state: 'detached' });
  const session = await theirs.evaluate(async () => (await fetch('/api/system/sessions')).json());
  assert.equal((session as { username: string }).username, 'olga');
  assert.equal(await theirs.getByLabel('Username').count(), 0);
  await other.close();
});

test('an element in a host page outside the console lets the user sign in in another window, and opens when the user returns', async () => {
  const other = await browser.newContext();
  const theirs = await other.newPage();
  // The console is mounted below a path of a host that has its own pages.
  await theirs.route(`${server.url}/console/**`, async (route) => {
    const url = route.request().url().replace('/console/', '/');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await theirs.route(`${server.url}/portal`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<title>Portal</title><script type=module src=/elements/log-users.js></script><log-users server=/console/api></log-users>',
    }),
  );
  await theirs.goto(`${server.url}/portal`);
  const opened = other.waitForEvent('page');
  await theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' }).click();
  const window = await opened;
  assert.match(window.url(), /\/console\/api\/system\/authentication\/oidc\/start|^about:blank$/);
  await window.goto(`${server.url}/api/system/authentication/oidc/start`);
  await window.getByRole('navigation', { name: 'Main' }).waitFor();
  await window.close();
  await theirs.bringToFront();
  await theirs.evaluate(() => dispatchEvent(new Event('focus')));
  await theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' }).waitFor({ state: 'detached' });
  assert.match(theirs.url(), /\/portal$/);
  // Requests of the page still pass through the test's route handlers, so these must finish first.
  await theirs.unrouteAll({ behavior: 'wait' });
  await other.close();
});

test('the choice of authentication services offers no OpenID Connect and explains this on a server that supports only directories', async () => {
  await page.route('**/api/system/authentication/sign-in?**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: '{"type":"ApiError","message":"HTTP 404 Not Found"}',
    }),
  );
  const explanation = page.getByText('OpenID Connect is missing here: this server lets people in by directories only.');
  await page.goto(`${server.url}/system/authentication/services/create`);
  await explanation.waitFor();
  const options = await page.getByRole('combobox', { name: 'Select a service' }).locator('option').allTextContents();
  assert.deepEqual(
    options.filter((text) => /OpenID/.test(text)),
    [],
  );
  assert.ok(options.includes('LDAP'));
  await page.goto(`${server.url}/system/authentication/services/create/oidc`);
  await explanation.waitFor();
  await page.unroute('**/api/system/authentication/sign-in?**');
});

test('the login page shows once that the OpenID Connect provider refused the sign-in', async () => {
  provider.refuse = 'access_denied';
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await theirs.goto(server.url);
  await theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' }).click();
  await theirs.getByText('The sign-in provider did not let you in.').waitFor();
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Sign in with Corporate sign-in' }).waitFor();
  assert.equal(await theirs.getByText('The sign-in provider did not let you in.').count(), 0);
  provider.refuse = undefined;
  await other.close();
});

test('an authentication service is deactivated after confirmation, and is not deleted while it is in use', async () => {
  await page.goto(`${server.url}/system/authentication/services`);
  const row = page.getByRole('row', { name: /Corporate sign-in/ });
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await page.getByText('Do you really want to deactivate the authentication service').waitFor();
  await confirm('Deactivate');
  await toast(/was deactivated/);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await confirm('Delete');
  await toast(/is still in use/);
});

test('the settings of single sign-on by header are displayed and changed', async () => {
  await page.getByRole('link', { name: 'Authenticators' }).click();
  await heading('Authenticators');
  await page.getByText('Remote-User').waitFor();
  await button('Edit Authenticators').click();
  await page.getByRole('checkbox', { name: 'Enable single sign-on via HTTP header' }).check();
  await field('Username header').fill('a b');
  await button('Update Config').click();
  await page.getByText('must be the name of a header that only the proxy sets').waitFor();
  await expectNoAxeViolations(page);
  await field('Username header').fill('X-Forwarded-User');
  await button('Update Config').click();
  await toast('Trusted header authentication was updated.');
  await page.getByText('X-Forwarded-User').waitFor();
});

test('the page of authentication services reports an unknown type and an unknown service', async () => {
  await page.goto(`${server.url}/system/authentication/services/create/nosuch`);
  await page.getByText(/No authentication service plugin configured for type "/).waitFor();
  await page.goto(`${server.url}/system/authentication/services/ffffffffffffffffffffffff`);
  await page.getByText('This authentication service does not exist').waitFor();
});

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
