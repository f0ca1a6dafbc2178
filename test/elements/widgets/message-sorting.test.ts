import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSort } from '../../../elements/widgets/message-table/sorting.js';
import { sampleTypes, tableConfig } from './sample-results.js';

/** Returns the sort orders of three clicks in a row on the header of a column. */
function threeClicks(field: string): string[] {
  const orders: string[] = [];
  let config = tableConfig;
  for (let clicks = 0; clicks < 3; clicks++) {
    config = { ...config, sort: nextSort(config, field, sampleTypes) };
    orders.push(config.sort.map((sort) => `${sort.field} ${sort.direction}`).join());
  }
  return orders;
}

for (const [field, orders] of [
  ['source', ['source Ascending', 'source Descending', 'timestamp Descending']],
  ['took_ms', ['took_ms Descending', 'took_ms Ascending', 'timestamp Descending']],
  // A level is stored as a number, and 0 is the most severe.
  ['level', ['level Ascending', 'level Descending', 'timestamp Descending']],
  ['timestamp', ['timestamp Ascending', 'timestamp Descending', 'timestamp Ascending']],
  ['field_without_type', ['field_without_type Ascending', 'field_without_type Descending', 'timestamp Descending']],
] as const) {
  test(`clicks on the header of ${field} sort by ${orders.join(', then ')}`, () => {
    assert.deepEqual(threeClicks(field), orders);
  });
}
