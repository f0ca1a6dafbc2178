/**
 * Compressed log files are read once, whatever their names become, and content that was read before compression is not
 * read again.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createIntake } from '../../../../host/server/intake/index.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { ArchiveError, inflatedFile } from '../../../../host/server/intake/transport/inflated-file.js';
import type { ReadArchive } from '../../../../host/server/intake/transport/archives.js';
import { markOf, type FollowedFile } from '../../../../host/server/intake/files/read-contents.js';
import { createLog } from '../../../../host/server/log/log.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';
import { eventually, memoryDocuments, RecordingSink } from './recording-sink.js';

interface Place {
  readonly folder: string;
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly sink: RecordingSink;
}

async function place(context: TestContext, sink = new RecordingSink()): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'log-console-archives-'));
  context.after(() => rm(folder, { recursive: true }));
  return { folder, documents: memoryDocuments(), sink };
}

async function followed(context: TestContext, { folder, documents, sink }: Place, follow = [folder]) {
  const log = createLog('error', () => undefined);
  const intake = await createIntake({ documents, sink, nodeId: 'node', log, inputs: false, follow });
  await intake.start();
  context.after(() => intake.stop());
  const archives = () => {
    const input = intake.inputs.all().find(({ type }) => type === inputTypeIds.archives);
    return input && intake.inputs.running(input.id);
  };
  return { intake, archives };
}

/** Sets an old modification time, so that the file counts as unchanged. */
async function settled(path: string): Promise<void> {
  const then = new Date(Date.now() - 3_600_000);
  await utimes(path, then, then);
}
async function compressed(path: string, text: string | Buffer): Promise<void> {
  await writeFile(path, gzipSync(text));
  await settled(path);
}

const readOf = ({ documents }: Place) => documents.collection<ReadArchive>('read_archives').all();
const isDone = (where: Place, count: number) => readOf(where).filter(({ done }) => done).length === count;
const offsetOf = ({ documents }: Place) => documents.collection<FollowedFile>('followed_files').all()[0]?.offset;

