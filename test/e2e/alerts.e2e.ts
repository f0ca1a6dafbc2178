/**
 * Tests how alerts and events are found, opened, acknowledged, closed, filtered and silenced
 * (screens/dashboards-sharing-alerts.md §8).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Event } from '../../api/contract/events.js';
import { launch } from '../browser.js';
import { anEvent, storeEvents } from '../event-documents.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let data: string;
let server: TestServer;
let browser: Browser;
let page: Page;
const violations: string[] = [];
const stream = '000000000000000000000001';

const ofAge = (minutes: number, more: Partial<Event>): Event => {
  const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
  const id = `01KDWTEHG0ABCDEFGHJKMNP${String(minutes).padStart(3, '0')}`;
  return anEvent({ id, timestamp, alert: true, source_streams: [stream], ...more });
};

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-alerts-'));
  const replay_info = {
    timerange_start: '2026-01-01T00:00:00.000Z',
    timerange_end: '2026-01-01T00:05:00.000Z',
    query: 'disk',
    streams: [],
  };
  await storeEvents(data, [
    ofAge(2, { message: 'Disk full on web-1', key: 'web-1', priority: 3, fields: { host: 'web-1' }, replay_info }),
    ofAge(20, { message: 'Disk full on web-1 before', key: 'web-1', priority: 3 }),
    ofAge(40, { message: '<img src=x onerror=alert(1)>', key: null, priority: 1 }),
    ofAge(45, { message: 'No alert at all', alert: false }),
    ...Array.from({ length: 12 }, (_, at) => ofAge(600 + at, { message: `Old alert ${at}`, key: `old-${at}` })),
  ]);
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/alerts');
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

test('the alerts page lists the alerts or all events of the last hour, opens the details of a row, and remembers the chosen time range', async () => {
  await row('Disk full on web-1 before').waitFor();
  assert.equal(await row('Old alert').count(), 0);
  assert.equal(await row('No alert at all').count(), 0);
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await button('Details of Disk full on web-1').click();
  await page.getByText('No group-by fields.').waitFor();
  const replay = page.getByRole('link', { name: 'Replay search' });
  assert.match((await replay.getAttribute('href')) ?? '', /\/alerts\/01KDWTEHG0ABCDEFGHJKMNP002\/replay-search$/);
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Events', exact: true }).click();
  await row('No alert at all').waitFor();
  await page.getByLabel('Unit of time').selectOption('days');
  await page.goto(`${server.url}/alerts`);
  await row('No alert at all').waitFor();
  assert.equal(await page.getByLabel('Unit of time').inputValue(), 'days');
  await page.getByRole('tab', { name: 'Alerts', exact: true }).click();
  await page.getByText('Old alert 3').waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('Old alert 11').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('page'), '2');
  await page.goBack();
  await page.getByText('Old alert 3').waitFor();
});

test('a phone shows the message, the time and the key of an alert', async () => {
  await page.goto(`${server.url}/alerts?range=86400&alerts=only`);
  await page.setViewportSize({ width: 360, height: 740 });
  const alert = row('Disk full on web-1').first();
  await alert.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, web-1$/).waitFor();
  await alert.getByText('Open', { exact: true }).filter({ visible: true }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Timestamp' }).isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const tabs = page.getByRole('navigation', { name: 'Related pages' });
  assert.ok(((await tabs.boundingBox())?.height ?? 0) < 50, 'the tabs of related pages are in one line');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/alerts`);
});

test('the timeline of alerts narrows the time range by keyboard', async () => {
  const plot = page.getByRole('slider', { name: /^Events over time/ });
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await row('Disk full on web-1').first().waitFor();
  await row('Old alert').first().waitFor({ state: 'detached' });
  await button('Remove the chosen time').click();
  await row('Old alert').first().waitFor();
});

test('alerts are acknowledged one by one, closed in bulk, found by state, and grouped by key', async () => {
  await page.goto(`${server.url}/alerts?range=86400&alerts=only`);
  await button('State of Disk full on web-1').click();
  await page.getByRole('menuitem', { name: 'Acknowledge' }).click();
  await page.getByLabel('Note').fill('I look at it');
  await button('Acknowledge').click();
  await toast('1 alert is acknowledged now.');
  await row('Disk full on web-1').filter({ hasText: 'Acknowledged' }).waitFor();
  // Choosing an entry in a row's menu does not open the row.
  assert.equal(await button('Details of Disk full on web-1').getAttribute('aria-expanded'), 'false');
  for (const name of ['Disk full on web-1 before', '<img src=x onerror=alert(1)>'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByText('2 items selected').waitFor();
  await button('Close').first().click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await toast('2 alerts are closed now.');
  await page.getByLabel('State', { exact: true }).selectOption('closed');
  await row('Old alert').first().waitFor({ state: 'detached' });
  assert.equal(await row('Disk full on web-1 before').count(), 1);
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByLabel('State', { exact: true }).selectOption('all');
  await page.getByText('14 groups').waitFor();
  await page.getByRole('button', { name: 'Key', exact: true }).click();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await row('old-9').waitFor();
  assert.equal(await row('old-10').count(), 0);
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await page.getByRole('row').nth(1).filter({ hasText: 'web-1' }).waitFor();
  const group = row('web-1');
  await group.filter({ hasText: 'Acknowledged' }).waitFor();
  await group.getByRole('button', { name: '2', exact: true }).click();
  await row('Old alert').first().waitFor({ state: 'detached' });
  await row('Disk full on web-1 before').waitFor();
});

test('a silence is created and ended', async () => {
  await page.getByRole('link', { name: 'Documentation' }).waitFor();
  await button('Silences').click();
  await page.getByText('Nothing is silenced').waitFor();
  const family = page.getByRole('navigation', { name: 'Related pages' });
  const tab = family.getByRole('link', { name: 'Alerts & Events' });
  assert.equal(await tab.getAttribute('aria-current'), 'page');
  await button('Create silence').click();
  await page.getByLabel('Query').fill('key:(');
  await page.getByLabel('Reason').fill('Maintenance of web-1');
  await button('Save').click();
  await page.getByText(/Cannot parse query/).waitFor();
  await page.getByLabel('Query').fill('key:web-1');
  await button('Save').click();
  await toast('The silence was saved.');
  await row('Maintenance of web-1').filter({ hasText: 'active' }).waitFor();
  await expectNoAxeViolations(page);
  await row('Maintenance of web-1').getByRole('button', { name: /End/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await row('Maintenance of web-1').filter({ hasText: 'ended' }).waitFor();
});

test('the menu of an alert starts a silence for similar alerts', async () => {
  await page.goto(`${server.url}/alerts?range=86400&alerts=only`);
  await button('State of Disk full on web-1').click();
  await page.getByRole('menuitem', { name: 'Create silence' }).click();
  assert.equal(await page.getByLabel('Query').inputValue(), 'key:"web-1"');
  await expectNoAxeViolations(page);
  await page.getByLabel('Reason').fill('The same again');
  await button('Save').click();
  await toast('The silence was saved.');
  await button('Silences').click();
  await row('The same again').filter({ hasText: 'only of 65e000000000000000000001' }).waitFor();
});

test('a user with read permission can change nothing and sees only alerts of readable streams', async () => {
  const admin = await server.login();
  await addPerson(server, admin, 'looker', [`streams:read:${stream}`], ['Reader']);
  await addPerson(server, admin, 'stranger', [], ['Reader']);
  for (const [name, seen] of [
    ['looker', true],
    ['stranger', false],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const own = await context.newPage();
    await signIn(own, server, '/alerts?range=86400', { username: name, password: personPassword });
    if (seen) await own.getByText('Disk full on web-1 before').waitFor();
    else await own.getByText('Nothing makes events yet').waitFor();
    assert.equal(await own.getByRole('checkbox').count(), 0);
    assert.equal(await own.getByRole('button', { name: 'Get started' }).count(), 0);
    await context.close();
  }
  assert.deepEqual(violations, []);
});
