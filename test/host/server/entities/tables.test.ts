// Limits, names, passwords, strategies, forecasts, activities and states of the server have the stored results.
import { test } from 'node:test';
import {
  configOf,
  describeStrategy,
  retentionStrategies,
  rotationStrategies,
  unlimited,
} from '../../../../host/server/entities/index-strategies.js';
import { Activity } from '../../../../host/server/entities/activity.js';
import { daysUntilFull, roomOf } from '../../../../host/server/entities/disk-forecast.js';
import { defaultSetId, indexSetAnswer, statsOf } from '../../../../host/server/entities/index-sets.js';
import { checkCount, checkLengths, checkSize, checkTotal, bytesOf } from '../../../../host/server/entities/quotas.js';
import {
  checkNames,
  checkNewName,
  checkPassword,
  startpageOf,
  timezoneOf,
} from '../../../../host/server/entities/user-input.js';
import { RateLimit } from '../../../../host/server/foundation/rate-limit.js';
import { converterOf, formatOf, instantReader, typeParts } from '../../../../host/server/grok/conversion.js';
import { Processing } from '../../../../host/server/health/processing.js';
import { indexerHealth } from '../../../../host/server/health/store-health.js';
import { ReverseNames } from '../../../../host/server/intake/inputs/reverse-names.js';
import { SystemMessages } from '../../../../host/server/system-notifications/system-messages.js';
import type { IndexSetDocument } from '../../../../host/server/store/index.js';
import { memoryDocuments } from '../intake/recording-sink.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';

const KiB = 1024;
const MiB = 1024 * KiB;

test('limits of users, names and passwords have the stored results', async () => {
  let now = 0;
  const limit = new RateLimit({ burst: 2, perSecond: 1, keys: 2, now: () => now });
  const take = (time: number, key: string) => () => ((now = time), limit.take(key));
  await compareTable('entities/tables-users.txt', {
    sizes: [0, 10, KiB - 1, KiB, KiB + 1, MiB - 1, MiB, MiB + 1, 1.25 * MiB].map((bytes): Row => [
      `${bytes} bytes`,
      () => checkSize('The view', bytes, 10, 'Make it smaller.'),
    ]),
    totals: [10, 11].map((bytes): Row => [
      `${bytes} bytes`,
      () => checkTotal('otto', 'The views', bytes, 10, 'Delete some.'),
    ]),
    counts: [10, 11].map((count): Row => [`${count} tokens`, () => checkCount('tokens', count, 10, 'Delete one.')]),
    lengths: rowsOf([null, undefined, '', '12345', '123456'], (text) =>
      checkLengths({ name: [text, 5], other: ['x', 0] }),
    ),
    bytes: rowsOf<unknown>(['', 'ä', { a: 1 }, [], null], bytesOf),
    names: rowsOf<Parameters<typeof checkNames>[0]>(
      [
        { username: 'a', email: 'x' },
        { username: ' ', email: '' },
        { username: 'x'.repeat(100), email: 'x'.repeat(254), first_name: 'x'.repeat(100), last_name: 'x'.repeat(99) },
        { username: 'x'.repeat(101), email: 'x'.repeat(255) },
        { username: 'a', first_name: 'x'.repeat(101) },
        { username: 'a', first_name: 'x'.repeat(100), last_name: 'x'.repeat(100) },
        { username: 'a', first_name: null, last_name: '', email: null },
      ],
      checkNames,
    ),
    'new names': rowsOf(
      ['a', 'a b', ' a', 'a/b', 'a:b', '*', 'ä', 'a,b', 'local:admin', '.', '..', 'a\u0000', 'A-1_b.c@d'],
      (name) => checkNewName(name, 'name'),
    ),
    passwords: rowsOf(
      ['', '1234567', '12345678', 'password', 'a better word', 'ab'.repeat(512), `a${'b'.repeat(1024)}`, '        '],
      checkPassword,
    ),
    zones: rowsOf([null, '', 'Asia/Tokyo', 'asia/tokyo', 'No/Zone'], timezoneOf),
    'start pages': rowsOf(
      [
        null,
        undefined,
        {},
        { type: 'stream' },
        { id: 'x' },
        { type: '', id: 'x' },
        { type: 'stream', id: 'x' },
        { type: 'x'.repeat(101), id: 'y' },
      ],
      (page) => startpageOf(page),
    ),
    'limit of calls': [
      ['first', take(0, 'a')],
      ['second', take(0, 'a')],
      ['third', take(0, 'a')],
      ['almost a second later', take(999, 'a')],
      ['a second later', take(1_000, 'a')],
      ['of another key', take(1_000, 'b')],
      ['after long', take(100_000, 'a')],
      ['after long, again', take(100_000, 'a')],
      ['after long, once more', take(100_000, 'a')],
      ['with the clock set back', take(0, 'a')],
      ['a third key', take(0, 'c')],
      ['the key that was forgotten', take(0, 'b')],
      ['forgotten on request', () => (limit.forget('c'), limit.take('c'))],
    ],
  });
});

