/**
 * Tests the parsing of followed files: times, levels, fields and traces. Lines that are held back must be neither lost
 * nor duplicated.
 */
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createIntake } from '../../../../host/server/intake/index.js';
import type { FollowedFile } from '../../../../host/server/intake/transport/follow-file.js';
import { createLog } from '../../../../host/server/log/log.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';
import { eventually, memoryDocuments, RecordingSink } from './recording-sink.js';

async function place(context: TestContext, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'log-console-formats-'));
  context.after(() => rm(folder, { recursive: true }));
  return join(folder, name);
}

interface Place {
  readonly path: string;
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly sink: RecordingSink;
}

async function follow(
  context: TestContext,
  { path, documents, sink }: Place,
  recognise = true,
  messageBegins?: string,
) {
  const logLines: string[] = [];
  const intake = await createIntake({
    documents,
    sink,
    nodeId: 'node',
    log: createLog('info', (line) => logLines.push(line)),
    inputs: false,
    follow: [path],
    recognise,
    messageBegins,
  });
  await intake.start();
  context.after(() => intake.stop());
  const [input] = intake.inputs.all();
  return { intake, running: intake.inputs.running(input?.id ?? ''), logLines };
}

const fresh = (path: string): Place => ({ path, documents: memoryDocuments(), sink: new RecordingSink() });
const offsetOf = ({ documents }: Place) => documents.collection<FollowedFile>('followed_files').all()[0]?.offset;
const about = ({ timestamp, source, message, fields }: IncomingMessage) => [
  new Date(timestamp).toISOString(),
  source,
  fields['level'],
  message,
];

const access = (second: number, status: number) =>
  `203.0.113.9 - - [22/Nov/2025:10:00:0${second} +0100] "GET /a HTTP/1.1" ${status} 612 "-" "Mozilla/5.0"`;
const java = (second: number, level: string, text: string) =>
  `2025-11-22T10:00:0${second},456Z ${level} [main] org.example.Orders - ${text}`;
const trace =
  'java.lang.IllegalStateException: no stock\n\tat org.example.Stock.take(Stock.java:42)\nCaused by: x.Y: z\n\t... 12 more';

