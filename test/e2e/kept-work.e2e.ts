/** Tests that typed text survives the end of the session and an outage of the server. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { addPerson, personPassword } from '../host/server/people.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn, signInAtForm } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
const violations: string[] = [];

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(server.data, { recursive: true, force: true });
});

const dialog = () => page.getByRole('dialog');
const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}\\b`) });
const signInForm = () => page.getByLabel('Username');

/**
 * Ends the session as an expiry does: the next request is rejected. A poll of the page may notice the end of the
 * session, and hide the page, before a click of the mouse. So the button is found first and clicked by script.
 */
async function loseSession(save?: Locator): Promise<void> {
  const button = await save?.elementHandle();
  await page.context().clearCookies();
  await button?.dispatchEvent('click');
  await signInForm().waitFor();
  assert.equal(await dialog().count(), 0, 'no dialog covers the sign-in form');
}

const places = [
  {
    what: 'a dialog of a list',
    path: '/streams',
    open: () => page.getByRole('button', { name: 'Create stream' }).click(),
    fields: { Title: 'Shop', Description: 'Everything of the shop' },
    save: () => dialog().getByRole('button', { name: 'Create stream' }),
    done: () => page.getByRole('link', { name: 'Shop', exact: true }).waitFor(),
  },
  {
    what: 'the form of a page',
    path: '/system/roles/new',
    open: async () => {},
    fields: { Name: 'Shop readers', Description: 'May read the shop' },
    save: () => page.getByRole('button', { name: 'Create role' }),
    done: () => page.getByText('Shop readers').first().waitFor(),
  },
] as const;

for (const { what, path, open, fields, save, done } of places) {
  test(`the console restores ${what} with every value after a lost session`, async () => {
    await signIn(page, server, path);
    await open();
    for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
    await loseSession(save());
    await signInAtForm(page, server);
    for (const [label, value] of Object.entries(fields)) {
      await field(label).waitFor();
      assert.equal(await field(label).inputValue(), value);
    }
    await save().click();
    await done();
  });
}

test('the console drops the typed text when another user signs in', async () => {
  await addPerson(server, await server.login(), 'bob', ['*'], ['Reader']);
  await signIn(page, server, '/streams');
  await page.getByRole('button', { name: 'Create stream' }).click();
  await dialog().getByLabel('Title').fill('Secret');
  await loseSession(dialog().getByRole('button', { name: 'Create stream' }));
  await signInForm().fill('bob');
  await page.getByLabel('Password', { exact: true }).fill(personPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create stream' }).waitFor();
  assert.equal(await dialog().count(), 0);
});

test('the console restores an unsaved search after Back and after a reload, and saves it without a new page', async () => {
  await signIn(page, server, '/search?q=&rangetype=relative&relative=86400&focusedId=gone&editing=true');
  const widgets = () => page.getByRole('button', { name: /^Move / });
  await widgets().nth(1).waitFor();
  await page.waitForFunction(() => !location.search.includes('focusedId'));
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = page.getByRole('button', { name: /^Move .*\(copy\)$/ });
  await copy.waitFor();
  await page.getByRole('link', { name: 'Streams' }).click();
  await page.getByRole('heading', { name: 'Streams' }).waitFor();
  await page.goBack();
  await copy.waitFor();
  await page.reload();
  await copy.waitFor();

  const actions = await page.getByRole('button', { name: 'Search actions' }).elementHandle();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept search');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\/[0-9a-f]{24}\?/);
  await page.getByRole('heading', { name: 'Kept search' }).waitFor();
  assert.equal(await actions?.evaluate((one) => one.isConnected), true, 'the page continues with the restored search');
  await copy.waitFor();
});

test('the search follows the columns, sorting, tab, order of patterns and comparison of a link, and writes changes back to the address', async () => {
  await sendMessages(server, [{ host: 'web-01', short_message: 'first light', level: 6 }]);
  const look = { columns: 'timestamp,level', sort: 'level:asc', tab: 'patterns', different: 'group level:6' };
  await signIn(page, server, `/search?q=&rangetype=relative&relative=86400&${new URLSearchParams(look)}`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await page.getByRole('tab', { name: 'Patterns', selected: true }).waitFor();
  const order = page.getByRole('combobox', { name: 'Order of the patterns' });
  await order.selectOption('Rarest');
  await page.waitForFunction(() => location.search.includes('patterns=rare'));
  await page.reload();
  await page.waitForFunction(
    // Cast: the selector finds a list of choices.
    (list) => (list as HTMLSelectElement | null)?.value === 'rare',
    await order.elementHandle(),
  );
  const comparison = page.getByRole('region', { name: 'What is different here?' });
  await comparison.getByText('level:6').waitFor();
  await comparison.getByRole('button', { name: 'Close the comparison' }).click();
  await page.waitForFunction(() => !location.search.includes('different='));
  await comparison.waitFor({ state: 'detached' });
  await tab('Messages').click();
  await page.waitForFunction(() => !location.search.includes('tab='), undefined, { timeout: 10_000 });
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('columns'), look.columns);
  assert.equal(searchParams.get('sort'), look.sort);
  await page.getByRole('columnheader', { name: 'level' }).waitFor();
});

test('the search shows the columns and the computed fields of a link, and not the columns that its reader used last', async () => {
  await signIn(page, server, '/search');
  await page.getByRole('columnheader', { name: 'source' }).waitFor();
  const lists = [['', { fields: ['timestamp', 'level'], look: {} }]];
  await page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [`log-console.message-lists ${server.url}/api admin`, JSON.stringify(lists)],
  );
  const link = page.url();
  assert.equal(new URL(link).searchParams.get('columns'), 'timestamp,source');
  await page.goto(`${server.url}/search`);
  await page.getByRole('columnheader', { name: 'level' }).waitFor();
  await page.goto(link);
  await page.getByRole('columnheader', { name: 'source' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'level' }).count(), 0);
  const computed = { word: JSON.stringify({ kind: 'regex', source: 'message', pattern: '(\\w+) light' }) };
  const fields = new URLSearchParams({ columns: 'timestamp,word', computed: JSON.stringify(computed) });
  await page.goto(`${server.url}/search?q=word:first&rangetype=relative&relative=86400&${fields}`);
  await page.getByRole('gridcell', { name: 'first', exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('computed'), JSON.stringify(computed));
});

