/**
 * Tests the console in a frame of another site. Over HTTP, where browsers drop its cookie, the console accepts no
 * password, explains this and opens itself in a tab. Over HTTPS users sign in within the frame, separately for each
 * embedding site.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { selfSignedCertificate } from '../../host/server/intake/transport/self-signed.js';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { problemsOf } from './signed-in.js';

const isSecure = { http: false, https: true } as const;
type Scheme = keyof typeof isSecure;

let browser: Browser;
let folder: string;
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });
const pair = selfSignedCertificate('127.0.0.1');

before(async () => {
  [browser, folder] = await Promise.all([launch(), mkdtemp(join(tmpdir(), 'log-console-framed-'))]);
  await writeFile(files().cert, pair.cert);
  await writeFile(files().key, pair.key);
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Serves pages that show the console in a frame under several host names, each of which is a separate site.
 * @returns the port
 */
async function startPortal(context: TestContext, scheme: Scheme, frame: () => string): Promise<number> {
  const page = `<!doctype html><link rel="icon" href="data:,"><title>Portal</title>`;
  const answer: Parameters<typeof createPlain>[1] = (_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(`${page}<iframe src="${frame()}/welcome" width="1200" height="700"></iframe>`);
  const portal: Server = isSecure[scheme] ? createSecure(pair, answer) : createPlain(answer);
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  context.after(() => portal.close());
  return (portal.address() as AddressInfo).port;
}

/**
 * Starts a console that the portals on `localhost` and `a.localhost` may embed, and opens a browser page for a portal.
 */
async function framed(context: TestContext, scheme: Scheme) {
  const at: { server?: TestServer } = {};
  const port = await startPortal(context, scheme, () => at.server?.url.replace(/^http:/, `${scheme}:`) ?? '');
  const origins = ['localhost', 'a.localhost'].map((host) => `${scheme}://${host}:${port}`);
  const { cert, key } = files();
  const tls = isSecure[scheme] ? ['--tls-cert', cert, '--tls-key', key] : [];
  const server = (at.server = await startTestServer({ args: ['--embed-origins', origins.join(), ...tls] }));
  context.after(() => server.stop());
  const opened = await browser.newContext({ ignoreHTTPSErrors: true });
  context.after(() => opened.close());
  const page = await opened.newPage();
  page.setDefaultTimeout(20_000);
  return { page, server, origins, console: page.frameLocator('iframe'), problems: problemsOf(page) };
}

async function signInAt(at: Page | FrameLocator, server: TestServer): Promise<void> {
  await at.getByLabel('Username').fill('admin');
  await at.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await at.getByRole('button', { name: 'Sign in' }).click();
  await at.getByRole('navigation', { name: 'Main' }).waitFor();
}

test('over HTTP the framed console accepts no password, and opens itself in a tab where the user can sign in', async (context) => {
  const { page, server, origins, console, problems } = await framed(context, 'http');
  await page.goto(`${origins[0]}/`);
  await console
    .getByText('You cannot sign in here: browsers keep no session for a page that another site shows over plain HTTP.')
    .waitFor();
  assert.equal(await console.locator('input').count(), 0);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    console.getByRole('link', { name: 'Open this page in a tab' }).click(),
  ]);
  assert.equal(tab.url(), `${server.url}/welcome`);
  assert.equal(await tab.evaluate(() => window.opener === null), true);
  await signInAt(tab, server);
  // The browser does not send the tab's cookie in the frame. So the frame still shows the explanation, and no "Your
  // session has ended".
  await page.reload();
  await console.getByText(/^You cannot sign in here/).waitFor();
  assert.equal(await console.getByText('Your session has ended').count(), 0);
  assert.equal(problems.join(), '');
  // The console is not shown in a frame of a site that is not listed.
  await page.goto(`${origins[0]?.replace('localhost', 'b.localhost')}/`);
  await until('the browser reports that it refused the frame', () =>
    problems.some((one) => one.includes('frame-ancestors')),
  );
  assert.equal(await console.locator('log-console').count(), 0);
});

test('over HTTPS users sign in within the frame, stay signed in, and have a separate session per embedding site', async (context) => {
  const { page, server, origins, console, problems } = await framed(context, 'https');
  await page.goto(`${origins[0]}/`);
  await signInAt(console, server);
  await page.reload();
  await console.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${origins[1]}/`);
  await console.getByLabel('Username').waitFor();
  assert.deepEqual(problems, []);
});