const dayMs = 86_400_000;
const never = { maxMessages: null, maxBytes: null, maxAgeMs: null };
const indexSet = (over: object = {}) =>
  // Cast: the functions read only these members.
  ({
    id: 'set',
    prefix: 'p',
    rotation: { ...never, maxBytes: 100 },
    maxIndices: 3,
    ...over,
  }) as unknown as IndexSetDocument;

test('index sets, their strategies and forecasts have the stored results', async () => {
  const strategies = [...rotationStrategies, ...retentionStrategies];
  const configs = [
    {},
    { max_docs_per_index: 0 },
    { max_docs_per_index: 1 },
    { max_docs_per_index: 1.5 },
    { max_size: 0 },
    { max_size: 1 },
    { rotation_period: 'P1D' },
    { rotation_period: 'x' },
    { rotation_period: 'PT0S' },
    { rotation_period: 'PT59M' },
    { rotation_period: 'PT1H', max_rotation_period: 'PT1M' },
    { rotation_period: 'P1D', max_rotation_period: 'P2D' },
    { index_lifetime_min: 'P1D', index_lifetime_max: 'P1D' },
    { index_lifetime_min: 'P1D', index_lifetime_max: 'P2D' },
    { index_lifetime_min: 'PT1H', index_lifetime_max: 'P2D' },
    { index_lifetime_min: 'P1D', index_lifetime_max: 'PT36H' },
    { index_lifetime_min: 'P0D', index_lifetime_max: 'P2D' },
    { max_number_of_indices: 0 },
    { max_number_of_indices: 1 },
    { max_number_of_indices: unlimited },
  ];
  const documents = memoryDocuments();
  const sets = documents.collection<{ id: string; defaultSince?: number }>('index_sets');
  const size = (messages: number, bytes: number, perDay: number) => ({ messages, bytes, perDay });
  const answer = (over: object) => {
    const {
      index_prefix,
      default: isDefault,
      writable,
      can_be_default,
      description,
      title,
      rotation_strategy,
      retention_strategy,
      rotation_strategy_class,
      retention_strategy_class,
      creation_date,
      // Cast: the test builds only the members that are answered.
    } = indexSetAnswer(indexSet(over) as never, 'set', 'then');
    return [
      ...[index_prefix, isDefault, writable, can_be_default, description, title, creation_date],
      ...[rotation_strategy, retention_strategy, rotation_strategy_class, retention_strategy_class],
    ];
  };
  // Cast: only these members of an index are read.
  const index = (name: string, messages: number, isClosed: boolean) => ({ name, messages, isClosed }) as never;
  await compareTable('entities/tables-index-sets.txt', {
    strategies: strategies.map((strategy): Row => [
      strategy.name.replace(/.*\./, ''),
      () => describeStrategy(strategy),
    ]),
    configurations: strategies.flatMap((strategy) =>
      configs.map((config): Row => [
        `${strategy.name.replace(/.*\./, '')} ${JSON.stringify(config)}`,
        () => {
          // Cast: the configuration is invalid in some rows on purpose.
          const whole = configOf(strategy, config as never);
          return [strategy.problems(whole), 'rotation' in strategy ? strategy.rotation(whole) : strategy.retention];
        },
      ]),
    ),
    answers: [
      ['by size', () => answer({})],
      ['by number', () => answer({ rotation: { ...never, maxMessages: 5 }, writable: false })],
      ['by time', () => answer({ rotation: { ...never, maxAgeMs: 90_000 }, retention: 'close' })],
      ['never', () => answer({ rotation: never, maxIndices: null })],
      ['without retention', () => answer({ retention: 'none', description: 'd' })],
      ['of days', () => answer({ rotation: { ...never, lifetime: { minDays: 1, maxDays: 2 } } })],
      ['built in', () => answer({ id: '000000000000000000000101' })],
    ],
    'default sets': [
      ['of none', () => defaultSetId(documents)],
      [
        'of a later one',
        async () => {
          await sets.put({ id: '000000000000000000000101' });
          await sets.put({ id: 'b', defaultSince: 1 });
          await sets.put({ id: 'c', defaultSince: 2 });
          await sets.put({ id: 'a', defaultSince: 2 });
          return defaultSetId(documents);
        },
      ],
      [
        'after its deletion',
        async () => {
          for (const id of ['a', 'b', 'c']) await sets.delete(id);
          await sets.put({ id: 'z' });
          return defaultSetId(documents);
        },
      ],
    ],
    statistics: [
      [
        'of an open and a closed index',
        () => statsOf([index('a', 3, false), index('b', 4, true)], (name) => (name === 'a' ? 10 : 20)),
      ],
    ],
    'room of a set': rowsOf<object>(
      [
        {},
        { rotation: { ...never, maxMessages: 10 } },
        { rotation: { ...never, maxMessages: 10, maxBytes: 30 } },
        { rotation: { ...never, maxAgeMs: dayMs } },
        { rotation: { ...never, period: 'P2D' } },
        { rotation: { ...never, lifetime: { minDays: 1, maxDays: 9 } } },
        { rotation: { ...never, lifetime: { minDays: 1, maxDays: 1 } } },
        { rotation: never },
        { maxIndices: null },
        { writable: false },
        { retention: 'close' },
        { maxIndices: 1, rotation: { ...never, maxBytes: 30 } },
      ],
      (over) => [roomOf(indexSet(over), size(10, 50, 7)), roomOf(indexSet(over), size(0, 0, 7))],
    ),
    'days until the disk is full': rowsOf(
      [
        [100, []],
        [100, [[10, Infinity]]],
        [100, [[10, 99]]],
        [100, [[10, 100]]],
        [
          100,
          [
            [10, 50],
            [5, Infinity],
          ],
        ],
        [
          100,
          [
            [5, Infinity],
            [10, 50],
          ],
        ],
        [
          100,
          [
            [0, Infinity],
            [-1, Infinity],
          ],
        ],
        [0, [[1, Infinity]]],
      ] as const,
      ([free, growing]) =>
        daysUntilFull(
          free,
          growing.map(([perDay, room]) => ({ perDay, room })),
        ),
    ),
  });
});

