/** Measures a dashboard of a hundred widgets in a real browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launch } from '../browser.js';
import { storeDashboard } from '../e2e/stored-dashboard.js';
import { startTestServer } from '../server.js';
import { heldBy, seedData, signIn } from './page-tools.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const widgets = 100;
const time = { type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto', scaling: 1 } } };
const values = { type: 'values', fields: ['source'], config: { limit: 10, skip_empty_values: true } };
/** Kinds of charts, repeated over the page. */
const kinds = [
  { visualization: 'numeric' },
  { visualization: 'bar', row_pivots: [time] },
  { visualization: 'line', row_pivots: [time], column_pivots: [values] },
  { visualization: 'table', row_pivots: [values] },
  { visualization: 'pie', row_pivots: [values] },
] as const;

interface Opening {
  readonly executes: number;
  readonly firstWidget: number;
  readonly inView: number;
}

/**
 * Opens the dashboard. @returns number of its executions, and milliseconds from the end of the first response with
 * results to painted widgets
 */
async function open(page: Page, address: string): Promise<Opening> {
  let executes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/execute')) executes += 1;
  });
  await page.addInitScript(`(() => {
    globalThis.painted = {};
    const ended = /\\/views\\/search\\/(status\\/|[^/]+\\/execute)/;
    requestAnimationFrame(function look() {
      requestAnimationFrame(look);
      const root = document.querySelector('log-console')?.shadowRoot;
      for (const card of root?.querySelectorAll('section[aria-busy]') ?? []) {
        const name = card.querySelector('h2, h3')?.textContent;
        const body = [...card.children].find(({ tagName }) => tagName === 'DIV');
        if (!name || painted[name] || card.getBoundingClientRect().top > innerHeight || body.querySelector('[role=status]')) continue;
        if (body.querySelector('canvas') || /\\d/.test(body.textContent)) painted[name] = performance.now();
      }
      globalThis.answeredAt ??= performance.getEntriesByType('resource').find(({ name }) => ended.test(name))?.responseEnd;
    });
  })()`);
  await page.goto(address);
  // The visible widgets are complete when no further widget was painted for a second.
  let [shown, since] = [0, Date.now()];
  while (shown === 0 || Date.now() - since < 1_000) {
    await page.waitForTimeout(50);
    const now = (await page.evaluate('Object.keys(painted).length')) as number;
    if (now !== shown) [shown, since] = [now, Date.now()];
  }
  const [answered, painted] = (await page.evaluate('[answeredAt, Object.values(painted)]')) as [number, number[]];
  return { executes, firstWidget: Math.min(...painted) - answered, inView: Math.max(...painted) - answered };
}

export async function bench(report: Report): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  await seedData(data, 100_000);
  const [browser, server] = await Promise.all([launch(), startTestServer({ data, costlyPasswords: true })]);
  try {
    const wall = await storeDashboard(server, await server.login(), 'Hundred', [
      {
        title: 'All',
        widgets: Array.from({ length: widgets }, (_unused, index) => ({
          title: `Widget ${index + 1}`,
          config: kinds[index % kinds.length] ?? kinds[0],
          position: { col: 1 + 3 * (index % 4), row: 1 + 3 * Math.floor(index / 4), width: 3, height: 3 },
        })),
      },
    ]);
    const openings: Opening[] = [];
    for (let round = 0; round < 3; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await signIn(await context.newPage(), server.url, server.adminPassword);
      const page = await context.newPage();
      openings.push(await open(page, `${server.url}/dashboards/${wall.id}`));
      if (round === 2) {
        const session = await context.newCDPSession(page);
        await session.send('Performance.enable');
        report(`dashboard of ${widgets} widgets, memory of the page`, (await heldBy(session)).heapMib, 'MiB');
      }
      await context.close();
    }
    const median = (of: (opening: Opening) => number) => openings.map(of).sort((a, b) => a - b)[1] ?? Number.NaN;
    report(
      `dashboard of ${widgets} widgets, executes on opening`,
      median(({ executes }) => executes),
      'calls',
    );
    report(
      '… first widget after the first answer',
      median(({ firstWidget }) => firstWidget),
      'ms',
      '≤ 1000',
    );
    report(
      '… all in view after the first answer',
      median(({ inView }) => inView),
      'ms',
    );
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
