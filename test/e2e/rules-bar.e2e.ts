/**
 * Tests the rules of the search bar (spec 2 §5): when and with which data a query is validated, what prevents its
 * execution, and which time ranges are valid.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { searchesConfigClass } from '../../api/contract/cluster-config-names.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectAlerts } from './alerts.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

interface Validated {
  readonly query: string;
  readonly timerange: { readonly type: string; readonly from?: number };
  readonly streams: readonly string[];
  readonly parameter_bindings?: unknown;
}

let browser: Browser;
let server: TestServer;
let session: string;
let context: BrowserContext;
let page: Page;
let problems: string[];
/** Bodies of the validation requests, in their order. */
let validated: Validated[];
let executions: number;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(
    server,
    ['db-01', 'web-01'].map((host, index) => ({ host, short_message: `request ${index}`, level: 3 + index })),
  );
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  problems = problemsOf(page);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/search/validate')) validated.push(request.postDataJSON() as Validated);
    if (/\/views\/search\/[^/]+\/execute$/.test(pathname)) executions += 1;
  });
  [validated, executions] = [[], 0];
  await signIn(page, server, '/search');
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  await page.goto(`${server.url}/search`);
  await page.getByRole('treegrid').getByText('request 1').waitFor();
  [validated, executions] = [[], 0];
});
afterEach(async () => {
  assert.deepEqual(problems, []);
  await page.unrouteAll();
});

async function type(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
const searchButton = () => page.getByRole('button', { name: /^Search(?! actions)/ });

test('a query is validated after a pause in typing, with range, streams and parameters; an empty query is not validated', async () => {
  const choosePreset = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Time range presets' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await type('   ');
  await choosePreset('15 minutes');
  await page.getByRole('button', { name: /^Streams/ }).click();
  await page.getByRole('combobox', { name: 'Filter streams' }).fill('default');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: 'Remove Default Stream' })
    .or(page.getByText('Default Stream'))
    .first()
    .waitFor();
  assert.equal(validated.length, 0);
  await type('level:3');
  await until('the query is validated', () => Promise.resolve(validated.length === 1));
  await page.keyboard.press('Escape');
  await choosePreset('30 minutes');
  await until('the query is validated again', () => Promise.resolve(validated.length === 2));
  const streams = ['000000000000000000000001'];
  assert.deepEqual(
    validated.map(({ query, timerange, streams: searchedStreams }) => [query, timerange.from, searchedStreams]),
    [
      ['level:3', 900, streams],
      ['level:3', 1800, streams],
    ],
  );
  await type('source:$host$');
  await until('the query is validated', () => Promise.resolve(validated.at(-1)?.query === 'source:$host$'));
  await page.getByRole('group', { name: 'Parameters' }).getByLabel('$host$').fill('db-01');
  const bindings = { host: { type: 'value', value: 'db-01' } };
  const isSent = () => JSON.stringify(validated.at(-1)?.parameter_bindings) === JSON.stringify(bindings);
  await until('the query is validated with the value of the parameter', () => Promise.resolve(isSent()));
});

test('a query runs once, and only after it was found valid', async () => {
  const held: Route[] = [];
  await page.route('**/search/validate', (route) => void held.push(route));
  await type('source:$host$');
  await page.keyboard.press('Escape');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await searchButton().click();
  await until('a validation is requested', () => Promise.resolve(held.length > 0));
  assert.equal(executions, 0);
  const ran = page.waitForRequest((request) => request.url().endsWith('/execute'));
  // Validation requests of earlier keystrokes were aborted in the meantime, so `fulfill` may fail.
  for (const route of held) await route.fulfill({ json: { status: 'OK', explanations: [] } }).catch(() => undefined);
  await ran;
  await page.waitForURL((url) => url.searchParams.get('q') === 'source:$host$');
  assert.equal(executions, 1);
});

test('an invalid query runs neither by key nor by button', async () => {
  await type('level:(');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Query parsing error' });
  await alert.waitFor();
  await searchButton().click();
  await alert.waitFor();
  assert.equal(executions, 0);
});

test('an unknown field in a query is reported once', async () => {
  await type('nope:1 OR nope:2 OR (nope:3 AND neither:4)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show warnings about the query' }).click();
  await page.getByText('Query contains unknown field: neither').waitFor();
  assert.equal(await page.getByText('Query contains unknown field: nope').count(), 1);
});

test('the query input suggests values of enumerable fields, and operators between clauses', async () => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/suggest')) requests.push((request.postDataJSON() as { field: string }).field);
  });
  await type('message:');
  await type('source:');
  await page.getByRole('option', { name: /^db-01/ }).waitFor();
  assert.deepEqual([...new Set(requests)], ['source']);
  for (const [typed, operator] of [
    ['source:a A', 'AND'],
    ['source:a O', 'OR'],
    ['source:a N', 'NOT'],
  ] as const) {
    await type(typed);
    await page.getByRole('option', { name: new RegExp(`^${operator}`) }).waitFor();
  }
});

// ---- The following tests are about the time range.

const picker = () => page.getByRole('dialog', { name: 'Search Time Range' });
const apply = () => picker().getByRole('button', { name: 'Update time range' });
const tab = (name: string) => picker().getByRole('tab', { name }).click();
async function openPicker(): Promise<void> {
  await page.getByRole('button', { name: /^Time range:/ }).click();
  await picker().waitFor();
}
/** Expects exactly these alerts in the range picker; without alerts the range can be applied. */
async function says(...texts: readonly string[]): Promise<void> {
  await expectAlerts(picker().getByRole('alert'), ...texts);
  await until(
    'the button is enabled only for a valid range',
    async () => (await apply().isEnabled()) === (texts.length === 0),
  );
}

