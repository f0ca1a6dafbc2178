/**
 * Table of rule functions without side effects, with usual values, null and edge cases. `error`: the call must fail.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonTree } from '../../../../../host/server/pipelines/json-tree.js';
import { areEqual } from '../../../../../host/server/pipelines/operators.js';
import { textOf } from '../../../../../host/server/pipelines/value-text.js';
import {
  type Bean,
  DateTime,
  Integer,
  JsonNode,
  Period,
  UrlValue,
  type Value,
} from '../../../../../host/server/pipelines/values.js';
import { call, failureOf, instant } from './call.js';

const error = Symbol('error');
type Row = readonly [name: string, args: readonly (Value | undefined)[], result: Value | typeof error];

const json = (text: string): JsonNode => new JsonNode(readJsonTree(text));
const map = (entries: Readonly<Record<string, Value>>): Value => new Map(Object.entries(entries));
const date = (iso: string, zone?: string): DateTime => new DateTime(Date.parse(iso), zone);
const ip = (text: string): Value => call('to_ip', [text]);

const conversion: readonly Row[] = [
  ['to_bool', ['TRUE'], true],
  ['to_bool', ['1'], false],
  ['to_bool', [1n, true], false],
  ['to_bool', [null], false],
  ['to_bool', [null, true], true],
  ['to_double', [23n], 23],
  ['to_double', [Integer.of(7)], 7],
  ['to_double', ['1e3'], 1000],
  ['to_double', ['4.9E-325', 1], 0],
  ['to_double', ['-Infinity'], -Infinity],
  ['to_double', ['NaN', 1], NaN],
  ['to_double', ['1.5f'], 1.5],
  ['to_double', [' 1'], 0],
  ['to_double', ['x', 2.5], 2.5],
  ['to_double', [null], 0],
  ['to_long', [23.99], 23n],
  ['to_long', [-23.99], -23n],
  ['to_long', [NaN], 0n],
  ['to_long', [1e30], 9223372036854775807n],
  ['to_long', ['9007199254740993'], 9007199254740993n],
  ['to_long', ['9223372036854775808', 1n], 1n],
  ['to_long', ['-9223372036854775808'], -9223372036854775808n],
  ['to_long', ['+1', 5n], 5n],
  ['to_long', [' 1', 5n], 5n],
  ['to_long', ['', 5n], 5n],
  ['to_long', [Integer.of(42)], 42n],
  ['to_long', [json('5')], 5n],
  ['to_long', [null], 0n],
  ['to_string', [1e10], '1.0E10'],
  ['to_string', [3], '3.0'],
  ['to_string', [42n], '42'],
  ['to_string', [date('2010-07-30T16:03:25Z', 'Europe/Berlin')], '2010-07-30T18:03:25.000+02:00'],
  ['to_string', [['a', null, 1n]], '[a, null, 1]'],
  ['to_string', [map({ a: 1n })], '{a=1}'],
  ['to_string', [json('{"a":[1,2.0]}')], '{"a":[1,2.0]}'],
  ['to_string', [new Period(0, 0, 0, 0, 1)], 'PT1H'],
  ['to_string', [call('to_url', ['http://a/'])], ''],
  ['to_string', [null, 'd'], 'd'],
  ['to_string', [null], ''],
  ['to_map', [json('{"a":{"b":1}}')], map({ a: map({ b: Integer.of(1) }) })],
  ['to_map', ['x'], map({})],
  ['to_map', [null], map({})],
  ['to_map', [json('[1]')], error],
  ['to_map', [call('parse_json', ['nonsense'])], map({})],
];

const checks: readonly Row[] = [
  ['is_bool', [false], true],
  ['is_bool', [null], false],
  ['is_collection', [map({})], false],
  ['is_collection', [[1n]], true],
  ['is_date', [date('2010-07-30T16:03:25Z')], true],
  ['is_date', [1234n], false],
  ['is_double', [1.5], true],
  ['is_double', [1n], false],
  ['is_ip', [ip('1.2.3.4')], true],
  ['is_ip', ['1.2.3.4'], false],
  ['is_json', [call('parse_json', ['nonsense'])], true],
  ['is_json', ['{}'], false],
  ['is_list', [[]], true],
  ['is_long', [1n], true],
  ['is_long', [Integer.of(1)], false],
  ['is_map', [call('regex', ['a', 'b'])], true],
  ['is_not_null', [null], false],
  ['is_null', [null], true],
  ['is_number', [Integer.of(1)], true],
  ['is_number', ['1'], false],
  ['is_period', [new Period(1)], true],
  ['is_string', ['x'], true],
  ['is_string', [1n], false],
  ['is_url', [call('to_url', ['https://a'])], true],
  ['is_url', ['https://a'], false],
];

const strings: readonly Row[] = [
  ['abbreviate', ['abcdefgh', 6n], 'abc...'],
  ['abbreviate', ['abcdefgh', 1n], 'a...'],
  ['abbreviate', ['abc', 3n], 'abc'],
  ['abbreviate', [null, 6n], null],
  ['abbreviate', ['abcdefgh', null], null],
  ['capitalize', ['hELLO'], 'HELLO'],
  ['capitalize', ['ßa'], 'ßa'],
  ['capitalize', [''], ''],
  ['capitalize', [null], null],
  ['concat', ['a', null], 'a'],
  ['concat', [null, null], ''],
  ['contains', ['FooBar', 'oba'], false],
  ['contains', ['FooBar', 'oba', true], true],
  ['contains', [null, 'a'], false],
  ['ends_with', ['foobar', 'BAR', true], true],
  ['ends_with', ['foobar', ''], true],
  ['ends_with', [null, null], true],
  ['ends_with', ['a', null], false],
  ['first_non_null', [[null, 'b', 'c']], 'b'],
  ['first_non_null', [[null]], null],
  ['first_non_null', [null], error],
  ['join', [['a', null, 1n], '-'], 'a--1'],
  ['join', [['a', 'b', 'c', 'd'], '', 1n, 3n], 'bc'],
  ['join', [['a', 'b'], ',', -1n, -1n], 'a,b'],
  ['join', [['a'], ',', 0n, 2n], error],
  ['join', ['a'], error],
  ['join', [null], error],
  ['length', ['hällo'], 5n],
  ['length', ['hällo', true], 6n],
  ['length', ['💡'], 2n],
  ['length', [null], error],
  ['lowercase', ['FOO İ', 'en'], 'foo i̇'],
  ['lowercase', ['I', 'tr'], 'ı'],
  ['lowercase', [null], null],
  ['replace', ['abba', 'b', 'xx'], 'axxxxa'],
  ['replace', ['aaa', 'a', 'b', 2n], 'bba'],
  ['replace', ['aaa', 'a', 'b', 0n], 'aaa'],
  ['replace', ['aaa', '', 'b'], 'aaa'],
  ['replace', [null, 'a'], null],
  ['starts_with', ['FOObar', 'foo'], false],
  ['starts_with', ['FOObar', 'foo', true], true],
  ['substring', ['abc', 4n, 6n], ''],
  ['substring', ['abc', -2n, -1n], 'b'],
  ['substring', ['abc', 2n, 0n], ''],
  ['substring', [null, 1n], null],
  ['substring', ['abc', null], null],
  ['swapcase', ['aBc ß'], 'AbC SS'],
  ['uncapitalize', ['ABC'], 'aBC'],
  ['uppercase', ['i', 'tr'], 'İ'],
  ['uppercase', ['straße'], 'STRASSE'],
  ['string_entropy', ['aabb'], 1],
  ['string_entropy', [null], 0],
];

const patterns: readonly Row[] = [
  ['regex', ['(\\d+)-(\\d+)', 'a 12-3'], map({ '0': '12', '1': '3' })],
  ['regex', ['(a)(b)?', 'a'], map({ '0': 'a' })],
  ['regex', ['(a)(b)', 'ab', ['x', 'y']], map({ x: 'a', y: 'b' })],
  ['regex', ['(a)(b)', 'ab', ['x']], map({ x: 'a', '1': 'b' })],
  ['regex', ['(a)(b)(c)', 'abc', [null, 'y']], map({ '0': 'a', y: 'b', '2': 'c' })],
  ['regex', ['(a)(b)', 'ab', ['x', 'x']], error],
  ['regex', ['a', null], error],
  ['regex', ['(a)(?=b)', 'ab'], map({ '0': 'a' })],
  ['regex', ['(a', 'ab'], error],
  ['regex_replace', ['(\\d)', 'a1b2', '<$1>'], 'a<1>b<2>'],
  ['regex_replace', ['(\\d)', 'a1b2', '<$1>', false], 'a<1>b2'],
  ['regex_replace', ['(?<n>\\d)', 'a1', '${n}\\$'], 'a1$'],
  ['regex_replace', ['z', 'abc', 'x'], 'abc'],
  ['regex_replace', ['b', 'abc', ''], 'ac'],
  ['regex_replace', ['x*', 'ab', '-'], '-a-b-'],
  ['regex_replace', ['a', 'a', '$1'], error],
  ['regex_replace', ['a', null, 'b'], error],
  ['split', ['\\|', 'foo|bar|baz', 2n], ['foo', 'bar|baz']],
  ['split', [',', 'a,,b,,'], ['a', '', 'b']],
  ['split', [',', ',a'], ['', 'a']],
  ['split', ['', 'abc'], ['a', 'b', 'c']],
  ['split', ['', ''], ['']],
  ['split', ['', 'abc', 10n], ['a', 'b', 'c', '']],
  ['split', [',', 'a,b,,', 10n], ['a', 'b', '', '']],
  ['split', [',', ',,'], []],
  ['split', [',', ''], ['']],
  ['split', [',', 'abc'], ['abc']],
  ['split', [',', 'a,b', -1n], error],
  ['split', [',', null], error],
  ['grok', ['%{X}', null], null],
  ['grok_exists', ['X'], false],
];

const jsonRows: readonly Row[] = [
  ['parse_json', ['{"a":9007199254740993}'], json('{"a":9007199254740993}')],
  ['parse_json', ['{"a":1,"b":{"c":[1]},"d":[{"e":1}]}', 1n], json('{"a":1}')],
  ['parse_json', ['{"a":1,"b":{"c":[1],"f":2},"d":[{"e":1},3]}', 2n], json('{"a":1,"b":{"f":2},"d":[3]}')],
  [
    'flatten_json',
    ['{"o":{"k":{"a":"v"}},"l":["a",{"b":1}],"n":null}', 'flatten'],
    json('{"o_k_a":"v","l_0":"a","l_1_b":1}'),
  ],
  ['flatten_json', ['{"l":["a",1],"t":true}', 'json'], json('{"l":"[\\"a\\",1]","t":true}')],
  ['flatten_json', ['{"l":["a"],"t":2.0}', 'ignore', true], json('{"t":"2.0"}')],
  ['flatten_json', ['{"a":1}', 'other'], null],
  ['flatten_json', ['[1]', 'json'], null],
  ['flatten_json', ['{', 'json'], null],
  ['flatten_json', [null, 'json'], null],
  [
    'select_jsonpath',
    [
      json('{"a":{"b":[1,"x"]},"n":null}'),
      map({ one: '$.a.b[0]', all: '$.a.b', o: '$.a', last: '$.a.b[-1:]', no: '$.zz' }),
    ],
    map({ one: Integer.of(1), all: [json('1'), json('"x"')], o: json('{"b":[1,"x"]}'), last: [json('"x"')], no: null }),
  ],
  ['select_jsonpath', [json('{"l":[{"n":1},{"n":5}]}'), map({ x: '$.l[?(@.n > 3)].n' })], map({ x: [json('5')] })],
  ['select_jsonpath', [null, map({ x: '$.a' })], map({})],
  ['select_jsonpath', [json('{}'), map({ x: '$[' })], error],
  ['select_jsonpath', [json('{}'), map({ x: 1n })], error],
];

const dates: readonly Row[] = [
  ['to_date', [date('2010-07-30T16:03:25Z'), 'Asia/Manila'], date('2010-07-30T16:03:25Z')],
  ['to_date', ['2010-07-30'], null],
  ['now', [], new DateTime(instant)],
  ['parse_date', ['2018-01-18 11:42', 'yyyy-MM-dd HH:mm', undefined, 'Europe/Berlin'], date('2018-01-18T10:42:00Z')],
  ['parse_date', ['18 Mai 2018', 'd MMM yyyy', 'de-DE'], date('2018-05-18T00:00:00Z')],
  ['parse_date', ['18 Foo', 'd MMM'], error],
  ['parse_date', ['18', 'bb'], error],
  ['parse_date', ['2018', 'yyyy', '!'], error],
  ['parse_date', [null, 'yyyy'], null],
  ['parse_unix_milliseconds', [1516272143555n], date('2018-01-18T10:42:23.555Z')],
  ['parse_unix_milliseconds', [9223372036854775807n], error],
  ['parse_unix_milliseconds', [null], null],
  ['flex_parse_date', ['yesterday at noon', undefined, 'Europe/Berlin'], date('2010-07-29T10:00:00Z')],
  ['flex_parse_date', ['nothing'], null],
  ['flex_parse_date', ['nothing', date('2010-07-30T16:03:25Z')], date('2010-07-30T16:03:25Z')],
  ['format_date', [date('2010-07-30T16:03:25Z'), 'yyyy-MM-dd HH:mm', 'Europe/Berlin'], '2010-07-30 18:03'],
  ['format_date', [date('2010-07-30T16:03:25Z'), 'HH', 'europe/berlin'], error],
  ['format_date', [date('2010-07-30T16:03:25Z'), 'jj'], error],
  ['format_date', [null, 'HH'], null],
  ['date_diff', [date('2010-07-30T16:03:25Z'), date('2010-07-31T17:03:25Z'), 'hours'], 25n],
  ['date_diff', [date('2010-07-30T16:03:25Z'), date('2010-07-30T16:03:24Z')], -1000n],
  ['date_diff', [date('2010-07-30T16:03:25Z'), null], null],
  ['date_diff', [date('2010-07-30T16:03:25Z'), date('2010-07-30T16:03:25Z'), 'moons'], error],
  ['years', [1n], new Period(1)],
  ['months', [2n], new Period(0, 2)],
  ['weeks', [99999999999n], new Period(0, 0, 2_147_483_647)],
  ['days', [-1n], new Period(0, 0, 0, -1)],
  ['hours', [1n], new Period(0, 0, 0, 0, 1)],
  ['minutes', [1n], new Period(0, 0, 0, 0, 0, 1)],
  ['seconds', [1n], new Period(0, 0, 0, 0, 0, 0, 1)],
  ['millis', [1n], new Period(0, 0, 0, 0, 0, 0, 0, 1)],
  ['millis', [null], null],
  ['period', ['P1YT1M'], new Period(1, 0, 0, 0, 0, 1)],
  ['period', ['P1Y2M3W4DT5H6M7.089S'], new Period(1, 2, 3, 4, 5, 6, 7, 89)],
  ['period', ['PT-1.5S'], new Period(0, 0, 0, 0, 0, 0, -1, -500)],
  ['period', ['1 day'], error],
  ['period', ['P'], error],
  ['period', ['PT'], error],
];

const digests: readonly Row[] = [
  ['crc32', ['graylog'], 'e3018c57'],
  ['crc32c', ['graylog'], '82390e89'],
  ['md5', ['graylog'], '6f9efb466e043b9f3635827ce446e13c'],
  ['murmur3_32', ['graylog'], '67285534'],
  ['murmur3_32', [''], '00000000'],
  ['murmur3_128', ['graylog'], '945d5b1aaa8fdfe9b880b31e814972b3'],
  ['murmur3_128', ['The quick brown fox jumps over the lazy dog'], '6c1b07bc7bbc4be347939ac4a93c437a'],
  ['sha1', ['graylog'], '6d88bccf40bf65b911fe79d78c7af98e382f0c1a'],
  ['sha256', ['graylog'], '4bbdd5a829dba09d7a7ff4c1367be7d36a017b4267d728d31bd264f63debeaa6'],
  ['md5', [null], error],
  ['sha512', [null], error],
  ['crc32', [null], error],
];

const encodings: readonly Row[] = [
  ['base16_encode', ['graylog'], '677261796C6F67'],
  ['base16_decode', ['677261796C6F67'], 'graylog'],
  ['base16_decode', ['677261796c6f67'], error],
  ['base16_decode', ['677'], error],
  ['base32_encode', ['graylog'], 'CTP62UBCDTJG===='],
  ['base32_decode', ['CTP62UBCDTJG===='], 'graylog'],
  ['base32_decode', ['CTP62UBCDTJG', true], 'graylog'],
  ['base32_decode', ['W'], error],
  ['base32human_encode', ['graylog', true], 'M5ZGC6LMN5TQ'],
  ['base32human_decode', ['M5ZGC6LMN5TQ===='], 'graylog'],
  ['base64_encode', ['ä€💡'], Buffer.from('ä€💡').toString('base64')],
  ['base64_encode', [''], ''],
  ['base64_decode', ['w6Tigqzwn5Kh'], 'ä€💡'],
  ['base64_decode', ['Z3JheWxvZw'], 'graylog'],
  ['base64_decode', ['Z3Jh eWxv'], error],
  ['base64_decode', ['Z'], error],
  ['base64_decode', ['_-'], error],
  ['base64url_encode', ['??>'], 'Pz8-'],
  ['base64url_decode', ['Pz8-'], '??>'],
  ['base64_encode', [null], error],
  ['base64url_decode', [null], error],
];

const addresses: readonly Row[] = [
  ['to_ip', [134744072n], ip('8.8.8.8')],
  ['to_ip', [-1n], ip('255.255.255.255')],
  ['to_ip', ['2001:DB8:0:0:0:0:0:1'], ip('2001:db8::1')],
  ['to_ip', ['::ffff:1.2.3.4'], ip('1.2.3.4')],
  ['to_ip', ['010.0.0.1'], ip('0.0.0.0')],
  ['to_ip', ['x'], ip('0.0.0.0')],
  ['to_ip', ['x', '1.1.1.1'], ip('1.1.1.1')],
  ['to_ip', [null, '::1'], ip('::1')],
  ['to_ip', ['x', 'bad'], error],
  ['cidr_match', ['10.0.0.0/8', ip('10.200.1.1')], true],
  ['cidr_match', ['10.0.0.0/9', ip('10.200.1.1')], false],
  ['cidr_match', ['10.1.2.3/8', ip('10.200.1.1')], true],
  ['cidr_match', ['0.0.0.0/0', ip('8.8.8.8')], true],
  ['cidr_match', ['2001:db8::/33', ip('2001:db8:7fff::1')], true],
  ['cidr_match', ['2001:db8::/33', ip('2001:db8:8000::1')], false],
  ['cidr_match', ['::/0', ip('8.8.8.8')], false],
  ['cidr_match', ['10.0.0.0/8', null], null],
  ['cidr_match', ['10.0.0.0', ip('10.0.0.1')], error],
  ['cidr_match', ['10.0.0.0/33', ip('10.0.0.1')], error],
  ['in_private_net', ['172.31.1.1'], true],
  ['in_private_net', ['172.32.1.1'], false],
  ['in_private_net', ['fd00::1'], true],
  ['in_private_net', ['x'], null],
  ['in_private_net', [null], null],
  ['anonymize_ip', ['192.168.1.20'], ip('192.168.1.0')],
  ['anonymize_ip', [ip('2001:db8::1')], ip('2001:db8::')],
  ['anonymize_ip', ['x'], null],
];

const urls: readonly Row[] = [
  [
    'to_url',
    ['https://user:pw@example.org:8443/a/b?x=1#f'],
    new UrlValue('https://user:pw@example.org:8443/a/b?x=1#f', new URL('https://user:pw@example.org:8443/a/b?x=1#f')),
  ],
  ['to_url', ['ftp://example.org'], null],
  ['to_url', ['nonsense', 'http://a/'], new UrlValue('http://a/', new URL('http://a/'))],
  ['to_url', ['http://[', 'http://['], null],
  ['to_url', [null], null],
  ['urlencode', ['a b&ä~*-._'], 'a+b%26%C3%A4%7E*-._'],
  ['urlencode', ['ä', 'ISO-8859-1'], '%E4'],
  ['urlencode', ['ä', 'nonsense'], error],
  ['urlencode', [null], null],
  ['urldecode', ['a+b%26%C3%A4'], 'a b&ä'],
  ['urldecode', ['%E4', 'ISO-8859-1'], 'ä'],
  ['urldecode', ['100%'], error],
  ['urldecode', ['%zz'], error],
  ['urldecode', [null], null],
];

const syslog: readonly Row[] = [
  ['syslog_level', [0n], 'Emergency'],
  ['syslog_level', ['7'], 'Debug'],
  ['syslog_level', [9n], 'Unknown'],
  ['syslog_facility', [Integer.of(9)], 'clock'],
  ['syslog_facility', [13n], 'log audit'],
  ['syslog_facility', [24n], 'Unknown'],
  ['syslog_facility', [null], 'Unknown'],
  ['expand_syslog_priority', [165.5], error],
  ['expand_syslog_priority', [null], error],
  ['expand_syslog_priority_as_string', ['x'], error],
];

const keyValues: readonly Row[] = [
  ['key_value', ['a=1 b=2'], map({ a: '1', b: '2' })],
  ['key_value', ['a=1 a=2', undefined, undefined, undefined, undefined, 'take_last'], map({ a: '2' })],
  ['key_value', ['a=1 a=2'], map({ a: '1' })],
  ['key_value', ['a=1 a=2', undefined, undefined, undefined, true, '|'], map({ a: '1|2' })],
  ['key_value', ['a=1 a=2', undefined, undefined, undefined, false], error],
  ['key_value', ['a= b=2'], map({ b: '2' })],
  ['key_value', ['a b=2'], map({ b: '2' })],
  ['key_value', ['a= b=2', undefined, undefined, false], error],
  ['key_value', ["q='a b' c=d"], map({ q: "'a b'", c: 'd' })],
  ['key_value', ['==a==b=c'], map({ a: 'b=c' })],
  ['key_value', ['a:1,b:2', ',', ':'], map({ a: '1', b: '2' })],
  ['key_value', ['"a"="1"', undefined, undefined, undefined, undefined, undefined, '"', '"'], map({ a: '1' })],
  ['key_value', ["a=it's b=2"], map({ a: "it's b=2" })],
  ['key_value', ['__proto__=1'], map({ ['__proto__']: '1' })],
  ['key_value', [''], null],
  ['key_value', [null], null],
];

const collections: readonly Row[] = [
  ['array_contains', [['a', 'b'], 'A'], true],
  ['array_contains', [['a', 'b'], 'A', true], false],
  ['array_contains', [[1n], Integer.of(1)], false],
  ['array_contains', [null, 'a'], false],
  ['array_contains', ['a', 'a'], error],
  ['array_remove', [['a', 'b', 'a'], 'a'], ['b', 'a']],
  ['array_remove', [['a', 'b', 'a'], 'a', true], ['b']],
  ['array_remove', [['a'], 'x'], ['a']],
  ['string_array_add', [['a'], ['b', 'a']], ['a', 'b', 'a']],
  ['string_array_add', [['a'], ['b', 'a'], true], ['a', 'b']],
  ['string_array_add', [null, 'x'], ['x']],
  ['list_get', [['a', 'b'], 1n], 'b'],
  ['list_get', [['a', 'b'], -1n], 'b'],
  ['list_get', [['a'], 5n], null],
  ['list_count', [['a', 'b']], 2n],
  ['list_count', [null], 0n],
  ['to_list', ['a'], ['a']],
  ['to_list', [json('[1,"x"]')], [Integer.of(1), 'x']],
  ['to_list', [null], []],
  ['map_get', [map({ a: 1n }), 'a'], 1n],
  ['map_get', [map({ a: 1n }), 'b', 'd'], 'd'],
  ['map_get', [null, 'b'], null],
  ['map_set', [map({ a: 1n }), 'b', 2n], map({ a: 1n, b: 2n })],
  ['map_set', [null, 'b', 2n], error],
  ['map_remove', [map({ a: 1n, b: 2n }), 'a'], map({ b: 2n })],
  ['map_copy', [map({ a: 1n })], map({ a: 1n })],
  ['hex_to_decimal_byte_list', ['0x17B90004'], [23n, 185n, 0n, 4n]],
  ['hex_to_decimal_byte_list', ['117B90004'], [1n, 23n, 185n, 0n, 4n]],
  ['hex_to_decimal_byte_list', ['not_hex'], null],
  ['csv_to_map', ['a,"b,c",d', ['x', 'y', 'z']], map({ x: 'a', y: 'b,c', z: 'd' })],
  ['csv_to_map', ['a;b', ['x', 'y'], ';'], map({ x: 'a', y: 'b' })],
  ['csv_to_map', ['a,b', ['x']], error],
  ['csv_to_map', ['a,b', ['x'], undefined, undefined, undefined, undefined, undefined, true], map({ x: 'a' })],
  ['csv_to_map', ['"a', ['x']], error],
  ['csv_to_map', [null, ['x']], null],
];

const cef =
  'CEF:0|Vendor|Pro\\|duct|1.2|100|Name|5|src=10.0.0.1 spt=1232 msg=a b cs1=deny cs1Label=Policy cn1=7 cn1Label=';

const cefRows: readonly Row[] = [
  [
    'parse_cef',
    [cef, false],
    map({
      cef_version: Integer.of(0),
      device_vendor: 'Vendor',
      device_product: 'Pro|duct',
      device_version: '1.2',
      device_event_class_id: '100',
      name: 'Name',
      severity: '5',
      src: '10.0.0.1',
      spt: Integer.of(1232),
      msg: 'a b',
      Policy: 'deny',
      cn1: Integer.of(7),
    }),
  ],
  ['parse_cef', ['CEF:0|a|b', true], null],
  ['parse_cef', ['nonsense', true], null],
  ['parse_cef', [null, true], null],
];

const families: Readonly<Record<string, readonly Row[]>> = {
  conversion,
  checks,
  strings,
  patterns,
  json: jsonRows,
  dates,
  digests,
  encodings,
  addresses,
  urls,
  syslog,
  keyValues,
  collections,
  cef: cefRows,
};

const shown = (value: Value): string => (value === null ? 'null' : (textOf(value) ?? value.constructor.name));

for (const [family, rows] of Object.entries(families)) {
  test(`the functions of the family ${family} return the expected values`, () => {
    for (const [name, args, expected] of rows) {
      const row = `${name}(${args.map((arg) => (arg === undefined ? '-' : shown(arg))).join(', ')})`;
      if (expected === error) {
        assert.notEqual(failureOf(name, args), undefined, `${row} fails`);
        continue;
      }
      const result = call(name, args);
      assert.ok(
        areEqual(result, expected) || result === expected,
        `${row} returns ${shown(expected)}, not ${shown(result)}`,
      );
    }
  });
}

test('expand_syslog_priority returns 32-bit numbers, or names', () => {
  const numbers = call('expand_syslog_priority', [165n]) as Bean;
  assert.deepEqual(
    [...numbers.properties],
    [
      ['level', Integer.of(5)],
      ['facility', Integer.of(20)],
    ],
  );
  const names = call('expand_syslog_priority_as_string', ['165']) as Bean;
  assert.deepEqual(
    [...names.properties],
    [
      ['level', 'Notice'],
      ['facility', 'local4'],
    ],
  );
});
