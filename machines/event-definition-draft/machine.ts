/**
 * Lets the user choose which parts of a value become an event definition (spec 3 §4 "Event definition strategy modal").
 *
 * ```
 * choosing ─ strategy.chosen | item.toggled | group.toggled | details.toggled ─▶ choosing
 *          ─ continued ─▶ continued        ─ cancelled ─▶ cancelled
 * ```
 * A strategy checks the parts that belong to it; toggling a part changes the strategy to CUSTOM. The machine emits
 * `draftReady {draft}`.
 */
import { assign, emit, setup } from 'xstate';
import {
  draftGroups,
  draftItems,
  draftOf,
  type DraftItemKey,
  type DraftItems,
  type DraftSource,
  type EventDefinitionDraft,
} from './items.js';

export const strategies = ['EXACT', 'ROW', 'COL', 'ALL', 'CUSTOM'] as const;
export type Strategy = (typeof strategies)[number];

/** Parts that a strategy does not check; it checks all other parts. */
const dropped: Readonly<Record<Exclude<Strategy, 'CUSTOM'>, readonly DraftItemKey[]>> = {
  EXACT: [],
  ROW: ['columnValuePath', 'columnGroupBy'],
  COL: ['rowValuePath', 'rowGroupBy'],
  ALL: ['searchFilterQuery', 'searchQuery'],
};

/** Returns the parts that a strategy checks; with CUSTOM the checked parts stay. */
export function checkedBy(
  strategy: Strategy,
  items: DraftItems,
  before: ReadonlySet<DraftItemKey>,
): ReadonlySet<DraftItemKey> {
  if (strategy === 'CUSTOM') return before;
  const keys = Object.keys(items) as DraftItemKey[];
  return new Set(keys.filter((key) => !dropped[strategy].includes(key)));
}

/** Tells whether a strategy is offered; ROW and COL need a path of row or column buckets. */
export function isOffered(strategy: Strategy, items: DraftItems): boolean {
  if (strategy === 'ROW') return items.rowValuePath !== undefined;
  if (strategy === 'COL') return items.columnValuePath !== undefined;
  return true;
}

export interface DraftContext {
  readonly items: DraftItems;
  readonly strategy: Strategy;
  readonly checked: ReadonlySet<DraftItemKey>;
  readonly details: boolean;
}
export type DraftEvent =
  | { type: 'strategy.chosen'; strategy: Strategy }
  | { type: 'item.toggled'; key: DraftItemKey }
  /** The user checks all parts of a group, or unchecks them if all are checked. */
  | { type: 'group.toggled'; group: keyof typeof draftGroups }
  | { type: 'details.toggled' }
  | { type: 'continued' }
  | { type: 'cancelled' };

export const eventDefinitionDraftMachine = setup({
  types: {
    context: {} as DraftContext,
    events: {} as DraftEvent,
    input: {} as DraftSource,
    emitted: {} as { type: 'draftReady'; draft: EventDefinitionDraft },
  },
  actions: {
    choose: assign(({ context }, { strategy }: { strategy: Strategy }) => ({
      strategy,
      checked: checkedBy(strategy, context.items, context.checked),
      // With CUSTOM the parts are shown, because the user must select among them.
      details: context.details || strategy === 'CUSTOM',
    })),
    toggle: assign(({ context }, { keys }: { keys: readonly DraftItemKey[] }) => {
      const own = keys.filter((key) => context.items[key] !== undefined);
      const all = own.every((key) => context.checked.has(key));
      const checked = new Set(context.checked);
      for (const key of own)
        if (all) checked.delete(key);
        else checked.add(key);
      return { strategy: 'CUSTOM' as const, checked };
    }),
    toggleDetails: assign({ details: ({ context }) => !context.details }),
    tellDraft: emit(({ context }) => ({
      type: 'draftReady' as const,
      draft: draftOf(context.items, context.checked),
    })),
  },
  guards: {
    isOffered: ({ context }, { strategy }: { strategy: Strategy }) => isOffered(strategy, context.items),
  },
}).createMachine({
  id: 'eventDefinitionDraft',
  context: ({ input }) => {
    const items = draftItems(input);
    return { items, strategy: 'EXACT', checked: checkedBy('EXACT', items, new Set()), details: false };
  },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'strategy.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => ({ strategy: event.strategy }) },
          actions: { type: 'choose', params: ({ event }) => ({ strategy: event.strategy }) },
        },
        'item.toggled': { actions: { type: 'toggle', params: ({ event }) => ({ keys: [event.key] }) } },
        'group.toggled': { actions: { type: 'toggle', params: ({ event }) => ({ keys: draftGroups[event.group] }) } },
        'details.toggled': { actions: 'toggleDetails' },
        continued: { target: 'continued', actions: 'tellDraft' },
        cancelled: 'cancelled',
      },
    },
    continued: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