test('the search restores computed fields that are too long for an address when the user goes back', async () => {
  await sendMessages(server, [{ host: 'web-01', short_message: 'first light', level: 6 }]);
  await signIn(page, server, '/search?q=first&rangetype=relative&relative=86400');
  await page.getByRole('columnheader', { name: 'timestamp' }).waitFor();
  // Each of these characters takes nine characters in an address.
  const pattern = `(\\w+)|${'光'.repeat(600)}`;
  await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('log-console draft ')));
  // The definition is added to the draft that the page has kept.
  await page.evaluate(
    (text) => {
      window.addEventListener('pagehide', () => {
        for (const [key, kept] of Object.entries(sessionStorage)) {
          if (!key.startsWith('log-console draft ')) continue;
          // Cast: the page stores drafts in this form.
          const { draft, ...rest } = JSON.parse(String(kept)) as { draft: { document: { view: { state: object } } } };
          // Cast: the states of a view are objects whose titles are optional.
          for (const state of Object.values(draft.document.view.state) as { titles?: object }[])
            state.titles = { ...state.titles, computed_field: { word: text } };
          sessionStorage.setItem(key, JSON.stringify({ ...rest, draft: { ...draft, changed: true } }));
        }
      });
    },
    JSON.stringify({ kind: 'regex', source: 'message', pattern }),
  );
  await page.reload();
  const query = page.getByRole('textbox', { name: 'Search query' });
  const remove = page.getByRole('button', { name: 'Remove word' });
  const open = async () => {
    await page.getByRole('button', { name: 'Search actions' }).click();
    await page.getByRole('menuitem', { name: 'Fields at query time' }).click();
    await dialog().waitFor();
  };
  await open();
  await remove.waitFor();
  await page.keyboard.press('Escape');
  await query.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('light');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('q=light'));
  await open();
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.waitForFunction(() => location.search.includes('q=first'));
  await open();
  await remove.waitFor();
  await page.keyboard.press('Escape');
});

test('the search restores the question and the form of its answer after Back, a reload and a lost session', async () => {
  await signIn(page, server, '/search?q=&rangetype=relative&relative=86400&question=count+by+source&answer=table');
  const line = () => page.getByRole('combobox', { name: 'Question about the messages found' });
  await page.getByRole('tab', { name: 'Table', selected: true }).waitFor();
  assert.equal(await line().inputValue(), 'count by source');
  await line().fill('count by level');
  await page.getByRole('tab', { name: 'Bars' }).click();
  await page.waitForFunction(() => {
    const { searchParams } = new URL(location.href);
    return searchParams.get('question') === 'count by level' && searchParams.get('answer') === 'bars';
  });
  await page.getByRole('link', { name: 'Streams' }).click();
  await page.getByRole('heading', { name: 'Streams' }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Bars', selected: true }).waitFor();
  assert.equal(await line().inputValue(), 'count by level');
  await page.reload();
  await line().waitFor();
  // The next poll of the page notices the end of the session.
  await loseSession();
  await signInAtForm(page, server);
  await line().waitFor();
  assert.equal(await line().inputValue(), 'count by level');
  await line().press('Escape');
  await page.waitForFunction(() => !/question|answer/.test(location.search));
});

test('the console keeps the page in an outage, below a notice that disappears when the server returns', async () => {
  const own = await startTestServer();
  await signIn(page, own, '/streams');
  await page.getByRole('button', { name: 'Create stream' }).click();
  await dialog().getByLabel('Title').fill('Typed in an outage');
  await own.kill();
  await dialog().getByRole('button', { name: 'Create stream' }).click();
  await dialog()
    .getByText(/^Server not reachable since \d\d:\d\d, trying again\.$/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Try now' }).click();
  assert.equal(await dialog().getByLabel('Title').inputValue(), 'Typed in an outage');
  assert.equal(await page.getByRole('heading', { name: 'Server currently unavailable' }).count(), 0);
  const again = await startTestServer({ data: own.data, args: ['--port', new URL(own.url).port] });
  try {
    await page.getByText('Server not reachable').first().waitFor({ state: 'detached', timeout: 5_000 });
    await dialog().getByRole('button', { name: 'Create stream' }).click();
    await page.getByRole('link', { name: 'Typed in an outage' }).waitFor();
  } finally {
    await again.stop();
    await rm(own.data, { recursive: true, force: true });
  }
  assert.deepEqual(violations, []);
});
