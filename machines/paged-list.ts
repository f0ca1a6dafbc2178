/**
 * A list that is loaded page by page (spec 1 §4 "Paged list", §9).
 *
 * ```
 * loading ─▶ loaded | failed      loaded ─ page, page size, sort, reload ─▶ refreshing ─▶ loaded | failed
 *                                 (any)  ─ query.changed ─▶ typing ─ 300 ms or query.submitted ─▶ loading or refreshing
 * ```
 * - A new query or page size goes to page 1; an active page beyond the last goes to the last.
 * - While refreshing, the rows before stay; an answer that a newer question has overtaken is dropped.
 */
import { assign, setup } from 'xstate';
import { asked } from './actor.js';

export const searchDebounceMs = 300;
export const pageSizes = [5, 10, 30] as const;
export const defaultPageSize = 5;

export interface ListSort {
  readonly attributeId: string;
  readonly direction: 'asc' | 'desc';
}
export interface ListQuestion {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly query: string;
  readonly sort: ListSort | undefined;
}
export interface ListAnswer<Item> {
  readonly list: readonly Item[];
  readonly total: number;
}
export interface PagedListContext<Item> extends ListQuestion {
  readonly answer: ListAnswer<Item> | undefined;
  readonly failure: unknown;
}
export type PagedListEvent =
  | { type: 'page.selected'; page: number }
  | { type: 'pageSize.selected'; perPage: number }
  /** A click on a column's header. */
  | { type: 'sort.clicked'; attributeId: string }
  | { type: 'query.changed'; query: string }
  | { type: 'query.submitted' }
  | { type: 'reload' };

export const pageCount = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/** Ascending; if it was ascending, descending; any other case ascending (spec 1 §4 "Column sort by click"). */
export function nextSort(sort: ListSort | undefined, attributeId: string): ListSort {
  const descending = sort?.attributeId === attributeId && sort.direction === 'asc';
  return { attributeId, direction: descending ? 'desc' : 'asc' };
}

/** The machine for lists of one kind of item. */
export function pagedListMachine<Item>() {
  return setup({
    types: {
      context: {} as PagedListContext<Item>,
      events: {} as PagedListEvent,
      input: {} as Partial<ListQuestion> | undefined,
    },
    actors: { load: asked<ListAnswer<Item>, ListQuestion>('load') },
    actions: {
      takeAnswer: assign((_, { answer }: { answer: ListAnswer<Item> }) => ({ answer, failure: undefined })),
      goToLastPage: assign(({ context: { perPage } }, { answer }: { answer: ListAnswer<Item> }) => ({
        page: pageCount(answer.total, perPage),
      })),
    },
    guards: {
      isBeyondLast: ({ context: { page, perPage } }, { answer }: { answer: ListAnswer<Item> }) =>
        page > pageCount(answer.total, perPage),
      isLoadedBefore: ({ context }) => context.answer !== undefined,
      isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
    },
    delays: { searchDebounce: searchDebounceMs },
  }).createMachine({
    id: 'pagedList',
    context: ({ input }) => ({
      page: input?.page ?? 1,
      perPage: input?.perPage ?? defaultPageSize,
      query: input?.query ?? '',
      sort: input?.sort,
      answer: undefined,
      failure: undefined,
    }),
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
        actions: assign({ sort: ({ context, event }) => nextSort(context.sort, event.attributeId) }),
      },
      'query.changed': { target: '.typing', actions: assign({ query: ({ event }) => event.query, page: 1 }) },
      reload: '.asking',
    },
    states: {
      typing: { after: { searchDebounce: 'asking' }, on: { 'query.submitted': 'asking' } },
      asking: {
        initial: 'deciding',
        invoke: {
          src: 'load',
          input: ({ context: { page, perPage, query, sort } }) => ({ page, perPage, query, sort }),
          onDone: [
            {
              guard: { type: 'isBeyondLast', params: ({ event }) => ({ answer: event.output }) },
              target: 'asking',
              reenter: true,
              actions: { type: 'goToLastPage', params: ({ event }) => ({ answer: event.output }) },
            },
            { target: 'loaded', actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) } },
          ],
          onError: { target: 'failed', actions: assign({ failure: ({ event }) => event.error }) },
        },
        states: {
          deciding: { always: [{ guard: 'isLoadedBefore', target: 'refreshing' }, { target: 'loading' }] },
          loading: {},
          refreshing: {},
        },
      },
      loaded: {},
      failed: {},
    },
  });
}
