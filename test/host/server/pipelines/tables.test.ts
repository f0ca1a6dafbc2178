// The values, operators, properties and functions of the rule language have the stored results (`tables-*.txt`).
import { test } from 'node:test';
import { ErrorBook } from '../../../../host/server/pipelines/error-book.js';
import { PipelineFigures } from '../../../../host/server/pipelines/figures.js';
import { addProcessingError, incomingOf } from '../../../../host/server/pipelines/incoming.js';
import { lookupError, type LookupAccess } from '../../../../host/server/pipelines/lookup-access.js';
import {
  areEqual,
  arithmetic,
  compared,
  indexed,
  isEqual,
  negated,
} from '../../../../host/server/pipelines/operators.js';
import { plainOf, taggedValue } from '../../../../host/server/pipelines/plain-values.js';
import { propertyOf } from '../../../../host/server/pipelines/properties.js';
import { shortText } from '../../../../host/server/pipelines/run-error.js';
import { Suspensions } from '../../../../host/server/pipelines/suspension.js';
import { jsonText, textOf } from '../../../../host/server/pipelines/value-text.js';
import {
  Bean,
  DateTime,
  Duration,
  Integer,
  IpAddress,
  JsonNode,
  MatchResult,
  Period,
  UrlValue,
  type Value,
} from '../../../../host/server/pipelines/values.js';
import { reportedChanges } from '../../../../host/server/pipelines/workbench/field-changes.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';
import { call, contextOf, messageOf, newTraces } from './functions/call.js';

const ip = (text: string) => new IpAddress(Uint8Array.from(text.split('.').map(Number)), text);
const url = (text: string) => new UrlValue(text, new URL(text));
const map = (entries: Readonly<Record<string, Value>> = {}) => new Map<string, Value>(Object.entries(entries));
// Cast: values of rules stand for the parts of the node.
const tree = (entries: Readonly<Record<string, Value>>) => new JsonNode(map(entries) as never);
const largest = 9_223_372_036_854_775_807n;

/** Values of every type, by the name that the stored text shows. */
const values: Readonly<Record<string, Value>> = {
  null: null,
  true: true,
  false: false,
  'long 7': 7n,
  'long -7': -7n,
  'long 2': 2n,
  'long 0': 0n,
  'largest long': largest,
  'double 1.5': 1.5,
  'double 2': 2,
  'double -0': -0,
  'double 0': 0,
  NaN: NaN,
  Infinity: Infinity,
  '-Infinity': -Infinity,
  '1e10': 1e10,
  '0.00012': 0.00012,
  '1e-3': 0.001,
  '1e7': 1e7,
  'integer 2': Integer.of(2),
  'integer 3': Integer.of(3),
  text: 'a',
  'empty text': '',
  date: new DateTime(Date.UTC(2024, 11, 30, 23, 59, 59, 7)),
  'date in Tokyo': new DateTime(Date.UTC(2024, 11, 30, 23, 59, 59, 7), 'Asia/Tokyo'),
  'date before 1970': new DateTime(Date.UTC(1969, 0, 1, 1, 2, 3, 4), 'America/New_York'),
  'date before Christ': new DateTime(Date.UTC(-50, 0, 1)),
  Sunday: new DateTime(Date.UTC(2023, 0, 1)),
  period: new Period(1, 2, 3, 4, 5, 6, 7, 8),
  'period of millis': new Period(0, 0, 0, 0, 0, 0, 0, 5),
  'negative period': new Period(0, 0, 0, 0, 0, 0, -1, 500),
  'empty period': new Period(),
  duration: new Duration(90_061_001),
  'negative duration': new Duration(-1_500),
  list: [1n, 'a', null],
  'another list': [1n, 'b', null],
  'longer list': [1n, 'a', null, true],
  'empty list': [],
  map: map({ a: 1n, b: [null] }),
  'same map': map({ b: [null], a: 1n }),
  'other map': map({ a: 1n, c: [null] }),
  'empty map': map(),
  match: new MatchResult(true, [['0', 'x']]),
  'no match': new MatchResult(false),
  bean: new Bean('Level', map({ longName: 'l', n: 1n })),
  address: ip('10.1.2.3'),
  'other address': ip('10.1.2.4'),
  url: url('https://u:p@example.org:8443/p/a?q=1#f'),
  'url without a port': url('http://example.org'),
  JSON: tree({ a: 2, b: NaN, c: [Integer.of(1), 2n, 'x', null] }),
  // Cast: values of rules stand for the parts of the node.
  'JSON list': new JsonNode([Integer.of(1), 'x'] as never),
  'missing JSON': new JsonNode(undefined),
};
const all = Object.entries(values);
const told = (value: Value): string =>
  value === null ? 'null' : `${typeof value === 'object' ? value.constructor.name : typeof value} ${textOf(value)}`;
