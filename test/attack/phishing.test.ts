/**
 * An attacker sends a link to the console's own origin whose query names the attacker's server. No page may ask for a
 * password of that server. Only the example pages, which only developers serve, may contact it at all. The content
 * security policy is off, because it would hide defects of the pages.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startHttpReceiver, type HttpReceiver } from '../http-receiver.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';

const secret = 'the password of a victim';

let browser: Browser;
let server: TestServer;
let evil: HttpReceiver;
let page: Page;

before(async () => {
  [browser, server, evil] = await Promise.all([launch(), startTestServer(), startHttpReceiver()]);
  page = await (await browser.newContext({ bypassCSP: true })).newPage();
  page.setDefaultTimeout(15_000);
});
after(async () => {
  await browser.close();
  await server.stop();
  await evil.close();
});

/** Makes the fake server respond like one that requires a sign-in and accepts pages of every origin. */
const allow = (): void => {
  evil.answer = {
    status: 200,
    body: '{"is_valid":false,"session_id":null,"username":null}',
    headers: {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': server.url,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'authorization, content-type, x-requested-by, x-requested-with, accept-language',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
    },
  };
};

test('the example page accepts no password for a foreign server in its address', async () => {
  allow();
  await page.goto(`${server.url}/examples/two-servers.html?server=${encodeURIComponent(`${evil.url}/api`)}`);
  const second = page.locator('#second');
  await second.getByText(`This page takes no passwords for ${evil.url}.`).waitFor();
  assert.equal(await second.locator('input').count(), 0);
  assert.deepEqual(
    evil.received.filter(({ headers }) => headers.authorization !== undefined || headers.cookie !== undefined),
    [],
  );
  // The sign-in form for the page's own server appears, so a form for the other server would appear as well.
  await page.locator('#first').getByLabel('Username').waitFor();
});

test('no page of the console reads a server or a redirect target from its address', async () => {
  evil.received.splice(0);
  const named = ['server', 'api', 'base', 'url', 'redirect', 'next', 'return', 'returnTo', 'continue'];
  const query = named.map((name) => `${name}=${encodeURIComponent(`${evil.url}/api`)}`).join('&');
  const host = evil.url.replace('http:', '');
  for (const path of [
    `/?${query}`,
    `/search?${query}#${evil.url}`,
    `/${host}`,
    `/%5c${host.slice(2)}`,
    `/x/..${host}`,
  ]) {
    await page.context().clearCookies();
    await page.goto(server.url + path);
    await page.getByLabel('Username').fill('victim');
    await page.getByLabel('Password', { exact: true }).fill(secret);
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/system/sessions'),
    );
    await page.keyboard.press('Enter');
    assert.equal(new URL((await answered).url()).origin, server.url, path);
    await until('the error of the refused sign-in is shown', async () => (await page.getByRole('alert').count()) > 0);
    assert.equal(new URL(page.url()).origin, server.url, path);
  }
  assert.deepEqual(evil.received, []);
});

test('signing in does not redirect to a foreign address', async () => {
  await page.context().clearCookies();
  const query = ['redirect', 'next', 'return', 'returnTo'].map((name) => `${name}=${encodeURIComponent(evil.url)}`);
  await page.goto(`${server.url}/?${query.join('&')}`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.equal(new URL(page.url()).origin, server.url);
  assert.deepEqual(evil.received, []);
});
