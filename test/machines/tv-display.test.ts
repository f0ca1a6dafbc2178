import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  factsOf,
  pagesToShow,
  shownPage,
  tvDisplayMachine,
  type TvEmitted,
  type TvEvent,
  type TvSettings,
} from '../../machines/tv-display.js';
import { tvRoute } from '../../machines/tv-route.js';
import { walk } from './transitions.js';

const events: TvEvent[] = [
  { type: 'pages.known', pages: [] },
  { type: 'pages.known', pages: ['a'] },
  { type: 'pages.known', pages: ['a', 'b'] },
  { type: 'settings.changed', settings: { intervalMs: 30_000, refreshMs: 10_000 } },
  { type: 'settings.changed', settings: { intervalMs: 4_000, refreshMs: 1_000, tabs: [1, 7] } },
  { type: 'page.settled', queryId: 'a', failure: undefined },
  { type: 'page.settled', queryId: 'b', failure: 'broken' },
  { type: 'recovered' },
];

test('on every path the display turns only with several pages, and requests the next page only if there is time', () => {
  const { paths, transitions } = walk(getShortestPaths, tvDisplayMachine, {
    input: { steadyClock: () => 0, clock: () => 0 },
    events,
    limit: 10_000,
    serializeState: ({ value, context: { pages, position, settings, failures } }) =>
      JSON.stringify([value, pages, position, settings, Math.min(failures, 1)]),
  });
  assert.deepEqual(transitions, {
    'showing.(ahead.off, refresh.waiting, rotation.still)': {
      'pages.known':
        'showing.(ahead.off, refresh.waiting, rotation.still) | showing.(ahead.waiting, refresh.waiting, rotation.turning)',
      'settings.changed':
        'showing.(ahead.off, refresh.waiting, rotation.still) | showing.(ahead.waiting, refresh.waiting, rotation.turning)',
    },
    'showing.(ahead.waiting, refresh.waiting, rotation.turning)': {
      'pages.known':
        'showing.(ahead.off, refresh.waiting, rotation.still) | showing.(ahead.waiting, refresh.waiting, rotation.turning)',
      'settings.changed':
        'showing.(ahead.off, refresh.waiting, rotation.still) | showing.(ahead.waiting, refresh.waiting, rotation.turning)',
    },
    waiting: {
      'pages.known':
        'showing.(ahead.off, refresh.waiting, rotation.still) | showing.(ahead.waiting, refresh.waiting, rotation.turning) | waiting',
    },
  });
  assert.ok(paths.length >= 10);
  for (const { state } of paths) {
    const { pages, settings, position } = state.context;
    if (pages.length === 0) {
      assert.equal(state.value, 'waiting');
      continue;
    }
    assert.ok(position < pages.length);
    assert.deepEqual(state.value, {
      showing: {
        rotation: pages.length > 1 ? 'turning' : 'still',
        refresh: 'waiting',
        ahead: pages.length > 1 && settings.intervalMs >= 6_000 ? 'waiting' : 'off',
      },
    });
  }
});

/** Starts a display whose pages respond according to `answer`; undefined: a page never responds. */
function start(settings: TvSettings, answer: (queryId: string, now: number) => 'done' | 'failed' | undefined) {
  const clock = new SimulatedClock();
  const actor = createActor(tvDisplayMachine, {
    clock,
    input: { settings, steadyClock: () => clock.now(), clock: () => 1_000_000 + clock.now() },
  });
  const emitted: (TvEmitted & { now: number })[] = [];
  actor.on('*', (event) => {
    emitted.push({ ...event, now: clock.now() });
    if (event.type !== 'pageWanted') return;
    const outcome = answer(event.queryId, clock.now());
    if (outcome) {
      clock.setTimeout(
        () =>
          actor.send({
            type: 'page.settled',
            queryId: event.queryId,
            failure: outcome === 'failed' ? new Error('down') : undefined,
          }),
        100,
      );
    }
  });
  const run = (milliseconds: number) => {
    // The clock advances in small steps: all timers that are due within one step see the end of the step as the current
    // time.
    for (let gone = 0; gone < milliseconds; gone += 50) clock.increment(50);
  };
  return { actor: actor.start(), clock, emitted, run };
}

const reportedPages = (events: readonly (TvEmitted & { now: number })[]) =>
  events.flatMap((event) => (event.type === 'pageChanged' ? [`${event.queryId} ${event.now}`] : []));

