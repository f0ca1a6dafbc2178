/**
 * Runs the benchmark against OpenSearch for comparison: the same messages by `_bulk`, the same queries by `_search`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from '../../host/server/store/types.js';
import { until } from '../until.js';
import { accessTo } from './access.js';
import { answerBeside, type PeerAnswer } from './answers.js';
import type { Peer } from './peer.js';

const keyword = { type: 'keyword' };
const long = { type: 'long' };
const mappings = {
  properties: {
    timestamp: { type: 'date' },
    source: keyword,
    message: { type: 'text' },
    streams: keyword,
    level: long,
    status: long,
    took: long,
    path: keyword,
    user: keyword,
    country: keyword,
    trace_id: keyword,
  },
};

const restartWithinMs = 120_000;
/** Time limit for merging in milliseconds; merging ten million messages takes minutes. */
const mergeWithinMs = 3_600_000;

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly { readonly create?: { readonly error?: unknown } }[];
}
interface TaskAnswer {
  readonly completed: boolean;
  readonly error?: unknown;
}

/**
 * Checks that an OpenSearch answers at an address. @returns undefined if one does, otherwise status and text of the
 * answer
 */
export async function otherThanOpenSearch(address: string): Promise<string | undefined> {
  const { base, authorization } = accessTo(new URL(address));
  const answer = await fetch(`${base}/`, { headers: authorization });
  const text = await answer.text();
  // OpenSearch names its product at the root path: https://docs.opensearch.org/latest/api-reference/
  const isOpenSearch = answer.ok && /"distribution"\s*:\s*"opensearch"/.test(text);
  return isOpenSearch ? undefined : `${answer.status} ${text.slice(0, 200)}`;
}

/**
 * Returns an OpenSearch as the other server of a comparison.
 * @param address `http://user:password@host:9200`
 * @param restart shell command that restarts the process; it may return before the process answers
 */
export function openSearchAt(address: string, index: string, restart?: string): Peer {
  const url = new URL(address);
  const { base, authorization } = accessTo(url);

  async function call<T>(method: string, path: string, body?: string, type = 'application/json'): Promise<T> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { ...authorization, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} of ${url.host}: ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }

  /** Removes the index; succeeds if there is none. */
  const remove = (): Promise<void> => call('DELETE', `/${index}?ignore_unavailable=true`);

  async function write(batches: Iterable<readonly IncomingMessage[]>): Promise<void> {
    const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '30s' };
    await call('PUT', `/${index}`, JSON.stringify({ settings, mappings }));
    for (const batch of batches) {
      const bulk = batch.map(({ timestamp, source, message, fields, streams }) => {
        const document = { timestamp, source, message, streams, ...fields };
        return `{"create":{}}\n${JSON.stringify(document)}\n`;
      });
      const path = `/${index}/_bulk`;
      const { errors, items } = await call<BulkAnswer>('POST', path, bulk.join(''), 'application/x-ndjson');
      const failed = items.find(({ create }) => create?.error !== undefined);
      if (errors) throw new Error(`_bulk of ${url.host} refused ${JSON.stringify(failed)}`);
    }
    await call('POST', `/${index}/_refresh`);
  }

  async function merge(): Promise<void> {
    // A call that waits for completion would time out after five minutes.
    const path = `/${index}/_forcemerge?max_num_segments=1&wait_for_completion=false`;
    const { task } = await call<{ task: string }>('POST', path);
    const ended = await until(
      'the segments are merged',
      async () => {
        const progress = await call<TaskAnswer>('GET', `/_tasks/${task}`);
        return progress.completed ? progress : undefined;
      },
      mergeWithinMs,
    );
    if (ended.error !== undefined) throw new Error(`_forcemerge of ${url.host}: ${JSON.stringify(ended.error)}`);
    await call('POST', `/${index}/_refresh`);
  }

  /** Returns the start time of the process, which distinguishes it from a restarted one. */
  async function startedAt(): Promise<string> {
    return JSON.stringify(await call('GET', '/_nodes/jvm?filter_path=nodes.*.jvm.start_time_in_millis'));
  }

  async function isReady(before: string): Promise<boolean> {
    try {
      if ((await startedAt()) === before) return false;
      return (await call<{ status: string }>('GET', `/_cluster/health/${index}`)).status === 'green';
    } catch {
      // The port is closed, or the cluster state is not loaded yet.
      return false;
    }
  }

  async function startAnew(command: string): Promise<void> {
    const before = await startedAt();
    // `exit` does not wait for the end of the output, which background processes of the command may keep open.
    const [code] = (await once(spawn(command, { shell: true, stdio: 'ignore' }), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${command} ended with code ${code}`);
    await until(`a new process answers at ${url.host}`, () => isReady(before), restartWithinMs);
  }

  return {
    product: 'OpenSearch',
    async load(batches, count) {
      // A process that has just started does not know its indices yet.
      await call('GET', '/_cluster/health?wait_for_status=yellow&timeout=60s');
      const kept = await call<{ count: number }>('GET', `/${index}/_count?ignore_unavailable=true`);
      if (kept.count !== count) {
        await remove();
        await write(batches);
      }
      await merge();
    },
    async bytes() {
      interface Stats {
        readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
      }
      return (await call<Stats>('GET', `/${index}/_stats/store`))._all.primaries.store.size_in_bytes;
    },
    bulk: { url: `${base}/${index}/_bulk`, headers: authorization },
    async count(from, to) {
      const range = { '@timestamp': { gte: from, lt: to, format: 'epoch_millis' } };
      const path = `/${index}/_count?ignore_unavailable=true`;
      return (await call<{ count: number }>('POST', path, JSON.stringify({ query: { range } }))).count;
    },
    async cpuMs() {
      interface Stats {
        readonly nodes: Readonly<
          Record<string, { readonly process: { readonly cpu: { readonly total_in_millis: number } } }>
        >;
      }
      const { nodes } = await call<Stats>('GET', '/_nodes/stats/process');
      return Object.values(nodes).reduce((sum, { process }) => sum + process.cpu.total_in_millis, 0);
    },
    restart: restart === undefined ? undefined : () => startAnew(restart),
    async ask({ query, peer }, from, to) {
      const range = { range: { timestamp: { gte: from, lt: to, format: 'epoch_millis' } } };
      const text = { query_string: { query, default_field: 'message' } };
      const filter = query === '' ? [range] : [range, text];
      const body = JSON.stringify({ track_total_hits: true, query: { bool: { filter } }, ...peer });
      const started = performance.now();
      const path = `/${index}/_search?request_cache=false`;
      const answer = await call<PeerAnswer & { readonly timed_out: boolean }>('POST', path, body);
      const ms = performance.now() - started;
      if (answer.timed_out) throw new Error(`_search of ${url.host} timed out`);
      return { ms, answer: answerBeside(answer) };
    },
    remove,
  };
}
