/** Blocks of the inverted index are compressed in their file, and every damage of the file is noticed. */
import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Yielder } from '../../../../host/server/foundation/yielding.js';
import { Block } from '../../../../host/server/store/inverted-index/block.js';
import { Builder, textsOf } from '../../../../host/server/store/inverted-index/builder.js';
import { encode } from '../../../../host/server/store/inverted-index/encode.js';
import { feedOf } from '../../../../host/server/store/inverted-index/feed.js';
import { fieldNumber } from '../../../../host/server/store/inverted-index/fields.js';
import {
  bodyBytes,
  decodeHead,
  encodePackedBlock,
  headBytes,
  headLengthOf,
  packedUnitBytes as unitBytes,
  sections,
  storedBytes,
} from '../../../../host/server/store/inverted-index/format.js';
import { packBlock } from '../../../../host/server/store/inverted-index/packed-block.js';
import { DamagedBlockError, FileSource, unitCache } from '../../../../host/server/store/inverted-index/source.js';
import type { Cell } from '../../../../host/server/store/load-plan.js';
import { compress } from '../../../../host/server/store/zstd.js';
import { createRandom } from '../../../bench/seed.js';
import { temporaryDirectory } from './opened-store.js';

const rows = 20_000;
const random = createRandom(5);
const randomWord = (): string => Math.floor(random() * 2 ** 40).toString(36);

/** Returns a plain block of messages with repeated and random words. */
async function plainBlock(): Promise<Buffer> {
  const builder = new Builder(0, rows);
  const texts = Array.from({ length: rows }, (_, row) => `user ${row % 50} signed in at gate ${randomWord()}`);
  const columns = new Map<string, Cell[]>([
    ['ts', texts.map((_, row) => row * 1000)],
    ['message', texts],
  ]);
  const feed = await feedOf(0, rows, (column) => columns.get(column), []);
  for (let from = 0; from < rows;) from += builder.take(feed, from, textsOf(feed));
  return encode(builder, 0);
}

/** Writes a block to a file. @returns its head, and a source that reads it from the file */
async function written(context: TestContext, bytes: Buffer) {
  const path = join(await temporaryDirectory(context), 'block');
  await writeFile(path, bytes);
  const file = await open(path);
  context.after(() => file.close());
  const head = decodeHead(bytes);
  const start = headLengthOf(bytes);
  assert.ok(head && start !== undefined);
  return { head, source: new FileSource(file, start, head, unitCache(64 * 1024)) };
}

test('a packed block returns the same bytes as the plain block, and is smaller', async (context) => {
  const plain = await plainBlock();
  const packed = packBlock(plain);
  assert.throws(() => packBlock(packed), /Only a plain block/);
  assert.ok(packed.length < plain.length * 0.8, `${packed.length} of ${plain.length} bytes`);
  const { head, source } = await written(context, packed);
  const length = bodyBytes(head);
  assert.ok(length > unitBytes * 4);
  const body = plain.subarray(headBytes(length));
  // The sections before the dictionary are read for nearly every search, so they are not compressed.
  const sizes = [...head.ends].map((end, unit) => end - (head.ends[unit - 1] ?? 0));
  const before = Math.floor((head.starts[sections.indexOf('keys')] ?? 0) / unitBytes);
  assert.ok(before > 2 && sizes.slice(0, before).every((size) => size === unitBytes));
  assert.ok(sizes.slice(before).some((size) => size < unitBytes / 2));
  for (let round = 0; round < 200; round += 1) {
    const from = Math.floor(random() * length);
    const to = from + Math.floor(random() * Math.min(length - from, 3 * unitBytes));
    const found = await source.read(from, to, { keep: round % 2 === 0 });
    assert.deepEqual(found, body.subarray(from, to));
  }
  assert.deepEqual(await source.read(0, length, { keep: false }), body);

  const blocks = [new Block(head, source), new Block(head, (await written(context, plain)).source)];
  const answers = await Promise.all(
    blocks.map(async (block) => {
      const entries = await block.entries(Buffer.from('gate'));
      const all = await block.walk(new Set([fieldNumber('message')]), () => true, new Yielder());
      return [[...(await block.rowsOf(entries))], all?.map(({ value }) => value.toString())];
    }),
  );
  assert.deepEqual(answers[0], answers[1]);
});

test('changed bytes of a packed block are noticed', async (context) => {
  const packed = packBlock(await plainBlock());
  const start = headLengthOf(packed) ?? 0;
  for (let round = 0; round < 40; round += 1) {
    const damaged = Buffer.from(packed);
    const at = 12 + Math.floor(random() * (packed.length - 12));
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    if (at < start) {
      assert.equal(decodeHead(damaged), undefined, `byte ${at}`);
      continue;
    }
    const { head, source } = await written(context, damaged);
    await assert.rejects(new Block(head, source).check(), DamagedBlockError);
  }
});

test('a unit that becomes another number of bytes than declared is damaged', async (context) => {
  const plain = await plainBlock();
  const head = decodeHead(plain);
  assert.ok(head);
  const first = { ...head, starts: head.starts.map(() => unitBytes) };
  for (const unit of [Buffer.alloc(64 * 1024 * 1024), Buffer.alloc(unitBytes - 1), Buffer.alloc(unitBytes + 1)]) {
    const changed = await written(context, encodePackedBlock(first, [compress(unit, 'fast')]));
    await assert.rejects(async () => changed.source.read(0, 10), DamagedBlockError);
  }
  const noFrame = await written(context, encodePackedBlock(first, [Buffer.from('this is no frame of Zstandard')]));
  await assert.rejects(async () => noFrame.source.read(0, 10), DamagedBlockError);
  const right = await written(context, encodePackedBlock(first, [compress(Buffer.alloc(unitBytes, 7), 'fast')]));
  assert.deepEqual(await right.source.read(0, 2), Buffer.of(7, 7));
});

test('a head whose units contradict the size of the body is damaged', async () => {
  const head = decodeHead(await plainBlock());
  assert.ok(head);
  const first = { ...head, starts: head.starts.map(() => unitBytes) };
  assert.equal(decodeHead(encodePackedBlock(first, [Buffer.alloc(unitBytes + 1)])), undefined);
  assert.equal(decodeHead(encodePackedBlock(first, [Buffer.alloc(0)])), undefined);
  const whole = decodeHead(encodePackedBlock(first, [Buffer.alloc(unitBytes)]));
  assert.equal(whole && storedBytes(whole), unitBytes);
});
