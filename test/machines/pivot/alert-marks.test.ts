/** Tests alerts as marks on charts: their texts and groups. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedMarks, marksOf, type AlertMark } from '../../../machines/pivot/alert-marks.js';
import { anEvent } from '../../event-documents.js';

const mark = (at: number, priority = 2): AlertMark => {
  return { id: `m${at}`, at, title: 't', key: null, priority, replayable: true };
};

test('marks of alerts have the title of the definition or the text of the event, are sorted by time, and omit unreadable times', () => {
  const definitions = { d: { id: 'd', title: 'Many denials', description: '' } };
  const events = [
    anEvent({ id: 'b', timestamp: '2026-01-01T00:00:02.000Z', message: 'said', key: 'web', priority: 3 }),
    anEvent({ id: 'x', timestamp: 'some day' }),
    anEvent({ id: 'a', timestamp: '2026-01-01T00:00:01.000Z', event_definition_id: 'd', key: '' }),
  ].map((event) => ({ event, index_name: 'gl-events_0', index_type: 'message' as const }));
  const marks = marksOf({ events, context: { event_definitions: definitions, streams: {} } });
  const second = Date.parse('2026-01-01T00:00:01.000Z');
  assert.deepEqual(marks, [
    { id: 'a', at: second, title: 'Many denials', key: null, priority: 2, replayable: false },
    { id: 'b', at: second + 1000, title: 'said', key: 'web', priority: 3, replayable: false },
  ]);
});

test('there are at most as many groups of marks as places, and each group has the highest priority of its marks', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => mark(at, at === 4 ? 3 : 1));
  const groups = groupedMarks(many, { from: 0, to: 9_999 }, 20);
  assert.equal(groups.length, 20);
  assert.equal(
    groups.reduce((sum, { alerts }) => sum + alerts.length, 0),
    10_000,
  );
  assert.deepEqual([groups[0]?.priority, groups[1]?.priority], [3, 1]);
});

const cases: readonly [
  name: string,
  at: readonly number[],
  places: number,
  expected: readonly (readonly number[])[],
][] = [
  ['marks outside the axis are left out', [-1, 101], 10, []],
  ['marks at both ends of the axis are kept', [0, 100], 10, [[0], [100]]],
  ['marks in one place form a group', [10, 11, 50], 10, [[10, 11], [50]]],
  [
    'neighbours form a group although a border between places separates them',
    [9, 11, 50, 58, 66],
    10,
    [[9, 11], [50, 58], [66]],
  ],
  ['without room all marks form one group', [0, 100], 0, [[0, 100]]],
];
for (const [name, at, places, expected] of cases) {
  test(`marks are grouped as expected: ${name}`, () => {
    const groups = groupedMarks(
      at.map((one) => mark(one)),
      { from: 0, to: 100 },
      places,
    );
    assert.deepEqual(
      groups.map(({ alerts }) => alerts.map((one) => one.at)),
      expected,
    );
  });
}

test('a time range without length has one place', () => {
  assert.equal(groupedMarks([mark(5), mark(5)], { from: 5, to: 5 }, 10).length, 1);
});

test('marks at one place form one group, however far apart in time', () => {
  // There are no buckets between 20 and 80.
  const shareOf = (at: number) => (at < 20 ? at / 40 : at < 80 ? 0.5 : (at - 60) / 40);
  const groups = groupedMarks([10, 30, 50, 75, 95].map(mark), { from: 0, to: 100 }, 10, shareOf);
  assert.deepEqual(
    groups.map(({ alerts }) => alerts.map((one) => one.at)),
    [[10], [30, 50, 75], [95]],
  );
});
