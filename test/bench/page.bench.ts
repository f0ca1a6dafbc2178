/** Measures the pages in a real browser: weights, calls at rest, memory, changed queries. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser.js';
import { startTestServer, type TestServer } from '../server.js';
import { heldBy, seedData, signIn } from './page-tools.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const dist = new URL('../../dist/', import.meta.url);
const gzipKib = (path: string) => gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length / 1024;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Measures the milliseconds from the key press that submits a changed query until the first row of its results is
 * painted. Also measures how much of that time is not spent waiting for the server.
 */
async function changedQuery(page: Page, word: string): Promise<{ readonly whole: number; readonly own: number }> {
  const input = page.getByRole('textbox', { name: 'Query' });
  await input.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(word);
  await page.evaluate(`(() => {
    performance.clearResourceTimings();
    const root = document.querySelector('log-console').shadowRoot;
    globalThis.rowAt = undefined;
    root.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      const from = performance.now();
      const before = performance.getEntriesByType('resource').length;
      requestAnimationFrame(function look() {
        const calls = performance.getEntriesByType('resource').slice(before).filter(({ name }) => /views\\/search/.test(name));
        const shown = [...root.querySelectorAll('mark')].some((mark) => mark.textContent.toLowerCase().includes(${JSON.stringify(word)}));
        if (!shown) return requestAnimationFrame(look);
        const waited = Math.max(...calls.map((call) => call.responseEnd)) - Math.min(...calls.map((call) => call.startTime));
        globalThis.rowAt = { whole: performance.now() - from, own: performance.now() - from - waited };
      });
    }, { capture: true, once: true });
  })()`);
  await page.keyboard.press('Enter');
  for (;;) {
    const shown = await page.evaluate('globalThis.rowAt');
    if (shown !== undefined) return shown as { whole: number; own: number };
    await page.waitForTimeout(20);
  }
}

/** Mounts and removes `log-search` the given number of times, each time until its first content is shown. */
async function mountAndRemove(page: Page, times: number): Promise<void> {
  await page.evaluate(`(async () => {
    for (let round = 0; round < ${times}; round += 1) {
      const element = document.createElement('log-search');
      element.setAttribute('range', '300');
      const ready = new Promise((resolve) => element.addEventListener('log-ready', resolve, { once: true }));
      document.querySelector('main').append(element);
      await ready;
      element.remove();
    }
  })()`);
}

/** Measures the idle search page and a changed query; `start.bench.ts` measures its start. */
async function searchPage(browser: Browser, server: TestServer, report: Report): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(await context.newPage(), server.url, server.adminPassword);
  const page = await context.newPage();
  let calls = 0;
  page.on('request', (request) => (calls += Number(request.url().includes('/api/'))));
  await page.goto(`${server.url}/search`);
  await page.getByText('Executed in').waitFor();
  // Charts, editor and field lists load when the page is idle.
  await page.waitForTimeout(3_000);
  const before = calls;
  await page.waitForTimeout(10_000);
  report('search page, idle', (calls - before) / 10, 'calls/s', '≤ 1');
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  report('search page, memory of the page', (await heldBy(session)).heapMib, 'MiB', '≤ 42 (reference console)');
  const changed = [];
  for (const word of ['gateway', 'timeout', 'identity', 'catalog', 'checkout'])
    changed.push(await changedQuery(page, word));
  report('changed query → first row', median(changed.map(({ whole }) => whole)), 'ms', '≤ 840 (reference console)');
  report('changed query → first row, beyond the server', median(changed.map(({ own }) => own)), 'ms', '≤ 100');
  await context.close();
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
  const budgets: Readonly<Record<string, string>> = { 'log-search': '≤ 135', 'log-message': '≤ 140' };
  for (const entry of Object.keys(manifest).filter((file) => /^elements\/log-.*\.js$/.test(file))) {
    const [, tag = entry] = /^elements\/(.*)\.js$/.exec(entry) ?? [];
    report(`${tag}, JavaScript before first paint`, weight(entry), 'KiB', budgets[tag]);
  }

  const data = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  await seedData(data, 100_000);
  const [browser, server] = await Promise.all([launch(), startTestServer({ data, costlyPasswords: true })]);
  try {
    await searchPage(browser, server, report);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(await context.newPage(), server.url, server.adminPassword);
    const page = await context.newPage();
    await page.goto(`${server.url}/examples/plain.html`);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await mountAndRemove(page, 20);
    const warm = await heldBy(session);
    await mountAndRemove(page, 200);
    const after = await heldBy(session);
    report('200 mounts and unmounts, heap', after.heapMib - warm.heapMib, 'MiB more', 'flat');
    report('200 mounts and unmounts, DOM nodes', after.nodes - warm.nodes, 'more', 'flat');
    report('200 mounts and unmounts, listeners', after.listeners - warm.listeners, 'more', 'flat');
    await context.close();
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
