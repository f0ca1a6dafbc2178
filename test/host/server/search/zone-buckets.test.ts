/**
 * Time buckets begin at round local times of a zone, and the database and the inverted index compute the same buckets.
 */
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import { after, before, test } from 'node:test';
import {
  bucketsIn,
  bucketStart,
  nextBucket,
  startOfBucket,
  type BucketWidth,
} from '../../../../host/server/search/interval.js';

const hour = 3_600_000;
const day = 24 * hour;
const widths: readonly BucketWidth[] = [
  ...[hour / 2, hour, 2 * hour, 3 * hour, 4 * hour, 12 * hour, day, 3 * day].map((milliseconds) => ({ milliseconds })),
  // These widths are minutes that do not divide an hour. So a bucket may begin within an hour that clocks repeat.
  ...[7, 40, 45, 90, 150].map((minutes) => ({ milliseconds: minutes * 60_000 })),
  'week',
  'month',
];
/**
 * Zones with offsets of half and quarter hours, changes at midnight, a skipped day, and half an hour of daylight
 * saving.
 */
const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Sao_Paulo', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'UTC', 'America/St_Johns', 'Pacific/Chatham'],
];
const range = { from: 0, to: Date.UTC(2026, 0, 1) };
const local = (instant: number, zone: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone: zone, hour12: false });

let instance: DuckDBInstance;
before(async () => {
  instance = await DuckDBInstance.create(':memory:');
});
after(() => instance.closeSync());

const instants = (): number[] => {
  const around = [
    '2024-10-26T22:00Z',
    '2024-10-27T01:00Z',
    '2024-03-31T01:00Z',
    '2018-11-04T03:00Z',
    '2024-11-03T06:00Z',
    '2024-04-06T15:00Z',
    '2011-12-30T10:00Z',
    // These are changes of the clock in Pacific/Chatham, at 2:45 and 3:45 local time.
    '2024-04-06T14:00Z',
    '2024-09-28T14:00Z',
  ];
  const random = Array.from(
    { length: 150 },
    (_, at) => Math.floor((range.to * ((at * 0.618033988749) % 1)) / 1000) * 1000,
  );
  return [...around.flatMap((text) => [-1, 0, 1, 30 * 60_000].map((more) => Date.parse(text) + more)), ...random];
};

for (const zone of zones)
  test(`${zone}: every instant is in exactly one bucket, and the next bucket follows without a gap`, async () => {
    const connection = await instance.connect();
    for (const width of widths) {
      const buckets = bucketsIn(width, zone, range);
      const all = instants();
      const rows = await connection.runAndReadAll(
        `SELECT ${bucketStart('t', buckets, false)}::DOUBLE AS start FROM (SELECT unnest([${all.join(',')}]::BIGINT[]) AS t)`,
      );
      const found = rows.getRows().map(([start]) => Number(start));
      for (const [at, instant] of all.entries()) {
        const what = `${JSON.stringify(width)} ${new Date(instant).toISOString()}`;
        const start = startOfBucket(instant, buckets);
        assert.equal(found[at], start, `${what}: the database computes the same start`);
        const next = nextBucket(start, buckets);
        assert.ok(
          start <= instant && instant < next,
          `${what}: the bucket of ${new Date(start).toISOString()} contains the instant`,
        );
        assert.equal(startOfBucket(start, buckets), start, `${what}: the start belongs to its bucket`);
        assert.equal(
          startOfBucket(next, buckets),
          next,
          `${what}: the next bucket begins at ${new Date(next).toISOString()}`,
        );
      }
    }
    connection.closeSync();
  });

for (const zone of zones)
  test(`${zone}: an instant is in its bucket when a search covers a single change of the clock`, () => {
    for (const width of widths)
      for (const instant of instants()) {
        const buckets = bucketsIn(width, zone, { from: instant - day, to: instant + day });
        const start = startOfBucket(instant, buckets);
        const next = nextBucket(start, buckets);
        const what = `${JSON.stringify(width)} ${new Date(instant).toISOString()}`;
        assert.ok(start <= instant && instant < next, `${what}: from ${new Date(start).toISOString()}`);
        assert.equal(startOfBucket(next, buckets), next, `${what}: the next bucket begins where it ends`);
      }
  });

test('time buckets of days, weeks and months begin at local midnight if it exists', () => {
  const begins = (width: BucketWidth, zone: string, text: string): string =>
    local(startOfBucket(Date.parse(text), bucketsIn(width, zone, range)), zone);
  assert.equal(begins({ milliseconds: day }, 'Europe/Berlin', '2024-10-27T22:30Z'), '2024-10-27 00:00:00');
  assert.equal(begins('week', 'Europe/Berlin', '2024-10-27T22:30Z'), '2024-10-21 00:00:00');
  assert.equal(begins('month', 'America/New_York', '2024-03-01T04:30Z'), '2024-02-01 00:00:00');
  assert.equal(begins({ milliseconds: hour }, 'Asia/Kathmandu', '2024-10-27T00:20Z'), '2024-10-27 06:00:00');
  // The clocks were set forward from midnight to one o'clock, so this day begins at one o'clock.
  assert.equal(begins({ milliseconds: day }, 'America/Sao_Paulo', '2018-11-04T12:00Z'), '2018-11-04 01:00:00');
});
