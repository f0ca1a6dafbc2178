/** An OpenSearch that is measured beside this server: the same messages by `_bulk`, the same questions by `_search`. */
import type { IncomingMessage } from '../../host/server/store/types.js';
import type { Line } from './search-lines.js';

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
  },
};

export interface Peer {
  load(batches: Iterable<readonly IncomingMessage[]>): Promise<void>;
  /** @returns the milliseconds that the answer took, and how many messages it is of */
  ask(line: Line, from: number, to: number): Promise<{ readonly ms: number; readonly total: number }>;
  /** Removes what was loaded. */
  remove(): Promise<void>;
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly { readonly create?: { readonly error?: unknown } }[];
}
interface SearchAnswer {
  readonly timed_out: boolean;
  readonly hits: { readonly total: { readonly value: number } };
}

/** @param address `http://user:password@host:9200` */
export function openSearchAt(address: string, index: string): Peer {
  const url = new URL(address);
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username === '' ? {} : { Authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}/${index}`;

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

  return {
    async load(batches) {
      const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '30s' };
      await call('PUT', '', JSON.stringify({ settings, mappings }));
      for (const batch of batches) {
        const bulk = batch.map(({ timestamp, source, message, fields, streams }) => {
          const document = { timestamp, source, message, streams, ...fields };
          return `{"create":{}}\n${JSON.stringify(document)}\n`;
        });
        const { errors, items } = await call<BulkAnswer>('POST', '/_bulk', bulk.join(''), 'application/x-ndjson');
        const failed = items.find(({ create }) => create?.error !== undefined);
        if (errors) throw new Error(`_bulk of ${url.host} refused ${JSON.stringify(failed)}`);
      }
      await call('POST', '/_refresh');
    },
    async ask({ query, peer }, from, to) {
      const range = { range: { timestamp: { gte: from, lt: to, format: 'epoch_millis' } } };
      const text = { query_string: { query, default_field: 'message' } };
      const filter = query === '' ? [range] : [range, text];
      const body = JSON.stringify({ track_total_hits: true, query: { bool: { filter } }, ...peer });
      const started = performance.now();
      const { hits, timed_out } = await call<SearchAnswer>('POST', '/_search?request_cache=false', body);
      if (timed_out) throw new Error(`_search of ${url.host} timed out`);
      return { ms: performance.now() - started, total: hits.total.value };
    },
    remove: () => call('DELETE', ''),
  };
}
