/**
 * Tests the result of each extractor and each converter (contract data-intake, extractor_types and converter_types).
 */
import assert from 'node:assert/strict';
import { anonymizeAddresses } from '../../../../../host/server/intake/extractors/texts.js';
import { test } from 'node:test';
import type { ExtractorType } from '../../../../../api/extractors/types/index.js';
import { makeConvert } from '../../../../../host/server/intake/extractors/converter-types.js';
import type { Config } from '../../../../../host/server/intake/extractors/extraction.js';
import { makeExtract } from '../../../../../host/server/intake/extractors/make-extract.js';

const grokPatterns: Readonly<Record<string, string>> = { INT: '[+-]?\\d+', WORD: '\\w+', PAIR: '%{WORD}=%{INT:n}' };
const patternOf = (name: string) => grokPatterns[name];

type Found = readonly (readonly [target: string | undefined, value: unknown, span?: readonly [number, number]])[];

const extracted: readonly (readonly [type: ExtractorType, config: Config, text: string, found: Found])[] = [
  ['copy_input', {}, 'abc', [[undefined, 'abc', [0, 3]]]],
  ['regex', { regex_value: '(\\d+)\\D+(\\d+)' }, 'a 12 b 3', [[undefined, '12', [2, 4]]]],
  ['regex', { regex_value: '\\d+' }, 'a 12', []],
  ['regex', { regex_value: 'a(b)?' }, 'a', []],
  ['regex', { regex_value: 'x(.)' }, 'a', []],
  ['regex_replace', { regex: '(\\d)', replacement: '<$1>' }, 'a12', [[undefined, 'a<1>2', [1, 2]]]],
  [
    'regex_replace',
    { regex: '(\\d)', replacement: '<$1>', replace_all: true },
    'a12',
    [[undefined, 'a<1><2>', [1, 2]]],
  ],
  ['regex_replace', { regex: '\\d', replacement: 'x' }, 'a12', [[undefined, 'ax2']]],
  ['regex_replace', { regex: 'z', replacement: 'x' }, 'a12', []],
  ['regex_replace', { regex: '.*(b).*' }, 'abc', [[undefined, 'b', [1, 2]]]],
  ['split_and_index', { split_by: '.', index: 2 }, 'a.b.c', [[undefined, 'b', [2, 3]]]],
  ['split_and_index', { split_by: '.', index: 2 }, 'a..c', []],
  ['split_and_index', { split_by: '.', index: 4 }, 'a.b.c', []],
  ['substring', { begin_index: 1, end_index: 3 }, 'abc', [[undefined, 'bc', [1, 3]]]],
  ['substring', { begin_index: 1, end_index: 4 }, 'abc', []],
  [
    'grok',
    { grok_pattern: '%{WORD:a} %{INT:b:int}', named_captures_only: true },
    'x 5',
    [
      ['a', 'x'],
      ['b', 5],
    ],
  ],
  [
    'grok',
    { grok_pattern: '%{PAIR}' },
    'x=5',
    [
      ['PAIR', 'x=5'],
      ['WORD', 'x'],
      ['n', '5'],
    ],
  ],
  ['grok', { grok_pattern: '(?:a%{INT:n}|b%{INT:n})', named_captures_only: true }, 'b7', [['n', '7']]],
  ['grok', { grok_pattern: '%{INT:n} %{INT:n}', named_captures_only: true }, '1 2', [['n', '1, 2']]],
  ['grok', { grok_pattern: '%{INT:n}' }, 'x', []],
  [
    'json',
    {},
    '{"a":1,"b":{"c":true,"d":{"e":"x"}},"l":[1,null,"y"],"n":null,"big":9007199254740993}',
    [
      ['a', 1],
      ['b_c', true],
      ['b_d_e', 'x'],
      ['l', '1, y'],
      ['big', 9007199254740993n],
    ],
  ],
  [
    'json',
    { flatten: true, list_separator: ';', kv_separator: ':', key_prefix: 'p.' },
    '{"b":{"c":true,"d":[1,2],"n":null}}',
    [['p.b', 'c:true;d:[1,2]']],
  ],
  [
    'json',
    { replace_key_whitespace: true, key_whitespace_replacement: '$&', key_separator: '.' },
    '{"a b":{"c d":1},"__proto__":2}',
    [
      ['a$&b.c$&d', 1],
      ['__proto__', 2],
    ],
  ],
];
for (const [type, config, text, found] of extracted) {
  test(`the extractor ${type} ${JSON.stringify(config)} finds its values in ${text}`, () => {
    const results = makeExtract(type, config, patternOf)(text);
    const seen = results.map(({ target, value, span }) =>
      span ? [target, value, [span.start, span.end]] : [target, value],
    );
    assert.deepEqual(seen, found);
  });
}

