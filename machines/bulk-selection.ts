/**
 * Selected rows of a list (spec 1 §4 "Bulk-select header checkbox"). The header is `unchecked`, `partial` or `checked`,
 * depending on how many of the visible rows are selected. A click on it selects all visible rows, or deselects them
 * when all are selected. Rows of other pages stay selected. 'Cancel selection' sends `cleared`. After a bulk action,
 * `kept` limits the selection to the rows for which the action failed.
 */
import { assign, setup } from 'xstate';

export interface BulkSelectionContext {
  readonly visible: readonly string[];
  readonly selected: readonly string[];
}
export type BulkSelectionEvent =
  | { type: 'rows.shown'; ids: readonly string[] }
  | { type: 'row.toggled'; id: string }
  | { type: 'header.clicked' }
  | { type: 'cleared' }
  | { type: 'kept'; ids: readonly string[] };

/** Returns the text '{n} item(s) selected'. */
export const selectionText = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'} selected`;

export const bulkSelectionMachine = setup({
  types: { context: {} as BulkSelectionContext, events: {} as BulkSelectionEvent },
  guards: {
    isAll: ({ context: { visible, selected } }) => visible.length > 0 && visible.every((id) => selected.includes(id)),
    isSome: ({ context: { visible, selected } }) => visible.some((id) => selected.includes(id)),
  },
}).createMachine({
  id: 'bulkSelection',
  context: { visible: [], selected: [] },
  initial: 'deciding',
  on: {
    'rows.shown': { target: '.deciding', actions: assign({ visible: ({ event }) => event.ids }) },
    'row.toggled': {
      target: '.deciding',
      actions: assign({
        selected: ({ context: { selected }, event: { id } }) =>
          selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id],
      }),
    },
    'header.clicked': {
      target: '.deciding',
      actions: assign({
        selected: ({ context: { selected, visible } }) =>
          visible.every((id) => selected.includes(id))
            ? selected.filter((id) => !visible.includes(id))
            : [...new Set([...selected, ...visible])],
      }),
    },
    cleared: { target: '.deciding', actions: assign({ selected: [] }) },
    kept: { target: '.deciding', actions: assign({ selected: ({ event }) => event.ids }) },
  },
  states: {
    deciding: {
      always: [{ guard: 'isAll', target: 'checked' }, { guard: 'isSome', target: 'partial' }, { target: 'unchecked' }],
    },
    unchecked: {},
    partial: {},
    checked: {},
  },
});
