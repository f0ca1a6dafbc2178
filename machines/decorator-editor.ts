/**
 * The decorators of a message table, while they are edited (spec 2 §4 "Decorator editing"; screens/search.md §8).
 *
 * ```
 * listing ─ type.chosen ─▶ creating ─ submitted | cancelled ─▶ listing
 *         ─ edit.requested ─▶ editing ─ submitted | cancelled ─▶ listing
 *         ─ deletion.requested ─▶ confirming ─ confirmed | cancelled ─▶ listing
 * ```
 * The member `order` of a decorator is its position in the list; every change numbers the decorators again from 0. The
 * machine emits `decoratorsChanged {decorators}`.
 */
import { assign, emit, setup } from 'xstate';
import type { Decorator } from '../api/contract/searches.js';
import type { Ids } from './view/ids.js';
import { randomIds } from './view/ids.js';

/** Question before a decorator is deleted, in the exact words of spec 2 §5. */
export const deleteDecoratorQuestion = 'Do you really want to delete this decorator?';

export interface DecoratorEditorContext {
  readonly decorators: readonly Decorator[];
  /** Id of the stream that new decorators belong to; null: they belong to searches without a stream. */
  readonly stream: string | null;
  readonly ids: Ids;
  /** Type of the decorator that is being created; `decoratorId` is the id of the decorator being edited or deleted. */
  readonly type: string | undefined;
  readonly decoratorId: string | undefined;
}
export type DecoratorEditorEvent =
  | { type: 'type.chosen'; decoratorType: string }
  | { type: 'edit.requested'; decoratorId: string }
  | { type: 'deletion.requested'; decoratorId: string }
  | { type: 'submitted'; config: Record<string, unknown> }
  | { type: 'confirmed' }
  | { type: 'cancelled' }
  /** The user changed the order; `order` contains the ids of the decorators in the new order. */
  | { type: 'reordered'; order: readonly string[] };

const renumbered = (decorators: readonly Decorator[]): readonly Decorator[] =>
  decorators.map((decorator, order) => (decorator.order === order ? decorator : { ...decorator, order }));

export const decoratorEditorMachine = setup({
  types: {
    context: {} as DecoratorEditorContext,
    events: {} as DecoratorEditorEvent,
    input: {} as { decorators: readonly Decorator[]; stream?: string | null; ids?: Ids },
    emitted: {} as { type: 'decoratorsChanged'; decorators: readonly Decorator[] },
  },
  actions: {
    setDecorators: assign((_, { decorators }: { decorators: readonly Decorator[] }) => ({
      decorators: renumbered(decorators),
    })),
    choose: assign((_, { decoratorId }: { decoratorId: string }) => ({ decoratorId })),
    forget: assign({ type: undefined, decoratorId: undefined }),
    tellChanged: emit(({ context }) => ({ type: 'decoratorsChanged' as const, decorators: context.decorators })),
  },
  guards: {
    exists: ({ context }, { decoratorId }: { decoratorId: string }) =>
      context.decorators.some(({ id }) => id === decoratorId),
  },
}).createMachine({
  id: 'decoratorEditor',
  context: ({ input }) => ({
    decorators: [...input.decorators].sort((left, right) => (left.order ?? 0) - (right.order ?? 0)),
    stream: input.stream ?? null,
    ids: input.ids ?? randomIds,
    type: undefined,
    decoratorId: undefined,
  }),
  initial: 'listing',
  states: {
    listing: {
      entry: 'forget',
      on: {
        'type.chosen': { target: 'creating', actions: assign({ type: ({ event }) => event.decoratorType }) },
        'edit.requested': {
          guard: { type: 'exists', params: ({ event }) => ({ decoratorId: event.decoratorId }) },
          target: 'editing',
          actions: { type: 'choose', params: ({ event }) => ({ decoratorId: event.decoratorId }) },
        },
        'deletion.requested': {
          guard: { type: 'exists', params: ({ event }) => ({ decoratorId: event.decoratorId }) },
          target: 'confirming',
          actions: { type: 'choose', params: ({ event }) => ({ decoratorId: event.decoratorId }) },
        },
        reordered: {
          actions: [
            {
              type: 'setDecorators',
              params: ({ context, event }) => ({ decorators: inOrder(context.decorators, event.order) }),
            },
            'tellChanged',
          ],
        },
      },
    },
    creating: {
      on: {
        submitted: {
          target: 'listing',
          actions: [
            {
              type: 'setDecorators',
              params: ({ context: { decorators, ids, type = '', stream }, event: { config } }) => ({
                decorators: [...decorators, { id: ids.objectId(), type, config, stream }],
              }),
            },
            'tellChanged',
          ],
        },
        cancelled: 'listing',
      },
    },
    editing: {
      on: {
        submitted: {
          target: 'listing',
          actions: [
            {
              type: 'setDecorators',
              params: ({ context: { decorators, decoratorId }, event: { config } }) => ({
                decorators: decorators.map((decorator) =>
                  decorator.id === decoratorId ? { ...decorator, config } : decorator,
                ),
              }),
            },
            'tellChanged',
          ],
        },
        cancelled: 'listing',
      },
    },
    confirming: {
      on: {
        confirmed: {
          target: 'listing',
          actions: [
            {
              type: 'setDecorators',
              params: ({ context: { decorators, decoratorId } }) => ({
                decorators: decorators.filter(({ id }) => id !== decoratorId),
              }),
            },
            'tellChanged',
          ],
        },
        cancelled: 'listing',
      },
    },
  },
});

/** Sorts decorators by a list of ids. Decorators that the list does not name follow at the end. */
function inOrder(decorators: readonly Decorator[], order: readonly string[]): readonly Decorator[] {
  const named = order.flatMap((id) => decorators.find((decorator) => decorator.id === id) ?? []);
  return [...named, ...decorators.filter((decorator) => !named.includes(decorator))];
}
