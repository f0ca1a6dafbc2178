/**
 * Tests that important content is visible: the newest rows of a live tail, sorted columns on a wall display, whole
 * times in the user's zone, ranges, and stack traces.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { button } from './keyboard.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn, type Person } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let wall: { id: string };

const now = Date.now() / 1000;
const dayMs = 86_400_000;
const frame = `    at com.example.checkout.persistence.${'VeryLongNameOfAClass'.repeat(8)}.open(Pool.java:218)`;
const trace = `java.lang.IllegalStateException: Pool exhausted\n${frame}\n${frame}\nCaused by: something short`;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  await sendMessages(server, [
    ...Array.from({ length: 30 }, (_, index) => ({
      host: `host-${index % 7}.example.org`,
      short_message: `Request ${index}`,
      timestamp: now - index,
      _service: `service-with-a-long-name-${index % 15}`,
      _path: `/api/v1/orders/${index % 13}/items/with/a/long/path`,
      _took_ms: index * 1000,
    })),
    { host: 'tracer', short_message: trace, timestamp: now - 40 },
    { host: 'yesterday', short_message: 'older', timestamp: now - (1.5 * dayMs) / 1000 },
  ]);
  const values = (field: string) => ({ fields: [field], type: 'values', config: { limit: 15 } });
  const series = (text: string) => ({ function: text, config: { name: null } });
  wall = await storeDashboard(server, await server.login(), 'Wall', [
    {
      title: 'Only',
      widgets: [
        {
          title: 'Slow',
          config: {
            visualization: 'table',
            row_pivots: ['path', 'source', 'service'].map(values),
            series: ['count()', 'min(took_ms)', 'avg(took_ms)', 'max(took_ms)'].map(series),
            sort: [{ type: 'series', field: 'max(took_ms)', direction: 'Descending' }],
          },
          position: { col: 1, row: 1, width: 4, height: 3 },
        },
        { title: 'Count', config: {}, position: { col: 5, row: 1, width: 2, height: 3 } },
        { title: 'Long', config: { visualization: 'table' }, position: { col: 1, row: 4, width: 12, height: 5 } },
      ],
    },
  ]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

interface Sight {
  readonly width?: number;
  /** True: the browser emulates a touch screen. */
  readonly hasTouch?: boolean;
  readonly timezoneId?: string;
  /** User who signs in; the built-in administrator by default. */
  readonly person?: Person;
}

async function openConsole({ width = 1440, hasTouch = false, timezoneId, person }: Sight = {}): Promise<{
  context: BrowserContext;
  page: Page;
  problems: string[];
}> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    hasTouch,
    ...(timezoneId !== undefined && { timezoneId }),
  });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server, '/', person);
  return { context, page, problems };
}

const widget = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
/** Tells whether the element is fully within the window and its text is not cut. */
const isWhole = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    const inWindow = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return inWindow && element.scrollWidth <= element.clientWidth + 1;
  });

