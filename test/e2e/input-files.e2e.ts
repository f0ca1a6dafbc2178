/** Tests inputs that read files: previewed before the launch, then stored as previewed, including compressed files. */
import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { expectNoAxeViolations } from './axe.js';
import { foundMessages } from './sent-messages.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let session: string;
let folder: string;
const violations: string[] = [];

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'log-console-e2e-files-')));
  [browser, server] = await Promise.all([launch(), startTestServer({ args: ['--file-roots', folder] })]);
  session = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
  problemsOf(page, violations);
  await signIn(page, server, '/system/inputs');
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name });
const show = () => dialog().getByRole('button', { name: 'Show preview' }).click();
async function launchDialog(type: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Input type' }).click();
  // The list has more input types than it can show at once, so the test types the name.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(type);
  await page.getByRole('option', { name: type, exact: true }).click();
  await page.getByRole('button', { name: 'Launch new input' }).click();
  await dialog().waitFor();
}

test('files of an input are previewed and then read', async () => {
  const now = new Date().toISOString();
  await writeFile(
    join(folder, 'shop.log'),
    `${now} ERROR [main] shop.Cart - nothing left\n\tat shop.Cart.take(Cart.java:7)\n`,
  );
  await writeFile(join(folder, 'shop.log.1.gz'), gzipSync(`${now} INFO [main] shop.Cart - from yesterday\n`));
  await writeFile(join(folder, 'shop.log.2.gz'), '<b>no gzip</b>');
  await launchDialog('Files');
  assert.equal(await dialog().getByRole('button', { name: 'Show preview' }).getAttribute('aria-disabled'), 'true');
  await field('Title').fill('shop');
  await field('Files').fill('/etc/passwd');
  await show();
  await dialog().getByText(`files may be read below ${folder} only`).waitFor();
  await field('Files').fill(join(folder, 'shop.log*'));
  await dialog().getByText('files may be read below').waitFor({ state: 'detached' });
  await show();
  await dialog().getByText('3 files match now.').waitFor();
  const files = dialog().getByRole('table', { name: 'Files' });
  await files.getByRole('row', { name: /^shop\.log \d+ B time and level$/ }).waitFor();
  await files.getByRole('row', { name: /shop\.log\.2\.gz .*Could not be read: it is no gzip, or broken/ }).waitFor();
  const messages = dialog().getByRole('table', { name: 'First messages' });
  await messages.getByRole('row', { name: /error \(3\) shop\.log nothing left 2 lines/ }).waitFor();
  await messages.getByRole('row', { name: /from yesterday/ }).waitFor();
  await expectNoAxeViolations(page);

  // A custom pattern is previewed at once, and rejected if it is invalid.
  await dialog().getByRole('combobox', { name: 'Lines that belong together' }).selectOption('BEGINS');
  await field('Pattern of lines').fill('(');
  await show();
  await dialog()
    .getByText(/"lines_pattern": This is no regular expression/)
    .waitFor();
  await field('Pattern of lines').fill('\\s|\\d');
  await show();
  await messages.getByRole('row', { name: /at shop\.Cart\.take/ }).waitFor();
  await field('Pattern of lines').fill('\\d{4}-');
  await dialog().getByRole('button', { name: 'Launch input' }).click();
  await dialog().waitFor({ state: 'detached' });
  await foundMessages(server, session, 2, 'logger:"shop.Cart"');
  await page
    .getByText(/shop\.log\.2\.gz cannot be read: it is no gzip, or broken/)
    .first()
    .waitFor();
});

test('lines of a raw text input are previewed', async () => {
  await launchDialog('Raw/Plaintext TCP');
  await dialog()
    .getByRole('textbox', { name: 'Lines to try' })
    .fill('level=warn msg="disk is full" took=3\nlevel=info msg=b');
  await show();
  await dialog().getByText('Recognised: logfmt.').waitFor();
  const messages = dialog().getByRole('table', { name: 'First messages' });
  await messages.getByRole('row', { name: /warning \(4\).*disk is full.*took: 3/i }).waitFor();
  await page.keyboard.press('Escape');
});

test('the page violated no content security policy and threw no error', () => {
  assert.deepEqual(violations, []);
});
