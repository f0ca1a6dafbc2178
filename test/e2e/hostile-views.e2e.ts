/**
 * Tests stored views from other tools or manual edits: each invalid part shows an error in its own panel, and the rest
 * works.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';
import { sendMessages, until } from './sent-messages.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
const problems: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  await sendMessages(
    server,
    Array.from({ length: 12 }, (_, index) => ({ host: 'web-01', short_message: `request ${index}`, level: 3 })),
  );
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(15_000);
  problemsOf(page, problems);
  await signIn(page, server);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const range = { type: 'relative', from: 3600 };
const noQuery = { type: 'elasticsearch', query_string: '' };
const pivot = (id: string, parts: object = {}) => ({
  id,
  type: 'pivot',
  name: 'chart',
  timerange: range,
  query: noQuery,
  streams: [],
  rollup: true,
  row_groups: [],
  column_groups: [],
  sort: [],
  series: [{ id: 'count()', type: 'count' }],
  ...parts,
});
const aggregation = (config: object = {}) => ({
  type: 'aggregation',
  timerange: range,
  query: noQuery,
  streams: [],
  config: {
    row_pivots: [],
    column_pivots: [],
    series: [{ function: 'count()', config: { name: null } }],
    sort: [],
    visualization: 'numeric',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
    ...config,
  },
});
const bySource = { row_pivots: [{ type: 'values', fields: ['source'], config: { limit: 15 } }], visualization: 'bar' };
const groups = { row_groups: [{ type: 'values', fields: ['source'], limit: 15 }] };

interface Odd {
  readonly title: string;
  readonly widget: Readonly<Record<string, unknown>>;
  /** Properties of the widget's search type; `null`: the widget has neither a search type nor a mapping to one. */
  readonly searchType?: object | null;
  readonly position?: unknown;
  /** Texts that the panel must contain. */
  readonly says: readonly string[];
}

const turned = 'Turned \u202etxt.exe <img src=x onerror="document.title=1">';
const odds: readonly Odd[] = [
  { title: 'Fine', widget: aggregation(), says: ['12'] },
  {
    title: 'Martian',
    widget: { type: 'Martian', config: { deep: [1, { b: null }] } },
    searchType: null,
    says: ['Unknown Widget', 'This version cannot show widgets of type "Martian".', 'Copy widget configuration'],
  },
  { title: 'Typeless', widget: { config: {} }, searchType: null, says: ['Unknown Widget'] },
  {
    title: 'Unmapped',
    widget: aggregation(),
    searchType: null,
    says: [
      'While retrieving data for this widget, the following error(s) occurred:',
      'Search type for widget with id w3 does not exist',
    ],
  },
  {
    title: 'Odd axis',
    widget: aggregation({ ...bySource, visualization_config: { axis_type: 'cubic' } }),
    searchType: groups,
    says: ['While rendering this widget, the following error occurred:', 'Unable to parse axis type: cubic'],
  },
  {
    title: 'Odd sort',
    widget: aggregation({ ...bySource, sort: [{ type: 'lunar', field: 'source', direction: 'Ascending' }] }),
    searchType: groups,
    says: ['While rendering this widget, the following error occurred:', 'Invalid sort type: lunar'],
  },
  {
    title: 'Odd direction',
    widget: aggregation({ ...bySource, sort: [{ type: 'pivot', field: 'source', direction: 'Sideways' }] }),
    searchType: groups,
    says: ['While rendering this widget, the following error occurred:', 'Invalid sort direction: Sideways'],
  },
  {
    title: 'Odd grouping',
    widget: aggregation({ ...bySource, row_pivots: [{ type: 'lunar', fields: ['source'], config: { limit: 5 } }] }),
    searchType: groups,
    says: ['While rendering this widget, the following error occurred:', 'Invalid grouping type: lunar'],
  },
  {
    title: 'Odd metric',
    widget: aggregation({ series: [{ function: 'guess(level)', config: { name: null } }] }),
    searchType: { series: [{ id: 'guess(level)', type: 'guess', field: 'level' }] },
    says: ["Unknown series type 'guess'."],
  },
  {
    title: 'Odd picture',
    widget: aggregation({ visualization: 'nonsense' }),
    says: [
      'While rendering this widget, the following error occurred:',
      'Unable to find visualization component for type: nonsense',
    ],
  },
  { title: 'Empty', widget: aggregation({ series: [] }), says: ['Empty Aggregation', 'Edit the widget'] },
  {
    title: 'No value',
    widget: aggregation({ series: [{ function: 'avg(nothing)', config: { name: null } }] }),
    searchType: { series: [{ id: 'avg(nothing)', type: 'avg', field: 'nothing' }] },
    says: ['N/A'],
  },
  {
    title: 'Refused',
    widget: aggregation({ series: [{ function: 'avg(source)', config: { name: null } }] }),
    searchType: { series: [{ id: 'avg(source)', type: 'avg', field: 'source' }] },
    says: [
      'While retrieving data for this widget, the following error(s) occurred:',
      'Unable to perform search query: Expected numeric type on field [source], but got [keyword].',
    ],
  },
  {
    title: 'Configless',
    widget: { ...aggregation(), config: null },
    says: ['Empty Aggregation'],
  },
  { title: 'Placeless', widget: aggregation(), position: undefined, says: ['12'] },
  { title: 'Far away', widget: aggregation(), position: { col: -5, row: 0, width: 1e9, height: 0 }, says: ['12'] },
  {
    title: 'Misplaced',
    widget: aggregation(),
    position: { col: -5, row: 0, width: 1e9, height: 'tall' },
    says: ['12'],
  },
  { title: turned, widget: aggregation(), says: ['12'] },
  { title: 'Long '.repeat(2_000).trim(), widget: aggregation(), says: ['12'] },
  {
    title: 'Notes',
    widget: {
      type: 'text',
      config: {
        text: [
          '# Runbook <img src=x onerror="document.title=1">',
          '[press](javascript:document.title=1) [data](data:text/html,x) [good](https://example.org)',
          '<script>document.title=1</script>',
          `${'>'.repeat(5_000)} deep`,
          `${'*'.repeat(5_000)}stars`,
          `${'['.repeat(5_000)}brackets`,
          `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}`,
        ].join('\n\n'),
      },
    },
    searchType: null,
    says: ['Runbook <img src=x onerror="document.title=1">', '<script>document.title=1</script>'],
  },
];

