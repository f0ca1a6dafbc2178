import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Appender } from '../../../../../host/server/intake/appender.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import { InputCounters } from '../../../../../host/server/intake/inputs/input-counters.js';
import { Receiver } from '../../../../../host/server/intake/transport/receiver.js';
import { holdMs } from '../../../../../host/server/intake/log-formats/joiner.js';
import { FollowedLines, wholeLines } from '../../../../../host/server/intake/transport/followed-lines.js';
import { lineDecoder } from '../../../../../host/server/intake/transport/line-decoder.js';
import { RecordingSink } from '../recording-sink.js';

const timed = (text: string) => `2026-11-22T10:00:01.123Z INFO [main] a.b.C - ${text}`;
const logfmt = (text: string) => `level=info msg="${text}" took=3`;

async function followed(context: TestContext, recognise = true) {
  const folder = await mkdtemp(join(tmpdir(), 'log-console-lines-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'app.log');
  let now = Date.parse('2026-11-22T12:00:00Z');
  const formats: string[] = [];
  const textOf = textReader('UTF-8');
  const receiver = new Receiver(
    { inputId: 'i', decode: lineDecoder(path, textOf, utc), overrideSource: undefined, staticFields: {} },
    {
      appender: new Appender(new RecordingSink()),
      counters: new InputCounters(),
      extract: () => undefined,
      route: () => [],
      onDefect: (error) => assert.fail(String(error)),
      now: () => now,
    },
  );
  const onRecognised = (_source: string, title: string) => void formats.push(title);
  const settings = { path, recognise, textOf, toUtc: utc, maxLineBytes: 1_000, onRecognised };
  const lines = new FollowedLines(settings, receiver);
  const isReady = async (...written: readonly string[]) => {
    await writeFile(path, written.map((line) => `${line}\n`).join(''));
    const handle = await open(path);
    try {
      return await lines.isReady(async () => handle.readFile(), false);
    } finally {
      await handle.close();
    }
  };
  const push = (...texts: readonly string[]) => {
    for (const text of texts) lines.line(Buffer.from(text), 0, now);
    lines.release();
    return lines.taken().map(({ message }) => message);
  };
  return { lines, formats, isReady, push, pass: (ms: number) => void (now += ms) };
}

describe('lines of a followed file', () => {
  for (const encoding of ['utf-16le', 'utf-16be'])
    for (const recognise of [true, false])
      it(`a byte order mark makes the lines be read as ${encoding}${recognise ? '' : ', also without format recognition'}`, async (context) => {
        const { lines, push } = await followed(context, recognise);
        const texts = [
          '\ufeff',
          ...[1, 2, 3].map((at) => `${timed(`Größe 上ਅĊ ${at}`)}\r\n`),
          '\n',
          `${timed('end')}\n`,
        ];
        const bytes = Buffer.from(texts.join(''), 'utf16le');
        const file = encoding === 'utf-16le' ? bytes : bytes.swap16();
        assert.equal(await lines.isReady(async (most) => file.subarray(0, most), true), true);
        for (const line of wholeLines(file, lines.lineEnds)) lines.take(line, 0, Date.parse('2026-11-22T12:00:00Z'));
        const messages = ['Größe 上ਅĊ 1', 'Größe 上ਅĊ 2', 'Größe 上ਅĊ 3', 'end'];
        assert.deepEqual(push(), recognise ? messages : messages.map((text) => timed(text)));
      });

  it('a followed file keeps its format across a rotation until the new file shows another one', async (context) => {
    const { lines, formats, isReady, push, pass } = await followed(context);
    assert.equal(await isReady(timed('one'), timed('two')), false);
    pass(holdMs);
    assert.equal(await isReady(timed('one'), timed('two')), true);
    assert.deepEqual(formats, ['time and level']);
    lines.begin();
    pass(3_600_000);
    assert.equal(await isReady('=== log opened ==='), true);
    assert.deepEqual(push('=== log opened ===', timed('three'), 'java.lang.IllegalStateException: no'), [
      '=== log opened ===',
      'three',
    ]);
    const others = Array.from({ length: 20 }, (_, at) => logfmt(`${at}`));
    assert.equal(await isReady(...others), true);
    assert.deepEqual(formats, ['time and level', 'logfmt']);
    assert.deepEqual(push(logfmt('four')), ['four']);
  });

  it('the first lines of a new file wait for the recognition of its format', async (context) => {
    const { lines, isReady, pass } = await followed(context);
    assert.equal(await isReady('one'), false);
    lines.begin();
    pass(holdMs);
    assert.equal(await isReady(timed('two')), false);
    pass(holdMs);
    assert.equal(await isReady(timed('two')), true);
  });
});
