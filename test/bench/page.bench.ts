/** The pages in a real browser: weights, times to first content, calls, memory (design: quality, Speed). */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer } from '../server.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const dist = new URL('../../dist/', import.meta.url);
const gzipKib = (path: string) => gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length / 1024;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function signIn(page: Page, url: string, password: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** ms from navigation until a text is in the shadow root of an element, seen from inside the page. */
async function timeTo(page: Page, url: string, element: string, text: string): Promise<number> {
  await page.addInitScript(`requestAnimationFrame(function look() {
    const root = document.querySelector(${JSON.stringify(element)})?.shadowRoot;
    if (!(root?.textContent ?? '').includes(${JSON.stringify(text)})) return requestAnimationFrame(look);
    globalThis.shownAt = performance.now();
  });`);
  await page.goto(url);
  for (;;) {
    const shownAt = await page.evaluate('globalThis.shownAt');
    if (typeof shownAt === 'number') return shownAt;
    await page.waitForTimeout(20);
  }
}

export async function bench(report: Report): Promise<void> {
  if (!existsSync(new URL('manifest.json', dist)))
    throw new Error('Run `npm run build` first: the page is measured as it is shipped');
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Record<
    string,
    { imports: string[] }
  >;
  const closure = (entry: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(entry)) {
      seen.add(entry);
      for (const file of manifest[entry]?.imports ?? []) closure(file, seen);
    }
    return seen;
  };
  const weight = (entry: string) => [...closure(entry)].reduce((sum, file) => sum + gzipKib(file), 0);
  report('log-search, JavaScript before first paint', weight('elements/log-search.js'), 'KiB', '≤ 135');
  report('log-message, JavaScript before first paint', weight('elements/log-message.js'), 'KiB', '≤ 140');

  const [browser, server] = await Promise.all([launch(), startTestServer()]);
  try {
    const login: number[] = [];
    const results: number[] = [];
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      login.push(await timeTo(await context.newPage(), server.url, 'log-console', 'Sign in'));
      await signIn(await context.newPage(), server.url, server.adminPassword);
      const page = await context.newPage();
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url());
      });
      results.push(await timeTo(page, `${server.url}/search`, 'log-console', 'Executed in'));
      if (round === 4) {
        report('search page, API calls from navigation to results', calls.length, 'calls', '≤ 12');
        const before = calls.length;
        await page.waitForTimeout(10_000);
        report('search page, idle', (calls.length - before) / 10, 'calls/s', '≤ 1');
      }
      await context.close();
    }
    report('navigation → login form', median(login), 'ms', '≤ 410 (a third of the reference console)');
    report('navigation → first results', median(results), 'ms', '≤ 740 (a third of the reference console)');
  } finally {
    await browser.close();
    await server.stop();
  }
}
