/**
 * Tests failures of saved searches, dashboards and the session: texts of the catalogue (spec 2 §8) and ways to
 * continue.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { breaks, toast } from './failures.js';
import { problemsOf, signIn } from './signed-in.js';
import { until } from './sent-messages.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
const problems: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(15_000);
  problemsOf(page, problems);
  await signIn(page, server, '/search');
});
after(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  await page.unrouteAll();
  assert.deepEqual(problems, []);
});

const notifications = (): Locator => page.getByRole('region', { name: 'Notifications' });
const confirmation = (): Locator => page.getByRole('alertdialog');

test('failures of saving, listing and deleting saved searches are reported, and each action can be retried', async () => {
  await page.getByRole('heading', { name: 'Unsaved search' }).waitFor();
  const save = async (how: string, title: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Name of search' });
    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: how, exact: true }).click();
  };
  let mend = await breaks(page, 'POST', /\/api\/views$/, 'Out of disk.');
  await save('Create new', 'One');
  await toast(page, 'Error!', 'Saving view failed: Out of disk.');
  await mend();
  await page.keyboard.press('Escape');
  await save('Create new', 'One');
  await toast(page, 'Success!', 'Saving view "One" was successful!');
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  await page.getByRole('heading', { name: 'One', exact: true }).waitFor();
  mend = await breaks(page, 'PUT', /\/api\/views\/[0-9a-f]{24}$/, 'Out of disk again.');
  await save('Save', 'One more');
  await toast(page, 'Error!', 'Saving view failed: Out of disk again.');
  await mend();
  await page.keyboard.press('Escape');
  const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';
  const stored = (await (await server.call(`/views/${id}`, { session })).json()) as Record<string, unknown>;
  for (const [index, title] of ['Two', 'Three', 'Four'].entries()) {
    const { favorite: _f, owner: _o, created_at: _c, last_updated_at: _l, ...rest } = stored;
    const copy = { ...rest, title, id: String(index).repeat(24) };
    const made = await server.call('/views', { method: 'POST', session, json: copy });
    assert.ok(made.ok, await made.text());
  }

  mend = await breaks(page, 'GET', /\/api\/search\/saved\?/, 'The database is away.');
  await page.goto(`${server.url}/views`);
  const panel = page.getByRole('alert').filter({ hasText: 'Could not load saved searches' });
  await panel.getByText('Loading saved searches failed with status: The database is away.').waitFor();
  await mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  const table = page.getByRole('table', { name: 'Saved searches' });
  const row = (title: string) =>
    table.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await row('Four').waitFor();
  const filter = page.getByRole('searchbox', { name: 'Search saved searches' });
  await filter.fill('nothing like it');
  await page.getByText('No saved searches have been found.').waitFor();
  await filter.fill('');
  await row('Four').waitFor();

  mend = await breaks(page, 'DELETE', /\/api\/views\/[0-9a-f]{24}$/, 'It is locked.');
  const removeOne = async () => {
    await row('One').getByRole('button', { name: 'Delete' }).click();
    await confirmation().getByText('You are about to delete saved search: "One". Are you sure?').waitFor();
    await confirmation().getByRole('button', { name: 'Delete' }).click();
  };
  await removeOne();
  await toast(page, 'Could not delete view', 'Deleting view failed: It is locked.');
  await mend();
  await removeOne();
  await toast(page, 'Success!', 'Deleting view "One" was successful!');

  const removeSelected = async (question: string) => {
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirmation().getByText(question).waitFor();
    await confirmation().getByRole('button', { name: 'Delete' }).click();
  };
  await row('Two').getByRole('checkbox').check();
  await row('Three').getByRole('checkbox').check();
  mend = await breaks(page, 'POST', /\/api\/views\/bulk_delete$/, 'It is all locked.');
  await removeSelected('Do you really want to remove 2 saved searches?');
  await toast(page, 'An error occurred while deleting saved searches.', 'It is all locked.');
  await mend();
  await page.getByText('2 items selected').waitFor();
  await page.route(/\/api\/views\/bulk_delete$/, (route) =>
    route.fulfill({
      json: {
        successfully_performed: 1,
        failures: [{ entity_id: '1'.repeat(24), failure_explanation: 'It is locked.' }],
        errors: [],
      },
    }),
  );
  await removeSelected('Do you really want to remove 2 saved searches?');
  await toast(page, 'Error!', '1 out of 2 selected saved searches could not be deleted.');
  await page.getByText('1 item selected').waitFor();
  assert.equal(
    await row('Three').getByRole('checkbox').isChecked(),
    true,
    'views that could not be deleted stay selected',
  );
  await page.unrouteAll();
  await removeSelected('Do you really want to remove 1 saved search?');
  await toast(page, 'Success!', '1 saved search was deleted successfully.');
  await row('Two').getByRole('checkbox').check();
  await row('Four').getByRole('checkbox').check();
  await removeSelected('Do you really want to remove 2 saved searches?');
  await toast(page, 'Success!', '2 saved searches were deleted successfully.');
  await page.getByText('No saved searches have been created yet.').waitFor();
});

test('failures of loading the dashboards, copying a page and opening a dashboard or search are shown with their reason', async () => {
  const grid = { col: 1, row: 1, width: 4, height: 2 };
  const count = { title: 'Count', config: {}, position: grid };
  const [source, target] = await Promise.all([
    storeDashboard(server, session, 'Source', [
      { title: 'First', widgets: [count] },
      { title: 'Second', widgets: [count] },
    ]),
    storeDashboard(server, session, 'Target', [{ title: 'Only', widgets: [count] }]),
  ]);
  let mend = await breaks(page, 'GET', /\/api\/dashboards\?/, 'The database is away.');
  await page.goto(`${server.url}/dashboards`);
  const panel = page.getByRole('alert').filter({ hasText: 'Could not load dashboards' });
  await panel.getByText('Loading dashboards failed with status: The database is away.').waitFor();
  await mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Source' }).click();

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions of page First' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  mend = await breaks(page, 'GET', /\/api\/dashboards\?/, 'Busy.');
  await choose('Copy to Dashboard');
  const dialog = page.getByRole('dialog', { name: 'Copy dashboard page to dashboard' });
  const failed = dialog.getByRole('alert').filter({ hasText: 'Could not retrieve views' });
  await failed.getByText('Fetching views failed with status: Busy.').waitFor();
  await mend();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('radio', { name: 'Target' }).check();
  await failed.waitFor({ state: 'detached' });
  mend = await breaks(page, 'PUT', new RegExp(`/api/views/${target.id}$`), 'Out of disk.');
  await dialog
    .getByRole('button', { name: 'Copy widget' })
    .or(dialog.getByRole('button', { name: 'Copy page' }))
    .click();
  await toast(page, 'Copying the dashboard page failed.', 'Copying dashboard page failed with error Out of disk.');
  await mend();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose('Delete');
  await confirmation().getByText('Do you really want to delete this dashboard page?').waitFor();
  await confirmation().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('tab', { name: 'First' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'Success!', 'Saving view "Source" was successful!');

  // The element itself reports a missing attribute.
  await page.goto(`${server.url}/examples/plain.html`);
  await page.evaluate(() => {
    const element = document.createElement('log-dashboard');
    document.body.replaceChildren(element);
  });
  await page.evaluate(async (url) => void (await import(url)), `${server.url}/elements/log-dashboard.js`);
  await page.getByText('No view id specified!').waitFor();

  // The first search has two queries; the second requires a feature that this console lacks.
  const asSearch = (changes: object) => async (route: Route) => {
    const response = await route.fetch();
    return route.fulfill({ json: { ...((await response.json()) as object), ...changes } });
  };
  await page.route(new RegExp(`/api/views/${source.id}$`), asSearch({ type: 'SEARCH', requires: {} }));
  const query = { query: { type: 'elasticsearch', query_string: '' }, timerange: { type: 'relative', from: 300 } };
  await page.route(
    /\/api\/views\/search\/[0-9a-f]{24}$/,
    asSearch({ queries: ['a', 'b'].map((id) => ({ id, ...query, search_types: [] })) }),
  );
  await page.goto(`${server.url}/search/${source.id}`);
  await page.getByText('Something went wrong').first().waitFor();
  await page
    .getByText('An unknown error has occurred. Please have a look at the following message and try again:')
    .waitFor();
  await page.getByText('Searches must only have a single query!').waitFor();
  await page.unrouteAll();
  const requires = { 'org.example.Parameters': { name: 'Parameters of the future', url: 'https://example.org' } };
  await page.route(new RegExp(`/api/views/${source.id}$`), asSearch({ type: 'SEARCH', requires }));
  await page.reload();
  await page.getByText('Executing the view is not possible').waitFor();
  await page.getByText('Parameters of the future').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).waitFor();
});

test('missing pages and malformed answers about session and user are reported, and a logout removes the notifications of the session', async () => {
  await page.goto(`${server.url}/search/%FF`);
  await page.getByText('The saved search was not found').waitFor();
  await page.goto(`${server.url}/%E0%A4%A`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();

  const other: [RegExp, unknown][] = [
    [/\/api\/users\/admin$/, 'a text'],
    [/\/api\/users\/admin$/, { username: 'admin', permissions: 'all of them' }],
    [/\/api\/users\/admin$/, { username: 'admin', permissions: ['*'], timezone: { offset: 5 } }],
    [/\/api\/system\/sessions$/, ['is_valid']],
    [/\/api\/system\/sessions$/, { is_valid: true, username: { name: 'admin' } }],
  ];
  for (const [path, answer] of other) {
    const fulfil = (route: Route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: answer }) : route.fallback();
    await page.route(path, fulfil);
    await page.goto(`${server.url}/search`);
    await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
    const call = path.source.replaceAll('\\', '').replace('$', '');
    await page.getByText(`GET ${server.url}${call}: the answer has another form than expected`).waitFor();
    assert.equal(await page.getByText('Runtime Error').count(), 0);
    await page.unroute(path, fulfil);
  }

  await page.goto(`${server.url}/dashboards`);
  await page.getByRole('link', { name: 'Target' }).waitFor();
  const mend = await breaks(page, 'DELETE', /\/api\/views\//, 'A secret of this session.');
  await page.getByRole('button', { name: 'More actions for Target' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmation().getByRole('button', { name: 'Delete' }).click();
  await notifications().getByText('Deleting view failed: A secret of this session.').waitFor();
  await mend();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByLabel('Username').waitFor();
  assert.equal(await page.getByText('A secret of this session.').count(), 0);
  await until('the login page shows no notifications', async () => (await notifications().count()) === 0);
});
