import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntityAttribute } from '../../api/contract/list.schema.js';
import {
  accessibleAttributes,
  firstQuestion,
  layoutOf,
  pageQueryOf,
  pagerNumbers,
  preferencesOf,
  readQuestion,
  toggledColumns,
  withFilter,
  writeQuestion,
  type EntityListLayout,
} from '../../machines/entity-list.js';

const defaults: EntityListLayout = {
  displayed: ['title', 'favorite'],
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};

test('missing or unavailable preferences of a list become defaults, and saving sends all preferences', () => {
  assert.deepEqual(layoutOf({}, defaults), defaults);
  assert.deepEqual(layoutOf({ displayed_attributes: [], per_page: 7, sort: null }, defaults), defaults);
  const wishes = { displayed_attributes: ['owner'], per_page: 50, sort: { field: 'owner', order: 'desc' as const } };
  const layout = layoutOf(wishes, defaults);
  assert.deepEqual(layout, { displayed: ['owner'], sort: { attributeId: 'owner', direction: 'desc' }, perPage: 50 });
  assert.deepEqual(preferencesOf(layout), wishes);
});

test('the request for a list contains sorting and page size of the layout, and query and filters only if set', () => {
  assert.deepEqual(pageQueryOf(firstQuestion, defaults), { page: 1, per_page: 20, sort: 'title', order: 'asc' });
  const question = { page: 3, query: 'ops', filters: [{ attribute: 'created_at', value: 'a><b' }] };
  assert.deepEqual(pageQueryOf(question, defaults), {
    page: 3,
    per_page: 20,
    sort: 'title',
    order: 'asc',
    query: 'ops',
    filters: ['created_at:a><b'],
  });
});

test('hidden and forbidden columns of a list are omitted, unknown columns come first, and the last column stays', () => {
  const attribute = (id: string, more: Partial<EntityAttribute> = {}): EntityAttribute => ({
    id,
    title: id,
    type: 'STRING',
    ...more,
  });
  const attributes = [attribute('favorite'), attribute('title'), attribute('_id', { hidden: true }), attribute('new')];
  const ids = (granted: string[], access = {}) =>
    accessibleAttributes(attributes, ['title', 'favorite'], granted, access).map(({ id }) => id);
  assert.deepEqual(ids([]), ['new', 'title', 'favorite']);
  assert.deepEqual(ids(['a:read'], { new: { permissions: ['a:read', 'b:read'] } }), ['title', 'favorite']);
  assert.deepEqual(ids(['a:read'], { new: { anyPermissions: ['a:read', 'b:read'] } }), ['new', 'title', 'favorite']);
  assert.deepEqual(toggledColumns(['title', 'owner'], 'owner'), ['title']);
  assert.deepEqual(toggledColumns(['title'], 'owner'), ['title', 'owner']);
  assert.deepEqual(toggledColumns(['title'], 'title'), ['title']);
});

test('adding, replacing and removing filters of a list leads to page 1, and each filter is added once', () => {
  const one = { attribute: 'disabled', value: 'true' };
  const other = { attribute: 'disabled', value: 'false' };
  const date = { attribute: 'created_at', value: 'x><' };
  const both = { page: 4, query: 'q', filters: [one, date] };
  assert.deepEqual(withFilter(both.filters, undefined, one), [date, one]);
  assert.deepEqual(withFilter(both.filters, one, other), [other, date]);
  assert.deepEqual(withFilter(both.filters, one, undefined), [date]);
});

test('the list is read from and written to the address; other parameters are kept, and an invalid page is page 1', () => {
  const question = {
    page: 2,
    query: 'a & b=c',
    filters: [
      { attribute: 'created_at', value: '2024-01-01T00:00:00.000Z><' },
      { attribute: 'x', value: 'a=b' },
    ],
  };
  const written = writeQuestion('stream_id=7&page=9', question);
  assert.equal(written.get('stream_id'), '7');
  assert.deepEqual(readQuestion(written), question);
  assert.equal(writeQuestion('page=9&query=x', firstQuestion).toString(), '');
  for (const page of ['0', '-1', '1.5', 'x', '', 'Infinity', '1e400']) {
    assert.equal(readQuestion(`page=${page}`).page, 1, page);
  }
  assert.deepEqual(readQuestion('filters==x&filters=y').filters, []);
});

const pagers: [page: number, pages: number, numbers: number[]][] = [
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
];
for (const [page, pages, numbers] of pagers) {
  test(`on page ${page} of ${pages} the pager shows ${numbers.join(' ')}`, () =>
    assert.deepEqual(pagerNumbers(page, pages), numbers));
}
