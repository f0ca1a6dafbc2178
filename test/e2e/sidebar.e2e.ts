/**
 * Tests the sidebar and highlighting against a real server with real messages: pinning, fields, statistics, rules in
 * cells and details.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let session: string;
let context: BrowserContext;
let page: Page;
let violations: string[];
const analyst = { username: 'analyst', password: 'an analyst password' };
/** Number of messages; their field took_ms has the values from 0 to 39. */
const messages = 40;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  const now = Date.now() / 1000;
  await sendMessages(
    server,
    Array.from({ length: messages }, (_message, index) => ({
      host: index % 4 === 0 ? 'db-01' : 'web-02',
      short_message: 'request served',
      timestamp: now - index,
      level: 6,
      _took_ms: index,
      ...(index % 4 === 1 && { _http_code: 404 }),
    })),
  );
  const user = { ...analyst, email: 'a@example.org', first_name: 'Ana', last_name: 'Lyst', roles: ['Admin'] };
  const made = await server.call('/users', { method: 'POST', session, json: { ...user, permissions: [] } });
  assert.ok(made.ok, await made.text());
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  violations = problemsOf(page);
});
afterEach(async () => {
  assert.deepEqual(violations, []);
  await context.close();
});

const root = { username: 'admin', password: () => server.adminPassword };

async function openSearch(username: string, password: string, path = '/search'): Promise<void> {
  await signIn(page, server, path, { username, password });
  await page.getByRole('treegrid').waitFor();
}

const rail = (): Locator => page.getByRole('navigation', { name: 'Sidebar' });
const section = async (name: string): Promise<void> => rail().getByRole('button', { name, exact: true }).click();
const panel = (name: string): Locator => page.getByRole('complementary', { name });
/** Returns the left edge of the page content beside the sidebar in px. */
const pageLeft = async (): Promise<number> =>
  (await page.getByRole('navigation', { name: 'Breadcrumbs' }).boundingBox())?.x ?? 0;

test('statistics of fields follow a search with auto-refresh, and do not extend the session', async () => {
  const prolonging: string[] = [];
  let requestCount = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/search/sync')) return;
    requestCount += 1;
    if (request.headers()['x-graylog-no-session-extension'] !== 'true') prolonging.push(request.postData() ?? '');
  });
  await openSearch(analyst.username, analyst.password);
  await panel('Fields').getByText('100%').first().waitFor();
  await panel('Fields').getByRole('button', { name: 'took_ms', exact: true }).click();
  await until('presence, values and parts of the range are requested', () => Promise.resolve(requestCount > 2));
  assert.deepEqual(prolonging, []);
});

test('the panel of fields is open beside a wide search by default; the pin is a user preference, and for the root user a setting of the browser', async () => {
  await openSearch(analyst.username, analyst.password);
  await panel('Fields').getByRole('button', { name: 'took_ms', exact: true }).waitFor();
  const left = (await pageLeft()) - 270;
  await page.getByRole('button', { name: 'Show sidebar above the page' }).click();
  await until('the panel lies above the page', async () => (await pageLeft()) === left);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Keep sidebar open' }).click();
  assert.equal((await saved).status(), 204);
  await until('the panel lies beside the page', async () => (await pageLeft()) >= left + 270);
  const answer = await server.call(`/users/${analyst.username}`, { session });
  const user = (await answer.json()) as { preferences: Record<string, unknown> };
  assert.equal(user.preferences['searchSidebarIsPinned'], true);
  assert.notEqual(user.preferences['dashboardSidebarIsPinned'], true);

  await page.reload();
  await panel('Fields').waitFor();
  assert.ok((await pageLeft()) >= left + 270);
  await page.setViewportSize({ width: 1000, height: 900 });
  await until('the panel is closed', async () => (await panel('Fields').count()) === 0);
  await page.setViewportSize({ width: 360, height: 780 });
  await until('the rail of the sidebar is hidden', async () => (await rail().count()) === 0);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await page.getByRole('menuitem', { name: 'Description' }).click();
  await panel('Description')
    .getByText(/^Query executed in \d+ms at /)
    .waitFor();
  await until(
    'the panel is at the left edge of the window',
    async () => (await panel('Description').boundingBox())?.x === 0,
  );
  await context.close();

  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await openSearch(root.username, root.password());
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()));
  await section('Create');
  await page.reload();
  await panel('Create').waitFor();
  await section('Create');
  await page.reload();
  await page.getByRole('treegrid').waitFor();
  assert.equal(await panel('Create').count(), 0, 'a closed section stays closed after a reload');
  assert.deepEqual(writes, []);
});

