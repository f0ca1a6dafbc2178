// The total size of extracted values is limited. Without a limit, short texts with long options would block the thread
// and fill the memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTemplate } from '../../../../../host/server/alerts/templates.js';
import { ExtractionError, ExtractorConfigError } from '../../../../../host/server/intake/extractors/extraction.js';
import { makeExtract } from '../../../../../host/server/intake/extractors/make-extract.js';
import { jsonDefaults, jsonFields, type JsonOptions } from '../../../../../host/server/intake/extractors/json.js';
import { regexReplacer } from '../../../../../host/server/intake/extractors/regex.js';
import { builtInDecorators, decorate, decoratorTypes } from '../../../../../host/server/search/decorators.js';
import { cpuMs } from '../../../../cpu-ms.js';

/** Returns the JSON text of nested objects with long names, the innermost with many values. */
function deep(levels: number, keyLength: number, leaves: number): string {
  let object: object = Object.fromEntries(Array.from({ length: leaves }, (_, at) => [`l${at}`, at]));
  for (let at = 0; at < levels; at += 1) object = { [String.fromCharCode(97 + at).repeat(keyLength)]: object };
  return JSON.stringify(object);
}

const long = 'x'.repeat(256);
const numbered = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 1]));

test('the time to flatten an object with long names depends on the length of its text', () => {
  for (const [levels, keyLength] of [
    [18, 5_000],
    [18, 20_000],
    [19, 60],
  ] as const) {
    const text = deep(levels, keyLength, 1_900);
    const before = cpuMs();
    const names = [...jsonFields(text, jsonDefaults).keys()];
    const spent = cpuMs() - before;
    assert.ok(spent < 200, `flattening ${text.length} characters took ${spent} ms`);
    assert.ok(names.every((name) => name.length <= 255));
  }
});

test('the JSON extractor ends with a limited result or an error for any options', () => {
  const objects: readonly (readonly [string, object])[] = [
    ['many names with spaces', numbered(9_000, 'a b ')],
    ['one name full of spaces', { ['a '.repeat(60_000)]: 1 }],
    ['a long list', { a: Array(30_000).fill(1) }],
    ['a list of lists', { a: Array(3_000).fill([1, 2, 3]) }],
    ['an object of many values', { a: numbered(20_000, 'k ') }],
    ['a deep object', JSON.parse(deep(18, 200, 1_900)) as object],
  ];
  for (const flatten of [true, false])
    for (const [name, object] of objects) {
      const options: JsonOptions = {
        flatten,
        listSeparator: long,
        keySeparator: long,
        pairSeparator: long,
        keyPrefix: long,
        replaceKeyWhitespace: true,
        keyWhitespaceReplacement: long,
      };
      let characters = 0;
      try {
        for (const [key, value] of jsonFields(JSON.stringify(object), options))
          characters += key.length + String(value).length;
      } catch (error) {
        assert.ok(error instanceof ExtractionError, `${name} fails with another error: ${String(error)}`);
      }
      assert.ok(characters < 2_000_000, `${name} produced ${characters} characters`);
    }
});

test('overlong options of the JSON extractor are refused by name', () => {
  for (const name of ['list_separator', 'key_separator', 'kv_separator', 'key_prefix', 'key_whitespace_replacement'])
    assert.throws(
      () => makeExtract('json', { [name]: 'x'.repeat(257) }, () => undefined),
      (error) =>
        error instanceof ExtractorConfigError && error.message.includes(name) && /at most 256/.test(error.message),
    );
});

test('a replacement that repeats a long match ends with a reason', () => {
  const replace = regexReplacer('(.*)', '$1'.repeat(450), false);
  assert.throws(() => replace('y'.repeat(390_000)), ExtractionError);
});

test('the server limits the text of an event field from a template', () => {
  const source = new Map([['a', 'z'.repeat(1_000_000)]]);
  // Without the limit, the text would have 10^11 characters, more than a string can have.
  assert.equal(renderTemplate('${source.a}'.repeat(100_000), source, false)?.length, 10_000);
});

test('the server limits the text that decorators add to a page of messages', async () => {
  const messages = Array.from({ length: 100 }, (_, at) => ({
    message: { _id: String(at), message: 'm'.repeat(500_000), source: 's' },
    index: 'i',
    highlight_ranges: null,
    decoration_stats: null,
  }));
  const decorators = Array.from({ length: 50 }, (_, at) => ({
    id: String(at),
    type: decoratorTypes.formatString,
    order: at,
    stream: null,
    config: { format_string: '${message}'.repeat(400), target_field: `made${at}`, require_all_fields: false },
  }));
  const failures: unknown[] = [];
  let made = 0;
  const shown = await decorate(messages, decorators, builtInDecorators, (error) => failures.push(error));
  for (const { message } of shown)
    for (const [name, value] of Object.entries(message)) if (name.startsWith('made')) made += String(value).length;
  assert.ok(made <= 16 * 1024 * 1024, `the decorators added ${made} characters`);
  assert.equal(failures.length, 1, 'one failure of the decorator chain is reported');
});
