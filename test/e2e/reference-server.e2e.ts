/**
 * Tests the console in front of a reference server (`--server`). Features that the server lacks are hidden or explained
 * in a sentence, and every sent request is valid there. A stand-in plays the server (`test/reference/server.ts`).
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { areaPages } from '../../elements/console/area-pages.js';
import { launch } from '../browser.js';
import { World } from '../conformance/world.js';
import { startReferenceServer, type ReferenceServer } from '../reference/server.js';
import { startTestServer, type TestServer } from '../server.js';
import { foundMessages, openInput, until } from './sent-messages.js';
import { cleanUp, problemsOf, signInAtForm } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';
import { Tab } from './visits.js';

let browser: Browser;
/** Content of the reference server, with entities of every kind. */
let world: World;
let reference: ReferenceServer;
/** The console, started with `--server`. */
let server: TestServer;
let session: string;
let page: Page;
const problems: string[] = [];

const count = 60;
const trace = ['java.lang.IllegalStateException: no', '\tat com.shop.Main.main(Main.java:3)'].join('\n');

async function putMessages(): Promise<void> {
  const { send } = await openInput(world.server, world.admin, 'shop');
  const now = Date.now() / 1000;
  for (let index = 0; index < count; index++)
    await send({
      host: index % 4 === 0 ? 'db-01' : 'web-02',
      short_message: `request ${index} served`,
      ...(index === 0 && { full_message: trace }),
      timestamp: now - 5 * index,
      level: index % 8 === 0 ? 3 : 6,
      _took_ms: index,
    });
  await foundMessages(world.server, world.admin, count, 'request');
}

/** Creates a rule, its pipeline, and a lookup table whose parts have its name. */
async function processing(): Promise<Record<'ruleId' | 'pipelineId' | 'idOrName', string>> {
  const idOrName = 'names';
  const part = (family: string, more: object) =>
    world.ask<{ id: string }>('POST', `/system/lookup/${family}`, { title: 'Names', name: idOrName, ...more });
  const cache = await part('caches', { config: { type: 'none' } });
  const adapter = await part('adapters', {
    config: { type: 'dnslookup', lookup_type: 'A', server_ips: '', request_timeout: 1000 },
  });
  await part('tables', { cache_id: cache.id, data_adapter_id: adapter.id });
  const rule = await world.ask<{ id: string }>('POST', '/system/pipelines/rule', {
    source: 'rule "named" when has_field("host") then set_field("name", lookup_value("names", "a")); end',
  });
  const pipeline = await world.ask<{ id: string }>('POST', '/system/pipelines/pipeline', {
    source: 'pipeline "Named" stage 0 match either rule "named" end',
  });
  return { ruleId: rule.id, pipelineId: pipeline.id, idOrName };
}

before(async () => {
  [browser, world] = await Promise.all([launch(), World.open()]);
  // A reference server creates this account at its first start; the tokens of sidecar agents belong to the account.
  await world.ask('POST', '/users', {
    username: 'graylog-sidecar',
    password: 'only for the agents',
    email: 'agents@example.org',
    first_name: 'Sidecar',
    last_name: 'System User',
    permissions: [],
    roles: [],
  });
  reference = await startReferenceServer(world.server.url);
  [server] = await Promise.all([startTestServer({ args: ['--server', reference.url] }), putMessages()]);
  session = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  problemsOf(page, problems);
  page.on('response', (response) => {
    const outcome = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
    // Only calls that exist on the embedded server alone may answer 404 or 405. Every other refusal fails the test.
    const isMissing = /^40[45]/.test(outcome) && reference.unknown.has(outcome.replace('/api/', '/'));
    if (response.status() >= 400 && !isMissing) problems.push(outcome);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) problems.push(message.text());
  });
});
after(async () => {
  await browser.close();
  await server.stop();
  await reference.stop();
  await world.server.stop();
});
afterEach(async () => {
  const alertTexts = await page.getByRole('region', { name: 'Notifications' }).getByRole('alert').allTextContents();
  assert.deepEqual([...problems.splice(0), ...alertTexts], []);
  assert.deepEqual(reference.refused, []);
  await cleanUp(page);
});

const button = (name: string, of: Page | Locator = page): Locator => of.getByRole('button', { name, exact: true });
const widget = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const row = (index: number): Locator => page.locator(`[data-row="${index}"]`);
const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const query = (): Promise<string> => page.getByRole('textbox', { name: 'Query' }).innerText();
const toast = (text: string): Promise<void> =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();

const go = (path: string) => page.goto(`${server.url}${path}`);

async function openSearch(path = '/search?rangetype=relative&from=3600&q=request'): Promise<void> {
  await go(path);
  await row(0).getByText('request 0 served').waitFor();
}

test('a user signs in at the reference server, and the welcome page does not ask the questions of the first start of an embedded server', async () => {
  await page.goto(`${server.url}/`);
  await signInAtForm(page, server);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'the questions of a new embedded server are not asked');
});

