/** Tests the stored values and the validation of the extractor form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractorSummary } from '../../../../api/contract/extractors.js';
import { configText } from '../../../../elements/admin/extractors/figures.js';
import { converterTypeOf, converterTypes } from '../../../../api/extractors/converters.js';
import { initialConfig, isWhole, partProblem } from '../../../../api/extractors/parts.js';
import { captureTypes, numberAsText } from '../../../../api/extractors/types/grok.js';
import { extractorTypes } from '../../../../api/extractors/types/index.js';
import { fieldNameOf, partsOfType, requestOf, valuesOf } from '../../../../elements/admin/extractors/extractor-form.js';
import { makeConvert } from '../../../../host/server/intake/extractors/converter-types.js';
import { makeExtract } from '../../../../host/server/intake/extractors/make-extract.js';
import { typesAtWork } from '../../../../host/server/intake/extractors/types/index.js';
import { untyped } from '../../../untyped.js';

const stored = untyped<ExtractorSummary>({
  title: 'Status',
  type: 'regex',
  cursor_strategy: 'cut',
  target_field: 'code',
  extractor_config: { regex_value: '(\\d+)', further: 'kept' },
  converters: [{ type: 'csv', config: { column_header: 'a,b' } }],
  condition_type: 'string',
  condition_value: '[',
});

test('the extractor form loads a stored extractor unchanged, with missing members completed', () => {
  const request = requestOf({ type: 'regex', field: 'message', order: 3 }, valuesOf('regex', stored));
  assert.deepEqual(request, {
    title: 'Status',
    cursor_strategy: 'cut',
    source_field: 'message',
    target_field: 'code',
    extractor_type: 'regex',
    extractor_config: { regex_value: '(\\d+)', further: 'kept' },
    converters: [
      {
        type: 'csv',
        config: {
          column_header: 'a,b',
          separator: ',',
          quote_char: '"',
          escape_char: '\\',
          strict_quotes: false,
          trim_leading_whitespace: true,
        },
      },
    ],
    condition_type: 'string',
    condition_value: '[',
    order: 3,
  });
});

test('the extractor form does not store settings that are disabled or meaningless for the type', () => {
  const values = valuesOf('regex', stored);
  const subject = { type: 'json', field: 'message', order: 0 } as const;
  const named = requestOf(subject, { ...values, config: {}, conditionType: 'none' });
  assert.deepEqual([named.target_field, named.converters, named.condition_value], ['', [], '']);
  const off = requestOf(
    { ...subject, type: 'regex' },
    { ...values, converters: values.converters.map((one) => ({ ...one, on: false })) },
  );
  assert.deepEqual(off.converters, []);
});

test('the server accepts every configuration of the extractor form, with initial values and with filled fields', () => {
  for (const { type, parts } of extractorTypes.filter((one) => one.type !== 'lookup_table')) {
    const config = { ...initialConfig(parts), ...filled(parts) };
    assert.ok(isWhole(parts, config), type);
    assert.doesNotThrow(() => makeExtract(type, config, () => undefined), type);
  }
  for (const type of converterTypes.filter((one) => one !== 'lookup_table')) {
    const { parts } = converterTypeOf(type);
    const config = { ...initialConfig(parts), ...filled(parts) };
    assert.ok(isWhole(parts, config), type);
    assert.doesNotThrow(() => makeConvert(type, config), type);
  }
});

test('the extractor form describes exactly the extractor types that the server runs', () => {
  assert.deepEqual(extractorTypes.map(({ type }) => type).sort(), [...typesAtWork.keys()].sort());
});

/** Fills fields that are empty at first; the others keep their initial values. */
const filled = (parts: readonly { readonly name: string; readonly initial: unknown; readonly kind: string }[]) =>
  Object.fromEntries(
    parts
      .filter(({ initial, kind }) => initial === '' && (kind === 'text' || kind === 'pattern'))
      .map(({ name }) => [name, name === 'date_format' ? 'yyyy-MM-dd' : '(a)']),
  );

const problems: readonly (readonly [
  type: 'csv' | 'substring' | 'split_and_index' | 'json',
  name: string,
  value: unknown,
  problem: string | undefined,
])[] = [
  ['csv', 'column_header', '', 'missing'],
  ['csv', 'separator', '\\t', undefined],
  ['csv', 'separator', ';;', 'notOneCharacter'],
  ['csv', 'separator', '\\x', 'notOneCharacter'],
  ['substring', 'begin_index', undefined, 'missing'],
  ['substring', 'begin_index', 1.5, 'notWhole'],
  ['substring', 'begin_index', -1, 'tooSmall'],
  ['substring', 'end_index', 0, undefined],
  ['split_and_index', 'index', 0, 'tooSmall'],
  ['split_and_index', 'split_by', ' ', undefined],
  ['json', 'key_prefix', '', undefined],
  // The option is validated only if its flag enables it.
  ['json', 'key_whitespace_replacement', '', undefined],
];
for (const [type, name, value, expected] of problems) {
  test(`the extractor form finds ${expected ?? 'no error'} in the value ${JSON.stringify(value)} of ${name} (${type})`, () => {
    const parts = type === 'csv' ? converterTypeOf(type).parts : partsOfType(type);
    const part = parts.find((one) => one.name === name);
    assert.ok(part);
    assert.equal(partProblem(part, { ...initialConfig(parts), [name]: value }), expected);
  });
}

test('the extractor form keeps only valid characters of a field name', () =>
  assert.equal(fieldNameOf('a b-c.d_é1'), 'abcd_1'));

test('the extractor form shows whitespace in a configuration value in quotes, and adds no escapes', () => {
  assert.deepEqual(['\\[(\\d+)\\]', ', ', '', true, 3].map(configText), ['\\[(\\d+)\\]', '", "', '""', 'true', '3']);
});

test('the extractor form determines the types that a grok pattern gives to its captures; other captures are strings', () => {
  const pattern =
    '%{IP:client} %{NUMBER:status:int} %{NUMBER : x} %{NUMBER;took;float} %{DATE:at:date;yyyy-MM-dd} %{DATA:ok:boolean} %{DATA:a:string}';
  assert.deepEqual(
    [...captureTypes(pattern)],
    [
      ['status', 'number'],
      ['took', 'number'],
      ['at', 'date'],
      ['ok', 'boolean'],
    ],
  );
});

test('the extractor form names the first captured number that is stored as text, and ignores captures of nested patterns', () => {
  const captures = [
    ['verb', 'GET'],
    ['BASE10NUM', '200'],
    ['took', '1.5'],
  ] as const;
  assert.equal(numberAsText('%{WORD:verb} %{NUMBER:status:int} %{NUMBER:took}', captures), 'took');
  assert.equal(numberAsText('%{WORD:verb} %{NUMBER:status:int}', captures.slice(0, 2)), undefined);
  assert.equal(numberAsText('%{NUMBER:PID} %{WORD}', [['PID', '7']]), 'PID');
});
