/** Measures how fast messages become durable and searchable, and how much disk space they take. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../host/server/log/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { seed, seedMessages } from './seed.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'bench', log: createLog('error') });
  try {
    const count = large ? 10_000_000 : 500_000;
    const to = Date.now();
    const from = to - 7 * 86_400_000;
    const started = performance.now();
    await seed(store, { count, from, to });
    const seconds = (performance.now() - started) / 1000;
    report('intake, durable and searchable, batches of 2,000', count / seconds, 'messages/s', '≥ 15000');

    const single = [...seedMessages({ count: 20_000, from: to, to: to + 1000, seed: 2 })].flat();
    const startedSingle = performance.now();
    // Each of the 50 senders waits for the acknowledgement of a message before sending the next.
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let message = single[next++]; message; message = single[next++]) await store.append([message]);
    };
    await Promise.all(Array.from({ length: 50 }, sender));
    report(
      'intake, durable, one message per acknowledgement, 50 senders',
      single.length / ((performance.now() - startedSingle) / 1000),
      'messages/s',
    );
    await store.settled();

    const latencies: number[] = [];
    const acknowledgements: number[] = [];
    const one = single[0];
    for (let round = 0; one && round < 20; round++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const begin = performance.now();
      await store.append([one]);
      acknowledgements.push(performance.now() - begin);
      await store.settled();
      latencies.push(performance.now() - begin);
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    report('append to acknowledged, idle (median)', median(acknowledgements), 'ms', '≤ 50');
    report('append to searchable, idle (median)', median(latencies), 'ms', '≤ 300');

    await store.close();
    const files = await readdir(join(directory, 'indices'));
    let bytes = 0;
    for (const file of files) bytes += (await stat(join(directory, 'indices', file))).size;
    report('on disk', bytes / (count + single.length + 20), 'bytes/message');
    report('memory of the process', process.memoryUsage().rss / 1024 / 1024, 'MiB');
  } finally {
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