/** Returns the state in a fixed order, so that two states can be compared. */
const stateOf = (list: readonly Odd[]) => {
  const withId = list.map((odd, index) => ({ ...odd, id: `w${index}` }));
  const placed = withId.filter((odd) => !('position' in odd && odd.position === undefined));
  return {
    widgets: withId.map(({ id, widget }) => ({ id, ...widget })),
    widget_mapping: Object.fromEntries(
      withId.flatMap(({ id, searchType }) => [[id, searchType === null ? [] : [`${id}-type`]]]),
    ),
    positions: Object.fromEntries(
      placed.map(({ id, position }, index) => [
        id,
        position ?? { col: 1 + 4 * (index % 3), row: 1 + 3 * Math.floor(index / 3), width: 4, height: 3 },
      ]),
    ),
    titles: { tab: { title: 'All' }, widget: Object.fromEntries(withId.map(({ id, title }) => [id, title])) },
  };
};

async function store(path: string, json: unknown): Promise<void> {
  const answer = await server.call(path, { method: 'POST', session, json });
  assert.ok(answer.ok, await answer.text());
}

const widget = (name: string): Locator => page.getByRole('region', { name, exact: true });

test('a dashboard shows each widget in its own panel, valid ones with their values; unknown parts are stored unchanged', async () => {
  const [viewId, searchId] = ['a'.repeat(24), 'b'.repeat(24)];
  const state = stateOf(odds);
  const types = odds.flatMap(({ searchType }, index) =>
    searchType === null ? [] : [pivot(`w${index}-type`, searchType)],
  );
  await store('/views/search', {
    id: searchId,
    queries: [{ id: 'q', query: noQuery, timerange: range, search_types: types }],
    parameters: [],
  });
  await store('/views', {
    id: viewId,
    type: 'DASHBOARD',
    title: turned,
    search_id: searchId,
    x_future: { a: 1 },
    state: { q: stateOf(odds.slice(0, 2)) },
  });
  // The embedded server rejects a view with invalid parts, but another server may store it.
  await page.route(`**/api/views/${viewId}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ json: { ...((await response.json()) as object), state: { q: state } } });
  });
  await page.goto(`${server.url}/dashboards/${viewId}`);
  await page.getByRole('heading', { name: turned, level: 1 }).waitFor();
  for (const { title, says: texts } of odds) {
    // A widget far below the window is rendered when it comes near the viewport.
    await widget(title).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    for (const text of texts) {
      let seen = '';
      const says = async () => (seen = (await widget(title).textContent()) ?? '').includes(text);
      await until(`the widget "${title.slice(0, 20)}" contains "${text}"`, says).catch((error: Error) =>
        assert.fail(`${error.message}, but: ${seen.slice(0, 500)}`),
      );
    }
  }
  const notes = widget('Notes');
  assert.equal(await notes.locator('img, script').count(), 0);
  assert.deepEqual(
    await notes.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ['https://example.org'],
  );
  await expectNoAxeViolations(page);
  // A widget that cannot be shown can be deleted, and a right-to-left title does not change the text direction of the
  // confirmation dialog.
  await widget(turned).hover();
  await widget(turned).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(`Are you sure you want to remove the widget "\u2068${turned}\u2069"?`)
    .waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await widget(turned).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(`Saving view "\u2068${turned}\u2069" was successful!`)
    .waitFor();
  assert.ok((await page.title()).endsWith(`\u2068${turned}\u2069`), await page.title());
  const stored = (await (await server.call(`/views/${viewId}`, { session })).json()) as {
    x_future: unknown;
    state: Record<string, { widgets: { id: string }[] }>;
  };
  assert.deepEqual(stored.x_future, { a: 1 });
  const kept = new Map(stored.state['q']?.widgets.map((one) => [one.id, one]));
  assert.equal(kept.size, odds.length - 1);
  // The server's answer includes unset members for every widget.
  const unset = { filter: null, filters: [], timerange: null, query: null, streams: [] };
  assert.deepEqual(kept.get('w1'), { ...unset, id: 'w1', ...odds[1]?.widget });
  assert.deepEqual(problems, []);
});