test('the display turns at exact multiples of the interval for days, and starts again after the last page', () => {
  const { actor, emitted, run } = start({ intervalMs: 60_000, refreshMs: 600_000 }, () => 'done');
  actor.send({ type: 'pages.known', pages: ['a', 'b', 'c'] });
  run(3 * 60_000);
  assert.deepEqual(reportedPages(emitted), ['a 0', 'b 60000', 'c 120000', 'a 180000']);
  const before = reportedPages(emitted).length;
  run(2 * 86_400_000);
  assert.equal(reportedPages(emitted).length - before, (2 * 86_400_000) / 60_000);
  assert.equal(reportedPages(emitted).at(-1), `${['a', 'b', 'c'][(3 + 2 * 1440) % 3]} ${180_000 + 2 * 86_400_000}`);
});

test('after a sleep the display jumps to the page that is due without showing the pages in between', () => {
  const { actor, clock, emitted } = start({ intervalMs: 10_000, refreshMs: 600_000 }, () => 'done');
  actor.send({ type: 'pages.known', pages: ['a', 'b', 'c'] });
  clock.increment(47_000);
  assert.equal(shownPage(actor.getSnapshot().context), 'b');
  assert.equal(reportedPages(emitted).at(-1)?.startsWith('b'), true);
});

test('pages are refreshed at exact multiples of the interval, and the next page is requested before its turn', () => {
  const { actor, emitted, run } = start({ intervalMs: 30_000, refreshMs: 10_000 }, () => 'done');
  actor.send({ type: 'pages.known', pages: ['a', 'b'] });
  run(60_000);
  const wanted = emitted.flatMap((event) => (event.type === 'pageWanted' ? [`${event.queryId} ${event.now}`] : []));
  assert.deepEqual(wanted, [
    'a 0',
    'a 10000',
    'a 20000',
    'b 27000',
    'b 30000',
    'b 40000',
    'b 50000',
    'a 57000',
    'a 60000',
  ]);
  assert.equal(factsOf(actor.getSnapshot().context, 'b').updatedAt, 1_050_100);
});

test('failed refreshes keep the data and double the pauses up to a minute; a recovery requests the page at once', () => {
  let up = true;
  const { actor, emitted, run } = start({ intervalMs: 30_000, refreshMs: 1_000 }, () => (up ? 'done' : 'failed'));
  actor.send({ type: 'pages.known', pages: ['a'] });
  run(3_050);
  up = false;
  const since = emitted.length;
  run(600_000);
  const attempts = emitted.slice(since).filter(({ type }) => type === 'pageWanted');
  assert.ok(attempts.length < 20, `there were ${attempts.length} attempts in ten minutes`);
  const facts = factsOf(actor.getSnapshot().context, 'a');
  assert.equal(facts.updatedAt, 1_003_100);
  assert.match(String(facts.failure), /down/);
  up = true;
  const last = emitted.length;
  actor.send({ type: 'recovered' });
  run(150);
  assert.deepEqual(
    emitted.slice(last).map(({ type }) => type),
    ['pageWanted', 'refreshed'],
  );
  assert.equal(factsOf(actor.getSnapshot().context, 'a').failure, undefined);
  const steady = emitted.length;
  run(5_000);
  assert.equal(emitted.slice(steady).filter(({ type }) => type === 'pageWanted').length, 5);
});

test('a page that a returned server refuses at first is requested again after 2 s and 4 s, however rare refreshes are', () => {
  const { actor, emitted, run } = start({ intervalMs: 30_000, refreshMs: 600_000 }, (_queryId, now) =>
    now > 70_000 && now < 73_000 ? 'failed' : 'done',
  );
  actor.send({ type: 'pages.known', pages: ['a'] });
  run(70_050);
  const last = emitted.length;
  actor.send({ type: 'recovered' });
  run(10_000);
  assert.deepEqual(
    emitted.slice(last).map(({ type, now }) => `${type} ${now}`),
    ['pageWanted 70050', 'pageWanted 72150', 'pageWanted 76250', 'refreshed 76350'],
  );
});

test('a request that an outage has lost is abandoned when the server is available again; a new one goes on', () => {
  const { actor, emitted, run } = start({ intervalMs: 30_000, refreshMs: 10_000 }, (_queryId, now) =>
    now < 65_000 ? undefined : 'done',
  );
  actor.send({ type: 'pages.known', pages: ['a'] });
  run(1_000);
  actor.send({ type: 'recovered' });
  run(64_000);
  actor.send({ type: 'recovered' });
  run(150);
  assert.deepEqual(
    emitted.map(({ type, now }) => `${type} ${now}`),
    [
      'pageChanged 0',
      'pageWanted 0',
      'pageGivenUp 60000',
      'pageWanted 60000',
      'pageGivenUp 65000',
      'pageWanted 65000',
      'refreshed 65100',
    ],
  );
});

