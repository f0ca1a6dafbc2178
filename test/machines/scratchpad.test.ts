import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  fittingPlace,
  fittingSize,
  hintMs,
  readPad,
  roomAfterMs,
  savedAfterMs,
  scratchpadMachine,
  smallestSize,
  usualSize,
  type Pad,
  type ScratchpadEvent,
} from '../../machines/scratchpad.js';
import { passed } from './internal-events.js';
import { walk } from './transitions.js';

const room = { width: 1440, height: 900 };
const empty = readPad(null);

/** Starts the scratchpad in an open window, and records what it stores. */
function opened(pad: Pad = empty) {
  const clock = new SimulatedClock();
  const kept: Pad[] = [];
  const actor = createActor(scratchpadMachine, { input: { pad, room }, clock });
  actor.on('kept', (event) => kept.push(event.pad));
  actor.start();
  return { actor, clock, kept, context: () => actor.getSnapshot().context };
}

test('on every path the shown notes are those typed last, and closing stores them', () => {
  const events: ScratchpadEvent[] = [
    { type: 'typed', value: 'one' },
    { type: 'cleared' },
    { type: 'copied', done: true },
    { type: 'copied', done: false },
    { type: 'stored', pad: { ...empty, value: 'elsewhere' } },
    { type: 'keeping.ended', done: false },
    { type: 'closed' },
    passed('savedAfterMs', 'scratchpad.open.text.typing'),
    passed('hintMs', 'scratchpad.open.hint.shown'),
  ];
  const { paths, transitions } = walk(getShortestPaths, scratchpadMachine, {
    events,
    input: { pad: empty, room },
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.pad.value, context.hint, context.unkept, context.pad.opened]),
  });
  assert.deepEqual(transitions, {
    closed: {},
    'open.(hint.none, room.settled, text.settled)': {
      cleared: 'open.(hint.shown, room.settled, text.settled)',
      closed: 'closed',
      copied: 'open.(hint.shown, room.settled, text.settled)',
      typed: 'open.(hint.none, room.settled, text.typing)',
    },
    'open.(hint.none, room.settled, text.typing)': {
      'after savedAfterMs': 'open.(hint.shown, room.settled, text.settled)',
      cleared: 'open.(hint.shown, room.settled, text.settled)',
      closed: 'closed',
      copied: 'open.(hint.shown, room.settled, text.typing)',
    },
    'open.(hint.shown, room.settled, text.settled)': {
      'after hintMs': 'open.(hint.none, room.settled, text.settled)',
      closed: 'closed',
      typed: 'open.(hint.shown, room.settled, text.typing)',
    },
    'open.(hint.shown, room.settled, text.typing)': {
      'after hintMs': 'open.(hint.none, room.settled, text.typing)',
      'after savedAfterMs': 'open.(hint.shown, room.settled, text.settled)',
      cleared: 'open.(hint.shown, room.settled, text.settled)',
      closed: 'closed',
    },
  });
  for (const { state, steps } of paths) {
    const last = steps
      .map(({ event }) => event)
      .reduce((value, event) => {
        if (event.type === 'typed') return event.value;
        return event.type === 'cleared' ? '' : value;
      }, '');
    const { pad, hint } = state.context;
    if (!steps.some(({ event }) => event.type === 'stored')) assert.equal(pad.value, last);
    assert.equal(pad.opened, !state.matches('closed'));
    if (state.matches({ open: { hint: 'none' } })) assert.equal(hint, undefined);
    if (state.matches({ open: { hint: 'shown' } })) assert.notEqual(hint, undefined);
  }
  assert.ok(paths.length > 20);
});

test('typed text is stored 500 ms after the last keystroke, and a hint about this is shown for 1 s', () => {
  const { actor, clock, kept, context } = opened();
  assert.deepEqual(
    kept.map(({ opened: isOpen }) => isOpen),
    [true],
    'opening the scratchpad is stored',
  );
  actor.send({ type: 'typed', value: 'a' });
  clock.increment(savedAfterMs - 1);
  actor.send({ type: 'typed', value: 'ab' });
  clock.increment(savedAfterMs - 1);
  assert.equal(kept.length, 1);
  assert.equal(context().hint, undefined);
  clock.increment(1);
  assert.equal(kept.at(-1)?.value, 'ab');
  assert.equal(context().hint, 'saved');
  clock.increment(hintMs);
  assert.equal(context().hint, undefined);
});

