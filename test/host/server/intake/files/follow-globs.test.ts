import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { followedPaths } from '../../../../../host/server/intake/files/follow-globs.js';
import { createIntake } from '../../../../../host/server/intake/index.js';
import { createLog } from '../../../../../host/server/log/log.js';
import { memoryDocuments, RecordingSink } from '../recording-sink.js';

async function folderOf(context: TestContext, ...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'log-console-patterns-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const name of names) await writeFile(join(folder, name), `of ${name}\n`);
  return folder;
}

interface Place {
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly sink: RecordingSink;
  readonly follow: readonly string[];
}

async function started(context: TestContext, place: Place, onLine: (line: string) => void = () => undefined) {
  const intake = await createIntake({ ...place, nodeId: 'node', log: createLog('warn', onLine), inputs: false });
  await intake.start();
  context.after(() => intake.stop());
  return intake;
}

const followedBy = ({ inputs }: Awaited<ReturnType<typeof started>>) =>
  inputs.all().map(({ title }) => basename(title));

describe('resolving the files of --follow', () => {
  it('finds files by path, directory or glob, without rotated ones', async (context) => {
    const folder = await folderOf(context, 'a.log', 'a.log.1', 'a-2026-11-20.log', 'b.log.2.gz', 'b(1).txt', '.hidden');
    await mkdir(join(folder, 'more.log'));
    const names = async (...of: readonly string[]) =>
      (await followedPaths(of.map((name) => join(folder, name)))).map((path) => basename(path));
    const rotated = join(folder, 'b-2026-11-20.log');
    await writeFile(rotated, '');
    // If a followed file is missing for a moment, it is kept in the list. The file to which it was rotated does not
    // replace it.
    assert.deepEqual(await followedPaths([join(folder, 'b*.log')], [join(folder, 'b.log')]), [join(folder, 'b.log')]);
    assert.deepEqual(await followedPaths([join(folder, 'b*.log')]), [rotated]);
    await rm(rotated);
    assert.deepEqual(await names('none.log'), ['none.log']);
    assert.deepEqual(await names('a.log.1'), ['a.log.1']);
    assert.deepEqual(await names('*.log'), ['a.log']);
    assert.deepEqual(await names('*.log*'), ['a.log']);
    assert.deepEqual(await names('b(?).*'), ['b(1).txt']);
    assert.deepEqual(await names('.*'), ['.hidden']);
    assert.deepEqual(await names('no*'), []);
    assert.deepEqual(await names(''), ['a.log', 'b(1).txt']);
    assert.deepEqual(await names('', 'a.log', '*.log'), ['a.log', 'b(1).txt']);
  });

  it('follows files that appear later, and reads a file once when it is rotated', async (context) => {
    const folder = await folderOf(context, 'a.log');
    const sink = new RecordingSink();
    const intake = await createIntake({
      documents: memoryDocuments(),
      sink,
      nodeId: 'node',
      log: createLog('error', () => undefined),
      inputs: false,
      follow: [join(folder, '*.log')],
    });
    await intake.start();
    context.after(() => intake.stop());
    await sink.until(1);
    await writeFile(join(folder, 'b.log'), 'of b.log\n');
    await sink.until(2);
    await rename(join(folder, 'a.log'), join(folder, 'a-2026-11-20.log'));
    await writeFile(join(folder, 'a.log'), 'of a new one\n');
    await sink.until(3);
    await writeFile(join(folder, 'c.log'), 'of c.log\n');
    await appendFile(join(folder, 'b.log'), 'more\n');
    await sink.until(5);
    assert.deepEqual(sink.texts().toSorted(), ['more', 'of a new one', 'of a.log', 'of b.log', 'of c.log']);
    assert.equal(intake.inputs.all().length, 3);
  });

  it('does not read files again when the server starts during a rotation', async (context) => {
    const folder = await folderOf(context, 'a.log');
    const place = { documents: memoryDocuments(), sink: new RecordingSink(), follow: [folder] };
    const first = await started(context, place);
    await place.sink.until(1);
    await first.stop();
    await rename(join(folder, 'a.log'), join(folder, 'a.log.1'));
    const second = await started(context, place);
    assert.deepEqual(followedBy(second), ['a.log']);
    await second.inputs.followNew(place.follow, {});
    assert.deepEqual(followedBy(second), ['a.log']);
    await appendFile(join(folder, 'a.log.1'), 'its last line\n');
    await place.sink.until(2);
    await writeFile(join(folder, 'a.log'), 'of a new one\n');
    await place.sink.until(3);
    assert.deepEqual(place.sink.texts(), ['of a.log', 'its last line', 'of a new one']);

    // A rotated file is not followed again even if the input of its original file no longer runs.
    await second.stop();
    await (await started(context, { ...place, follow: [] })).stop();
    await rename(join(folder, 'a.log'), join(folder, 'a.log.2'));
    assert.deepEqual(followedBy(await started(context, place)), ['a.log']);
  });

  it('treats a numbered file that is still written to as an independent file', async (context) => {
    const folder = await folderOf(context, 'worker.log', 'worker-1.log', 'worker.2.log', 'worker-20261120.log');
    const begun = (await stat(join(folder, 'worker.log'))).birthtimeMs / 1_000;
    const written = (name: string, after: number) => utimes(join(folder, name), begun + after, begun + after);
    await written('worker-1.log', 60);
    await written('worker.2.log', -60);
    await written('worker-20261120.log', 60);
    const found = async (...known: readonly string[]) =>
      (
        await followedPaths(
          [folder],
          known.map((name) => join(folder, name)),
        )
      ).map((path) => basename(path));
    assert.deepEqual(await found(), ['worker-1.log', 'worker.log']);
    // worker-1.log is older than worker.log and was followed before, so it counts as an independent file.
    await written('worker-1.log', -60);
    assert.deepEqual(await found(), ['worker.log']);
    assert.deepEqual(await found('worker-1.log'), ['worker-1.log', 'worker.log']);
  });

  it('limits the number of files and reports that more exist', async (context) => {
    const folder = await folderOf(context);
    await Promise.all(
      Array.from({ length: 301 }, (_, at) => writeFile(join(folder, `${String(at).padStart(3, '0')}-app.log`), '')),
    );
    const logLines: string[] = [];
    const intake = await started(
      context,
      { documents: memoryDocuments(), sink: new RecordingSink(), follow: [folder] },
      (line) => logLines.push(line),
    );
    await intake.inputs.followNew([folder], {});
    const remark = `Only 200 of the 301 files of ${folder} are followed.`;
    assert.equal(intake.inputs.all().length, 200);
    assert.equal(logLines.filter((line) => line.includes(remark)).length, 1);
    assert.deepEqual(
      intake.inputs.all().flatMap(({ id }) => intake.inputs.running(id)?.remark ?? []),
      [remark],
    );
  });

  it('replaces files that are no longer written to by new ones when there are too many', async (context) => {
    const folder = await folderOf(context);
    const nameOf = (at: number): string => join(folder, `app-${String.fromCharCode(97 + (at % 26))}${at}x.log`);
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (let at = 0; at < 200; at += 1) {
      await writeFile(nameOf(at), 'old\n');
      const time = at < 2 ? new Date(hourAgo.getTime() - 1000) : hourAgo;
      await utimes(nameOf(at), time, time);
    }
    const sink = new RecordingSink();
    const documents = memoryDocuments();
    const intake = await started(context, { documents, sink, follow: [folder] });
    await sink.until(200);
    for (const at of [200, 201]) await writeFile(nameOf(at), 'new\n');
    await intake.inputs.followNew([folder], {});
    await sink.until(202);
    const followed = followedBy(intake);
    assert.equal(followed.length, 200);
    assert.deepEqual(
      [0, 1, 2, 200, 201].filter((at) => followed.includes(basename(nameOf(at)))),
      [2, 200, 201],
    );
    assert.ok(
      [...intake.inputs.runningInputs()].length === 200,
      'inputs of files that are no longer followed are stopped',
    );
    // A replaced file that is written to again is followed again from its stored position.
    await appendFile(nameOf(0), 'more\n');
    await intake.inputs.followNew([folder], {});
    await sink.until(203);
    assert.deepEqual(
      sink.texts().filter((text) => text !== 'old'),
      ['new', 'new', 'more'],
    );
  });

  it('matches globs with any number of stars in bounded time', async (context) => {
    const folder = await folderOf(context, `${'ab'.repeat(60)}.log`);
    const found = async (pattern: string) => (await followedPaths([join(folder, pattern)])).length;
    // A backtracking match would take exponential time here.
    assert.equal(await found(`${'*?'.repeat(40)}Z`), 0);
    assert.equal(await found(`${'*?'.repeat(40)}g`), 1);
    const cases: readonly [string, number][] = [
      ['*', 1],
      ['ab*.log', 1],
      ['*ab.log', 1],
      ['*ab*ab.lo?', 1],
      ['**.log**', 1],
      ['b*', 0],
      ['*.lo', 0],
      ['?', 0],
    ];
    for (const [pattern, count] of cases) assert.equal(await found(pattern), count, pattern);
  });

  it('reads a file once if a link points to it', async (context) => {
    const folder = await folderOf(context, 'app.INFO.of-today', 'other');
    await symlink(join(folder, 'app.INFO.of-today'), join(folder, 'app.INFO'));
    const found = await followedPaths([folder]);
    assert.deepEqual(found.map((path) => basename(path)).sort(), ['app.INFO.of-today', 'other']);
    // A link that is named explicitly is followed.
    assert.deepEqual(await followedPaths([join(folder, 'app.INFO')]), [join(folder, 'app.INFO')]);
  });

  it('chooses the most recently written files when there are too many', async (context) => {
    const names = Array.from({ length: 203 }, (_file, at) => `app-${String.fromCharCode(97 + (at % 26))}${at}x.log`);
    const folder = await folderOf(context, ...names);
    const hour = 3_600_000;
    for (const [at, name] of names.entries()) await utimes(join(folder, name), 1e6, (1e12 + at * hour) / 1000);
    const followed = (await followedPaths([folder])).map((path) => basename(path));
    assert.equal(followed.length, 200);
    assert.deepEqual(
      names.filter((name) => !followed.includes(name)),
      names.slice(0, 3),
    );
  });
});
