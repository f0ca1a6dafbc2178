/**
 * Measures the intake of a separate server process by the Elasticsearch bulk API, until searches find the messages.
 * With `--beside`, the same requests are also sent to another server.
 */
import { readFile } from 'node:fs/promises';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import type { IncomingMessage } from '../../host/server/store/types.js';
import { cpuMsOf } from '../cpu-ms.js';
import { findMessages } from '../find-messages.js';
import { startTestServer } from '../server.js';
import { startInput } from '../started-input.js';
import { until } from '../until.js';
import { peerAt, type Peer } from './peer.js';
import { wordMessages } from './word-messages.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;
interface Options {
  readonly large: boolean;
  /** Address of a VictoriaLogs or an OpenSearch for comparison. */
  readonly beside?: string;
}

/** Number of requests that send messages at the same time. */
const connections = 4;
const searchableWithinMs = 600_000;

interface Receiver {
  /** Address of the bulk API. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the number of messages that searches find in the time range of this measurement. */
  found(): Promise<number>;
  cpuMs(): Promise<number>;
  /** Returns the largest resident memory so far, in bytes; undefined: the product does not report it. */
  readonly peakBytes?: () => Promise<number>;
}

interface Figures {
  /** Messages per second until the last request was answered. */
  readonly acknowledged: number;
  /** Messages per second until a search found all messages. */
  readonly searchable: number;
  /** Seconds of processor time for a million messages, until all are searchable. */
  readonly cpuPerMillion: number;
  readonly peakMiB: number | undefined;
}

/** Formats a batch as the bulk API reads it, with the names of fields of the Elastic Common Schema. */
function bulkLines(batch: readonly IncomingMessage[]): string {
  return batch
    .map(({ timestamp, source, message, fields }) => {
      const document = { '@timestamp': new Date(timestamp).toISOString(), host: source, message, ...fields };
      return `{"create":{}}\n${JSON.stringify(document)}\n`;
    })
    .join('');
}

async function measure(
  { url, headers, ...receiver }: Receiver,
  bodies: readonly string[],
  count: number,
): Promise<Figures> {
  const before = await receiver.cpuMs();
  const begun = performance.now();
  const next = bodies[Symbol.iterator]();
  const sender = async (): Promise<void> => {
    for (let body = next.next(); !body.done; body = next.next()) {
      const init = {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
        body: body.value,
      };
      const answer = await fetch(url, init);
      const text = await answer.text();
      if (!answer.ok || text.includes('"errors":true'))
        throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  const acknowledged = performance.now() - begun;
  await until('searches find all messages', async () => (await receiver.found()) === count, searchableWithinMs);
  const searchable = performance.now() - begun;
  return {
    acknowledged: (count / acknowledged) * 1000,
    searchable: (count / searchable) * 1000,
    cpuPerMillion: (((await receiver.cpuMs()) - before) / count) * 1000,
    peakMiB: receiver.peakBytes && (await receiver.peakBytes()) / 1024 / 1024,
  };
}

/** Reads the largest resident memory that a process has had, in bytes (Linux: `VmHWM`). */
async function peakBytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

async function measureHere(bodies: readonly string[], count: number): Promise<Figures> {
  const server = await startTestServer({ costlyPasswords: true });
  try {
    const session = await server.login();
    const { port } = await startInput(server, session, inputTypeIds.elasticsearchHttp);
    const receiver: Receiver = {
      url: `http://127.0.0.1:${port}/_bulk`,
      headers: {},
      found: async () => (await findMessages(server, session, '')).total,
      cpuMs: () => cpuMsOf(server.process.pid),
      peakBytes: () => peakBytesOf(server.process.pid),
    };
    return await measure(receiver, bodies, count);
  } finally {
    await server.stop();
  }
}

const besideOf = (peer: Peer, from: number, to: number): Receiver => ({
  ...peer.bulk,
  found: () => peer.count(from, to),
  cpuMs: () => peer.cpuMs(),
  ...(peer.peakBytes && { peakBytes: peer.peakBytes }),
});

export async function bench(report: Report, { large, beside: address }: Options): Promise<void> {
  const count = large ? 1_000_000 : 300_000;
  // The messages have times of the last hour, in which another server has no messages of the search bench.
  const to = Date.now();
  const from = to - 3_600_000;
  const bodies = [...wordMessages({ count, from, to: to - 1000 })].map(bulkLines);
  const peer = address === undefined ? undefined : await peerAt(address, `log-console-bench-intake-${process.pid}`);
  const beside = peer && (await measure(besideOf(peer, from, to), bodies, count));
  const here = await measureHere(bodies, count);
  const limit = (figure: number | undefined, factor: number, sign: string) =>
    figure === undefined ? undefined : `${sign} ${(figure * factor).toFixed(0)} (beside × ${factor})`;
  const name = 'Elasticsearch bulk HTTP';
  report(`${name}, acknowledged`, here.acknowledged, 'messages/s', limit(beside?.acknowledged, 0.6, '≥'));
  report(`${name}, searchable`, here.searchable, 'messages/s', limit(beside?.searchable, 0.6, '≥'));
  report(`${name}, processor for a million`, here.cpuPerMillion, 's', limit(beside?.cpuPerMillion, 1.7, '≤'));
  report(`${name}, largest memory`, here.peakMiB ?? Number.NaN, 'MiB', '≤ 700');
  if (beside?.peakMiB !== undefined) report(`${name}, largest memory beside`, beside.peakMiB, 'MiB');
}
