import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utc, zoneToUtc } from '../../../../../host/server/intake/decode/time-zone.js';
import { logfmt } from '../../../../../host/server/intake/log-formats/logfmt.js';
import { recognise, Votes, votingLines } from '../../../../../host/server/intake/log-formats/recognise.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const context = { now, toUtc: utc };

/** Returns format, time, source and fields in one line, then the message. */
function read(line: string): [format: string, about: string, message: string] {
  const format = recognise([line], context);
  const decoded = format?.read(line, context);
  if (!format || !decoded) return ['', '', line];
  const { timestamp, source, message, fields } = decoded;
  const time = timestamp === undefined ? '' : new Date(timestamp).toISOString();
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return [format.title, [time, source ?? '', ...pairs].join(' ').trim(), message];
}

const access = '203.0.113.9 - ann [22/Nov/2026:10:00:02 +0100] "POST /api/login?a=1 HTTP/1.1" 401 12';
const failed =
  '203.0.113.9 - - [22/Nov/2026:10:00:03 +0100] "GET /\\"a\\" HTTP/2.0" 502 - "-" "curl/8 \\"x\\"" "10.1.2.3" rt=0.1';
const [webTime, webFields] = ['2026-11-22T09:00:02.000Z', 'client_ip=203.0.113.9 http_user=ann http_method=POST'];

