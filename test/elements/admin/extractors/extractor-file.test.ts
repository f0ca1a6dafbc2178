/** Tests files of extractors: exported files can be imported again, and other files are imported as far as possible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractorSummary } from '../../../../api/contract/extractors.js';
import { exportText, readExtractors } from '../../../../elements/admin/extractors/extractor-file.js';
import { untyped } from '../../../untyped.js';

const entry = {
  title: 'Status',
  extractor_type: 'regex',
  converters: [{ type: 'numeric', config: {} }],
  order: 2,
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: 'code',
  extractor_config: { regex_value: '(\\d+)' },
  condition_type: 'none',
  condition_value: '',
};

test('an exported file of extractors has the documented form, and is imported unchanged', () => {
  const { extractor_type: type, ...rest } = entry;
  const summary = untyped<ExtractorSummary>({
    ...rest,
    type,
    id: 'x',
    creator_user_id: 'admin',
    exceptions: 0,
    metrics: {},
  });
  const text = exportText([summary], '5.1.8');
  assert.deepEqual(JSON.parse(text), { extractors: [entry], version: '5.1.8' });
  assert.deepEqual(readExtractors(text), { requests: [entry], unreadable: [] });
});

test('members that an old file of extractors lacks are completed, and the old name of its type is accepted', () => {
  const old = {
    title: 'Old',
    type: 'COPY_INPUT',
    source_field: 'message',
    target_field: 'copy',
    converters: [{ type: 'hash', config: null }, 'x'],
  };
  const read = readExtractors(JSON.stringify({ extractors: [old] }));
  assert.ok(typeof read !== 'string');
  assert.deepEqual(read.requests, [
    {
      title: 'Old',
      extractor_type: 'COPY_INPUT',
      source_field: 'message',
      target_field: 'copy',
      extractor_config: {},
      converters: [{ type: 'hash', config: {} }],
      cursor_strategy: 'copy',
      condition_type: 'none',
      condition_value: '',
      order: 0,
    },
  ]);
});

const hostile: readonly (readonly [name: string, text: string, problem: string])[] = [
  ['it is not JSON', '{', 'notJson'],
  ['it is a list', '[]', 'noExtractors'],
  ['it is null', 'null', 'noExtractors'],
  ['its extractors are not a list', '{"extractors":{"length":1}}', 'noExtractors'],
  ['it has no extractors', '{"extractors":[]}', 'noExtractors'],
  ['it has too many extractors', JSON.stringify({ extractors: Array<number>(501).fill(1) }), 'tooMany'],
];
for (const [name, text, problem] of hostile) {
  test(`a file of extractors is refused if ${name}`, () => assert.equal(readExtractors(text), problem));
}

test('entries of a file that are not extractors are reported with their position', () => {
  const extractors = [
    5,
    entry,
    null,
    { ...entry, extractor_type: 7 },
    { ...entry, extractor_config: [] },
    { ...entry, converters: {} },
  ];
  const read = readExtractors(JSON.stringify({ extractors }));
  assert.ok(typeof read !== 'string');
  assert.deepEqual(read.unreadable, [1, 3, 4, 5, 6]);
  assert.equal(read.requests.length, 1);
});
