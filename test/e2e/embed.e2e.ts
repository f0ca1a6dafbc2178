/**
 * Tests elements in foreign pages: the examples that the server delivers, and the handbook's snippet on another origin
 * with a token.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { problemsOf, signIn } from './signed-in.js';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let foreign: Server;
let foreignOrigin: string;
let foreignPage = '';
let gelfPort = 0;

before(async () => {
  foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(foreignPage);
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  foreignOrigin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--embed-origins', foreignOrigin] })]);
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  gelfPort = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  await sendMessage();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server);
  await page.close();
});
after(async () => {
  await browser.close();
  await server.stop();
  foreign.close();
});

/** Opens a page and collects policy violations and thrown errors. */
async function open(address: string, within = context): Promise<{ page: Page; problems: string[] }> {
  const page = await within.newPage();
  const problems = problemsOf(page);
  await page.goto(address);
  return { page, problems };
}

/** Sends one message for the elements to find, through its own input. */
async function sendMessage(): Promise<void> {
  const session = await server.login();
  const answer = await server.call('/system/inputs', {
    method: 'POST',
    session,
    json: {
      title: 'embed',
      type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port: gelfPort, use_null_delimiter: false },
    },
  });
  assert.ok(answer.ok, await answer.text());
  const socket = await connect(gelfPort);
  socket.end(`${JSON.stringify({ version: '1.1', host: 'web-01', short_message: 'Server started', level: 3 })}\n`);
}

/** Connects with retries, because the input opens its port shortly after its creation. */
async function connect(port: number): Promise<Socket> {
  for (let attempt = 0; ; attempt++) {
    const socket = createConnection(port, '127.0.0.1');
    const outcome = await new Promise<Error | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('error', resolve);
    });
    if (!outcome) return socket;
    if (attempt > 100) throw outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const firstRow = (page: Page, element = 'log-search') =>
  page.locator(element).first().getByText('Server started').first();

for (const name of ['plain', 'single-file', 'strict-csp', 'react-18', 'shared-session']) {
  test(`the example ${name} shows messages`, async () => {
    const { page, problems } = await open(`${server.url}/examples/${name}.html`);
    await firstRow(page).waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test('shortcuts work while the focus is in the element, and do not take keys from the page around it', async () => {
  const { page, problems } = await open(`${server.url}/examples/plain.html`);
  await firstRow(page).waitFor();
  const query = page.getByRole('textbox', { name: 'Search query' });
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<input id="own" /><button id="outside">Outside</button>');
    document.addEventListener('keydown', ({ defaultPrevented, key }) => {
      document.body.dataset['keys'] = `${document.body.dataset['keys'] ?? ''}${defaultPrevented ? '-' : key}`;
    });
  });
  await page.locator('#own').pressSequentially('/?');
  assert.equal(await page.locator('#own').inputValue(), '/?');
  await page.locator('#outside').press('/');
  await page.locator('#outside').press('?');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'outside');
  await page.locator('log-search [data-row="0"]').press('/');
  await page.locator('.cm-editor.cm-focused').waitFor();
  await query.press('?');
  assert.equal((await query.textContent())?.trim(), '?');
  await page.locator('log-search [data-row="0"]').press('?');
  await sheet.getByRole('heading', { name: 'Messages' }).waitFor();
  assert.equal(
    await sheet.getByText('Go to something').count(),
    0,
    'the shortcut sheet of an element does not list the palette',
  );
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.body.dataset['keys']), '/?/?-?-');
  assert.deepEqual(problems, []);
  await page.close();
});

test('styles of a hostile page do not affect the element', async () => {
  const { page, problems } = await open(`${server.url}/examples/hostile-css.html`);
  const row = firstRow(page);
  await row.waitFor();
  const style = await row.evaluate((element) => {
    const { color, textTransform, letterSpacing, fontFamily, direction } = getComputedStyle(element);
    return { color, textTransform, letterSpacing, fontFamily, direction };
  });
  assert.notEqual(style.color, 'rgb(0, 255, 0)');
  assert.equal(style.textTransform, 'none');
  assert.equal(style.letterSpacing, 'normal');
  assert.doesNotMatch(style.fontFamily, /fantasy/);
  assert.equal(style.direction, 'ltr');
  assert.deepEqual(problems, []);
  await page.close();
});