test('the histogram of a polled search job shows levels, filters by a value of its legend, and narrows the time range by brush', async () => {
  await openSearch();
  const chart = widget('Message Count');
  await chart.getByText('error (3)').waitFor();
  await chart.getByText('60', { exact: true }).waitFor();
  await button('Fold chart').click();
  await button('Unfold chart').click();
  await chart.getByText('error (3)').click();
  await page.getByRole('menuitem', { name: 'Add to query' }).click();
  await until('the query is narrowed', async () => (await query()) === 'request AND level:3');
  await page.goBack();
  await chart.getByText('informational (6)').waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await chart.locator('[aria-roledescription]').boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.5, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.99, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await page.waitForURL((url) => url.searchParams.get('rangetype') === 'absolute');
  await row(0).waitFor();
});

test('the fields of the result show presence, top values and the distribution of numbers', async () => {
  await openSearch();
  const fields = page.getByRole('complementary', { name: 'Fields' });
  await fields.getByRole('listitem').filter({ hasText: 'took_ms' }).getByText('100%').waitFor();
  await button('source', fields).click();
  await button('Exclude db-01 from results', fields).click();
  await until('the query excludes the value', async () => (await query()) === 'request AND NOT source:db\\-01');
  await button('took_ms', fields).click();
  await fields.getByRole('group', { name: 'Distribution of took_ms' }).getByRole('button').first().waitFor();
  await button('Statistics of took_ms', fields).click();
  await page.getByRole('table', { name: 'Statistics of took_ms' }).getByRole('row', { name: 'Count 45' }).waitFor();
});

test('message details open by keyboard beside and below the table, with the permalink', async () => {
  await openSearch();
  await row(0).focus();
  await page.keyboard.press('Enter');
  await button('Copy ID').waitFor();
  await page.getByText('java.lang.IllegalStateException: no').first().waitFor();
  await button('Show in a side panel').click();
  await page.keyboard.press('j');
  await button('Show below the row').click();
  await page.getByText('request 1 served').first().waitFor();
  const link = page.getByRole('link', { name: 'Permalink' });
  await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await page.getByText('request 1 served').first().waitFor();
});

test('the patterns of a search are found in a sample of messages, which a sentence explains', async () => {
  await openSearch();
  await page.getByRole('tab', { name: 'Patterns' }).click();
  const list = page.getByRole('region', { name: 'Patterns' });
  await list.getByText('1 pattern of all 60 hits').waitFor();
  await list
    .getByText('This server does not find patterns itself: they are found here, in the newest 1,000 messages at most.')
    .waitFor();
  const pattern = list.getByRole('listitem').filter({ hasText: 'request <*> served' });
  await pattern.getByRole('button', { name: /^Exclude messages like these/ }).click();
  await page.waitForURL(/NOT/);
  await page.goBack();
  await pattern.waitFor();
});

