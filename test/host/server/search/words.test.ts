/** The inverted index finds exactly the messages that a scan finds, for any query. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, open as openFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { TimeRange } from '../../../../api/contract/searches.js';
import type { createSearchEngine } from '../../../../host/server/search/index.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { defaultIndexSet, indexSets } from '../../../../host/server/store/index-set.js';
import { createRandom } from '../../../bench/seed.js';
import { amountOf } from '../../../amounts.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { admin, allTime, defaultStream } from './fixture.js';
import { storeWords } from './older-files.js';
import {
  assertSame,
  countsBy,
  covered,
  engines,
  figures,
  filled,
  histogram,
  histogramBy,
  page,
  run,
  smallBlocks,
  sources,
  start,
  values,
  words,
} from './words-fixture.js';

const escaped = (text: string): string => text.replace(/[\\+\-!(){}[\]^"~*?:/&|<>= \0]/g, '\\$&');
const field = fc.constantFrom(
  '',
  '',
  '',
  'message:',
  'full_message:',
  'user:',
  'source:',
  'level:',
  'took:',
  'ok:',
  'big:',
  'late:',
  'widened:',
  'streams:',
  'us*:',
);
const word = fc
  .constantFrom(...words, ...values, ...sources, defaultStream, '9007199254740993', '1e21', '-3.25', 'nowhere')
  .filter((text) => text.trim() !== '');
const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(field, word).map(([name, text]) => name + escaped(text)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(field, fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '~1', '~2', '~7'))
      .map(([name, list, slop]) => `${name}"${list.join(' ').replace(/["\\]/g, '\\$&')}"${slop}`),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(field, word, fc.nat(6)).map(
      ([name, text, length]) =>
        `${name}${escaped(
          Array.from(text)
            .slice(0, length + 1)
            .join(''),
        )}*`,
    ),
  },
  fc.tuple(field, word, fc.constantFrom(1, 2)).map(([name, text, edits]) => `${name}${escaped(text)}~${edits}`),
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        field,
        word,
        fc.array(fc.tuple(fc.nat(8), fc.nat(3), fc.constantFrom('*', '?')), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, text, holes]) => {
        const signs = Array.from(text, escaped);
        for (const [at, count, sign] of holes) signs.splice(at, count, sign);
        return name + signs.join('');
      })
      .filter((text) => !/(^|:)[*?]+$/.test(text)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        field,
        word,
        fc.array(fc.tuple(fc.nat(8), fc.nat(3), fc.constantFrom('.*', '.', '.+', '[a-p]*', '(r|e)+', '[^b]', 'x?')), {
          maxLength: 3,
        }),
      )
      .map(([name, text, holes]) => {
        const signs = Array.from(text, (sign) => sign.replace(/[\\/^$.*+?()[\]{}|"#@&<>~]/, '\\$&'));
        for (const [at, count, sign] of holes) signs.splice(at, count, sign);
        return `${name}/${signs.join('')}/`;
      }),
  },
  fc.constantFrom(
    'user:/er+or/',
    '/conn.*/',
    '/.*r[oe]r/',
    'source:/[WK].*/',
    'user:/.*/',
    'message:/[^a-z]+/',
    'message:/conn.*/',
    'conn*d',
    'message:*r',
    'took:>1',
    'level:[0 TO 7]',
    'timestamp:>"2024-03-02"',
    'ip:"10.0.0.0/8"',
    'user:"10.0.0.0/8"',
    '*',
    '2024-03-01',
    '_exists_:gl2_remote_ip',
  ),
  fc
    .constantFrom('user', 'took', 'late', 'full_message', 'message', 'streams', 'ok', 'timestamp', 'nothing')
    .map((name) => `_exists_:${name}`),
);
const query = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'query', withCrossShrink: true },
    leaf,
    fc
      .array(fc.tuple(fc.constantFrom(' AND ', ' OR ', ' '), fc.constantFrom('', '', 'NOT ', '-', '+'), tie('query')), {
        minLength: 2,
        maxLength: 4,
      })
      .map((parts) => `(${parts.map(([joint, sign, inner], at) => `${at > 0 ? joint : ''}${sign}${inner}`).join('')})`),
  ),
})).query;
const range = fc.oneof(
  fc.constant(allTime),
  fc.tuple(fc.nat(50), fc.nat(50), fc.constantFrom(0, 1, 2)).map(([a, b, shift]): TimeRange => ({
    type: 'absolute',
    from: new Date(start + Math.min(a, b) * 3_600_000 + shift).toISOString(),
    to: new Date(start + Math.max(a, b) * 3_600_000 + shift).toISOString(),
  })),
);
const caller = fc.constantFrom(admin, { ...admin, username: 'one', readableStreams: [defaultStream] });