test('the newest row, the state, Pause and Stop of live tail are visible right after its start', async () => {
  const { context, page, problems } = await openConsole();
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const list = widget(page, 'All Messages');
  await list.getByRole('row').nth(3).waitFor();
  // `hover()` would scroll the list into the window, but the test expects the list to be visible without it.
  const { x = 0, y = 0 } = (await list.boundingBox()) ?? {};
  await page.mouse.move(x + 200, y + 12);
  await button(list, 'Live tail').click();
  const bar = list.getByRole('region', { name: 'Live tail' });
  await bar.getByText('Live', { exact: true }).waitFor();
  await list.getByText('Request 0').waitFor();
  await until('the bar and the newest row are in the window', async () => {
    const parts = [bar, button(bar, 'Pause live tail'), button(bar, 'Stop live tail'), list.getByText('Request 0')];
    return (await Promise.all(parts.map((part) => isWhole(part)))).every(Boolean);
  });
  // Live tail fixes the sort order. The title of a list that is too narrow for column headers shows the order, and has
  // no sort button during live tail.
  await page.setViewportSize({ width: 360, height: 740 });
  await list.getByRole('columnheader').first().waitFor({ state: 'hidden' });
  assert.equal(await button(list, 'Sort by timestamp').count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a phone shows without scrolling that no messages were found, and buttons to widen the range and to clear the query', async () => {
  const { context, page, problems } = await openConsole({ width: 360, hasTouch: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/search?rangetype=relative&relative=300&q=nothing_like_this`);
  const noMessages = page.getByText('No messages were found.');
  await noMessages.waitFor();
  await until('the message is in the window', () => isWhole(noMessages));
  const wider = button(page, 'Widen to all time');
  await until('the button that widens the range is in the window', () => isWhole(wider));
  await wider.click();
  const any = button(page, 'Clear the query');
  await any.click();
  await widget(page, 'All Messages').getByText('Request 0').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a phone shows the full title of the message list; a menu item opens the patterns, and a tab above them leads back to the messages', async () => {
  const { context, page, problems } = await openConsole({ width: 360, hasTouch: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const list = widget(page, 'All Messages');
  await list.getByText('Request 0').waitFor();
  await until('the title is fully visible', () => isWhole(list.getByRole('heading', { name: 'All Messages' })));
  await button(list, 'View options').click();
  const patterns = page.getByRole('menuitem', { name: 'Patterns', exact: true });
  // A menu grows while it opens, so the test waits for its full size.
  await until(
    'the menu item is high enough for a finger',
    async () => ((await patterns.boundingBox())?.height ?? 0) >= 44,
  );
  await patterns.click();
  await list.getByText('Request <*>').waitFor();
  await until('the title is still fully visible', () => isWhole(list.getByRole('heading', { name: 'All Messages' })));
  await list.getByRole('tab', { name: 'Messages' }).click();
  await list.getByText('Request 0').waitFor();
  // A tap on a value opens the message, because values fill most of a row.
  const value = await list
    .getByText(/^host-\d/)
    .first()
    .boundingBox();
  assert.ok(value);
  await page.touchscreen.tap(value.x + value.width / 2, value.y + value.height / 2);
  await page.getByRole('dialog', { name: 'Message details' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('the touch target of a button in a widget header extends above and below the button', async () => {
  const { context, page, problems } = await openConsole({ width: 360, hasTouch: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const chart = widget(page, 'Message Count');
  await button(chart, 'Fold chart').waitFor();
  const tapBeside = async (name: string, distance: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await button(chart, name).boundingBox()) ?? {};
    assert.ok(width >= 36 && height >= 36, `the touch target ${name} has ${width} by ${height} px`);
    await page.touchscreen.tap(x + width / 2, distance < 0 ? y + distance : y + height + distance);
  };
  await tapBeside('Fold chart', -3);
  await button(chart, 'Unfold chart').waitFor();
  await tapBeside('Unfold chart', 3);
  await button(chart, 'Fold chart').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

/** Returns the elements of the page and its shadow trees that can be scrolled, because content exceeds their size. */
const scrollersOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const { overflowX, overflowY } = getComputedStyle(element);
        const page = element === document.documentElement;
        const across = element.scrollWidth > element.clientWidth && (page || /auto|scroll/.test(overflowX));
        const down = element.scrollHeight > element.clientHeight && (page || /auto|scroll/.test(overflowY));
        if (across || down) found.push(`${element.tagName} ${element.ariaLabel ?? element.className}`);
      }
    return found;
  });

test('in a low window the chart shrinks so that the whole message list fits above the page footer; when the chart is folded, the list takes its height', async () => {
  const { context, page } = await openConsole();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const list = widget(page, 'All Messages');
  await list.getByRole('row').nth(3).waitFor();
  const foot = page.getByRole('contentinfo');
  const above = async (): Promise<boolean> => {
    const [end, start] = [await list.boundingBox(), await foot.boundingBox()];
    return end !== null && start !== null && end.y + end.height <= start.y;
  };
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  const height = async () => (await list.boundingBox())?.height ?? 0;
  await until('the whole list is in the window', async () => !(await scrolls()) && (await above()));
  const before = await height();
  await button(page, /^Fold/).click();
  await until('the table takes the height of the folded chart', async () => (await height()) > before + 50);
  await until('the whole list is still in the window', async () => !(await scrolls()) && (await above()));
  await context.close();
});

test('a focused widget ends directly above the page footer, and the page does not scroll', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const list = widget(page, 'All Messages');
  await list.getByRole('row').nth(3).waitFor();
  await list.hover();
  await list.getByRole('button', { name: 'Focus this widget', exact: true }).click();
  const foot = page.getByRole('contentinfo');
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [360, 820],
  ] as const) {
    await page.setViewportSize({ width, height });
    await until(`the whole list is in the window at ${width} px`, async () => {
      const [end, start] = [await list.boundingBox(), await foot.boundingBox()];
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
      return (
        !scrolls && end !== null && start !== null && end.y + end.height <= start.y && end.y + end.height > start.y - 40
      );
    });
  }
  await context.close();
});

test('a table on a wall display shows no scrollbars, whole rows and whole columns, including the sorted one', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}/dashboards/tv/${wall.id}`);
  const table = widget(page, 'Slow').getByRole('group', { name: 'Slow' });
  await table.getByRole('columnheader').first().waitFor();
  await widget(page, 'Long').getByRole('columnheader').first().waitFor();
  const seen = await table.evaluate((scroller) => {
    const own = scroller.getBoundingClientRect();
    const cells = [...scroller.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect());
    return {
      cut: [...scroller.querySelectorAll('thead *')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.textContent),
      wider: scroller.scrollWidth - scroller.clientWidth,
      cells: cells.every((box) => box.right <= own.right + 1 && box.bottom <= own.bottom + 1),
      rows: scroller.querySelectorAll('tbody tr').length,
      sorted: scroller.querySelector('th[aria-sort=descending]')?.textContent,
    };
  });
  assert.deepEqual(await scrollersOf(page), [], 'the wall display has no scrollbars');
  assert.ok(seen.wider <= 1, `the table is ${seen.wider} px too wide`);
  assert.ok(seen.cells, 'no cell is cut at the edge');
  assert.deepEqual(seen.cut, [], 'no column header is cut');
  assert.ok(seen.rows > 0);
  assert.equal(seen.sorted, 'max took_ms');
  await context.close();
});

test('a wall display without a dashboard id says so, in light text on a dark background', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}/examples/tv.html`);
  const title = page.getByText('No view id specified!');
  await title.waitFor();
  const { text, ground } = await title.evaluate((element) => {
    let around: Element | null = element;
    while (around && /^rgba\(.*, 0\)$/.test(getComputedStyle(around).backgroundColor)) around = around.parentElement;
    return { text: getComputedStyle(element).color, ground: around && getComputedStyle(around).backgroundColor };
  });
  const brightness = (color: string) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  assert.ok(ground !== null, 'the message has a background');
  assert.ok(brightness(text) - brightness(ground) > 120, `the contrast of ${text} on ${ground} is sufficient`);
  await context.close();
});

test('the footer of a narrow widget shows in full the range that overrides the ranges of all widgets', async () => {
  const { context, page } = await openConsole();
  await page.goto(`${server.url}/dashboards/${wall.id}`);
  await button(page, 'Time range presets').click();
  await page.getByRole('menuitemradio').first().click();
  const footer = widget(page, 'Count').getByText(/minutes ago - Now$/);
  await footer.waitFor();
  await until('the footer is fully visible', () => isWhole(footer));
  const card = await widget(page, 'Count').boundingBox();
  const box = await footer.boundingBox();
  assert.ok(card && box && box.x >= card.x && box.x + box.width <= card.x + card.width);
  // A wide widget also shows the words "Global Override:"; a narrow one marks the override by colour and has the words
  // in the tooltip.
  await widget(page, 'Long').getByText('Global Override:').waitFor();
  await footer.hover();
  await page
    .getByRole('tooltip')
    .getByText(/^Global Override: .+ minutes ago - Now/)
    .waitFor();
  await context.close();
});

test('a single-line message list shows the whole time of day for a range within a day, and also the date for a range of days', async () => {
  const { context, page } = await openConsole();
  // The zone is chosen so that it is about noon there. The last ten minutes are then on one day whenever the test runs.
  const fromNoon = 12 - new Date().getUTCHours();
  const timezone = `Etc/GMT${fromNoon > 0 ? '-' : '+'}${Math.abs(fromNoon)}`;
  for (const [range, form] of [
    [600, /^\d\d:\d\d:\d\d\.\d{3}$/],
    [3 * 86_400, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/],
  ] as const) {
    await page.goto(`${server.url}/examples/ticket.html`);
    await page.locator('log-search').evaluate(
      (element, attributes) => {
        for (const [name, value] of attributes) element.setAttribute(name, value);
      },
      [
        ['timezone', timezone],
        ['range', String(range)],
      ] as const,
    );
    const times = page.locator('[data-row] [data-column=timestamp]');
    await until(`times have the expected format for ${range} s`, async () =>
      form.test((await times.first().innerText()).trim()),
    );
    await until(`times are fully visible for ${range} s`, () => isWhole(times.first()));
  }
  await context.close();
});

test('a long stack frame is broken within its name, so that its first line holds more than "at", in rows and in details', async () => {
  const { context, page } = await openConsole({ width: 1000 });
  await page.goto(`${server.url}/search?rangetype=relative&relative=600&q=source:tracer`);
  const row = page.locator('[data-row="0"]');
  await row.waitFor();
  await row.click({ position: { x: 12, y: 14 } });
  await page.getByText('Stored in index').waitFor();
  const spans = page.locator('span').filter({ hasText: /^\s*at com\.example/ });
  const lines = await spans.evaluateAll((found) =>
    found.flatMap((span) => {
      const [text] = span.childNodes;
      if (!(text instanceof Text) || !text.data.startsWith('    at ')) return [];
      // The loop finds the end of the text that is visible on the first line.
      const range = document.createRange();
      let top: number | undefined;
      let end = 4;
      for (; end < text.length; end += 1) {
        range.setStart(text, end);
        range.setEnd(text, end + 1);
        const box = range.getBoundingClientRect();
        top ??= box.top;
        if (Math.abs(box.top - top) > 4) break;
      }
      return [[text.data.slice(0, end), text.data]];
    }),
  );
  assert.ok(lines.length >= 4, `${lines.length} stack frames are shown in row and details`);
  for (const [first = '', whole] of lines) {
    assert.equal(whole, frame, 'the text of a stack frame is unchanged');
    assert.ok(first.length > 40, `the first line contains more than "${first}"`);
  }
  await context.close();
});

test('a user without a time zone sees times in the browser’s zone', async () => {
  // The built-in administrator always has a time zone: that of the server's machine.
  const json = {
    username: 'ravi',
    password: 'a long password',
    email: 'ravi@example.org',
    first_name: 'Ravi',
    last_name: 'Reader',
    permissions: [],
    roles: ['Admin'],
  };
  const made = await server.call('/users', { method: 'POST', session: await server.login(), json });
  assert.equal(made.status, 201, await made.text());
  const { context, page } = await openConsole({ timezoneId: 'Asia/Kathmandu', person: json });
  await page.goto(`${server.url}/search?rangetype=relative&relative=300`);
  const newest = page.locator('[data-row="0"] [data-column=timestamp]');
  await newest.waitFor();
  const at = new Date(now * 1000 + 345 * 60_000).toISOString().replace('T', ' ');
  assert.equal((await newest.innerText()).slice(0, 16), at.slice(0, 16));
  await context.close();
});

test('entries of the header menus have neither background nor border, unlike unstyled buttons', async () => {
  const { context, page } = await openConsole();
  const looks = () =>
    page.getByRole('menu').evaluate((menu) =>
      [...menu.querySelectorAll('[role^=menuitem]')].map((entry) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(entry);
        return `${backgroundColor} ${borderTopWidth}`;
      }),
    );
  const plain = new Set(['rgba(0, 0, 0, 0) 0px']);
  await button(page, 'User menu').click();
  await page.mouse.move(5, 400);
  assert.deepEqual(new Set(await looks()), plain);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 480, height: 800 });
  await button(page, 'Menu').click();
  await page.mouse.move(5, 700);
  assert.ok((await looks()).length > 2);
  assert.deepEqual(new Set(await looks()), plain);
  await context.close();
});
