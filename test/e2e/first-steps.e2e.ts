/** Tests what the search page offers when nothing was found because no message has ever arrived. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { button } from './keyboard.js';
import { sendMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;

before(async () => {
  [browser, server] = await Promise.all([launch(), startTestServer()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

test('a search without any messages leads to the steps to a first message; later it offers a wider range again', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  const nothing = '/search?rangetype=relative&relative=300&q=nothing_like_this';
  await signIn(page, server, nothing);
  await page.getByText('No messages have arrived yet.').waitFor();
  assert.equal(await button(page, 'Widen to all time').count(), 0);
  await button(page, 'Start an input').waitFor();
  const handbook = page.getByRole('link', { name: 'How to send messages' });
  assert.match((await handbook.getAttribute('href')) ?? '', /\/host\/page\/handbook\/senders\.html$/);
  await expectNoAxeViolations(page);
  await button(page, 'Send a first message').click();
  const steps = page.getByRole('region', { name: 'Send a first message' });
  await steps.getByText('This page is waiting for the first message.').waitFor();

  await sendMessages(server, [{ host: 'web-1', short_message: 'hello' }]);
  await steps.getByText('The first message has arrived.').waitFor();
  await page.goto(`${server.url}${nothing}`);
  await button(page, 'Widen to all time').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
