/** Acknowledged messages are stored exactly once although the process is killed with `kill -9` at any moment. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { StoredIndex } from '../../../../host/server/store/types.js';
import { defaultIndexSet, indexSets } from '../../../../host/server/store/index-set.js';
import { allMessages, open, temporaryDirectory } from './opened-store.js';
import { assertSame, pagedRows, unmetered } from './same-pages.js';
import { until } from '../../../until.js';
import { amountOf } from '../../../amounts.js';

/** Number of rounds; `npm run crashes` raises it. */
const rounds = amountOf('CRASHES', { usual: 5, full: 20 });
const retryRounds = amountOf('RETRY_CRASHES', { usual: 5, full: 8 });
// The program is inside the repository so that its imports of packages are resolved.
const cache = fileURLToPath(new URL(`../../../../.cache/crash-${process.pid}/`, import.meta.url));
const program = `${cache}crash-child.mjs`;
const retryProgram = `${cache}retry-child.mjs`;

before(async () => {
  await mkdir(cache, { recursive: true });
  await build({
    entryPoints: ['crash-child', 'retry-child'].map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
    outdir: cache,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
});
after(() => rm(cache, { recursive: true, force: true }));

type Child = ChildProcessByStdio<null, Readable, Readable>;

const startChild = (directory: string, first: number, load = 'full') =>
  startProgram(program, directory, String(first), load);

/** Starts the crash program; resolves when it has opened the store. */
async function startProgram(...args: string[]): Promise<{ child: Child; output: () => string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close');
  while (!output.includes('ready')) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`The child ended: ${errors}`);
  }
  return { child, output: () => output };
}

async function kill(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

async function tearPages(directory: string, round: number): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.pages')) continue;
    const path = join(directory, name);
    const bytes = await readFile(path);
    const at = (round * 7919) % Math.max(1, bytes.length);
    await writeFile(path, bytes.fill(0, at, Math.min(at + 4096, bytes.length)));
  }
}