const names = (among: readonly (readonly [string, Value])[], holds: (value: Value) => boolean): string =>
  among.flatMap(([name, value]) => (holds(value) ? [name] : [])).join(', ');
/**
 * Returns the result, or `-` where the operator does not fit its operands; other errors are returned with their texts.
 */
const combined = (run: () => Value): string => {
  try {
    return told(run());
  } catch (error) {
    const text = String(error);
    return text.includes('cannot be combined') ? '-' : text;
  }
};

test('values of the rule language have the stored texts, equalities and properties', async () => {
  const dates = ['date', 'date in Tokyo', 'date before 1970', 'date before Christ', 'Sunday'];
  const dateNames =
    'year monthOfYear dayOfMonth dayOfWeek dayOfYear hourOfDay minuteOfHour secondOfMinute millisOfSecond weekOfWeekyear ' +
    'weekyear centuryOfEra secondOfDay minuteOfDay millisOfDay millis zone day_of_week toString none';
  const message = messageOf({ a: 1n }, ['s1', 's2']);
  const properties: Readonly<Record<string, readonly [Value, string]>> = {
    period: [values['period'] ?? null, 'years months weeks days hours minutes seconds millis none'],
    duration: [
      values['duration'] ?? null,
      'millis standardSeconds standardMinutes standardHours standardDays standard_days none',
    ],
    match: [values['match'] ?? null, 'matches groups 0 none'],
    'no match': [values['no match'] ?? null, 'matches groups'],
    map: [values['map'] ?? null, 'a b matches none'],
    bean: [values['bean'] ?? null, 'n longName long_name none'],
    address: [values['address'] ?? null, 'anonymized none'],
    url: [
      values['url'] ?? null,
      'protocol userInfo user_info host port defaultPort path file query fragment ref authority queryParams none',
    ],
    'url without a port': [values['url without a port'] ?? null, 'port defaultPort path file query fragment userInfo'],
    message: [message, 'id message source timestamp fields streams size none'],
    text: ['x', 'length'],
  };
  const read = (of: Value, name: string): string => told(propertyOf(of, name));
  await compareTable('pipelines/tables-values.txt', {
    texts: all.map(([name, value]): Row => [name, () => [textOf(value), shortText(value)]]),
    'JSON texts': all.map(([name, value]): Row => [name, () => jsonText(value as never)]),
    'plain values': all.map(([name, value]): Row => [name, () => plainOf(value)]),
    'values of JSON': rowsOf<unknown>(
      [null, true, 'x', 1, 1.5, 2 ** 31, 2 ** 53, 2 ** 60, -(2 ** 31), [1, [2]], { a: { b: 1 } }, undefined],
      (value) => told(taggedValue(value)),
    ),
    'equal values': all.map(([name, value]): Row => [name, () => names(all, (other) => areEqual(value, other))]),
    'null is neither equal nor unequal': [
      ['==', () => [isEqual(null, null, '=='), isEqual(1n, null, '=='), isEqual(1n, 1n, '==')]],
      ['!=', () => [isEqual(null, 1n, '!='), isEqual(1n, null, '!='), isEqual(1n, 1n, '!=')]],
    ],
    'properties of dates': dates.map((name): Row => [
      name,
      () => dateNames.split(' ').map((property) => `${property} ${read(values[name] ?? null, property)}`),
    ]),
    properties: Object.entries(properties).map(([name, [value, list]]): Row => [
      name,
      () => list.split(' ').map((property) => `${property} ${read(value, property)}`),
    ]),
    'shortened texts': rowsOf(['x'.repeat(200), 'x'.repeat(201)], shortText),
  });
});

