/** Measures messages per second for each input type with the real store; a message counts once it is durable. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIntake, streamCollection, type Intake } from '../../host/server/intake/index.js';
import { createLog } from '../../host/server/log/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import type { Documents, MessageStore } from '../../host/server/store/types.js';
import { gelf, measure, streamOf, type Case, type GelfMessage, type Report } from './intake-measure.js';

const line = `${'alpha bravo charlie delta echo foxtrot golf hotel '.repeat(3)}#`;
/** Message in a log format that the server recognises. */
const dated = `2026-01-02 03:04:05,678 INFO  [main] org.example.web.Orders - ${line}`;
const old = `<34>Oct 11 22:14:15 web-1 app[77]: ${line}`;
const modern = `<165>1 2026-01-02T03:04:05.678Z web-1 app 77 ID1 [a@1 user="9001" took="42"] ${line}`;

const fast = '≥ 20000';
const cases: readonly Case[] = [
  { name: 'GELF TCP', type: 'gelfTcp', task: { template: gelf, delimiter: '\0' }, count: 100_000, goal: fast },
  { name: 'GELF TCP, newlines', type: 'gelfTcp', task: { template: gelf, delimiter: '\n' }, count: 100_000 },
  { name: 'GELF HTTP, bulk', type: 'gelfHttp', task: { template: gelf, protocol: 'http' }, count: 100_000, goal: fast },
  { name: 'GELF HTTP, single', type: 'gelfHttp', task: { template: gelf, protocol: 'http-single' }, count: 15_000 },
  { name: 'GELF UDP', type: 'gelfUdp', task: { template: gelf, protocol: 'udp' }, count: 60_000 },
  {
    name: 'syslog TCP, RFC 5424, counted',
    type: 'syslogTcp',
    task: { template: modern, framing: 'octets' },
    count: 150_000,
    goal: fast,
  },
  { name: 'syslog TCP, RFC 3164, lines', type: 'syslogTcp', task: { template: old }, count: 150_000, goal: fast },
  { name: 'syslog UDP', type: 'syslogUdp', task: { template: old, protocol: 'udp' }, count: 60_000 },
  { name: 'raw TCP', type: 'rawTcp', task: { template: line }, count: 150_000, goal: fast },
  { name: 'raw TCP, lines with time and level', type: 'rawTcp', task: { template: dated }, count: 150_000 },
  { name: 'JSON lines TCP', type: 'jsonTcp', task: { template: gelf }, count: 100_000 },
];

const streamCount = 500;

/** Reports the cost of routing alone, a value that other load on the machine hardly affects. */
function reportRouting(report: Report, intake: Intake): void {
  const rounds = 50_000;
  const { short_message: message, host: source, version: _version, ...given } = JSON.parse(gelf) as GelfMessage;
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.replace(/^_/, ''), value]));
  const incoming = { timestamp: 0, source, message, fields, streams: [], inputId: 'bench', receivedAt: 0 };
  const begin = performance.now();
  for (let round = 0; round < rounds; round += 1) intake.routeMessage(incoming);
  report(`Routing a message by ${streamCount} streams`, ((performance.now() - begin) / rounds) * 1000, 'µs', '≤ 15');
}

/** Measures messages without and with many streams in alternation, so that other load affects both alike. */
async function measureStreams(
  report: Report,
  intake: Intake,
  store: MessageStore,
  documents: Documents,
  count: number,
) {
  const streams = streamCollection(documents);
  const documentsOf = Array.from({ length: streamCount }, (_, number) => streamOf(number));
  const one = (name: string): Promise<number> =>
    measure(report, intake, store, { name, type: 'gelfTcp', task: { template: gelf, delimiter: '\0' }, count });
  let [bare, routed] = [0, 0];
  for (let turn = 0; turn < 2; turn += 1) {
    bare += await one('GELF TCP, no streams');
    await Promise.all(documentsOf.map((stream) => streams.put(stream)));
    routed += await one(`GELF TCP, ${streamCount} streams with 5 rules each`);
    if (turn === 0) reportRouting(report, intake);
    await Promise.all(documentsOf.map(({ id }) => streams.delete(id)));
  }
  report(
    `Loss of messages per second by ${streamCount} streams with 5 rules each`,
    (1 - routed / bare) * 100,
    '%',
    '≤ 30',
  );
}

export async function bench(report: Report, { large }: { large: boolean }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-bench-'));
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'bench', log: createLog('error') });
  const intake = await createIntake({
    documents,
    sink: store,
    nodeId: 'bench',
    log: createLog('error'),
    inputs: false,
  });
  try {
    await intake.start();
    for (const one of cases) {
      await measure(report, intake, store, large ? { ...one, count: one.count * 10 } : one);
    }
    await measureStreams(report, intake, store, documents, large ? 1_000_000 : 100_000);
    report('resident memory after all measurements', process.memoryUsage.rss() / 1024 / 1024, 'MiB');
  } finally {
    await intake.stop();
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