const unusable: readonly (readonly [type: ExtractorType, config: Config, reason: RegExp])[] = [
  ['regex', {}, /"regex_value"/],
  ['regex', { regex_value: '(?<=a*)b' }, /look-behind/],
  ['regex_replace', { regex: 'a', replacement: '$3' }, /the group "3"/],
  ['regex_replace', { regex: 'a', replacement: 'b', replace_all: 'yes' }, /"replace_all"/],
  ['split_and_index', { split_by: ',', index: 0 }, /"index": a whole number of at least 1/],
  ['split_and_index', { split_by: '', index: 1 }, /"split_by"/],
  ['substring', { begin_index: 0 }, /"end_index"/],
  ['grok', { grok_pattern: '%{NOPE}' }, /NOPE/],
  ['grok', { grok_pattern: '(?:(?:ab){999}){999}' }, /too large/],
  ['lookup_table', { lookup_table_name: 'hosts' }, /There is no lookup table "hosts"/],
];
for (const [type, config, reason] of unusable) {
  test(`the extractor configuration ${type} ${JSON.stringify(config)} is refused`, () => {
    assert.throws(() => makeExtract(type, config, patternOf), { name: 'ExtractorConfigError', message: reason });
  });
}

test('the JSON extractor fails for a text that is not a JSON object, instead of finding nothing', () => {
  assert.throws(() => makeExtract('json', {}, patternOf)('[1]'), { name: 'ExtractionError' });
});

/** 2024-03-10T12:00:00Z. */
const now = Date.UTC(2024, 2, 10, 12);
const thisYear = new Date().getUTCFullYear();
const berlin = 'Europe/Berlin';
const header = { column_header: 'a,b' };

