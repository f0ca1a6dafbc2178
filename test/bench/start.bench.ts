/**
 * Measures starts of the page without a cache in the newest installed browser (1440×900), optionally compared with
 * another console.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launch } from '../browser.js';
import { openSession, type Person } from '../e2e/signed-in.js';
import { startTestServer } from '../server.js';
import { seedData } from './page-tools.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;
interface Options {
  /** Another console that speaks the same API, with messages of the last five minutes. */
  readonly page?: string;
  /** Credentials for the sign-in: `name:password`. */
  readonly user?: string;
}
interface Console extends Person {
  readonly url: string;
}
interface Start {
  readonly ms: number;
  readonly cpuMs: number;
  readonly calls: number;
  readonly kib: number;
}

const rounds = 5;
const mostMs = 60_000;
const passwordField = `root.querySelector('input[type=password]')`;
/** Condition that the page shows a row with the time of a message. */
const messageRow = String.raw`/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/.test(root.textContent)`;

/**
 * Opens an address in a new browser context, and waits until `shown` holds and is painted.
 * @param shown condition on the `root` of the console
 */
async function coldStart(browser: Browser, { url, ...person }: Console, path: string, shown: string): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (path !== '/') await openSession(context, url, person);
    const page = await context.newPage();
    await page.addInitScript(`requestAnimationFrame(function look() {
      const roots = [document.body, document.querySelector('log-console')?.shadowRoot];
      if (!roots.some((root) => root && ${shown})) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => { globalThis.shownAt = performance.now(); }));
    });`);
    let calls = 0;
    let bytes = 0;
    const session = await context.newCDPSession(page);
    await Promise.all([session.send('Performance.enable'), session.send('Network.enable')]);
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    page.on('request', (request) => (calls += Number(new URL(request.url()).pathname.includes('/api/'))));
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    for (const until = Date.now() + mostMs; Date.now() < until; await page.waitForTimeout(20)) {
      const ms: unknown = await page.evaluate('globalThis.shownAt');
      if (typeof ms !== 'number') continue;
      const figures = { ms, calls, kib: bytes / 1024 };
      const { metrics } = await session.send('Performance.getMetrics');
      return { ...figures, cpuMs: 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) };
    }
    throw new Error(`${url}${path} has not shown the awaited content within ${mostMs / 1000} s`);
  } finally {
    await context.close();
  }
}

const median = (starts: readonly Start[], figure: keyof Start) =>
  starts.map((one) => one[figure]).sort((a, b) => a - b)[Math.floor(starts.length / 2)] ?? Number.NaN;

export async function bench(report: Report, { page, user = '' }: Options): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  await seedData(data, 100_000);
  const [browser, server] = await Promise.all([launch(), startTestServer({ data, costlyPasswords: true })]);
  const own = { url: server.url, username: 'admin', password: server.adminPassword };
  const [username = '', ...rest] = user.split(':');
  const beside = page === undefined ? undefined : { url: page.replace(/\/+$/, ''), username, password: rest.join(':') };
  try {
    console.log(`# Chromium ${browser.version()}`);
    for (const { name, path, shown } of [
      { name: 'login form', path: '/', shown: passwordField },
      { name: 'first row', path: '/search', shown: messageRow },
    ]) {
      const starts: Start[] = [];
      const others: Start[] = [];
      // Both consoles are started alternately, so that other load on the machine affects them equally.
      for (let round = 0; round < rounds; round++) {
        starts.push(await coldStart(browser, own, path, shown));
        if (beside) others.push(await coldStart(browser, beside, path, shown));
      }
      const line = (what: string, figure: keyof Start, unit: string, goal?: string) => {
        const third = beside && `≤ ${(median(others, figure) / 3).toFixed(0)} (a third of the other)`;
        report(`cold start → ${name}${what}`, median(starts, figure), unit, goal ?? third);
      };
      line('', 'ms', 'ms');
      line(', main thread', 'cpuMs', 'ms');
      line(', calls', 'calls', 'calls', '≤ 12');
      line(', received', 'kib', 'KiB');
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
