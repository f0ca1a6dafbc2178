import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DecodeFailure, EmptyMessage } from '../../../../../host/server/intake/decode/decoded.js';
import { decodeSyslogText, type SyslogSettings } from '../../../../../host/server/intake/decode/syslog.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc, zoneToUtc } from '../../../../../host/server/intake/decode/time-zone.js';

const settings: SyslogSettings = {
  textOf: textReader('UTF-8'),
  toUtc: utc,
  allowOverrideDate: true,
  storeFullMessage: false,
  expandStructuredData: false,
};
const now = Date.parse('2026-11-20T12:00:00Z');
const decode = (line: string, change: Partial<SyslogSettings> = {}): Record<string, unknown> => {
  const { timestamp, source, message, fullMessage, fields } = decodeSyslogText(line, now, { ...settings, ...change });
  return {
    ...fields,
    ...(timestamp === undefined ? {} : { timestamp: new Date(timestamp).toISOString() }),
    ...(source === undefined ? {} : { source }),
    ...(fullMessage === undefined ? {} : { full_message: fullMessage }),
    message,
  };
};
const auth = { level: 2, facility: 'security/authorization', facility_num: 4 };

describe('syslog RFC 5424', () => {
  it('the header and the structured data of RFC 5424 become fields', () => {
    const line =
      '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog 77 ID47 ' +
      '[exampleSDID@32473 iut="3" eventSource="App\\"li\\\\ca\\]tion" eventID="1011"][b@1 c="d"] \ufeffAn event';
    assert.deepEqual(decode(line), {
      level: 5,
      facility: 'local4',
      facility_num: 20,
      application_name: 'evntslog',
      process_id: '77',
      message_id: 'ID47',
      iut: '3',
      eventSource: 'App"li\\ca]tion',
      eventID: '1011',
      c: 'd',
      timestamp: '2003-10-11T22:14:15.003Z',
      source: 'mymachine.example.com',
      message: 'An event',
    });
  });

  it('fields of structured data are named after their element if configured', () => {
    const decoded = decode('<13>1 - - - - - [a@1 x="1"] m', { expandStructuredData: true });
    assert.deepEqual(decoded, { level: 5, facility: 'user-level', facility_num: 1, 'a@1_x': '1', message: 'm' });
  });

  it('the second space that rsyslog writes before a message is left out, and an indentation stays', () => {
    const texts = ['- - -  job done', '- - -    at step 1', '- x [a@1 b="c"]  \ufeffjob done'];
    assert.deepEqual(
      texts.map((text) => decode(`<34>1 - - - ${text}`)['message']),
      ['job done', '   at step 1', 'job done'],
    );
  });

  it('nil values of RFC 5424 are omitted', () => {
    assert.deepEqual(decode('<34>1 - - - - - - m'), { ...auth, message: 'm' });
  });

  it('timestamps with fractions and zone offsets are decoded', () => {
    for (const [written, expected] of [
      ['2003-08-24T05:14:15.000003-07:00', '2003-08-24T12:14:15.000Z'],
      ['2003-08-24T05:14:15.123456789+05:30', '2003-08-23T23:44:15.123Z'],
      ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ] as const) {
      assert.equal(decode(`<34>1 ${written} h a - - - m`).timestamp, expected);
    }
  });

  it('malformed structured data stays part of the message', () => {
    for (const broken of ['[a x=1] m', '[a x="1 m', '[] m', '[a x="1"', '[a "x"] m']) {
      assert.equal(decode(`<34>1 - h a - - ${broken}`).message, broken);
    }
  });

  it('structured data is the message if there is no other text', () => {
    assert.equal(decode('<34>1 - h a - - [a x="1"]').message, '[a x="1"]');
  });

  it('structured data cannot replace fields of the server', () => {
    const decoded = decode('<34>1 - h a - - [a level="9" source="x" message="y" __proto__="z" gl2_x="1"] m');
    assert.equal(decoded.level, 2);
    assert.equal(decoded.source, 'h');
    assert.equal(decoded.message, 'm');
    assert.equal(Object.hasOwn(decoded, 'gl2_x'), false);
  });

  it('messages may have several lines and end with CR, LF or NUL', () => {
    assert.equal(decode('<34>1 - h a - - - one\ntwo\r\n').message, 'one\ntwo');
    assert.equal(decode('<34>1 - h a - - - one\0').message, 'one');
  });
});

