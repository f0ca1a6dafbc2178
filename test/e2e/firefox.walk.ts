/**
 * Walks through the console and two foreign pages in an installed Firefox, and checks the content that every browser
 * must show.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { findFirefox, launchFirefox } from '../firefox.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { storeDashboard, type StoredWidget } from './stored-dashboard.js';

const withinMs = 60_000;
let browser: Browser;
let page: Page;
let server: TestServer;
let dashboard: { id: string; pages: readonly string[] };
/** Errors thrown by pages and violations of their content security policy. */
const problems: string[] = [];

const byTime = { fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } };
const byValues = (...fields: string[]) => ({ fields, type: 'values', config: { limit: 15 } });
const visualizations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  line: { row_pivots: [byTime] },
  area: { row_pivots: [byTime], column_pivots: [byValues('level')] },
  bar: { row_pivots: [byValues('source')], column_pivots: [byValues('level')] },
  scatter: { row_pivots: [byTime] },
  pie: { row_pivots: [byValues('source')] },
  heatmap: { row_pivots: [byValues('source')], column_pivots: [byValues('level')] },
  numeric: {},
  table: { row_pivots: [byValues('source')] },
  map: { row_pivots: [byValues('place')] },
};

const widgets = Object.entries(visualizations).map(([visualization, config], index): StoredWidget => ({
  title: `As ${visualization}`,
  config: { visualization, ...config },
  position: { col: 1 + 4 * (index % 3), row: 1 + 3 * Math.floor(index / 3), width: 4, height: 3 },
}));
const messageTable: StoredWidget = {
  title: 'All messages',
  config: 'messages',
  position: { col: 1, row: 1, width: 12, height: 4 },
};

before(async () => {
  const firefox = await findFirefox();
  assert.ok(firefox, 'Firefox is installed');
  [browser, server] = await Promise.all([launchFirefox(firefox), startTestServer()]);
  const session = await server.login();
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      level: 3 + (index % 3),
      _place: index % 2 === 0 ? '52.5,13.4' : '48.8,2.3',
    })),
  );
  dashboard = await storeDashboard(server, session, 'Everything', [
    { title: 'Charts', widgets },
    { title: 'Messages', widgets: [messageTable] },
  ]);
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 1000 });
  page.setDefaultTimeout(withinMs);
  await page.evaluateOnNewDocument(lookUps);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted Type/i.test(message.text())) problems.push(message.text());
  });
});
after(async () => {
  await browser.close();
  await server.stop();
});

/**
 * Globals injected into each page: `deepAll(selector)` searches all shadow roots, which the BiDi driver's own look-ups
 * do not enter, and `nameOf(element)`.
 */
const lookUps = `
  globalThis.deepAll = (selector, from = document) => [
    ...from.querySelectorAll(selector),
    ...[...from.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? deepAll(selector, one.shadowRoot) : [])),
  ];
  globalThis.nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    const named = by === null ? [] : by.split(' ').map((id) => element.getRootNode().getElementById(id));
    const text = named.map((one) => one?.textContent ?? '').join(' ') || element.getAttribute('aria-label');
    // Words in separate elements are separated visually only.
    return (text || element.textContent).replace(/\\s/g, '');
  };
`;

const selectors = {
  navigation: 'nav',
  link: 'a[href]',
  region: 'section, [role=region]',
  tab: '[role=tab]',
  heading: 'h1, h2, h3',
} as const;

/** Waits until the expression over `deepAll` and `nameOf` is truthy, and returns the element that it found. */
async function found(expression: string): Promise<ElementHandle<HTMLElement>> {
  const handle = await page
    .waitForFunction(`globalThis.deepAll && (${expression})`, { polling: 100 })
    .catch((error: Error) => {
      throw new Error(`${error.message}: ${expression}`);
    });
  return handle.asElement() as ElementHandle<HTMLElement>;
}

const deep = (selector: string) => found(`deepAll(${JSON.stringify(selector)}).at(0)`);
const byRole = (role: keyof typeof selectors, name: string) =>
  found(
    `deepAll(${JSON.stringify(selectors[role])}).find((one) => nameOf(one) === ${JSON.stringify(name.replace(/\s/g, ''))})`,
  );
/** @param within a selector of the element that contains the text */
const byText = (text: string, within = '*') =>
  found(`deepAll(${JSON.stringify(within)}).findLast((one) => one.textContent.includes(${JSON.stringify(text)}))`);

/** Clicks the element directly, because the walk checks the content of pages, not the driver's visibility rules. */
async function press(role: keyof typeof selectors, name: string): Promise<void> {
  await (await byRole(role, name)).evaluate((element) => element.click());
}

/** Texts of alerts on example pages that are not failures. */
const notes = ['The default stream cannot be edited.'];

async function nothingFailed(): Promise<void> {
  const alertTexts = (await page.evaluate(`deepAll('[role=alert]').map((one) => one.textContent)`)) as string[];
  assert.deepEqual(
    alertTexts.filter((text) => !notes.includes(text)),
    [],
  );
  assert.deepEqual(problems, []);
}

test('Firefox signs in, searches and opens a message', async () => {
  await page.goto(`${server.url}/search`);
  await (await deep('input[autocomplete=username]')).type('admin');
  await (await deep('input[type=password]')).type(server.adminPassword);
  await page.keyboard.press('Enter');
  await byRole('navigation', 'Main');
  await byText('request 11', '[role=treegrid]');
  // The editor replaces the plain field once it has loaded. Only then is its position stable for a click.
  await (await deep('.cm-content')).click();
  await deep('.cm-editor.cm-focused');
  await page.keyboard.type('source:db-01');
  await page.keyboard.press('Enter');
  await found(
    `deepAll('[role=treegrid]').find((one) => !one.textContent.includes('web-01') && one.textContent.includes('db-01'))`,
  );
  await (await deep('[role=treegrid] [data-row]')).evaluate((element) => element.click());
  await byText('Permalink', 'a, button');
  await nothingFailed();
});

test('Firefox leaves the search, and shows a dashboard with every visualization', async () => {
  await press('link', 'Dashboards');
  await press('link', 'Everything');
  const drawn = 'canvas, table, [role=table], [role=grid], [role=treegrid], svg path, [data-value]';
  for (const { title } of widgets) {
    const region = await byRole('region', title);
    await region.evaluate((element) => element.scrollIntoView());
    await page.waitForFunction(
      (element, selector) => element.isConnected && element.querySelector(selector) !== null,
      {},
      await byRole('region', title),
      drawn,
    );
  }
  await press('tab', 'Messages');
  await byText('request 11', '[role=treegrid]');
  await press('tab', 'Charts');
  await byRole('region', 'As bar');
  await nothingFailed();
});

test('Firefox shows a wall display that rotates through its pages', async () => {
  await page.goto(`${server.url}/dashboards/tv/${dashboard.id}?interval=3&refresh=1`);
  for (const title of ['Charts', 'Messages', 'Charts', 'Messages']) await byRole('heading', `Everything ${title}`);
  await byText('request 11', '[role=treegrid]');
  await nothingFailed();
});

for (const name of ['strict-csp', 'hostile-css']) {
  test(`Firefox shows messages in the example ${name}`, async () => {
    await page.goto(`${server.url}/examples/${name}.html`);
    const table = await byText('request 11', '[role=treegrid]');
    const looks = await table.evaluate((element) => {
      const { textTransform, letterSpacing } = getComputedStyle(element);
      return { textTransform, letterSpacing };
    });
    assert.deepEqual(looks, { textTransform: 'none', letterSpacing: 'normal' });
    await nothingFailed();
  });
}