test('the fields are available during a slow first search', async () => {
  await page.route(/\/execute/, () => {});
  await signIn(page, server, '/search');
  await page.getByPlaceholder('Filter fields').waitFor();
  await page.getByText('took_ms', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the menu of a field stays open when a slow search finishes and the fields are counted', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/execute/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, server, '/search');
  const took = panel('Fields').getByRole('listitem').filter({ hasText: 'took_ms' });
  await took.hover();
  await took.getByRole('button', { name: 'Actions for took_ms' }).click();
  const entry = page.getByRole('menuitem', { name: 'Show top values' });
  await entry.waitFor();
  answer();
  await panel('Fields').getByRole('listitem').filter({ hasText: 'message' }).getByText('100%').waitFor();
  assert.ok(await entry.isVisible());
  await entry.click();
  await page.getByRole('heading', { name: 'Top values of took_ms' }).waitFor();
});

test('the sidebar shows statistics of a field and creates widgets for it; new widgets go to the first free place', async () => {
  await openSearch(root.username, root.password());
  await panel('Fields').getByRole('searchbox').fill('TOOK');
  const took = page.getByRole('button', { name: 'took_ms', exact: true });
  await until('only one field is left', async () => (await panel('Fields').getByRole('listitem').count()) === 1);
  await took.focus();
  await page.keyboard.press('Enter');
  await panel('Fields').getByText('in 40 of 40 messages (100%)').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Statistics of took_ms' }).click();
  const numbers = page.getByRole('table', { name: 'Statistics of took_ms' });
  await until('the statistics are shown', async () => (await numbers.getByRole('cell').first().textContent()) === '40');
  assert.deepEqual(await numbers.getByRole('row').allInnerTexts(), [
    'Count\t40',
    'Sum\t780',
    'Average\t19.5',
    'Minimum\t0',
    'Maximum\t39',
    ...(await numbers.getByRole('row').allInnerTexts()).slice(5, 7),
    'Cardinality\t40',
    ...(await numbers.getByRole('row').allInnerTexts()).slice(8),
  ]);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Add as widget' }).click();
  // The page grows until its numbers arrive, and a menu that opens earlier may close.
  await page.getByRole('region', { name: 'Field Statistics for took_ms' }).getByText('780').first().waitFor();
  await page.getByRole('button', { name: 'All fields' }).click();
  await took.hover();
  await page.getByRole('button', { name: 'Actions for took_ms' }).click();
  await page.getByRole('menuitem', { name: 'Show top values' }).click();
  await page.getByRole('heading', { name: 'Top values of took_ms' }).waitFor();
  await section('Create');
  await panel('Create').getByRole('button', { name: 'Message Count' }).click();
  await until(
    'there are two message counts',
    async () => (await page.getByRole('heading', { name: 'Message Count' }).count()) === 2,
  );
});

test('the field list ranks fields by presence and filters by value, range and presence, and shows a failed count', async () => {
  await openSearch(root.username, root.password());
  const fields = panel('Fields');
  const row = (name: string): Locator =>
    fields.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
  await row('http_code').getByText('25%').waitFor();
  assert.match(await fields.getByRole('listitem').last().innerText(), /^http_code/);
  const query = (): Promise<string> => page.getByRole('textbox', { name: 'Query' }).innerText();

  await row('source').getByRole('button', { name: 'source', exact: true }).click();
  await fields.getByRole('button', { name: 'Exclude db-01 from results' }).click();
  await until('the query excludes the value', async () => (await query()) === 'NOT source:db\\-01');
  await fields.getByText('in 30 of 30 messages (100%)').waitFor();

  await row('took_ms').getByRole('button', { name: 'took_ms', exact: true }).press('Enter');
  const bars = fields.getByRole('group', { name: 'Distribution of took_ms' }).getByRole('button');
  await until('the parts are counted', async () =>
    /^0 to 5: 3 messages/.test((await bars.first().getAttribute('aria-label')) ?? ''),
  );
  await bars.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until('the query is narrowed', async () => (await query()).endsWith('AND took_ms:[5 TO 10}'));

  await page.route('**/views/search/sync**', (route) =>
    route.fulfill({ status: 500, json: { type: 'ApiError', message: 'no' } }),
  );
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await fields.getByRole('alert').getByText('The fields could not be counted.').waitFor();
  await row('took_ms').waitFor();
});

/** Returns the computed background and text colours of the marked values with the text. */
async function marks(text: string): Promise<{ background: string; color: string }[]> {
  return page
    .getByRole('treegrid')
    .locator('[data-marked]')
    .filter({ hasText: text })
    .evaluateAll((found) =>
      found.map((element) => {
        const { backgroundColor: background, color } = getComputedStyle(element);
        return { background, color };
      }),
    );
}
/** Tells whether each mounted row marks the text; rows outside the viewport are not in the document. */
async function allMarked(text: string): Promise<boolean> {
  const shown = await page.getByRole('treegrid').getByText(text, { exact: true }).count();
  return shown > 0 && (await marks(text)).length === shown;
}
const numbersOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other]
    .map((color) => {
      const [r = 0, g = 0, bl = 0] = numbersOf(color).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * bl + 0.05;
    })
    .sort((left, right) => right - left);
  return a / b;
}