test('a request without response is abandoned after a minute and repeated', () => {
  const { actor, emitted, run } = start({ intervalMs: 30_000, refreshMs: 10_000 }, () => undefined);
  actor.send({ type: 'pages.known', pages: ['a'] });
  run(60_000);
  assert.deepEqual(
    emitted.filter(({ type }) => type !== 'pageChanged').map(({ type, now }) => `${type} ${now}`),
    ['pageWanted 0', 'pageGivenUp 60000', 'pageWanted 60000'],
  );
});

test('changed settings and changed pages take effect at once, and the shown page stays while it exists', () => {
  const { actor, emitted, run } = start({ intervalMs: 10_000, refreshMs: 600_000 }, () => 'done');
  actor.send({ type: 'pages.known', pages: ['a', 'b', 'c'] });
  run(10_000);
  assert.equal(shownPage(actor.getSnapshot().context), 'b');
  actor.send({ type: 'settings.changed', settings: { intervalMs: 20_000, refreshMs: 600_000, tabs: [1, 2] } });
  assert.equal(shownPage(actor.getSnapshot().context), 'b');
  run(20_000);
  assert.equal(shownPage(actor.getSnapshot().context), 'c');
  actor.send({ type: 'pages.known', pages: ['a', 'b'] });
  assert.equal(shownPage(actor.getSnapshot().context), 'b');
  assert.equal(reportedPages(emitted).length, 4);
});

test('intervals below a second count as one second; invalid positions of pages are ignored', () => {
  const { actor } = start({ intervalMs: 0, refreshMs: Number.NaN }, () => 'done');
  assert.deepEqual(actor.getSnapshot().context.settings, { intervalMs: 1_000, refreshMs: 10_000, tabs: undefined });
  const all = ['a', 'b', 'c'];
  for (const [tabs, expected] of [
    [undefined, all],
    [[], all],
    [
      [2, 0],
      ['c', 'a'],
    ],
    [[1, 1, 9, -1, 0.5], ['b']],
    [[9], all],
  ] as const) {
    assert.deepEqual(pagesToShow(all, tabs), expected);
  }
});

test('the route names the pages only when not all are shown in their order', () => {
  assert.equal(
    tvRoute('a/b', { interval: 30, refresh: 10, tabs: [0, 1, 2], pages: 3 }),
    '/dashboards/tv/a%2Fb?interval=30&refresh=10',
  );
  assert.equal(
    tvRoute('d', { interval: 1, refresh: 2, tabs: [2, 0], pages: 3 }),
    '/dashboards/tv/d?interval=1&refresh=2&tabs=2,0',
  );
  assert.equal(
    tvRoute('d', { interval: 1, refresh: 2, tabs: [1, 0], pages: 2 }),
    '/dashboards/tv/d?interval=1&refresh=2&tabs=1,0',
  );
  const settings = { interval: 1, refresh: 2, tabs: [0], pages: 1, sound: true, badge: true };
  assert.equal(tvRoute('d', settings), '/dashboards/tv/d?interval=1&refresh=2&alertSound=true&alertBadge=true');
});

test('a key turns to the next page for a whole interval, and holds a page until it is pressed again', () => {
  const { actor, emitted, run } = start({ intervalMs: 60_000, refreshMs: 600_000 }, () => 'done');
  const shown = () => shownPage(actor.getSnapshot().context);
  actor.send({ type: 'pages.known', pages: ['a', 'b', 'c'] });
  run(50_000);
  actor.send({ type: 'turned', by: 1 });
  assert.equal(shown(), 'b');
  run(50_000);
  assert.equal(shown(), 'b', 'turning the page by a key restarts the interval');
  run(10_000);
  assert.equal(shown(), 'c');
  actor.send({ type: 'turned', by: 1 });
  assert.equal(shown(), 'a', 'the first page follows the last page');
  actor.send({ type: 'turned', by: -1 });
  assert.equal(shown(), 'c');
  actor.send({ type: 'pause.toggled' });
  run(10 * 60_000);
  assert.equal(shown(), 'c');
  actor.send({ type: 'turned', by: 1 });
  assert.equal(shown(), 'a', 'a paused display can be turned by keys');
  const wanted = emitted.filter((event) => event.type === 'pageWanted').length;
  run(10 * 60_000);
  assert.ok(
    emitted.filter((event) => event.type === 'pageWanted').length > wanted,
    'a paused display still refreshes its data',
  );
  actor.send({ type: 'pause.toggled' });
  run(60_000);
  assert.equal(shown(), 'b');
});
