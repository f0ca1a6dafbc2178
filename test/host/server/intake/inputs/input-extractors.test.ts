/** The extractors of an input share a time limit and an output limit per message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputExtractors } from '../../../../../host/server/intake/inputs/input-extractors.js';
import type { ExtractorDocument } from '../../../../../host/server/intake/inputs/running-extractor.js';
import { trialExtractors } from '../../../../../host/server/intake/inputs/trial-extractors.js';
import type { IncomingMessage } from '../../../../../host/server/store/types.js';

const copy = (number: number): ExtractorDocument => ({
  id: String(number),
  title: `copy ${number}`,
  type: 'copy_input',
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: `copy_${number}`,
  extractor_config: {},
  creator_user_id: 'admin',
  converters: [],
  condition_type: 'none',
  condition_value: '',
  order: number,
  revision: 1,
});
const message = (): IncomingMessage => ({
  timestamp: 0,
  source: 'web-1',
  message: 'text',
  fields: {},
  streams: [],
  inputId: 'input-1',
  receivedAt: 0,
});

test('extractors are skipped and counted once the time limit of a message is used up, except for their first run', (context) => {
  const extractors = new InputExtractors(() => [], undefined);
  extractors.set(Array.from({ length: 8 }, (_, number) => copy(number)));
  let now = 0;
  let isBusyWithOthers = false;
  // The fake clock advances by 8 ms per reading, which simulates slow patterns.
  context.mock.method(performance, 'now', () => (now += 8));
  context.mock.method(process, 'cpuUsage', (since?: NodeJS.CpuUsage) => ({
    user: isBusyWithOthers ? 0 : now * 1000 - (since?.user ?? 0),
    system: 0,
  }));
  const copies = (): number => {
    const one = message();
    extractors.run(one, 0);
    return Object.keys(one.fields).length;
  };
  const failed = (): number[] =>
    Array.from({ length: 8 }, (_, number) => extractors.get(String(number))?.exceptions ?? -1);
  assert.equal(copies(), 8, 'all extractors run on the first message');
  assert.deepEqual(failed(), [0, 0, 0, 0, 0, 0, 0, 0]);
  const second = copies();
  assert.ok(second > 0 && second < 8, `${second} of 8 extractors ran on the second message`);
  assert.deepEqual(failed(), [...Array(second).fill(0), ...Array(8 - second).fill(1)]);
  isBusyWithOthers = true;
  assert.equal(copies(), 8, 'only CPU time of this process counts towards the limit');
  isBusyWithOthers = false;
  // A changed extractor counts as new; the extractors before it have used up the time.
  extractors.set([...Array.from({ length: 7 }, (_, number) => copy(number)), { ...copy(7), revision: 2, order: -1 }]);
  assert.equal(copies(), second + 1);
});

test('the server does not measure the CPU time for every message', (context) => {
  const extractors = new InputExtractors(() => [], undefined);
  extractors.set([copy(0)]);
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const cpuUsage = context.mock.method(process, 'cpuUsage');
  for (now = 0; now < 100; now += 1) extractors.run(message(), 0);
  assert.ok(cpuUsage.mock.callCount() <= 10, `the CPU time was read ${cpuUsage.mock.callCount()} times in 100 ms`);
});

test('an extractor whose regular expression exceeds its limit on a long text counts as failed and sets no value', () => {
  const extractors = new InputExtractors(() => [], undefined);
  const group: ExtractorDocument = { ...copy(0), type: 'regex', extractor_config: { regex_value: 'x(.*)$' } };
  extractors.set([group, { ...copy(1), condition_type: 'regex', condition_value: ' $' }]);
  const one: IncomingMessage = { ...message(), message: `x${' '.repeat(2_000_000)}end` };
  extractors.run(one, 0);
  assert.deepEqual(one.fields, {});
  assert.deepEqual(
    ['0', '1'].map((id) => extractors.get(id)?.exceptions),
    [1, 1],
  );
});

test('the server limits the total output of all extractors on one message, and counts the skipped extractors', () => {
  const extractors = new InputExtractors(() => [], undefined);
  extractors.set(Array.from({ length: 200 }, (_, number) => copy(number)));
  const one = { ...message(), message: 'x'.repeat(500_000) };
  extractors.run(one, 0);
  const made = Object.values(one.fields).reduce<number>((sum, value) => sum + String(value).length, 0);
  assert.ok(made > 1_000_000 && made <= 4 * 1024 * 1024, `the extractors produced ${made} characters`);
  assert.equal(extractors.get('199')?.exceptions, 1);
  const next = message();
  extractors.run(next, 0);
  assert.equal(Object.keys(next.fields).length, 200, 'each message has a separate output limit');
});

test('a trial of extractors reads the lookup tables and grok patterns, and runs in the configured order', () => {
  const tables = { has: () => true, value: (table: string, key: string) => `${key} in ${table}` };
  const patterns = [{ id: '1', name: 'WORD', pattern: '\\w+', content_pack: null }];
  const run = trialExtractors(
    [
      { ...copy(1), type: 'lookup_table', source_field: 'found', extractor_config: { lookup_table_name: 'sites' } },
      { ...copy(0), type: 'grok', extractor_config: { grok_pattern: '%{WORD:found}' } },
      {
        ...copy(2),
        converters: [{ type: 'lookup_table', config: { lookup_table_name: 'owners' } }],
      },
    ],
    () => patterns,
    tables,
  );
  const one = message();
  run(one, 0);
  assert.deepEqual(one.fields, { found: 'text', copy_1: 'text in sites', copy_2: 'text in owners' });
});

/** Runs one extractor on a message with several fields. @returns the changed message */
function changedBy(extractor: Partial<ExtractorDocument>): IncomingMessage {
  const extractors = new InputExtractors(() => [], undefined);
  extractors.set([{ ...copy(0), ...extractor }]);
  const one = { ...message(), fullMessage: 'whole text', fields: { other: 'some words', count: 5 } };
  extractors.run(one, 0);
  return one;
}
const unchanged = changedBy({ condition_type: 'string', condition_value: 'never' });

