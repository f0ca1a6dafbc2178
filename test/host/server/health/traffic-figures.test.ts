// Tests that the traffic by hour and by day has the stored values, also after a failed write, a year and a restart.
import { test } from 'node:test';
import { Traffic, type TrafficTotals } from '../../../../host/server/health/traffic.js';
import type { Collection, Documents } from '../../../../host/server/store/types.js';
import { memoryDocuments } from '../intake/recording-sink.js';
import { compareTable, type Row } from '../recorded-table.js';

const hour = 3_600_000;
const day = 24 * hour;

test('the traffic by hour and by day has the stored values, also after a failed write, a year and a restart', async (context) => {
  let now = Date.UTC(2025, 0, 31, 22, 59, 59, 999);
  let totals: TrafficTotals = { input: 100, decoded: 50, output: 25, messages: 5 };
  let isFull = false;
  const inner = memoryDocuments();
  const errors: string[] = [];
  const documents: Documents = {
    ...inner,
    collection<T extends { id: string }>(name: string): Collection<T> {
      const collection = inner.collection<T>(name);
      const put = (document: T) => (isFull ? Promise.reject(new Error('The disk is full')) : collection.put(document));
      return { ...collection, put };
    },
  };
  const options = {
    documents,
    totals: () => totals,
    onError: (error: unknown) => errors.push(String(error)),
    now: () => now,
  };
  const traffic = new Traffic(options);
  context.after(() => traffic.close());
  const more = (by: number, afterMs = 0): void => {
    now += afterMs;
    totals = {
      input: totals.input + by,
      decoded: totals.decoded + 2 * by,
      output: totals.output,
      messages: totals.messages + 1,
    };
  };
  const stored = () => documents.collection('traffic').all();
  const counted = (title: string, query: Parameters<Traffic['histogram']>[0]): Row => [
    title,
    () => traffic.histogram(query),
  ];
  await compareTable('health/traffic-figures.txt', {
    counts: [
      counted('of none', {}),
      [
        'of two hours',
        () => {
          more(10);
          traffic.histogram({});
          more(20, 1);
          return traffic.histogram({});
        },
      ],
      ['stored', async () => (await traffic.store(), stored())],
      ['added to the stored', async () => (more(3), await traffic.store(), stored())],
      ['without traffic', async () => (await traffic.store(), stored().length)],
      [
        'while the disk is full',
        async () => {
          isFull = true;
          more(4);
          await traffic.store();
          more(5);
          await traffic.store();
          isFull = false;
          return [errors, stored(), traffic.histogram({}).input];
        },
      ],
      ['afterwards', async () => (await traffic.store(), stored())],
    ],
    histograms: [
      ['of the next day', () => (more(7, 2 * hour), traffic.histogram({}))],
      counted('by day', { daily: true }),
      counted('without today', { includeToday: false }),
      counted('by day, without today', { daily: true, includeToday: false }),
      ['of the last day', () => ((now += day - hour), traffic.histogram({ days: 1 }))],
      ['of the last day, an hour later', () => ((now += hour), traffic.histogram({ days: 1 }))],
      counted('by day, of the last day', { days: 1, daily: true }),
    ],
    'kept for a year': [
      [
        'to the hour',
        async () => {
          now = Date.UTC(2025, 0, 31, 22) + 366 * day + hour - 1;
          await traffic.store();
          return stored().map(({ id }) => id);
        },
      ],
      [
        'an hour later',
        async () => {
          now += 1;
          await traffic.store();
          return stored().map(({ id }) => id);
        },
      ],
    ],
    'after a restart': [
      [
        'the totals begin anew',
        async () => {
          totals = { input: 1, decoded: 1, output: 1, messages: 1 };
          const next = new Traffic(options);
          more(1);
          const { input } = next.histogram({ days: 400 });
          await next.close();
          return input;
        },
      ],
    ],
  });
});
