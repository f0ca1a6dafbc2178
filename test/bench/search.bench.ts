/**
 * Measures searches over a million messages (ten million with --large) via HTTP, with the server in a separate process.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Search, SearchJob } from '../../api/contract/searches.js';
import { createLog } from '../../host/server/log/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import { cpuMsOf } from '../cpu-ms.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { answerHere, differences } from './answers.js';
import { peerAt, type Peer } from './peer.js';
import { time, type Asked, type Timed } from './rounds.js';
import { lines, type Line } from './search-lines.js';
import { load } from './seed.js';
import { wordMessages, type WordMessagesOptions } from './word-messages.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

interface Options {
  readonly large: boolean;
  /** Address of a VictoriaLogs or an OpenSearch for comparison. */
  readonly beside?: string;
  /** Command that restarts the OpenSearch, so that its first search after a start is measured, too. */
  readonly 'beside-restart'?: string;
  /** Part of the names of the searches to measure; undefined: all. */
  readonly lines?: string;
  /** Directory that keeps the messages of this server for the next run. The other server keeps its messages itself. */
  readonly data?: string;
}

const week = 7 * 86_400_000;
/** The end of the time range is fixed, so that messages can be kept between runs. */
const to = Date.UTC(2026, 9, 1);

/** Stores messages with their inverted index in the data directory of a server that does not run yet. */
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

/** Returns the size in bytes of all index files: messages, inverted indexes and pages of rows. */
async function bytesOf(directory: string): Promise<number> {
  const indices = join(directory, 'indices');
  const sizes = await Promise.all((await readdir(indices)).map(async (file) => (await stat(join(indices, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Prepares a search as the search page does: it is stored once, then executed for each refresh. */
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
    return { ms, answer: answerHere(job.results['q']?.search_types ?? {}) };
  };
}

/** Runs the server in a process of its own for the duration of a measurement. */
async function started<T>(directory: string, ask: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer({ data: directory, costlyPasswords: true });
  try {
    return await ask(server);
  } finally {
    await server.kill();
  }
}

/** Measures another server like this one, after a restart if a command is known. */
async function timeBeside(peer: Peer, ask: () => Promise<Asked>): Promise<Timed> {
  await peer.restart?.();
  return time(ask, () => peer.cpuMs());
}

interface Goals {
  readonly first: string | undefined;
  readonly again: string | undefined;
}

/**
 * Returns the times to beat: those of the other server in this run if there is one, otherwise the recorded ones of
 * OpenSearch.
 */
function goals({ peerMs }: Line, large: boolean, beside: Timed | undefined, isRestarted: boolean): Goals {
  if (beside) {
    const again = `< ${beside.againMs.toFixed(1)} (beside)`;
    const first = `< ${beside.firstMs.toFixed(1)} (beside, first after start)`;
    return { first: isRestarted ? first : again, again };
  }
  const stated = peerMs !== undefined && !large ? `< ${peerMs} (OpenSearch 2.11)` : undefined;
  return { first: stated, again: stated };
}

export async function bench(report: Report, options: Options): Promise<void> {
  const { large, beside: address, data, lines: part = '' } = options;
  const chosen = lines.filter(({ name }) => name.includes(part));
  const size = `${large ? 10 : 1} M`;
  const count = large ? 10_000_000 : 1_000_000;
  const from = to - week;
  const directory = data ?? (await mkdtemp(join(tmpdir(), 'log-console-bench-')));
  const messages = { count, from, to };
  const index = `log-console-bench-${data === undefined ? process.pid : count}`;
  const peer = address === undefined ? undefined : await peerAt(address, index, options['beside-restart']);
  const askPeer = (peer: Peer, line: Line) => peer.ask(line, Math.max(from, to - (line.lastMs ?? week)), to + 1000);
  const differing: string[] = [];
  try {
    await fill(directory, messages);
    report(`${size}, on disk`, (await bytesOf(directory)) / count, 'bytes/message', '≤ 250');
    if (peer) {
      await peer.load(wordMessages(messages), count);
      report(`${size}, on disk beside (${peer.product})`, (await peer.bytes()) / count, 'bytes/message');
    }
    report('load of the machine', loadavg()[0] ?? 0, `of ${availableParallelism()} cores`);
    // A first start fills the operating system's cache, so that the start is measured and not the disk.
    await started(directory, async (server) => {
      for (const line of chosen) await (await prepare(server, line, from))();
    });
    for (const line of chosen) if (peer) await askPeer(peer, line);
    for (const line of chosen) {
      const name = `${size}, ${line.name}`;
      const here = await started(directory, async (server) =>
        time(await prepare(server, line, from), () => cpuMsOf(server.process.pid)),
      );
      const beside = peer && (await timeBeside(peer, () => askPeer(peer, line)));
      const { first, again } = goals(line, large, beside, peer?.restart !== undefined);
      report(`${name} (first after start)`, here.firstMs, 'ms', first);
      report(name, here.againMs, 'ms', again);
      report(`${name}, processor`, here.cpuMs, 'ms', beside && `< ${beside.cpuMs.toFixed(1)} (beside)`);
      const unequal = beside ? differences(here.answer, beside.answer) : [];
      if (unequal.length > 0) differing.push(`${name}: ${unequal.join('; ')}`);
    }
    if (peer?.residentBytes) report(`${size}, memory beside`, (await peer.residentBytes()) / 1024 / 1024, 'MiB');
  } finally {
    if (data === undefined) {
      await rm(directory, { recursive: true, force: true });
      await peer?.remove();
    }
  }
  if (differing.length > 0) throw new Error(`Answers differ from those beside:\n${differing.join('\n')}`);
}
