/**
 * Tests failures of queries, executions, widgets and messages: texts of the catalogue (spec 2 §8) and ways to continue.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { answers, breaks, toast, typeOf } from './failures.js';
import { problemsOf, signIn } from './signed-in.js';
import { sendMessages, until } from './sent-messages.js';

let browser: Browser;
let server: TestServer;
let page: Page;
const problems: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const requests = Array.from({ length: 200 }, (_, index) => ({
    host: index % 4 === 0 ? 'db-01' : 'web-01',
    short_message: `request ${index}`,
    level: 3 + (index % 4),
  }));
  // The type of the field `size` differs between messages, as when a sender changes it.
  const sized = [5, 'big', true].map((size) => ({ host: 'db-02', short_message: `sized ${size}`, _size: size }));
  await sendMessages(server, [...sized, ...requests]);
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(15_000);
  problemsOf(page, problems);
  await signIn(page, server, '/search?rangetype=relative&relative=3600');
  await rows().first().waitFor();
});
after(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  await page.unrouteAll();
  assert.deepEqual(problems.splice(0), []);
});

const query = (): Locator => page.getByRole('textbox', { name: 'Search query' });
const rows = (): Locator => page.getByRole('treegrid').getByText(/^request \d+$/);
const widget = (name: string): Locator => page.getByRole('region', { name, exact: true });
const retrieval = 'While retrieving data for this widget, the following error(s) occurred:';

async function type(text: string): Promise<void> {
  await query().click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
}
const press = (): Promise<void> => page.getByRole('button', { name: 'Search', exact: true }).click();

test("the search bar shows the server's findings about the query with links to the documentation; a failed validation does not block the search", async () => {
  const before = page.url();
  const cases: [string, string, string | RegExp][] = [
    [
      'source:web-01 and level:3',
      'Invalid operator',
      /Query contains invalid operator "and"\. All AND \/ OR \/ NOT operators/,
    ],
    ['source:(', 'Query parsing error', /Cannot parse query/],
    ['no_such_field:1 AND no_such_field:2', 'Unknown field', 'Query contains unknown field: no_such_field'],
  ];
  for (const [text, title, message] of cases) {
    await type(text);
    const severity = page.getByRole('button', { name: /^Show (what is wrong with|warnings about) the query$/ });
    await severity.waitFor();
    if ((await severity.getAttribute('aria-expanded')) !== 'true') await severity.click();
    const finding = page.getByRole('alert').filter({ hasText: title });
    await finding.getByText(message).first().waitFor();
    assert.equal(await finding.getByText(`${title}:`, { exact: true }).count(), 1, `${title} is shown once`);
    await finding.getByRole('button', { name: 'Documentation' }).first().click();
    await page.getByRole('dialog', { name: 'Query language' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.equal(page.url(), before, 'an invalid query is not executed');
  const mend = await breaks(page, 'POST', /\/api\/search\/validate$/, 'Out of order.', 503);
  await type('source:db-01');
  await toast(page, 'Could not validate the query', 'Validating search query failed with status: 503');
  await press();
  await page.waitForURL((url) => url.searchParams.get('q') === 'source:db-01');
  await mend();
});

test('invalid time ranges are rejected, and no request with them is sent', async () => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/garbage|lunar/.test(request.postData() ?? '')) sent.push(`${request.url()} ${request.postData()}`);
  });
  const open = async (parameters: string, fault: string) => {
    await page.goto(`${server.url}/search?${parameters}`);
    const notice = page.getByRole('alert').filter({ hasText: 'The search could not be executed.' });
    await notice.getByText(fault).waitFor();
    await press();
    await page.getByRole('alert').filter({ hasText: 'Time range' }).getByText(fault).waitFor();
  };
  await open('rangetype=absolute&from=garbage&to=2026-01-01', 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].');
  await open(
    'rangetype=absolute&from=2026-01-02T00:00:00.000Z&to=2026-01-01T00:00:00.000Z',
    'The "Until" date must come after the "From" date.',
  );
  // The user corrects the range in the bar.
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio', { name: '1 hour' }).click();
  await rows().first().waitFor();

  // The next stored search has a range of a type that only another console supports.
  const session = await server.login();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Name of search' });
  await form.getByLabel('Title').fill('By the moon');
  await form.getByRole('button', { name: 'Create new' }).click();
  await page.waitForURL(/\/search\/[0-9a-f]{24}/);
  const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';
  const view = (await (await server.call(`/views/${id}`, { session })).json()) as { search_id: string };
  await page.route(`**/api/views/search/${view.search_id}`, async (route) => {
    const response = await route.fetch();
    const search = (await response.json()) as { queries: object[] };
    await route.fulfill({
      json: {
        ...search,
        queries: search.queries.map((own) => ({ ...own, timerange: { type: 'lunar', phase: 'new' } })),
      },
    });
  });
  await page.goto(`${server.url}/search/${id}`);
  await page.getByText('Invalid time range type: lunar').first().waitFor();
  await page.getByRole('button', { name: /^Time range:/ }).click();
  await page.getByRole('dialog', { name: 'Search Time Range' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio', { name: '1 hour' }).click();
  await rows().first().waitFor();
  assert.deepEqual(sent, []);
});

test('failed and partial executions, missing search types, malformed parts and missing metadata are shown as errors', async () => {
  await page.route(/\/api\/views\/search\/metadata$/, (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600`);
  await rows().first().waitFor();
  await page
    .getByText(/^Executed in/)
    .first()
    .waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Cancel search' }).count(),
    0,
    'the search is complete although its metadata is missing',
  );

  // Slow searches show a progress message.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/execute$/, async (route) => {
    await held;
    await route.fallback();
  });
  await press();
  await page.getByText('Updating search results...').first().waitFor();
  release();
  await page
    .getByText(/^Executed in/)
    .first()
    .waitFor();
  await page.unrouteAll();

  await answers(page, (result) => {
    const [chart] = typeOf(result, 'pivot');
    delete result.search_types[chart];
    result.errors = [
      { type: 'search_type', query_id: 'q', search_type_id: chart, description: 'Shard 3 <b>failed</b>.' },
    ];
  });
  await press();
  const count = widget('Message Count');
  await count.getByText(retrieval).waitFor();
  await count.getByRole('listitem').getByText('Shard 3 <b>failed</b>.').waitFor();
  await rows().first().waitFor();
  await page.unrouteAll();

  await answers(page, (result) => {
    const [messages] = typeOf(result, 'messages');
    delete result.search_types[messages];
  });
  await press();
  const table = widget('All Messages');
  await table.getByText(retrieval).waitFor();
  await table.getByText(/^Search type for widget with id [0-9a-f-]{36} does not exist$/).waitFor();
  await count.getByText(retrieval).waitFor({ state: 'detached' });
  await page.unrouteAll();

  await answers(page, (result) => {
    const [id, found] = typeOf(result, 'messages');
    assert.ok('messages' in found);
    result.errors = [
      {
        type: 'result_window_limit',
        query_id: 'q',
        search_type_id: id,
        description: 'Result window is too large.',
        result_window_limit: 10_000,
      },
    ];
    delete result.search_types[id];
  });
  await table.getByRole('button', { name: 'Try again' }).click();
  await table
    .getByText(
      'Result window is too large. Elasticsearch limits the search result to 10000 messages. With a page size of 150 messages, you can use the first 66 pages.',
    )
    .waitFor();
  await page.unrouteAll();

  await answers(page, (result) => {
    const [, { messages }] = typeOf(result, 'messages');
    const [, { rows: counted }] = typeOf(result, 'pivot');
    assert.ok(messages && counted);
    for (const message of messages)
      Object.assign(message, {
        highlight_ranges: { source: [null, { start: 'x' }], message: 'all' },
        decoration_stats: 5,
      });
    for (const row of counted) Object.assign(row, { key: [row['key'], 7, null].flat() });
  });
  await table.getByRole('button', { name: 'Try again' }).click();
  await rows().first().waitFor();
  assert.equal(await page.getByText(retrieval).count(), 0);
  assert.equal(await page.getByText('While rendering this widget, the following error occurred:').count(), 0);
  await page.unrouteAll();
  await press();
  await rows().first().waitFor();
});

