import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RE2JS } from 're2js';
import { compileGrok, referencesOf, type GrokOptions } from '../../../../host/server/grok/grok.js';
import { defaultGrokPatterns } from '../../../../host/server/grok/default-patterns.js';

const named: GrokOptions = { namedCapturesOnly: true };
const grok = (pattern: string, options = named) =>
  compileGrok(pattern, (name) => defaultGrokPatterns.get(name), options);
const captures = (pattern: string, text: string) => {
  const found = grok(pattern).match(text);
  return found && { ...found };
};

test('the 76 default grok patterns exist and compile', () => {
  assert.equal(defaultGrokPatterns.size, 76);
  for (const name of defaultGrokPatterns.keys()) assert.doesNotThrow(() => grok(`%{${name}}`), name);
});

const whole: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['INT', ['0', '-12', '+7'], ['', 'a']],
  ['NUMBER', ['1', '-1.5', '.5'], ['x']],
  ['BASE16NUM', ['0xff', 'CAFE'], ['0x']],
  ['BASE16FLOAT', ['0x1.8', 'ff.a'], ['zz']],
  ['POSINT', ['1', '4711'], ['0']],
  ['NONNEGINT', ['0', '12'], ['-1']],
  ['QUOTEDSTRING', ['"a \\" b"', "'x'", '""'], ['"a']],
  ['UUID', ['de305d54-75b4-431b-adb2-eb6b9e546014'], ['de305d54-75b4-431b-adb2-eb6b9e54601']],
  ['MAC', ['00:1b:44:11:3a:b7', '00-1B-44-11-3A-B7', '001b.4411.3ab7'], ['00:1b:44:11:3a']],
  ['IPV4', ['0.0.0.0', '255.255.255.255', '10.1.22.203'], ['256.1.1.1', '1.2.3']],
  [
    'IPV6',
    [
      '::',
      '::1',
      'fe80::1',
      '2001:db8:0:0:0:0:2:1',
      '2001:db8::2:1',
      '1::2:3:4:5:6:7',
      '::ffff:10.0.0.1',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7::',
      '64:ff9b::192.0.2.33',
    ],
    ['1:2:3', '12345::1', ':::'],
  ],
  ['HOSTNAME', ['a', 'web-1', 'db.example.org', 'x_y.example'], ['-a', '']],
  ['HOSTPORT', ['db.example.org:5432', '10.0.0.1:80'], ['db.example.org:']],
  ['UNIXPATH', ['/', '/var/log/syslog', '/a/b%20c'], ['a/b']],
  ['WINPATH', ['C:\\Windows\\x.log', '\\\\server\\share'], ['x']],
  ['URI', ['https://example.org/a/b?c=d', 'ftp://u:p@h:21/x', 'http://10.0.0.1:9000'], ['example.org']],
  ['EMAILADDRESS', ["o'neil+x@example.org"], ['@example.org', 'a@']],
  ['TIMESTAMP_ISO8601', ['2026-11-22T10:00:00.123Z', '2026-11-22 10:00:00,5+0100', '2026-11-22 10:00'], ['22.11.2026']],
  ['DATE_EU', ['22.11.2026', '1/2/99'], ['2026-11']],
  ['HTTPDATE', ['10/Oct/2000:13:55:36 -0700'], ['10/Oct/2000']],
  ['SYSLOGTIMESTAMP', ['Nov 22 10:00:00', 'Feb  1 00:00:00'], ['22 Nov 10:00:00']],
  ['DATESTAMP_RFC2822', ['Sun, 22 Nov 2026 10:00:00 +0000'], ['Sun 22 Nov']],
  ['DATESTAMP_EVENTLOG', ['20261122100000'], ['2026']],
  ['LOGLEVEL', ['WARN', 'warning', 'ERROR', 'fatal', 'INFO'], ['loud']],
  ['MONTH', ['Jan', 'September', 'Sept'], ['Janu']],
  ['TTY', ['/dev/pts/0', '/dev/tty1', '/dev/ttyp3'], ['/dev/null']],
];
for (const [name, fits, misfits] of whole) {
  test(`the grok pattern ${name} matches its examples completely and no counterexample`, () => {
    const pattern = grok(`^%{${name}:it}$`);
    for (const text of fits) assert.deepEqual({ ...pattern.match(text) }, { ...pattern.match(text), it: text }, text);
    for (const text of misfits) assert.equal(pattern.match(text), undefined, text);
  });
}