const lines: readonly [line: string, format: string, about: string, message: string][] = [
  [
    access,
    'access log of Apache or nginx',
    `${webTime}  ${webFields} http_path=/api/login?a=1 http_version=1.1 http_response_code=401 response_bytes=12 level=4`,
    access,
  ],
  [
    `example.org:443 ${failed}`,
    'access log of Apache or nginx',
    '2026-11-22T09:00:03.000Z  client_ip=203.0.113.9 http_host=example.org:443 http_method=GET http_path=/\\"a\\" http_version=2.0 http_response_code=502 http_user_agent=curl/8 \\"x\\" level=3',
    `example.org:443 ${failed}`,
  ],
  [
    '2015-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200',
    'time and level',
    '2015-07-29T17:41:44.747Z  thread=QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181 logger=FastLeaderElection line_number=774 level=6 level_name=INFO',
    'Notification time out: 3200',
  ],
  [
    '2015-07-29 19:13:17,524 - WARN  [SendWorker:188978561024:QuorumCnxManager$SendWorker@688] - Send worker leaving thread',
    'time and level',
    '2015-07-29T19:13:17.524Z  thread=SendWorker:188978561024 logger=QuorumCnxManager$SendWorker line_number=688 level=4 level_name=WARN',
    'Send worker leaving thread',
  ],
  [
    '2015-07-29 19:13:17,524 - WARN  [mail:root@10] - A thread whose name has an at sign but no class before it',
    'time and level',
    '2015-07-29T19:13:17.524Z  thread=mail:root@10 level=4 level_name=WARN',
    'A thread whose name has an at sign but no class before it',
  ],
  [
    '2015-10-18 18:01:47,978 INFO [main] org.apache.hadoop.app.MRAppMaster: Created it',
    'time and level',
    '2015-10-18T18:01:47.978Z  thread=main logger=org.apache.hadoop.app.MRAppMaster level=6 level_name=INFO',
    'Created it',
  ],
  [
    '081109 203615 148 INFO dfs.DataNode$PacketResponder: PacketResponder 1 terminating',
    'time and level',
    '2008-11-09T20:36:15.000Z  process_id=148 logger=dfs.DataNode$PacketResponder level=6 level_name=INFO',
    'PacketResponder 1 terminating',
  ],
  [
    'nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-38101a0b 113d] 10.11.10.1 "GET /v2"',
    'time and level',
    '2017-05-16T00:00:00.008Z  process_id=25746 logger=nova.osapi_compute.wsgi.server level=6 level_name=INFO log_file=nova-api.log.1.2017-05-16_13:53:08',
    '[req-38101a0b 113d] 10.11.10.1 "GET /v2"',
  ],
  [
    '03-17 16:13:38.811  1702  2395 D WindowManager: printFreezingDisplayLogs',
    'time and level',
    '2026-03-17T16:13:38.811Z  process_id=1702 thread=2395 logger=WindowManager level=7 level_name=DEBUG',
    'printFreezingDisplayLogs',
  ],
  [
    '[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok',
    'time and level',
    '2005-12-04T04:47:44.000Z  level=5 level_name=notice',
    'workerEnv.init() ok',
  ],
  [
    '[Sun Nov 22 10:00:00.123456 2026] [core:error] [pid 12:tid 3456] [client 1.2.3.4:55] AH00126: Invalid URI',
    'time and level',
    '2026-11-22T10:00:00.123Z  module=core process_id=12 thread=3456 level=3 level_name=error',
    '[client 1.2.3.4:55] AH00126: Invalid URI',
  ],
  [
    '2026/11/22 10:00:00 [error] 1234#5678: *5 open() failed',
    'time and level',
    '2026-11-22T10:00:00.000Z  process_id=1234 thread=5678 level=3 level_name=error',
    '*5 open() failed',
  ],
  [
    '2026-11-22T10:00:00.123+01:00  WARN 1234 --- [           main] c.e.demo.App      : Starting',
    'time and level',
    '2026-11-22T09:00:00.123Z  process_id=1234 thread=main logger=c.e.demo.App level=4 level_name=WARN',
    'Starting',
  ],
  [
    '[2026-11-22T10:00:00,123][INFO ][o.e.n.Node               ] [node-1] initialized',
    'time and level',
    '2026-11-22T10:00:00.123Z  thread=o.e.n.Node level=6 level_name=INFO',
    '[node-1] initialized',
  ],
  [
    '2026-11-22 10:00:01,123 - app.module - ERROR - failed - again',
    'time and level',
    '2026-11-22T10:00:01.123Z  logger=app.module level=3 level_name=ERROR',
    'failed - again',
  ],
  [
    'E1122 10:00:01.123456 server.go:43] failed',
    'time and level',
    '2026-11-22T10:00:01.123Z  level=3 level_name=ERROR',
    'server.go:43] failed',
  ],
  [
    '1234:M 22 Nov 2026 10:00:00.123 * Ready',
    'Redis',
    '2026-11-22T10:00:00.123Z  process_id=1234 role=master level=5 level_name=notice',
    'Ready',
  ],
  [
    '2026-11-22T10:00:00.123456789Z stdout F ready',
    'containers (CRI)',
    '2026-11-22T10:00:00.123Z  stream=stdout',
    'ready',
  ],
  [
    'type=SYSCALL msg=audit(1763805600.123:456): arch=c000003e success=yes comm="cat"',
    'auditd',
    '2025-11-22T10:00:00.123Z  audit_type=SYSCALL audit_id=456 arch=c000003e success=yes comm=cat',
    'type=SYSCALL msg=audit(1763805600.123:456): arch=c000003e success=yes comm="cat"',
  ],
  [
    '2026/11/22 10:00:00 main.go:23: began',
    'logger of Go',
    '2026-11-22T10:00:00.000Z  file=main.go line_number=23',
    'began',
  ],
  [
    '{"@t":"2026-11-22T10:00:00.123Z","@mt":"Took {Elapsed:0.0} ms for {User}","Elapsed":34,"User":"ann"}',
    'JSON lines',
    '2026-11-22T10:00:00.123Z  @mt=Took {Elapsed:0.0} ms for {User} Elapsed=34 User=ann',
    'Took 34 ms for ann',
  ],
  ['{"timestamp":{"seconds":1763805600,"nanos":5000000},"message":"m"}', 'JSON lines', '2025-11-22T10:00:00.005Z', 'm'],
  [
    '{"__REALTIME_TIMESTAMP":"1763805600123456","MESSAGE":"m","PRIORITY":"4","_HOSTNAME":"h","SYSLOG_IDENTIFIER":"app"}',
    'JSON lines',
    '2025-11-22T10:00:00.123Z h level=4 application_name=app',
    'm',
  ],
  [
    '{"severity":"ERROR","timestamp":"2026-11-22T10:00:00Z","textPayload":"boom"}',
    'JSON lines',
    '2026-11-22T10:00:00.000Z  level=3 level_name=ERROR',
    'boom',
  ],
  [
    '{"time_local":"22/Nov/2026:11:00:00 +0100","status":200,"msg":"nginx"}',
    'JSON lines',
    '2026-11-22T10:00:00.000Z  status=200',
    'nginx',
  ],
  [
    '{"timestamp":"2026-11-22 10:00:00.123 UTC","error_severity":"ERROR","message":"no relation"}',
    'JSON lines',
    '2026-11-22T10:00:00.123Z  level=3 level_name=ERROR',
    'no relation',
  ],
  [
    'time=2026-11-22T10:00:00Z level=INFO source=main.go:12 msg=hi',
    'logfmt',
    '2026-11-22T10:00:00.000Z  level=6 level_name=INFO',
    'hi',
  ],
  ['level=info msg=done elapsed=1m3.5s', 'logfmt', 'level=6 level_name=info elapsed=63.5 elapsed_unit=s', 'done'],
  [
    'E1122 10:00:00.123456 7 a.go:114] "Failed to sync" err="no route" count=3',
    'klog',
    '2026-11-22T10:00:00.123Z  level=3 level_name=ERROR thread=7 file=a.go line_number=114 err=no route count=3',
    'Failed to sync',
  ],
  [
    '1234:signal-handler (1763805600) Received SIGTERM',
    'Redis',
    '2025-11-22T10:00:00.000Z  process_id=1234 level=4 level_name=warning',
    'Received SIGTERM',
  ],
  [
    'type=USER_LOGIN msg=audit(1763805600.123:457): pid=1 msg=\'op=login acct="ann" res=failed\'',
    'auditd',
    '2025-11-22T10:00:00.123Z  audit_type=USER_LOGIN audit_id=457 pid=1 op=login acct=ann res=failed',
    'type=USER_LOGIN msg=audit(1763805600.123:457): pid=1 msg=\'op=login acct="ann" res=failed\'',
  ],
  [
    'type=PROCTITLE msg=audit(1763805600.123:456): proctitle=636174002F65',
    'auditd',
    '2025-11-22T10:00:00.123Z  audit_type=PROCTITLE audit_id=456 proctitle=cat /e',
    'type=PROCTITLE msg=audit(1763805600.123:456): proctitle=636174002F65',
  ],
  [
    '2026-11-22T10:00:00.123Z\tINFO\tsetup\tit began\t{"a": 1}',
    'time and level',
    '2026-11-22T10:00:00.123Z  logger=setup level=6 level_name=INFO',
    'it began\t{"a": 1}',
  ],
  ['level=info msg=done duration=651ms', 'logfmt', 'level=6 level_name=info duration=651 duration_unit=ms', 'done'],
  ['2026-11-22 10:00:01 error opening a file', 'time and level', '2026-11-22T10:00:01.000Z', 'error opening a file'],
  [
    '10:15:30.123 [main] INFO  c.e.Foo - it began',
    'time and level',
    '2026-11-23T10:15:30.123Z  thread=main logger=c.e.Foo level=6 level_name=INFO',
    'it began',
  ],
  [
    '12:15:30,123 [http-1] ERROR c.e.Foo - failed',
    'time and level',
    '2026-11-22T12:15:30.123Z  thread=http-1 logger=c.e.Foo level=3 level_name=ERROR',
    'failed',
  ],
  [
    '10:15:30.123 [main] DEBUG Foo -- newer',
    'time and level',
    '2026-11-23T10:15:30.123Z  thread=main logger=Foo level=7 level_name=DEBUG',
    'newer',
  ],
  [
    '17/06/09 20:10:40 INFO executor.Foo: Got assigned',
    'time and level',
    '2017-06-09T20:10:40.000Z  logger=executor.Foo level=6 level_name=INFO',
    'Got assigned',
  ],
  [
    'I, [2026-01-02T03:04:05.678901 #1234]  INFO -- : it began',
    'logger of Ruby',
    '2026-01-02T03:04:05.678Z  process_id=1234 level=6 level_name=INFO',
    'it began',
  ],
  [
    'E, [2026-01-02T03:04:05.678 #1234] ERROR -- Shop::Cart: no: empty',
    'logger of Ruby',
    '2026-01-02T03:04:05.678Z  process_id=1234 logger=Shop::Cart level=3 level_name=ERROR',
    'no: empty',
  ],
  ['A, [2026-01-02T03:04:05 #1]   ANY -- : x', 'logger of Ruby', '2026-01-02T03:04:05.000Z  process_id=1', 'x'],
  ['[WARN] disk is nearly full', 'level', 'level=4 level_name=WARN', 'disk is nearly full'],
  ['WARN  o.a.z.Foo - careful', 'level', 'logger=o.a.z.Foo level=4 level_name=WARN', 'careful'],
  ['INFO:root:hello', 'level', 'logger=root level=6 level_name=INFO', 'hello'],
  [
    'Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure',
    'syslog',
    '2026-06-14T15:16:01.000Z combo application_name=sshd(pam_unix) process_id=19939',
    'authentication failure',
  ],
  [
    '2026-11-22T10:00:00.123456+01:00 web-1 sshd[77]: Accepted',
    'syslog',
    '2026-11-22T09:00:00.123Z web-1 application_name=sshd process_id=77',
    'Accepted',
  ],
  [
    '<165>1 2026-11-22T10:00:00Z web-1 app 77 ID1 [a@1 user="9"] hello',
    'syslog',
    '2026-11-22T10:00:00.000Z web-1 level=5 facility=local4 facility_num=20 application_name=app process_id=77 message_id=ID1 user=9',
    'hello',
  ],
  [
    '1 2026-11-22T10:00:00Z web-1 app 77 - - hello',
    'syslog',
    '2026-11-22T10:00:00.000Z web-1 application_name=app process_id=77',
    'hello',
  ],
  [
    'time="2026-11-22T10:00:00Z" level=warning msg="it \\"began\\"" took=3.5 id=007',
    'logfmt',
    '2026-11-22T10:00:00.000Z  level=4 level_name=warning took=3.5 id=007',
    'it "began"',
  ],
  [
    '{"ts":"2026-11-22T10:00:00Z","level":"error","msg":"no","a":{"b":1}}',
    'JSON lines',
    '2026-11-22T10:00:00.000Z  level=3 level_name=error a_b=1',
    'no',
  ],
];