test('operators of the rule language have the stored results', async () => {
  const numbers = all.filter(([name]) =>
    /^(long 7|long -7|long 0|largest long|double 1.5|double -0|NaN|Infinity)$/.test(name),
  );
  const ordered = all.filter(([name]) => /^(long|double|date|Sunday|integer|text|null)/.test(name));
  const containers = all.filter(([name]) => /^(null|text|list|map|match|bean|JSON|missing JSON|empty list)/.test(name));
  const others = all.filter(([, value]) => typeof value === 'object' || typeof value === 'string');
  const pairs = (among: typeof all): [string, Value, Value][] =>
    among.flatMap(([left, a]) => among.map(([right, b]): [string, Value, Value] => [`${left}, ${right}`, a, b]));
  /** Returns one row for the left operand; a result is shown for each right operand that fits it. */
  const row = (name: string, among: typeof all, run: (other: Value) => Value): Row => [
    name,
    () =>
      among.flatMap(([right, value]) => {
        const result = combined(() => run(value));
        return result === '-' ? [] : [`${right}: ${result}`];
      }),
  ];
  await compareTable('pipelines/tables-operators.txt', {
    comparisons: (['<', '<=', '>', '>='] as const).flatMap((operator) =>
      ordered.map(([name, value]): Row =>
        row(`${name} ${operator}`, ordered, (other) => compared(value, other, operator)),
      ),
    ),
    arithmetic: (['+', '-', '*', '/', '%'] as const).flatMap((operator) =>
      numbers.map(([name, value]): Row =>
        row(`${name} ${operator}`, numbers, (other) =>
          arithmetic(value, other, operator, typeof value === 'bigint' ? 'Long' : 'Double'),
        ),
      ),
    ),
    'other values': (['+', '-', '*'] as const).flatMap((operator) =>
      others.map(([name, value]): Row =>
        row(`${name} ${operator}`, others, (other) => arithmetic(value, other, operator, 'String')),
      ),
    ),
    'values that do not fit': pairs(
      all.filter(([name]) => /^(text|null|list|map|bean|url|date|true|long 7|double 2|JSON)$/.test(name)),
    )
      .filter(([, left, right]) => typeof left !== typeof right || left === right)
      .slice(0, 60)
      .map(([name, left, right]): Row => [name, () => told(arithmetic(left, right, '%', 'String'))]),
    'long values in errors': rowsOf(['x'.repeat(80), 'x'.repeat(81)], (text) => arithmetic(text, 1n, '%', 'Long')),
    signs: all.map(([name, value]): Row => [
      name,
      () => [combined(() => negated(value, true)), combined(() => negated(value, false))],
    ]),
    elements: containers.flatMap(([name, value]) =>
      ([0n, 1n, 9n, 'a', 'c', null] as const).map((index): Row => [
        `${name}[${typeof index === 'bigint' ? index : JSON.stringify(index)}]`,
        () => combined(() => indexed(value, index)),
      ]),
    ),
  });
});

/** Returns lookup tables that record calls and answer with what they were given. */
function recordingTables(lines: string[]): LookupAccess {
  const answer = (name: string, ...given: unknown[]) => {
    lines.push(`${name}(${given.map((one) => JSON.stringify(one) ?? 'nothing').join(', ')})`);
    const [table, key] = given;
    if (table !== 't') return lookupError;
    return {
      has_error: false,
      single_value: key === 'none' ? null : 5,
      multi_value: key === 'none' ? null : { a: 1 },
      string_list_value: key === 'list' ? ['x', 'y'] : null,
    };
  };
  return {
    lookup: (...given) => answer('lookup', ...given),
    setValue: (...given) => answer('setValue', ...given),
    clearKey: (...given) => void answer('clearKey', ...given),
    setStringList: (...given) => answer('setStringList', ...given),
    addStringList: (...given) => answer('addStringList', ...given),
    removeStringList: (...given) => answer('removeStringList', ...given),
    assignTtl: (...given) => answer('assignTtl', ...given),
  };
}

const hundred = (count: number): Value[] => Array.from({ length: count }, (_, at) => BigInt(at));

