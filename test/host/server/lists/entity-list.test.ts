// A table of attributes defines a list: search, filters, sorting and description.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, EntityList, text } from '../../../../host/server/lists/entity-list.js';

interface Thing {
  readonly id: string;
  readonly title: string;
  readonly made: string;
  readonly off: boolean;
  readonly box: string;
}
const thing = (id: string, title: string, made: string, off: boolean, box: string): Thing => ({
  id,
  title,
  made: `${made}T00:00:00.000Z`,
  off,
  box,
});
const things = [
  thing('1', 'Beta', '2024-01-03', false, 'x'),
  thing('2', 'alpha', '2024-01-01', true, 'y'),
  thing('3', 'Gamma', '2024-01-02', false, 'x'),
];
const boxTitles: Readonly<Record<string, string>> = { x: 'Zinc', y: 'Ash' };

const list = new EntityList<Thing>(
  [
    attribute('_id', 'id', 'OBJECT_ID', ({ id }) => id, { searchable: true, hidden: true, alias: 'id' }),
    attribute('title', 'Title', 'STRING', ({ title }) => title, { searchable: true }),
    attribute('made', 'Created', 'DATE', ({ made }) => made, { filterable: true, queryable: true }),
    attribute('off', 'Status', 'BOOLEAN', ({ off }) => off, { filterable: true }),
    attribute('box', 'Box', 'STRING', ({ box }) => box, { sortBy: ({ box }) => boxTitles[box] }),
    attribute('star', 'Star', 'STRING', ({ id }) => -Number(id), { sortable: false }),
  ],
  'title',
  ({ id }) => id,
);
const ids = (query: Parameters<typeof list.page>[1]) => list.page(things, query).items.map(({ id }) => id);

test('a list searches searchable attributes, and others that queries may name', () => {
  assert.deepEqual(ids({ query: 'ta' }), ['1']);
  assert.deepEqual(ids({ query: 'id:2' }), ['2']);
  assert.deepEqual(ids({ query: '_id:2' }), ['2']);
  assert.deepEqual(ids({ query: 'created:>2024-01-01' }), ['1', '3']);
  // `box` is no field of the query, so its value is searched in titles.
  assert.deepEqual(ids({ query: 'box:x' }), []);
});

test('a list sorts by sortable attributes; any other request is sorted by default', () => {
  assert.deepEqual(ids({}), ['2', '1', '3']);
  assert.deepEqual(ids({ sort: 'made', order: 'desc' }), ['1', '3', '2']);
  assert.deepEqual(ids({ sort: 'MADE' }), ['2', '3', '1']);
  assert.deepEqual(ids({ sort: 'id', order: 'DESC' }), ['3', '2', '1']);
  assert.deepEqual(ids({ sort: 'box' }), ['2', '1', '3']);
  for (const sort of ['star', 'constructor', '__proto__', 'nothing'])
    assert.equal(list.page(things, { sort }).sort, 'title', sort);
  assert.deepEqual(ids({ sort: 'constructor' }), ['2', '1', '3']);
});

test('a list filters by filterable attributes; flat lists have no filters', () => {
  assert.deepEqual(ids({ filters: 'off:true' }), ['2']);
  assert.deepEqual(ids({ filters: ['made:2024-01-02T00:00:00.000Z><', 'off:false'] }), ['1', '3']);
  assert.throws(() => ids({ filters: 'title:x' }), /cannot be filtered by/);
  const flat = new EntityList<Thing>([text('title', ({ title }) => title)], 'title', ({ id }) => id);
  assert.equal(flat.page(things, { filters: 'title:x' }).items.length, 3);
});

test('the description of a list contains its attributes without the functions that read them', () => {
  const answer = list.overview(things, { per_page: 1, page: 2, order: 'desc', query: '' }, ({ title }) => title, 30);
  assert.deepEqual(answer.elements, ['Beta']);
  assert.deepEqual(answer.pagination, { total: 3, count: 1, page: 2, per_page: 1 });
  assert.deepEqual([answer.total, answer.sort, answer.order], [30, 'title', 'desc']);
  assert.deepEqual(answer.defaults, { sort: { id: 'title', direction: 'ASC' } });
  assert.deepEqual(answer.attributes.slice(0, 3), [
    { id: '_id', title: 'id', type: 'OBJECT_ID', sortable: true, searchable: true, hidden: true },
    { id: 'title', title: 'Title', type: 'STRING', sortable: true, searchable: true },
    { id: 'made', title: 'Created', type: 'DATE', sortable: true, filterable: true },
  ]);
  assert.deepEqual(answer.attributes.at(-1), { id: 'star', title: 'Star', type: 'STRING', sortable: false });
});
