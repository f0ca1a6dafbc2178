// Renders every building block once on a page with a strict policy (style-src 'self', Trusted Types) and expects no
// violation.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { launch } from '../../browser.js';

/** Global of the test page: reports a policy violation to the test. */
declare const violated: (text: string) => void;

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the building blocks comply with a strict content security policy', { timeout: 120_000 }, async () => {
  const server = spawn(process.execPath, ['test/preview.mjs', 'test/preview/kit.tsx'], { cwd: root });
  const browser = await launch();
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.exposeFunction('violated', (text: string) => problems.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        violated(`${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
      });
    });
    const response = await page.goto(line.split(' ')[0] ?? '');
    assert.match(
      response?.headers()['content-security-policy'] ?? '',
      /style-src 'self'.*require-trusted-types-for 'script'/,
    );

    const element = page.locator('log-kit').first();
    const button = (name: string) => element.getByRole('button', { name, exact: true });
    await element.getByText('More actions').click();
    await element.getByRole('menuitem', { name: 'Add to query' }).click();
    await button('Pop-over').click();
    await element.getByRole('dialog', { name: 'Search Time Range' }).getByRole('button', { name: 'OK' }).click();
    await button('Dialog').click();
    await element.getByRole('dialog', { name: 'Sharing dashboard' }).getByRole('button', { name: 'Cancel' }).click();
    await button('Confirm').click();
    await element.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await button('Error toast').click();
    await element.getByRole('alert').filter({ hasText: 'Could not load dashboards' }).waitFor();
    await element.getByRole('combobox', { name: 'Streams' }).click();
    await element.getByRole('option', { name: 'Stream 3', exact: false }).first().waitFor();
    await button('Focus').hover();
    await element.getByRole('tooltip').waitFor();
    await element.getByText('Loading...').waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    server.kill();
  }
});