test('functions of lookup tables make the stored calls', async () => {
  const lives = [undefined, null, 0n, 1n, -1n, 10_000_000_000n, 10_000_000_001n];
  const calls: [string, ...(Value | undefined)[]][] = [
    ...['lookup', 'lookup_value'].flatMap((name) =>
      (['k', 'none', 'list', null, 7n] as const).flatMap((key): [string, ...(Value | undefined)[]][] => [
        [name, 't', key],
        [name, 't', key, name === 'lookup' ? map({ d: 1n }) : 'usual'],
        [name, 'unknown', key, name === 'lookup' ? map({ d: 1n }) : 'usual'],
        [name, null, key],
      ]),
    ),
    ...['lookup_has_value', 'lookup_string_list'].flatMap((name): [string, ...(Value | undefined)[]][] =>
      ['k', 'none', 'list', null].map((key) => [name, 't', key]),
    ),
    ['lookup_string_list', 't', 'none', ['d']],
    ['lookup_string_list_contains', 't', 'list', 'y'],
    ['lookup_string_list_contains', 't', 'list', 'z'],
    ['lookup_string_list_contains', 't', 'k', 'y'],
    ['lookup_string_list_contains', 't', 'list', 1n],
    ...lives.map((life): [string, ...(Value | undefined)[]] => ['lookup_set_value', 't', 'k', 'v', life]),
    ['lookup_set_value', 't', 'k', null],
    ['lookup_set_value', 't', 'none', map({ a: Integer.of(1) })],
    ['lookup_set_value', null, 'k', 'v'],
    ['lookup_clear_key', 't', 'k'],
    ['lookup_clear_key', null, 'k'],
    ['lookup_clear_key', 't', null],
    ...lives.map((life): [string, ...(Value | undefined)[]] => ['lookup_set_string_list', 't', 'list', ['a'], life]),
    ['lookup_set_string_list', 't', 'k', null],
    ['lookup_set_string_list', 't', 'k', ['a', null, 1n, url('http://a')]],
    ['lookup_set_string_list', 't', 'k', hundred(100_001)],
    ['lookup_add_string_list', 't', 'list', ['a']],
    ['lookup_add_string_list', 't', 'list', ['a'], true],
    ['lookup_add_string_list', 't', 'list', ['a'], false],
    ['lookup_remove_string_list', 't', 'list', ['a']],
    ...lives.map((life): [string, ...(Value | undefined)[]] => ['lookup_assign_ttl', 't', 'k', life]),
    ['lookup_assign_ttl', 't', 'none', 5n],
    ['lookup_all', 't', ['k', 'none', 'list', null]],
    ['lookup_all', 't', null],
    ['lookup_all', 't', hundred(1_001)],
  ];
  await compareTable('pipelines/tables-lookups.txt', {
    calls: calls.map(([name, ...args]): Row => [
      `${name}(${args.map((one) => (one === undefined ? '-' : (textOf(one) ?? 'null'))).join(', ')})`,
      () => {
        const lines: string[] = [];
        let result: string;
        try {
          result = told(call(name, args, contextOf({ lookups: recordingTables(lines) })));
        } catch (error) {
          result = String(error);
        }
        return [result, ...lines];
      },
    ]),
  });
});

