/**
 * Decodes classes of syslog lines that the tables of `syslog-vendors.test.ts` lack: dates in other languages and
 * notations, headers of RFC 5424 with broken parts, hosts with additional names of programs and relays, and lines whose
 * time is in the text. The lines are the project's own.
 */
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
const now = Date.parse('2024-06-15T12:00:00Z');
const noon = '2024-06-12T13:17:12.000Z';
const finer = '2024-06-12T13:17:12.345Z';
const summer = '2024-06-12T11:17:12.000Z';
const day = (date: string) => `${date}T13:17:12.000Z`;

type Row = readonly [line: string, host: string | undefined, time: string | undefined, text: string];

/** Returns one text for each line that the decoder does not read as expected. */
function faults(lines: readonly Row[]): string[] {
  return lines.flatMap(([line, host, time, text]) => {
    const { source, timestamp, message } = decodeSyslogText(line, now, settings);
    const found = timestamp === undefined ? undefined : new Date(timestamp).toISOString();
    return source === host && found === time && message.includes(text)
      ? []
      : [`${line}: ${source} ${found} ${message}`];
  });
}

test('the syslog decoder reads months and weekdays in other languages than English', () => {
  const dates: readonly (readonly [written: string, time: string])[] = [
    ['12. Juni 2024 13:17:12', noon],
    ['12 Juni 13:17:12', noon],
    ['Mär 12 13:17:12', day('2024-03-12')],
    ['M\ufffdr 12 13:17:12', day('2024-03-12')],
    ['Mrz 12 13:17:12', day('2024-03-12')],
    ['Mai  1 13:17:12', day('2024-05-01')],
    ['Okt 11 13:17:12', day('2023-10-11')],
    ['Dez 24 13:17:12', day('2023-12-24')],
    ['Mi 12. Jun 13:17:12', noon],
    ['Mi Jun 12 13:17:12 2024', noon],
    ['Mi., 12. Juni 2024 13:17:12', noon],
    ['juin 12 13:17:12', noon],
    ['févr. 12 13:17:12', day('2024-02-12')],
    ['août 12 13:17:12', day('2023-08-12')],
    ['juil. 12 13:17:12', day('2023-07-12')],
    ['mer. 12 juin 2024 13:17:12', noon],
    ['ene 12 13:17:12', day('2024-01-12')],
    ['ago 12 13:17:12', day('2023-08-12')],
    ['12 de junio de 2024 13:17:12', noon],
    ['mrt 12 13:17:12', day('2024-03-12')],
    ['mei 12 13:17:12', day('2024-05-12')],
    ['giu 12 13:17:12', noon],
    ['set 12 13:17:12', day('2023-09-12')],
    ['out 12 13:17:12', day('2023-10-12')],
    ['maj 12 13:17:12', day('2024-05-12')],
  ];
  assert.deepEqual(faults(dates.map(([written, time]) => [`<13>${written} h1 app: x`, 'h1', time, 'x'])), []);
});

test('the syslog decoder reads different notations of dates', () => {
  const dates: readonly (readonly [written: string, time: string])[] = [
    ['2024.06.12 13:17:12', noon],
    ['2024-06-12_13:17:12', noon],
    ['2024-06-12T13:17:12.345Z[UTC]', finer],
    ['2024-06-12T13:17:12+02:00[Europe/Berlin]', summer],
    ['(Jun 12 13:17:12)', noon],
    ['1718198232,345', finer],
    ['1718198232.345678', finer],
    ['Jun 12 13:17', '2024-06-12T13:17:00.000Z'],
    ['Jun 12 01:17:12 p.m.', noon],
    ['Jun 12 2024 01:17:12 PM.345 UTC', noon],
    ['Jun 12 13:17:12Z', noon],
    ['Jun 12 13:17:12 -04', '2024-06-12T17:17:12.000Z'],
    ['Jun 12 2024 13:17:12.120.1+08:00', '2024-06-12T05:17:12.120Z'],
  ];
  assert.deepEqual(faults(dates.map(([written, time]) => [`<13>${written} h1 app: x`, 'h1', time, 'x'])), []);
});

test('the syslog decoder reads day and month with slashes in the order that gives the day of receipt', () => {
  const line = (date: string): Row => [
    `<13>${date}:13:17:12 GMT ns1 0-PPE-0 : default TCP x`,
    'ns1',
    undefined,
    'TCP x',
  ];
  const at = (date: string, time: string): Row => {
    const [text, host, , part] = line(date);
    return [text, host, time, part];
  };
  assert.deepEqual(
    faults([
      at('06/14/2024', day('2024-06-14')),
      at('14/06/2024', day('2024-06-14')),
      // Neither 4 March nor 3 April is the day of receipt, so the usual order, month before day, counts.
      at('03/04/2024', day('2024-03-04')),
    ]),
    [],
  );
  const early = Date.parse('2024-06-04T00:00:00Z');
  const { timestamp } = decodeSyslogText('<13>03/06/2024:13:17:12 GMT ns1 0-PPE-0 : x', early, settings);
  assert.equal(new Date(timestamp ?? 0).toISOString(), day('2024-06-03'));
});