const converted: readonly (readonly [type: string, config: Config, text: string, value: unknown])[] = [
  ['numeric', {}, '42', 42],
  ['numeric', {}, '-9007199254740993', -9007199254740993n],
  ['numeric', {}, '99999999999999999999', 1e20],
  // Integers of up to 64 bits stay exact; others become doubles.
  ['numeric', {}, '9223372036854775807', 9223372036854775807n],
  ['numeric', {}, '9223372036854775808', 2 ** 63],
  ['numeric', {}, '-9223372036854775808', -9223372036854775808n],
  ['numeric', {}, '-9223372036854775809', -(2 ** 63)],
  ['numeric', {}, '9007199254740991', 9007199254740991],
  ['numeric', {}, ' +7 ', 7],
  ['numeric', {}, '1.5e3', 1500],
  ['numeric', {}, 'Infinity', 'Infinity'],
  ['numeric', {}, '12 ms', '12 ms'],
  ['hash', {}, 'abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['lowercase', {}, 'ÄB', 'äb'],
  ['uppercase', {}, 'äb', 'ÄB'],
  ['split_and_count', { split_by: ',' }, 'a,b,,', 2],
  ['split_and_count', { split_by: ',' }, '', 0],
  ['ip_anonymizer', {}, 'from 10.1.2.34 to 192.168.0.1.', 'from 10.1.2.xxx to 192.168.0.xxx.'],
  ['ip_anonymizer', {}, '1.2.3.4567 1.2.3.4.5', '1.2.3.4567 1.2.3.xxx.5'],
  ['syslog_pri_level', {}, '34', 2],
  ['syslog_pri_level', {}, ' 999999999 ', 7],
  ['syslog_pri_facility', {}, '34', 'security/authorization'],
  ['tokenizer', {}, 'a=1 b = "x y" c=\'z\' d', { a: '1', b: 'x y', c: 'z' }],
  ['tokenizer', {}, 'nothing here', {}],
  ['csv', header, 'x, y', { a: 'x', b: 'y' }],
  ['csv', header, '"x, ""q""",y', { a: 'x, "q"', b: 'y' }],
  ['csv', header, '"x\\"q",', { a: 'x"q', b: '' }],
  // Whitespace in quotes, and after a part in quotes, belongs to the value.
  ['csv', header, ' " ""q""", "" y', { a: ' "q"', b: ' y' }],
  ['csv', header, '" " "x",  "y"', { a: '  x', b: 'y' }],
  ['csv', { column_header: 'a\tb', separator: '\\t' }, 'x\ty', { a: 'x', b: 'y' }],
  ['csv', { ...header, strict_quotes: true }, ' x"1"z,"2"', { a: '1', b: '2' }],
  ['csv', { ...header, trim_leading_whitespace: false }, 'x, y', { a: 'x', b: ' y' }],
  ['date', { date_format: 'yyyy-MM-dd HH:mm:ss' }, '2024-03-01 10:00:00', '2024-03-01T10:00:00.000Z'],
  ['date', { date_format: 'yyyy-MM-dd HH:mm', time_zone: berlin }, '2024-07-01 10:00', '2024-07-01T08:00:00.000Z'],
  [
    'date',
    { date_format: 'dd/MMM/yyyy:HH:mm:ss Z', time_zone: berlin },
    '10/Oct/2000:13:55:36 -0700',
    '2000-10-10T20:55:36.000Z',
  ],
  [
    'date',
    { date_format: 'yyyy-MM-dd HH:mm z', time_zone: berlin },
    '2024-07-01 10:00 UTC',
    '2024-07-01T10:00:00.000Z',
  ],
  ['date', { date_format: 'd MMMM yyyy', locale: 'de_DE' }, '3 März 2024', '2024-03-03T00:00:00.000Z'],
  ['date', { date_format: 'd MMMM yyyy', locale: 'fr' }, '3 août 2024', '2024-08-03T00:00:00.000Z'],
  ['date', { date_format: 'MMM dd HH:mm:ss' }, 'Oct 11 22:14:15', `${thisYear}-10-11T22:14:15.000Z`],
  ['flexdate', {}, 'it was on March 5th 2024 at 10:30', '2024-03-05T10:30:00.000Z'],
  ['flexdate', { time_zone: berlin }, 'yesterday at 6pm', '2024-03-09T17:00:00.000Z'],
  ['flexdate', { time_zone: berlin }, 'yesterday', '2024-03-08T23:00:00.000Z'],
  ['flexdate', {}, 'nothing of the kind', undefined],
];
for (const [type, config, text, value] of converted) {
  test(`the converter ${type} ${JSON.stringify(config)} converts ${JSON.stringify(text)}`, () => {
    const result = makeConvert(type, config)(text, now);
    assert.deepEqual(result instanceof Map ? Object.fromEntries(result) : result, value);
  });
}

const failing: readonly (readonly [type: string, config: Config, text: string, reason: RegExp])[] = [
  ['csv', header, 'x', /1 values for 2/],
  ['csv', header, '"x,y', /quote is not closed/],
  ['date', { date_format: 'yyyy' }, 'yesterday', /no date of the form yyyy/],
  ['date', { date_format: 'yyyy-MM-dd z' }, '2024-01-01 here', /no known time zone/],
  ['syslog_pri_level', {}, 'x', /no priority/],
  ['syslog_pri_level', {}, '1234567890', /"1234567890" is no priority/],
  ['syslog_pri_facility', {}, '-1', /no priority/],
];
for (const [type, config, text, reason] of failing) {
  test(`the converter ${type} ${JSON.stringify(config)} fails for ${text}`, () => {
    assert.throws(() => makeConvert(type, config)(text, now), { name: 'ExtractionError', message: reason });
  });
}

const noConverters: readonly (readonly [type: string, config: Config])[] = [
  ['nosuch', {}],
  ['toString', {}],
  ['date', {}],
  ['date', { date_format: 'yyyy', time_zone: 'Nowhere' }],
  ['date', { date_format: 'yyyy', locale: '../en' }],
  ['csv', { ...header, separator: ';;' }],
  ['split_and_count', { split_by: '' }],
  ['lookup_table', { lookup_table_name: 'hosts' }],
];
for (const [type, config] of noConverters) {
  test(`the converter configuration ${type} ${JSON.stringify(config)} is refused`, () => {
    assert.throws(() => makeConvert(type, config), { name: 'ExtractorConfigError' });
  });
}

test('the tokenizer takes the first 2000 keys of a text', () => {
  const text = Array.from({ length: 2001 }, (_, index) => `k${index}=${index}`).join(' ');
  const fields = makeConvert('tokenizer', {})(text, now);
  assert.ok(fields instanceof Map);
  assert.deepEqual([fields.size, fields.get('k1999'), fields.get('k2000')], [2000, '1999', undefined]);
});

test('converters handle long texts in one pass', () => {
  // A pass for each character would examine 10^12 characters, and so exceed the time of this test.
  const long = 1_000_000;
  for (const text of ['a'.repeat(long), 'a '.repeat(long / 2), 'a="'.repeat(long / 3), '1.'.repeat(long / 2)]) {
    for (const type of ['tokenizer', 'ip_anonymizer', 'numeric', 'flexdate']) makeConvert(type, {})(text, now);
  }
});

test('an anonymizing converter changes only the last number of an IPv4 address, whatever its length', () => {
  for (const [address, anonymous] of [
    ['10.1.2.3', '10.1.2.xxx'],
    ['10.1.2.34', '10.1.2.xxx'],
    ['192.168.100.234', '192.168.100.xxx'],
    ['from 192.168.100.234 to 10.0.0.255:80', 'from 192.168.100.xxx to 10.0.0.xxx:80'],
    ['1.2.3.4444', '1.2.3.4444'],
    ['an object identifier, .1.10.1.2.3', 'an object identifier, .1.10.1.2.3'],
  ] as const)
    assert.equal(anonymizeAddresses(address), anonymous);
});
