/**
 * Tests the search bar against a real server with real messages: history, steps and zooms, parameters, configuration,
 * zones, long lists, embedding.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn, type Person } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let violations: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  const now = Date.now() / 1000;
  await sendMessages(
    server,
    Array.from({ length: 24 }, (_message, index) => ({
      host: index % 4 === 0 ? 'db-01' : 'web-02',
      short_message: index % 3 === 0 ? 'connection timed out' : 'request served',
      timestamp: now - index * 10,
      level: index % 8,
      _user: index % 2 === 0 ? 'a OR b' : 'jane "j" doe\\',
    })),
  );
});
after(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  violations = problemsOf(page);
});
afterEach(async () => {
  assert.deepEqual(violations, []);
  await context.close();
});

async function openSearch(path = '/search', person?: Person): Promise<void> {
  await signIn(page, server, path, person);
  await page.getByRole('treegrid').waitFor();
}

const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const rows = (): Locator => page.getByRole('treegrid').getByText(/request served|timed out/);
const rangeButton = (): Locator => page.getByRole('button', { name: /^Time range:/ });

async function type(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
}

async function search(text: string): Promise<void> {
  await type(text);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === text);
}

test('queries of the search history are found, run and removed by keyboard, and persist after a reload', async () => {
  await openSearch();
  await search('level:<4');
  await search('source:db-01');
  await page.reload();
  await page.getByRole('treegrid').waitFor();
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  const dialog = page.getByRole('dialog', { name: 'Earlier queries' });
  await dialog.getByRole('textbox', { name: 'Filter earlier queries' }).fill('LEVEL');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'level:<4');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Alt+ArrowDown');
  await dialog.getByRole('button', { name: /^source:db-01/ }).waitFor();
  // Typing continues in the field that the dialog has focused.
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: /^source:db-01/ }).waitFor({ state: 'detached' });
  await expectNoAxeViolations(page);
});

test('the search bar moves the time range one window back and forward; Back or a button leaves a zoomed range, which is among the recent ranges', async () => {
  await openSearch('/search?rangetype=relative&relative=300');
  await page.getByRole('button', { name: 'Go one window back in time' }).click();
  await page.waitForURL((url) => url.searchParams.get('rangetype') === 'absolute');
  const [from, to] = [parameter('from'), parameter('to')].map((text) => Date.parse(text ?? ''));
  assert.equal((to ?? 0) - (from ?? 0), 300_000);
  // The time window is empty, so rows that appear afterwards belong to the next window.
  await rows().first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Go one window forward in time' }).click();
  await page.waitForURL((url) => Date.parse(url.searchParams.get('from') ?? '') === to);
  await rows().first().waitFor();

  const before = page.url();
  const plot = page.locator('[aria-roledescription]').first();
  await plot.waitFor();
  const box = await plot.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await until('the zoomed range is searched', () => Promise.resolve(page.url() !== before));
  const zoomed = page.url();
  await page.goBack();
  await until('going back leaves the zoomed range', () => Promise.resolve(page.url() === before));
  await page.goForward();
  await until('going forward returns to the zoomed range', () => Promise.resolve(page.url() === zoomed));

  // A phone has room for an absolute range, the button "Back to" and all other controls.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: /Time range/i }).waitFor();
  const cut = () =>
    page.getByRole('group', { name: 'Automatic refresh' }).evaluate((group) => {
      const bar = group.parentElement?.parentElement;
      const all = [...(bar?.querySelectorAll('button') ?? [])].filter((one) => one.checkVisibility());
      return all.filter((one) => {
        const frame = one.parentElement?.getBoundingClientRect();
        return one.getBoundingClientRect().right > (frame?.right ?? 0) + 0.5 || one.scrollWidth > one.clientWidth + 1;
      }).length;
    });
  await until('no part of the bar is cut off', async () => (await cut()) === 0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /^Back to/ }).click();
  await until('the button also leaves the zoomed range', () => Promise.resolve(page.url() === before));
  await page.getByRole('button', { name: /^Back to/ }).waitFor({ state: 'detached' });

  await rangeButton().click();
  const recent = page.getByRole('dialog', { name: 'Search Time Range' }).getByRole('group', { name: 'Recent ranges' });
  await until(
    'both windows and the zoomed range are among the recent ranges',
    async () => (await recent.getByRole('button').count()) >= 3,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page
    .getByRole('menuitem', { name: /^2\d\d\d-/ })
    .nth(1)
    .click();
  await until('a recent range is searched', () => Promise.resolve(page.url() !== before));
});

test('the search bar explains undeclared parameters of a query; a parameter is literal text until it has a value, which is then searched', async () => {
  await openSearch();
  await type('source:$host$');
  const group = page.getByRole('group', { name: 'Parameters' });
  await group.getByText('$host$ is not declared.').waitFor();
  await group.getByText('enterprise feature').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Enter');
  // An undeclared parameter is literal text, as on a reference server, and no source has that name.
  await page.waitForURL((url) => url.searchParams.get('q') === 'source:$host$');
  await page.getByRole('treegrid').getByText('web-02').first().waitFor({ state: 'detached' });
  const executed = page.waitForRequest((request) => request.url().endsWith('/execute'));
  await group.getByLabel('$host$').fill('db-01');
  await page.keyboard.press('Enter');
  const sent = (await executed).postDataJSON() as { parameter_bindings: unknown };
  assert.deepEqual(sent.parameter_bindings, { host: { type: 'value', value: 'db-01' } });
  await page.getByRole('treegrid').getByText('db-01').first().waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoAxeViolations(page);
  await group.getByRole('button', { name: 'Hide parameters' }).click();
  await page.reload();
  await page.getByText('1 parameter is hidden.').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await group.getByLabel('$host$').waitFor();
});

test('a value added to "a OR b" preserves the meaning, whatever characters the value has', async () => {
  await openSearch('/search?q=source%3Adb-01+OR+source%3Aweb-02&rangetype=relative&relative=0');
  await rows().first().click();
  await page.getByText('jane "j" doe\\').or(page.getByText('a OR b')).first().waitFor();
  const shown = await page.getByRole('button', { name: /^(a OR b|jane "j" doe\\)$/ }).first();
  const value = (await shown.textContent()) ?? '';
  await shown.click();
  await page.getByRole('menuitem', { name: 'Add to query' }).click();
  const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`;
  await page.waitForURL((url) => url.searchParams.get('q') === `(source:db-01 OR source:web-02) AND user:${quoted}`);
  await page.getByText('Query parsing error').waitFor({ state: 'detached' });
  await rows().first().waitFor();
});

test('presets and the range picker stay within the range limit that an administrator sets', async () => {
  await openSearch();
  // The page of configurations has the dialog; the page opens in a tab beside the search.
  const configure = async (): Promise<Locator> => {
    await rangeButton().click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Configure Ranges' }).click();
    const section = (await opened).getByRole('region', { name: 'Search Configuration' });
    await section.getByRole('button', { name: 'Edit configuration' }).click();
    return section.page().getByRole('dialog', { name: 'Update Search Configuration' });
  };
  const update = async (dialog: Locator): Promise<void> => {
    await dialog.getByRole('button', { name: 'Update configuration' }).click();
    await dialog.page().getByText('Configuration updated successfully').waitFor();
    await dialog.page().close();
    await page.reload();
    await rows().first().waitFor();
  };
  let dialog = await configure();
  await dialog.getByLabel('Enable query limit').check();
  const limit = dialog.getByLabel('Query time range limit');
  await limit.fill('soon');
  await dialog.getByText('invalid', { exact: true }).waitFor();
  await limit.fill('pt1h');
  await dialog.getByText('Searches reach back at most 1 hour').waitFor();
  await expectNoAxeViolations(dialog.page());
  await update(dialog);
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio', { name: '1 hour' }).waitFor();
  assert.equal(await page.getByRole('menuitemradio', { name: '2 hours' }).count(), 0);
  await page.keyboard.press('Escape');
  await rangeButton().click();
  const picker = page.getByRole('dialog', { name: 'Search Time Range' });
  await picker.getByText('Limited to the last 1 hour').waitFor();
  await picker.getByRole('spinbutton', { name: 'From value' }).fill('61');
  await picker.getByText('Range is outside limit duration.').waitFor();
  await page.keyboard.press('Escape');
  dialog = await configure();
  await dialog.getByLabel('Enable query limit').uncheck();
  await update(dialog);
  await page.getByRole('button', { name: 'Time range presets' }).click();
  await page.getByRole('menuitemradio', { name: 'all messages' }).waitFor();
});

test('the time zone of the user applies to "yesterday", the search bar, the range picker and the messages', async () => {
  const session = await server.login();
  const person = {
    username: 'tokyo',
    password: 'a password of tokyo',
    timezone: 'Asia/Tokyo',
    email: 't@example.org',
    first_name: 'T',
    last_name: 'O',
    roles: ['Admin'],
    permissions: [],
  };
  const made = await server.call('/users', { method: 'POST', session, json: person });
  assert.ok(made.ok, await made.text());
  await openSearch('/search?rangetype=keyword&keyword=yesterday+midnight+to+now', person);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });
  const yesterday = day.format(Date.now() - 86_400_000);
  await page.getByRole('button', { name: new RegExp(`^Time range:.*${yesterday} 00:00:00`) }).waitFor();
  await rangeButton().click();
  await page.getByRole('dialog', { name: 'Search Time Range' }).getByText('Asia/Tokyo').waitFor();
  await page.getByRole('dialog', { name: 'Search Time Range' }).getByText(`${yesterday} 00:00:00`).waitFor();
  await page.keyboard.press('Escape');
  const first = await page
    .getByRole('treegrid')
    .getByText(/^\d{4}-\d\d-\d\d \d\d:/)
    .first()
    .textContent();
  const shown = Date.parse(`${first?.replace(' ', 'T') ?? ''}+09:00`);
  assert.ok(Math.abs(Date.now() - shown) < 600_000, first ?? '');
});

test('the lists of ten thousand streams and of five thousand fields mount only a few options', async () => {
  const streams = Array.from({ length: 10_000 }, (_stream, index) => ({
    id: index.toString(16).padStart(24, '0'),
    title: `Stream ${String(index).padStart(5, '0')}`,
  }));
  const fields = Array.from({ length: 5_000 }, (_field, index) => ({
    name: `app_field_${index}`,
    type: { type: 'string', properties: ['enumerable'], index_names: [] },
  }));
  await page.route(/\/api\/streams$/, (route) => route.fulfill({ json: { total: streams.length, streams } }));
  await page.route(/\/api\/views\/fields$/, (route) => route.fulfill({ json: fields }));
  await openSearch();
  await page.getByRole('button', { name: /^Streams/ }).click();
  const filter = page.getByRole('combobox', { name: 'Filter streams' });
  await filter.fill('09998');
  await page.getByRole('option', { name: 'Stream 09998' }).waitFor();
  await filter.fill('');
  await page.getByRole('option', { name: 'Stream 00000' }).waitFor();
  assert.ok((await page.getByRole('option').count()) < 40);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Search query' }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.keyboard.type('app_field_4999');
  await page.getByRole('option', { name: /^app_field_4999/ }).waitFor();
  await page.keyboard.press('Backspace');
  await page.getByRole('option', { name: /^app_field_4990/ }).waitFor();
  assert.ok((await page.getByRole('option').count()) <= 60);
});

test('the fields of the ticketing example set the query, and its own panel shows the message, wide and narrow', async () => {
  await openSearch();
  await page.goto(`${server.url}/examples/ticket.html`);
  const element = page.locator('log-search');
  await element.getByRole('treegrid').waitFor();
  await page.getByLabel('Host').fill('db-01');
  await page.getByLabel('Host').blur();
  await until(
    'the query has the value of the page',
    async () => (await element.getAttribute('query')) === 'source:"db-01"',
  );
  await page.getByText('(6)').waitFor();
  await page.getByLabel('Since').selectOption('86400');
  await until('the range has the value of the page', async () => (await element.getAttribute('range')) === '86400');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await element.getByRole('row').filter({ hasText: 'timed out' }).first().focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Message' });
    await panel.locator('log-message').getByText('db-01').first().waitFor();
    assert.equal(await element.getByRole('button', { name: 'Copy ID' }).count(), 0);
    await panel.getByRole('button', { name: 'Attach to the ticket' }).click();
    await panel.waitFor({ state: 'hidden' });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(wider, 0, `no element exceeds the window at ${width} px`);
  }
  assert.equal(await page.getByText(/found with: source:"db-01"/).count(), 2);
});
