/** For arbitrary bytes a decoder returns a message that can be stored or throws a DecodeFailure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beatsDecoder } from '../../../../../host/server/intake/decode/beats.js';
import { cefDecoder, monthsToEnglish } from '../../../../../host/server/intake/decode/cef.js';
import { jsonPathDecoder } from '../../../../../host/server/intake/decode/json-path-value.js';
import { DecodeFailure, type Decode } from '../../../../../host/server/intake/decode/decoded.js';
import { gelfDecoder } from '../../../../../host/server/intake/decode/gelf.js';
import { GelfChunks } from '../../../../../host/server/intake/decode/gelf-chunks.js';
import { jsonLineDecoder } from '../../../../../host/server/intake/decode/json-line.js';
import { rawDecoder } from '../../../../../host/server/intake/decode/raw.js';
import { syslogDecoder } from '../../../../../host/server/intake/decode/syslog.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import { lineDecoder } from '../../../../../host/server/intake/transport/line-decoder.js';

const textOf = textReader('UTF-8');
const now = Date.parse('2026-11-20T12:00:00Z');
const decoders: Record<string, Decode> = {
  gelf: gelfDecoder({ textOf, sizeLimit: 1_000_000 }),
  syslog: syslogDecoder({
    textOf,
    toUtc: utc,
    allowOverrideDate: true,
    storeFullMessage: true,
    expandStructuredData: true,
  }),
  raw: rawDecoder(textOf),
  json: jsonLineDecoder(textOf),
  beats: beatsDecoder({ textOf, prefixed: false }),
  jsonPath: jsonPathDecoder({ textOf, path: '$[*]', source: 's', flatten: true }),
  cef: cefDecoder({ textOf, toUtc: utc, inEnglish: monthsToEnglish('de'), useFullNames: true }),
  line: lineDecoder('/var/log/x', textOf, utc),
};

function check(decode: Decode, bytes: Buffer): void {
  try {
    const decoded = decode(bytes, now);
    assert.notEqual(decoded.message.trim(), '');
    assert.ok(decoded.timestamp === undefined || (decoded.timestamp > 0 && decoded.timestamp < 253_402_300_800_000));
    for (const [name, value] of Object.entries(decoded.fields)) {
      assert.match(name, /^[\w.\-@]{1,255}$/);
      assert.ok(['string', 'number', 'bigint', 'boolean'].includes(typeof value));
      assert.ok(typeof value !== 'number' || Number.isFinite(value));
    }
  } catch (error) {
    assert.ok(error instanceof DecodeFailure, String(error));
    assert.notEqual(error.message, '');
  }
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const json = fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text));
const names = fc.constantFrom(
  'host',
  'short_message',
  'timestamp',
  'level',
  '_x',
  '__proto__',
  'full_message',
  'message',
  '_constructor',
  'time',
);
const gelfish = fc
  .dictionary(fc.oneof(names, fc.string()), fc.jsonValue())
  .chain((fields) =>
    fc.boolean().map((packed) => ({ text: JSON.stringify({ host: 'h', short_message: 'm', ...fields }), packed })),
  )
  .map(({ text, packed }) => (packed ? gzipSync(text) : Buffer.from(text)));
const pieces = fc.constantFrom(
  '<34>',
  '<999>',
  '1 ',
  '- ',
  'Oct 11 22:14:15 ',
  '2026-01-02T03:04:05Z ',
  'host ',
  'tag[1]: ',
  '[a x="',
  '"]',
  '\\',
  ']',
  '[',
  ' ',
  '\ufeff',
  '\0',
  '\n',
  'text',
  '{',
  '}',
);
const syslogish = fc
  .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 16 })
  .map((parts) => Buffer.from(parts.join('')));

describe('decoders with arbitrary bytes', () => {
  for (const [name, decode] of Object.entries(decoders)) {
    it(`the decoder ${name} returns a message or throws a DecodeFailure`, () => {
      fc.assert(
        fc.property(fc.oneof(bytes, json, gelfish, syslogish), (input) => check(decode, input)),
        { numRuns: 1000 },
      );
    });
  }

  it('GELF chunks stay within their memory limits', () => {
    const chunk = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 60 }), (packets) => {
        const chunks = new GelfChunks({ sets: 5, bytes: 200 });
        for (const [sender, content] of packets) {
          try {
            chunks.add(Buffer.from([0x1e, 0x0f, ...content]), `s${sender}`, now);
          } catch (error) {
            assert.ok(error instanceof DecodeFailure);
          }
          assert.ok(chunks.unfinished <= 5 && chunks.bytes <= 200);
        }
      }),
      { numRuns: 200 },
    );
  });
});
