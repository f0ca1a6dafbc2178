/** Receives entries that systemd-journal-upload sends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JournalExport } from '../../../../host/server/intake/decode/journal-export.js';
import { openIntake, openTcp, countersOf } from './open-intake.js';
import { eventually } from './recording-sink.js';
import { send, plain } from './shipper-calls.js';

describe('systemd journal', () => {
  const binary = (name: string, value: Buffer | string) => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(bytes.length));
    return Buffer.concat([Buffer.from(`${name}\n`), length, bytes, Buffer.from('\n')]);
  };
  const lines = (...all: string[]) => Buffer.from(all.map((line) => `${line}\n`).join(''));
  const end = Buffer.from('\n');
  const upload = (port: number, ...parts: Buffer[]) =>
    send(port, '/upload', Buffer.concat(parts), { 'Content-Type': 'application/vnd.fdo.journal' });

  it('decodes journal entries with text and binary fields', async (context) => {
    const open = await openIntake(context, 'journalHttp');
    const answer = await upload(
      open.port,
      lines('__CURSOR=s=1', '__REALTIME_TIMESTAMP=1790000000123999', 'PRIORITY=3', '_HOSTNAME=box', '_PID=7'),
      lines('PID=8', 'SYSTEMD_UNIT=faked', '_SYSTEMD_UNIT=a.service', 'SYSLOG_IDENTIFIER=app', 'SYSLOG_FACILITY=3'),
      binary('MESSAGE', 'two\nlines'),
      binary('RAW', Buffer.from([0xff, 0])),
      lines('N=1', 'N=2', 'TRACE_ID=t'),
      end,
      end,
      lines('MESSAGE=without a blank line behind it'),
    );
    assert.deepEqual([answer.status, answer.text], [202, 'OK.\n']);
    const [first, second] = open.sink.messages;
    assert.deepEqual([first?.timestamp, first?.source, first?.message], [1_790_000_000_123, 'box', 'two\nlines']);
    assert.deepEqual(plain(first?.fields ?? {}), {
      level: 3,
      facility: 'system daemon',
      facility_num: 3,
      application_name: 'app',
      process_id: '7',
      systemd_unit: 'a.service',
      pid: '8',
      raw: '/wA=',
      n: '1, 2',
      trace_id: 't',
    });
    assert.equal(second?.message, 'without a blank line behind it');
  });

  it('skips journal entries that are too large and keeps the others, for every chunk size', () => {
    const limits = { entryBytes: 100, entryFields: 3, lineBytes: 50 };
    const bytes = Buffer.concat([
      lines('MESSAGE=a'),
      end,
      lines(`MESSAGE=${'x'.repeat(60)}`, 'B=1'),
      end,
      binary('MESSAGE', 'y'.repeat(1_000)),
      lines('C=1'),
      end,
      lines('A=1', 'B=1', 'C=1', 'D=1'),
      end,
      binary('MESSAGE', 'b\n\nb'),
      end,
    ]);
    for (const size of [1, 2, 7, 64, bytes.length]) {
      const found: string[] = [];
      const reader = new JournalExport(limits, {
        entry: (fields) => found.push(String(fields.get('MESSAGE')?.[0])),
        broken: (reason) => found.push(reason.replace('The entry has ', '')),
      });
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      reader.end();
      const [, line = ''] = found;
      // The line limit applies only to lines that are split over chunks. A line that arrives whole is checked against
      // the entry limit.
      assert.match(line, size === bytes.length || size === 64 ? /bytes|x{60}/ : /a line of more than 50 bytes/);
      found.splice(1, 1);
      assert.deepEqual(
        found,
        ['a', 'more than 100 bytes.', 'more than 3 fields.', 'b\n\nb'],
        `the entries are found in chunks of ${size} bytes`,
      );
    }
  });

  it('keeps journal entries before an invalid place, and ends an endless upload when the input stops', async (context) => {
    const open = await openIntake(context, 'journalHttp');
    const good = lines('MESSAGE=good');
    for (const [bad, reason] of [
      [lines('no name=1'), /no field is called no name/],
      [Buffer.from('MESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'), /no possible length/],
      [Buffer.concat([binary('MESSAGE', 'm').subarray(0, -1), Buffer.from('x')]), /not followed by the end of a line/],
      [Buffer.from('MESSAGE=cut'), /in the middle of an entry/],
    ] as const) {
      const answer = await upload(open.port, good, end, bad);
      assert.equal(answer.status, 400);
      assert.match(answer.text, reason);
    }
    assert.deepEqual(open.sink.texts(), ['good', 'good', 'good', 'good']);
    assert.equal((await send(open.port, '/upload', 'MESSAGE=x', { 'Content-Type': 'text/plain' })).status, 415);
    const socket = await openTcp(context, open.port);
    socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.fdo.journal\r\n');
    socket.write('Transfer-Encoding: chunked\r\n\r\nb\r\nMESSAGE=m\n\n\r\n');
    await eventually(() => countersOf(open).received.total === 10);
    await open.intake.inputs.stop(open.id);
    assert.equal(open.sink.texts().at(-1), 'm');
  });
});