for (const name of ['hostile-css', 'strict-csp', 'administration']) {
  test(`the elements of administration show their headings and contents in their own styles in the example ${name}`, async () => {
    const { page, problems } = await open(`${server.url}/examples/${name}.html`);
    const shown = [
      ['log-users', 'Users Overview', 'sidecar-system'],
      ['log-roles', 'Roles Overview', 'Dashboard Creator'],
      ['log-streams', 'Streams', 'Default Stream'],
      ['log-stream-rules', 'Rules of Stream', 'The default stream cannot be edited.'],
      ['log-profile', 'User Details', 'Administrator'],
      ['log-authentication', 'Authentication Services', 'There are no authentication services yet'],
      ['log-configurations', 'Configurations', 'Relative time range options'],
      ['log-event-definitions', 'Event Definitions', 'It runs with each notification of the system.'],
      ['log-grok-patterns', 'Grok Patterns', 'BASE10NUM'],
      ['log-lookup-tables', 'Lookup Tables', 'There are no lookup tables to list'],
      ['log-index-sets', 'Indices & Index Sets', 'Default index set'],
      ['log-inputs', 'Inputs', 'Global inputs'],
      ['log-logging', 'Logging', 'Subsystem: Log Console'],
      ['log-metrics', 'Metrics', 'jvm.memory.heap.used'],
      ['log-nodes', 'Nodes', 'The journal contains'],
      ['log-overview', 'System overview', 'Outgoing traffic'],
      ['log-notifications', 'Notifications', 'There are no notifications yet'],
      ['log-sidecars', 'Sidecars Overview', 'There are no sidecars configured.'],
      ['log-outputs', 'Outputs', 'No outputs configured'],
      ['log-extractors', 'Extractors of input', 'Input not found'],
    ] as const;
    for (const [element, title, content] of shown) {
      const within = page.locator(element);
      if (name === 'administration' && /stream/.test(element)) continue;
      const heading = within.getByRole('heading', { level: 1, name: title });
      await heading.waitFor();
      await within.getByText(content).first().waitFor();
      const style = await heading.evaluate((shownHeading) => {
        const { textTransform, letterSpacing, fontFamily } = getComputedStyle(shownHeading);
        return { textTransform, letterSpacing, serif: /fantasy/.test(fontFamily) };
      });
      assert.deepEqual(style, { textTransform: 'none', letterSpacing: 'normal', serif: false }, element);
    }
    if (name !== 'administration') {
      const corner = page.locator('log-alerts').getByText('No alerts');
      await corner.waitFor();
      assert.equal(await corner.evaluate((shownText) => getComputedStyle(shownText).textTransform), 'none');
    }
    // A link within the element is followed in place. A link to a page of another element is plain text.
    const roles = page.locator('log-roles');
    await roles.getByRole('link', { name: 'Dashboard Creator', exact: true }).click();
    await roles.getByRole('heading', { level: 1, name: 'Role Details Dashboard Creator' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/examples/${name}.html`);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test('two elements that name the same server validate their common session only once', async () => {
  const page = await context.newPage();
  const validations: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/system\/sessions$/.test(request.url())) validations.push(request.method());
  });
  await page.goto(`${server.url}/examples/shared-session.html`);
  await page.locator('log-search').nth(1).getByText('Server started').first().waitFor();
  assert.deepEqual(validations, ['GET']);
  await page.close();
});

test('the example of the handbook works in an empty file on another origin, with a token', async () => {
  const session = await server.login();
  const users = (await (await server.call('/users', { session })).json()) as {
    users: { id: string; username: string }[];
  };
  const admin = users.users.find(({ username }) => username === 'admin');
  const answer = await server.call(`/users/${admin?.id ?? ''}/tokens/embed`, { method: 'POST', json: {}, session });
  const { token } = (await answer.json()) as { token: string };
  const handbook = readFileSync(new URL('../../host/page/handbook/embedding.md', import.meta.url), 'utf8');
  const snippet = /```html\n(<!doctype html>[\s\S]*?)```/.exec(handbook)?.[1];
  assert.ok(snippet);
  foreignPage = snippet
    .replaceAll('http://127.0.0.1:9000', server.url)
    .replace('YOUR-TOKEN', token)
    // The query matches every message of the new server, regardless of level.
    .replace('query="level:<=4"', 'query=""');
  const stranger = await browser.newContext();
  const { page, problems } = await open(`${foreignOrigin}/`, stranger);
  await firstRow(page).waitFor();
  assert.deepEqual(problems, []);
  await stranger.close();
});

test('a page of an unlisted origin gets no response', async () => {
  const stranger = await browser.newContext();
  const page = await stranger.newPage();
  await page.route('http://other.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('http://other.test/');
  const outcome = await page.evaluate(
    (address) =>
      fetch(`${address}/api/`).then(
        () => 'answered',
        () => 'refused',
      ),
    server.url,
  );
  assert.equal(outcome, 'refused');
  await stranger.close();
});