const more: typeof lines = [
  [
    '20.11.2026 10:00:07,250 WARN Datei fehlt',
    'time and level',
    '2026-11-20T10:00:07.250Z  level=4 level_name=WARN',
    'Datei fehlt',
  ],
  ['20.11.2026, 10:00:07 Datei fehlt', 'time and level', '2026-11-20T10:00:07.000Z', 'Datei fehlt'],
  ['20.13.2026 10:00:07 Datei fehlt', '', '', '20.13.2026 10:00:07 Datei fehlt'],
  [
    '2026-11-20 11:00:07.123 +01:00 [WRN] Request finished in 1 ms',
    'time and level',
    '2026-11-20T10:00:07.123Z  level=4 level_name=WRN',
    'Request finished in 1 ms',
  ],
  [
    '2026-11-20T10:00:07Z FTL cannot go on',
    'time and level',
    '2026-11-20T10:00:07.000Z  level=2 level_name=FTL',
    'cannot go on',
  ],
  [
    '2026-11-20 10:00:07.001 UTC [17] ann@shop ERROR:  relation "x" does not exist',
    'PostgreSQL',
    '2026-11-20T10:00:07.001Z  process_id=17 database_user=ann database=shop level=3 level_name=ERROR',
    'relation "x" does not exist',
  ],
  [
    '2026-11-20 10:00:07.001 UTC [17] LOG:  checkpoint starting: time',
    'PostgreSQL',
    '2026-11-20T10:00:07.001Z  process_id=17 level=6 level_name=LOG',
    'checkpoint starting: time',
  ],
  [
    '2026-11-20T11:00:07.001+01:00  WARN 4711 --- [shop] [nio-8080-exec-1] c.e.shop.CartController          : Cart 1 loaded',
    'time and level',
    '2026-11-20T10:00:07.001Z  process_id=4711 thread=nio-8080-exec-1 application_name=shop logger=c.e.shop.CartController level=4 level_name=WARN',
    'Cart 1 loaded',
  ],
  [
    '2026-11-20T11:00:07.001+01:00  INFO 4711 --- [shop] [exec-1] [0123456789abcdef0123456789abcdef-0123456789abcdef] c.e.shop.Cart : loaded',
    'time and level',
    '2026-11-20T10:00:07.001Z  process_id=4711 thread=exec-1 application_name=shop trace_id=0123456789abcdef0123456789abcdef span_id=0123456789abcdef logger=c.e.shop.Cart level=6 level_name=INFO',
    'loaded',
  ],
  [
    '2026-11-20T11:00:07.001+01:00  INFO 4711 --- [main] [user=5] logged in',
    'time and level',
    '2026-11-20T10:00:07.001Z  process_id=4711 thread=main level=6 level_name=INFO',
    '[user=5] logged in',
  ],
];

