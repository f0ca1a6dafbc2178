import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createIntake } from '../../../../host/server/intake/index.js';
import type { FollowedFile } from '../../../../host/server/intake/transport/follow-file.js';
import { isRotatedName, namesBefore } from '../../../../host/server/intake/files/rotated-name.js';
import { createLog } from '../../../../host/server/log/log.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { eventually, memoryDocuments, RecordingSink } from './recording-sink.js';

async function directory(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'log-console-follow-'));
  context.after(() => rm(path, { recursive: true }));
  return path;
}

async function follow(context: TestContext, path: string, documents: Documents, sink: RecordingSink) {
  const intake = await createIntake({
    documents,
    sink,
    nodeId: 'node',
    log: createLog('error', () => undefined),
    inputs: false,
    follow: [path],
  });
  await intake.start();
  context.after(() => intake.stop());
  const [input] = intake.inputs.all();
  return { intake, running: intake.inputs.running(input?.id ?? '') };
}

const offsetOf = (documents: Documents) => documents.collection<FollowedFile>('followed_files').all()[0]?.offset;

/** Waits until the clock of the file system, which ticks every few milliseconds, has passed the present time. */
async function fileClockTick(directory: string): Promise<void> {
  const now = Date.now();
  const probe = join(directory, 'probe');
  for (;;) {
    await writeFile(probe, '');
    const { mtimeMs } = await stat(probe);
    await rm(probe);
    if (mtimeMs > now) return;
  }
}

