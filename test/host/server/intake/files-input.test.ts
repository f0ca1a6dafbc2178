/** The files input reads all files that match its pattern in permitted directories, and joins lines as configured. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ConfigurationError, createIntake } from '../../../../host/server/intake/index.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { ReadableFiles } from '../../../../host/server/intake/files/readable-files.js';
import type { FollowedFile } from '../../../../host/server/intake/files/read-contents.js';
import { createLog } from '../../../../host/server/log/log.js';
import { eventually, memoryDocuments, RecordingSink } from './recording-sink.js';

interface Place {
  readonly folder: string;
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly sink: RecordingSink;
}

async function place(context: TestContext): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'log-console-files-')));
  context.after(() => rm(folder, { recursive: true }));
  return { folder, documents: memoryDocuments(), sink: new RecordingSink() };
}

async function started(context: TestContext, { folder, documents, sink }: Place) {
  const intake = await createIntake({
    documents,
    sink,
    nodeId: 'node',
    log: createLog('error', () => undefined),
    inputs: false,
    fileRoots: [join(folder, 'logs')],
    data: join(folder, 'logs', 'own'),
  });
  await intake.start();
  context.after(() => intake.stop());
  const launch = async (path: string, more: Record<string, unknown> = {}) => {
    const configuration = { path, ...more };
    const request = { title: 'files', type: inputTypeIds.files, global: false, configuration };
    const { id } = await intake.inputs.create(request, 'admin');
    return intake.inputs.running(id);
  };
  return { intake, launch };
}

/** Creates a compressed file with an old modification time, as rotation leaves it. */
async function compressed(path: string, text: string): Promise<void> {
  await writeFile(path, gzipSync(text));
  await utimes(path, 1, 1);
}

const offsetIn = ({ documents }: Place) => documents.collection<FollowedFile>('followed_files').all()[0]?.offset;

