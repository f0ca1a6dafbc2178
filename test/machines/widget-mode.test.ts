import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import type { Widget } from '../../api/contract/views.schema.js';
import { defaultSearch, newWidget } from '../../machines/view/default-view.js';
import type { ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import type { WidgetModeAddress, WidgetModeEmitted, WidgetModeEvent } from '../../machines/widget-mode.js';
import { widgetModeMachine } from '../../machines/widget-mode.js';
import { countingIds } from './fixtures.js';
import { walk } from './transitions.js';

const ids = countingIds();
const first = newWidget('aggregation', { series: [] }, ids);
const second = newWidget('messages', {}, ids);
const widgets = [first, second];

function start(mode: WidgetModeAddress = {}, on: readonly Widget[] = widgets) {
  const actor = createActor(widgetModeMachine, { input: { mode, widgets: on } });
  const emitted: WidgetModeEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return { actor, emitted };
}

test('a widget focused by the address of a new search is focused after a reload and in another browser', () => {
  const open = () => defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z' }, randomIds);
  const widgetsOf = ({ view }: ViewDocument) => Object.values(view.state).flatMap(({ widgets: own }) => own);
  const [mine, theirs] = [open(), open()];
  assert.notEqual(mine.view.id, theirs.view.id);
  for (const { id, type } of widgetsOf(mine)) {
    const input = { mode: { focusedId: id, focusing: true }, widgets: widgetsOf(theirs) };
    const snapshot = createActor(widgetModeMachine, { input }).start().getSnapshot();
    assert.equal(snapshot.value, 'focusing', type);
    assert.equal(widgetsOf(theirs).find((one) => one.id === snapshot.context.widgetId)?.type, type);
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

test('on every path the context contains a widget exactly if this widget is focused or edited', () => {
  const events: WidgetModeEvent[] = [
    { type: 'widget.focused', widgetId: first.id },
    { type: 'widget.unfocused' },
    { type: 'widget.edited', widget: first },
    { type: 'widget.edited', widget: second },
    { type: 'edit.applied' },
    { type: 'edit.cancelled' },
    { type: 'widgets.changed', widgets: [second] },
    { type: 'address.changed', mode: { focusedId: second.id, focusing: true }, widgets },
    { type: 'address.changed', mode: {}, widgets },
  ];
  const { paths, transitions } = walk(getSimplePaths, widgetModeMachine, {
    input: { widgets },
    events,
    serializeState: ({ value, context: { widgetId, focusing, before } }) =>
      JSON.stringify([value, widgetId, focusing, before?.id]),
  });
  assert.deepEqual(transitions, {
    editing: {
      'address.changed': 'focusing | viewing',
      'edit.applied': 'focusing | viewing',
      'edit.cancelled': 'focusing | viewing',
      'widget.unfocused': 'viewing',
      'widgets.changed': 'editing | viewing',
    },
    focusing: {
      'address.changed': 'focusing | viewing',
      'widget.edited': 'editing | focusing',
      'widget.unfocused': 'viewing',
      'widgets.changed': 'focusing | viewing',
    },
    viewing: { 'address.changed': 'focusing | viewing', 'widget.edited': 'editing', 'widget.focused': 'focusing' },
  });
  assert.ok(paths.length > 10);
  for (const { state, steps } of paths) {
    const { widgetId, focusing, before } = state.context;
    const names = steps.map(({ event }) => event.type).join(' → ');
    if (state.matches('viewing')) assert.deepEqual([widgetId, focusing, before], [undefined, false, undefined], names);
    if (state.matches('focusing')) assert.ok(widgetId !== undefined && focusing && !before, names);
    if (state.matches('editing')) assert.ok(widgetId !== undefined && before?.id === widgetId, names);
    assert.ok(!state.matches('deciding'), names);
  }
  assert.deepEqual(new Set(paths.map(({ state }) => state.value)), new Set(['viewing', 'focusing', 'editing']));
});

test('editing a focused widget returns to the focus, otherwise to the page', () => {
  const { actor, emitted } = start();
  actor.send({ type: 'widget.focused', widgetId: first.id });
  actor.send({ type: 'widget.edited', widget: first });
  assert.deepEqual(emitted.at(-1), {
    type: 'modeChanged',
    mode: { focusedId: first.id, focusing: true, editing: true },
  });
  actor.send({ type: 'edit.applied' });
  assert.equal(actor.getSnapshot().value, 'focusing');
  actor.send({ type: 'widget.unfocused' });
  assert.deepEqual(emitted.at(-1), { type: 'modeChanged', mode: {} });
  actor.send({ type: 'widget.edited', widget: second });
  actor.send({ type: 'edit.applied' });
  assert.equal(actor.getSnapshot().value, 'viewing');
  assert.ok(
    emitted.every(({ type }) => type !== 'restoreWanted'),
    'applying restores nothing',
  );
});

test('cancelling the widget editor restores the widget as it was before', () => {
  const { actor, emitted } = start();
  actor.send({ type: 'widget.edited', widget: first });
  actor.send({ type: 'edit.cancelled' });
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ['modeChanged', 'restoreWanted', 'modeChanged'],
  );
  assert.equal((emitted[1] as { widget: Widget }).widget, first);
});

test('cancelling the widget editor removes a newly added widget; once applied, it stays', () => {
  const { actor, emitted } = start();
  actor.send({ type: 'widget.edited', widget: first, added: true });
  actor.send({ type: 'edit.cancelled' });
  assert.deepEqual(emitted[1], { type: 'withdrawalWanted', widgetId: first.id });
  actor.send({ type: 'widget.edited', widget: first, added: true });
  actor.send({ type: 'edit.applied' });
  actor.send({ type: 'widget.edited', widget: first });
  actor.send({ type: 'edit.cancelled' });
  assert.equal(emitted.filter(({ type }) => type === 'withdrawalWanted').length, 1);
  assert.deepEqual(emitted.at(-2), { type: 'restoreWanted', widget: first });
});

test('going back in the browser while editing a newly added widget removes it too', () => {
  const { actor, emitted } = start();
  actor.send({ type: 'widget.edited', widget: first, added: true });
  actor.send({ type: 'address.changed', mode: {}, widgets });
  assert.deepEqual(emitted.at(-1), { type: 'withdrawalWanted', widgetId: first.id });
  assert.equal(actor.getSnapshot().value, 'viewing');
});

test('the address determines whether a widget is focused or edited at first', () => {
  assert.equal(start({ focusedId: first.id, focusing: true }).actor.getSnapshot().value, 'focusing');
  const editing = start({ focusedId: first.id, editing: true }).actor.getSnapshot();
  assert.deepEqual([editing.value, editing.context.focusing, editing.context.before], ['editing', false, first]);
  for (const mode of [{}, { focusedId: first.id }, { focusing: true }, { focusedId: 'none', focusing: true }]) {
    assert.equal(start(mode).actor.getSnapshot().value, 'viewing', JSON.stringify(mode));
  }
  const { actor, emitted } = start({ focusedId: first.id, editing: true });
  actor.send({ type: 'address.changed', mode: { focusedId: first.id, editing: true }, widgets });
  assert.equal(emitted.length, 0, 'an unchanged address changes nothing');
  actor.send({ type: 'address.changed', mode: {}, widgets });
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ['restoreWanted'],
    'going back in the browser cancels the editing',
  );
});

test('removing a focused or edited widget leads back to the page', () => {
  const { actor, emitted } = start({ focusedId: first.id, focusing: true });
  actor.send({ type: 'widgets.changed', widgets });
  assert.equal(actor.getSnapshot().value, 'focusing');
  actor.send({ type: 'widgets.changed', widgets: [second] });
  assert.equal(actor.getSnapshot().value, 'viewing');
  assert.deepEqual(emitted, [{ type: 'modeChanged', mode: {} }]);
});
