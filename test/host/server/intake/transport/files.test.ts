/** An input keeps only a few batches in memory, however many files it follows. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Appender } from '../../../../../host/server/intake/appender.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import { fileMemory } from '../../../../../host/server/intake/files/file-memory.js';
import { InputCounters } from '../../../../../host/server/intake/inputs/input-counters.js';
import { openAnyFile } from '../../../../../host/server/intake/files/readable-files.js';
import { Receiver } from '../../../../../host/server/intake/transport/receiver.js';
import { FilesTransport } from '../../../../../host/server/intake/transport/files.js';
import { lineDecoder } from '../../../../../host/server/intake/transport/line-decoder.js';
import { eventually, memoryDocuments, RecordingSink } from '../recording-sink.js';

describe('many followed files', () => {
  it('many followed files have at most three batches in memory, also while the store is full and while stopping', async (context) => {
    const name = await mkdtemp(join(tmpdir(), 'log-console-many-'));
    context.after(() => rm(name, { recursive: true }));
    const count = 10;
    for (let at = 0; at < count; at += 1) await writeFile(join(name, `${'abcdefghij'[at]}.log`), 'line\n');
    const sink = new RecordingSink();
    const textOf = textReader('UTF-8');
    const receiver = new Receiver(
      { inputId: 'i', decode: lineDecoder(name, textOf, utc), overrideSource: undefined, staticFields: {} },
      {
        appender: new Appender(sink),
        counters: new InputCounters(),
        extract: () => undefined,
        route: () => [],
        onDefect: (error) => assert.fail(String(error)),
        now: Date.now,
      },
    );
    const files = fileMemory(memoryDocuments(), () => true);
    const ignored = () => undefined;
    const settings = {
      ...{ inputId: 'i', name, files, recognise: false, textOf, toUtc: utc, maxLineBytes: 1_000 },
      ...{ pollMs: 5, lookMs: 5, mostArchiveBytes: 1_000, openFile: openAnyFile },
      placeProblem: () => Promise.resolve(undefined),
      ...{ onRecognised: ignored, onTrouble: ignored, onRemark: ignored },
    };
    const transport = new FilesTransport(settings, receiver);
    sink.setPressure('full');
    await transport.start();
    await eventually(() => files.batches.waiting === count - 3);
    assert.equal(files.batches.taken, 3);
    await transport.stop();
    assert.deepEqual([files.batches.taken, files.batches.waiting, sink.messages.length], [0, 0, 0]);
    const again = new FilesTransport(settings, receiver);
    await again.start();
    await eventually(() => files.batches.waiting === count - 3);
    sink.setPressure('open');
    await sink.until(count);
    await eventually(() => files.batches.taken === 0);
    await again.stop();
    assert.equal(sink.messages.length, count);
  });
});