describe('an input of files', () => {
  it('a files input reads all files of its pattern as they appear and are rotated, also across a restart', async (context) => {
    const where = await place(context);
    const logs = join(where.folder, 'logs');
    await mkdir(logs);
    await writeFile(join(logs, 'a.log'), 'one\n');
    await writeFile(join(logs, 'old.log.1.gz'), gzipSync('old\n'));
    await utimes(join(logs, 'old.log.1.gz'), 1, 1);
    await writeFile(join(logs, 'a.txt'), 'not meant\n');
    const first = await started(context, where);
    const running = await first.launch(join(logs, '*.log*'), { recognise_formats: false });
    await eventually(() => where.sink.messages.length === 2);
    await writeFile(join(logs, 'b.log'), 'two\n');
    await eventually(() => where.sink.messages.length === 3);
    await rename(join(logs, 'a.log'), join(logs, 'a.log.1'));
    await writeFile(join(logs, 'a.log'), 'three\n');
    await eventually(() => where.sink.messages.length === 4);
    const files = where.sink.messages.map(({ message, fields }) => `${message}: ${String(fields['file'])}`);
    assert.deepEqual(files.toSorted(), ['old: old.log', 'one: a.log', 'three: a.log', 'two: b.log']);
    assert.equal(running?.state, 'RUNNING');
    await first.intake.stop();
    await appendFile(join(logs, 'b.log'), 'four\n');
    await appendFile(join(logs, 'a.log.1'), 'late\n');
    const second = await started(context, where);
    await eventually(() => where.sink.messages.length === 5);
    assert.deepEqual(where.sink.texts().slice(4), ['four']);
    const [input] = second.intake.inputs.all();
    await second.intake.inputs.delete(input?.id ?? '');
    for (const name of ['followed_files', 'left_files', 'read_archives'])
      assert.deepEqual(where.documents.collection(name).all(), [], name);
  });

  for (const [when, isAway] of [
    ['while it is stopped', false],
    ['after it was missed', true],
  ] as const) {
    it(`reads the lines that were added to a file before it was compressed ${when}`, async (context) => {
      const where = await place(context);
      const logs = join(where.folder, 'logs');
      await mkdir(logs);
      const path = join(logs, 'app-20261120.log');
      await writeFile(path, 'one\n');
      const first = await started(context, where);
      await first.launch(join(logs, '*'), { recognise_formats: false });
      await eventually(() => offsetIn(where) === 4);
      if (isAway) await rm(path);
      await first.intake.stop();
      if (!isAway) await rm(path);
      await compressed(`${path}.gz`, 'one\ntwo\n');
      await started(context, where);
      await eventually(() => where.sink.messages.length === 2);
      assert.deepEqual(where.sink.texts(), ['one', 'two']);
    });
  }

  it('a renamed file is not read again', async (context) => {
    const where = await place(context);
    const logs = join(where.folder, 'logs');
    await mkdir(logs);
    const path = join(logs, 'app.log');
    const aside = join(logs, 'saved.log');
    await writeFile(path, 'one\n');
    const { intake, launch } = await started(context, where);
    await launch(join(logs, '*'), { recognise_formats: false });
    await eventually(() => offsetIn(where) === 4);
    await rename(path, aside);
    await appendFile(aside, 'late\n');
    await writeFile(path, 'two\n');
    const positions = where.documents.collection<FollowedFile>('followed_files');
    await eventually(() => positions.all().some((one) => one.path === aside && one.offset === 9));
    await appendFile(aside, 'later\n');
    await eventually(() => where.sink.messages.length >= 4);
    await intake.stop();
    // The file is renamed once more while the server is down.
    await rename(path, join(logs, 'a.log'));
    await appendFile(join(logs, 'a.log'), 'down\n');
    await writeFile(path, 'up\n');
    await started(context, where);
    await eventually(() => positions.all().some((one) => one.path.endsWith('a.log') && one.offset === 9));
    assert.deepEqual(where.sink.texts().toSorted(), ['down', 'late', 'later', 'one', 'two', 'up']);
  });

  it('a changed pattern reads from the compressed copy of a previously followed file only the new part', async (context) => {
    const where = await place(context);
    const logs = join(where.folder, 'logs');
    await mkdir(logs);
    await writeFile(join(logs, 'app.log'), 'one\n');
    const { intake, launch } = await started(context, where);
    const running = await launch(join(logs, 'app.log'), { recognise_formats: false });
    await eventually(() => offsetIn(where) === 4);
    await compressed(join(logs, 'app.log.1.gz'), 'one\ntwo\n');
    const configuration = { path: join(logs, '*.gz'), recognise_formats: false };
    const request = { title: 'files', type: inputTypeIds.files, global: false, configuration };
    await intake.inputs.update(running?.id ?? '', request);
    await eventually(() => where.sink.messages.length === 2);
    assert.deepEqual(where.sink.texts(), ['one', 'two']);
  });

  it('a files input whose pattern matches no file reports that it waits for files', async (context) => {
    const where = await place(context);
    await mkdir(join(where.folder, 'logs'));
    const { launch } = await started(context, where);
    const running = await launch(join(where.folder, 'logs', '*.log'));
    await eventually(() => running?.state === 'FAILING');
    assert.match(running?.detail ?? '', /^Waiting for files: .*\*\.log means none yet\.$/);
  });

  it('a files input reads only files in permitted directories', async (context) => {
    const where = await place(context);
    const { folder } = where;
    const logs = join(folder, 'logs');
    await mkdir(join(logs, 'own'), { recursive: true });
    await writeFile(join(folder, 'secret'), 'secret\n');
    await writeFile(join(logs, 'own', 'key'), 'secret\n');
    await symlink(join(folder, 'secret'), join(logs, 'link.log'));
    await symlink(folder, join(logs, 'up'));
    execFileSync('mkfifo', [join(logs, 'pipe.log')]);
    const { launch, intake } = await started(context, where);
    const refused = async (path: string, reason: RegExp) =>
      assert.rejects(launch(path), (error) => error instanceof ConfigurationError && reason.test(error.message));
    await refused(join(folder, 'secret'), /"path": files may be read below .*logs only\.$/);
    await refused(join(logs, '..', 'secret'), /may be read below/);
    await refused(`${logs}er/x.log`, /may be read below/);
    await refused('logs/a.log', /absolute/);
    await refused(`${logs}/a\0.log`, /absolute/);
    await refused(join(logs, '*', 'a.log'), /only the name/);
    for (const [path, reason] of [
      [join(logs, 'link.log'), /link.log cannot be followed: it lies, or leads, where files may not be read/],
      [join(logs, 'up', 'secret'), /secret cannot be read: it lies, or leads, where files may not be read\.$/],
      [join(logs, 'up', 'no*'), /no\* cannot be read: it lies, or leads, where files may not be read\.$/],
      [join(logs, 'up'), /up cannot be read: it lies, or leads, where files may not be read\.$/],
      [join(logs, 'own', 'key'), /key cannot be read: it lies, or leads, where files may not be read\.$/],
      [join(logs, 'own'), /own cannot be read: it lies, or leads, where files may not be read\.$/],
      [join(logs, 'pipe.log'), /it is not a file/],
    ] as const) {
      const running = await launch(path);
      await eventually(() => running?.state === 'FAILING');
      assert.match(running?.detail ?? '', reason);
    }
    assert.deepEqual(where.sink.texts(), []);
    await intake.stop();
    assert.match(new ReadableFiles([], undefined).problem('/var/log/syslog') ?? '', /--file-roots/);
    assert.equal(new ReadableFiles(['/'], undefined).problem('/var/log/syslog'), undefined);
  });

  it('a files input joins lines as configured', async (context) => {
    const where = await place(context);
    const logs = join(where.folder, 'logs');
    await mkdir(logs);
    const { launch, intake } = await started(context, where);
    const timed = (second: number, text: string) => `2026-01-02T03:04:0${second}Z INFO ${text}`;
    const lines = [timed(5, 'a'), '  b', '', '## c', 'd', timed(6, 'e'), '> f', timed(7, 'g'), timed(8, 'h')];
    await writeFile(join(logs, 'a.log'), lines.map((line) => `${line}\n`).join(''));
    const taken = async (together: string, pattern: string, count: number) => {
      where.sink.messages.length = 0;
      const running = await launch(join(logs, 'a.log'), { lines_together: together, lines_pattern: pattern });
      await eventually(() => where.sink.messages.length === count);
      await running?.stop();
      return where.sink.messages.map(({ message, fullMessage }) => fullMessage ?? message);
    };
    const ends = ['g', 'h'];
    const [first, second] = [timed(5, 'a'), timed(6, 'e')];
    assert.deepEqual(await taken('AUTOMATIC', '', 4), [`${first}\n  b\n\n## c\nd`, `${second}\n> f`, ...ends]);
    assert.deepEqual(await taken('NONE', '', 8), ['a', '  b', '## c', 'd', 'e', '> f', ...ends]);
    assert.deepEqual(await taken('BEGINS', '\\d{4}-|##', 5), [`${first}\n  b`, '## c\nd', `${second}\n> f`, ...ends]);
    assert.deepEqual(await taken('CONTINUES', '[> ]', 6), [`${first}\n  b`, '## c', 'd', `${second}\n> f`, ...ends]);
    const refused = (together: string, pattern: string, reason: RegExp) =>
      assert.rejects(taken(together, pattern, 0), (error) => {
        return error instanceof ConfigurationError && reason.test(error.message);
      });
    await refused('BEGINS', '(', /"lines_pattern": This is no regular expression that the server can run: .*missing/);
    await refused('BEGINS', 'a)|(b', /"lines_pattern": This is no regular expression/);
    await refused('CONTINUES', '(?=a', /"lines_pattern": .*bracket is missing/);
    await refused('CONTINUES', ' ', /"lines_pattern": A pattern is needed\.$/);
    await refused('SOMEHOW', '', /"lines_together" is none of the choices/);
    assert.equal(intake.inputs.all().length, 4);
  });

  it('a message of joined lines has at most 500 lines', async (context) => {
    const where = await place(context);
    const logs = join(where.folder, 'logs');
    await mkdir(logs);
    const { launch } = await started(context, where);
    const trace = Array.from({ length: 1_200 }, (_, at) => `line ${at}\n`);
    await writeFile(join(logs, 'a.log'), `2026-01-02T03:04:05Z INFO a\n${trace.join('')}`);
    await launch(join(logs, 'a.log'), { lines_together: 'BEGINS', lines_pattern: '\\d{4}-' });
    await eventually(() => where.sink.messages.length === 3);
    const { messages } = where.sink;
    assert.deepEqual(
      messages.map(({ fullMessage = '' }) => fullMessage.split('\n').length),
      [500, 500, 201],
    );
    assert.ok(messages.every(({ timestamp }) => timestamp === Date.parse('2026-01-02T03:04:05Z')));
  });
});
