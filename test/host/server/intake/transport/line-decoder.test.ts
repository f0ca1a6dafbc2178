import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EmptyMessage } from '../../../../../host/server/intake/decode/decoded.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc, zoneToUtc } from '../../../../../host/server/intake/decode/time-zone.js';
import { lineDecoder } from '../../../../../host/server/intake/transport/line-decoder.js';

const now = Date.parse('2026-11-20T12:00:00Z');
const decode = (line: string) => {
  const { timestamp, source, message } = lineDecoder('/var/log/app.log', textReader(''), utc)(Buffer.from(line), now);
  return [timestamp === undefined ? undefined : new Date(timestamp).toISOString(), source, message];
};

describe('lines of followed files', () => {
  for (const [line, timestamp, source, message] of [
    ['plain text', undefined, 'app.log', 'plain text'],
    ['{"msg":"json","host":"h","time":1700000000}', '2023-11-14T22:13:20.000Z', 'h', 'json'],
    ['{not json', undefined, 'app.log', '{not json'],
    ['Oct 11 22:14:15 host sshd[7]: in', '2026-10-11T22:14:15.000Z', 'host', 'in'],
    ['Oct 11 22:14:15 ', '2026-10-11T22:14:15.000Z', 'app.log', 'Oct 11 22:14:15 '],
    ['2026-01-02 03:04:05,678 INFO x', '2026-01-02T03:04:05.678Z', 'app.log', '2026-01-02 03:04:05,678 INFO x'],
    ['[2026-01-02T03:04:05+01:00] x', '2026-01-02T02:04:05.000Z', 'app.log', '[2026-01-02T03:04:05+01:00] x'],
    ['2026-13-45 99:99:99 x', undefined, 'app.log', '2026-13-45 99:99:99 x'],
    ['1969-01-02 03:04:05 x', undefined, 'app.log', '1969-01-02 03:04:05 x'],
  ] as const) {
    it(`the followed line ${line} is decoded`, () => assert.deepEqual(decode(line), [timestamp, source, message]));
  }
  it('times of followed lines are read in the configured zone', () => {
    const decodeThere = lineDecoder('/var/log/app.log', textReader(''), zoneToUtc('Asia/Tokyo'));
    const { timestamp } = decodeThere(Buffer.from('{"msg":"json","time":"2026-01-02 03:04:05"}'), now);
    assert.equal(timestamp, Date.parse('2026-01-01T18:04:05Z'));
  });
  it('an empty followed line is an empty message', () => assert.throws(() => decode(' \r'), EmptyMessage));
});
