/**
 * Tests the search page against a real server with real messages: keyboard, completion, time ranges, validation,
 * address, hostile text.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { onlyInFullRun } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages, openInput, until } from './sent-messages.js';
import { cleanUp, openSession, problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let page: Page;
const violations: string[] = [];
const viewport = { width: 1280, height: 900 };

/** Texts that would execute if they were interpreted as markup. */
const hostile = [
  '<img src=x onerror="globalThis.hacked=1">',
  '"><script>globalThis.hacked=1</script>',
  "'-globalThis.hacked=1-'",
  'javascript:globalThis.hacked=1',
  '<svg/onload=globalThis.hacked=1>',
];

async function putMessages(): Promise<void> {
  const session = await server.login();
  const { send } = await openInput(server, session);
  await send({ host: 'web-01', short_message: 'first light', _application_name: 'checkout', level: 6 });
  const now = Date.now() / 1000;
  for (let index = 0; index < 40; index += 1) {
    const host = index % 4 === 0 ? 'db-01' : 'web-02';
    const text = index % 5 === 0 ? 'connection timed out' : 'request served';
    await send({
      host,
      short_message: text,
      timestamp: now - index,
      level: index % 8,
      _took_ms: index,
      _n: '9007199254740993',
    });
  }
  for (const text of hostile) {
    await send({ host: text, short_message: text, _application_name: text, _evil: text });
  }
  await foundMessages(server, session, 41 + hostile.length);
}

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await putMessages();
  const context = await browser.newContext({ viewport });
  page = await context.newPage();
  problemsOf(page, violations);
  await openSession(context, server.url, { username: 'admin', password: server.adminPassword });
});
after(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  assert.deepEqual(violations.splice(0), []);
  await cleanUp(page);
});

async function openSearch(path = '/search'): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByRole('treegrid').waitFor();
}

const query = (): Locator => page.getByRole('textbox', { name: 'Search query' });
const rows = (): Locator => page.getByRole('treegrid').getByText(/request served|timed out|first light/);
const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);

/** Returns the query editor with completion, once it has replaced the plain input. */
async function editor(): Promise<Locator> {
  await query().click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  return query();
}

async function search(text: string): Promise<void> {
  await editor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === text);
}

test('a search runs by keyboard alone, from the query to an open message and back', async () => {
  await openSearch();
  await query().focus();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('"timed out"');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === '"timed out"');
  await page.getByText('request served').first().waitFor({ state: 'detached' });
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const inTable = await page.evaluate(() => {
      let active: Element | null = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('role') === 'row';
    });
    if (inTable) break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy ID' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy ID' }).waitFor({ state: 'detached' });
});

test('query completion offers fields, then their values with hits, and writes the query', onlyInFullRun, async () => {
  await openSearch();
  await editor();
  await page.keyboard.type('sou');
  await page.getByRole('option', { name: /^source/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: /web-02.*30 hits/ }).waitFor();
  await page.keyboard.type('d');
  await until('only the matching suggestion is shown', async () => (await page.getByRole('option').count()) === 1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'source:db\\-01');
  await page.getByText('web-02').first().waitFor({ state: 'detached' });
});

test('query completion shows hostile values as text and quotes them', onlyInFullRun, async () => {
  await openSearch();
  await editor();
  await page.keyboard.type('evil:');
  await page.getByRole('option', { name: /^<img src=x/ }).waitFor();
  await page.getByRole('option', { name: /^<svg/ }).waitFor();
  await page.keyboard.type('<i');
  await until('only the matching suggestion is shown', async () => (await page.getByRole('option').count()) === 1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'evil:"<img src=x onerror=\\"globalThis.hacked=1\\">"');
  await page.getByRole('treegrid').getByText('<img src=x').first().waitFor();
  assert.equal(await page.evaluate(() => 'hacked' in globalThis), false);
});