async function addRule(field: string, value: string, color: string): Promise<void> {
  await panel('Highlighting').getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create highlighting rule' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill(field);
  await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
  await dialog.getByRole('radio', { name: color, exact: true }).click();
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('highlighting rules mark values in cells, message texts and details, readable in both themes; the last rule wins; no search runs', async () => {
  await openSearch(root.username, root.password());
  const executed: string[] = [];
  page.on(
    'request',
    (request) => /\/views\/search(\/\w+\/execute)?$/.test(request.url()) && executed.push(request.url()),
  );
  await page.getByRole('treegrid').getByText('db-01', { exact: true }).first().click();
  // The colour of a new rule is random. The test fixes it to one that no other rule has.
  await page.evaluate('globalThis.chance = Math.random; Math.random = () => 0');
  await page.getByRole('menuitem', { name: 'Highlight this value' }).click();
  await until('all cells of the value are marked', () => allMarked('db-01'));
  await page.evaluate('Math.random = globalThis.chance');
  await page.getByRole('treegrid').getByText('db-01', { exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Copy value to clipboard' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Highlight this value' }).count(), 0);
  await page.keyboard.press('Escape');

  await section('Highlighting');
  const [random] = await marks('db-01');
  await addRule('source', 'db-01', 'lightest grey');
  await addRule('message', 'request served', 'amber');
  await until('message texts are marked', async () => (await marks('request served')).length > 10);
  const light = await marks('db-01');
  assert.notDeepEqual(light[0], random, 'the last matching rule determines the colour');
  await page.getByRole('button', { name: 'Move source == "db-01".' }).nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await until(
    'the first rule determines the colour',
    async () => (await marks('db-01'))[0]?.background === random?.background,
  );
  await page.keyboard.press('ArrowDown');
  await until(
    'the last rule determines the colour again',
    async () => (await marks('db-01'))[0]?.background === light[0]?.background,
  );

  await page
    .getByRole('treegrid')
    .getByRole('row')
    .filter({ hasText: 'db-01' })
    .first()
    .getByText('request served')
    .click();
  await page.getByRole('button', { name: 'Copy ID' }).waitFor();
  const details = page.getByRole('term').filter({ hasText: 'source' }).locator('xpath=following-sibling::dd');
  await details.locator('[data-marked]').waitFor();

  await page.emulateMedia({ colorScheme: 'dark' });
  await until('the theme changes', async () => (await marks('db-01'))[0]?.background !== light[0]?.background);
  const dark = await marks('db-01');
  for (const { background, color } of [...light, ...dark, ...(await marks('request served'))])
    assert.ok(contrast(background, color) >= 4.5, `the contrast of ${color} on ${background} is sufficient`);
  await expectNoAxeViolations(page);

  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Delete source == "db-01".' }).first().click();
    await page.getByText('Do you really want to remove this highlighting?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until(
      'the rule is deleted',
      async () => (await page.getByRole('button', { name: /^Delete source/ }).count()) === left,
    );
  }
  await until('no cell is marked', async () => (await marks('db-01')).length === 0);
  assert.deepEqual(executed, []);
});

test('the console reports an unknown kind of colour in a stored view and lets it be replaced', async () => {
  await openSearch(root.username, root.password());
  const created: Record<string, unknown>[] = [];
  await page.route('**/api/views/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    return route.fulfill({ json: created[0] });
  });
  const search = {
    id: '0'.repeat(24),
    queries: [
      {
        id: 'q1',
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: 0 },
        filter: null,
        filters: [],
        search_types: [
          { id: 't1', type: 'messages', limit: 150, offset: 0, sort: [], decorators: [], streams: [], filters: [] },
        ],
      },
    ],
    parameters: [],
  };
  assert.ok((await server.call('/views/search', { method: 'POST', session, json: search })).ok);
  created.push({
    id: '1'.repeat(24),
    type: 'SEARCH',
    title: 'Odd colours',
    summary: '',
    description: '',
    search_id: search.id,
    properties: [],
    requires: {},
    owner: 'admin',
    created_at: '2026-11-20T10:00:00.000Z',
    favorite: false,
    state: {
      q1: {
        widgets: [
          {
            id: 'w1',
            type: 'messages',
            filter: null,
            filters: [],
            timerange: null,
            query: null,
            streams: [],
            config: {
              fields: ['timestamp', 'source'],
              show_message_row: true,
              show_summary: true,
              decorators: [],
              sort: [],
            },
          },
        ],
        widget_mapping: { w1: ['t1'] },
        positions: { w1: { col: 1, row: 1, height: 6, width: 'Infinity' } },
        titles: {},
        formatting: {
          highlighting: [{ field: 'source', value: 'db-01', condition: 'equal', color: { type: 'plaid' } }],
        },
      },
    },
  });
  await page.goto(`${server.url}/search/${'1'.repeat(24)}`);
  await page.getByText('Invalid highlighting color type: plaid').waitFor();
  await section('Highlighting');
  await panel('Highlighting').getByRole('img', { name: 'Invalid highlighting color type: plaid' }).waitFor();
  await page.getByRole('button', { name: 'Edit source == "db-01".' }).click();
  await page.getByRole('button', { name: 'Update rule' }).click();
  await page.getByText('Coloring is required', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Static color' }).check();
  await page.getByRole('button', { name: 'Update rule' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await until('the cells are marked', () => allMarked('db-01'));
});
