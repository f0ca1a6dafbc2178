/**
 * Tests the page of an index set: intake by day, forecast of a full disk, and field types (screens/data-intake.md D4).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { IndexSetGrowth } from '../../api/contract/index-sets.schema.js';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { quietLog } from '../host/server/search/fixture.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { expectNoAxeViolations } from './axe.js';
import { openInput, type MessageInput } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

const dayMs = 86_400_000;
const setPath = '/system/index_sets/000000000000000000000101';
const streamId = '000000000000000000000001';
/** Messages per day, today last. */
const byDay = [40, 10, 25, 30];

let data: string;
let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
let input: MessageInput;
const violations: string[] = [];
/** Midnight (UTC) of the day on which the test started. */
const today = Math.floor(Date.now() / dayMs) * dayMs;
const dateOf = (daysAgo: number): string => new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);

/** Fills the data directory as if the server had received messages for days. */
async function fill(directory: string): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: today - byDay.length * dayMs });
  try {
    const documents = await openDocuments({ directory });
    const store = await openStore({ directory, documents, nodeId: 'node', log: quietLog });
    for (const [at, count] of byDay.entries()) {
      const timestamp = today - (byDay.length - 1 - at) * dayMs;
      mock.timers.setTime(timestamp);
      await store.append(
        Array.from({ length: count }, (_, number) => ({
          timestamp,
          source: 'web-1',
          message: `number ${number}`,
          fields: { took: String(number), path: '/' },
          streams: [streamId],
          inputId: 'input-1',
          receivedAt: timestamp,
        })),
      );
      await store.settled();
    }
    await store.close();
    await documents.close();
  } finally {
    mock.timers.reset();
  }
}

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-index-set-'));
  await fill(data);
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
  admin = await server.login();
  input = await openInput(server, admin);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, setPath);
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const section = (title: string) => page.getByRole('region', { name: title });
const total = async (query: string): Promise<number> => (await findMessages(server, admin, query)).total;

test('the index set page draws and describes the intake by day, with a forecast of when the disk is full', async () => {
  const growth = section('Messages by day');
  const chart = growth.getByRole('img', { name: /^Messages by day, from [\d-]+ to [\d-]+$/ });
  await chart.waitFor();
  for (const [at, count] of byDay.entries())
    await chart.getByTitle(new RegExp(`^${dateOf(byDay.length - 1 - at)}: ${count} messages, `)).waitFor();
  await chart.getByText('40', { exact: true }).waitFor();
  await growth
    .getByText(/^All index sets together take .+ of the disk a day\. At this rate the disk is full in /)
    .waitFor();
  await expectNoAxeViolations(page);
  await growth.getByRole('tab', { name: 'Size on disk' }).click();
  await growth.getByRole('img', { name: /^Size on disk by day, / }).waitFor();
  await growth.getByRole('button', { name: 'Show as table' }).click();
  const row = growth.getByRole('row', { name: new RegExp(`^${dateOf(3)} 40 `) });
  await row.waitFor();
  assert.equal(await growth.getByRole('row').count(), 31);
  await expectNoAxeViolations(page);
});

test('the index set page warns of a disk that is full soon', async () => {
  const change = async (forecast: Partial<NonNullable<IndexSetGrowth['forecast']>>): Promise<void> => {
    await page.unroute('**/growth');
    await page.route('**/growth', async (route) => {
      const growth = (await (await route.fetch()).json()) as IndexSetGrowth;
      await route.fulfill({ json: { ...growth, forecast: { bytes_per_day: 5 * 1024 ** 3, ...forecast } } });
    });
    await page.reload();
  };
  const growth = section('Messages by day');
  await change({ full_in_days: 3.2 });
  await growth
    .getByRole('status')
    .getByText(
      /^All index sets together take 5\.0 GiB of the disk a day\. At this rate the disk is full in about 3 days, on [\d-]+\. /,
    )
    .waitFor();
  await expectNoAxeViolations(page);
  await change({ full_in_days: null });
  await growth.getByText('At this rate the disk does not become full: retention deletes before.').waitFor();
  await page.unroute('**/growth');
  await page.reload();
});

test('a field gets another type in the next index; values that do not match are kept and listed', async () => {
  const types = section('Field types');
  const row = (field: string) => types.getByRole('row', { name: new RegExp(`^${field} `) });
  await row('took').getByRole('cell', { name: 'text', exact: true }).waitFor();
  await types.getByRole('combobox', { name: 'Type of took in the next index' }).selectOption('whole number');
  await types.getByRole('textbox', { name: 'Name of a field' }).fill('ratio');
  await types.getByRole('button', { name: 'Add a field' }).click();
  await types.getByRole('combobox', { name: 'Type of ratio in the next index' }).selectOption('number');
  await types.getByText('2 types are changed and not saved.').waitFor();
  await expectNoAxeViolations(page);
  await types.getByRole('button', { name: 'Save and start the next index now' }).click();
  await notice('The index that is written to has these types now.');
  await page
    .getByRole('listitem', { name: 'messages_1', exact: true })
    .getByText('active write index', { exact: true })
    .waitFor();

  for (const took of ['7', '31', 'long'])
    await input.send({ host: 'web-1', short_message: `after ${took}`, _took: took });
  await until('the messages are found', async () => (await total('message:after')) === 3);
  await page.reload();
  await types.getByRole('columnheader', { name: 'Type in messages_1' }).waitFor();
  await types.getByRole('searchbox', { name: 'Filter fields' }).fill('took');
  await row('took').getByRole('cell', { name: 'whole number', exact: true }).first().waitFor();
  await row('took').getByRole('cell', { name: 'text in messages_0' }).waitFor();
  assert.equal(await total('message:after AND took:>8'), 1, 'numbers are compared as numbers');

  await button('Indexer failures').click();
  await page.getByRole('cell', { name: /took/ }).first().waitFor();
  assert.equal(await total('message:"after long"'), 1, 'a message with an unsuitable value is kept');
  assert.deepEqual(violations, []);
});