test('the address follows the search, including back and forward, and a reload shows the same search', async () => {
  await openSearch();
  assert.equal(parameter('rangetype'), 'relative');
  await search('"timed out"');
  await search('source:db-01');
  await page.goBack();
  await until('the previous query is shown', async () => (await query().textContent()) === '"timed out"');
  assert.equal(parameter('q'), '"timed out"');
  await page.goForward();
  await until('the next query is shown', async () => (await query().textContent()) === 'source:db-01');
  await page.reload();
  await page.getByRole('treegrid').waitFor();
  await until(
    'the query is kept',
    async () =>
      ((await query().textContent()) ||
        (await query()
          .inputValue()
          .catch(() => ''))) === 'source:db-01',
  );
  await rows().first().waitFor();
});

test('absolute, keyword and preset time ranges reach the search and the address', async () => {
  await openSearch();
  const open = async (): Promise<Locator> => {
    await page.getByRole('button', { name: /^Time range:/ }).click();
    return page.getByRole('dialog', { name: 'Search Time Range' });
  };
  let dialog = await open();
  await dialog.getByRole('tab', { name: 'Absolute' }).click();
  await dialog.getByRole('button', { name: 'Timestamp' }).click();
  await dialog.getByRole('textbox', { name: 'From timestamp' }).fill('2020-01-01 00:00:00');
  await dialog.getByRole('textbox', { name: 'Until timestamp' }).fill('2019-01-01');
  await dialog.getByText('The "Until" date must come after the "From" date.').waitFor();
  await dialog.getByRole('textbox', { name: 'Until timestamp' }).fill('2020-01-02');
  await dialog.getByRole('button', { name: 'Update time range' }).click();
  await page.getByRole('button', { name: /^Search(?! actions)/ }).click();
  await page.waitForURL((url) => url.searchParams.get('rangetype') === 'absolute');
  await rows().first().waitFor({ state: 'detached' });

  dialog = await open();
  await dialog.getByRole('tab', { name: 'Keyword' }).click();
  const words = dialog.getByRole('textbox', { name: 'Time range in words' });
  await words.fill('gibberish');
  await dialog.getByText('Unable to parse keyword.').waitFor();
  await words.fill('Last hour');
  await words.press('Enter');
  await until('the range is applied', async () => (await dialog.count()) === 0);
  await page.getByRole('button', { name: /^Search(?! actions)/ }).click();
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'Last hour');
  await rows().first().waitFor();

  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio', { name: '30 minutes' }).click();
  await page.waitForURL((url) => url.searchParams.get('relative') === '1800');
  await page.getByRole('button', { name: /30 minutes ago/ }).waitFor();
});

test('an invalid query does not run, neither by Enter nor by the button, and shows the reason with a link to the documentation', async () => {
  await openSearch();
  const before = page.url();
  await editor();
  await page.keyboard.type('foo:(');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Query parsing error' });
  await alert.waitFor();
  assert.equal(page.url(), before);
  await page.getByRole('button', { name: /^Search$/ }).click();
  await alert.waitFor();
  assert.equal(page.url(), before);
  await alert.getByRole('button', { name: 'Documentation' }).first().click();
  await page.getByRole('dialog', { name: 'Query language' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search('level:<4');
});

test('an unknown field is a warning: the search still runs', async () => {
  await openSearch();
  await search('no_such_field:1');
  await page.getByRole('button', { name: 'Show warnings about the query' }).click();
  await page.getByText('Query contains unknown field: no_such_field').waitFor();
});

test('streams limit the search; the automatic refresh is paused while a message is open', async () => {
  await openSearch();
  await page.getByRole('button', { name: /^Streams/ }).click();
  await page.getByRole('combobox', { name: 'Filter streams' }).fill('default');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Search(?! actions)/ }).click();
  await page.waitForURL((url) => url.searchParams.get('streams') === '000000000000000000000001');
  await rows().first().waitFor();

  await page.getByRole('button', { name: 'Start Refresh' }).click();
  await page.getByRole('button', { name: 'Refresh interval: Every 5 seconds' }).waitFor();
  await page.waitForURL((url) => url.searchParams.get('refresh') === '5');
  await rows().first().click();
  await page.getByRole('button', { name: 'Refresh interval: Paused: a message is open' }).waitFor();
  await rows().first().click();
  await page.getByRole('button', { name: 'Refresh interval: Every 5 seconds' }).waitFor();
  await page.getByRole('button', { name: 'Pause Refresh' }).click();
  await page.getByRole('button', { name: 'Refresh interval: Not updating' }).waitFor();
  await page.waitForURL((url) => !url.searchParams.has('refresh'));
});