test('the syslog decoder reads headers of RFC 5424 with broken parts', () => {
  const modern: readonly Row[] = [
    ['1 2024-06-12T13:17:12Z h1 app 1 - - x', 'h1', noon, 'x'],
    ['<34>1 Jun 12 2024 13:17:12 h1 app: x', 'h1', noon, 'x'],
    ['<34>1 2024/06/12 13:17:12 h1 app - - - x', 'h1', noon, 'x'],
    ['<34>1 2024-06-12 13:17:12 +0200 h1 app - - - x', 'h1', summer, 'x'],
    ['<34>1 1718198232 h1 app - - - x', 'h1', noon, 'x'],
    ['<34>1 1718198232345 h1 app - - - x', 'h1', finer, 'x'],
    ['<34>1 2024-06-12T13:17:12Z {"host":"a"}', undefined, noon, '{"host":"a"}'],
    ['<34>1 2024-06-12T13:17:12Z app: text', undefined, noon, 'app: text'],
    ['<34>1 2024-06-12T13:17:12Z h1 app 1 ID [a@1 k="v x', 'h1', noon, 'k="v x'],
    ['<34>1 2024-06-12T13:17:12Z h1 app 1 ID [a@1 k=v] text', 'h1', noon, '[a@1 k=v] text'],
    ['<134>1 1718198232.345678901 MX85 firewall src=1.1.1.1', 'MX85', finer, 'firewall src=1.1.1.1'],
  ];
  assert.deepEqual(faults(modern), []);
});

test('the syslog decoder finds hosts behind programs, facilities, relays and tabs', () => {
  const hosts: readonly Row[] = [
    ['<13>Jun 12 13:17:12\th1\tapp: x', 'h1', noon, 'x'],
    ['<14>Jun 12 13:17:12 WIN-1\tMSWinEventLog\t1\tSecurity\t1', 'WIN-1', noon, 'Security'],
    ['<30>Jun 12 13:17:12 kernel: eth0: link up', undefined, noon, 'eth0: link up'],
    ['<22>Jun 12 13:17:12 mail_logs: Info: New SMTP ICID 1', undefined, noon, 'Info: New SMTP'],
    ['<30>Jun 12 13:17:12 fw1: kernel: eth0', 'fw1', noon, 'eth0'],
    ['<13>2024 Jun 12 13:17:12 user.notice awplus IMISH[1]: enable', 'awplus', noon, 'enable'],
    ['<13>Jun 12 13:17:12 10.0.0.1: x y z', '10.0.0.1', noon, 'x y z'],
    ['<30>Jun 12 13:17:12 John’s-Mac sharingd[400]: x', 'John’s-Mac', noon, 'x'],
    ['2024-06-12 13:17:12.345678+0000 0x1234 Default 0x0 123 0 kernel: x', undefined, finer, 'Default'],
    ['<134>2024-06-12 13:17:12,SW1,[Link]/5/Port', 'SW1', noon, '[Link]/5/Port'],
    ['<134>[12/Jun/2024 13:17:12] DENY "x" packet to LAN', undefined, noon, 'DENY'],
    ['<12>Jun 12 13:17:12 svm_service: 10.1.1.1  12/06/2024:13:17:12 GMT ns2 0-PPE-0 : GUI x', '10.1.1.1', noon, 'GUI'],
    ['<134>Jun 12 13:17:12 TMCM:SLF_INCIDENT Security product="x"', undefined, noon, 'product'],
  ];
  assert.deepEqual(faults(hosts), []);
});

test('the syslog decoder reads Cisco lines without mnemonic, of processes of IOS XR and of wireless controllers', () => {
  const lines: readonly Row[] = [
    ['<191>45: sw1: Jun 12 13:17:12.345: DHCPD: assigned IP', 'sw1', finer, 'DHCPD: assigned IP'],
    ['<191>46: Jun 12 13:17:12.345: RADIUS/ENCODE(0):Orig. component', undefined, finer, 'RADIUS/ENCODE'],
    ['<189>45: sw1: 000123: *Jun 12 13:17:12.345 UTC: EEM: hello', 'sw1', finer, 'EEM: hello'],
    ['<189>12: xr9 0/0/ADMIN0:Jun 12 13:17:12.345 UTC: shelf_mgr[1]: %INFRA-X-6-HW_EVENT : x', 'xr9', finer, '%INFRA'],
    ['<133>WLC1: *mmListen: Jun 12 13:17:12.345: #MM-6-MEMBER_UP: mm_dir.c:1 x', 'WLC1', finer, '#MM-6'],
    ['<189>8103: cucm1: Jun 12 2024 01:17:12 PM.484 UTC :  %UC_AUDITLOG-5-Administrative: x', 'cucm1', noon, '%UC_'],
    ['<189>Jun 12 13:17:12 SYSMGR[9]: %Viptela-edge-1-sysmgrd-6-INFO-1400002: x', 'edge-1', noon, '%Viptela'],
    ['<14>12: text without a date: more', undefined, undefined, 'text without a date: more'],
  ];
  assert.deepEqual(faults(lines), []);
  const { fields } = decodeSyslogText('<191>45: sw1: Jun 12 13:17:12: DHCPD: assigned', now, settings);
  assert.equal(fields['sequence_number'], 45);
});