/** Asserts that all engines find the same for random queries. @returns number of queries that found messages */
async function assertAllFind(ways: readonly ReturnType<typeof createSearchEngine>[], runs: number): Promise<number> {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      query,
      // Each query has two time ranges, so that cached blocks of the first range are used for the second.
      fc.tuple(range, range),
      caller,
      fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
      fc.constantFrom(0, 0, 7),
      fc.constantFrom(5, 150),
      async (text, ranges, who, order, offset, limit) => {
        let isFound = false;
        for (const timerange of ranges) {
          const width = timerange === allTime ? (limit === 5 ? '1w' : '1M') : '4h';
          const types = [histogramBy(width), page(order, offset, limit), figures];
          const [expected, ...others] = await Promise.all(ways.map((way) => run(way, text, timerange, types, who)));
          for (const found of others) assert.deepEqual(found, expected);
          isFound ||= Number((expected as { total?: number }).total ?? 0) > 0;
        }
        hits += isFound ? 1 : 0;
      },
    ),
    {
      includeErrorInReport: true,
      numRuns: runs,
      // This query finds all messages; a few random queries may find none.
      examples: [['*', [allTime, allTime], admin, 'DESC', 0, 150]],
      ...(process.env['WORDS_SEED'] && { seed: Number(process.env['WORDS_SEED']) }),
    },
  );
  return hits;
}

/** Number of random queries; `npm run crashes` raises it. */
const runs = amountOf('WORDS_RUNS', { usual: 10, full: 80 });
const timeout = 300_000 + runs * 5000;

test('random queries find the same with the inverted index as by a scan', { timeout }, async (context) => {
  const { store } = await filled(context, await temporaryDirectory(context));
  const seen = store.indices().flatMap(({ words: known }) => known?.blocks ?? []);
  assert.ok(seen.length >= 9, `the index has ${seen.length} blocks`);
  const hits = await assertAllFind(engines(context, store), runs);
  assert.ok(hits > runs / 20, `${hits} queries found messages`);
  context.diagnostic(`${runs} random queries, ${hits} of which found something`);
});

test('random queries find the same in the index files of an older version', { timeout }, async (context) => {
  const [directory, older] = [await temporaryDirectory(context), await temporaryDirectory(context)];
  await (await filled(context, directory)).close();
  await cp(directory, older, { recursive: true });
  // The last index contains rows of both formats, because the program was upgraded while it was written.
  await storeWords(older, (file, row) => !file.includes('_2') || row % 3 > 0);
  for (const file of await readdir(join(older, 'indices')))
    if (file.endsWith('.words')) await rm(join(older, 'indices', file));
  const [today, before] = [await open(context, directory, smallBlocks), await open(context, older, smallBlocks)];
  await covered(before.store);
  const [, scan] = engines(context, today.store);
  assert.ok(scan);
  const hits = await assertAllFind([scan, ...engines(context, before.store)], runs / 2);
  assert.ok(hits > runs / 40, `${hits} queries found messages`);
  context.diagnostic(`${runs / 2} random queries, ${hits} of which found something`);
});

/** Flips `count` random bits of a file. */
async function flipBits(path: string, random: () => number, count: number): Promise<void> {
  const file = await openFile(path, 'r+');
  const { size } = await file.stat();
  for (let flip = 0; flip < count && size > 0; flip += 1) {
    const at = Math.floor(random() * size);
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    await file.write(Buffer.from([(byte[0] ?? 0) ^ (1 << Math.floor(random() * 8))]), 0, 1, at);
  }
  await file.close();
}

test('a damaged inverted index does not change the results of searches', { timeout: 300_000 }, async (context) => {
  const directory = await temporaryDirectory(context);
  const indices = join(directory, 'indices');
  const random = createRandom(7);
  const scanned = new Map<string, readonly unknown[]>();
  let opened = await filled(context, directory);
  const wordFiles = async (): Promise<string[]> =>
    (await readdir(indices)).filter((file) => file.endsWith('.words')).map((file) => join(indices, file));
  assert.equal((await wordFiles()).length, 3);
  for (const kinds of [
    ['flipped', 'cut', 'gone'],
    ['cut', 'flipped', 'flipped'],
  ]) {
    await opened.close();
    for (const [at, path] of (await wordFiles()).entries()) {
      if (kinds[at] === 'flipped') await flipBits(path, random, 3);
      else if (kinds[at] === 'cut') await truncate(path, Math.floor(random() * (await stat(path)).size));
      else await rm(path);
    }
    opened = await open(context, directory, smallBlocks);
    await assertSame(context, opened.store, kinds.join(', '), scanned);
    await covered(opened.store);
    await assertSame(context, opened.store, `${kinds.join(', ')}, made anew`, scanned);
  }
  // The files are damaged while a store reads them; its cache contains none of the latest blocks yet.
  for (const path of await wordFiles()) await flipBits(path, random, 60);
  await assertSame(context, opened.store, 'while it is read', scanned);
  await covered(opened.store);
  await assertSame(context, opened.store, 'made anew while it is read', scanned);
});

