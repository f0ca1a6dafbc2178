/**
 * Decides whether one widget has the page to itself (spec 2 §4 "Widget modes"; screens/search.md §6).
 *
 * ```
 * viewing ─ focused ─▶ focusing ─ unfocused ─▶ viewing
 * viewing | focusing ─ edited ─▶ editing ─ applied | cancelled ─▶ focusing if it was focused before, else viewing
 * any ─ the widget is not on the page any more ─▶ viewing
 * ```
 * - Cancelling an edit restores the widget; a widget that was added for this edit is removed again.
 * - The address contains the mode as `focusedId`, `focusing` and `editing`.
 *
 * The machine emits `modeChanged {mode}` for the address, `restoreWanted {widget}` and `withdrawalWanted {widgetId}`.
 */
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Widget } from '../api/contract/views.schema.js';

/** The mode as the address contains it; both flags are written as the text `true`. */
export interface WidgetModeAddress {
  readonly focusedId?: string | undefined;
  readonly focusing?: boolean | undefined;
  readonly editing?: boolean | undefined;
}

export interface WidgetModeContext {
  readonly widgetId: string | undefined;
  /** True if the widget fills the page even when it is not edited. */
  readonly focusing: boolean;
  /** The widget as it was before the edit; undefined: no widget is edited. */
  readonly before: Widget | undefined;
  /** True if the widget was added for this edit and none of its changes has been applied yet. */
  readonly added: boolean;
}

export type WidgetModeEvent =
  | { type: 'widget.focused'; widgetId: string }
  | { type: 'widget.unfocused' }
  | { type: 'widget.edited'; widget: Widget; added?: boolean }
  | { type: 'edit.applied' }
  | { type: 'edit.cancelled' }
  /** The page changed; `widgets` are the widgets that it has now. */
  | { type: 'widgets.changed'; widgets: readonly Widget[] }
  /** The address changed because the user went back or forward in the browser. */
  | { type: 'address.changed'; mode: WidgetModeAddress; widgets: readonly Widget[] };

export type WidgetModeEmitted =
  | { type: 'modeChanged'; mode: WidgetModeAddress }
  | { type: 'restoreWanted'; widget: Widget }
  | { type: 'withdrawalWanted'; widgetId: string };

const nothing: WidgetModeContext = { widgetId: undefined, focusing: false, before: undefined, added: false };

/** Returns the mode for the address; it has no members while no widget has the page to itself. */
function modeOf({ widgetId, focusing, before }: WidgetModeContext): WidgetModeAddress {
  if (widgetId === undefined) return {};
  return { focusedId: widgetId, ...(focusing && { focusing: true }), ...(before && { editing: true }) };
}

/** Returns the mode that an address requests. There is no mode if the widget does not exist or neither flag is set. */
function contextOf(mode: WidgetModeAddress, widgets: readonly Widget[]): WidgetModeContext {
  const widget = widgets.find(({ id }) => id === mode.focusedId);
  if (!widget || !(mode.focusing || mode.editing)) return nothing;
  const before = mode.editing ? widget : undefined;
  return { widgetId: widget.id, focusing: mode.focusing === true, before, added: false };
}

export const widgetModeMachine = setup({
  types: {
    context: {} as WidgetModeContext,
    events: {} as WidgetModeEvent,
    input: {} as { mode?: WidgetModeAddress | undefined; widgets: readonly Widget[] },
    emitted: {} as WidgetModeEmitted,
  },
  actions: {
    clear: assign(nothing),
    endEdit: assign(({ context }) => (context.focusing ? { before: undefined, added: false } : nothing)),
    restore: enqueueActions(({ context: { before, added }, enqueue }) => {
      if (!before) return;
      enqueue.emit(
        added ? { type: 'withdrawalWanted', widgetId: before.id } : { type: 'restoreWanted', widget: before },
      );
    }),
    takeAddress: assign((_, { mode, widgets }: { mode: WidgetModeAddress; widgets: readonly Widget[] }) =>
      contextOf(mode, widgets),
    ),
    tell: emit(({ context }) => ({ type: 'modeChanged' as const, mode: modeOf(context) })),
  },
  guards: {
    isGone: ({ context }, { widgets }: { widgets: readonly Widget[] }) =>
      context.widgetId !== undefined && !widgets.some(({ id }) => id === context.widgetId),
    isEditing: ({ context }) => context.before !== undefined,
    isFocusing: ({ context }) => context.focusing,
  },
}).createMachine({
  id: 'widgetMode',
  context: ({ input }) => contextOf(input.mode ?? {}, input.widgets),
  initial: 'deciding',
  on: {
    'widgets.changed': {
      guard: { type: 'isGone', params: ({ event }) => ({ widgets: event.widgets }) },
      target: '.deciding',
      actions: ['clear', 'tell'],
    },
    'address.changed': {
      guard: ({ context, event }) => !sameMode(context, contextOf(event.mode, event.widgets)),
      target: '.deciding',
      actions: ['restore', { type: 'takeAddress', params: ({ event: { mode, widgets } }) => ({ mode, widgets }) }],
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isEditing', target: 'editing' },
        { guard: 'isFocusing', target: 'focusing' },
        { target: 'viewing' },
      ],
    },
    viewing: {
      on: {
        'widget.focused': {
          target: 'focusing',
          actions: [assign({ widgetId: ({ event }) => event.widgetId, focusing: true }), 'tell'],
        },
        'widget.edited': {
          target: 'editing',
          actions: [
            assign(({ event: { widget, added = false } }) => ({ widgetId: widget.id, before: widget, added })),
            'tell',
          ],
        },
      },
    },
    focusing: {
      on: {
        'widget.unfocused': { target: 'viewing', actions: ['clear', 'tell'] },
        'widget.edited': {
          guard: ({ context, event }) => event.widget.id === context.widgetId,
          target: 'editing',
          actions: [assign({ before: ({ event }) => event.widget }), 'tell'],
        },
      },
    },
    editing: {
      on: {
        'edit.applied': { target: 'deciding', actions: ['endEdit', 'tell'] },
        'edit.cancelled': { target: 'deciding', actions: ['restore', 'endEdit', 'tell'] },
        'widget.unfocused': { target: 'viewing', actions: ['restore', 'clear', 'tell'] },
      },
    },
  },
});

function sameMode(one: WidgetModeContext, other: WidgetModeContext): boolean {
  return (
    one.widgetId === other.widgetId &&
    one.focusing === other.focusing &&
    (one.before === undefined) === (other.before === undefined)
  );
}
