import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { ThemeMode } from '../../machines/theme.js';
import { themeMachine, themeModeOf } from '../../machines/theme.js';
import { walk } from './transitions.js';

test('on every path the host attribute precedes the choice, the preference and the system theme', () => {
  const modes: ThemeMode[] = ['teint', 'noir'];
  const { paths, transitions } = walk(getShortestPaths, themeMachine, {
    input: { system: 'teint' },
    events: [
      ...modes.flatMap((mode) => [
        { type: 'system.changed' as const, mode },
        { type: 'host.changed' as const, mode },
        { type: 'preference.loaded' as const, mode },
        { type: 'mode.chosen' as const, mode },
      ]),
      { type: 'host.changed', mode: 'auto' },
      { type: 'mode.toggled' },
    ],
  });
  assert.deepEqual(transitions, {
    noir: {
      'host.changed': 'noir | teint',
      'mode.chosen': 'noir | teint',
      'mode.toggled': 'noir | teint',
      'preference.loaded': 'noir | teint',
      'system.changed': 'noir | teint',
    },
    teint: {
      'host.changed': 'noir | teint',
      'mode.chosen': 'noir | teint',
      'mode.toggled': 'noir | teint',
      'preference.loaded': 'noir | teint',
      'system.changed': 'noir | teint',
    },
  });
  assert.ok(paths.length > 20);
  for (const { state } of paths) {
    const { host, chosen, stored, system } = state.context;
    assert.equal(state.value, host !== undefined && host !== 'auto' ? host : (chosen ?? stored ?? system));
  }
});

test('a chosen theme is reported so that it can be saved, but not a change of the system theme', () => {
  const actor = createActor(themeMachine, { input: { system: 'noir' } });
  const reported: ThemeMode[] = [];
  actor.on('themeChosen', ({ mode }) => reported.push(mode));
  actor.start();
  actor.send({ type: 'mode.toggled' });
  actor.send({ type: 'system.changed', mode: 'teint' });
  actor.send({ type: 'mode.toggled' });
  assert.deepEqual(reported, ['teint', 'noir']);
  assert.equal(actor.getSnapshot().value, 'noir');
});

test('toggling while the host page forces a theme reports the opposite of the shown theme', () => {
  const actor = createActor(themeMachine, { input: { system: 'teint', host: 'noir' } });
  const reported: ThemeMode[] = [];
  actor.on('themeChosen', ({ mode }) => reported.push(mode));
  actor.start();
  actor.send({ type: 'mode.toggled' });
  assert.equal(actor.getSnapshot().value, 'noir');
  actor.send({ type: 'host.changed', mode: 'auto' });
  assert.deepEqual([reported, actor.getSnapshot().value], [['teint'], 'teint']);
});

test('unknown stored values count as none', () => {
  assert.deepEqual([themeModeOf('noir'), themeModeOf('dark'), themeModeOf(null)], ['noir', undefined, undefined]);
});