test('a grok pattern parses an access log line of a web server', () => {
  const line =
    '203.0.113.9 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif?x=1 HTTP/1.0" 200 2326 "http://www.example.com/s.html" "Mozilla/4.08"';
  const found = captures('%{COMBINEDAPACHELOG}', line);
  assert.equal(found?.['clientip'], '203.0.113.9');
  assert.equal(found?.['auth'], 'frank');
  assert.equal(found?.['timestamp'], '10/Oct/2000:13:55:36 -0700');
  assert.equal(found?.['verb'], 'GET');
  assert.equal(found?.['request'], '/a.gif?x=1');
  assert.equal(found?.['httpversion'], '1.0');
  assert.equal(found?.['response'], '200');
  assert.equal(found?.['bytes'], '2326');
  assert.equal(found?.['referrer'], '"http://www.example.com/s.html"');
  assert.equal(found?.['agent'], '"Mozilla/4.08"');
  assert.equal('rawrequest' in (found ?? {}), false);
});

test('a grok pattern parses a line of syslog', () => {
  const found = captures('%{SYSLOGBASE} %{GREEDYDATA:text}', 'Nov 22 10:00:01 web-1 sshd[4711]: Failed password');
  assert.deepEqual(found, {
    timestamp: 'Nov 22 10:00:01',
    logsource: 'web-1',
    program: 'sshd',
    pid: '4711',
    text: 'Failed password',
  });
});

test('a grok pattern converts captures by their type; unsuitable values stay text', () => {
  const pattern =
    '%{DATA:a:int} %{DATA:b:double} %{DATA:c:boolean} %{DATA:d:long} %{DATA:e:date;yyyy-MM-dd HH:mm:ss Z}$';
  assert.deepEqual(captures(pattern, '12 1.5 TRUE x 2026-11-22 10:00:00 +0100'), {
    a: 12,
    b: 1.5,
    c: true,
    d: 'x',
    e: '2026-11-22T09:00:00.000Z',
  });
  assert.deepEqual(captures('%{GREEDYDATA:big:long}', '9007199254740993'), { big: '9007199254740993' });
  assert.deepEqual(captures("%{GREEDYDATA:d;date;EEE MMM dd 'at' yyyy}", 'Sun Nov 22 at 2026'), {
    d: '2026-11-22T00:00:00.000Z',
  });
});

test('a grok pattern captures patterns under their names without "named captures only"', () => {
  const found = compileGrok('%{WORD:key}=%{INT}', (name) => defaultGrokPatterns.get(name), {
    namedCapturesOnly: false,
  }).match('a=5');
  assert.deepEqual({ ...found }, { key: 'a', INT: '5' });
});

test('a field captured in alternatives has the value of the matching one; a field captured twice is a list', () => {
  assert.deepEqual(captures('%{INT:v}|%{WORD:v}', 'abc'), { v: 'abc' });
  assert.deepEqual(captures('%{WORD:v} %{WORD:v}', 'a b'), { v: ['a', 'b'] });
});

test('captures named UNWANTED become no field, and groups behind them keep theirs', () => {
  const pattern = 'Failed %{WORD:UNWANTED} for%{DATA:UNWANTED} (?<UNWANTED>\\w+) %{INT:count:int} %{UNIT}';
  const definitions = new Map([
    ['WORD', '\\w+'],
    ['DATA', '.*?'],
    ['INT', '\\d+'],
    ['UNIT', '(?:%{WORD:UNWANTED})'],
  ]);
  const compiled = compileGrok(pattern, (name) => definitions.get(name), { namedCapturesOnly: false });
  assert.deepEqual({ ...compiled.match('Failed password for root bob 12 times') }, { count: 12, UNIT: 'times' });
});

