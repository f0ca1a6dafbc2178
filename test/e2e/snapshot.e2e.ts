/** Tests a snapshot: created from the menu of a search, opened without an account, and revoked. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--base-path', '/logs'] })]);
  await sendMessages(server, [
    { host: 'web-01', short_message: 'Alpha started' },
    { host: 'web-02', short_message: 'Alpha stopped' },
  ]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a link in a new browser context without cookies. */
async function visit(
  link: string,
): Promise<{ page: Page; status: number | undefined; calls: string[]; problems: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== new URL(server.url).origin || pathname.includes('/api/')) calls.push(`${origin}${pathname}`);
  });
  const problems = problemsOf(page);
  const answer = await page.goto(link);
  return { page, status: answer?.status(), calls, problems };
}

test('a snapshot shows frozen results without an account and with one call, until it is revoked', async () => {
  const person = await (await browser.newContext()).newPage();
  await signIn(person, server, '/search?q=Alpha&rangetype=relative&from=300');
  await person.getByText('Alpha stopped').first().waitFor();
  await person.getByRole('button', { name: 'Search actions' }).click();
  await person.getByRole('menuitem', { name: 'Snapshot link…' }).click();
  const dialog = person.getByRole('dialog', { name: 'Snapshot link' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Restart of alpha');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  assert.match(link, /\/logs\/snapshot\/[\w-]{43}$/);
  await sendMessages(server, [{ host: 'web-03', short_message: 'Alpha came too late' }]);

  const { page, status, calls, problems } = await visit(link);
  assert.equal(status, 200);
  await page.getByRole('heading', { name: 'Restart of alpha' }).waitFor();
  await page.getByText('Frozen by Administrator').waitFor();
  await page.getByText('Alpha stopped').first().waitFor();
  assert.equal(await page.getByText('came too late').count(), 0);
  // The details of a message come from the snapshot too.
  await page.getByText('Alpha stopped').first().click();
  await page.getByText('web-02').first().waitFor();
  assert.deepEqual(
    calls,
    [link.replace('/snapshot/', '/api/snapshots/opened/')],
    'the page requests only the snapshot',
  );
  assert.deepEqual(problems, []);

  await dialog.getByRole('button', { name: 'Revoke the snapshot Restart of alpha' }).click();
  await person.getByText('The snapshot was revoked.').waitFor();
  const later = await visit(link);
  assert.equal(later.status, 404);
  await later.page.getByRole('heading', { name: 'This snapshot is no longer available' }).waitFor();
});
