/** Texts in a numeric or boolean field, such as "timeout" in a status code, are found, grouped and shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchType } from '../../../../api/contract/searches.js';
import { listFields } from '../../../../host/server/search/field-list.js';
import { defaultStream, openSearch } from './fixture.js';

const at = (n: number): string => new Date(Date.parse('2024-03-01T10:00:00Z') + n * 1000).toISOString();
const large = '99999999999999999999';
const drafts = [200, 'timeout', 404, undefined, 200, 500, large, 'time out'].map((code, n) => ({
  at: at(n),
  message: 'm',
  fields: { n, ok: n % 2 ? 'maybe' : true, ...(code !== undefined && { code }) },
}));

const questions: readonly (readonly [query: string, found: readonly number[]])[] = [
  ['code:timeout', [1]],
  ['code:200', [0, 4]],
  ['code:>=300', [2, 5]],
  ['code:time*', [1, 7]],
  ['code:/t.*t/', [1, 7]],
  ['code:"time out"', [7]],
  [`code:${large}`, [6]],
  ['_exists_:code', [0, 1, 2, 4, 5, 6, 7]],
  ['NOT _exists_:code', [3]],
  ['NOT code:timeout', [0, 2, 3, 4, 5, 6, 7]],
  ['co\\*:timeout', [1]],
  ['ok:maybe', [1, 3, 5, 7]],
  ['ok:true', [0, 2, 4, 6]],
];

test('a numeric field with some text values can be searched, grouped and shown', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(drafts.slice(0, 3));
  await fixture.fill(drafts.slice(3, 5));
  await fixture.store.cycle();
  await fixture.fill(drafts.slice(5));
  const groups = async (field: string, more: Partial<SearchType> = {}): Promise<unknown[]> => {
    const { rows } = await fixture.pivot({
      row_groups: [{ type: 'values', fields: [field], limit: 20, skip_empty_values: true }],
      series: [{ type: 'count', id: 'count()' }],
      ...more,
    });
    return rows.map(({ key, values }) => [...key, ...values.map(({ value }) => value)]);
  };
  const statistic = async (type: string, percentile?: number): Promise<unknown> => {
    const { rows } = await fixture.pivot({
      rollup: true,
      row_groups: [],
      series: [{ type, field: 'code', id: 's', ...(percentile !== undefined && { percentile }) }],
    });
    return rows[0]?.values[0]?.value;
  };

  await context.test('numbers and texts of the field are found', async () => {
    for (const [query, found] of questions) assert.deepEqual(await fixture.found(query), found, query);
  });

  await context.test('numbers and texts of the field form groups', async () => {
    assert.deepEqual((await groups('code')).sort(), [
      ['200', 2],
      ['404', 1],
      ['500', 1],
      [large, 1],
      ['time out', 1],
      ['timeout', 1],
    ]);
    assert.deepEqual((await groups('ok')).sort(), [
      ['maybe', 4],
      ['true', 4],
    ]);
  });

  await context.test('statistics use only the numbers, and counts all values', async () => {
    assert.equal(await statistic('avg'), (200 + 404 + 200 + 500) / 4);
    assert.deepEqual([await statistic('min'), await statistic('max'), await statistic('sum')], [200, 500, 1304]);
    assert.equal(await statistic('percentile', 50), 302);
    assert.deepEqual([await statistic('count'), await statistic('card')], [7, 6]);
  });

  await context.test('messages are sorted by the numbers of the field', async () => {
    const sorted = await fixture.found('_exists_:code', {
      sort: [
        { field: 'code', order: 'DESC' },
        { field: 'n', order: 'ASC' },
      ],
    });
    assert.deepEqual(sorted, [5, 2, 0, 4, 1, 6, 7]);
  });

  await context.test('the message contains the text, and the field list has both types', async () => {
    const { messages } = await fixture.messages('n:1');
    assert.equal(messages[0]?.message['code'], 'timeout');
    const listed = listFields(fixture.store, [defaultStream]).find(({ name }) => name === 'code');
    assert.deepEqual(listed?.type, {
      type: 'compound(long,string)',
      properties: ['numeric', 'enumerable', 'compound'],
      index_names: [],
    });
  });
});