describe('syslog RFC 3164', () => {
  it('decodes the classic form of RFC 3164', () => {
    assert.deepEqual(decode("<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8"), {
      ...auth,
      timestamp: '2026-10-11T22:14:15.000Z',
      source: 'mymachine',
      application_name: 'su',
      message: "'su root' failed for lonvick on /dev/pts/8",
    });
  });

  const dates: readonly (readonly [string, string])[] = [
    ['Oct 11 22:14:15', '2026-10-11T22:14:15.000Z'],
    ['Oct  1 02:03:04', '2026-10-01T02:03:04.000Z'],
    ['Oct 1 02:03:04', '2026-10-01T02:03:04.000Z'],
    ['Oct 11 22:14:15.123', '2026-10-11T22:14:15.123Z'],
    ['Oct 11 2023 22:14:15', '2023-10-11T22:14:15.000Z'],
    ['2023 Oct 11 22:14:15', '2023-10-11T22:14:15.000Z'],
    ['Oct 11 22:14:15 2023', '2023-10-11T22:14:15.000Z'],
    ['Oct 11 22:14:15 UTC', '2026-10-11T22:14:15.000Z'],
    ['2023-10-11T22:14:15.003Z', '2023-10-11T22:14:15.003Z'],
    ['2023-10-11T22:14:15+02:00', '2023-10-11T20:14:15.000Z'],
    ['2023-10-11 22:14:15,007', '2023-10-11T22:14:15.007Z'],
    // A date without year is never more than two days ahead.
    ['Nov 21 00:00:00', '2026-11-21T00:00:00.000Z'],
    ['Dec 31 23:59:59', '2025-12-31T23:59:59.000Z'],
    ['Feb 29 10:00:00', '2024-02-29T10:00:00.000Z'],
  ];
  for (const [written, expected] of dates) {
    it(`reads the date ${written}`, () => {
      const decoded = decode(`<34>${written} host tag[12]: text`);
      assert.deepEqual(decoded, {
        ...auth,
        timestamp: expected,
        source: 'host',
        application_name: 'tag',
        process_id: '12',
        message: 'text',
      });
    });
  }

  it('a date without a year gets the nearest year around New Year', () => {
    const at = (line: string, instant: string) =>
      new Date(decodeSyslogText(line, Date.parse(instant), settings).timestamp ?? 0).getUTCFullYear();
    assert.equal(at('<34>Dec 31 23:59:59 h t: m', '2027-01-01T00:00:05Z'), 2026);
    assert.equal(at('<34>Jan  1 00:00:02 h t: m', '2026-12-31T23:59:58Z'), 2027);
  });

  it('dates are read in the time zone of the input, also at both changes of daylight saving time', () => {
    const berlin = { toUtc: zoneToUtc('Europe/Berlin') };
    assert.equal(decode('<34>Jan 11 12:00:00 h t: m', berlin).timestamp, '2026-01-11T11:00:00.000Z');
    assert.equal(decode('<34>Jul 11 12:00:00 h t: m', berlin).timestamp, '2026-07-11T10:00:00.000Z');
    assert.equal(decode('<34>Mar 29 03:30:00 h t: m', berlin).timestamp, '2026-03-29T01:30:00.000Z');
    assert.equal(decode('<34>Oct 25 03:30:00 h t: m', berlin).timestamp, '2026-10-25T02:30:00.000Z');
  });

  it('lines without host, tag, date or PRI are decoded', () => {
    const date = { timestamp: '2026-10-11T22:14:15.000Z' };
    assert.deepEqual(decode('<34>Oct 11 22:14:15 sshd[99]: no host'), {
      ...auth,
      ...date,
      application_name: 'sshd',
      process_id: '99',
      message: 'no host',
    });
    assert.deepEqual(decode('<34>Oct 11 22:14:15 host just some words'), {
      ...auth,
      ...date,
      source: 'host',
      message: 'just some words',
    });
    assert.deepEqual(decode('<34>no date at all'), { ...auth, message: 'no date at all' });
    assert.deepEqual(decode('<34>kernel: no date'), { ...auth, application_name: 'kernel', message: 'no date' });
    assert.deepEqual(decode('Oct 11 22:14:15 host tag: no PRI'), {
      ...date,
      source: 'host',
      application_name: 'tag',
      message: 'no PRI',
    });
    assert.deepEqual(decode('plain words'), { message: 'plain words' });
    assert.equal(decode('<34>Oct 11 22:14:15 fe80::1 tag: v6').source, 'fe80::1');
  });

  it('an invalid PRI stays in the text', () => {
    for (const line of ['<192>x', '<999>x', '<>x', '<-1>x', '<abc>x', '<34', '<1234>x']) {
      assert.deepEqual(decode(line), { message: line });
    }
  });

  it('the raw line is kept if configured', () => {
    const line = '<34>Oct 11 22:14:15 h t: m';
    assert.equal(decode(`${line}\r\n`, { storeFullMessage: true }).full_message, line);
  });

  it('a line with an unreadable date is refused only if configured', () => {
    const strict = { allowOverrideDate: false };
    assert.throws(() => decode('<34>no date', strict), DecodeFailure);
    assert.throws(() => decode('<34>1 yesterday h a - - - m', strict), DecodeFailure);
    assert.throws(() => decode('<34>Feb 30 10:00:00 h t: m', strict), DecodeFailure);
    assert.equal(decode('<34>1 - h a - - - m', strict).message, 'm');
    assert.equal(decode('<34>Feb 30 10:00:00 h t: m').message, 'm');
  });

  it('a payload without text is an empty syslog message', () => {
    for (const line of ['', '\n', '\0', '<34>', '<34>\r\n', '<34>1 - - - - - -']) {
      assert.throws(() => decode(line), EmptyMessage, JSON.stringify(line));
    }
  });
});