test('a link defines the refresh interval of the search', async () => {
  await openSearch('/search?rangetype=relative&relative=3600&refresh=60');
  await page.getByRole('button', { name: 'Refresh interval: Every 1 minute' }).waitFor();
  await page.getByRole('button', { name: 'Pause Refresh' }).waitFor();
});

test('axe finds no violations on the search page, in either theme, wide and narrow', async () => {
  await openSearch('/search?q=%22timed+out%22&rangetype=relative&relative=3600');
  await page.locator('.cm-content').waitFor();
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.locator(`[data-theme=${scheme}]`).first().waitFor({ state: 'attached' });
    await expectNoAxeViolations(page);
  }
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
});

test('the bars of the message chart are stacked by level, then by a chosen field, whose values can filter', async () => {
  await openSearch();
  const chart = page.getByRole('region', { name: 'Message Count' });
  await chart.getByText('error (3)').waitFor();
  await chart.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d – \d\d:\d\d:\d\d$/).waitFor();
  // Levels of one search must not appear in the chart of the next search, however late the levels of the next search
  // arrive.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/search/sync**', async (route) => {
    await held;
    await route.continue();
  });
  await search('source:db-01');
  await chart.getByText('warning (4)').waitFor({ state: 'detached' });
  answer();
  await chart.getByText('warning (4)').waitFor();
  await page.unrouteAll();
  await openSearch();
  await chart.getByText('error (3)').waitFor();
  await chart.getByRole('button', { name: 'Stack bars' }).focus();
  await page.keyboard.press('Enter');
  const choices = page.getByRole('dialog', { name: 'Stack bars' });
  await choices.getByRole('button', { name: 'By level', pressed: true }).waitFor();
  await choices.getByRole('textbox').fill('SOURCE');
  await choices.getByRole('button', { name: 'source', exact: true }).press('Enter');
  await choices.waitFor({ state: 'detached' });
  await chart.getByText('error (3)').waitFor({ state: 'detached' });
  await chart.getByRole('button', { name: 'web-02', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Exclude from results' }).press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'NOT source:web\\-02');
  await chart.getByText('web-02').waitFor({ state: 'detached' });
  await chart.getByText('db-01').waitFor();
});

test('the bars of the message chart stay on screen while the legend of their levels is loaded', async () => {
  const held = async (address: RegExp): Promise<() => void> => {
    let answer = (): void => undefined;
    const wait = new Promise<void>((resolve) => (answer = resolve));
    await page.route(address, async (route) => {
      await wait;
      await route.continue();
    });
    return answer;
  };
  const answerLegend = await held(/\/chart-legend-[^/]*\.js$/);
  const answerLevels = await held(/\/search\/sync/);
  await openSearch();
  const chart = page.getByRole('region', { name: 'Message Count' });
  const bars = chart.locator('[aria-roledescription]');
  await bars.waitFor();
  await bars.evaluate((element) => {
    setInterval(() => {
      if (!element.checkVisibility()) Object.assign(globalThis, { barsWereGone: true });
    }, 5);
  });
  answerLevels();
  // Nothing shows that no placeholder will be painted; the delay is long enough to paint one.
  setTimeout(answerLegend, 500);
  await chart.getByText('error (3)').waitFor();
  assert.equal(await page.evaluate('globalThis.barsWereGone === true'), false);
});