describe('a followed file', () => {
  it('a configured first-line pattern divides a followed file and its compressed files into messages', async (context) => {
    const file = fresh(await place(context, 'orders.txt'));
    await writeFile(`${file.path}.1.gz`, gzipSync('order 0\n salt\n'));
    const then = new Date(Date.now() - 3_600_000);
    await utimes(`${file.path}.1.gz`, then, then);
    await writeFile(file.path, 'order 1\n tea\norder 2\n milk\n');
    const { intake } = await follow(context, file, true, 'order \\d');
    await file.sink.until(3);
    await intake.stop();
    const texts = () => file.sink.messages.map(({ message, fullMessage }) => fullMessage ?? message).toSorted();
    assert.deepEqual(texts(), ['order 0\n salt', 'order 1\n tea', 'order 2\n milk']);
    // Without a configured pattern, the second start recognises the format again.
    await appendFile(file.path, 'order 3\n plain\n');
    await follow(context, file);
    await file.sink.until(5);
    assert.deepEqual(texts().slice(0, 2), [' plain', 'order 0\n salt']);
  });

  it('a followed file keeps its recognised format if it has not grown while the server was down', async (context) => {
    const file = fresh(await place(context, 'access.log'));
    await writeFile(file.path, `${access(1, 200)}\n${access(2, 502)}\n`);
    const { intake } = await follow(context, file);
    await file.sink.until(2);
    await intake.stop();
    const { running } = await follow(context, file);
    const recognised = [{ source: 'access.log', format: 'access log of Apache or nginx' }];
    await eventually(() => running?.recognised.list().length === 1);
    assert.deepEqual(running?.recognised.list(), recognised);
    await appendFile(file.path, `${access(3, 200)}\n`);
    await file.sink.until(3);
    assert.equal(file.sink.messages[2]?.fields['http_response_code'], 200);
  });

  it('a followed file of nginx yields times, levels and fields', async (context) => {
    const file = fresh(await place(context, 'access.log'));
    await writeFile(file.path, `${access(1, 200)}\n${access(2, 502)}\n`);
    const { running, logLines } = await follow(context, file);
    await file.sink.until(2);
    assert.deepEqual(file.sink.messages.map(about), [
      ['2025-11-22T09:00:01.000Z', 'access.log', 6, access(1, 200)],
      ['2025-11-22T09:00:02.000Z', 'access.log', 3, access(2, 502)],
    ]);
    assert.equal(file.sink.messages[1]?.fields['http_response_code'], 502);
    assert.equal(file.sink.messages[1]?.fields['file'], 'access.log');
    assert.deepEqual(running?.recognised.list(), [{ source: 'access.log', format: 'access log of Apache or nginx' }]);
    assert.equal(
      logLines.filter((line) => line.includes('Recognised: access log of Apache or nginx (access.log)')).length,
      1,
    );
  });

  it('a followed file of ZooKeeper yields times, levels and fields', async (context) => {
    const file = fresh(await place(context, 'zookeeper.log'));
    const lines = [
      'INFO  [QuorumPeer[myid=1]/0:0:2181:Leader@774]',
      'WARN  [SendWorker:1:QuorumCnxManager$SendWorker@688]',
    ];
    await writeFile(file.path, lines.map((line) => `2015-07-29T17:41:44,747Z - ${line} - text\n`).join(''));
    await follow(context, file);
    await file.sink.until(2);
    assert.deepEqual(file.sink.messages.map(about), [
      ['2015-07-29T17:41:44.747Z', 'zookeeper.log', 6, 'text'],
      ['2015-07-29T17:41:44.747Z', 'zookeeper.log', 4, 'text'],
    ]);
  });

  it('a followed file of Java joins stack traces with their lines', async (context) => {
    const file = fresh(await place(context, 'app.log'));
    await writeFile(
      file.path,
      `${java(1, 'INFO', 'one')}\n${java(2, 'ERROR', 'two')}\n${trace}\n${java(3, 'WARN', 'three')}\n`,
    );
    await follow(context, file);
    await file.sink.until(3);
    assert.deepEqual(file.sink.messages.map(about), [
      ['2025-11-22T10:00:01.456Z', 'app.log', 6, 'one'],
      ['2025-11-22T10:00:02.456Z', 'app.log', 3, 'two'],
      ['2025-11-22T10:00:03.456Z', 'app.log', 4, 'three'],
    ]);
    assert.deepEqual(
      file.sink.messages.map(({ fullMessage }) => fullMessage),
      [undefined, `${java(2, 'ERROR', 'two')}\n${trace}`, undefined],
    );
  });

  it('lines of a followed file stay undecoded if format recognition is disabled, until it is enabled', async (context) => {
    const file = fresh(await place(context, 'access.log'));
    await writeFile(file.path, `${access(1, 200)}\n`);
    const first = await follow(context, file, false);
    await file.sink.until(1);
    assert.equal(file.sink.messages[0]?.fields['http_response_code'], undefined);
    assert.deepEqual(first.running?.recognised.list(), []);
    await first.intake.stop();
    await appendFile(file.path, `${access(2, 200)}\n`);
    await follow(context, file);
    await file.sink.until(2);
    assert.equal(file.sink.messages[1]?.fields['http_response_code'], 200);
  });

  it('a followed file is read again from the first line that was held back', async (context) => {
    const file = fresh(await place(context, 'app.log'));
    await writeFile(file.path, Array.from({ length: 30 }, (_, at) => `${java(1, 'INFO', `line ${at}`)}\n`).join(''));
    const first = await follow(context, file);
    await file.sink.until(30);
    const { size: length } = await stat(file.path);
    await eventually(() => offsetOf(file) === length);
    const began = `${java(2, 'ERROR', 'began')}\n`;
    file.sink.failure = new Error('disk full');
    await appendFile(file.path, began);
    await eventually(() => first.running?.state === 'FAILING');
    await first.intake.stop();
    assert.equal(offsetOf(file), length);
    file.sink.failure = undefined;
    await appendFile(file.path, `${trace}\n${java(3, 'INFO', 'end')}\n`);
    await follow(context, file);
    await file.sink.until(32);
    assert.deepEqual(file.sink.texts().slice(30), ['began', 'end']);
    assert.equal(file.sink.messages[30]?.fullMessage, `${began}${trace}`);
  });

  it('rotating a followed file ends its last message', async (context) => {
    const file = fresh(await place(context, 'app.log'));
    await writeFile(file.path, `${java(1, 'INFO', 'one')}\n`);
    await follow(context, file);
    await file.sink.until(1);
    await appendFile(file.path, `${java(2, 'ERROR', 'two')}\n${trace}`);
    await rename(file.path, `${file.path}.1`);
    await writeFile(file.path, `${java(3, 'INFO', 'three')}\n`);
    await file.sink.until(3);
    assert.deepEqual(file.sink.texts(), ['one', 'two', 'three']);
    assert.equal(file.sink.messages[1]?.fullMessage, `${java(2, 'ERROR', 'two')}\n${trace}`);
  });

  it('truncating a followed file ends its last message, and the new content may have another format', async (context) => {
    const file = fresh(await place(context, 'app.log'));
    await writeFile(file.path, `${java(1, 'INFO', 'one')}\n`);
    const { running } = await follow(context, file);
    await file.sink.until(1);
    await truncate(file.path, 0);
    await eventually(() => offsetOf(file) === 0);
    await appendFile(file.path, '{"msg":"two","level":"warn"}\n');
    await file.sink.until(2);
    assert.deepEqual([file.sink.texts(), file.sink.messages[1]?.fields['level']], [['one', 'two'], 4]);
    await eventually(() => running?.recognised.list()[0]?.format === 'JSON lines');
  });
});
