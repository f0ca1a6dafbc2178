/** Tests log formats that need more than one line to decode a message, such as a header or continuation lines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import type { JoinedMessage } from '../../../../../host/server/intake/log-formats/joiner.js';
import { plainLine } from '../../../../../host/server/intake/log-formats/log-format.js';
import { SourceLines } from '../../../../../host/server/intake/log-formats/source-lines.js';

const now = Date.parse('2026-11-23T12:00:00Z');

function readAll(text: string): { format: string; messages: JoinedMessage[]; about: string[] } {
  const messages: JoinedMessage[] = [];
  let format = '';
  const source = new SourceLines({
    toUtc: utc,
    otherwise: plainLine,
    onFormat: ({ title }) => (format = title),
    emit: (message) => messages.push(message),
  });
  for (const line of text.split('\n'))
    if (line.trim() === '') source.blank(now);
    else source.push({ text: line, bytes: line.length, receivedAt: now });
  source.release();
  const about = messages.map(({ decoded: { timestamp, fields } }) => {
    const time = timestamp === undefined ? '' : new Date(timestamp).toISOString();
    return [time, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)].join(' ').trim();
  });
  return { format, messages, about };
}

const iisFields =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken';
const iisLine =
  '2026-11-22 10:00:02 192.0.2.10 GET /index.html - 443 EX\\ann 203.0.113.9 Mozilla/5.0+(Windows+NT) - 404 0 2 46';
const iisAbout =
  '2026-11-22T10:00:02.000Z server_ip=192.0.2.10 http_method=GET http_path=/index.html server_port=443 http_user=EX\\ann client_ip=203.0.113.9 http_user_agent=Mozilla/5.0 (Windows NT) http_response_code=404 sc_substatus=0 sc_win32_status=2 time_taken=46 level=4';
const pg = (kind: string, text: string, process = 1234) =>
  `2026-11-22 10:00:02.123 UTC [${process}] app@shop ${kind}:  ${text}`;

describe('lines whose fields a header names', () => {
  it('IIS: a header names the fields until the next header', () => {
    const { format, about, messages } = readAll(
      [
        '#Software: Microsoft Internet Information Services 10.0',
        `#Fields: ${iisFields}`,
        iisLine,
        '#Fields: date time c-ip sc-status',
        '2026-11-22 10:00:03 203.0.113.9 200',
      ].join('\n'),
    );
    assert.equal(format, 'lines with a header (IIS, W3C, Zeek)');
    assert.equal(about[2], iisAbout);
    assert.equal(about[4], '2026-11-22T10:00:03.000Z client_ip=203.0.113.9 http_response_code=200 level=6');
    assert.equal(messages[2]?.decoded.message, iisLine);
    assert.equal(messages[1]?.decoded.message, `#Fields: ${iisFields}`);
  });
  it('IIS: lines without a header are decoded with the usual fields', () => {
    assert.deepEqual(readAll(`${iisLine}\n${iisLine}`).about, [iisAbout, iisAbout]);
  });
  it('Exchange separates by commas, and parts in quotes may contain them', () => {
    const { about } = readAll(
      '#Log-type: Message Tracking Log\n#Fields: date-time,client-ip,message-subject\n2026-11-22T10:00:00.123Z,192.0.2.1,"Hello, ""world"""',
    );
    assert.equal(about[2], '2026-11-22T10:00:00.123Z client_ip=192.0.2.1 message_subject=Hello, "world"');
  });
  it('parts in quotes may contain spaces', () => {
    const { about } = readAll('#Fields: date time cs(User-Agent) sc-status\n2026-11-22 10:00:01 "Mozilla 5 (X)" 404');
    assert.equal(about[1], '2026-11-22T10:00:01.000Z http_user_agent=Mozilla 5 (X) http_response_code=404 level=4');
  });
  it('CloudFront: fields are separated by tabs', () => {
    const { about } = readAll(
      '#Version: 1.0\n#Fields: date time cs(Host) sc-status x-edge-location\n2026-11-22\t10:00:02\td1.example\t503\tFRA2',
    );
    assert.equal(
      about[2],
      '2026-11-22T10:00:02.000Z http_host=d1.example http_response_code=503 x_edge_location=FRA2 level=3',
    );
  });
  it('Zeek: the header names the fields', () => {
    const { about } = readAll(
      '#separator \\x09\n#fields\tts\tuid\tid.orig_h\tid.orig_p\tduration\tnote\n1795341602.123456\tCx1\t192.0.2.1\t51000\t0.25\t-',
    );
    assert.equal(about[2], '2026-11-22T10:00:02.123Z uid=Cx1 id_orig_h=192.0.2.1 id_orig_p=51000 duration=0.25');
  });
  it('a line with another number of fields stays unchanged', () => {
    const { messages } = readAll(`#Fields: ${iisFields}\n${iisLine}\n${iisLine}\n2026-11-22 10:00:02 broken`);
    assert.deepEqual(messages.at(-1)?.decoded, plainLine('2026-11-22 10:00:02 broken'));
  });
});

describe('the DHCP server of Windows', () => {
  const line = '10,11/22/26,10:00:02,Assign,192.0.2.7,pc1.example.org,0A1B2C3D4E5F,,123,0,,,,0x4D53,MSFT 5.0,,,,0';
  const about =
    '2026-11-22T10:00:02.000Z event_id=10 description=Assign ip_address=192.0.2.7 host_name=pc1.example.org mac_address=0A1B2C3D4E5F transaction_id=123 qresult=0 vendorclass_hex=0x4D53 vendorclass_ascii=MSFT 5.0 dnsregerror=0';
  it('Windows DHCP: the event descriptions at the top of the file do not change the format', () => {
    const meanings = Array.from({ length: 25 }, (_, n) => `${String(n).padStart(2, '0')}\tA meaning.`);
    const text = ['\t\tMicrosoft DHCP Service Activity Log', '', 'Event ID  Meaning', ...meanings, '', line].join('\n');
    const read = readAll(text);
    assert.equal(read.format, 'DHCP server of Windows');
    assert.equal(read.about.at(-1), about);
    assert.equal(read.messages.length, 28);
  });
  it('Windows DHCP: a header names the fields', () => {
    const read = readAll('ID,Date,Time,Description,Host Name\n11,11/22/26,10:00:02,Renew,pc1');
    assert.equal(read.about[1], '2026-11-22T10:00:02.000Z event_id=11 description=Renew host_name=pc1');
  });
});

describe('PostgreSQL', () => {
  it('PostgreSQL: details and statements are joined with the message of their process', () => {
    const { format, about, messages } = readAll(
      [
        pg('ERROR', 'no such table'),
        pg('DETAIL', 'some detail'),
        pg('STATEMENT', 'select *'),
        '\tfrom x',
        pg('LOG', 'checkpoint', 99),
        pg('STATEMENT', 'of another process'),
      ].join('\n'),
    );
    const head = '2026-11-22T10:00:02.123Z process_id=1234 database_user=app database=shop';
    assert.equal(format, 'PostgreSQL');
    assert.equal(about[0], `${head} level=3 level_name=ERROR detail=some detail statement=select *\nfrom x`);
    assert.match(messages[0]?.decoded.fullMessage ?? '', /no such table\n.*DETAIL[^]*from x$/);
    assert.deepEqual(
      messages.map(({ decoded }) => decoded.message),
      ['no such table', 'checkpoint', 'of another process'],
    );
  });
  it('PostgreSQL: the line prefixes of AWS and pgBadger are decoded in the zone that they name', () => {
    const { about } = readAll(
      '2026-11-22 10:00:02 UTC:10.0.0.1(51000):app@shop:[7]:FATAL:  no\n2026-11-22 10:00:02 CET [8]: [3-1] user=app,db=shop,app=psql,client=10.0.0.1 LOG:  yes',
    );
    assert.deepEqual(about, [
      '2026-11-22T10:00:02.000Z process_id=7 database_user=app database=shop client_ip=10.0.0.1 level=2 level_name=FATAL',
      '2026-11-22T09:00:02.000Z process_id=8 database_user=app database=shop application_name=psql client_ip=10.0.0.1 level=6 level_name=LOG',
    ]);
  });
});

describe('MySQL', () => {
  it('MySQL: errors of MySQL and MariaDB are decoded', () => {
    const { format, about } = readAll(
      '2026-11-22T10:00:02.123456Z 0 [System] [MY-010116] [Server] mysqld starting\n2026-11-22 10:00:03 12 [Warning] Aborted connection 5',
    );
    assert.equal(format, 'MySQL errors');
    assert.deepEqual(about, [
      '2026-11-22T10:00:02.123Z thread=0 level=5 level_name=notice error_code=MY-010116 subsystem=Server',
      '2026-11-22T10:00:03.000Z thread=12 level=4 level_name=warning',
    ]);
  });
  it('MySQL: a slow query is one message with numeric fields', () => {
    const { format, about, messages } = readAll(
      [
        '/usr/sbin/mysqld, Version: 8.0.35 (GPL). started with:',
        'Tcp port: 3306  Unix socket: /var/lib/mysql/mysql.sock',
        'Time                 Id Command    Argument',
        '# Time: 2026-11-22T10:00:02.123456Z',
        '# User@Host: shop[shop] @ app-1 [10.0.0.5]  Id:   812',
        '# Query_time: 2.500189  Lock_time: 0.000004 Rows_sent: 1  Rows_examined: 20000',
        'use shop;',
        'SET timestamp=1795341602;',
        ...Array.from({ length: 30 }, (_, n) => (n === 0 ? 'SELECT' : `column_${n},`)),
        '# User@Host: shop[shop] @  [10.0.0.5]',
        '# Thread_id: 9  Schema: shop  QC_hit: No',
        '# Query_time: 12.0  Lock_time: 0.0  Rows_sent: 1  Rows_examined: 0',
        'SET timestamp=1795341700;',
        'select sleep(12);',
      ].join('\n'),
    );
    assert.equal(format, 'slow queries of MySQL');
    assert.equal(
      about[1],
      '2026-11-22T10:00:02.123Z database_user=shop client_host=app-1 client_ip=10.0.0.5 thread=812 query_time=2.500189 lock_time=0.000004 rows_sent=1 rows_examined=20000 database=shop',
    );
    assert.match(messages[1]?.decoded.message ?? '', /^SELECT\ncolumn_1,[^]*column_29,$/);
    assert.equal(messages[2]?.decoded.message, 'select sleep(12);');
    assert.match(about[2] ?? '', /^2026-11-22T10:01:40.000Z .*query_time=12 /);
  });
});

describe('programs in containers', () => {
  it('CRI: JSON and logfmt of the program become fields, also when the line came in pieces', () => {
    const { messages, about } = readAll(
      [
        '2026-11-22T10:00:00.1Z stdout P {"level":"warn",',
        '2026-11-22T10:00:00.2Z stdout F "msg":"hello","a":1}',
        '2026-11-22T10:00:00.3Z stderr F level=info msg=done',
        '2026-11-22T10:00:00.4Z stderr F plain {"a":1}',
      ].join('\n'),
    );
    assert.deepEqual(
      messages.map(({ decoded }) => decoded.message),
      ['hello', 'done', 'plain {"a":1}'],
    );
    assert.equal(about[0], '2026-11-22T10:00:00.100Z level=4 level_name=warn a=1 stream=stdout');
  });
  it('Docker: lines without a line feed are joined', () => {
    const docker = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-22T10:00:00.123456789Z' });
    const { messages } = readAll([docker('one '), docker('two\n'), docker('{"msg":"three"}\n')].join('\n'));
    assert.deepEqual(
      messages.map(({ decoded: { message, fullMessage } }) => [message, fullMessage]),
      [
        ['one two', undefined],
        ['three', undefined],
      ],
    );
  });
});