test('sorting in the preview of the widget editor rolls back the form after a confirmation, and a failed update of the widget is reported', async () => {
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600`);
  await rows().first().waitFor();
  const count = widget('Message Count');
  await count.hover();
  await count.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Live preview').uncheck();
  await page.getByLabel('Type', { exact: true }).selectOption('table');
  await page.getByRole('button', { name: 'Update preview' }).click();
  const header = page.getByRole('columnheader', { name: /count/ });
  await header.waitFor();
  const name = page.getByRole('group', { name: 'Metric 1' }).getByLabel('Name');
  await name.fill('Amount');
  const sort = page.getByRole('button', { name: 'Sort by count' });
  await header.hover();
  await sort.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('You have unsaved changes in configuration form. This action will rollback them').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await name.inputValue(), 'Amount');
  await header.hover();
  await sort.click();
  await question.getByRole('button', { name: 'Roll back' }).click();
  await until('the form is rolled back', async () => (await name.inputValue()) === '');

  await page.getByRole('group', { name: 'Grouping 1' }).getByRole('button', { name: 'Remove timestamp' }).click();
  await page.getByRole('combobox', { name: 'Add a field' }).fill('source');
  await page.keyboard.press('Enter');
  const mend = await breaks(page, 'POST', /\/api\/views\/search$/, 'Out of memory.');
  await page.getByRole('button', { name: 'Update widget' }).click();
  await toast(page, 'Error!', 'Applying widget changes failed with status: Out of memory.');
  const notice = page.getByRole('alert').filter({ hasText: 'The search could not be executed.' });
  await notice.getByText('Out of memory.').waitFor();
  await mend();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor({ state: 'detached' });
  await count.getByText('db-01', { exact: true }).first().waitFor();
});

test('a field whose type changed can be searched, and a list of fields with malformed entries is shown', async () => {
  const found = page.getByRole('treegrid').getByText(/^sized \w+$/);
  const search = async (q: string, expected: readonly string[]) => {
    const parameters = new URLSearchParams({ q, rangetype: 'relative', relative: '3600' });
    await page.goto(`${server.url}/search?${parameters.toString()}`);
    let seen: string[] = [];
    const finds = async () => (seen = [...new Set(await found.allTextContents())].sort()).join() === expected.join();
    await until(`${q} finds ${expected.join()}`, finds).catch((error: Error) =>
      assert.fail(`${error.message}: ${seen.join()}`),
    );
  };
  await search('size:>3', ['sized 5']);
  await search('source:"db-02"', ['sized 5', 'sized big', 'sized true']);
  await page.getByRole('treegrid').getByText('sized big').first().click();
  await page.getByRole('treegrid').getByText('big', { exact: true }).waitFor();

  const lunar = { type: 'lunar', properties: ['compound'], index_names: [] };
  await page.route(/\/api\/(views\/)?fields$/, (route) =>
    route.fulfill({
      json: [
        null,
        { name: 'size' },
        { name: 5, type: lunar },
        { name: 'odd', type: lunar },
        { name: 'size', type: null },
      ],
    }),
  );
  await search('size:5', ['sized 5']);
  const fields = page.getByRole('complementary', { name: 'Fields' });
  // No message has the field, so it is only in the list of all fields.
  await fields.getByRole('tab', { name: 'all', exact: true }).click();
  await fields.getByText('odd', { exact: true }).waitFor();
});

test('a message shows its origin, and which parts of the origin no longer exist', async () => {
  await answers(page, (result) => {
    const [, { messages }] = typeOf(result, 'messages');
    assert.ok(messages);
    const [first, second] = messages;
    Object.assign(first ?? {}, { index: '' });
    for (const one of [first, second]) {
      Object.assign(one?.['message'] ?? {}, { gl2_source_node: 'f'.repeat(24), gl2_source_input: 'e'.repeat(24) });
    }
  });
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600`);
  await rows().first().click();
  const details = page.getByRole('treegrid');
  await details.getByText('Not stored', { exact: true }).waitFor();
  await details.getByText('Message is not stored', { exact: true }).waitFor();
  await details.getByText('deleted input').waitFor();
  await details.getByText('stopped node').waitFor();
  await page.unrouteAll();

  await page.goto(`${server.url}/messages/messages_0/none`);
  const mend = await breaks(page, 'GET', /\/api\/messages\//, 'The index is away.');
  await page.reload();
  const panel = page.getByRole('alert').filter({ hasText: 'Could not load message information' });
  await panel.getByText('Loading message information failed with status: 500').waitFor();
  await mend();
});

