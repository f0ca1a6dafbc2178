/** Tests a formula from the editor to the saved dashboard; the stored view stays readable for other consoles. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { View } from '../../api/contract/views.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { sendMessages, until } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';
import { storeDashboard } from './stored-dashboard.js';

let browser: Browser;
let server: TestServer;
let session: string;
let page: Page;
let problems: string[];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  session = await server.login();
  // A quarter of the messages of web-01 are errors; db-01 has no errors.
  await sendMessages(
    server,
    Array.from({ length: 24 }, (_, index) => ({
      host: index % 3 === 0 ? 'db-01' : 'web-01',
      short_message: `request ${index}`,
      level: index % 6 === 1 ? 3 : 6,
    })),
  );
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(15_000);
  problems = problemsOf(page);
});
after(async () => {
  assert.deepEqual(problems, []);
  await browser.close();
  await server.stop();
});

test('a formula is typed, sorted by and saved, and shown again after a reload; the stored widget contains only its other metric', async () => {
  const { id, pages } = await storeDashboard(server, session, 'Rates', [
    {
      title: 'One',
      widgets: [
        {
          title: 'By source',
          config: {
            visualization: 'table',
            series: [{ config: { name: null }, function: 'count()' }],
            row_pivots: [{ type: 'values', fields: ['source'], config: { limit: 15 } }],
          },
          position: { col: 1, row: 1, width: 6, height: 4 },
        },
      ],
    },
  ]);
  await signIn(page, server, `/dashboards/${id}`);
  const widget = page.getByRole('region', { name: 'By source', exact: true });
  await widget.getByText('web-01').waitFor();
  await widget.hover();
  await widget.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add Metric' }).click();
  const metric = page.getByRole('group', { name: 'Metric 2' });
  await metric.getByLabel('Function').selectOption('formula');
  const formula = metric.getByRole('combobox', { name: 'Formula' });
  await formula.fill('count(level:<=3) / cou');
  await page.getByRole('option', { name: /^count\(\)/ }).click();
  await formula.pressSequentially(' * 100');
  await metric.getByRole('textbox', { name: 'Name', exact: true }).fill('error rate');
  // The preview of the widget is updated without a click on a button.
  await page.getByRole('columnheader', { name: /error rate/ }).waitFor();
  await page.getByRole('cell', { name: '25', exact: true }).waitFor();
  await page.getByRole('cell', { name: '0', exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Update widget' }).click();
  await widget.getByText('25', { exact: true }).waitFor();
  const rows = () => widget.getByRole('rowheader').allTextContents();
  await widget.getByRole('columnheader', { name: /error rate/ }).hover();
  await widget.getByRole('button', { name: 'Sort by error rate' }).click();
  await until('the rows are sorted', async () => (await rows()).join() === 'web-01,db-01');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const stored = async () => (await (await server.call(`/views/${id}`, { session })).json()) as View;
  await until('the formula is stored', async () =>
    Boolean((await stored()).state[pages[0] ?? '']?.titles?.['formulas']),
  );
  const state = (await stored()).state[pages[0] ?? ''];
  assert.deepEqual(
    (state?.widgets[0]?.config['series'] as { function: string }[]).map((series) => series.function),
    ['count()'],
  );
  assert.deepEqual(state?.widgets[0]?.config['sort'], []);
  assert.match(Object.values(state?.titles?.['formulas'] ?? {})[0] ?? '', /count\(level:<=3\)/);
  // While the search of the formula is under way, the widget has a placeholder instead of an error.
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/views/search/sync*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/views/search/sync*');
  await page.reload();
  await asked;
  await widget.getByRole('status', { name: 'Loading...' }).waitFor();
  answer();
  await widget.getByText('25', { exact: true }).waitFor();
});
