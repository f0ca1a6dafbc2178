import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntityAttribute } from '../../../api/contract/list.schema.js';
import { fittingColumns, gridTemplate, sizedColumn } from '../../../elements/kit/entity-table/columns.js';

const attribute = (id: string, type: EntityAttribute['type'] = 'STRING'): EntityAttribute => ({ id, title: id, type });
const columns = (widths: Record<string, number> = {}) =>
  [
    attribute('title'),
    attribute('summary'),
    attribute('description'),
    attribute('owner'),
    attribute('created_at', 'DATE'),
    attribute('favorite'),
  ].map((one) => sizedColumn(one, undefined, widths[one.id]));
const ids = (list: ReturnType<typeof columns>) => list.map(({ attribute: { id } }) => id);

test('columns have the weights and fixed widths of the specification; widths set by the user take precedence', () => {
  assert.equal(
    gridTemplate(columns(), { selectable: true, actionsWidth: 100 }),
    '40px minmax(150px, 1fr) minmax(150px, 1.5fr) minmax(150px, 2fr) 120px 160px 40px 100px',
  );
  assert.equal(
    gridTemplate(columns({ title: 200, summary: 90, description: 300 }), { selectable: false, actionsWidth: 0 }),
    '200px 90px 300px 120px 160px 40px minmax(0, 1fr)',
  );
});

test('a list hides columns from the end when they do not fit; the first column and icons stay', () => {
  const cases: [room: number, kept: string[]][] = [
    [0, ['title', 'summary', 'description', 'owner', 'created_at', 'favorite']],
    [2000, ['title', 'summary', 'description', 'owner', 'created_at', 'favorite']],
    [769, ['title', 'summary', 'description', 'owner', 'favorite']],
    [500, ['title', 'summary', 'description', 'favorite']],
    [341, ['title', 'summary', 'favorite']],
    [100, ['title', 'favorite']],
  ];
  for (const [room, kept] of cases) assert.deepEqual(ids([...fittingColumns(columns(), room)]), kept, String(room));
  assert.deepEqual(ids([...fittingColumns(columns({ title: 600 }), 700)]), ['title', 'favorite']);
});

test('a list hides minor columns before the others', () => {
  const withMinor = columns().map((one) =>
    one.attribute.id === 'summary' ? { ...one, size: { ...one.size, minor: true } } : one,
  );
  assert.deepEqual(ids([...fittingColumns(withMinor, 769)]), [
    'title',
    'description',
    'owner',
    'created_at',
    'favorite',
  ]);
  assert.deepEqual(ids([...fittingColumns(withMinor, 500)]), ['title', 'description', 'owner', 'favorite']);
});
