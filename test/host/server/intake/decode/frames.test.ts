import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  DelimitedFrames,
  GelfFrames,
  type Framing,
  type FrameSink,
} from '../../../../../host/server/intake/decode/frames.js';
import { SyslogFrames } from '../../../../../host/server/intake/decode/syslog-frames.js';

interface Seen {
  readonly frames: string[];
  readonly broken: string[];
  empty: number;
  alive: boolean;
}

type NewFraming = (limit: number, sink: FrameSink) => Framing;
const newline: NewFraming = (limit, sink) => DelimitedFrames.newline(limit, sink);
const nul: NewFraming = (limit, sink) => DelimitedFrames.nul(limit, sink);
const gelf: NewFraming = (limit, sink) => new GelfFrames(limit, sink);
const syslog: NewFraming = (limit, sink) => new SyslogFrames(limit, sink);

/** Feeds the stream to a framing in chunks of the given sizes (the last size repeats) and ends the stream. */
function read(newFraming: NewFraming, stream: string | Buffer, sizes: readonly number[] = [1e9], limit = 1000): Seen {
  const seen: Seen = { frames: [], broken: [], empty: 0, alive: true };
  const framing = newFraming(limit, {
    frame: (bytes) => void seen.frames.push(bytes.toString()),
    broken: (reason) => void seen.broken.push(reason),
    empty: () => void (seen.empty += 1),
  });
  const bytes = Buffer.from(stream);
  for (let at = 0, index = 0; at < bytes.length && seen.alive; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? 1;
    // The chunk is overwritten after the call, because a socket may reuse its buffer.
    const piece = Buffer.from(bytes.subarray(at, at + size));
    seen.alive = framing.push(piece);
    piece.fill(0x58);
    assert.ok(framing.pending <= limit + 16);
    at += size;
  }
  framing.end();
  return seen;
}

describe('newline frames', () => {
  it('newline frames end with LF or CRLF; the last frame may lack a line end', () => {
    assert.deepEqual(read(newline, 'a\nb\r\n\n\r\nc'), { frames: ['a', 'b', 'c'], broken: [], empty: 2, alive: true });
  });
  it('an overlong line is reported once, and reading continues at the next line', () => {
    for (const sizes of [[1e9], [7], [1]]) {
      const seen = read(newline, `ok\n${'x'.repeat(5000)}\nafter\n`, sizes, 100);
      assert.deepEqual(seen.frames, ['ok', 'after']);
      assert.deepEqual(seen.broken, ['Longer than the maximum message size of 100 bytes.']);
    }
  });
});

describe('null frames', () => {
  it('null-delimited frames may contain newlines', () => {
    assert.deepEqual(read(nul, 'a\nb\0c\0').frames, ['a\nb', 'c']);
  });
});

describe('GELF frames', () => {
  const one = '{"short_message":"a } \\" \\\\"}';
  const indented = '{\n  "a": {\n    "b": [\n1\n]\n  }\n}';
  it('GELF frames in one stream end with a null byte or with a newline outside the object', () => {
    const stream = `${one}\0${one}\n${indented}\0${indented}\n\n${one}\r\n${one}`;
    for (const sizes of [[1e9], [1], [5], [13, 1]]) {
      assert.deepEqual(read(gelf, stream, sizes).frames, [one, one, indented, indented, one, one]);
    }
  });
  it('GELF frames are recognised again after garbage', () => {
    const stream = `garbage\n${one}\n{"open":"text\n${one}\n}}]]\n${one}\0{{{{\0${one}\0`;
    const { frames } = read(gelf, stream);
    assert.equal(frames.filter((frame) => frame === one).length, 4);
  });
  it('an overlong GELF frame is reported once', () => {
    for (const sizes of [[1e9], [9], [1]]) {
      const seen = read(gelf, `${one}\0{"x":"${'y'.repeat(3000)}"}\0${one}\0`, sizes, 100);
      assert.deepEqual(seen.frames, [one, one]);
      assert.equal(seen.broken.length, 1);
    }
  });
});

describe('syslog frames', () => {
  const counted = (text: string) => `${Buffer.byteLength(text)} ${text}`;
  it('syslog frames in one stream have an octet count or end with a newline', () => {
    const stream = `${counted('<13>a')}${counted('<13>b\nc')}<13>d\n${counted('<13>ü')}\n<13>e\r\n\n200 words\n${counted('<13>f')}`;
    for (const sizes of [[1e9], [1], [3], [7, 2]]) {
      const seen = read(syslog, stream, sizes);
      assert.deepEqual(seen.frames, ['<13>a', '<13>b\nc', '<13>d', '<13>ü', '<13>e', '200 words', '<13>f']);
      assert.deepEqual(seen.broken, []);
    }
  });
  it('syslog frames with invalid octet counts are read as lines', () => {
    for (const line of ['-5 <13>x', '0 <13>x', '007 <13>x', '12x <13>', '99999999999999999999 <13>x', '5  <13>']) {
      assert.deepEqual(read(syslog, `${line}\n<13>after\n`).frames, [line, '<13>after']);
    }
  });
  it('an overlong syslog frame is skipped, and an absurd octet count ends the connection', () => {
    const seen = read(syslog, `5000 <13>${'x'.repeat(4996)}${counted('<13>after')}`, [700]);
    assert.deepEqual(seen.frames, ['<13>after']);
    assert.match(seen.broken.join(), /Octet count 5000, the maximum message size is 1000 bytes/);
    const absurd = read(syslog, '1073741824 <13>x');
    assert.equal(absurd.alive, false);
    assert.deepEqual(absurd.frames, []);
  });
  it('a truncated syslog frame is reported', () => {
    assert.match(read(syslog, '50 <13>only this').broken.join(), /Ended after 13 of 50 announced bytes/);
    assert.deepEqual(read(syslog, '12').frames, ['12']);
  });
});

describe('framing of arbitrarily split streams', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  for (const [name, framing] of Object.entries({ newline, nul, gelf, syslog })) {
    it(`${name}: the frames do not depend on the chunks of the stream`, () => {
      const part = fc.constantFrom(
        'a',
        '{',
        '}',
        '"',
        '\\',
        '\n',
        '\0',
        '\r\n',
        '5 <13>',
        '9',
        ' ',
        '<13>x',
        'é',
        '70 <1>',
      );
      fc.assert(
        fc.property(fc.array(part, { maxLength: 60 }), sizes, (parts, cuts) => {
          const stream = parts.join('');
          const whole = read(framing, stream, [1e9], 30);
          assert.deepEqual(read(framing, stream, cuts, 30), whole);
        }),
        { numRuns: 300 },
      );
    });
  }
});
