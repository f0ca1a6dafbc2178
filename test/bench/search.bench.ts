/** How long searches take over a million messages (ten million with --large), over HTTP, of the program in a process of its own. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagesResult, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import { createLog } from '../../host/server/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { openSearchAt, type Peer } from './opensearch.js';
import { lines, type Line } from './search-lines.js';
import { load } from './seed.js';
import { wordMessages, type WordMessagesOptions } from './word-messages.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

interface Options {
  readonly large: boolean;
  /** Address of an OpenSearch. */
  readonly beside?: string;
  /** Where the messages are kept for the next run. */
  readonly data?: string;
}

const week = 7 * 86_400_000;
/** The same in every run, so that messages can be kept. */
const to = Date.UTC(2026, 9, 1);
/** Code is made fast only when it has run a few times: the median is of what is asked all day. */
const rounds = 25;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Messages with their word index, there before the server starts. */
async function fill(directory: string, options: WordMessagesOptions): Promise<void> {
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0) return;
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'bench', log: createLog('error') });
  try {
    await load(store, wordMessages(options));
    const isCovered = (): boolean => store.indices().every(({ messages, words }) => messages === (words?.covered ?? 0));
    await until('all rows can be looked up', isCovered, options.count / 10);
  } finally {
    await store.close();
    await documents.close();
  }
}

/** Messages with their words. */
async function bytesOf(directory: string): Promise<number> {
  const indices = join(directory, 'indices');
  const sizes = await Promise.all((await readdir(indices)).map(async (file) => (await stat(join(indices, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Asked {
  readonly ms: number;
  readonly total: number;
}

/** A line as a page asks it: the search is stored, then executed as often as it is refreshed. */
async function prepare(
  server: TestServer,
  { query, searchTypes, lastMs = week }: Line,
  from: number,
): Promise<() => Promise<Asked>> {
  const session = await server.login();
  const timerange = {
    type: 'absolute' as const,
    from: new Date(Math.max(from, to - lastMs)).toISOString(),
    to: new Date(to + 1000).toISOString(),
  };
  const search: Partial<Search> = {
    id: Math.floor(Math.random() * 0xffffffff)
      .toString(16)
      .padStart(24, '0'),
    queries: [
      { id: 'q', timerange, query: { type: 'elasticsearch', query_string: query }, search_types: [...searchTypes] },
    ],
  };
  const stored = await server.call('/views/search', { method: 'POST', session, json: search });
  if (!stored.ok) throw new Error(await stored.text());
  return async () => {
    const started = performance.now();
    const answer = await server.call(`/views/search/${search.id ?? ''}/execute`, { method: 'POST', session, json: {} });
    let job = (await answer.json()) as SearchJob;
    while (!job.execution.done) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      job = (await (await server.call(`/views/search/status/${job.id}`, { session })).json()) as SearchJob;
    }
    const ms = performance.now() - started;
    if (job.errors) throw new Error(JSON.stringify(job.errors));
    const [result] = Object.values(job.results['q']?.search_types ?? {}) as (PivotResult | MessagesResult)[];
    return { ms, total: result?.type === 'pivot' ? result.total : (result?.total_results ?? 0) };
  };
}

export async function bench(report: Report, { large, beside, data }: Options): Promise<void> {
  const count = large ? 10_000_000 : 1_000_000;
  const from = to - week;
  const directory = data ?? (await mkdtemp(join(tmpdir(), 'log-console-bench-')));
  const messages = { count, from, to };
  const peer = beside === undefined ? undefined : openSearchAt(beside, `log-console-bench-${process.pid}`);
  try {
    await fill(directory, messages);
    report(`${large ? 10 : 1} M, on disk`, (await bytesOf(directory)) / count, 'bytes/message', '≤ 250');
    await peer?.load(wordMessages(messages));
    report('load of the machine', loadavg()[0] ?? 0, `of ${availableParallelism()} cores`);
    for (const line of lines) await measure(report, directory, line, from, large, peer);
  } finally {
    await peer?.remove();
    if (data === undefined) await rm(directory, { recursive: true, force: true });
  }
}

/** One line: the first time after a start, and then. */
async function measure(
  report: Report,
  directory: string,
  line: Line,
  from: number,
  large: boolean,
  peer: Peer | undefined,
): Promise<void> {
  const name = `${large ? 10 : 1} M, ${line.name}`;
  // As the program starts itself.
  const server = await startTestServer({ data: directory });
  try {
    const ask = await prepare(server, line, from);
    const first = await ask();
    const again: number[] = [];
    for (let round = 0; round < rounds; round += 1) again.push((await ask()).ms);
    let goal = line.peerMs !== undefined && !large ? `< ${line.peerMs} (OpenSearch 2.11)` : undefined;
    if (peer) {
      const asked: Asked[] = [];
      for (let round = 0; round < rounds; round += 1)
        asked.push(await peer.ask(line, Math.max(from, to - (line.lastMs ?? week)), to + 1000));
      if (asked[0]?.total !== first.total)
        throw new Error(`${name}: ${first.total} messages here, ${asked[0]?.total ?? 0} beside`);
      goal = `< ${median(asked.map(({ ms }) => ms)).toFixed(1)} (beside)`;
    }
    report(`${name} (first after start)`, first.ms, 'ms', goal);
    report(name, median(again), 'ms', goal);
  } finally {
    await server.kill();
  }
}