test('an unfinished reference is refused in referenced patterns, too', () => {
  const definitions = new Map([['A', 'x %{NOPE']]);
  assert.throws(() => compileGrok('%{A}', (name) => definitions.get(name), named), /is no reference to a pattern/);
});

test('a grok pattern captures named capture groups', () => {
  assert.deepEqual(captures('(?<queue_id>[0-9A-F]{3}):', 'x 0A1: y'), { queue_id: '0A1' });
});

test('a grok pattern reads atomic groups, possessive counts and look-around as Java does', () => {
  assert.deepEqual(captures('(?<![0-9.+-])(?>[+-]?(?<v>[0-9]+(?:\\.[0-9]+)?))', 'v1.5 -2.25'), { v: '1.5' });
  assert.deepEqual(captures('(?!<[0-9])(?<time>\\d\\d:\\d\\d)(?![0-9])', 'at 10:305 and 11:30'), { time: '11:30' });
  assert.deepEqual(captures('(?>(?<!\\\\)(?<q>"(?>\\\\.|[^\\\\"]+)*"))', 'a "b \\" c" d'), { q: '"b \\" c"' });
  assert.deepEqual(captures('(?>%{INT:v})\\h++x', '12 \tx'), { v: '12' });
  assert.deepEqual(captures('[+]+%{INT:v}', '++1'), { v: '1' });
});

const bad: readonly (readonly [string, RegExp])[] = [
  ['%{NOSUCH}', /No definition for key 'NOSUCH' found/],
  ['%{WORD:a:colour}', /"colour" is not a type/],
  ['(', /not a regular expression/],
  ['(?<=a*)b', /look-behind/],
  ['%{}', /no reference/],
];
for (const [pattern, message] of bad) {
  test(`the invalid pattern ${pattern} is refused with a reason`, () => {
    assert.throws(() => grok(pattern), { name: 'GrokError', message });
  });
}

test('circular references and patterns that expand beyond the limit are refused', () => {
  const circle = new Map([
    ['A', '%{B}'],
    ['B', '%{A}'],
  ]);
  assert.throws(() => compileGrok('%{A}', (name) => circle.get(name), named), /circle: A → B → A/);
  const bomb = new Map<string, string>(Array.from({ length: 30 }, (_, i) => [`P${i}`, `%{P${i + 1}}%{P${i + 1}}`]));
  bomb.set('P30', 'x');
  assert.throws(() => compileGrok('%{P0}', (name) => bomb.get(name), named), /too large/);
});

test('a text that causes backtracking in other engines is matched without backtracking', () => {
  // With backtracking, the match of 100,000 characters would not end in a lifetime.
  assert.equal(grok('^(a+)+$').match(`${'a'.repeat(100_000)}b`), undefined);
});

test('a field of a grok pattern may have the name of an inherited property', () => {
  assert.deepEqual(Object.entries(grok('%{WORD:__proto__} %{WORD:constructor}').match('a b') ?? {}), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('the references of a grok pattern contain each referenced pattern once', () => {
  assert.deepEqual(referencesOf('%{A} %{B:x} %{A:y:int}'), ['A', 'B']);
});

test('a match anchored at the beginning equals the first match found', () => {
  const texts = ['ab', 'b ab', '', 'aab', '\nab', 'x\nab', 'abab', 'b', 'aaa', 'a b', ' ab'];
  for (const source of ['a|ab', 'ab|a', '^ab', 'a*?', 'a*', '(?:b|a)b?', 'b$', '\\bab', '(a)|(b)', 'a+?b', ''])
    for (const text of texts) {
      const plain = RE2JS.compile(`(?P<found>${source})(?P<after>.?)`, RE2JS.MULTILINE).matcher(text);
      const expected = plain.find() ? { found: plain.group('found'), after: plain.group('after') } : undefined;
      assert.deepEqual(
        captures(`(?<found>${source})(?<after>.?)`, text),
        expected,
        `${source} finds the expected match in ${JSON.stringify(text)}`,
      );
    }
});