const long = 'x'.repeat(1_000_001);
const listOf = (count: number) => hundred(count);
/** Calls of functions with unusual arguments and at their limits. */
const calls: readonly (readonly [string, ...(Value | undefined)[]])[] = [
  ['concat', long, long],
  ['concat', long, 'x'.repeat(999_999)],
  ['concat', 'a', null],
  ['array_contains', ['A', 1n], 'a'],
  ['array_contains', ['A', 1n], 'a', true],
  ['array_contains', ['A', 1n], 1n],
  ['array_contains', new JsonNode([Integer.of(1)] as never), Integer.of(1)],
  ['array_contains', new JsonNode(map() as never), 1n],
  ['array_contains', null, 1n],
  ['array_contains', 'a', 'a'],
  ['array_remove', [1n, 2n, 1n], 1n],
  ['array_remove', [1n, 2n, 1n], 1n, true],
  ['array_remove', listOf(100_001), 1n],
  ['string_array_add', ['a'], 'b'],
  ['string_array_add', ['a'], ['a', null, 1n]],
  ['string_array_add', ['a'], ['a', 'b'], true],
  ['string_array_add', null, 'b'],
  ['to_list', null],
  ['to_list', 'a'],
  ['to_list', ['a']],
  ['to_list', new JsonNode([1n] as never)],
  ['to_list', new JsonNode(undefined)],
  ['to_list', tree({ a: 1n })],
  ['list_get', ['a', 'b'], 1n],
  ['list_get', ['a', 'b'], 2n],
  ['list_get', ['a', 'b'], -1n],
  ['list_count', ['a', null]],
  ['list_count', null],
  ['map_set', map({ a: 1n }), 'b', null],
  ['map_set', null, 'b', 1n],
  ['map_set', map(), null, 1n],
  ['map_remove', map({ a: 1n, b: 2n }), 'a'],
  ['map_remove', map({ a: 1n }), null],
  ['map_get', map({ a: 1n }), 'a'],
  ['map_get', map({ a: 1n }), 'b', 'usual'],
  ['map_get', map({ a: 1n }), 'b'],
  ['map_get', null, 'a', 'usual'],
  ['map_copy', null],
  ['map_copy', map({ a: 1n })],
  ['hex_to_decimal_byte_list', '0aFf'],
  ['hex_to_decimal_byte_list', '0x0aff'],
  ['hex_to_decimal_byte_list', 'abc'],
  ['hex_to_decimal_byte_list', 'xy'],
  ['hex_to_decimal_byte_list', null],
  ['hex_to_decimal_byte_list', '00'.repeat(50_001)],
  ['to_ip', -1n],
  ['to_ip', largest],
  ['to_ip', Integer.of(16_909_060)],
  ['to_ip', 'x', '10.0.0.1'],
  ['to_ip', 'x'],
  ['to_ip', null],
  ['to_ip', '::ffff:10.1.2.3'],
  ['anonymize_ip', ip('10.1.2.3')],
  ['anonymize_ip', null],
  ['cidr_match', '10.0.0.0/8', ip('10.1.2.3')],
  ['cidr_match', '10.0.0.0/8', ip('11.1.2.3')],
  ['to_long', largest],
  ['to_long', 1e300],
  ['to_long', -1e300],
  ['to_long', NaN],
  ['to_long', 'x', 5n],
  ['to_long', '9223372036854775808'],
  ['to_double', 'x'],
  ['to_double', 'x', 1.5],
  ['to_double', true],
  ['to_bool', 'TRUE'],
  ['to_bool', 1n],
  ['to_bool', null],
  ['to_map', tree({ a: 1n })],
  ['to_map', 'x'],
  ['to_string', null],
  ['to_string', null, 'usual'],
  ['to_url', 'x'],
  ['to_url', 'x', 'http://a'],
  ['parse_json', `[${'1,'.repeat(100_001)}1]`],
  ['parse_json', '{"a":[1,2.5,true,false,null,"x",{}]}'],
  ['parse_json', '{"a":1'],
  ['parse_json', 'tru'],
  ['parse_json', '{"a" 1}'],
  ['parse_json', '[1 2]'],
  ['parse_json', '"\\x"'],
  ['parse_json', '01'],
  ['parse_json', `${'['.repeat(600)}${']'.repeat(600)}`],
  ['parse_json', ''],
  ['parse_json', null],
  ['select_jsonpath', tree({ a: [1n, 2n] }), map({ x: '$.a[1]', y: '$.none' })],
  ['select_jsonpath', tree({ a: 1n }), map({ x: '$.[' })],
  ['key_value', 'a=1 b=2 c', undefined],
  ['key_value', 'a=1 a=2', ' ', '=', true, true, 'take_last'],
  ['key_value', 'a=1 a=2', ' ', '=', true, true, '/'],
  ['key_value', 'a=1 a=2', ' ', '=', true, false],
  ['key_value', null],
  ['csv_to_map', 'a,b', ['x', 'y']],
  ['csv_to_map', 'a,b,c', ['x', 'y']],
  ['csv_to_map', 'a,b,c', ['x', 'y'], undefined, undefined, undefined, undefined, true],
  ['csv_to_map', 'a;"b;c"', ['x', 'y'], ';'],
  ['csv_to_map', 'a', ['x'], 'ab'],
  ['csv_to_map', null, ['x']],
  ['split', ',', 'a,b,c', 2n],
  ['split', ',', 'a,b,c'],
  ['split', ',', 'a,b,,', 0n],
  ['join', ['a', 'b', 'c'], '-', 1n, 3n],
  ['join', ['a', 'b', 'c'], '-', 2n],
  ['join', ['a', 'b', 'c']],
  ['join', ['a', 'b', 'c'], '-', 0n, 9n],
  ['join', map(), '-'],
  ['substring', 'abcdef', 2n, 4n],
  ['substring', 'abcdef', -2n],
  ['substring', 'abcdef', 2n, -1n],
  ['substring', 'abcdef', 9n],
  ['substring', 'abcdef', 0n, 99n],
  ['abbreviate', 'abcdef', 5n],
  ['abbreviate', 'abcdef', 6n],
  ['abbreviate', 'abcdef', 3n],
  ['capitalize', 'élan vital'],
  ['uncapitalize', 'Élan'],
  ['uppercase', 'straße'],
  ['uppercase', 'istanbul', 'tr'],
  ['uppercase', 'istanbul', 'no such locale'],
  ['lowercase', 'ISTANBUL', 'tr'],
  ['lowercase', 'ABC', 'x-y-z-unknown'],
  ['swapcase', 'aBc'],
  ['length', 'añb'],
  ['length', 'añb', true],
  ['contains', 'ABC', 'b', true],
  ['contains', 'ABC', 'b'],
  ['starts_with', 'ABC', 'ab', true],
  ['ends_with', 'ABC', 'bc'],
  ['first_non_null', [null, 'a']],
  ['first_non_null', [null]],
  ['is_null', null],
  ['is_not_null', null],
  ['regex', '(a)(b)?', 'xaby'],
  ['regex', '(a)(b)?', 'xay', ['one', 'two']],
  ['regex', 'z', 'xay'],
  ['regex', '(', 'x'],
  ['regex_replace', '(a)', 'aXa', '<$1>'],
  ['regex_replace', '(a)', 'aXa', '<$1>', false],
  ['multi_grok', []],
  ['multi_grok', null, 'x'],
  ['multi_grok', listOf(1_001), 'x'],
  ['urldecode', 'a%20b+c'],
  ['urldecode', 'a%zz'],
  ['urldecode', 'a%C3%A4', 'ISO-8859-1'],
  ['urlencode', 'a b/ä'],
  ['urlencode', 'ä', 'ISO-8859-1'],
  ['urlencode', 'ä', 'UTF-16LE'],
  ['urlencode', 'ä', 'Shift_JIS'],
  ['urlencode', 'ä', 'no charset'],
  ['base64_decode', '!!'],
  ['base64_decode', 'YQ'],
  ['base64url_encode', 'a?>', true],
  ['base32_decode', 'ME======'],
  ['base32_decode', '1'],
  ['base16_decode', 'zz'],
  ['base16_encode', 'aÿ', true],
  ['md5', ''],
  ['sha256', 'a'],
  ['crc32', 'a'],
  ['crc32c', 'a'],
  ['murmur3_32', 'abcdefg'],
  ['murmur3_128', 'abcdefghijklmnopqrstuvwxyz'],
  ['string_entropy', 'aabb'],
  ['string_entropy', ''],
  ['parse_date', '2024-02-30', 'yyyy-MM-dd'],
  ['parse_date', '2024-02-29', 'yyyy-MM-dd', undefined, 'Europe/Berlin'],
  ['parse_date', '29 février 2024', 'dd MMMM yyyy', 'fr'],
  ['parse_date', '2024', 'q'],
  ['parse_date', '2024-01-01', 'yyyy-MM-dd', undefined, 'No/Zone'],
  ['parse_unix_milliseconds', 1_500_000_000_000n],
  ['parse_unix_milliseconds', largest],
  ['flex_parse_date', 'nothing of a date', values['date'] ?? null],
  ['flex_parse_date', 'nothing of a date'],
  ['flex_parse_date', '2024-01-02 03:04:05', undefined, 'Asia/Tokyo'],
  ['format_date', values['date'] ?? null, 'yyyy EEE', 'Asia/Tokyo'],
  ['format_date', values['date'] ?? null, 'q'],
  ['to_date', 'x'],
  ['to_date', values['date'] ?? null, 'Asia/Tokyo'],
  ['date_diff', values['date'] ?? null, values['Sunday'] ?? null],
  ['years', largest],
  ['years', 2n],
  ['months', 14n],
  ['millis', -largest],
  ['period', 'P1Y2M'],
  ['period', 'x'],
  ['syslog_level', 3n],
  ['syslog_level', 9n],
  ['syslog_facility', 23n],
  ['syslog_facility', 24n],
  ['expand_syslog_priority', 14n],
  ['expand_syslog_priority_as_string', 191n],
  ['in_private_net', '10.0.0.1'],
  ['in_private_net', '11.0.0.1'],
  ['in_private_net', 'x'],
  ['in_private_net', null],
  ['is_string', 'x'],
  ['is_number', 1n],
  ['is_long', 1],
  ['is_double', 1],
  ['is_list', []],
  ['is_map', map()],
  ['is_json', tree({})],
  ['is_date', 'x'],
  ['is_ip', ip('10.0.0.1')],
  ['is_url', url('http://a')],
  ['is_period', new Period()],
];

