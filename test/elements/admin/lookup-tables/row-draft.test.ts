/** Tests the unsaved changes of the row grid: what is sent, what is refused, and typed lifetimes in both directions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRow } from '../../../../api/contract/lookup.schema.js';
import {
  cellCount,
  changeCount,
  changesOf,
  draftProblem,
  endOf,
  lifeOf,
  noDraft,
  withAdded,
  withAddedChanged,
  withChanged,
  withDeleted,
  withoutAdded,
  withoutDeleted,
} from '../../../../elements/admin/lookup-tables/row-draft.js';

const row = (key: string): StoredRow => ({ key, values: ['old', ''], expires_at: null, note: '', list: null });
const added = (draft: typeof noDraft, key: string) => {
  const next = withAdded(draft, 2, 7);
  return withAddedChanged(next, next.lastId, { key });
};

test('a draft of rows sends added, changed and deleted rows with the revision at its first change', () => {
  let draft = added(noDraft, ' new ');
  draft = withChanged(draft, row('a'), { values: ['one', 'two'], note: 'n' }, 8);
  draft = withDeleted(draft, ['b', 'c'], 9);
  assert.deepEqual([changeCount(draft), cellCount(draft)], [4, 3]);
  assert.deepEqual(changesOf(draft), {
    revision: 7,
    rows: [
      { ...row('new'), values: ['', ''] },
      { ...row('a'), values: ['one', 'two'], note: 'n' },
    ],
    deleted: ['b', 'c'],
  });
});

test('taking back every change of rows leaves nothing to send', () => {
  let draft = added(noDraft, 'new');
  draft = withoutAdded(draft, draft.lastId);
  draft = withChanged(withChanged(draft, row('a'), { note: 'n' }, 8), row('a'), { note: '' }, 8);
  draft = withoutDeleted(withDeleted(draft, ['b'], 8), 'b');
  assert.equal(changeCount(draft), 0);
  // Deleting a row also discards its unsaved change.
  draft = withDeleted(withChanged(draft, row('a'), { note: 'n' }, 8), ['a'], 8);
  assert.deepEqual(changesOf(draft), { revision: 8, rows: [], deleted: ['a'] });
});

test('added rows need keys that differ from each other and from deleted rows', () => {
  assert.equal(draftProblem(noDraft), undefined);
  assert.equal(draftProblem(added(noDraft, ' ')), 'noKey');
  assert.equal(draftProblem(added(added(noDraft, 'x'), 'x ')), 'twice');
  assert.equal(draftProblem(added(withDeleted(noDraft, ['x'], 1), 'x')), 'twice');
  assert.equal(draftProblem(added(added(noDraft, 'x'), 'y')), undefined);
});

test('lifetimes and dates of rows are read as instants, and shown in the largest unit of at least two', () => {
  const now = Date.parse('2026-03-01T00:00:00Z');
  const read: readonly [text: string, end: number | null | undefined][] = [
    ['', null],
    ['90 s', now + 90_000],
    ['5min', now + 300_000],
    ['2 h', now + 7_200_000],
    ['30 d', now + 30 * 86_400_000],
    ['2026-04-01', Date.parse('2026-04-01T00:00:00Z')],
    ['30 weeks', undefined],
    ['tomorrow', undefined],
  ];
  for (const [text, end] of read) assert.equal(endOf(text, now), end, text);
  const shown: readonly [end: number | null, text: string][] = [
    [null, ''],
    [now + 119_000, '119 s'],
    [now + 120_000, '2 min'],
    [now + 47 * 3_600_000, '47 h'],
    [now + 48 * 3_600_000, '2 d'],
    [now - 1, '0 s'],
  ];
  for (const [end, text] of shown) assert.equal(lifeOf(end, now), text);
});
