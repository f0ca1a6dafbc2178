/**
 * Tests an event definition from the wizard to its events and back. It is created, fired on messages, changed and
 * displayed, and started from a value (screens/dashboards-sharing-alerts.md §9.2–9.7, §12).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { EventDefinitionPage } from '../../api/contract/event-definitions.js';
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
const violations: string[] = [];
const hostile = '"><img src=x onerror=alert(1)> ${source.x}';

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  asking = new Asking(server, await server.login());
  const hosts = ['web-1', 'web-1', 'web-1', 'web-2', 'db-1', 'db-1'];
  const messages = hosts.map((host, at) => ({ host, short_message: `denied ${at}`, _took: at }));
  await putMessages(server, asking.session, messages);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/alerts/definitions');
});
after(async () => {
  await browser.close();
  await server.stop();
});

const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const step = (name: string) =>
  page.getByRole('navigation', { name: 'Steps of the event definition' }).getByRole('button', { name });
const definitionNamed = async (title: string) => {
  const { elements } = await asking.ask<EventDefinitionPage>('GET', '/events/definitions/paginated?per_page=0');
  const found = elements.find((one) => one.title === title);
  assert.ok(found, `There is no definition ${title}.`);
  return found;
};

test('the wizard of an event definition shows missing settings in their step and in the summary', async () => {
  await button('Create event definition').click();
  await page.getByRole('heading', { level: 1, name: 'New Event Definition' }).waitFor();
  await expectNoAxeViolations(page);
  await step('Summary').click();
  await button('Create event definition').click();
  await page.getByText('We found some errors!').waitFor();
  await page.getByText('A title is needed.').filter({ visible: true }).first().waitFor();
  await page
    .getByText('The definition needs a condition of a type that this server knows.')
    .filter({ visible: true })
    .first()
    .waitFor();
  await step('Event Details').click();
  await page.getByText('A title is needed.').filter({ visible: true }).waitFor();
});

test('the condition of an event definition is built by keyboard, in groups, and described in words', async () => {
  await field('Title').fill('Denied often');
  await page.waitForFunction(() => document.title.includes('New Event Definition "Denied often"'));
  await step('Condition').click();
  await field('Condition Type').selectOption('Filter & Aggregation');
  await page.getByLabel('Search query').fill('message:denied');
  await page.getByRole('cell', { name: 'denied 5' }).waitFor();
  await page.getByLabel('Search query').fill('message:nowhere');
  await page.getByText('No message of that time is found.').waitFor();
  await page.getByLabel('Search query').fill('message:denied AND source:$host$');
  await page.getByText('host: undeclared').waitFor();
  await page.getByLabel('Search query').fill('message:denied');
  await page.getByText('host: undeclared').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Aggregation of results reaches a threshold' }).check();
  await page.getByText('Condition is not valid').waitFor();
  await button('Show errors').click();
  await page.getByText('Threshold must be a number').first().waitFor();
  const group = page.getByRole('combobox', { name: 'Group by fields' });
  await group.fill('source');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const first = page.getByRole('group', { name: 'Rule 1', exact: true });
  await first.getByLabel('Function').selectOption('count()');
  await first.getByLabel('Is').selectOption('>=');
  await first.getByLabel('Threshold').fill('2');
  await page.getByText('Condition is valid').waitFor();
  await button('Add group after 1').press('Enter');
  const inner = page.getByRole('group', { name: 'Rule 2.1', exact: true });
  await inner.getByLabel('Function').selectOption('max()');
  await inner.getByRole('combobox', { name: 'Field' }).fill('took');
  await inner.getByLabel('Is').selectOption('>');
  await inner.getByLabel('Threshold').fill('100');
  await button('Add rule after 2.1').press('Enter');
  const second = page.getByRole('group', { name: 'Rule 2.2', exact: true });
  await second.getByLabel('Function').selectOption('count()');
  await second.getByLabel('Is').selectOption('>');
  await second.getByLabel('Threshold').fill('0');
  await page.getByText('count >= 2 AND [max took > 100 OR count > 0]').filter({ visible: true }).waitFor();
  await expectNoAxeViolations(page);
  await button('Remove rule 2.1').press('Enter');
  await page.getByText('count >= 2 AND [count > 0]').filter({ visible: true }).waitFor();
  // Switching to the filter keeps the settings of the aggregation.
  await page.getByRole('radio', { name: 'Filter has results' }).check();
  await page.getByText('Condition is valid').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Aggregation of results reaches a threshold' }).check();
  await page.getByText('count >= 2 AND [count > 0]').filter({ visible: true }).waitFor();
});

test('a template error shows its position, fields become keys, and a notification is created within the wizard', async () => {
  await step('Fields').click();
  await button('Add Custom Field').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field Name').fill('host');
  await dialog.getByRole('checkbox', { name: 'Use Field as Event Key' }).check();
  await dialog.getByLabel('Value Source').selectOption('Template');
  await dialog.getByLabel('Template', { exact: true }).fill('on\n${source.source');
  await dialog.getByText('Line 2, column 1: the ${ is not closed').waitFor();
  await dialog.getByLabel('Template', { exact: true }).fill('on ${source.source}');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: 'Yes (1)' }).waitFor();
  await step('Notifications').click();
  await button('Add Notification').click();
  await page.getByRole('combobox', { name: 'Choose Notification' }).click();
  await page.getByRole('option', { name: /Create New Notification/ }).click();
  await page.getByLabel('Title').filter({ visible: true }).fill('Desk');
  await page.getByLabel('Notification Type').selectOption('Slack Notification');
  await page.getByLabel('Webhook URL').fill('http://127.0.0.1:1/hook');
  await button('Cancel').click();
  await expectNoAxeViolations(page);
});

test('an event definition is stored and fires on existing messages', async () => {
  await step('Summary').click();
  await page.getByText('count >= 2 AND [count > 0]').filter({ visible: true }).waitFor();
  await expectNoAxeViolations(page);
  await button('Create event definition').click();
  await toast('was created successfully.');
  const { id } = await definitionNamed('Denied often');
  const { events } = await asking.eventsOf(id, 2);
  assert.deepEqual(events.map(({ event }) => event.key).sort(), ['on db-1', 'on web-1']);
});

test('an event definition is edited: leaving asks first, and unchanged settings are kept', async () => {
  await page.getByRole('button', { name: 'More actions for Denied often' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit Event Definition Denied often' }).waitFor();
  await field('Title').fill(hostile);
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await button('Stay').click();
  await step('Filter & Aggregation').click();
  await page.getByRole('group', { name: 'Rule 1', exact: true }).getByLabel('Threshold').fill('3');
  await step('Summary').click();
  await page.getByText('count >= 3 AND [count > 0]').filter({ visible: true }).waitFor();
  await button('Update event definition').click();
  await toast('was updated successfully.');
  const { config, field_spec: fields } = await definitionNamed(hostile);
  assert.deepEqual(Object.keys(fields), ['host']);
  assert.ok(config.type === 'aggregation-v1');
  assert.deepEqual(config.series, [{ id: 'count-', function: 'count', field: null }]);
});

test('the details of an event definition show its condition and its fields', async () => {
  await page.getByRole('link', { name: hostile }).click();
  await page.getByRole('heading', { level: 1, name: `View Event Definition ${hostile}` }).waitFor();
  await page.getByText('count >= 3 AND [count > 0]').waitFor();
  await button('Show details of host').click();
  await page.getByText('on ${source.source}').waitFor();
  // The success toast has the same name as a section, so the test waits until it is gone.
  await page.getByText('was updated successfully.').first().waitFor({ state: 'detached' });
  await expectNoAxeViolations(page);
  await button('Edit Event Definition').click();
  await page.getByRole('heading', { level: 1, name: /^Edit Event Definition/ }).waitFor();
});

test('a value action fills the wizard of an event definition once and leaves the comparison to the user', async () => {
  const draft = {
    type: 'aggregation-v1',
    query: 'source:web-1',
    search_within_ms: 600_000,
    group_by: ['source'],
    agg_function: 'avg',
    agg_field: 'took',
    agg_value: 12,
  };
  await page.evaluate((text) => localStorage.setItem('cedfv-1', text), JSON.stringify(draft));
  await page.goto(`${server.url}/alerts/definitions/new?step=condition&session-id=cedfv-1`);
  await page.getByText('avg took ? 12').filter({ visible: true }).waitFor();
  assert.equal(await page.getByLabel('Search query').inputValue(), 'source:web-1');
  await page.getByText('Condition must be set').first().waitFor();
  await page.waitForFunction(() => localStorage.getItem('cedfv-1') === null);
});

test('the wizard of an event definition names an unreadable stream to a user without permission, and shows a deleted stream', async () => {
  const stream = await asking.ask<{ stream_id: string }>('POST', '/streams', {
    title: 'Secret',
    index_set_id: await firstIndexSet(),
    rules: [],
  });
  const { id } = await asking.create(counting({ streams: [stream.stream_id] }), { title: 'Of a stream' }, false);
  const permissions = [`eventdefinitions:read:${id}`, `eventdefinitions:edit:${id}`];
  const { username } = await addPerson(server, asking.session, 'jane', permissions, ['Reader']);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const other = await context.newPage();
  problemsOf(other, violations);
  await signIn(other, server, `/alerts/definitions/${id}/edit`, { username, password: personPassword });
  await other.getByText(stream.stream_id).waitFor();
  await other
    .getByText(/Missing Stream Permissions/)
    .first()
    .waitFor();
  await other.goto(`${server.url}/alerts/definitions/${id}`);
  await other.getByText('Some of the streams cannot be shown').waitFor();
  await expectNoAxeViolations(other);
  await context.close();
  await asking.ask('DELETE', `/streams/${stream.stream_id}`);
  await page.goto(`${server.url}/alerts/definitions/${id}/edit?step=condition`);
  await page.getByText(stream.stream_id).first().waitFor();
});

async function firstIndexSet(): Promise<string> {
  const { index_sets: sets } = await asking.ask<{ index_sets: { id: string; default: boolean }[] }>(
    'GET',
    '/system/indices/index_sets',
  );
  return sets.find((one) => one.default)?.id ?? '';
}

test('the pages violated no content security policy and threw no error', () => assert.deepEqual(violations, []));
