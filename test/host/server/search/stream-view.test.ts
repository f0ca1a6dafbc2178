/** Tests that the field types of a stream's messages are hidden from users who can read only other streams. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchCaller } from '../../../../host/server/search/index.js';
import { allTime, defaultStream, openSearch, otherStream } from './fixture.js';

const at = '2029-12-31T23:00:00Z';
const outsider: SearchCaller = {
  username: 'outsider',
  readableStreams: [defaultStream],
  mayReadStream: (id) => id === defaultStream,
};

test('a search cannot distinguish a field of other streams from an unknown one', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill([
    { at, message: 'open one', fields: { shared: 'a', n: 1 } },
    { at, message: 'open two', fields: { shared: 'b' } },
    {
      at,
      message: 'hidden',
      fields: { shared: 7, n: 'x', salary: 4711, codename: 'raven' },
      streams: [otherStream],
    },
  ]);
  const { engine } = fixture;
  const names = (streams: readonly string[]) =>
    engine
      .fields(streams)
      .map(({ name }) => name)
      .filter((name) => ['shared', 'n', 'salary', 'codename', 'nowhere'].includes(name));
  assert.deepEqual(names([defaultStream]), ['n', 'shared']);
  assert.deepEqual(names([otherStream]), ['codename', 'n', 'salary', 'shared']);
  assert.deepEqual(names([defaultStream, otherStream]), ['codename', 'n', 'salary', 'shared']);
  assert.deepEqual(names([]), []);
  // All users see the fields that every message may have.
  assert.ok(engine.fields([]).some(({ name }) => name === 'message'));

  const validate = (query: string) => engine.validate({ streams: [defaultStream], queries: [query] });
  const withoutName = (value: unknown, name: string) => JSON.parse(JSON.stringify(value).replaceAll(name, 'F'));
  for (const query of ['F:1', 'F:abc', '_exists_:F', 'F:[1 TO 2]', 'F:"a b"']) {
    const [salary, nowhere] = ['salary', 'absent'].map((name) => withoutName(validate(query.replace('F', name)), name));
    assert.deepEqual(salary, nowhere, query);
  }

  // A word that is not a number is ignored for a numeric field, but matches nothing for an unknown field. Queries must
  // not reveal this difference.
  for (const query of ['F:abc AND open', 'NOT F:abc', 'F:abc OR two', 'F:[a TO b] AND open', 'F:>3', '_exists_:F']) {
    const [salary, nowhere] = await Promise.all(
      ['salary', 'absent'].map((name) => fixture.found(query.replace('F', name), { caller: outsider })),
    );
    assert.deepEqual(salary, nowhere, query);
  }

  // Metrics that depend on the type of a field must not show the type of an unreadable field.
  const series = [
    { id: 's', type: 'avg', field: 'F' },
    { id: 's', type: 'latest', field: 'F' },
    { id: 's', type: 'percentile', field: 'F', percentile: 50 },
  ];
  const groups = [
    { type: 'time', fields: ['F'], interval: { type: 'timeunit', timeunit: '1h' } },
    { type: 'values', fields: ['F'], limit: 5 },
  ];
  const pivots = [...series.map((one) => ({ series: [one] })), ...groups.map((group) => ({ row_groups: [group] }))];
  for (const pivot of pivots) {
    const [codename, nowhere] = await Promise.all(
      ['codename', 'absent'].map(async (name) => {
        const searchType = JSON.parse(JSON.stringify(pivot).replace('"F"', `"${name}"`)) as object;
        const { errors, results } = await fixture.run({ type: 'pivot', ...searchType }, { caller: outsider });
        const result = results['q']?.search_types['s'];
        return withoutName({ errors, result }, name);
      }),
    );
    assert.deepEqual(codename, nowhere, JSON.stringify(pivot));
  }

  const suggest = (field: string) =>
    engine.suggest({ field, input: '', size: 10, timerange: allTime, streams: [defaultStream], username: 'admin' });
  assert.deepEqual(withoutName(await suggest('codename'), 'codename'), withoutName(await suggest('absent'), 'absent'));
  assert.deepEqual(
    (await suggest('shared')).suggestions?.map(({ value }) => value),
    ['a', 'b'],
  );
});

test('a user who may read one stream of a message sees all fields of the message', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill([
    { at, message: 'in both', fields: { inBoth: 1 }, streams: [otherStream, defaultStream] },
    { at, message: 'hidden', fields: { hidden: 1 }, streams: [otherStream] },
  ]);
  const { messages } = await fixture.messages('', { caller: outsider });
  assert.deepEqual(
    messages.map(({ message }) => [message['message'], message['inBoth']]),
    [['in both', 1]],
  );
});