describe('the format of a line', () => {
  for (const [line, format, about, message] of [...lines, ...more])
    it(`the format of ${line.slice(0, 60)} is recognised`, () =>
      assert.deepEqual(read(line), [format, about, message]));

  for (const line of [
    'plain text',
    '12 monkeys',
    'info: it began',
    'a=b',
    'a=b c=d e',
    '{no json}',
    '[main] plain',
    '10.0.0.1 - - [no time] "GET / HTTP/1.1" 200 1',
    '2026-13-45 99:99:99 x',
    '123456 999999 x',
    '\x1b[32mINFO\x1b[0m coloured',
    '\0\0\x01\xff binary',
    'INFORMATIONAL text',
    '17/06/09 20:10:40 text',
    '10:15:30 text',
    '25:15:30.123 [main] INFO c.e.Foo - text',
    'I, [no time #1]  INFO -- : x',
  ])
    it(`recognises no format in ${JSON.stringify(line)}`, () => assert.equal(recognise([line], context), undefined));
});

it('the recognition does not parse a very long logfmt line', () => {
  const long = (count: number) => logfmt.read(`level=info msg="${'a\\n'.repeat(count)}"`, context);
  assert.equal(long(20_000)?.message.length, 40_000);
  assert.ok(long(30_000) === undefined);
});

