/**
 * Tests searches, dashboards and widgets in a host page: hidden parts, refinements by viewers, and additional query
 * filters.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { casesInTurn } from '../amounts.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages, until } from './sent-messages.js';
import { openSession } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

/** Global of the test page: events that the element emitted, as `[name, detail]`. */
declare const recordedEvents: [string, Record<string, unknown>][];

let browser: Browser;
let context: BrowserContext;
let server: TestServer;
let dashboard: { id: string; pages: readonly string[]; widgets: readonly string[] };

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const bulk = Array.from({ length: 45 }, (_, at) => ({ host: 'batch-01', short_message: `Step ${at + 1}` }));
  await sendMessages(server, [
    ...bulk,
    { host: 'web-01', short_message: 'Alpha started', _tenant: 'alpha' },
    { host: 'web-02', short_message: 'Alpha stopped', _tenant: 'alpha' },
    { host: 'db-01', short_message: 'Beta started', _tenant: 'beta' },
  ]);
  const session = await server.login();
  const place = (row: number) => ({ col: 1, row, width: 12, height: 3 });
  const byHost = {
    visualization: 'table',
    row_pivots: [{ fields: ['source'], type: 'values', config: { limit: 10 } }],
  };
  const stored = await storeDashboard(server, session, 'Sales', [
    {
      title: 'Overview',
      widgets: [
        { title: 'Count', config: { visualization: 'numeric' }, position: place(1) },
        { title: 'Hosts', config: byHost, position: place(4) },
        { title: 'Lines', config: 'messages', position: place(7) },
      ],
    },
    { title: 'Details', widgets: [{ title: 'Other', config: { visualization: 'numeric' }, position: place(1) }] },
  ]);
  const view = (await (await server.call(`/views/${stored.id}`, { session })).json()) as {
    state: Record<string, { widgets: { id: string }[] }>;
  };
  dashboard = { ...stored, widgets: Object.values(view.state).flatMap(({ widgets }) => widgets.map(({ id }) => id)) };
  context = await browser.newContext({ viewport: { width: 1280, height: 1400 } });
  await openSession(context, server.url, { username: 'admin', password: server.adminPassword });
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a page with a single element and waits for its content. */
async function embedded(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, unknown>> = {},
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/examples/plain.html`);
  await page.evaluate(
    async ([name, given, own]) => {
      const heard: (typeof recordedEvents)[number][] = [];
      Object.assign(window, { recordedEvents: heard });
      for (const event of ['log-query-change', 'log-filters-change', 'log-error'])
        document.addEventListener(event, (one) => {
          const { error: _error, ...detail } = (one as CustomEvent<Record<string, unknown>>).detail;
          heard.push([event, detail]);
        });
      const script = `/elements/${name}.js`;
      await import(script);
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
      Object.assign(element, own);
      const ready = new Promise((resolve) => element.addEventListener('log-ready', resolve, { once: true }));
      document.body.replaceChildren(element);
      await ready;
    },
    [tag, attributes, properties] as const,
  );
  return page;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a dashboard hides exactly the parts that its host page names', async () => {
  const parts: Readonly<Record<string, (page: Page) => ReturnType<typeof button>>> = {
    title: (page) => page.getByRole('heading', { name: 'Sales' }),
    tabs: (page) => page.getByRole('tab', { name: 'Details' }),
    filter: (page) => page.getByRole('textbox', { name: 'Search query' }),
    refresh: (page) => button(page, 'Start Refresh'),
    export: (page) => region(page, 'Hosts').getByRole('button', { name: 'Download', exact: true }),
  };
  const page = await embedded('log-dashboard', { 'view-id': dashboard.id });
  const set = (hide: string) =>
    page.evaluate((text) => document.querySelector('log-dashboard')?.setAttribute('hide', text), hide);
  await Promise.all(Object.values(parts).map((of) => of(page).waitFor()));
  const shown = async () => {
    const counts = await Promise.all(
      Object.entries(parts).map(async ([name, of]) => [name, await of(page).count()] as const),
    );
    return counts.filter(([, count]) => count > 0).map(([name]) => name);
  };
  assert.deepEqual(await shown(), Object.keys(parts));
  for (const name of Object.keys(parts)) {
    await set(name);
    await parts[name]?.(page).waitFor({ state: 'detached' });
    // Hiding the search bar (`filter`) also hides the refresh control, which is part of the bar.
    const gone = name === 'filter' ? ['filter', 'refresh'] : [name];
    const remaining = Object.keys(parts).filter((one) => !gone.includes(one));
    // Without tabs the page of the dashboard is drawn again, and its widgets show their results a moment later.
    await Promise.all(remaining.map((one) => parts[one]?.(page).waitFor()));
    assert.deepEqual(await shown(), remaining, name);
  }
  await set('title tabs filter export refresh');
  await parts['title']?.(page).waitFor({ state: 'detached' });
  assert.deepEqual(await shown(), []);
  await region(page, 'Hosts').getByText('web-01').waitFor();
  await page.close();
});

test("a viewer of a dashboard refines it within the page's limits, and saves nothing", async () => {
  const page = await embedded('log-dashboard', { 'view-id': dashboard.id, allow: 'query' });
  const query = page.getByRole('textbox', { name: 'Search query' });
  await region(page, 'Hosts').getByText('db-01').waitFor();
  for (const name of ['Save', 'Save as', 'Share', 'Edit']) assert.equal(await button(page, name).count(), 0, name);
  await query.fill('tenant:alpha');
  await page.keyboard.press('Enter');
  await region(page, 'Hosts').getByText('db-01').waitFor({ state: 'detached' });
  await region(page, 'Hosts').getByText('web-01').click();
  await page.getByRole('menuitem', { name: 'Copy value' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Exclude from results' }).count(), 0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector('log-dashboard')?.setAttribute('allow', 'filter'));
  await region(page, 'Hosts').getByText('web-01').click();
  await page.getByRole('menuitem', { name: 'Exclude from results' }).click();
  await region(page, 'Hosts').getByText('web-01').waitFor({ state: 'detached' });
  assert.deepEqual(await page.evaluate(() => recordedEvents.at(-1)), [
    'log-query-change',
    { query: 'tenant:alpha AND NOT source:web\\-01', range: undefined },
  ]);
  // A viewer who cannot type removes the added values with a button. The query that the page has set stays.
  await button(page, 'Remove added filters').click();
  await region(page, 'Hosts').getByText('web-01').waitFor();
  assert.equal(await page.locator('log-dashboard').getAttribute('query'), 'tenant:alpha');
  assert.equal(await button(page, 'Remove added filters').count(), 0);
  await page.evaluate(() => document.querySelector('log-dashboard')?.removeAttribute('query'));
  await region(page, 'Hosts').getByText('db-01').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Search query' }).count(), 0);
  // Without downloads, a wide widget has no menu, and the menu of a narrow widget has only the actions of the icons.
  const more = region(page, 'Hosts').getByRole('button', { name: 'More actions' });
  await more.waitFor();
  await page.evaluate(() => document.querySelector('log-dashboard')?.setAttribute('hide', 'export'));
  await more.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 340, height: 900 });
  await more.click();
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Focus this widget']);
  await page.close();
});

test('a search hides its title, refresh and exports, and offers only the actions that the host page allows', async () => {
  const page = await embedded('log-search', { hide: 'title refresh export', allow: 'range' });
  await page.getByText('Alpha started').first().waitFor();
  assert.equal(await button(page, 'Start Refresh').count(), 0);
  assert.equal(await page.getByRole('heading', { name: 'Unsaved Search' }).count(), 0);
  assert.equal(await button(page, 'Download').count(), 0);
  // Controls that the viewer may not use are left out while the page sets no value for them.
  assert.equal(await page.getByRole('textbox', { name: 'Search query' }).count(), 0);
  assert.equal(await button(page, 'Streams').count(), 0);
  await page
    .getByRole('button', { name: /^Time range/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Absolute' }).waitFor();
  await page.keyboard.press('Escape');
  // A query that the page sets is shown, and cannot be changed.
  await page.evaluate(() => document.querySelector('log-search')?.setAttribute('query', 'tenant:alpha'));
  assert.equal(await page.getByRole('textbox', { name: 'Search query' }).isEditable(), false);
  await page.close();
});

test('a read-only search offers neither patterns nor a live tail, which would start further searches', async () => {
  const page = await embedded('log-search', { readonly: '' });
  await page.getByText('Alpha started').first().waitFor();
  await button(page, 'View options').waitFor();
  assert.equal(await page.getByText('Patterns', { exact: true }).count(), 0);
  assert.equal(await button(page, 'Live tail').count(), 0);
  await page.evaluate(() => document.querySelector('log-search')?.setAttribute('allow', 'range'));
  await page.getByText('Patterns', { exact: true }).first().waitFor();
  await page.close();
});

test('a widget fills the height that the page gives the element, without scrolling', async () => {
  const page = await embedded('log-widget', {
    'view-id': dashboard.id,
    'widget-id': dashboard.widgets[0] ?? '',
    style: 'height: 200px',
  });
  const heights = () =>
    page.evaluate(() => {
      const element = document.querySelector('log-widget');
      const widget = element?.shadowRoot?.querySelector('section');
      return [element?.clientHeight, widget?.getBoundingClientRect().height, element?.matches(':state(scrolls)')];
    });
  await page.locator('log-widget section').waitFor();
  await until('the widget has the height of the element', async () => (await heights()).join() === '200,200,false');
  await page.evaluate(() => document.querySelector('log-widget')?.setAttribute('style', 'height: 500px'));
  await until('the widget grows with the element', async () => (await heights()).join() === '500,500,false');
  await page.evaluate(() => document.querySelector('log-widget')?.removeAttribute('style'));
  await until('the widget has its own height again', async () => (await heights()).join() === '324,324,false');
  await page.close();
});

test('filters of the page are added to every widget: locked, hidden, or changeable by the viewer', async () => {
  const filters = [
    { field: 'source', value: ['web-01', 'db-01'], label: 'Hosts', mode: 'locked' },
    { query: 'NOT message:stopped', mode: 'hidden' },
    { field: 'tenant', label: 'Tenant', options: ['alpha', 'beta'], mode: 'editable' },
  ];
  const page = await embedded('log-dashboard', { 'view-id': dashboard.id, allow: 'filter' }, { filters });
  const hosts = region(page, 'Hosts');
  await hosts.getByText('db-01').waitFor();
  await hosts.getByText('web-01').waitFor();
  assert.equal(await hosts.getByText('web-02').count(), 0);
  const row = page.getByRole('group', { name: 'Filters of this page' });
  await row.getByText('Hosts: web-01, db-01').waitFor();
  assert.equal(await row.getByText('stopped').count(), 0);
  await row.getByRole('combobox', { name: 'Tenant' }).fill('beta');
  await hosts.getByText('web-01').waitFor({ state: 'detached' });
  await hosts.getByText('db-01').waitFor();
  await region(page, 'Lines').getByText('Beta started').first().waitFor();
  const firstEvents = await page.evaluate(() => recordedEvents.map(([name, detail]) => [name, JSON.stringify(detail)]));
  assert.deepEqual(
    firstEvents.map(([name]) => name),
    ['log-filters-change'],
  );
  assert.match(firstEvents[0]?.[1] ?? '', /"value":"beta"/);
  // While the host page does not know its tenant yet, the widgets show no messages instead of all messages.
  await page.evaluate(() =>
    Object.assign(document.querySelector('log-dashboard') ?? {}, { filters: [{ field: 'tenant', value: '' }] }),
  );
  await hosts.getByText('db-01').waitFor({ state: 'detached' });
  await page.evaluate(() => Object.assign(document.querySelector('log-dashboard') ?? {}, { filters: 'tenant:alpha' }));
  assert.match(
    (await page.evaluate(() => String(recordedEvents.at(-1)?.[1]['message']))) ?? '',
    /filters: expected a list/,
  );
  await page.close();
});

test('a widget is refined by its values if the page allows it, reports the change to the page, and can be reset', async () => {
  const attributes = { 'view-id': dashboard.id, 'widget-id': dashboard.widgets[1] ?? '' };
  const page = await embedded('log-widget', { ...attributes, allow: 'filter' });
  await page.getByText('db-01').click();
  await page.getByRole('menuitem', { name: 'Add to query' }).click();
  await page.getByText('web-01').waitFor({ state: 'detached' });
  assert.equal(await page.locator('log-widget').getAttribute('query'), String.raw`source:db\-01`);
  assert.deepEqual(await page.evaluate(() => recordedEvents.at(-1)), [
    'log-query-change',
    { query: String.raw`source:db\-01`, range: undefined },
  ]);
  await region(page, 'Hosts').hover();
  await button(page, 'Undo filter and time range').click();
  await page.getByText('web-01').waitFor();
  await page.evaluate(() => document.querySelector('log-widget')?.setAttribute('hide', 'title export'));
  await page.getByRole('heading', { name: 'Hosts' }).waitFor({ state: 'detached' });
  assert.equal(await button(page, 'Download').count(), 0);
  await page.close();
});

// In every run, test/elements/element/every-element.browser.test.tsx gives each of the elements an invalid range.
for (const tag of casesInTurn(['log-dashboard', 'log-widget', 'log-search', 'log-tv'] as const, 0))
  test(`an invalid range of <${tag}> keeps the last valid one, and is the only error that the page receives`, async () => {
    const [view, widget] = [dashboard.id, dashboard.widgets[1] ?? ''];
    const page = await embedded(tag, {
      range: '3600',
      ...(tag !== 'log-search' && { 'view-id': view, 'widget-id': widget }),
    });
    await page.getByText('web-01').first().waitFor();
    // The answer whether the server can resolve the words is held back until the searches with these words have failed.
    // A wall display sends no search before this answer, so there is nothing to wait for.
    const failed =
      tag === 'log-tv'
        ? undefined
        : page.waitForResponse((answer) => answer.url().endsWith('/execute') && answer.status() === 400);
    await page.route('**/tools/natural_date_tester?*', async (route) => {
      await failed;
      await route.continue();
    });
    const set = (range: string) =>
      page.evaluate(([name, text]) => document.querySelector(name)?.setAttribute('range', text), [tag, range] as const);
    await set('banana split');
    await page.locator(`${tag}[range="3600"]`).waitFor();
    const errors = await page.evaluate(() => recordedEvents.filter(([name]) => name === 'log-error'));
    assert.deepEqual(
      errors.map(([, { code }]) => code),
      ['bad-value'],
      JSON.stringify(errors),
    );
    assert.match(String(errors[0]?.[1]['message']), new RegExp(`<${tag}> range: expected seconds.*got "banana split"`));
    await page.unroute('**/tools/natural_date_tester?*');
    const again = page.waitForResponse((answer) => answer.url().endsWith('/execute') && answer.status() < 400);
    await set('last hour');
    await again;
    await page.locator(`${tag}[range="last hour"]`).waitFor();
    await page.getByText('web-01').first().waitFor();
    const all = await page.evaluate(() => recordedEvents.filter(([name]) => name === 'log-error').length);
    assert.equal(all, 1);
    await page.close();
  });

test('an element that cannot show its content reports the reason, and is not ready', async () => {
  const [view, widget] = [dashboard.id, dashboard.widgets[0] ?? ''];
  const page = await context.newPage();
  await page.route('**/api/events/alerts/search', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }));
  await page.goto(`${server.url}/examples/plain.html`);
  const cases: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>, code: string])[] = [
    ['log-search', { 'view-id': '5f0000000000000000000001' }, 'not-found'],
    ['log-dashboard', {}, 'bad-value'],
    ['log-dashboard', { 'view-id': '5f0000000000000000000001' }, 'not-found'],
    ['log-widget', { 'view-id': view }, 'bad-value'],
    ['log-widget', { 'view-id': '5f0000000000000000000001', 'widget-id': widget }, 'not-found'],
    ['log-widget', { 'view-id': view, 'widget-id': 'nothing' }, 'not-found'],
    ['log-tv', {}, 'bad-value'],
    ['log-tv', { 'view-id': '5f0000000000000000000001' }, 'not-found'],
    ['log-message', {}, 'bad-value'],
    ['log-message', { index: 'messages_0', 'message-id': 'nothing' }, 'not-found'],
    ['log-alerts', {}, 'forbidden'],
    ['log-users', { route: '/system/nothing' }, 'not-found'],
  ];
  const heard = await page.evaluate(async (all) => {
    document.body.replaceChildren();
    return Promise.all(
      all.map(async ([name, given]) => {
        const script = `/elements/${name}.js`;
        await import(script);
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
        const events: string[] = [];
        element.addEventListener('log-ready', () => events.push('ready'));
        await new Promise((resolve) => {
          element.addEventListener('log-error', (event) => {
            events.push((event as CustomEvent<{ code: string }>).detail.code);
            // No event shows that `log-ready` will not follow, so the test waits for a moment.
            setTimeout(resolve, 500);
          });
          document.body.append(element);
        });
        // An element may try again while the test waits, and then reports the same reason again.
        return [...new Set(events)].join(' ');
      }),
    );
  }, cases);
  assert.deepEqual(
    heard.map((events, at) => [cases[at]?.[0], events]),
    cases.map(([tag, , code]) => [tag, code]),
  );
  await page.close();
});

test("words of a range mean days of the element's time zone, without a change of the query", async () => {
  const [view, widget] = [dashboard.id, dashboard.widgets[0] ?? ''];
  for (const [tag, attributes] of [
    ['log-search', {}],
    ['log-dashboard', { 'view-id': view }],
    ['log-widget', { 'view-id': view, 'widget-id': widget }],
    ['log-tv', { 'view-id': view }],
    ['log-alerts', {}],
  ] as const) {
    const requests: string[] = [];
    const listen = (request: Request): void => void requests.push(request.postData() ?? '');
    context.on('request', listen);
    const page = await embedded(tag, { ...attributes, range: 'yesterday', timezone: 'Pacific/Auckland' });
    context.off('request', listen);
    // The search bar shows the words that the page has set, and not the instants to which they resolve now.
    if (tag === 'log-search') await page.getByText('yesterday', { exact: true }).waitFor();
    const zones = requests.flatMap((body) => [...body.matchAll(/"keyword":"yesterday"(?:,"timezone":"([^"]*)")?/g)]);
    assert.deepEqual([...new Set(zones.map(([, zone]) => zone))], ['Pacific/Auckland'], tag);
    assert.deepEqual(await page.evaluate(() => recordedEvents), [], tag);
    await page.close();
  }
});

test('a printed dashboard is light, without controls, and shows its tables in full', async () => {
  const page = await embedded('log-dashboard', { 'view-id': dashboard.id, theme: 'dark' });
  const lines = region(page, 'Lines');
  await lines.getByText('Beta started').first().waitFor();
  const rows = lines.locator('[data-item]');
  assert.ok((await rows.count()) < 48);
  await page.emulateMedia({ media: 'print' });
  await lines.getByText('Step 1', { exact: true }).waitFor();
  assert.equal(await rows.count(), 48);
  const last = await lines.getByText('Step 1', { exact: true }).boundingBox();
  const frame = await lines.boundingBox();
  assert.ok(
    last && frame && last.y + last.height <= frame.y + frame.height,
    'the last row of a table is within its card',
  );
  const bar = page.getByRole('textbox', { name: 'Search query' });
  assert.equal(await bar.isVisible(), false);
  assert.equal(await page.getByRole('heading', { name: 'Sales' }).isVisible(), true);
  for (const name of ['Save', 'More actions', 'Download']) assert.equal(await button(page, name).count(), 0, name);
  const ground = await lines.evaluate((card) => getComputedStyle(card).backgroundColor);
  assert.equal(ground, 'rgb(255, 255, 255)');
  // The selected tab names the page; another tab is a control.
  assert.ok((await page.getByRole('tab').count()) <= 1, 'tabs of other pages are not printed');
  await page.emulateMedia({ media: 'screen' });
  await page.waitForFunction(
    () => (document.querySelector('log-dashboard')?.shadowRoot?.querySelectorAll('[data-item]').length ?? 99) < 48,
  );
  await page.close();
});

test('a printed search uses the whole width of the paper without a sidebar, and its chart fits', async () => {
  const page = await embedded('log-search', { range: '0' });
  await page.locator('canvas').first().waitFor();
  await page.getByText('Beta started').first().waitFor();
  const left = () => page.locator('[data-printed-grid]').evaluate((grid) => grid.getBoundingClientRect().x);
  assert.ok((await left()) > 60, 'the sidebar is beside the search on screen');
  await page.emulateMedia({ media: 'print' });
  assert.ok((await left()) < 60, `${await left()} px are free beside the printed search`);
  // When the page is printed, no script measures the width again, so the styles alone must adapt the chart.
  const fits = await page
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      const card = canvas.closest<HTMLElement>('[data-widget]');
      if (!card) return undefined;
      card.style.width = '300px';
      return canvas.getBoundingClientRect().right <= card.getBoundingClientRect().right;
    });
  assert.equal(fits, true);
  assert.equal(await page.getByText(/^Executed in/).count(), 1);
  assert.equal(await page.getByText(/^Executed in/).isVisible(), false);
  await page.close();
});
