// A queue opens with arbitrary content in its files, which a full disk, a crash or manual edits may leave.
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { OutputQueue } from '../../../../host/server/outputs/output-queue.js';
import { RunningOutput } from '../../../../host/server/outputs/running-output.js';
import { encodeRecord, segmentHeader, segmentPath } from '../../../../host/server/store/journal-format.js';
import { JournalThread } from '../../../../host/server/store/journal-writer.js';
import { decodeMessage, encodeMessage, type AcceptedMessage } from '../../../../host/server/store/record.js';
import { until } from '../../../until.js';
import { message, temporaryDirectory } from '../store/opened-store.js';

const limits = { messages: 1_000_000, bytes: 64 * 1024 * 1024 };
const aLine = (text: string): string => encodeMessage(message(text), '', 0);
/** Bytes that a journal writes to test if the disk accepts writes again. */
const probe = '\n'.repeat(256 * 1024);

async function opened(context: TestContext) {
  const root = await temporaryDirectory(context);
  const thread = new JournalThread();
  context.after(() => thread.close());
  let count = 0;
  return {
    /** Opens a queue with the given files, adds one message, and waits until the message has been sent. */
    async arrivals(files: Readonly<Record<string, Uint8Array | string>>) {
      const directory = join(root, String((count += 1)));
      await mkdir(directory, { recursive: true });
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory, name), bytes);
      const damaged: string[] = [];
      const queue = await OutputQueue.open({
        directory,
        decode: decodeMessage,
        limits,
        thread,
        onDamage: (path, offset) => damaged.push(`${path} ${offset}`),
      });
      const sent: string[] = [];
      const send = (messages: readonly { message: string }[]): Promise<void> => {
        for (const one of messages) sent.push(one.message);
        return Promise.resolve();
      };
      const output = new RunningOutput<AcceptedMessage>(
        { id: 'output', queue, onState: () => undefined, now: Date.now },
        { sender: () => ({ send, close: () => undefined }), retryMs: 5, limits, batchMessages: 500 },
      );
      assert.equal(await queue.push([aLine('last')], 1), undefined);
      output.start();
      try {
        await until(
          'the message after the damaged one has arrived',
          () => sent.includes('last') && queue.waitingMessages === 0,
        );
        return { sent, damaged, unreadable: queue.unreadable, waiting: queue.waitingMessages, retries: output.retries };
      } finally {
        await output.stop();
        await queue.close();
      }
    },
  };
}

const segment = (...payloads: string[]): Buffer => Buffer.concat([segmentHeader, ...payloads.map(encodeRecord)]);
const first = segmentPath('', 1).replace('/', '');

test('the output queue skips empty records, and counts, reports and skips unreadable lines', async (context) => {
  const { arrivals } = await opened(context);
  const found = await arrivals({
    [first]: segment(
      `1 5\n${aLine('one')}`,
      probe,
      '',
      `3 5\n${aLine('two')}\n{"torn\n[]`,
      `2 5\nnull\n"a text"`,
      'x y\n[1,2,3,4,5,6,7,8,9,10,11]',
    ),
  });
  assert.deepEqual(found.sent, ['one', 'two', 'last']);
  assert.equal(found.unreadable, 5);
  assert.equal(found.waiting, 0);
  assert.equal(found.retries, 0, 'unreadable lines are not retried');
  assert.equal(found.damaged.length, 1, 'the damage is reported once');
});

test('the output queue ignores a position beyond the end of the files', async (context) => {
  const { arrivals } = await opened(context);
  for (const position of ['{"segment":9007199254740990,"offset":3}', '{"segment":-1,"offset":-9}', '[]', 'null', '']) {
    const found = await arrivals({ [first]: segment(`1 5\n${aLine('kept')}`), 'position.json': position });
    assert.deepEqual(found.sent, ['kept', 'last'], position);
  }
});

test('a queue with arbitrary bytes in its files opens, reports damage and continues', async (context) => {
  const { arrivals } = await opened(context);
  const payload = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.nat(), fc.nat(), fc.array(fc.oneof(fc.json(), fc.constant(aLine('whole')))))
      .map(([count, time, lines]) => `${count} ${time}\n${lines.join('\n')}`),
  );
  const file = fc.oneof(
    fc.uint8Array(),
    fc.array(payload).map((payloads) => segment(...payloads)),
    fc.tuple(fc.array(payload), fc.uint8Array()).map(([payloads, rest]) => Buffer.concat([segment(...payloads), rest])),
  );
  const position = fc.oneof(
    fc.json(),
    fc.record({ segment: fc.integer(), offset: fc.integer() }).map((at) => JSON.stringify(at)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 3 }), position, async (files, place) => {
      const named = files.map((bytes, at) => [first.replace('1.', `${at + 1}.`), bytes] as const);
      const { sent } = await arrivals({ ...Object.fromEntries(named), 'position.json': place });
      assert.equal(sent.at(-1), 'last');
    }),
    { numRuns: 60 },
  );
});

test('the output queue reports once why messages cannot be written, and that they can be written again', async (context) => {
  const directory = join(await temporaryDirectory(context), 'queue');
  const thread = new JournalThread();
  context.after(() => thread.close());
  const reported: (string | undefined)[] = [];
  const queue = await OutputQueue.open({
    directory,
    decode: decodeMessage,
    limits,
    thread,
    onDamage: () => undefined,
    onFailure: (failure) => reported.push(failure?.message.replace(/:.*/, '')),
  });
  context.after(() => queue.close());
  // The first message fills a file, so that the next one needs a new file in a directory that is gone.
  assert.equal(await queue.push([aLine('x'.repeat(9 * 1024 * 1024))], 1), undefined);
  await rm(directory, { recursive: true });
  assert.equal(await queue.push([aLine('lost')], 2), 'unwritten');
  assert.equal(await queue.push([aLine('lost')], 3), 'unwritten');
  assert.deepEqual(reported, ['ENOENT']);
  await mkdir(directory, { recursive: true });
  await until('the directory is writable again', () => reported.length > 1);
  assert.deepEqual(reported, ['ENOENT', undefined]);
  assert.equal(await queue.push([aLine('found')], 4), undefined);
});

test('the record that probes a disk does not block the records after it', async (context) => {
  const { arrivals } = await opened(context);
  const { sent } = await arrivals({ [first]: segment(probe) });
  assert.deepEqual(sent, ['last']);
});