describe('impossible times', () => {
  for (const [time, name] of [
    ['1970-01-02 03:04:05', 'before 1990'],
    ['2026-11-25 03:04:05', 'more than a day ahead'],
  ])
    it(`a time ${name} is replaced by the time of reading and stays in the text`, () => {
      const line = `${time} WARN x.y.Z - text`;
      assert.deepEqual(read(line), ['time and level', 'logger=x.y.Z level=4 level_name=WARN', line]);
    });

  it('a time slightly in the future is accepted', () => {
    assert.match(read('2026-11-24 03:04:05 WARN text')[1], /^2026-11-24T03:04:05/);
  });

  it('a date without a year is at most a day in the future', () => {
    assert.match(read('11-24 11:59:59.000  1  2 I a: b')[1], /^2026-11-24/);
    assert.match(read('11-24 12:00:01.000  1  2 I a: b')[1], /^2025-11-24/);
  });
});

describe('times without a zone are in the configured zone', () => {
  const inZone = { now, toUtc: zoneToUtc('Asia/Tokyo') };
  for (const [line, expected] of [
    ['2026-11-22 10:00:01 WARN text', '2026-11-22T01:00:01.000Z'],
    ['{"time":"2026-11-22 10:00:01","msg":"m"}', '2026-11-22T01:00:01.000Z'],
    ['time="2026-11-22 10:00:01" level=info msg=m', '2026-11-22T01:00:01.000Z'],
    ['W, [2026-11-22T10:00:01.000 #1]  WARN -- : x', '2026-11-22T01:00:01.000Z'],
    // The present time of the test is nine o'clock in the evening in Tokyo.
    ['20:59:01.000 [main] WARN a.B - x', '2026-11-23T11:59:01.000Z'],
    ['21:00:30.000 [main] WARN a.B - x', '2026-11-23T12:00:30.000Z'],
    ['21:02:00.000 [main] WARN a.B - x', '2026-11-22T12:02:00.000Z'],
  ] as const)
    it(`the time of ${line} is read in the configured zone`, () => {
      const timestamp = recognise([line], inZone)?.read(line, inZone)?.timestamp;
      assert.equal(timestamp && new Date(timestamp).toISOString(), expected);
    });

  it('uses the date of the zone, which may be tomorrow', () => {
    const late = { now: Date.parse('2026-11-23T23:00:00Z'), toUtc: inZone.toUtc };
    const line = '07:59:00.000 [main] WARN a.B - x';
    assert.equal(recognise([line], late)?.read(line, late)?.timestamp, Date.parse('2026-11-23T22:59:00Z'));
  });
});