test('closing stores the last typed text', () => {
  const { actor, kept } = opened();
  actor.send({ type: 'typed', value: 'last words' });
  actor.send({ type: 'closed' });
  assert.deepEqual(kept.at(-1), { ...empty, value: 'last words', opened: false });
  assert.equal(actor.getSnapshot().status, 'done');
});

test('clearing removes typed text at once', () => {
  const { actor, clock, kept, context } = opened({ ...empty, value: 'old' });
  actor.send({ type: 'typed', value: 'old and new' });
  actor.send({ type: 'cleared' });
  assert.equal(kept.at(-1)?.value, '');
  assert.equal(context().hint, 'cleared');
  clock.increment(savedAfterMs + hintMs);
  assert.deepEqual([context().pad.value, kept.at(-1)?.value, context().hint], ['', '', undefined]);
});

test("another tab changes the notes, but not while they are typed, and not the window's position", () => {
  const { actor, clock, context } = opened();
  actor.send({ type: 'moved', position: { left: 20, top: 30 } });
  const elsewhere: Pad = { ...empty, value: 'elsewhere', securityConfirmed: true, position: { left: 1, top: 1 } };
  actor.send({ type: 'stored', pad: elsewhere });
  assert.deepEqual(context().pad, { ...elsewhere, opened: true, position: { left: 20, top: 30 } });
  actor.send({ type: 'typed', value: 'here' });
  actor.send({ type: 'stored', pad: elsewhere });
  clock.increment(savedAfterMs);
  assert.equal(context().pad.value, 'here');
});

test('the scratchpad shows that the browser did not keep the notes until it keeps some', () => {
  const { actor, context } = opened();
  actor.send({ type: 'keeping.ended', done: false });
  assert.equal(context().unkept, true);
  actor.send({ type: 'keeping.ended', done: true });
  assert.equal(context().unkept, false);
});

test('the window adapts to the available space 150 ms after its last change', () => {
  const { actor, clock, context } = opened();
  actor.send({ type: 'room.changed', room: { width: 800, height: 600 } });
  clock.increment(roomAfterMs - 1);
  actor.send({ type: 'room.changed', room: { width: 700, height: 600 } });
  clock.increment(roomAfterMs - 1);
  assert.deepEqual(context().room, room);
  clock.increment(1);
  assert.deepEqual(context().room, { width: 700, height: 600 });
});

const places: [place: string, position: Pad['position'], inRoom: typeof room, expected: object][] = [
  ['at the right edge by default', undefined, room, { left: 974, top: 63 }],
  ['at its stored position', { left: 100, top: 200 }, room, { left: 100, top: 200 }],
  ['within the page if its stored position is outside', { left: 5000, top: 4000 }, room, { left: 982, top: 492 }],
  [
    'at the top left if the page is smaller than the window',
    { left: 300, top: 300 },
    { width: 320, height: 240 },
    { left: 8, top: 8 },
  ],
];
for (const [place, position, inRoom, expected] of places) {
  test(`the window is placed ${place}`, () => assert.deepEqual(fittingPlace(position, usualSize, inRoom), expected));
}

test('the window is never larger than the available space, nor smaller than its minimum size', () => {
  assert.deepEqual(fittingSize({ width: 9000, height: 9000 }, room), { width: 1424, height: 884 });
  assert.deepEqual(fittingSize({ width: 1, height: 1 }, room), smallestSize);
  assert.deepEqual(fittingSize(usualSize, { width: 320, height: 240 }), { width: 304, height: 224 });
});

const initialPad: Pad = { opened: false, value: '', size: usualSize, securityConfirmed: false };
const stored: [what: unknown, pad: Pad][] = [
  [null, initialPad],
  ['a text', initialPad],
  [[1, 2], initialPad],
  [{ opened: 'yes', value: 5, size: { width: '1', height: 2 }, position: [1, 2], securityConfirmed: 1 }, initialPad],
  [{ size: { width: -1, height: 100 }, position: { left: null, top: 5 } }, initialPad],
  [{ size: { width: Infinity, height: 100 } }, initialPad],
  [
    {
      opened: true,
      value: 'kept',
      size: { width: 500, height: 300 },
      position: { left: 1, top: 2 },
      securityConfirmed: true,
    },
    {
      opened: true,
      value: 'kept',
      size: { width: 500, height: 300 },
      position: { left: 1, top: 2 },
      securityConfirmed: true,
    },
  ],
];
for (const [what, pad] of stored) {
  test(`the stored value ${JSON.stringify(what)} is read as expected`, () => assert.deepEqual(readPad(what), pad));
}