test('the syslog decoder reads lines whose time and device are in the text', () => {
  const lines: readonly Row[] = [
    ['<111>fenotify-1.warning: CEF:0|V|P|1|a|b|7|rt=Jun 12 2024:13:17:12 UTC dvchost=mps1', 'mps1', noon, 'CEF:0'],
    ['<134>LEEF:2.0|V|P|1|Accept|cat=a\tdevTime=1718198232\tsrcPort=1', undefined, noon, 'LEEF:2.0'],
    ['<190>raslogd: 2024/06/12-13:17:12, [SULB-1003], 12, INFO, sw1', undefined, noon, 'SULB-1003'],
    ['<134>Juniper: 2024-06-12 13:17:12 - ive - [1.1.1.1] x', 'ive', noon, 'ive'],
    ['<187>CPU1 [06/12/24 13:17:12.345:UTC] 0x1 0 GlobalRouter SNMP INFO x', undefined, finer, 'GlobalRouter'],
    [
      '<13> LaserJet: changed; time="2024-Jun-12 01:17 PM (UTC-07:00)" user=x',
      undefined,
      '2024-06-12T20:17:00.000Z',
      'x',
    ],
    ['<133>[S=96] (N 123) x [Time:12-06@13:17:12.345]', undefined, finer, 'S=96'],
    ['time=1718198232|hostname=cp-lm|severity=Low|product=IPS', 'cp-lm', noon, 'time=1718198232|hostname'],
  ];
  assert.deepEqual(faults(lines), []);
});

test('the syslog decoder leaves event codes and bracketed dates in the place of the program in the text', () => {
  const expected: readonly (readonly [
    line: string,
    host: string | undefined,
    application: unknown,
    message: string,
  ])[] = [
    ['<189>%LINK-I-Up:  gi1/0/5', undefined, undefined, '%LINK-I-Up:  gi1/0/5'],
    ['<189>Jun 12 13:17:12 sw1 %AAA-I-CONNECT: user admin', 'sw1', undefined, '%AAA-I-CONNECT: user admin'],
    ['<190>Jun 12 13:17:12 2024 hp1 %%10SHELL/6/CMD: -User=a; x', 'hp1', undefined, '%%10SHELL/6/CMD: -User=a; x'],
    ['<188>Jun 12 2024 13:17:12 hw1 %%01SHELL/5/LOGIN(s)[3]:x', 'hw1', undefined, '%%01SHELL/5/LOGIN(s)[3]:x'],
    [
      '<140>Jun 12 13:17:12 fw1 (2024-06-12T13:17:12) firewall: a',
      'fw1',
      undefined,
      '(2024-06-12T13:17:12) firewall: a',
    ],
    ['<182>Jun 12 13:17:12 squid1 (squid-1): 1718198232.1 200', 'squid1', '(squid-1)', '1718198232.1 200'],
    ['<86>Jun 12 13:17:12 aix1 auth|security:info sshd[7]: ok', 'aix1', 'sshd', 'ok'],
    ['<86>Jun 12 13:17:12 aix1 daemon:err syslogd: restarted', 'aix1', 'syslogd', 'restarted'],
  ];
  const found = expected.map(([line]) => {
    const { source, message, fields } = decodeSyslogText(line, now, settings);
    return [line, source, fields['application_name'], message];
  });
  assert.deepEqual(found, expected);
});

test('the time zone in key-value pairs may be an offset with a place behind it, or the name of a zone', () => {
  const zones = ['(GMT+2:00)Berlin,Rome', '(GMT+02:00) Berlin', 'UTC+2', 'CEST', 'Europe/Berlin'];
  const lines = zones.map((zone): Row => [
    `<190>date=2024-06-12 time=13:17:12 timezone="${zone}" devname=fw1 type=a`,
    'fw1',
    summer,
    'type=a',
  ]);
  assert.deepEqual(faults(lines), []);
});

test('the syslog decoder finds the host with a colon before the event of an Extreme switch', () => {
  assert.deepEqual(
    faults([
      ['<142>Jun 12 13:17:12 x440: <Info:AAA.authPass> Login passed', 'x440', noon, '<Info:AAA.authPass> Login'],
      ['<142>Jun 12 13:17:12 app: <b>text</b>', undefined, noon, '<b>text</b>'],
    ]),
    [],
  );
});
