import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeFilter, listFilter, type ListFields } from '../../../../host/server/lists/list-query.js';
import { paged, sorted } from '../../../../host/server/lists/paging.js';

interface Entity {
  title: string;
  owner: string;
  created: string;
}
const fields: ListFields<Entity> = {
  defaultField: 'title',
  fields: {
    title: { kind: 'text', read: (entity) => entity.title },
    owner: { kind: 'text', read: (entity) => entity.owner },
    created: { kind: 'date', title: 'Created at', read: (entity) => entity.created },
  },
};
const entities: Entity[] = [
  { title: 'Web servers', owner: 'jane', created: '2024-01-10T00:00:00.000Z' },
  { title: 'Mail 100%', owner: 'john', created: '2024-02-10T00:00:00.000Z' },
  { title: 'web traffic (old)', owner: 'john', created: '2024-03-10T00:00:00.000Z' },
];
const all = entities.map(({ title }) => title);
const [web = '', mail = '', traffic = ''] = all;

const cases: [query: string, titles: string[]][] = [
  ['', all],
  ['*', all],
  [' ', all],
  [' * ', all],
  ['WEB', [web, traffic]],
  ['web mail', all],
  ['title:web owner:john', [traffic]],
  ['owner:jane,john', all],
  ['-owner:john', [web]],
  ['web -owner:john', [web]],
  ['"web servers"', [web]],
  ["title:'web servers'", [web]],
  ['title:="web servers"', [web]],
  ['title:=web', []],
  ['title:=~^web', [web, traffic]],
  ['title:=~"s$"', [web]],
  ['created:>2024-02-01', [mail, traffic]],
  ['created:<=2024-02-10', [web, mail]],
  ['created:>="2024-02-10T00:00:00.000Z"', [mail, traffic]],
  ['nonsense:web', [web, traffic]],
  ['100%', [mail]],
  ['web%20servers', [web, traffic]],
  ['title%3Amail', [mail]],
  ['(old)', [traffic]],
  ['"unclosed', []],
  ['^web.*s$', [web]],
  ['title:traf+ic', [traffic]],
  ['100%|servers', [web, mail]],
];
for (const [query, titles] of cases) {
  test(`the list query ${JSON.stringify(query)} finds the expected number of entities: ${titles.length}`, () => {
    // In the query `"unclosed`, the quote is part of the word, because it is never closed.
    const found = entities.filter(listFilter(query, fields)).map(({ title }) => title);
    assert.deepEqual(found, titles);
  });
}

for (const query of ['a:b:c', 'created:>yesterdayish', 'title:=~(']) {
  test(`the list query ${JSON.stringify(query)} is refused`, () => {
    assert.throws(() => listFilter(query, fields), /Invalid argument in search query/);
  });
}

test('a regular expression that would backtrack endlessly is evaluated without backtracking', () => {
  const matches = listFilter(`title:=~"(a+)+$"`, fields);
  // With backtracking, the match of 5,000 characters would not end in a lifetime.
  assert.equal(matches({ title: `${'a'.repeat(5000)}!`, owner: '', created: '' }), false);
});

test('attribute filters of lists accept alternative values and date ranges with open ends', () => {
  const titles = (filters: string[]) => entities.filter(attributeFilter(filters, fields)).map(({ title }) => title);
  assert.deepEqual(titles(['owner:jane', 'owner:john']), all);
  assert.deepEqual(titles(['created:2024-02-01T00:00:00.000Z><']), [mail, traffic]);
  assert.deepEqual(titles(['created:><2024-02-01T00:00:00.000Z']), [web]);
  assert.deepEqual(titles(['owner:john', 'created:2024-03-01T00:00:00.000Z><2024-04-01T00:00:00.000Z']), [traffic]);
  assert.deepEqual(titles(['Created At:><2024-02-01T00:00:00.000Z']), [web]);
  // Both ends belong to the range: the second entity was created at exactly this instant.
  const instant = '2024-02-10T00:00:00.000Z';
  assert.deepEqual(titles([`created:><${instant}`]), [web, mail]);
  assert.deepEqual(titles([`created:${instant}><`]), [mail, traffic]);
  assert.deepEqual(titles([`created:${instant}><${instant}`]), [mail]);
  for (const filter of ['unknown:x', 'created:yesterdayish><', 'nothing']) {
    assert.throws(() => titles([filter]), /Invalid filter/);
  }
});

test('lists are sorted ignoring case; pages past the end are empty, and a page size of 0 returns all entries', () => {
  const ordered = sorted(
    entities,
    'desc',
    ({ title }) => title,
    ({ owner }) => owner,
  ).map(({ title }) => title);
  assert.deepEqual(ordered, [traffic, web, mail]);
  assert.deepEqual(paged(ordered, { page: 2, per_page: 2 }), {
    items: [mail],
    body: { total: 3, count: 1, page: 2, per_page: 2 },
  });
  assert.equal(paged(ordered, { page: 9, per_page: 2 }).items.length, 0);
  assert.equal(paged(ordered, { per_page: 0 }).items.length, 3);
});