describe('compressed files', () => {
  it('reads and decodes compressed files once, across restarts and rotations', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    await compressed(
      join(folder, 'app.log.2.gz'),
      '2026-01-02T03:04:05Z INFO one\n  more of it\n\n2026-01-02T03:04:06Z WARN two',
    );
    await writeFile(join(folder, 'b.tar.gz'), gzipSync('no lines\n'));
    const first = await followed(context, where);
    await eventually(() => isDone(where, 1));
    const about = ({ timestamp, source, message, fullMessage, fields }: IncomingMessage) => [
      new Date(timestamp).toISOString(),
      source,
      fields['level'],
      fields['file'],
      message,
      fullMessage,
    ];
    assert.deepEqual(sink.messages.map(about), [
      ['2026-01-02T03:04:05.000Z', 'app.log', 6, 'app.log', 'one', '2026-01-02T03:04:05Z INFO one\n  more of it'],
      ['2026-01-02T03:04:06.000Z', 'app.log', 4, 'app.log', 'two', undefined],
    ]);
    assert.equal(first.archives()?.state, 'RUNNING');
    assert.deepEqual(first.archives()?.recognised.list(), [{ source: 'app.log', format: 'time and level' }]);
    await rename(join(folder, 'app.log.2.gz'), join(folder, 'app.log.3.gz'));
    await compressed(join(folder, 'app.log.2.gz'), 'another\n');
    await sink.until(3);
    await first.intake.stop();
    await rename(join(folder, 'app.log.3.gz'), join(folder, 'app.log.4.gz'));
    await compressed(join(folder, 'app.log.1.gz'), 'a third\n');
    await followed(context, where);
    await eventually(() => isDone(where, 3));
    assert.deepEqual(sink.texts(), ['one', 'two', 'another', 'a third']);
  });

  it('splits UTF-16 at newlines, not at other characters with the same byte', async (context) => {
    const where = await place(context);
    await compressed(join(where.folder, 'app.log.1.gz'), Buffer.from('\ufeff上 one\r\nĀ two\nĊ three', 'utf16le'));
    await followed(context, where);
    await eventually(() => isDone(where, 1));
    assert.deepEqual(where.sink.texts(), ['上 one', 'Ā two', 'Ċ three']);
  });

  it('reads an archive that is named by its path', async (context) => {
    const where = await place(context);
    const path = join(where.folder, 'app.log.1.gz');
    await compressed(path, 'one\n');
    const { intake } = await followed(context, where, [path]);
    await eventually(() => isDone(where, 1));
    assert.deepEqual(where.sink.texts(), ['one']);
    assert.equal(intake.inputs.all().length, 1);
  });

  it('skips the content of an archive that was read before compression', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    const path = join(folder, 'app.log');
    await writeFile(path, 'one\ntwo\n');
    await followed(context, where);
    await sink.until(2);
    await rename(path, `${path}.1`);
    await writeFile(path, 'three\n');
    await sink.until(3);
    await compressed(`${path}.1.gz`, await readFile(`${path}.1`));
    await rm(`${path}.1`);
    await eventually(() => isDone(where, 1));
    assert.deepEqual(sink.texts(), ['one', 'two', 'three']);
  });

  it('reads only the part of an archive that was not read before compression', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    const path = join(folder, 'app.log');
    await writeFile(path, 'one\ntwo\n');
    const first = await followed(context, where);
    await sink.until(2);
    await eventually(() => offsetOf(where) === 8);
    await first.intake.stop();
    await compressed(`${path}.1.gz`, 'one\ntwo\nlate\n');
    await compressed(`${path}.2.gz`, 'one\nother\n');
    await rm(path);
    await writeFile(path, 'three\n');
    await followed(context, where);
    await eventually(() => isDone(where, 2));
    await sink.until(6);
    assert.deepEqual(sink.texts().toSorted(), ['late', 'one', 'one', 'other', 'three', 'two']);
  });

  it('does not read an archive while its plain file is still being read', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    const path = join(folder, 'app.log');
    await writeFile(path, 'one\n');
    const first = await followed(context, where);
    await sink.until(1);
    await eventually(() => offsetOf(where) === 4);
    const input = first.intake.inputs.all()[0]?.id ?? '';
    await first.intake.inputs.stop(input);
    await appendFile(path, 'two\n');
    await compressed(`${path}.1.gz`, await readFile(path));
    await compressed(join(folder, 'z.log.gz'), 'of another\n');
    // Archives are examined in order, so the archive of the plain file was examined before `z.log.gz`.
    await eventually(() => sink.messages.length > 1);
    assert.deepEqual(sink.texts(), ['one', 'of another']);
    await first.intake.inputs.start(input);
    await eventually(() => isDone(where, 2) && offsetOf(where) === 8);
    assert.deepEqual(sink.texts().toSorted(), ['of another', 'one', 'two']);
  });

  it('reads an archive completely if only its beginning equals a followed file', async (context) => {
    const where = await place(context);
    const path = join(where.folder, 'app.log');
    await writeFile(path, '# header\n');
    await followed(context, where);
    await eventually(() => offsetOf(where) === 9);
    await compressed(`${path}.1.gz`, '# header\none\n');
    await eventually(() => isDone(where, 1));
    assert.deepEqual(where.sink.texts(), ['# header', '# header', 'one']);
  });

  it('recognises a compressed copy of a followed file that has grown since', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    const path = join(folder, 'app.log');
    await writeFile(path, 'one\n');
    await followed(context, where);
    await eventually(() => offsetOf(where) === 4);
    // The last line has no line end yet, so it is not read.
    await appendFile(path, 'two and m');
    await compressed(`${path}.1.gz`, 'one\ntwo');
    await compressed(join(folder, 'z.log.gz'), 'of another\n');
    await sink.until(2);
    await appendFile(path, 'ore\n');
    await sink.until(3);
    assert.deepEqual(sink.texts(), ['one', 'of another', 'two and more']);
  });

  it('does not identify a file by its inode alone', async (context) => {
    const where = await place(context);
    const path = join(where.folder, 'app.log');
    await writeFile(path, 'one\n');
    const first = await followed(context, where);
    await eventually(() => offsetOf(where) === 4);
    await first.intake.stop();
    await compressed(`${path}.1.gz`, 'one\n');
    const { dev: device, ino: inode } = await stat(`${path}.1.gz`);
    const nothing = { size: 0, head: markOf(Buffer.alloc(0)), headBytes: 0, tail: markOf(Buffer.alloc(0)), offset: 0 };
    const inputId = createHash('sha256').update('compressed files of --follow').digest('hex').slice(0, 24);
    const record = { id: 'empty', inputId, log: 'app.log', device, inode, ...nothing, done: true, readAt: 1 };
    await where.documents.collection<ReadArchive>('read_archives').put(record);
    await followed(context, where);
    await eventually(() => isDone(where, 2));
    assert.deepEqual(where.sink.texts(), ['one']);
  });

  it('reports a damaged archive, which does not delay other files', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    const whole = gzipSync(Buffer.from(Array.from({ length: 2_000 }, (_, at) => `line ${at * 7919}`).join('\n')));
    await writeFile(join(folder, 'a.log.gz'), whole.subarray(0, whole.length - 100));
    await settled(join(folder, 'a.log.gz'));
    await writeFile(join(folder, 'b.log.gz'), 'no gzip at all\n');
    await settled(join(folder, 'b.log.gz'));
    await compressed(join(folder, 'c.log.gz'), 'good\n');
    const { archives } = await followed(context, where);
    await eventually(() => archives()?.state === 'FAILING');
    const detail = archives()?.detail ?? '';
    assert.ok(detail.includes(`${join(folder, 'a.log.gz')} cannot be read: it is cut off.`), detail);
    assert.ok(detail.includes(`${join(folder, 'b.log.gz')} cannot be read: it is no gzip, or broken`), detail);
    assert.ok(sink.texts().includes('good'));
    assert.ok(sink.messages.length > 1_000);
    // The archive grows: the new part is read, and nothing is read twice.
    await appendFile(join(folder, 'a.log.gz'), whole.subarray(whole.length - 100));
    await eventually(() => isDone(where, 2));
    const texts = sink.texts().filter((text) => text.startsWith('line'));
    assert.equal(texts.length, 2_000);
    assert.equal(new Set(texts).size, 2_000);
    await rm(join(folder, 'b.log.gz'));
    await eventually(() => archives()?.state === 'RUNNING');
  });

  it('reads the archives, including later ones, of a path that names a single file', async (context) => {
    const where = await place(context);
    const { folder, sink } = where;
    await writeFile(join(folder, 'app.log'), 'now\n');
    await followed(context, where, [join(folder, 'app.log')]);
    await sink.until(1);
    const others = ['app-1.log.gz', 'app.log.tar.gz', 'other.log.1.gz', 'myapp.log.1.gz', 'app.login.1.gz'];
    for (const name of others) await compressed(join(folder, name), `of ${name}\n`);
    const own = ['app.log.1.gz', 'app.log-20261120.gz', 'app-2026-11-20.log.gz'];
    for (const name of own) await compressed(join(folder, name), `of ${name}\n`);
    await sink.until(1 + own.length);
    await eventually(() => isDone(where, own.length));
    assert.deepEqual(sink.texts().toSorted(), ['now', ...own.map((name) => `of ${name}`)].toSorted());
  });

  it('continues an archive where the store failed', async (context) => {
    class Filling extends RecordingSink {
      override async append(messages: readonly IncomingMessage[]): Promise<void> {
        await super.append(messages);
        this.failure = new Error('disk full');
      }
    }
    const where = await place(context, new Filling());
    const count = 200_000;
    await compressed(join(where.folder, 'a.log.gz'), Array.from({ length: count }, (_, at) => `line ${at}\n`).join(''));
    const first = await followed(context, where);
    await eventually(() => first.archives()?.state === 'FAILING');
    assert.match(first.archives()?.detail ?? '', /disk full/);
    await first.intake.stop();
    assert.ok(where.sink.messages.length > 0 && where.sink.messages.length < count);
    const rest = { ...where, sink: new RecordingSink() };
    await followed(context, rest);
    await eventually(() => isDone(where, 1));
    const texts = [...where.sink.texts(), ...rest.sink.texts()];
    assert.equal(texts.length, count);
    assert.equal(texts.at(-1), `line ${count - 1}`);
  });

  it('refuses overlong lines, and limits the uncompressed size of an archive', async (context) => {
    const where = await place(context);
    const path = join(where.folder, 'a.log.gz');
    await compressed(path, Buffer.concat([Buffer.alloc(64 * 1024 * 1024), Buffer.from('\nsmall\n')]));
    const { archives } = await followed(context, where);
    await eventually(() => isDone(where, 1));
    assert.deepEqual(where.sink.texts(), ['small']);
    assert.equal(archives()?.counters.malformed, 1);
    assert.equal(readOf(where)[0]?.offset, 64 * 1024 * 1024 + 7);
    const handle = await open(path);
    context.after(() => handle.close());
    const { size } = await handle.stat();
    let most = 0;
    const read = async () => {
      for await (const piece of inflatedFile(handle, size, 1024 * 1024)) most += piece.length;
    };
    await assert.rejects(read, new ArchiveError('it holds more than 1048576 bytes'));
    assert.ok(most <= 1024 * 1024);
  });
});