test('the range picker requires numbers of at least one on both sides of a relative range', async () => {
  await openPicker();
  const from = picker().getByRole('spinbutton', { name: 'From value' });
  const until_ = picker().getByRole('spinbutton', { name: 'Until value' });
  assert.equal(await from.getAttribute('min'), '1');
  await picker().getByRole('group', { name: 'Until' }).getByLabel('Now').uncheck();
  assert.equal(await until_.getAttribute('min'), '1');
  for (const [ago, to, ...texts] of [
    ['', '4', 'Cannot be empty.'],
    ['5', '', 'Cannot be empty.'],
    ['', '', 'Cannot be empty.', 'Cannot be empty.'],
    ['0', '4', 'Must be greater than 0.'],
    ['-3', '4', 'Must be greater than 0.'],
    ['5', '5', 'The "Until" date must come after the "From" date.'],
    ['5', '4'],
  ] as const) {
    await from.fill(ago);
    await until_.fill(to);
    await says(...texts);
  }
});

const format = 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].';
test('the range picker requires the format of times on both sides of an absolute range, and "Until" after "From"', async () => {
  await openPicker();
  await tab('Absolute');
  await picker().getByRole('button', { name: 'Timestamp' }).click();
  for (const [from, to, ...texts] of [
    ['yesterday', '2026-02-01', format],
    ['2026-02-30', '2026-03-01', format],
    ['2026-01-01 25:00:00', '2026-02-01', format],
    ['2026-01-01', '01/02/2026', format],
    ['', '', format, format],
    ['2026-01-02', '2026-01-02', 'The "Until" date must come after the "From" date.'],
    ['2026-01-02 10:00:00.001', '2026-01-02 10:00:00', 'The "Until" date must come after the "From" date.'],
    ['2026-01-02', '2026-01-02 10:00:00'],
    ['2026-01-02 10:00:00', '2026-01-02 10:00:00.001'],
  ] as const) {
    await picker().getByRole('textbox', { name: 'From timestamp' }).fill(from);
    await picker().getByRole('textbox', { name: 'Until timestamp' }).fill(to);
    await says(...texts);
  }
});

test('the range picker keeps hours, minutes and seconds of an absolute range within the bounds of a clock', async () => {
  await openPicker();
  await tab('Absolute');
  for (const [part, typed, shown] of [
    ['hours', '24', '23'],
    ['hours', '99', '23'],
    ['hours', 'noon', '00'],
    ['hours', '7', '07'],
    ['minutes', '60', '59'],
    ['minutes', '', '00'],
    ['seconds', '75', '59'],
    ['seconds', 'x5', '00'],
  ] as const) {
    const input = picker().getByRole('textbox', { name: `From ${part}` });
    await input.fill(typed);
    await input.blur();
    assert.equal(await input.inputValue(), shown, `${part} ${typed}`);
  }
  await picker().getByRole('button', { name: 'Timestamp' }).click();
  assert.match(await picker().getByRole('textbox', { name: 'From timestamp' }).inputValue(), / 07:00:00\.000$/);
});

test('the range picker rejects a keyword that is empty or describes no range', async () => {
  await openPicker();
  await tab('Keyword');
  for (const [words, ...texts] of [
    ['', 'Keyword must not be empty!'],
    ['  ', 'Keyword must not be empty!'],
    ['gibberish', 'Unable to parse keyword.'],
    ['last hour'],
  ] as const) {
    await picker().getByRole('textbox', { name: 'Time range in words' }).fill(words);
    await says(...texts);
  }
});

test("a range beyond the administrator's limit cannot be applied or executed", async (t) => {
  const config = `/system/cluster_config/${searchesConfigClass}`;
  const stored = (await (await server.call(config, { session })).json()) as Record<string, unknown>;
  const limit = async (to: string) => {
    const json = { ...stored, query_time_range_limit: to };
    const answer = await server.call(config, { method: 'PUT', session, json });
    assert.ok(answer.ok, await answer.text());
  };
  await limit('PT1H');
  t.after(() => limit('PT0S'));
  await page.reload();
  await page.getByRole('treegrid').getByText('request 1').waitFor();
  await openPicker();
  await picker().getByText('Limited to the last 1 hour').waitFor();
  await picker().getByRole('spinbutton', { name: 'From value' }).fill('61');
  await says('Range is outside limit duration.');
  await picker().getByRole('spinbutton', { name: 'From value' }).fill('60');
  await says();
  await tab('Keyword');
  await picker().getByRole('textbox', { name: 'Time range in words' }).fill('last two days');
  await says('Range is outside limit duration.');
  await tab('Absolute');
  await picker().getByRole('button', { name: 'Timestamp' }).click();
  const from = picker().getByRole('textbox', { name: 'From timestamp' });
  await from.fill('2020-01-01');
  await says('Date is outside limit duration.');
  await page.keyboard.press('Escape');

  // The limit applies to ranges from every source, such as the address.
  await page.goto(`${server.url}/search?q=level%3A3&rangetype=relative&relative=86400`);
  await page.getByText('Search out of allowed time range limit').first().waitFor();
  executions = 0;
  await searchButton().click();
  await page.getByText('Range is outside limit duration.').first().waitFor();
  assert.equal(executions, 0);
});
