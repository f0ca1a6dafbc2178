/**
 * Tests saved searches, the list of dashboards and the welcome page by role and label: saving, finding, and protection
 * against loss and overwriting.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { foreignSearch, foreignView, sentForeignView } from './foreign-view.js';
import { until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let admin: string;
let context: BrowserContext;
let page: Page;
let violations: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer({ inputs: true })]);
  admin = await server.login();
  const json = {
    username: 'jane',
    password: 'a user password',
    email: 'jane@example.org',
    first_name: 'Jane',
    last_name: 'Roe',
    permissions: ['streams:read'],
    roles: ['Reader', 'Dashboard Creator'],
    timezone: 'Europe/Berlin',
  };
  const made = await server.call('/users', { method: 'POST', session: admin, json });
  assert.equal(made.status, 201, await made.text());
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

const jane = { username: 'jane', password: 'a user password' };

const title = (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();
const toast = (text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const query = () => page.getByRole('textbox', { name: 'Search query' });

async function search(text: string): Promise<void> {
  await query().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === text);
}

async function save(name: string, how: 'Save' | 'Save as' | 'Create new'): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill(name);
  await form.getByRole('button', { name: how, exact: true }).click();
  await toast(`Saving view "${name}" was successful!`);
}

const idOf = (): string => /\/search\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
const stored = async (id: string) => (await server.call(`/views/${id}`, { session: admin })).text();

test('a search is saved, starred, renamed, found in the list and in the dialog, and deleted', async () => {
  await signIn(page, server, '/search', jane);
  await title('Unsaved search');
  await search('source:web-01');
  await save('Errors of the shop', 'Create new');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await title('Errors of the shop');
  const first = idOf();
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByRole('button', { name: 'Remove from favorites' }).waitFor();
  assert.equal(await page.getByText('Unsaved changes').count(), 0, 'adding a favorite is not an unsaved change');

  // The dialog of the pencil button saves at once.
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  const pen = page.getByRole('dialog', { name: 'Editing saved search' });
  await pen.getByLabel('Summary').fill('What customers notice');
  await pen.getByRole('button', { name: 'Save search' }).click();
  // The toast of the first save may still show the same text.
  await until('the summary is stored', async () => (await stored(first)).includes('"summary":"What customers notice"'));

  // Renaming in the menu only changes the search on screen.
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
  const modal = page.getByRole('dialog', { name: 'Editing saved search' });
  await modal.getByLabel('Description').fill('Not stored yet');
  await modal.getByRole('button', { name: 'Update search' }).click();
  await page.getByText('Unsaved changes').first().waitFor();
  await save('Errors of the shop, copy', 'Save as');
  await page.waitForURL((url) => !url.pathname.endsWith(first));
  await title('Errors of the shop, copy');
  const second = idOf();
  assert.doesNotMatch(await stored(first), /Not stored yet/);
  assert.match(await stored(second), /Not stored yet/);

  await page.goto(`${server.url}/views`);
  const table = page.getByRole('table', { name: 'Saved searches' });
  await table.getByRole('link', { name: 'Errors of the shop, copy' }).waitFor();
  assert.equal(await table.getByRole('row', { name: /Errors of the shop/ }).count(), 2);
  await table.getByRole('link', { name: 'Errors of the shop', exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/search/${first}`);
  await title('Errors of the shop');
  await page.getByText('source:web-01').first().waitFor();

  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const load = page.getByRole('dialog', { name: 'Saved searches' });
  await load.getByRole('link', { name: 'Errors of the shop, copy' }).click();
  await title('Errors of the shop, copy');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await load.getByRole('button', { name: 'Delete Errors of the shop, copy' }).click();
  await page.getByText('You are about to delete saved search: "Errors of the shop, copy". Are you sure?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast('Deleting view "Errors of the shop, copy" was successful!');
  // The displayed search was deleted, so a new search starts.
  await title('Unsaved search');
  assert.deepEqual(violations, []);
});

test('unsaved changes of a saved search are not discarded without a question, by link, back button or closing', async () => {
  await signIn(page, server, '/search', jane);
  await title('Unsaved search');
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await title('Dashboards');
  await page.goBack();
  await title('Unsaved search');
  await search('level:3');
  await save('Guarded', 'Create new');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await title('Guarded');
  await search('level:4');
  await page.getByText('Unsaved changes').first().waitFor();
  const here = page.url();
  const question = page.getByRole('alertdialog');
  const text = 'Are you sure you want to leave the page? Any unsaved changes will be lost.';

  await page.getByRole('link', { name: 'Dashboards' }).click();
  await question.getByText(text).waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(page.url(), here);

  // Within the search, the back button steps through the search without asking.
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('q') !== 'level:4');
  assert.equal(await question.count(), 0);
  // The page could be left without a question if the view had no changes. Changed display settings of its message
  // table count as a change too.
  await page.getByText('Unsaved changes').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Row numbers' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Unsaved changes').first().waitFor();
  // The previous history entry is another page.
  await page.goBack();
  await question.getByText(text).waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
  await title('Guarded');
  const dialogShown = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const browserDialog = await dialogShown;
  assert.equal(browserDialog.type(), 'beforeunload');
  await browserDialog.dismiss();

  // After a reset to the stored state, leaving does not ask.
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Unsaved changes').first().waitFor({ state: 'detached' });
  await page.getByText('level:3').first().waitFor();
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await title('Dashboards');

  // The user confirms leaving.
  await page.goBack();
  await title('Guarded');
  await search('level:5');
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await title('Dashboards');
  assert.deepEqual(violations, []);
});

test('a save reports another user’s change before overwriting it; unknown members survive both saves', async () => {
  await signIn(page, server, '/search', jane);
  await title('Unsaved search');
  await save('Contested', 'Create new');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await title('Contested');
  const id = idOf();
  // Another user saves with a console that supports more features.
  const before = await stored(id);
  const odd = '{"deep":[1,{"b":null,"a":9007199254740993}],"":"é"}';
  const theirs = before
    .replace('"title":"Contested"', `"title":"Theirs","x_future":${odd}`)
    .replace('"show_summary":true', `"show_summary":true,"x_setting":${odd}`);
  const put = await server.call(`/views/${id}`, {
    method: 'PUT',
    session: admin,
    body: theirs,
    headers: { 'Content-Type': 'application/json' },
  });
  assert.equal(put.status, 200, await put.text());

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill('Mine');
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('alertdialog', { name: 'Somebody else has changed this in the meantime' });
  const differences = conflict.getByRole('table', { name: 'What differs' });
  await differences.getByRole('row', { name: 'Title Mine Theirs' }).waitFor();
  await conflict.getByRole('button', { name: 'Cancel' }).click();
  assert.match(await stored(id), /"title":"Theirs"/);
  await page.getByText('Unsaved changes').first().waitFor();

  // The other version is loaded and changed: every unknown member stays.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByRole('button', { name: 'Discard mine, open theirs' }).click();
  await title('Theirs');
  await save('Ours', 'Save');
  await title('Ours');
  const after = await stored(id);
  assert.match(after, /"title":"Ours"/);
  assert.ok(after.includes(`"x_future":${odd}`), after);
  assert.ok(after.includes(`"x_setting":${odd}`), after);

  // The user confirms overwriting.
  const again = await server.call(`/views/${id}`, {
    method: 'PUT',
    session: admin,
    body: after.replace('"title":"Ours"', '"title":"Theirs again"'),
    headers: { 'Content-Type': 'application/json' },
  });
  assert.equal(again.status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await until('the search is overwritten', async () => (await stored(id)).includes('"title":"Ours"'));
  assert.deepEqual(violations, []);
});

test('a view of another console opens and is saved unchanged except for the edit; views saved here have the same form', async () => {
  const put = async (path: string, json: unknown): Promise<void> => {
    const answer = await server.call(path, { method: 'POST', session: admin, json });
    assert.ok(answer.ok, await answer.text());
  };
  await put('/views/search', foreignSearch);
  await put('/views', sentForeignView);
  await signIn(page, server, `/search/${foreignView.id}`);
  await title('Web errors');
  for (const name of ['Message Count', 'All Messages'])
    await page.getByRole('region', { name, exact: true }).getByRole('heading', { name }).waitFor();
  await page.getByText('source:web*').first().waitFor();
  await page.getByRole('button', { name: 'Highlighting', exact: true }).click();
  for (const rule of ['level == "3".', 'took_ms > "0".']) await page.getByText(rule, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await save('Web errors, renamed', 'Save');
  const kept = JSON.parse(await stored(foreignView.id)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(foreignView))
    assert.deepEqual(kept[name], name === 'title' ? 'Web errors, renamed' : value, name);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill('Made here');
  await form.getByRole('button', { name: 'Save as', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(foreignView.id));
  await title('Made here');
  await page.goto(`${server.url}/search`);
  await title('Unsaved search');
  await save('New here', 'Create new');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  const view = JSON.parse(await stored(idOf())) as typeof foreignView;
  const search = JSON.parse(
    await (await server.call(`/views/search/${view.search_id}`, { session: admin })).text(),
  ) as typeof foreignSearch;
  const names = (value: object): string[] => Object.keys(value).sort();
  const [state] = Object.values(view.state);
  const [foreignState] = Object.values(foreignView.state);
  assert.ok(state && foreignState);
  assert.deepEqual(
    Object.keys(view.state),
    search.queries.map(({ id }) => id),
    'there is a state for every query',
  );
  assert.deepEqual(
    names(state).filter((name) => !(name in foreignState)),
    [],
  );
  for (const [index, widget] of state.widgets.entries()) {
    const foreign: { readonly config: object } | undefined = foreignState.widgets[index];
    assert.ok(foreign);
    assert.deepEqual([names(widget), names(widget.config)], [names(foreign), names(foreign.config)]);
    const types = (state.widget_mapping as Record<string, string[]>)[widget.id];
    assert.ok(types?.every((type) => search.queries[0]?.search_types.some(({ id }) => id === type)));
    assert.ok(widget.id in state.positions);
  }
  assert.deepEqual(violations, []);
});

test('a search is exported to a dashboard and becomes the start page; the welcome page lists it as last opened', async () => {
  await signIn(page, server, '/search', jane);
  await title('Unsaved search');
  await search('level:6');
  await save('Morning look', 'Create new');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await title('Morning look');
  const id = idOf();
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Export to dashboard' }).click();
  await page.waitForURL(/\/dashboards\/new\?handed=/);
  await title('Morning look');
  await page.reload();
  await title('Morning look');
  await page.getByRole('button', { name: 'Save as' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save new dashboard' });
  await dialog.getByLabel('Title').fill('Morning board');
  await dialog.getByRole('button', { name: 'Create dashboard' }).click();
  await page.waitForURL(/\/dashboards\/[0-9a-f]{24}$/);
  const dashboards = (await (await server.call('/dashboards?query=Morning', { session: admin })).json()) as {
    elements: { id: string; owner: string }[];
  };
  assert.equal(dashboards.elements[0]?.owner, 'jane');
  const board = JSON.parse(await stored(dashboards.elements[0].id)) as {
    state: Record<string, { widgets: { query: { query_string: string } }[] }>;
  };
  for (const { query: own } of Object.values(board.state)[0]?.widgets ?? []) assert.equal(own.query_string, 'level:6');

  await page.goto(`${server.url}/search/${id}`);
  await title('Morning look');
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Use as start page' }).click();
  await toast('Your start page was changed successfully');
  const user = (await (await server.call('/users/jane', { session: admin })).json()) as { timezone: string };
  assert.equal(user.timezone, 'Europe/Berlin', 'setting the start page keeps the time zone');
  await page.getByRole('link', { name: 'Log Console' }).click();
  await page.goto(server.url);
  await page.waitForURL((url) => url.pathname === `/search/${id}`);
  await title('Morning look');

  await page.getByRole('link', { name: 'Welcome' }).click();
  await title('Welcome to Log Console!');
  const opened = page.getByRole('region', { name: 'Last Opened' });
  await opened.getByRole('link', { name: 'Morning look' }).waitFor();
  await opened.getByRole('link', { name: 'Morning look' }).click();
  await title('Morning look');
  assert.deepEqual(violations, []);
});

test('the welcome page starts, stops and restarts the demo, whose input and dashboard are created only once', async () => {
  await signIn(page, server, '/welcome');
  await title('Welcome to Log Console!');
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await activity
    .getByText(/was (created|updated|deleted)d? by/)
    .first()
    .waitFor();
  const first = page.getByRole('region', { name: 'Send a first message' });
  await first.getByRole('button', { name: 'Start the demo' }).click();
  await page.getByText('The demo is running.').waitFor();
  // A later visit finds the dashboard and its messages, so the hint about a first message is gone.
  const search = await server.login();
  await until('the demo sends messages', async () => {
    const answer = await server.call('/search/universal/relative?query=_exists_:resource&range=0&limit=1', {
      session: search,
    });
    return ((await answer.json()) as { total_results: number }).total_results > 0;
  });
  await page.goto(`${server.url}/welcome`);
  const later = page.getByRole('region', { name: 'Send messages from a terminal' });
  await later.getByText('The demo is running.').waitFor();
  assert.equal(await page.getByText('Send a first message').count(), 0);
  assert.equal(await later.getByRole('code').first().isVisible(), false, 'the commands are folded');
  const sample = await later.getByRole('link', { name: 'Open the sample dashboard' }).getAttribute('href');
  await later.getByRole('button', { name: 'Stop the demo' }).click();
  await later.getByText('The demo is stopped.').waitFor();
  const { states } = (await (await server.call('/system/inputstates', { session: search })).json()) as {
    states: { state: string; message_input: { type: string } }[];
  };
  const works = states.some(({ state, message_input: { type } }) => /FakeHttp/.test(type) && state === 'RUNNING');
  assert.equal(works, false);
  await later.getByRole('button', { name: 'Start the demo' }).click();
  await later.getByText('The demo is running.').waitFor();
  assert.equal(await later.getByRole('link', { name: 'Open the sample dashboard' }).getAttribute('href'), sample);
  const inputs = (await (await server.call('/system/inputs', { session: search })).json()) as {
    inputs: { type: string }[];
  };
  assert.equal(
    inputs.inputs.filter(({ type }) => type.endsWith('FakeHttpMessageInput')).length,
    1,
    'restarting the demo creates no second input',
  );
  await later.getByRole('link', { name: 'Search its messages' }).click();
  await page.waitForURL((url) => (url.searchParams.get('q') ?? '').startsWith('gl2_source_input:'));
  await page.goto(`${server.url}/dashboards`);
  await page.getByRole('row', { name: /Demo: web shop/ }).waitFor();
  assert.deepEqual(violations, []);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds no violations on the welcome page and in the lists of searches and dashboards (${scheme})`, async () => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await signIn(page, server, '/welcome');
    await page.getByText('The demo is running.').waitFor();
    await expectNoAxeViolations(page);
    await page.goto(`${server.url}/views`);
    await page.getByRole('table', { name: 'Saved searches' }).getByRole('checkbox').nth(1).check();
    await page.getByText('1 item selected').waitFor();
    await expectNoAxeViolations(page);
    await page.goto(`${server.url}/dashboards`);
    await page.getByRole('table', { name: 'Dashboards' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Owner' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: /^Title/ }).waitFor();
    await expectNoAxeViolations(page);
    assert.deepEqual(violations, []);
  });
}