test('the search shows the results with at most 12 API calls after a signed-in start', async (context) => {
  await openSearch();
  const start = await page.context().newPage();
  context.after(() => start.close());
  // A script in the page records when the first row appears; Playwright would notice the row only some time later.
  await start.addInitScript(`requestAnimationFrame(function look() {
    const { shadowRoot } = document.querySelector('log-console') ?? {};
    if (!shadowRoot?.querySelector('[role=treegrid] [data-row]')) return requestAnimationFrame(look);
    globalThis.shownAt = performance.now();
  });`);
  await start.goto(page.url());
  await start.locator('[data-row]').first().waitFor();
  let requests: string[] = [];
  await until('the page has requested its search', async () => {
    requests = await start.evaluate<string[]>(`performance.getEntriesByType('resource')
      .filter(({ startTime }) => startTime < globalThis.shownAt).map(({ name }) => new URL(name).pathname)`);
    return requests.some((path) => path.endsWith('/execute'));
  });
  // These requests of the console's frame are periodic, so they may come before or after a slow search.
  const shell = ['/api/system', '/api/system/jvm', '/api/system/notifications', '/api/cluster/metrics/multiple'];
  const calls = requests.filter((path) => path.startsWith('/api/') && !shell.includes(path));
  assert.ok(calls.length <= 12, `${calls.length} calls were made:\n${calls.join('\n')}`);
});

test('<log-search> in another page supports its attributes, events and methods', async () => {
  await openSearch();
  await page.goto(`${server.url}/examples/plain.html`);
  const element = page.locator('log-search');
  await element.getByRole('treegrid').waitFor();
  const seen = await element.evaluate(async (node) => {
    const search = node as HTMLElement & {
      exportMessages(format: string): Promise<Blob>;
      query: string;
      range: unknown;
      search(): Promise<{ total: number; duration: number; errors: unknown[] }>;
    };
    const events: string[] = [];
    for (const name of ['log-search-started', 'log-query-change', 'log-search-finished', 'log-error']) {
      search.addEventListener(name, () => events.push(name));
    }
    const finished = new Promise((resolve) => search.addEventListener('log-search-finished', resolve, { once: true }));
    search.query = 'source:db-01';
    await finished;
    const { total, errors } = await search.search();
    const refused = new Promise((resolve) => search.addEventListener('log-error', resolve, { once: true }));
    search.setAttribute('range', 'nonsense/range');
    await refused;
    const csv = await (await search.exportMessages('csv')).text();
    return { csv, total, errors, events, attribute: search.getAttribute('query'), range: search.range };
  });
  assert.equal(seen.total, 10);
  assert.match(seen.csv, /^"?timestamp"?,"?source"?,"?message"?\r?\n/);
  assert.equal(seen.csv.trim().split('\n').length, 11);
  assert.deepEqual(seen.errors, []);
  assert.equal(seen.attribute, 'source:db-01');
  assert.deepEqual(seen.range, { type: 'relative', from: 3600 });
  assert.ok(seen.events.includes('log-search-started'));
  assert.ok(seen.events.includes('log-error'));

  const opened = element.evaluate(
    (node) =>
      new Promise<{ index: string; id: string }>((resolve) => {
        node.addEventListener('log-message-open', (event) => {
          event.preventDefault();
          resolve((event as CustomEvent<{ index: string; id: string }>).detail);
        });
      }),
  );
  await element.getByRole('gridcell', { name: 'Show details' }).first().click();
  const { index, id } = await opened;
  assert.match(`${index} ${id}`, /\S+ \S+/);
  assert.equal(await element.getByRole('button', { name: 'Copy ID' }).count(), 0);

  await element.getByRole('textbox', { name: 'Search query' }).click();
  await element.locator('.cm-content').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('level:3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await until('the attribute has the new query', async () => (await element.getAttribute('query')) === 'level:3');
});

/** Answers one API call instead of the server. */
async function answer(path: RegExp, status: number, body: string, type = 'application/json'): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, body, contentType: type }));
}

test('the search shows a failed execution in place, keeps the previous results, and recovers by "Try again"', async () => {
  await openSearch();
  await rows().first().waitFor();
  const execute = /\/api\/views\/search\/\w+\/execute/;
  for (const [status, body, type, shownText] of [
    [500, '{"type":"ApiError","message":"<b>disk</b> on fire"}', 'application/json', '<b>disk</b> on fire'],
    [200, '<html>sign in</html>', 'text/html', /web page, not data/],
    [200, '{"id":', 'application/json', /cut off|not JSON/],
  ] as const) {
    await answer(execute, status, body, type);
    await page.getByRole('button', { name: /^Search(?! actions)/ }).click();
    await page.getByText(shownText).waitFor();
    assert.ok(await rows().first().isVisible());
    await page.unroute(execute);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The search could not be executed.').waitFor({ state: 'detached' });
  }
  await rows().first().waitFor();
  assert.equal(await page.getByText('The results are those of the search before.').count(), 0);
  await answer(execute, 500, '{}');
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('source:db-01');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.getByText('The search could not be executed. The results are those of the search before.').waitFor();
  await page.unroute(execute);
});

