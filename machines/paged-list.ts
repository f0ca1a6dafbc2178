/**
 * State of a paged list (spec 1 §4 "Paged list", "Column sort by click", §9).
 *
 * ```
 * asking ─ answered ─▶ shown        (any) ─ page, page size, sort, query, filters, reload ─▶ asking
 *        ─ answered, beyond the last page ─▶ asking, for the last page
 *        ─ refused ─▶ failed
 * ```
 * - A new query, page size, sort or filter leads to page 1; a page beyond the last page leads to the last page.
 * - Answers and preferences are in the query cache; the machine only determines the next request. `listAfter` computes
 *   a single step.
 */
import { assign, getNextSnapshot, setup } from 'xstate';

export interface ListSort {
  readonly attributeId: string;
  readonly direction: 'asc' | 'desc';
}
export interface ListFilter {
  readonly attribute: string;
  /** Value of the filter. For dates it is `{from}><{until}`; each is an ISO instant in UTC or empty. */
  readonly value: string;
}
/** Parameters of a request for a page of the list. */
export interface ListQuestion {
  /** Page number, counted from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly query: string;
  readonly sort: ListSort;
  readonly filters: readonly ListFilter[];
}
export type PagedListState = 'asking' | 'shown' | 'failed';
export type PagedListEvent =
  | { type: 'page.selected'; page: number }
  | { type: 'pageSize.selected'; perPage: number }
  /** The user clicked the header of a column. */
  | { type: 'sort.clicked'; attributeId: string }
  /** The query changed, after the user paused typing or submitted it. */
  | { type: 'query.changed'; query: string }
  | { type: 'filters.changed'; filters: readonly ListFilter[] }
  | { type: 'reload' }
  | { type: 'answered'; total: number }
  | { type: 'refused' };

export const pageCount = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/**
 * Returns the sort after a click on a column. It is descending if the list was sorted by this column in ascending
 * order, otherwise ascending (spec 1 §4 "Column sort by click").
 */
export function nextSort(sort: ListSort | undefined, attributeId: string): ListSort {
  const descending = sort?.attributeId === attributeId && sort.direction === 'asc';
  return { attributeId, direction: descending ? 'desc' : 'asc' };
}

export const pagedListMachine = setup({
  types: { context: {} as ListQuestion, events: {} as PagedListEvent, input: {} as ListQuestion },
  guards: {
    isBeyondLast: ({ context: { page, perPage } }, { total }: { total: number }) => page > pageCount(total, perPage),
    isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
  },
}).createMachine({
  id: 'pagedList',
  context: ({ input }) => input,
  initial: 'asking',
  on: {
    'page.selected': {
      guard: { type: 'isPage', params: ({ event }) => ({ page: event.page }) },
      target: '.asking',
      actions: assign({ page: ({ event }) => event.page }),
    },
    'pageSize.selected': { target: '.asking', actions: assign({ perPage: ({ event }) => event.perPage, page: 1 }) },
    'sort.clicked': {
      target: '.asking',
      actions: assign({ sort: ({ context, event }) => nextSort(context.sort, event.attributeId), page: 1 }),
    },
    'query.changed': { target: '.asking', actions: assign({ query: ({ event }) => event.query, page: 1 }) },
    'filters.changed': { target: '.asking', actions: assign({ filters: ({ event }) => event.filters, page: 1 }) },
    reload: '.asking',
  },
  states: {
    asking: {
      on: {
        answered: [
          {
            guard: { type: 'isBeyondLast', params: ({ event }) => ({ total: event.total }) },
            target: 'asking',
            // The requested page no longer exists, for example because its last row was deleted.
            actions: assign({ page: ({ context, event }) => pageCount(event.total, context.perPage) }),
          },
          { target: 'shown' },
        ],
        refused: 'failed',
      },
    },
    shown: {},
    failed: {},
  },
});

/** Computes a single step: the next request and the state of the list after an event. */
export function listAfter(
  question: ListQuestion,
  event: PagedListEvent,
  state: PagedListState = 'asking',
): { readonly question: ListQuestion; readonly state: PagedListState } {
  const now = pagedListMachine.resolveState({ value: state, context: question });
  const { context, value } = getNextSnapshot(pagedListMachine, now, event);
  return { question: context, state: value as PagedListState };
}
