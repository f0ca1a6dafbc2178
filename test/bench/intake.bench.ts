/** How many messages a second each type of input takes in, every one durable before it counts (with the real store). */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIntake, streamCollection, type Intake, type StreamDocument } from '../../host/server/intake/index.js';
import { inputTypeIds } from '../../host/server/intake/input-types.js';
import { createLog } from '../../host/server/log.js';
import { openDocuments, openStore } from '../../host/server/store/index.js';
import type { Documents, MessageStore } from '../../host/server/store/types.js';
import type { SenderTask } from './intake-sender.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const fields = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`_field_${index}`, `value ${index} of #`]));
const gelf = JSON.stringify({
  version: '1.1',
  host: 'web-1.example.org',
  short_message: `${'alpha bravo charlie delta echo foxtrot golf hotel '.repeat(3)}#`,
  level: 6,
  _took_ms: 42,
  ...fields,
});
interface GelfMessage {
  readonly [name: string]: string | number;
  readonly short_message: string;
  readonly host: string;
}
const line = `${'alpha bravo charlie delta echo foxtrot golf hotel '.repeat(3)}#`;
/** Of a format that is recognised. */
const dated = `2026-01-02 03:04:05,678 INFO  [main] org.example.web.Orders - ${line}`;
const old = `<34>Oct 11 22:14:15 web-1 app[77]: ${line}`;
const modern = `<165>1 2026-01-02T03:04:05.678Z web-1 app 77 ID1 [a@1 user="9001" took="42"] ${line}`;

interface Case {
  readonly name: string;
  readonly type: keyof typeof inputTypeIds;
  readonly task: Partial<SenderTask>;
  readonly count: number;
  readonly goal?: string;
}

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

const idleMs = 500;

/** Resolves when all messages are durable, or (UDP) nothing has come for a while; with the seconds until the last one. */
async function durable(
  store: MessageStore,
  before: number,
  count: number,
  sent: () => boolean,
): Promise<[number, number]> {
  const started = performance.now();
  let appended = 0;
  let last = started;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = store.journal.appended - before;
    if (now !== appended) {
      appended = now;
      last = performance.now();
    }
    if (appended >= count || (sent() && performance.now() - last > idleMs)) return [appended, (last - started) / 1000];
  }
}

/** @returns messages per second */
async function measure(
  report: Report,
  intake: Intake,
  store: MessageStore,
  { name, type, task, count, goal }: Case,
): Promise<number> {
  const configuration = {
    bind_address: '127.0.0.1',
    port: 0,
    enable_bulk_receiving: task.protocol === 'http',
    max_chunk_size: 16_777_216,
  };
  const request = { title: name, type: inputTypeIds[type], global: true, configuration };
  const { id } = await intake.inputs.create(request, 'bench');
  const port = intake.inputs.running(id)?.listening?.port ?? 0;
  const before = store.journal.appended;
  const whole: SenderTask = {
    protocol: 'tcp',
    delimiter: '\n',
    framing: 'delimiter',
    template: '',
    ...task,
    port,
    count,
  };
  let sent = false;
  const sender = fork(new URL('./intake-sender.ts', import.meta.url), [JSON.stringify(whole)], {
    execArgv: ['--import', 'tsx'],
  });
  // The clock starts when the sender does: starting a process is not part of the figure.
  await new Promise<void>((resolve) => sender.once('message', () => resolve()));
  sender.once('exit', () => (sent = true));
  const [appended, seconds] = await durable(store, before, count, () => sent);
  report(`${name}, acknowledged when durable`, appended / seconds, 'messages/s', goal);
  if (appended < count) report(`${name}, lost on the way`, ((count - appended) / count) * 100, '%');
  await intake.inputs.delete(id);
  await store.settled();
  return appended / seconds;
}

const streamCount = 500;

/** Five rules of all types for each stream, half of them needing all, half any one; about one message in ten is taken by one. */
function streamOf(number: number): StreamDocument {
  const values: Readonly<Record<number, readonly [field: string, value: string, inverted?: boolean]>> = {
    1: [`field_${number % 12}`, `value ${number % 12} of ${number * 20}`],
    2: ['message', `india ${number}[0-9]* .*failed`],
    3: ['took_ms', String(100 + number)],
    4: ['level', String(-number)],
    5: [`only_${number}`, ''],
    6: ['message', `juliett ${number} `],
    7: ['', '', true],
    8: ['', `input-${number}`],
  };
  const id = `stream-${number}`;
  return {
    id,
    title: id,
    description: null,
    creator_user_id: 'bench',
    created_at: '2026-01-01T00:00:00.000Z',
    outputs: [],
    matching_type: number % 2 === 0 ? 'AND' : 'OR',
    disabled: false,
    rules: Array.from({ length: 5 }, (_, at) => {
      const type = ((number + at) % 8) + 1;
      const [field = '', value = '', inverted = false] = values[type] ?? [];
      return { id: `${id}-${at}`, stream_id: id, type, field, value, inverted, description: null };
    }),
    content_pack: null,
    is_default: false,
    is_editable: true,
    remove_matches_from_default_stream: false,
    index_set_id: '',
  };
}

/** What routing alone takes, which nothing else on the machine blurs much. */
function reportRouting(report: Report, intake: Intake): void {
  const rounds = 50_000;
  const { short_message: message, host: source, version: _version, ...given } = JSON.parse(gelf) as GelfMessage;
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.replace(/^_/, ''), value]));
  const incoming = { timestamp: 0, source, message, fields, streams: [], inputId: 'bench', receivedAt: 0 };
  const begin = performance.now();
  for (let round = 0; round < rounds; round += 1) intake.routeMessage(incoming);
  report(`Routing a message by ${streamCount} streams`, ((performance.now() - begin) / rounds) * 1000, 'µs', '≤ 15');
}

/** The same messages without and with many streams, in turns, so that what else the machine does hits both. */
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
  report(`What ${streamCount} streams with 5 rules each cost of it`, (1 - routed / bare) * 100, '%', '≤ 30');
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
    report('resident memory after all of them', process.memoryUsage.rss() / 1024 / 1024, 'MiB');
  } finally {
    await intake.stop();
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  }
}
