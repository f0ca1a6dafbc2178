/** Decodes syslog lines of real devices; the table has the expected time, source, application and text of each line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSyslogText, type SyslogSettings } from '../../../../../host/server/intake/decode/syslog.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';

const settings: SyslogSettings = {
  textOf: textReader('UTF-8'),
  toUtc: utc,
  allowOverrideDate: true,
  storeFullMessage: false,
  expandStructuredData: false,
};
const now = Date.parse('2026-11-20T12:00:00Z');

interface Expected {
  readonly time?: string | undefined;
  readonly source?: string | undefined;
  readonly message?: string | undefined;
  readonly [field: string]: string | number | undefined;
}

/** Device, line and expected members of the message; a member that is `undefined` must be absent. */
const lines: readonly (readonly [device: string, line: string, expected: Expected])[] = [
  [
    'Cisco IOS with a sequence number and an unsynchronised clock',
    '<189>83: *Feb 28 2024 00:20:10.663: %SYS-5-CONFIG_I: Configured from console by vty0',
    {
      time: '2024-02-28T00:20:10.663Z',
      source: undefined,
      sequence_number: 83,
      message: '%SYS-5-CONFIG_I: Configured from console by vty0',
    },
  ],
  [
    'Cisco IOS with an origin',
    '<189>23064: edge-sw2: Mar  4 2024 07:03:59.338 UTC: %LINEPROTO-5-UPDOWN: Line protocol on Interface Gi1/0/9, changed state to up',
    { time: '2024-03-04T07:03:59.338Z', source: 'edge-sw2', sequence_number: 23064 },
  ],
  [
    'Cisco IOS with two sequence numbers around an address',
    '<190>3132517: 192.0.2.7 3132513: Jul 14 2023 08:23:43.398 UTC: %FOO-6-BAR: text',
    { time: '2023-07-14T08:23:43.398Z', source: '192.0.2.7', sequence_number: 3132517 },
  ],
  ['Cisco IOS with its uptime', '<189>82: 00:20:10: %SYS-5-CONFIG_I: text', { time: undefined, source: undefined }],
  ['Cisco IOS with a long uptime', '<189>82: 5w3d: %SYS-5-RESTART: text', { time: undefined, source: undefined }],
  [
    'Cisco IOS in an American zone',
    '<190>2361044: sw01: Jan 16 2022 22:11:43 EDT: %FOO-6-BAR: text',
    { time: '2022-01-17T02:11:43.000Z', source: 'sw01' },
  ],
  [
    'Cisco IOS with an empty sequence number',
    '<190>: sw01: Jul 14 2023 08:23:43.398 UTC: %FOO-6-BAR: text',
    { time: '2023-07-14T08:23:43.398Z', source: 'sw01' },
  ],
  [
    'Cisco IOS XE with an IPv6 origin',
    '<190>3132783: 2001:db8::1: 3132779: Jul 14 2023 08:23:43.398 UTC: %FOO-6-BAR: text',
    { source: '2001:db8::1' },
  ],
  [
    'Cisco NX-OS with the year first',
    '<189>: 2024 Mar  4 07:03:59 UTC: %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up',
    { time: '2024-03-04T07:03:59.000Z', message: '%ETHPORT-5-IF_UP: Interface Ethernet1/1 is up' },
  ],
  [
    'Cisco ASA with a blank before the colon',
    '<166>Mar 04 2024 07:03:59 fw01 : %ASA-6-302013: Built inbound TCP connection 1 for outside:198.51.100.7/1',
    { time: '2024-03-04T07:03:59.000Z', source: 'fw01' },
  ],
  [
    'FortiGate with an offset',
    '<189>date=2024-06-12 time=13:17:12 devname="EDGE-FW1" devid="FG1" tz="-0400" srcip=192.0.2.10 url="/a?srcip=203.0.113.66&source=evil" user=""',
    {
      time: '2024-06-12T17:17:12.000Z',
      source: 'EDGE-FW1',
      srcip: '192.0.2.10',
      url: '/a?srcip=203.0.113.66&source=evil',
    },
  ],
  [
    'FortiGate without quotes keeps the level of syslog',
    '<189>date=2024-11-21 time=13:02:16 devname=FG-B level=warning vd="root" hostname="www.example.net" action=blocked',
    { time: '2024-11-21T13:02:16.000Z', source: 'FG-B', level: 5, hostname: 'www.example.net', action: 'blocked' },
  ],
  [
    'Sophos',
    '<30>device="SFW" date=2024-01-31 time=18:13:40 timezone="IST" device_name="XG210" log_type="Firewall" src_ip=10.0.0.1',
    { time: '2024-01-31T12:43:40.000Z', source: 'XG210', src_ip: '10.0.0.1' },
  ],
  [
    'SonicWall',
    '<134>  id=firewall sn=0017C5000000 time="2024-02-11 11:38:23 UTC" fw=198.51.100.1 pri=6 c=1024 m=537 msg="Connection Closed"',
    { time: '2024-02-11T11:38:23.000Z', source: '198.51.100.1', msg: 'Connection Closed' },
  ],
  [
    'Meraki with epoch seconds keeps its pairs',
    '<134>1 1707651503.749102738 MX84 flows src=192.0.2.9 dst=198.51.100.3 protocol=udp sport=9562 dport=53 pattern: all',
    {
      time: '2024-02-11T11:38:23.749Z',
      source: 'MX84',
      message: 'flows src=192.0.2.9 dst=198.51.100.3 protocol=udp sport=9562 dport=53 pattern: all',
    },
  ],
  [
    'a device that writes another version than 1',
    '<14>0 2024-05-20T07:57:51.366179+00:00 f382af4884f3 logger - - -  Hello',
    { time: '2024-05-20T07:57:51.366Z', source: 'f382af4884f3' },
  ],
  [
    'EMC with @ in the name of the host',
    '<12>Sep 20 00:23:01 host-name_here@AZ0123456789 Mnsvc_unique[13255]: failed to authenticate',
    { source: 'host-name_here@AZ0123456789', application_name: 'Mnsvc_unique', process_id: '13255' },
  ],
  [
    'a device that writes the weekday',
    '<13>Wed May  1 10:00:00 2024 h app: text',
    { time: '2024-05-01T10:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes dates with slashes',
    '<13>2024/05/01 10:00:00 h app: text',
    { time: '2024-05-01T10:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes epoch seconds',
    '<13>1714557600 h app: text',
    { time: '2024-05-01T10:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes an offset',
    '<13>May 01 2024 10:00:00.123 +0200 h app: text',
    { time: '2024-05-01T08:00:00.123Z', source: 'h' },
  ],
  [
    'a device that writes the name of its zone',
    '<13>May  1 10:00:00 CEST h app: text',
    { time: '2026-05-01T08:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes PM',
    '<13>May 1, 2024 01:00:00 PM h app: text',
    { time: '2024-05-01T13:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes half past midnight as 12:30 AM',
    '<13>May 1, 2024 12:30:00 AM h app: text',
    { time: '2024-05-01T00:30:00.000Z', source: 'h' },
  ],
  [
    'a device that writes the day first',
    '<13>01 May 2024 10:00:00 h app: text',
    { time: '2024-05-01T10:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes ISO 8601 with the name of its zone',
    '<13>2024-05-01 10:00:00 CEST h app: text',
    { time: '2024-05-01T08:00:00.000Z', source: 'h' },
  ],
  [
    'a device that writes a blank in the time of RFC 5424',
    '<13>1 2024-05-01 10:00:00 h app 1 - - text',
    { source: 'h', message: 'text' },
  ],
];

for (const [device, line, expected] of lines) {
  test(`the syslog decoder reads a line of ${device}`, () => {
    const { timestamp, source, message, fields } = decodeSyslogText(line, now, settings);
    const found: Record<string, unknown> = {
      ...fields,
      time: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
      source,
      message,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])), expected);
  });
}

test('text that merely begins like a device header stays unchanged', () => {
  for (const text of [
    'date=yes',
    'time=12 is no time',
    'id=1 a=2',
    'the %SYS-5-CONFIG_I: mnemonic in a long sentence of words',
  ]) {
    const { message } = decodeSyslogText(`<13>${text}`, now, settings);
    assert.ok(text.endsWith(message), `the message of ${text} is unchanged, not ${message}`);
  }
});