test('rule functions have the stored results for unusual arguments and at their limits', async () => {
  const shownArgument = (value: Value | undefined): string => {
    const text = value === undefined ? '-' : value instanceof UrlValue ? value.text : (textOf(value) ?? 'null');
    return text.length > 60 ? `${text.slice(0, 30)}… (${text.length})` : text;
  };
  await compareTable('pipelines/tables-functions.txt', {
    calls: calls.map(([name, ...args]): Row => [
      `${name}(${args.map(shownArgument).join(', ')})`,
      () => told(call(name, args, contextOf({}, messageOf(), newTraces()))),
    ]),
  });
});

test('errors, suspensions, counters and changes of fields have the stored results', async () => {
  const book = new ErrorBook();
  const failure = (id: string, text: string) =>
    // Cast: the book reads only these members of pipelines, stages and rules.
    ({
      phase: 'condition',
      text,
      error: new Error(text),
      planned: { rule: { id } },
      place: { pipeline: { id: 'p', title: 'P' }, stage: { number: 1 } },
    }) as never;
  const wide = messageOf(
    Object.fromEntries(Array.from({ length: 300 }, (_, at): [string, Value] => [`f${at}`, BigInt(at)])),
  );
  const odd = messageOf({ long: 'x'.repeat(20_000), big: largest, list: [largest], none: null, map: map({ a: 1n }) });
  const add = (id: string, text: string, message = odd) => {
    book.add(failure(id, text), message, 0);
    return book.of(id);
  };
  const events: string[] = [];
  const suspensions = new Suspensions(({ ruleId, reason }) => void events.push(`${ruleId} ${reason}`));
  const strikes = (id: string, ...times: number[]) => {
    for (const time of times) suspensions.strike(id, id, `at ${time}`, time);
    return [suspensions.isSuspended(id), suspensions.get(id) ?? null, [...events]];
  };
  const figures = new PipelineFigures();
  const counted = (name: string, by: bigint) => {
    figures.count(name, by);
    return [...figures.metrics()].filter(({ full_name: full }) => full.endsWith(name));
  };
  const manyNames = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at): [string, unknown] => [`f${at}`, at]));
  await compareTable('pipelines/tables-records.txt', {
    errors: [
      ['of none', () => book.of('r1')],
      ['first', () => add('r1', 'x'.repeat(5_000))],
      ['of many fields', () => Object.keys(add('r2', 'e', wide).errors[0]?.message ?? {}).length],
      [
        'many errors',
        () => {
          for (let at = 0; at < 200; at += 1) add('r3', `e${at}`);
          const { total, errors } = book.of('r3');
          return [total, errors.length, errors[0]?.text, errors.at(-1)?.text];
        },
      ],
      ['cleared', () => (book.clear('r1'), book.of('r1'))],
      [
        'of many rules',
        () => {
          let last = 0;
          for (let at = 0; at < 20_000 && add(`many${at}`, 'e', messageOf()).total > 0; at += 1) last = at;
          return last;
        },
      ],
    ],
    suspensions: [
      ['four strikes', () => strikes('r1', 0, 1, 2, 3)],
      ['a fifth after a minute', () => strikes('r1', 60_001)],
      ['five within a minute', () => strikes('r2', 0, 1, 2, 3, 59_999)],
      ['the first is a minute old', () => strikes('r3', 0, 1, 2, 3, 60_000)],
      ['a strike of a suspended rule', () => strikes('r2', 60_000)],
      ['released', () => [suspensions.release('r2'), suspensions.release('r2'), strikes('r2', 60_000)]],
    ],
    counters: [
      ['new', () => counted('a.b', 2n)],
      ['more', () => counted('a.b', -5n)],
      ['beyond 64 bits', () => (counted('c', largest), counted('c', 1n))],
      [
        'many names',
        () => {
          for (let at = 0; at < 10_000; at += 1) figures.count(`n${at}`, 1n);
          return [counted('n9997', 1n), counted('n9998', 1n), [...figures.metrics()].length];
        },
      ],
    ],
    'figures that are kept': [
      [
        'after a deletion',
        () => {
          const kept = new PipelineFigures();
          for (const id of ['p1', 'p2']) for (const meter of [kept.pipeline(id), kept.stage(id, 1)]) meter.tick();
          for (const id of ['r1', 'r2']) kept.rulePlace(id, 'p1', 0).tick();
          kept.keep(new Set(['p1']), new Set(['r2']));
          return [...kept.metrics()].map(({ full_name: name }) => name.replace(/.*ast\./, ''));
        },
      ],
    ],
    'changes of fields': [
      [
        'all kinds',
        () => reportedChanges({ a: 1, b: 2, c: 3, streams: [1] }, { a: 1, b: { x: 1 }, d: null, streams: [2] }),
      ],
      ['long texts', () => reportedChanges({ a: 'x'.repeat(2_001), b: 'x'.repeat(2_000) }, {})],
      ['long lists', () => reportedChanges({}, { a: ['x'.repeat(2_001)] })],
      ['many fields', () => Object.keys(reportedChanges({}, manyNames(501)).added).length],
      [
        'many changes',
        () =>
          Object.keys(
            reportedChanges(manyNames(501), Object.fromEntries(Object.keys(manyNames(501)).map((name) => [name, 'x'])))
              .changed,
          ).length,
      ],
    ],
  });
});

