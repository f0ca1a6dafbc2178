/**
 * Tests the replay of an event that real messages have triggered: its messages, its conditions and their highlighting
 * (screens/dashboards-sharing-alerts.md §11).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Event } from '../../api/contract/events.js';
import { launch } from '../browser.js';
import { Asking, counting } from '../host/server/alerts/definitions.js';
import { putMessages } from '../host/server/messages-input.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let asking: Asking;
let definitionId: string;
let event: Event;
const violations: string[] = [];

const compared = (ref: string, value: number) => ({
  expr: '>',
  left: { expr: 'number-ref', ref },
  right: { expr: 'number', value },
});
const host = 'web "1" OR db';

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  asking = new Asking(server, await server.login());
  await putMessages(server, asking.session, [
    ...[10, 20, 30].map((took) => ({ host, short_message: `denied ${took}`, _took: took })),
    { host: 'db', short_message: 'denied once', _took: 900 },
  ]);
  const config = counting({
    query: 'message:denied',
    group_by: ['source'],
    series: [
      { id: 'count-', function: 'count', field: '' },
      { id: 'avg-took', function: 'avg', field: 'took' },
    ],
    conditions: { expression: { expr: '&&', left: compared('count-', 2), right: compared('avg-took', 5) } },
  });
  const about = { title: 'Many denials', description: 'who knocks' };
  ({ id: definitionId } = await asking.create(config, about));
  const { events } = await asking.eventsOf(definitionId);
  assert.equal(events.length, 1);
  const [found] = events;
  assert.ok(found);
  ({ event } = found);
  page = await browser.newPage({ viewport: { width: 1440, height: 1100 } });
  problemsOf(page, violations);
  await signIn(page, server, `/alerts/${event.id}/replay-search`);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const widget = (title: string) => page.getByRole('region', { name: title, exact: true });
const details = (kind: string) => page.getByRole('region', { name: `Details of the ${kind}` });

test('the replay of an event has its query, a table for each condition, and highlights matching values', async () => {
  const info = details('alert');
  await info.getByText('who knocks').waitFor();
  await info.getByText('High').waitFor();
  await info.getByText('1 hour').first().waitFor();
  assert.equal(await info.getByText('was changed after').count(), 0);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await crumbs.getByRole('heading', { level: 1, name: event.id }).waitFor();
  const crumb = crumbs.getByRole('link', { name: 'Alerts & Events', exact: true });
  assert.equal(new URL((await crumb.getAttribute('href')) ?? '', page.url()).pathname, '/alerts');
  assert.equal(await crumb.getAttribute('target'), '_blank');
  for (const title of ['Summary', 'count() > 2', 'avg(took) > 5', 'Message Count', 'All Messages'])
    await widget(title).waitFor();
  // The result holds only messages of the group, whatever its value contains.
  await widget('All Messages').getByText('denied 30').waitFor();
  assert.equal(await page.getByText('denied once').count(), 0);
  const cell = widget('count() > 2').getByRole('cell', { name: '3', exact: true });
  await cell.waitFor();
  await expectNoAxeViolations(page);

  await info.getByRole('button', { name: 'Color of count() > 2' }).click();
  await page.getByRole('dialog').getByRole('radio').first().click();
  await page.keyboard.press('Escape');
  const swatch = info.getByRole('button', { name: 'Color of count() > 2' });
  const color = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor);
  const marked = await cell.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].map((one) => getComputedStyle(one).backgroundColor),
  );
  assert.ok(marked.includes(color), `the highlighting colour ${color} is among ${marked.join()}`);

  await page.getByRole('button', { name: 'Hide alert details' }).click();
  await info.getByText('who knocks').waitFor({ state: 'detached' });
});

test('the replay reports a definition that was changed after the event, and is also offered by the list of definitions', async () => {
  const definition = await asking.ask<object>('GET', `/events/definitions/${definitionId}`);
  await asking.ask('PUT', `/events/definitions/${definitionId}`, { ...definition, priority: 1 });
  await page.reload();
  await details('alert').getByText('was changed after this event was created').waitFor();

  await page.goto(`${server.url}/alerts/definitions`);
  await page.getByRole('button', { name: 'More actions for Many denials' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Replay search' }).click();
  const tab = await opened;
  await tab.getByRole('region', { name: 'Details of the event definition' }).getByText('Low').waitFor();
  await tab.getByRole('region', { name: 'avg(took) > 5', exact: true }).waitFor();
  const crumbs = tab.getByRole('navigation', { name: 'Breadcrumbs' });
  await crumbs.getByRole('heading', { level: 1, name: 'Many denials' }).waitFor();
  const listOpened = tab.waitForEvent('popup');
  await crumbs.getByRole('link', { name: 'Event definitions', exact: true }).click();
  const listTab = await listOpened;
  await listTab.getByRole('heading', { level: 1, name: 'Event Definitions' }).waitFor();
  await listTab.close();
  // The result contains both groups, because no filter narrows it.
  await tab.getByText('denied once').waitFor();
  await tab.close();
});

test('the replay page reports missing events and definitions, and reveals nothing about hidden ones', async () => {
  for (const [path, text] of [
    ['/alerts/01ARZ3NDEKTSV4RRFFQ69G5FAV/replay-search', 'There is no event'],
    ['/alerts/definitions/65e0000000000000000000ff/replay-search', 'There is no event definition'],
  ] as const) {
    await page.goto(`${server.url}${path}`);
    await page.getByText(text).waitFor();
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await addPerson(server, asking.session, 'stranger', []);
  const context = await browser.newContext();
  const other = await context.newPage();
  const person = { username: 'stranger', password: personPassword };
  await signIn(other, server, `/alerts/definitions/${definitionId}/replay-search`, person);
  await other.getByRole('heading', { name: /permission/i }).waitFor();
  await other.goto(`${server.url}/alerts/${event.id}/replay-search`);
  await other.getByText('There is no event').waitFor();
  await context.close();
});

test('an event and its replay outlive the event definition', async () => {
  await asking.ask('DELETE', `/events/definitions/${definitionId}`);
  await page.goto(`${server.url}/alerts/${event.id}/replay-search`);
  await details('alert').getByText('The event definition is not there any more').waitFor();
  await widget('All Messages').getByText('denied 30').waitFor();
  assert.equal(await widget('count() > 2').count(), 0);
  assert.deepEqual(violations, []);
});
