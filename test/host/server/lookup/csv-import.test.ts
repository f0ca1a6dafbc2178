import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planImport } from '../../../../host/server/lookup/stored/csv-import.js';
import { StoredTable } from '../../../../host/server/lookup/stored/stored-table.js';

const query = {
  separator: ',',
  quote: '"',
  header: true,
  duplicates: 'last',
  delete_missing: true,
  preview: false,
} as const;

test('only stored keys without any line in the file are missing, so a refused line does not delete its row', async () => {
  const table = new StoredTable([{ name: 'value', type: 'text' }], 1);
  for (const key of ['kept', 'refused', 'absent'])
    table.set({ key, values: ['old'], expires_at: null, note: '', list: null, revision: 1 });
  const plan = await planImport('key,value\nkept,new\n refused ,one,more\n', query, table);
  assert.equal(plan.result.refused, 1);
  assert.deepEqual(plan.missing, ['absent']);
});
