/**
 * Tests the page of configurations: checks every section, changes some, and verifies the effect of the changes
 * (screens/administration.md Part B).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addPerson, personPassword } from '../host/server/people.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  admin = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const dialog = () => page.getByRole('dialog');
const section = (title: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: title });
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const edit = () => page.getByRole('button', { name: 'Edit configuration' }).click();
const update = () => page.getByRole('button', { name: 'Update configuration' });
const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const read = async (path: string) =>
  (await (await server.call(path, { session: admin })).json()) as Record<string, unknown>;
const events = () => read('/system/cluster_config/org.graylog.events.configuration.EventsConfiguration');

test('the System menu leads to the first section of the configurations; every other section opens its form', async () => {
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Configurations' }).click();
  await heading('Search Configuration');
  await page.getByText('all messages').waitFor();
  await expectNoAxeViolations(page);
  for (const [title, its] of [
    ['Message Processors', 'Message Processors Configuration'],
    ['Sidecars', 'Sidecars Configuration'],
    ['Events', 'Events Configuration'],
    ['E-mail', 'E-mail Configuration'],
    ['URL Whitelist', 'URL Whitelist Configuration (Enabled)'],
    ['Decorators', 'Decorators Configuration'],
    ['Permissions', 'Permissions Configuration'],
    ['Index Set Defaults', 'Index Set Defaults Configuration'],
    ['Users', 'User Configuration'],
    ['Geo-Location Processor', 'Geo-Location Processor Configuration'],
    ['Threat Intelligence Lookup', 'Threat Intelligence Lookup Configuration'],
  ] as const) {
    await section(title).click();
    await heading(its);
    await edit();
    await dialog().waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  }
  assert.match(page.url(), /\/system\/configurations\/threat-intelligence$/);
});

test('a configuration form shows an error at its field; saving it changes the edited settings and keeps the others', async () => {
  await section('Events').click();
  await edit();
  await page.getByRole('spinbutton', { name: 'Search Timeout' }).fill('0');
  await update().click();
  await page.getByText('Must be at least 1 second.').waitFor();
  await page.getByRole('spinbutton', { name: 'Search Timeout' }).fill('90');
  await page.getByLabel('Unit of Search Timeout').selectOption('seconds');
  await page.getByLabel('Enable catch up window').uncheck();
  await update().click();
  await toast('Configuration updated successfully');
  await page.getByText('90 seconds').waitFor();
  assert.deepEqual(await events(), {
    events_search_timeout: 90_000,
    events_notification_retry_period: 300_000,
    events_notification_default_backlog: 50,
    events_catchup_window: 0,
    events_notification_tcp_keepalive: false,
  });
});

test('message processors can be reordered and disabled, but not all of them can be disabled', async () => {
  await section('Message Processors').click();
  await edit();
  for (const name of ['GeoIP Resolver', 'Message Filter Chain', 'Pipeline Processor', 'Stream Rule Processor'])
    await page.getByLabel(`${name} is enabled`).uncheck();
  await page.getByRole('alert').getByText('No active message processor!').waitFor();
  assert.equal(await update().getAttribute('aria-disabled'), 'true');
  for (const name of ['Message Filter Chain', 'Pipeline Processor', 'Stream Rule Processor'])
    await page.getByLabel(`${name} is enabled`).check();
  await page.getByRole('button', { name: 'Move Stream Rule Processor' }).press('Home');
  await update().click();
  await toast('Configuration updated successfully');
  await page.getByRole('row', { name: /^1 Stream Rule Processor active$/ }).waitFor();
  await page.getByRole('row', { name: /^2 GeoIP Resolver disabled$/ }).waitFor();
});

test('a URL pattern is added to the allow list and tested with addresses; a rejected address is added with a button', async () => {
  await section('URL Whitelist').click();
  await edit();
  await page.getByRole('button', { name: 'Add Url' }).first().click();
  await page.getByLabel('Title of entry 1').fill('Hooks');
  await page.getByLabel('URL of entry 1').fill('not a url');
  await page.getByText('Not a valid URL').waitFor();
  assert.equal(await update().getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Type of entry 1').selectOption('regex');
  await page.getByLabel('URL of entry 1').fill('(?=a');
  await page.getByText('Not a valid Java regular expression').waitFor();
  await page.getByLabel('URL of entry 1').fill('^https://hooks\\.example/');
  await page.getByText('Not a valid Java regular expression').waitFor({ state: 'hidden' });
  await update().click();
  await toast('Url Whitelist Configuration updated successfully');
  await page.getByRole('row', { name: /Hooks .* Regex/ }).waitFor();

  await page.getByLabel('Try an address').fill('https://hooks.example/a');
  await page.getByText('The server may call this address.').waitFor();
  await page.getByLabel('Try an address').fill('https://other.example/a');
  await page.getByText('is not whitelisted').waitFor();
  await page.getByRole('button', { name: 'Add to URL Whitelist' }).click();
  await heading('Update Whitelist Configuration');
  assert.equal(await page.getByLabel('URL of entry 2').inputValue(), 'https://other.example/a');
  await page.getByLabel('Title of entry 2').fill('Other');
  await update().click();
  await page.getByRole('row', { name: /Other https:\/\/other\.example\/a Exact match/ }).waitFor();
  const { entries } = await read('/system/urlwhitelist');
  assert.equal((entries as unknown[]).length, 2);
});

test('a new index set starts with the configured defaults', async () => {
  await section('Index Set Defaults').click();
  await edit();
  await page.getByLabel('Shards per Index').fill('3');
  await page.getByLabel('Max. Number of Segments').fill('2');
  await update().click();
  await toast('Index defaults configuration updated successfully');
  await page.goto(`${server.url}/system/index_sets/create`);
  await page.getByLabel('Index shards').waitFor();
  assert.equal(await page.getByLabel('Index shards').inputValue(), '3');
  assert.equal(await page.getByLabel('Max. number of segments').inputValue(), '2');
});

test('a user with read permission sees configurations without buttons, and no allow list of URLs', async () => {
  const { username } = await addPerson(server, admin, 'looker', ['clusterconfigentry:read']);
  const context = await browser.newContext();
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, '/system/configurations/events', { username, password: personPassword });
  await other.getByText('90 seconds').waitFor();
  assert.equal(await other.getByRole('button', { name: 'Edit configuration' }).count(), 0);
  assert.equal(await other.getByRole('link', { name: 'URL Whitelist' }).count(), 0);
  await other.goto(`${server.url}/system/configurations/url-whitelist`);
  await other.getByText('Page not found').waitFor();
  await context.close();
  assert.deepEqual(violations, []);
});