test('a failed export shows its reason, and the widget editor reports a decorator of an unknown type', async () => {
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600`);
  await rows().first().waitFor();
  const table = widget('All Messages');
  await table.hover();
  await table.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByText('Are you sure you want to remove the widget "All Messages"?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await table.waitFor({ state: 'detached' });
  const mend = await breaks(page, 'GET', /\/api\/views\/search\/messages\//, 'No space left.');
  await page.getByRole('button', { name: 'Search actions' }).click();
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export all search results' });
  await dialog.getByRole('button', { name: 'Start Download' }).click();
  await toast(page, 'Export failed', 'No space left.');
  await mend();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  // The server lists a decorator whose type is unknown to the console.
  await page.route(/\/api\/search\/decorators$/, (route) =>
    route.fulfill({ json: [{ id: 'd'.repeat(24), type: 'gone.Decorator', stream: null, order: 0, config: {} }] }),
  );
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600&q=level%3A4`);
  await rows().first().waitFor();
  await table.hover();
  await table.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByText('Unknown decorator type').first().waitFor();
});

test('a menu or an editor that cannot be loaded shows an error and leaves the page unchanged', async () => {
  await page.route(/menu-surface|action-menu/, (route) => route.abort());
  await page.goto(`${server.url}/search?rangetype=relative&relative=3600&q=level%3A4`);
  await rows().first().waitFor();
  const failure = page.getByRole('alert').filter({ hasText: 'Could not open this part of the page' });
  const reportsAndRecovers = async () => {
    await failure.getByText(/Check the connection and try again\. If that does not help, reload the page\.$/).waitFor();
    await failure.getByRole('button', { name: 'Close' }).click();
    await failure.waitFor({ state: 'detached' });
    await rows().first().waitFor();
  };
  const actions = page.getByRole('button', { name: 'Search actions' });
  await actions.focus();
  await page.keyboard.press('Enter');
  await failure.waitFor();
  await actions.and(page.locator(':focus')).waitFor();
  await reportsAndRecovers();
  const sources = page.getByRole('treegrid').getByText(/^(db|web)-01$/);
  await sources.first().click();
  await reportsAndRecovers();
  // The widget editor also offers a way back.
  await page.route(/widget-editor/, (route) => route.abort());
  const chart = page.getByRole('region', { name: 'Message Count', exact: true });
  await chart.hover();
  await chart.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('alert').filter({ hasText: 'The editor failed' });
  await editor.getByText(/Check the connection and try again\. If that does not help, reload the page\.$/).waitFor();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await rows().first().waitFor();
  // The browser's own error messages about the blocked files are discarded.
  problems.splice(0);
});

test('a search works in a page whose event handlers throw, and rejects an unknown export format', async () => {
  await page.goto(`${server.url}/examples/plain.html`);
  const element = page.locator('log-search');
  await element.getByRole('treegrid').waitFor();
  const outcome = await element.evaluate(async (node) => {
    const search = node as HTMLElement & {
      exportMessages(format: string): Promise<Blob>;
      query: string;
    };
    for (const name of ['log-search-started', 'log-query-change', 'log-search-finished'])
      search.addEventListener(name, () => {
        throw new Error(`the handler of ${name} is broken`);
      });
    const finished = new Promise((resolve) => search.addEventListener('log-search-finished', resolve, { once: true }));
    search.query = 'source:db-01';
    await finished;
    return search.exportMessages('xml').catch(String);
  });
  assert.equal(outcome, 'TypeError: Unknown export format: xml. Expected "csv" or "json".');
  await element.getByRole('treegrid').getByText('db-01').first().waitFor();
  await until('every handler was called', () =>
    Promise.resolve(
      ['started', 'finished'].every((name) => problems.some((text) => text.includes(`log-search-${name} is broken`))),
    ),
  );
  assert.ok(
    problems.splice(0).every((text) => text.includes('is broken')),
    'only the expected errors were thrown',
  );
});