test('the search marks the results that remain after a cancelled search as results of the previous search', async () => {
  await openSearch();
  const executions = '**/api/views/search/*/execute';
  await page.route(executions, () => undefined);
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('source:db-01');
  await page.keyboard.press('Escape');
  const places = () =>
    Promise.all([
      page.getByRole('search').boundingBox(),
      page.getByRole('textbox', { name: 'Search query' }).boundingBox(),
      page.getByRole('button', { name: /^Search(?! actions)/ }).boundingBox(),
    ]);
  const before = await places();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel search' }).waitFor();
  assert.deepEqual(await places(), before, 'the progress message does not move the controls');
  await page.getByRole('button', { name: 'Cancel search' }).click();
  await page.getByText('Search cancelled').waitFor();
  await page.getByRole('button', { name: /^Search(?! actions)/ }).hover();
  await page.getByText('Something was changed since the last search. Press to run it.').waitFor();
  const others = page.getByRole('treegrid').getByText('web-02').first();
  assert.ok(await others.isVisible());
  await page.unroute(executions);
  await page.getByRole('button', { name: /^Search(?! actions)/ }).click();
  await page.getByText(/^Executed in/).waitFor();
  await others.waitFor({ state: 'detached' });
});

test('an error of one widget does not affect the other', onlyInFullRun, async () => {
  await openSearch();
  await page.route(/\/api\/views\/search\/\w+\/execute/, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as {
      results: Record<string, { search_types: Record<string, { type: string }>; errors: object[] }>;
    };
    for (const result of Object.values(job.results)) {
      for (const [id, { type }] of Object.entries(result.search_types)) {
        if (type !== 'pivot') continue;
        delete result.search_types[id];
        result.errors.push({ type: 'search_type', search_type_id: id, description: 'No <i>buckets</i> left' });
      }
    }
    await route.fulfill({ response, json: job });
  });
  await page.reload();
  await page.getByText('While retrieving data for this widget, the following error(s) occurred:').waitFor();
  await page.getByText('No <i>buckets</i> left').waitFor();
  await rows().first().waitFor();
});

test('the search names streams that the user may not read; without any stream nothing is searched', async (context) => {
  const session = await server.login();
  const person = {
    username: 'reader',
    password: 'a reader password',
    first_name: 'R',
    last_name: 'E',
    email: 'r@example.org',
    roles: ['Reader'],
    permissions: [],
  };
  const made = await server.call('/users', { method: 'POST', session, json: person });
  assert.ok(made.ok, await made.text());
  const restricted = await browser.newPage({ viewport });
  context.after(() => restricted.close());
  problemsOf(restricted, violations);
  await signIn(restricted, server, '/search', person);
  await restricted.getByText('No stream permissions.').waitFor();
  await restricted
    .getByText('We cannot start a search right now, because you are not allowed to access any stream.')
    .waitFor();
  // Without a search there is nothing to save, load or export.
  for (const name of ['Save', 'Load', 'Share', 'Search actions']) {
    assert.equal(await restricted.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  await restricted.route(/\/api\/streams$/, (route) =>
    route.fulfill({ json: { total: 1, streams: [{ id: 'f'.repeat(24), title: 'Pretended' }] } }),
  );
  await restricted.goto(`${server.url}/search?streams=000000000000000000000001`);
  await restricted.getByText('Missing permissions').waitFor();
  await restricted.getByRole('alert').getByText('000000000000000000000001').waitFor();
});

test('the page of a saved search that does not exist shows that it was not found', async () => {
  await openSearch();
  await page.goto(`${server.url}/search/${'0'.repeat(24)}`);
  await page.getByText('The saved search was not found').waitFor();
});
