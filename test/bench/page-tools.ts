/** Tools shared by the page benches: messages to show, signing in, memory held by a page. */
import type { CDPSession, Page } from 'playwright-core';
import { createLog } from '../../host/server/log/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { seed } from './seed.js';

export async function signIn(page: Page, url: string, password: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Stores messages of the last four minutes in the data directory of a server that does not run yet. */
export async function seedData(directory: string, count: number): Promise<void> {
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'bench', log: createLog('error') });
  try {
    await seed(store, { count, from: Date.now() - 240_000, to: Date.now() });
  } finally {
    await store.close();
    await documents.close();
  }
}

export interface Held {
  readonly heapMib: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Returns the memory that a page uses after garbage collection. */
export async function heldBy(session: CDPSession): Promise<Held> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    heapMib: metric('JSHeapUsedSize') / 1_048_576,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}
