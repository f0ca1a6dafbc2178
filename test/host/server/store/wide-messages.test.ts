/**
 * A message with thousands of fields does not create thousands of columns; its fields are found and shown nevertheless.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WideMessage } from '../../../../host/server/store/load-plan.js';
import { allMessages, message, onlyIndex, open, temporaryDirectory } from './opened-store.js';

const columnsOf = (store: Parameters<typeof onlyIndex>[0]): number =>
  [...onlyIndex(store).fields.values()].filter(({ column }) => /^f\d+$/.test(column)).length;
const fields = (count: number, prefix = 'f') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, n]));

test('a wide message creates no columns; a field in a second message gets one; all fields survive a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const reported: WideMessage[] = [];
  const options = {
    limits: { wideFields: 10 },
    onWide: (_: string, wide: readonly WideMessage[]) => reported.push(...wide),
  };
  const first = await open(context, path, options.limits, undefined, undefined, options.onWide);
  await first.store.append([message('wide', { ...fields(2_000), "it's/a~b": 'text' })]);
  await first.store.append([message('narrow', { g: 1, f7: 70 })]);
  await first.store.settled();
  assert.equal(columnsOf(first.store), 2, 'only g and f7 have columns');
  assert.deepEqual(
    reported.map(({ fields: count, sender }) => [count, sender]),
    [[2_001, reported[0]?.sender]],
  );
  assert.ok(reported[0]?.sender);
  await first.close();
  const second = await open(context, path, options.limits);
  const index = onlyIndex(second.store);
  const find = (name: string, condition: string) =>
    second.store.query(
      `SELECT message FROM ${index.catalog}.messages WHERE ${index.rest?.get(name)?.column ?? 'NULL'} ${condition} ORDER BY message`,
      [],
    );
  assert.deepEqual(await find('f1999', '= 1999'), [{ message: 'wide' }]);
  assert.deepEqual(
    await find('f7', '> 5'),
    [{ message: 'wide' }],
    'a value that was stored before the column is found',
  );
  assert.deepEqual(await find("it's/a~b", "= 'text'"), [{ message: 'wide' }]);
  const [wide] = await allMessages(second.store);
  assert.equal(wide?.['f1999'], 1999);
  // After a second message with these fields, each field gets a column.
  await second.store.append([message('again', fields(20))]);
  await second.store.settled();
  assert.equal(columnsOf(second.store), 21);
});

test('the messages of one input create no more columns than its share, which does not limit other inputs', async (context) => {
  const wideMessages: WideMessage[] = [];
  const { store } = await open(
    context,
    await temporaryDirectory(context),
    { inputFields: 30 },
    undefined,
    undefined,
    (_, wide) => wideMessages.push(...wide),
  );
  for (let n = 0; n < 10; n += 1)
    await store.append([{ ...message(`m${n}`, fields(10, `a${n}_`)), inputId: 'greedy' }]);
  await store.append([{ ...message('other', fields(10, 'b')), inputId: 'modest' }]);
  await store.settled();
  assert.equal(columnsOf(store), 40);
  assert.ok(wideMessages.length > 0 && wideMessages.every(({ inputId }) => inputId === 'greedy'));
  const index = onlyIndex(store);
  assert.ok(index.fields.has('b9') && !index.fields.has('a9_9') && index.rest?.has('a9_9'));
});