test('shortcuts focus the query and open the palette; completion offers fields and values with hits', async () => {
  await openSearch();
  await page.keyboard.press('/');
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('sou');
  await page.getByRole('option', { name: /^source/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: /web-02.*45 hits/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'source:web\\-02');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('combobox').fill('default str');
  await palette.getByRole('option', { name: /^Default Stream/ }).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

interface Stored {
  readonly state: Readonly<Record<string, { readonly titles: object; readonly widgets: readonly object[] }>>;
}
/** Returns the first page of the displayed view as the reference server stores it. */
async function stored(): Promise<{ readonly titles: object; readonly widgets: readonly object[] }> {
  const id = /[0-9a-f]{24}/.exec(new URL(page.url()).pathname)?.[0] ?? '';
  const { state } = (await (await server.call(`/views/${id}`, { session })).json()) as Stored;
  return Object.values(state)[0] ?? { titles: {}, widgets: [] };
}

test('a new aggregation, a chosen field of the bars and the display settings of the messages are saved, accepted and loaded again', async () => {
  await openSearch();
  await button('Create', page.getByRole('navigation', { name: 'Sidebar' })).click();
  await button('Aggregation', page.getByRole('complementary', { name: 'Create' })).click();
  await button('Update widget').click();
  const chart = widget('Message Count');
  await chart.waitFor();
  await button('Stack bars', chart).focus();
  await page.keyboard.press('Enter');
  const choices = page.getByRole('dialog', { name: 'Stack bars' });
  await choices.getByRole('textbox').fill('source');
  await button('source', choices).press('Enter');
  await chart.getByText('db-01').waitFor();
  await button('Save').click();
  const form = page.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill('By host');
  await button('Create new', form).click();
  await toast('Saving view "By host" was successful!');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  assert.match(JSON.stringify((await stored()).widgets), /"column_pivots":\[\{[^\]]*"source"/);
  await page.reload();
  await chart.getByText('db-01').waitFor();

  // The display settings of the message table have no place in the reference server's widgets, so they are stored as
  // an addition to them.
  await row(0).hover();
  await button('View options').click();
  await page.getByRole('menuitemcheckbox', { name: 'Row numbers' }).click();
  await page.keyboard.press('Escape');
  await button('Save').click();
  await button('Save', form).click();
  await form.waitFor({ state: 'detached' });
  await until(
    'the display settings are stored beside the titles',
    async () => Object.keys((await stored()).titles).length > 1,
  );
  await page.reload();
  await row(0).hover();
  await button('View options').click();
  await page.getByRole('menuitemcheckbox', { name: 'Row numbers', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button[aria-label="Share"]:not([aria-disabled])').click();
  const sharing = page.getByRole('dialog', { name: 'Sharing search By host' });
  await sharing.getByText('This search has no collaborators.').waitFor();
  await page.keyboard.press('Escape');
  await button('Add to favorites').click();
  await button('Remove from favorites').waitFor();
  await page.goto(`${server.url}/views`);
  await page.getByRole('link', { name: 'By host' }).click();
  await page.getByRole('heading', { name: 'By host' }).waitFor();
});

test('an export contains a header and one line for each message of the search', async () => {
  await openSearch('/search?rangetype=relative&from=3600&q=level%3A3');
  await button('Search actions').click();
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export all search results' });
  const [file] = await Promise.all([page.waitForEvent('download'), button('Start Download', dialog).click()]);
  await dialog.waitFor({ state: 'detached' });
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  assert.equal(lines.length, 1 + 8);
});

test('a dashboard keeps its page and query in the address, is shown on a wall display, and reports fields that the server cannot compute', async () => {
  const number = (title: string) => ({
    title,
    config: { visualization: 'numeric' },
    position: { col: 1, row: 1, width: 4, height: 2 },
  });
  const { id } = await storeDashboard(server, session, 'Shop', [
    { title: 'One', widgets: [number('All')] },
    {
      title: 'Two',
      widgets: [number('Others')],
      computed: [{ name: 'request', kind: 'key_value', source: 'message', pattern: 'id' }],
    },
  ]);
  const note = page.getByText('This server cannot compute the fields request, which this view takes from texts');
  await go('/dashboards');
  await page.getByRole('link', { name: 'Shop' }).click();
  await widget('All').getByText('61', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Two' }).click();
  await page.getByRole('textbox', { name: 'Search query' }).fill('source:db\\-01');
  await page.keyboard.press('Enter');
  await until('the address contains the page and the query', () =>
    Promise.resolve(parameter('page') !== null && parameter('q') === 'source:db\\-01'),
  );
  await page.reload();
  await widget('Others').getByText('15', { exact: true }).waitFor();
  await note.waitFor();
  await page.goto(`${server.url}/dashboards/tv/${id}`);
  await widget('All').getByText('61', { exact: true }).waitFor();
  assert.equal(await note.count(), 0, 'the first page has no computed fields');
  await page.keyboard.press('ArrowRight');
  await note.waitFor();
});

test('the pages of the console areas open in front of a reference server without alerts or rejected requests', async () => {
  await go('/welcome');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const inputId = await world.input();
  const [extractorId, notificationId] = await Promise.all([world.extractor(inputId), world.notification()]);
  const params = {
    ...world.known,
    ...(await processing()),
    inputId,
    extractorId,
    notificationId,
    section: 'events',
    type: 'ldap',
  };
  const tab = new Tab(page, server.url);
  // The reference server of this test has neither content packs nor sidecars.
  const withoutEntities = /^\/system\/(?:contentpacks|sidecars)\/.*:/;
  for (const { path } of areaPages.filter((page) => !withoutEntities.test(page.path))) {
    const visit = await tab.go(path, params);
    problems.push(...visit.problems, ...(visit.open ? [] : [`${path} does not open`]));
    problems.push(...(await page.getByRole('alert').allTextContents()).map((text) => `${path}: ${text}`));
    if ((await page.getByRole('progressbar').count()) > 0) problems.push(`${path} keeps showing a progress bar`);
  }
});

test('pages explain in a sentence which features the reference server lacks', async () => {
  const inputId = await world.input();
  const extractorId = await world.extractor(inputId);
  const { username } = await world.person();
  const sentence = (text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
  await go('/system/outputs');
  await sentence('This server does not report the progress of sending.');
  await go(`/system/inputs/${inputId}/extractors`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await go(`/system/inputs/${world.known['nodeId']}/${inputId}/extractors/${extractorId}/edit`);
  await button('Try on the last 100 messages').click();
  await sentence('This server cannot try extractors on stored messages.');
  await go('/system/authentication/services/create');
  await sentence('OpenID Connect is missing here: this server lets people in by directories only.');

  await go('/streams');
  await page
    .getByRole('button', { name: /^More actions for Stream / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete this stream' }).click();
  await sentence('This server does not say what uses the stream.');
  await button('Cancel').click();
  await go(`/system/users?query=username:${username}`);
  await page.getByRole('row').filter({ hasText: username }).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await sentence('This server does not list what only this user owns, and decides itself what happens to it.');
});
