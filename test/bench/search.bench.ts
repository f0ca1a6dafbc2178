/** How long searches take over a million messages (ten million with --large). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchType, TimeRange } from '../../api/contract/searches.js';
import { createLog } from '../../host/server/log.js';
import { completeSearch, createSearchEngine, type SearchCaller } from '../../host/server/search/index.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { seed } from './seed.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const stream = '000000000000000000000001';
const caller: SearchCaller = { username: 'bench', readableStreams: [stream], mayReadStream: () => true };

const messages: SearchType = {
  id: 'messages',
  type: 'messages',
  limit: 150,
  sort: [{ field: 'timestamp', order: 'DESC' }],
};
const histogram: SearchType = {
  id: 'histogram',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto' } }],
  series: [{ id: 'count()', type: 'count' }],
};
const top: SearchType = {
  id: 'top',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'values', fields: ['source'], limit: 10 }],
  series: [{ id: 'count()', type: 'count' }],
};

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'bench', log: createLog('error') });
  const engine = createSearchEngine({ store, log: createLog('error') });
  try {
    const count = large ? 10_000_000 : 1_000_000;
    const to = Date.now();
    const from = to - 7 * 86_400_000;
    await seed(store, { count, from, to });
    await store.settled();
    const range = (milliseconds: number): TimeRange => ({
      type: 'absolute',
      from: new Date(to - milliseconds).toISOString(),
      to: new Date(to + 1000).toISOString(),
    });
    const ranges: [name: string, timerange: TimeRange][] = [
      ['7 days', range(7 * 86_400_000)],
      ['a day', range(86_400_000)],
      ['5 minutes', range(300_000)],
    ];
    const run = async (query: string, timerange: TimeRange, search_types: SearchType[]): Promise<number> => {
      const search = completeSearch({
        queries: [{ timerange, query: { type: 'elasticsearch', query_string: query }, search_types }],
      });
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const started = performance.now();
        const job = await engine.execute(search, {}, caller);
        times.push(performance.now() - started);
        if (job.errors) throw new Error(JSON.stringify(job.errors));
      }
      return times.sort((a, b) => a - b)[2] ?? 0;
    };
    const millions = `${count / 1_000_000} M`;
    for (const [name, timerange] of ranges) {
      const whole = name === '7 days';
      const goal = (text: string): [string] | [] => (whole ? [text] : []);
      const measure = async (
        what: string,
        query: string,
        types: SearchType[],
        ...goals: [string] | []
      ): Promise<void> =>
        report(`search ${millions}, ${name}: ${what}`, await run(query, timerange, types), 'ms', ...goals);
      await measure(
        'search page (count, newest 150, histogram)',
        '',
        [histogram, messages],
        ...goal(large ? '≤ 500' : '≤ 250'),
      );
      await measure('text term, whole page', 'error', [histogram, messages], ...goal(large ? '' : '≤ 1500'));
      await measure('rare text term, whole page', 'message:zzzz', [histogram, messages]);
      await measure('phrase, whole page', '"connection refused"', [histogram, messages]);
      await measure('wildcard, whole page', 'message:conn*d', [histogram, messages]);
      await measure('_exists_, whole page', '_exists_:user', [histogram, messages]);
      await measure('top 10 of a field', '', [top]);
    }
  } finally {
    await engine.close();
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
