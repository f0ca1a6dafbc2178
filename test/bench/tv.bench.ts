/**
 * Runs the wall display on a fast clock for more than a thousand page turns. Some of its requests are aborted, or are
 * answered with an error, with HTML in place of JSON, or late. Reports the growth of the memory and the number of page
 * turns. `--large` measures ten times as long.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../browser.js';
import { storeDashboard } from '../e2e/stored-dashboard.js';
import { startTestServer } from '../server.js';
import { heldBy, seedData, signIn } from './page-tools.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

/** Every 17th request to `/api/views/` gets a fault: it is aborted, answered wrongly, or answered late. */
const faultEvery = 17;
/** Seconds of the fast clock before measuring, because caches and compiled code grow at first. */
const warmUpSeconds = 900;

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const seconds = large ? 30_000 : 3_000;
  const data = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  await seedData(data, 20_000);
  const [browser, server] = await Promise.all([launch(), startTestServer({ data, costlyPasswords: true })]);
  try {
    const time = { type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto', scaling: 1 } } };
    const at = (col: number, width: number) => ({ col, row: 1, width, height: 4 });
    const page = (title: string) => ({
      title,
      widgets: [
        { title: 'Count', config: { visualization: 'numeric' }, position: at(1, 3) },
        { title: 'Over time', config: { visualization: 'bar', row_pivots: [time] }, position: at(4, 5) },
        { title: 'Messages', config: 'messages' as const, position: at(9, 4) },
      ],
    });
    const wall = await storeDashboard(server, await server.login(), 'Wall', ['One', 'Two', 'Three'].map(page));
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    await signIn(await context.newPage(), server.url, server.adminPassword);
    const tab = await context.newPage();
    await tab.clock.install();
    let calls = 0;
    let faults = 0;
    await tab.route('**/api/views/**', async (route) => {
      calls += 1;
      if (calls % faultEvery !== 0) return route.continue();
      faults += 1;
      const kind = faults % 4;
      if (kind === 0) return route.abort('connectionreset');
      if (kind === 1) return route.fulfill({ status: 500, json: { message: 'injected' } });
      if (kind === 2) return route.fulfill({ status: 200, contentType: 'text/html', body: '<html>no API</html>' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return route.continue();
    });
    await tab.goto(`${server.url}/examples/tv.html?dashboard=${wall.id}&interval=2&refresh=1`);
    const session = await context.newCDPSession(tab);
    await session.send('Performance.enable');
    await tab.evaluate(`globalThis.turns = 0; globalThis.refreshes = 0;
      document.querySelector('log-tv').addEventListener('log-page-change', () => (globalThis.turns += 1));
      document.querySelector('log-tv').addEventListener('log-refreshed', () => (globalThis.refreshes += 1));`);
    const run = async (length: number) => {
      for (let second = 0; second < length; second += 1) {
        await tab.clock.runFor(1_000);
        // Responses need real time to arrive, during which the fast clock stands still.
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    };
    const read = (expression: string) => tab.evaluate(expression) as Promise<number>;
    /** Returns the memory of the tab while it displays the first page of the dashboard. */
    const held = async () => {
      const before = await read('globalThis.turns');
      while (
        (await read('globalThis.turns')) === before ||
        (await tab.getByRole('heading', { name: 'Wall One' }).count()) === 0
      )
        await run(1);
      return heldBy(session);
    };
    await run(warmUpSeconds);
    const [warm, turnsBefore, begun] = [await held(), await read('globalThis.turns'), await read('performance.now()')];
    await run(seconds);
    const turns = (await read('globalThis.turns')) - turnsBefore;
    const passed = ((await read('performance.now()')) - begun) / 1_000;
    const after = await held();
    report('wall display, turns', turns, 'turns', `${Math.floor(passed / 2)}`);
    report('wall display, refreshes', await read('globalThis.refreshes'), 'refreshes');
    report('wall display, injected faults', faults, 'faults');
    report('wall display, heap', (after.heapMib - warm.heapMib) / (passed / 3_600), 'MiB/h', '< 1');
    report('wall display, DOM nodes', after.nodes - warm.nodes, 'more', 'flat');
    report('wall display, listeners', after.listeners - warm.listeners, 'more', 'flat');
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