test(
  `acknowledged messages and documents survive ${rounds} times kill -9 under load`,
  { timeout: 15_000 * rounds },
  async (context) => {
    const directory = await temporaryDirectory(context);
    const setup = await openDocuments({ directory });
    await indexSets(setup).put({
      ...defaultIndexSet,
      rotation: { maxMessages: 4000, maxBytes: null, maxAgeMs: null },
      maxIndices: null,
    });
    await setup.close();

    const acknowledged: [first: number, count: number][] = [];
    const saved: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { child, output } = await startChild(directory, round * 1_000_000, round % 2 ? 'light' : 'full');
      const counters = new Map<string, number>();
      // The child reports its progress, so that each kill comes after the same progress on slow and on fast machines.
      const wanted = [0, 1, 3, 6][round % 4] ?? 0;
      while ((output().match(/^d /gm)?.length ?? 0) < wanted) await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 10 + ((round * 67) % 100)));
      await kill(child);
      // An incomplete last line does not count as a report.
      for (const line of output().split('\n').slice(0, -1)) {
        const [kind, first, second, third] = line.split(' ');
        if (kind === 'm') acknowledged.push([Number(first), Number(second)]);
        if (kind === 'd') {
          saved.push(first ?? '');
          counters.set(second ?? '', Number(third));
        }
      }
      const documents = await openDocuments({ directory });
      const notes = documents.collection<{ id: string; count: number }>('notes');
      // A power failure loses bytes that were not written to the disk yet, also in the middle of the pages.
      if (round % 3 !== 0) await tearPages(join(directory, 'indices'), round);
      for (const [counter, count] of counters)
        // The write after the last confirmed one may have been stored as well.
        assert.ok(
          [count, count + 1].includes(notes.get(counter)?.count ?? -1),
          `the document ${counter} has the last acknowledged value after round ${round}`,
        );
      await documents.close();
    }

    const { store, documents } = await open(context, directory);
    await store.settled();
    const found = new Map<number, number>();
    const ids = new Set<string>();
    let rows = 0;
    for (const index of store.indices()) {
      const column = index.fields.get('n')?.column;
      if (!column) continue;
      let count = 0;
      for await (const part of store.stream(`SELECT ${column} AS n, id FROM ${index.catalog}.messages`, []))
        for (const { n, id } of part) {
          count += 1;
          found.set(Number(n), (found.get(Number(n)) ?? 0) + 1);
          ids.add(String(id));
        }
      assert.equal(index.messages, count, `the message count of ${index.name} is exact`);
      rows += count;
    }
    let paged = 0;
    for (const { name, messages } of store.indices()) {
      const index = (): StoredIndex | undefined => store.indices().find((one) => one.name === name);
      const built = () =>
        until('the pages that a kill has interrupted are built', () => {
          const one = index();
          return one !== undefined && pagedRows(one) >= messages - (one.sealed ? 0 : messages % 1024);
        });
      if (messages > 1024) {
        await built();
        // A torn page is noticed when it is read, and its rows are read from the database until it is built again.
        await index()?.pages?.read(
          Array.from({ length: messages }, (_, row) => row),
          [],
          unmetered,
        );
        await built();
      }
      const one = index();
      if (one) paged += await assertSame(store, one);
    }
    assert.ok(paged > rows / 2, `${paged} of ${rows} rows are in pages`);
    let expected = 0;
    for (const [first, count] of acknowledged)
      for (let n = first; n < first + count; n++) {
        expected += 1;
        assert.equal(found.get(n), 1, `message ${n} is stored once`);
      }
    assert.ok(
      [...found.values()].every((count) => count === 1),
      'no message is stored twice',
    );
    assert.equal(ids.size, rows, 'every id is unique');
    const notes = documents.collection('notes');
    for (const id of saved) assert.ok(notes.get(id), `document ${id} is stored`);
    assert.ok(
      expected > 250 * rounds && saved.length > rounds,
      `${expected} messages and ${saved.length} documents are enough for the test`,
    );
    context.diagnostic(
      `${expected} messages and ${saved.length} documents acknowledged, ${rows} messages in ${store.indices().length} indices`,
    );
  },
);

test(
  'after kill -9 during a retry each refused message is stored once or still listed',
  { timeout: 300_000 },
  async (context) => {
    const directory = await temporaryDirectory(context);
    const filling = spawn(process.execPath, [retryProgram, directory, 'fill'], { stdio: 'inherit' });
    assert.deepEqual(await once(filling, 'exit'), [0, null]);
    for (let round = 0; round < retryRounds; round += 1) {
      const { child, output } = await startProgram(retryProgram, directory, 'retry');
      while ((output().match(/^tried$/gm)?.length ?? 0) < round % 3) await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, (round * 11) % 30));
      await kill(child);
      const opened = await open(context, directory);
      const { total, kept } = await opened.store.failures({ offset: 0, limit: 0 });
      const ids = (await allMessages(opened.store)).map((found) => found['_id']);
      assert.deepEqual(
        [kept, new Set(ids).size, ids.length],
        [total, 151 - total, 151 - total],
        `every message is stored or listed after round ${round}`,
      );
      await opened.close();
    }
    const { store } = await open(context, directory);
    const left = await store.keptMessages({});
    assert.ok(left.length > 0 && left.length < 150, `${left.length} refused messages are left`);
    await store.retry(left);
    assert.equal((await allMessages(store)).length, 151);
  },
);

test('a second server on a data directory reports the process that uses it', async (context) => {
  const directory = await temporaryDirectory(context);
  const { child } = await startChild(directory, 0);
  try {
    await assert.rejects(openDocuments({ directory }), {
      name: 'DataDirectoryError',
      message: new RegExp(`in use by another Log Console \\(process ${child.pid}\\)\\. Stop it, or choose`),
    });
  } finally {
    await kill(child);
  }
  await (await openDocuments({ directory })).close();
});