describe('following a file', () => {
  it('reads existing and appended content, complete lines only', async (context) => {
    const path = join(await directory(context), 'app.log');
    await writeFile(path, 'one\r\ntwo\n\nthr');
    const sink = new RecordingSink();
    await follow(context, path, memoryDocuments(), sink);
    await sink.until(2);
    await appendFile(
      path,
      'ee\n{"msg":"json","a":1}\n{no json\n2026-01-02T03:04:05Z dated\nOct 11 22:14:15 host app[7]: syslog\n',
    );
    await sink.until(7);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three', 'json', '{no json', '2026-01-02T03:04:05Z dated', 'syslog']);
    assert.equal(sink.messages[3]?.fields['a'], 1);
    assert.equal(sink.messages[5]?.timestamp, Date.parse('2026-01-02T03:04:05Z'));
    assert.equal(sink.messages[6]?.source, 'host');
    assert.ok(sink.messages.every(({ fields }) => fields['file'] === 'app.log'));
  });

  it('reads a last line without a line end once the file was unchanged for a minute', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    const longAgo = new Date(Date.now() - 90_000);
    await writeFile(path, 'one\ntwo');
    await utimes(path, longAgo, longAgo);
    await follow(context, path, documents, sink);
    await sink.until(2);
    await eventually(() => offsetOf(documents) === 7);
    await appendFile(path, '\nthree\nfo');
    await sink.until(3);
    await utimes(path, longAgo, longAgo);
    await sink.until(4);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three', 'fo']);
  });

  for (const bigEndian of [false, true])
    it(`reads UTF-16 ${bigEndian ? 'BE' : 'LE'} whose characters contain the newline byte, across restarts and split writes`, async (context) => {
      const path = join(await directory(context), 'app.log');
      const documents = memoryDocuments();
      const bytesOf = (text: string) =>
        bigEndian ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le');
      const before = new RecordingSink();
      await writeFile(path, bytesOf('\ufeff上 one\r\n\r\nĀ two\n上'));
      const first = await follow(context, path, documents, before);
      await before.until(2);
      await first.intake.stop();
      const sink = new RecordingSink();
      await follow(context, path, documents, sink);
      const rest = bytesOf('ਅ three\n上 four\n');
      await appendFile(path, rest.subarray(0, 17));
      await appendFile(path, rest.subarray(17));
      await sink.until(2);
      assert.deepEqual(
        [before.texts(), sink.texts()],
        [
          ['上 one', 'Ā two'],
          ['上ਅ three', '上 four'],
        ],
      );
      const { size } = await stat(path);
      await eventually(() => offsetOf(documents) === size);
    });

  it('reads a long last line without a line end as one message', async (context) => {
    const path = join(await directory(context), 'app.log');
    const sink = new RecordingSink();
    const longAgo = new Date(Date.now() - 90_000);
    const long = 'long '.repeat(300_000).trimEnd();
    await writeFile(path, long);
    await utimes(path, longAgo, longAgo);
    await follow(context, path, memoryDocuments(), sink);
    await sink.until(1);
    assert.equal(sink.texts()[0]?.length, long.length);
  });

  it('continues at its position without losing or repeating lines', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    await writeFile(path, 'one\ntwo\n');
    const first = await follow(context, path, documents, sink);
    await sink.until(2);
    await first.intake.stop();
    await appendFile(path, 'three\n');
    await follow(context, path, documents, sink);
    await sink.until(3);
    await eventually(() => offsetOf(documents) === 14);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three']);
  });

  it('stores no position before the messages are durable', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    sink.failure = new Error('disk full');
    await writeFile(path, 'one\n');
    const { running } = await follow(context, path, documents, sink);
    await eventually(() => running?.state === 'FAILING');
    assert.equal(offsetOf(documents), undefined);
    sink.failure = undefined;
    await sink.until(1);
    await eventually(() => running?.state === 'RUNNING');
    assert.deepEqual(sink.texts(), ['one']);
  });

  it('follows a rotation to the end of the old file and the beginning of the new one', async (context) => {
    const path = join(await directory(context), 'app.log');
    const sink = new RecordingSink();
    await writeFile(path, 'one\n');
    await follow(context, path, memoryDocuments(), sink);
    await sink.until(1);
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, 'two\nlast without end');
    await writeFile(path, 'three\n');
    await sink.until(4);
    await appendFile(path, 'four\n');
    await sink.until(5);
    assert.deepEqual(sink.texts(), ['one', 'two', 'last without end', 'three', 'four']);
  });

  it('finds a file that was rotated while the server was down', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    await writeFile(path, 'one\n');
    const first = await follow(context, path, documents, sink);
    await sink.until(1);
    await eventually(() => offsetOf(documents) === 4);
    await first.intake.stop();
    await appendFile(path, 'two\n');
    await rename(path, `${path}.1`);
    await writeFile(path, 'three\n');
    await follow(context, path, documents, sink);
    await sink.until(3);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three']);
  });

  it('reads every file of several rotations that happened while the server was down', async (context) => {
    const folder = await directory(context);
    const path = join(folder, 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    await writeFile(`${path}.1`, 'older\n');
    await utimes(`${path}.1`, 1_000, 1_000);
    await writeFile(path, 'one\n');
    const first = await follow(context, path, documents, sink);
    await sink.until(1);
    await eventually(() => offsetOf(documents) === 4);
    await first.intake.stop();
    await appendFile(path, 'two\n');
    const rotate = async (text: string): Promise<void> => {
      await fileClockTick(folder);
      for (const [from, to] of [
        ['.2', '.3'],
        ['.1', '.2'],
        ['', '.1'],
      ])
        await rename(path + from, path + to).catch(() => undefined);
      await writeFile(path, text);
    };
    await rotate('three\n');
    await rotate('four\nfive');
    await rotate('six\n');
    // Neither file is a rotation of the followed one.
    await writeFile(`${path}.old`, 'no\n');
    await writeFile(`${path}.2.gz`, 'no\n');
    const second = await follow(context, path, documents, sink);
    await sink.until(6);
    await appendFile(path, 'seven\n');
    await sink.until(7);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three', 'four', 'five', 'six', 'seven']);

    await eventually(() => offsetOf(documents) === 10);
    await second.intake.stop();
    await rotate('eight\n');
    await rotate('nine\n');
    // The file at whose end the position was stored no longer exists when the server starts again.
    await rm(`${path}.2`);
    await follow(context, path, documents, sink);
    await sink.until(9);
    assert.deepEqual(sink.texts().slice(7), ['eight', 'nine']);
  });

  it('recognises names of rotated files', () => {
    const names = ['app.log.1', 'app.log-20261120', 'app.log.2026-11-20T10:00', 'app-2026-11-20.log', 'app.2.log'];
    for (const name of names) assert.ok(isRotatedName(name, 'app.log'), name);
    for (const name of ['app.log', 'app.log.gz', 'app.log.1.gz', 'app.log.bak', 'app-error.log', 'apps.log.1'])
      assert.ok(!isRotatedName(name, 'app.log'), name);
    for (const name of ['app.log.old', 'app.log.bak'])
      assert.deepEqual(namesBefore(name, new Set(['app.log'])), ['app.log']);
    assert.deepEqual(namesBefore('app.log.old', new Set(['app.log.old', 'app'])), []);
    assert.ok(isRotatedName('syslog.1', 'syslog') && !isRotatedName('syslog-ng', 'syslog'));
  });

  it('starts from the beginning when the file is truncated, even if it has grown beyond the old position', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    await writeFile(path, 'one\ntwo\n');
    await follow(context, path, documents, sink);
    await sink.until(2);
    await eventually(() => offsetOf(documents) === 8);
    await truncate(path, 0);
    await eventually(() => offsetOf(documents) === 0);
    await appendFile(path, 'three\n');
    await sink.until(3);
    await eventually(() => offsetOf(documents) === 6);
    await writeFile(path, 'quite another beginning\nand more\n');
    await sink.until(5);
    assert.deepEqual(sink.texts(), ['one', 'two', 'three', 'quite another beginning', 'and more']);
  });

  it('waits for a missing file and reports it', async (context) => {
    const path = join(await directory(context), 'app.log');
    const sink = new RecordingSink();
    const { running } = await follow(context, path, memoryDocuments(), sink);
    await eventually(() => running?.state === 'FAILING');
    assert.match(running?.detail ?? '', /does not exist yet/);
    await writeFile(path, 'one\n');
    await sink.until(1);
    await eventually(() => running?.state === 'RUNNING');
  });

  it('reads lines up to the size limit, and counts longer ones', async (context) => {
    const path = join(await directory(context), 'app.log');
    const sink = new RecordingSink();
    await writeFile(path, `${'a'.repeat(2_000_000)}\n${'b'.repeat(7_000_000)}\nafter\n`);
    const { running } = await follow(context, path, memoryDocuments(), sink);
    await sink.until(2);
    assert.deepEqual(
      sink.texts().map((text) => text.length),
      [2_000_000, 5],
    );
    assert.equal(running?.counters.malformed, 1);
  });

  it('keeps up with a fast writer', async (context) => {
    const path = join(await directory(context), 'app.log');
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    await writeFile(path, '');
    const { intake } = await follow(context, path, documents, sink);
    let number = 0;
    for (let part = 0; part < 100; part += 1) {
      const lines = Array.from({ length: 500 }, () => `line ${(number += 1)}`);
      await appendFile(path, `${lines.join('\n')}\n`);
      // The follower is restarted halfway.
      if (part === 50) {
        await intake.stop();
        await follow(context, path, documents, sink);
      }
    }
    await sink.until(50_000);
    assert.deepEqual(
      sink.texts(),
      Array.from({ length: 50_000 }, (_, index) => `line ${index + 1}`),
    );
  });
});