test('messages that rules have processed get the stored forms in the store', async () => {
  const original = {
    timestamp: 1,
    source: 's',
    message: 'm',
    fields: {},
    streams: ['default'],
    inputId: 'i',
    receivedAt: 2,
  };
  const incoming = (fields: Readonly<Record<string, Value>>): unknown => {
    const { fields: made, ...rest } = incomingOf(messageOf(fields), original, 5_000);
    return { ...rest, fields: { ...made } };
  };
  const times = [
    ...['2024-02-01T01:02:03Z', '2024-02-01 01:02:03', '2024-02-01 01:02:03,5', '2024-02-01T01:02:03.123456+0100'],
    ...[
      '2024-02-01T01:02:03-05:30',
      ' 2024-02-01T01:02:03Z ',
      '2024-02-30T01:02:03Z',
      '2024-13-01T01:02:03Z',
      '2024-02-01',
    ],
    ...['x', '', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ];
  const errorsOf = (...lengths: number[]): number => {
    const message = messageOf();
    for (const length of lengths) addProcessingError(message, 'e'.repeat(length));
    return String(message.get('gl2_processing_error') ?? '').length;
  };
  await compareTable('pipelines/tables-incoming.txt', {
    'values of fields': all.map(([name, value]): Row => [name, () => incoming({ f: value })]),
    'times as text': rowsOf(times, (timestamp) => incoming({ timestamp })),
    'other times': [-1, 0, Date.UTC(10_000, 0, 1) - 1, Date.UTC(10_000, 0, 1)].map((millis): Row => [
      String(millis),
      () => incoming({ timestamp: new DateTime(millis) }),
    ]),
    'message and source': [null, 5n, ['a'], 'x'].map((value): Row => [
      told(value),
      () => incoming({ message: value, source: value, full_message: value }),
    ]),
    'lengths of errors': rowsOf([[16_384], [16_385], [10, 16_372], [10, 16_373], [10, 20, 30]], (lengths) =>
      errorsOf(...lengths),
    ),
  });
});