describe('the first lines of a source decide its format by vote', () => {
  const timed = '2026-11-22 10:00:01,123 ERROR [main] a.b.C - failed';
  const trace = ['java.lang.IllegalStateException: no', '\tat a.b.C.d(C.java:1)', 'Caused by: x', '\t... 3 more'];
  const title = (from: readonly string[]) => recognise(from, context)?.title;

  it('a stack trace followed by another line does not vote', () => {
    assert.equal(title([timed, ...trace, ...trace, '']), 'time and level');
  });
  it('lines before and after a stack trace do not vote', () => {
    const dense = (...lines: readonly string[]) => title(Array.from({ length: 6 }, () => [timed, ...lines]).flat());
    const places = ['\tat a.b.C.d(C.java:1)', '\tat a.b.C.e(C.java:2)'];
    for (const named of ['java.lang.Error: no', 'Error: no', 'org.example.NotFound: no', 'Uncaught thing'])
      assert.equal(dense(named, ...places), 'time and level', named);
    const python = ['Traceback (most recent call last):', '  File "/app/a.py", line 3, in run', '    do()'];
    assert.equal(dense(...python, 'requests.exceptions.Timeout: no'), 'time and level');
    assert.equal(dense('text', 'text'), undefined);
    assert.equal(dense('text', '  indented', 'text'), undefined);
  });
  it('a format is recognised only if more than half of the lines match it', () => {
    assert.equal(title([timed, 'text']), undefined);
    assert.equal(title([timed, 'text', timed]), 'time and level');
    assert.equal(title([]), undefined);
  });
  it('later lines do not vote', () => {
    const votes = new Votes();
    for (let at = 0; at < votingLines; at += 1) votes.add('text', context);
    assert.ok(votes.decided);
    for (let at = 0; at < 3 * votingLines; at += 1) votes.add(timed, context);
    assert.equal(votes.winner(), undefined);
  });
});

describe('lines that are expensive to parse take bounded time', () => {
  const many = 1_000_000;
  const runs = [
    '[',
    '[a',
    ' ',
    '"',
    '\\"',
    '=',
    'a=',
    'a="',
    'a.b',
    '1 ',
    '- ',
    '\t',
    'INFO ',
    'a.',
    '{"a":',
    '\0',
    '\x1b[31m',
    '10.0.0.1 ',
  ];
  const beginnings = [
    '',
    '2026-11-22 10:00:01,123 ',
    '2026-11-22 10:00:01,123 ERROR ',
    '10.0.0.1 - - [22/Nov/2026:10:00:02 +0100] "',
    'level=info msg="',
    '<13>Nov 22 10:00:00 h ',
    'app.log ',
    '10:00:01,123 ',
    '2026-11-22 10:00:02 192.0.2.10 GET /',
    '10,11/22/26,10:00:02,',
    '2026-11-22 10:00:02 UTC [1] a@b LOG:  ',
    '2026-11-22T10:00:02Z 0 [Note] ',
    '# Time: 2026-11-22T10:00:02Z ',
    '# User@Host: ',
    '#Fields: ',
    'I, [2026-01-02T03:04:05.678 #1]  INFO -- ',
  ];
  for (const run of runs)
    it(`parses lines that repeat ${JSON.stringify(run)} in bounded time`, () => {
      for (const beginning of beginnings) {
        const line = `${beginning}${run.repeat(many / run.length)}x`;
        const format = recognise([line.slice(0, 200)], context);
        const decoded = format?.read(line, context);
        // Nearly all characters of the line must be in the message or in a field.
        const kept = decoded ? [decoded.message, ...Object.values(decoded.fields)].join(' ') : line;
        const letters = (text: string) => text.replaceAll(/\s/g, '').length;
        assert.ok(
          letters(kept) >= letters(line) * 0.9 - 100,
          `the line after ${beginning} kept ${kept.length} characters`,
        );
      }
    });
});