test('an extractor sets standard fields and other fields, and ignores protected names, invalid times and empty texts', () => {
  const set = (target_field: string, source_field = 'other') => changedBy({ source_field, target_field });
  assert.deepEqual(set('message'), { ...unchanged, message: 'some words' });
  assert.deepEqual(set('source'), { ...unchanged, source: 'some words' });
  assert.deepEqual(set('full_message'), { ...unchanged, fullMessage: 'some words' });
  assert.deepEqual(set('more', 'full_message'), { ...unchanged, fields: { ...unchanged.fields, more: 'whole text' } });
  for (const name of ['timestamp', '_id', 'gl2_source_input', 'streams']) assert.deepEqual(set(name), unchanged, name);
  assert.deepEqual(set('more', 'count'), unchanged, 'only texts are extracted');
});

test('a converter without a result removes the target field; message and source stay', () => {
  const nothing = (target_field: string) =>
    changedBy({ source_field: 'other', target_field, converters: [{ type: 'flexdate', config: {} }] });
  const { fullMessage: _whole, ...withoutWhole } = unchanged;
  assert.deepEqual(nothing('full_message'), withoutWhole);
  assert.deepEqual(nothing('count'), { ...unchanged, fields: { other: 'some words' } });
  for (const name of ['message', 'source']) assert.deepEqual(nothing(name), unchanged, name);
});

test('the strategy cut removes the extracted text from other fields, but not from message and source', () => {
  const cut = (source_field: string, regex_value: string, target_field = 'found') =>
    changedBy({ type: 'regex', cursor_strategy: 'cut', extractor_config: { regex_value }, source_field, target_field });
  const found = (value: string, fields: object = {}) => ({ fields: { ...unchanged.fields, ...fields, found: value } });
  assert.deepEqual(cut('other', '(some) '), { ...unchanged, ...found('some', { other: ' words' }) });
  assert.deepEqual(cut('other', '(.*)'), { ...unchanged, ...found('some words', { other: 'fullyCutByExtractor' }) });
  assert.deepEqual(cut('full_message', ' (text)'), { ...unchanged, fullMessage: 'whole ', ...found('text') });
  assert.deepEqual(cut('message', '(text)'), { ...unchanged, ...found('text') });
  assert.deepEqual(cut('source', '(web)'), { ...unchanged, ...found('web') });
  assert.deepEqual(cut('other', '(some)', 'other').fields['other'], 'some', 'a field is not cut from itself');
});
