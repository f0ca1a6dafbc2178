/** Tests the validation of an index set before it is sent, and the names of strategies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSet, prefixProblem, type SetValues } from '../../../../elements/admin/index-sets/check-set.js';
import { endAfter, endFor, moved } from '../../../../elements/admin/index-sets/lifetime.js';
import { keptText, retentions, rotations, summaryOf } from '../../../../elements/admin/index-sets/strategies.js';

const set: SetValues = {
  title: 'Web',
  description: 'd',
  prefix: 'web',
  analyzer: 'standard',
  shards: 1,
  replicas: 0,
  segments: 1,
  noOptimization: false,
  refreshSeconds: 5,
  rotation: { type: rotations.time, config: { type: 't', rotation_period: 'P1D' } },
  retention: { type: retentions.delete, config: { type: 't', max_number_of_indices: 5 } },
};
const wrong = (change: Partial<SetValues>, isNew = true): string[] =>
  Object.entries(checkSet({ ...set, ...change }, isNew)).flatMap(([name, problem]) =>
    problem === undefined ? [] : name,
  );

test('the index set form validates prefixes', () => {
  for (const [prefix, problem] of [
    ['', "Index prefix can't be empty"],
    ['_a', 'Index prefix must start with a letter or a number'],
    ['Web', 'Index prefix must be lower case'],
    ['a b', 'Index prefix can only contain letters, numbers, _, - and +'],
    ['web-1_a+b', undefined],
  ] as const)
    assert.equal(prefixProblem(prefix), problem);
});

test('the index set form reports each error by the title of its field', () => {
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ title: ' ', description: '', shards: undefined }), ['title', 'description', 'shards']);
  assert.deepEqual(wrong({ prefix: '', analyzer: '' }, false), []);
  const rotation = (type: string, config: object) => wrong({ rotation: { type, config: { type: 't', ...config } } });
  assert.deepEqual(rotation(rotations.time, { rotation_period: 'PT59M' }), ['rotation']);
  assert.deepEqual(rotation(rotations.time, { rotation_period: 'PT1H' }), []);
  for (const [rotation_period, max_rotation_period, problems] of [
    ['P30D', 'P30D', []],
    ['P31D', 'P30D', ['rotation']],
    ['P400D', null, []],
  ] as const)
    assert.deepEqual(rotation(rotations.time, { rotation_period, max_rotation_period }), problems);
  assert.deepEqual(rotation(rotations.count, { max_docs_per_index: 0 }), ['rotation']);
  const lifetime = { index_lifetime_min: 'P30D', index_lifetime_max: 'P30D' };
  assert.deepEqual(rotation(rotations.lifetime, lifetime), ['rotation']);
  const none = { type: retentions.delete, config: { type: 't', max_number_of_indices: 0 } };
  assert.deepEqual(wrong({ retention: none }), ['retention']);
  const byDays = { type: rotations.lifetime, config: { ...lifetime, type: 't', index_lifetime_max: 'P31D' } };
  assert.deepEqual(wrong({ retention: none, rotation: byDays }), []);
  const kept = { type: retentions.none, config: { type: 't' } };
  const equal = { type: rotations.lifetime, config: { ...lifetime, type: 't' } };
  assert.deepEqual(
    wrong({ retention: kept, rotation: equal }),
    [],
    'lifetimes are not validated if the retention deletes nothing',
  );
});

test('the index set form describes strategies in words', () => {
  for (const [type, config, words] of [
    [rotations.count, { max_docs_per_index: 20_000_000 }, 'Max docs per index: 20,000,000'],
    [rotations.size, { max_size: 1_073_741_824 }, 'Max index size: 1,073,741,824 bytes (1.0 GiB)'],
    [
      rotations.lifetime,
      { index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' },
      'Lifetime: P30D (30 days) to P40D (40 days)',
    ],
    [
      rotations.lifetime,
      { index_lifetime_min: 'P1D', index_lifetime_max: 'P2D' },
      'Lifetime: P1D (1 day) to P2D (2 days)',
    ],
    [
      rotations.time,
      { rotation_period: 'P1D', rotate_empty_index_set: true },
      'Rotation period: P1D (1 day), rotate empty index set: Yes',
    ],
    [retentions.close, { max_number_of_indices: 20 }, 'Max number of indices: 20'],
    ['no.such.Strategy', {}, undefined],
  ] as const)
    assert.equal(summaryOf(type, { type: 't', ...config }), words);
});

test('the index set form describes how much data a number of indices keeps, as time, size or messages', () => {
  const kept = (rotation: string, config: object, count: number, retention: string = retentions.delete) =>
    keptText(
      { type: rotation, config: { type: 't', ...config } },
      { type: retention, config: { type: 't', max_number_of_indices: count } },
    );
  assert.equal(kept(rotations.time, { rotation_period: 'P1D' }, 20), 'Keeps about 20 days.');
  assert.equal(kept(rotations.time, { rotation_period: 'PT6H' }, 6), 'Keeps about 1 day 12 hours.');
  assert.equal(kept(rotations.size, { max_size: 1024 ** 3 }, 20), 'Keeps about 20.0 GiB.');
  assert.equal(kept(rotations.count, { max_docs_per_index: 1000 }, 3), 'Keeps about 3,000 messages.');
  assert.equal(
    kept(rotations.count, { max_docs_per_index: 1000 }, 3, retentions.close),
    'Searches find about 3,000 messages.',
  );
  for (const [rotation, config, count] of [
    [rotations.time, { rotation_period: 'nonsense' }, 20],
    [rotations.time, { rotation_period: 'P1D' }, 0],
    [rotations.time, { rotation_period: 'P1D' }, 2 ** 31 - 1],
    [rotations.lifetime, {}, 20],
  ] as const)
    assert.equal(kept(rotation, config, count), undefined);
});

test('the handles of the lifetime slider do not pass each other, and the slider grows by whole years', () => {
  const free = { longest: undefined, leeway: undefined };
  assert.deepEqual(moved({ min: 30, max: 40 }, 'min', 35, free), { min: 35, max: 40 });
  assert.deepEqual(moved({ min: 30, max: 40 }, 'min', 90, free), { min: 40, max: 40 });
  assert.deepEqual(moved({ min: 30, max: 40 }, 'max', 9, free), { min: 30, max: 30 });
  assert.deepEqual(moved({ min: 30, max: 40 }, 'min', 90, { ...free, leeway: 7 }), { min: 90, max: 97 });
  assert.deepEqual([1, 365, 366, 730].map(endFor), [365, 365, 730, 730]);
  assert.deepEqual([364, 365, 729, 730].map(endAfter), [365, 730, 730, 1095]);
});
