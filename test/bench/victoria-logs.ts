/**
 * Runs the benchmark against VictoriaLogs for comparison: the same messages as JSON lines, the same queries as LogsQL
 * (https://docs.victoriametrics.com/victorialogs/querying/).
 */
import type { IncomingMessage } from '../../host/server/store/types.js';
import { until } from '../until.js';
import { accessTo } from './access.js';
import type { Answer } from './answers.js';
import type { Peer } from './peer.js';
import type { LogsQl } from './search-lines.js';

const ingestedWithinMs = 300_000;
/** Number of requests that send messages at the same time. */
const connections = 2;

type Row = Readonly<Record<string, string>>;

/** Converts the rows of a `stats` pipe: `_time` and other labels name the group, all other columns are metrics. */
function answerOfStats(rows: readonly Row[], { by, figures: names }: LogsQl['stats'] & object): Answer {
  const figures = new Map<string, number>();
  const groups = new Set<string>();
  for (const row of rows) {
    const labels = by.map((label) => (label === '_time' ? String(Date.parse(row['_time'] ?? '')) : (row[label] ?? '')));
    groups.add(labels[0] ?? '');
    for (const name of names) figures.set([...labels, name].join(' '), Number(row[name]));
  }
  return { page: 0, groups: groups.size, figures };
}

/** Returns a VictoriaLogs as the other server of a comparison. @param address `http://user:password@host:9428` */
export function victoriaLogsAt(address: string): Peer {
  const url = new URL(address);
  const { authorization: headers } = accessTo(url);

  async function call(path: string, body?: string | URLSearchParams): Promise<string> {
    const answer = await fetch(`${url.origin}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} of ${url.host}: ${answer.status} ${text.slice(0, 500)}`);
    return text;
  }
  const rowsOf = (text: string): Row[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  const query = async (text: string, range: Readonly<Record<string, string>>): Promise<Row[]> =>
    rowsOf(await call('/select/logsql/query', new URLSearchParams({ query: text, ...range })));

  async function metric(name: string): Promise<number> {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await call('/metrics'));
    if (!found) throw new Error(`${url.host} reports no metric ${name}`);
    return Number(found[1]);
  }
  async function sumOf(name: string): Promise<number> {
    const found = (await call('/metrics')).matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
    return [...found].reduce((sum, [, value]) => sum + Number(value), 0);
  }
  // The time interval of a query of VictoriaLogs includes its end.
  const rangeOf = (from: number, to: number): Readonly<Record<string, string>> => ({
    start: new Date(from).toISOString(),
    end: new Date(to - 1).toISOString(),
  });
  const count = async (range: Readonly<Record<string, string>> = {}): Promise<number> =>
    Number((await query('* | stats count() n', range))[0]?.['n'] ?? 0);

  async function write(batches: Iterable<readonly IncomingMessage[]>): Promise<void> {
    const path = '/insert/jsonline?_stream_fields=source&_time_field=timestamp&_msg_field=message';
    const next = batches[Symbol.iterator]();
    const sender = async (): Promise<void> => {
      for (let batch = next.next(); !batch.done; batch = next.next()) await call(path, jsonLines(batch.value));
    };
    await Promise.all(Array.from({ length: connections }, sender));
  }

  return {
    product: 'VictoriaLogs',
    async load(batches, expected) {
      if ((await count()) === expected) return;
      if ((await count()) > 0) throw new Error(`${url.host} holds other messages; start it with an empty directory`);
      await write(batches);
      await call('/internal/force_flush');
      // A server that was started without `-retentionPeriod=10y` drops these messages, because they are older than a
      // week.
      await until('all messages are found', async () => (await count()) === expected, ingestedWithinMs);
    },
    bytes: () => sumOf('vl_data_size_bytes'),
    cpuMs: async () => 1000 * (await metric('process_cpu_seconds_total')),
    residentBytes: () => metric('process_resident_memory_bytes'),
    peakBytes: () => metric('process_resident_memory_peak_bytes'),
    bulk: {
      url: `${url.origin}/insert/elasticsearch/_bulk?_stream_fields=host&_time_field=@timestamp&_msg_field=message`,
      headers,
    },
    count: (from, to) => count(rangeOf(from, to)),
    restart: undefined,
    async ask({ logsQl }, from, to) {
      const { filter, stats, sort } = logsQl;
      const range = rangeOf(from, to);
      const begun = performance.now();
      if (stats) {
        const rows = await query(`${filter} | ${stats.pipes}`, range);
        return { ms: performance.now() - begun, answer: answerOfStats(rows, stats) };
      }
      if (sort !== undefined) {
        const rows = await query(`${filter} | ${sort}`, range);
        return { ms: performance.now() - begun, answer: { page: rows.length, groups: 0, figures: new Map() } };
      }
      const [rows, hits] = await Promise.all([
        query(filter, { ...range, limit: '150' }),
        call('/select/logsql/hits', new URLSearchParams({ query: filter, step: '3h', ...range })),
      ]);
      const ms = performance.now() - begun;
      return { ms, answer: { page: rows.length, ...answerOfHits(hits) } };
    },
    // VictoriaLogs removes nothing over HTTP unless deletion is switched on. So the person who starts the server must
    // remove its directory.
    remove: async () => undefined,
  };
}

/** Formats a batch as the endpoint `/insert/jsonline` reads it. */
function jsonLines(batch: readonly IncomingMessage[]): string {
  return batch
    .map(({ timestamp, source, message, fields, streams }) => {
      const row = {
        timestamp: new Date(timestamp).toISOString(),
        source,
        message,
        streams: streams.join(' '),
        ...fields,
      };
      return `${JSON.stringify(row)}\n`;
    })
    .join('');
}

/** Converts a response of `/select/logsql/hits`: one list of bars without a split. */
function answerOfHits(text: string): Pick<Answer, 'total' | 'groups' | 'figures'> {
  interface Hits {
    readonly hits: readonly { readonly timestamps: readonly string[]; readonly values: readonly number[] }[];
  }
  const bars = (JSON.parse(text) as Hits).hits.flatMap(({ timestamps, values }) =>
    timestamps.map((timestamp, at) => [Date.parse(timestamp), values[at] ?? 0] as const),
  );
  const full = bars.filter(([, value]) => value > 0);
  return {
    total: full.reduce((sum, [, value]) => sum + value, 0),
    groups: full.length,
    figures: new Map(full.map(([time, value]) => [`${time} count()`, value])),
  };
}