/** Number of crashes; `npm run crashes` raises it. */
const crashes = amountOf('WORDS_CRASHES', { usual: 2, full: 4 });

test(
  `the inverted index is correct after ${crashes} times kill -9 while it is written`,
  { timeout: 300_000 + 60_000 * crashes },
  async (context) => {
    const directory = await temporaryDirectory(context);
    // The program is inside the repository so that its imports of packages are resolved.
    const cache = fileURLToPath(new URL(`../../../../.cache/words-${process.pid}/`, import.meta.url));
    const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
    await mkdir(cache, { recursive: true });
    context.after(() => rm(cache, { recursive: true, force: true }));
    await build({
      entryPoints: {
        child: source('../store/words-child.ts'),
        'index-worker': source('../../../../host/server/store/inverted-index/index-worker.ts'),
      },
      outdir: cache,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const setup = await openDocuments({ directory });
    await indexSets(setup).put({
      ...defaultIndexSet,
      rotation: { maxMessages: 3000, maxBytes: null, maxAgeMs: null },
      maxIndices: null,
    });
    await setup.close();
    const random = createRandom(crashes);
    const acknowledged: number[] = [];
    for (let round = 0; round < crashes; round += 1) {
      if (round % 2 === 1)
        for (const file of await readdir(join(directory, 'indices')))
          if (file.endsWith('.words')) await rm(join(directory, 'indices', file));
      const child = spawn(process.execPath, [join(cache, 'child.js'), directory, String(round * 1_000_000)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      const ended = once(child, 'close');
      // The child reports its progress, so that the kill comes after the same progress on slow and on fast machines.
      const rows = Math.floor(random() * 3000);
      const far = (): boolean => {
        const [, first = '0'] = /^w (\d+)$/m.exec(output) ?? [];
        const [, last = '0'] = /w (\d+)\n(?:m .*\n)*$/.exec(output) ?? [];
        return /^m /m.test(output) && Number(last) - Number(first) > rows;
      };
      while (!far()) {
        await Promise.race([once(child.stdout, 'data'), ended]);
        assert.equal(child.exitCode, null, errors);
      }
      child.kill('SIGKILL');
      await ended;
      // An incomplete last line does not count as a report.
      for (const line of output.split('\n').slice(0, -1)) {
        const [kind, first, count] = line.split(' ');
        if (kind === 'm') for (let at = 0; at < Number(count); at += 1) acknowledged.push(Number(first) + at);
      }
    }
    const { store } = await open(context, directory, { wordBlockRows: 256, wordsFrom: 1 });
    await store.settled();
    const [looking, scan] = engines(context, store);
    assert.ok(looking && scan);
    const types = [histogram, page('DESC', 0, 100), countsBy('source')];
    const compare = async (): Promise<void> => {
      for (const text of ['', 'word3', '"number n60"', `n:${acknowledged.at(-1)}`, 'n1* AND NOT word2'])
        assert.deepEqual(
          await run(looking, text, allTime, types, admin),
          await run(scan, text, allTime, types, admin),
          text,
        );
    };
    await compare();
    await covered(store);
    await compare();
    const stored = new Map<number, number>();
    for (const index of store.indices()) {
      const column = index.fields.get('n')?.column;
      if (column === undefined) continue;
      for await (const part of store.stream(`SELECT ${column} AS n FROM ${index.catalog}.messages`, []))
        for (const { n } of part) stored.set(Number(n), (stored.get(Number(n)) ?? 0) + 1);
    }
    assert.deepEqual(
      acknowledged.filter((n) => stored.get(n) !== 1),
      [],
      'each acknowledged message is stored once',
    );
    for (const n of acknowledged.filter((_, at) => at % 400 === 0))
      assert.equal(
        ((await run(looking, `n${n}`, allTime, types, admin)) as { total: number }).total,
        1,
        `message ${n} is found once`,
      );
    context.diagnostic(`${acknowledged.length} messages acknowledged, in ${store.indices().length} indices`);
  },
);