test('activities and the states of the server have the stored results', async () => {
  const documents = memoryDocuments();
  const activity = new Activity(documents);
  const shown = () =>
    activity
      .all()
      .map(({ activity_type, item_grn, item_title, user_name, grantee }) => [
        activity_type,
        item_grn,
        item_title,
        user_name,
        grantee,
      ]);
  const store = {
    isHeld: false,
    pressure: 'open',
    // Cast: other rows overwrite it with an error.
    failure: undefined as unknown,
    journal: { newestAppended: 5_000, newestLoaded: 4_000 },
    hold: (is: boolean) => void (store.isHeld = is),
  };
  const states = memoryDocuments();
  const errors: unknown[] = [];
  const messages = new SystemMessages(states, 'node', (error) => void errors.push(error));
  const processing = new Processing({
    // Cast: the store has the members that processing reads.
    ...{ documents: states, store: store as never, nodeId: 'node', systemMessages: messages },
    onError: (error) => errors.push(error),
  });
  const state = () => [processing.isProcessing, processing.isEnding, processing.loadBalancer, processing.lifecycle];
  const asked: string[] = [];
  const names = new ReverseNames((address) => {
    asked.push(address);
    return address === 'none'
      ? Promise.reject(new Error('no name'))
      : Promise.resolve([`${address}.example`, 'second']);
  });
  const nameOf = (address: string, now: number) => async () => {
    const name = names.nameOf(address, now) ?? null;
    await new Promise(setImmediate);
    return [name, asked.splice(0)];
  };
  const health = (over: object) =>
    indexerHealth({
      // Cast: the check reads only these members of the store.
      store: { failure: undefined, pressure: 'open', indices: () => [1, 2], ...over } as never,
      unreadable: 'unreadable' in over ? [1] : [],
    });
  await compareTable('entities/tables-server.txt', {
    activities: [
      ['created', async () => (await activity.record({ type: 'create', grn: 'g1', actor: 'otto' }), shown())],
      [
        'shared',
        async () => (
          await activity.record({ type: 'share', grn: 'g2', actor: 'otto', grantee: 'anna' }),
          shown().length
        ),
      ],
      [
        'deleted',
        async () => (
          await activity.record({ type: 'delete', grn: 'g1', actor: 'anna', title: 'T' }),
          shown().sort((a, b) => String(a).localeCompare(String(b)))
        ),
      ],
      [
        'in the order of their times',
        async () => {
          const stored = documents.collection<{ id: string; timestamp: string; item_grn: string }>('recent_activity');
          for (const [id, timestamp] of [
            ['b', '2001'],
            ['c', '2001'],
            ['a', '2002'],
          ] as const)
            // Cast: only these members of a record matter.
            await stored.put({ ...activity.all()[0], id, item_grn: id, timestamp } as never);
          return activity
            .all()
            .slice(-3)
            .map(({ id }) => id);
        },
      ],
      [
        'at most 10000',
        async () => {
          const stored = documents.collection<{ id: string }>('recent_activity');
          for (let at = 0; at < 9_996; at += 1)
            // Cast: only these members of a record matter.
            await stored.put({ ...activity.all, id: `x${at}`, timestamp: '2000', item_grn: 'x' } as never);
          await activity.record({ type: 'create', grn: 'last', actor: 'otto' });
          const all = activity.all();
          return [all.length, all[0]?.item_grn, all.some(({ id }) => id === 'x0')];
        },
      ],
    ],
    processing: [
      ['running', state],
      ['full', () => ((store.pressure = 'full'), state())],
      ['failed', () => ((store.failure = new Error('x')), state())],
      ['paused', () => (processing.pause('otto'), processing.pause('otto'), state())],
      ['status set', () => (processing.override('dead', 'otto'), state())],
      ['resumed', () => (processing.resume('anna'), processing.resume('anna'), state())],
      ['ending', () => (processing.ending(), state())],
      [
        'messages',
        async () => {
          await new Promise(setImmediate);
          return states
            .collection<{ id: string; content: string }>('system_messages')
            .all()
            .map(({ content }) => content);
        },
      ],
      ['status', () => processing.status()],
      ['stored', async () => (await processing.store(), processing.persisted())],
      [
        'never goes back',
        () => ((store.journal = { newestAppended: 1_000, newestLoaded: 9_000 }), processing.status()),
      ],
      ['closed', async () => (await processing.close(), [processing.persisted(), errors])],
    ],
    'health of the store': [
      ['usual', () => health({})],
      ['failure', () => health({ failure: new Error('x') })],
      ['slow', () => health({ pressure: 'slow' })],
      ['late', () => health({ pressure: 'late' })],
      ['full', () => health({ pressure: 'full' })],
      ['failure while full', () => health({ pressure: 'full', failure: new Error('x') })],
      ['unreadable', () => health({ unreadable: true })],
    ],
    'names of addresses': [
      ['first', nameOf('a', 0)],
      ['then', nameOf('a', 1)],
      ['at ten minutes', nameOf('a', 600_000)],
      ['after ten minutes', nameOf('a', 600_001)],
      ['renewed', nameOf('a', 1_200_001)],
      ['unknown', nameOf('none', 0)],
      ['still unknown', nameOf('none', 1)],
      [
        'the oldest of 10001 is forgotten',
        async () => {
          for (let at = 0; at < 9_998; at += 1) names.nameOf(`n${at}`, 0);
          await new Promise(setImmediate);
          const before = names.nameOf('a', 1) ?? null;
          names.nameOf('one more', 0);
          await new Promise(setImmediate);
          return [before, names.nameOf('a', 1) ?? null, names.nameOf('n0', 1) ?? null];
        },
      ],
    ],
    'types of grok': rowsOf(
      [
        undefined,
        'int',
        'date',
        'date;yyyy-MM-dd',
        'none',
        'float',
        'double',
        'long',
        'boolean',
        'string',
        'byte',
        'short',
      ],
      (type) => [
        typeParts(type),
        ...['5', '-5', '1.5', 'x', '', 'true', '300', '99999999999'].map((text) => converterOf(type)?.(text)),
      ],
    ),
    'dates of grok': rowsOf(
      ['yyyy-MM-dd', 'EEEE dd/MMM/yy HH:mm:ss Z', "yyyy 'at' HH", 'ISO8601', undefined],
      (pattern) => [
        pattern === undefined ? null : formatOf(pattern),
        ...[
          '2024-02-29',
          '2024-02-30',
          '2024-02-29T01:02:03Z',
          'Thursday 29/Feb/24 01:02:03 +0100',
          '2024 at 05',
          '',
        ].map((text) => instantReader(pattern)(text)),
      ],
    ),
  });
});
