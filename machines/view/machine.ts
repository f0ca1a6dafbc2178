/**
 * A search or dashboard on screen, with its unsaved changes (spec 2 §4; screens/search.md §0 "State flow").
 *
 * ```
 * loading ─ opened ─▶ open        ─ 404 ─▶ missing      ─ other failure ─▶ interrupted      ─ lacks capabilities ─▶ unsupported
 * open (parallel): identity  fresh | saved
 *                  changes   unchanged ─ any edit ─▶ changed ─ saved ─▶ unchanged
 *                  saving    idle ─ save ─▶ updating ─▶ idle       idle ─ saveAs ─▶ creating ─▶ idle
 * ```
 * - Edits that affect results (query, range, streams, widgets per contract search C7) give the search a new id and new
 *   search types; the owner is told to execute. Titles, positions, colours, columns and highlighting never execute.
 * - `draft.submitted` without any change only executes again and leaves the view unchanged.
 * - What was edited while a save was under way stays a change.
 *
 * Tells its owner (`replyTo`): `view.opened`, `view.executionWanted {cause}`.
 * Tells (emits): `viewSaved`, `viewCreated`, `viewSaveFailed`, for toasts and navigation.
 */
import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { View } from '../../api/contract/views.schema.js';
import { asked } from '../actor.js';
import type { AddressState } from './address.js';
import type { ViewDocument, ViewMetadata } from './document.js';
import * as edit from './document.js';
import type { Ids } from './ids.js';
import { randomIds } from './ids.js';
import type { ViewEdit } from './edits.js';
import { documentAfter, withAddress } from './edits.js';

/** What to open. */
export type ViewSource =
  | { readonly kind: 'new' }
  | { readonly kind: 'stored'; readonly viewId: string }
  /** Made by the caller, such as a replay of an event. */
  | { readonly kind: 'given'; readonly document: ViewDocument };

export interface ViewContext {
  readonly replyTo: AnyActorRef | undefined;
  readonly source: ViewSource;
  readonly address: AddressState;
  readonly ids: Ids;
  readonly clock: () => number;
  readonly document: ViewDocument | undefined;
  readonly activeQuery: string;
  /** Why the view is not shown. */
  readonly failure: unknown;
  /** The document that a save under way sends, and the one on screen when it began. */
  readonly sent: ViewDocument | undefined;
  readonly sentFrom: ViewDocument | undefined;
}

export type ViewEvent =
  | ViewEdit
  | { type: 'page.selected'; queryId: string }
  | { type: 'save.requested' }
  | { type: 'saveAs.requested'; metadata: ViewMetadata }
  | { type: 'retry' }
  /** Raised by the machine itself: the document differs; the server has it. */
  | { type: 'document.changed' }
  | { type: 'document.stored'; untouched: boolean };

export type ExecutionCause = 'opened' | 'submitted' | 'edited' | 'page';
export type ViewReply =
  | { type: 'view.opened'; document: ViewDocument; activeQuery: string }
  | { type: 'view.executionWanted'; cause: ExecutionCause; document: ViewDocument; activeQuery: string };

export type ViewEmitted =
  | { type: 'viewSaved'; title: string }
  | { type: 'viewCreated'; id: string; title: string }
  | { type: 'viewSaveFailed'; failure: unknown };

const statusOf = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null ? (failure as { status?: unknown }).status : undefined;

export const viewMachine = setup({
  types: {
    context: {} as ViewContext,
    events: {} as ViewEvent,
    input: {} as {
      source: ViewSource;
      address?: AddressState;
      /** Page of a dashboard to show first. */
      activeQuery?: string | undefined;
      replyTo?: AnyActorRef;
      ids?: Ids;
      clock?: () => number;
    },
    emitted: {} as ViewEmitted,
  },
  actors: {
    /** Loads the view and its search, or makes a new one. */
    open: asked<ViewDocument, { source: ViewSource; address: AddressState; ids: Ids; now: number }>('open'),
    update: asked<View, { document: ViewDocument }>('update'),
    create: asked<View, { document: ViewDocument }>('create'),
  },
  actions: {
    takeDocument: assign(({ context }, { document }: { document: ViewDocument }) => {
      const [first = ''] = edit.queryIds(document);
      const activeQuery = edit.queryIds(document).includes(context.activeQuery) ? context.activeQuery : first;
      return {
        activeQuery,
        document: withAddress(document, activeQuery, context.address, context.ids),
        failure: undefined,
      };
    }),
    takeFailure: assign((_, { failure }: { failure: unknown }) => ({ failure })),
    applyEdit: enqueueActions(({ context, enqueue }, { edit: event }: { edit: ViewEdit }) => {
      const { document: before, activeQuery, ids } = context;
      if (!before) return;
      const after = documentAfter(before, activeQuery, event, ids);
      if (after !== before) enqueue.assign({ document: after });
      if (after !== before && event.type !== 'positions.synced') enqueue.raise({ type: 'document.changed' });
      const cause: ExecutionCause = event.type === 'draft.submitted' ? 'submitted' : 'edited';
      if (!context.replyTo || (cause !== 'submitted' && after.search.id === before.search.id)) return;
      enqueue.sendTo(context.replyTo, {
        type: 'view.executionWanted',
        cause,
        document: after,
        activeQuery,
      } satisfies ViewReply);
    }),
    wantExecution: enqueueActions(({ context, enqueue }, { cause }: { cause: ExecutionCause }) => {
      const { replyTo, document, activeQuery } = context;
      if (!replyTo || !document) return;
      enqueue.sendTo(replyTo, { type: 'view.executionWanted', cause, document, activeQuery } satisfies ViewReply);
    }),
    tellOpened: enqueueActions(({ context: { replyTo, document, activeQuery }, enqueue }) => {
      if (replyTo && document)
        enqueue.sendTo(replyTo, { type: 'view.opened', document, activeQuery } satisfies ViewReply);
    }),
    rememberSent: assign(({ context: { document } }) => ({ sent: document, sentFrom: document })),
    tellStored: raise(({ context: { document, sentFrom } }) => ({
      type: 'document.stored' as const,
      untouched: document === sentFrom,
    })),
    /** A copy under a new id; it becomes the document once the server has it. */
    makeCopy: assign(({ context, event }) => {
      assertEvent(event, 'saveAs.requested');
      const { document, ids, clock } = context;
      if (!document) return {};
      const named = edit.withMetadata(document, event.metadata);
      const view = { ...named.view, id: ids.objectId(), created_at: new Date(clock()).toISOString() };
      return { sent: { ...named, view }, sentFrom: document };
    }),
    /** Takes what the server stored into the document, but keeps edits made meanwhile. */
    takeStored: assign(({ context }, { stored }: { stored: View }) => {
      const { document, sent } = context;
      if (!document || !sent) return {};
      const { id, created_at, owner, favorite, requires } = { ...sent.view, ...stored };
      const { title, summary, description } = sent.view;
      const facts = { id, created_at, owner, favorite, requires };
      const named = id === document.view.id ? {} : { title, summary, description };
      return { document: { ...document, view: { ...document.view, ...facts, ...named } } };
    }),
  },
  guards: {
    isMissing: (_, { failure }: { failure: unknown }) => statusOf(failure) === 404,
    isUnsupported: (_, { document }: { document: ViewDocument }) =>
      Object.keys(document.view.requires ?? {}).length > 0,
    isOtherPage: ({ context }, { queryId }: { queryId: string }) =>
      queryId !== context.activeQuery &&
      context.document !== undefined &&
      edit.queryIds(context.document).includes(queryId),
    isNew: ({ context }) => context.source.kind !== 'stored',
    hasTitle: (_, { title }: { title: string }) => title.trim() !== '',
  },
}).createMachine({
  id: 'view',
  context: ({ input }) => ({
    replyTo: input.replyTo,
    source: input.source,
    address: input.address ?? {},
    ids: input.ids ?? randomIds,
    clock: input.clock ?? Date.now,
    document: undefined,
    activeQuery: input.activeQuery ?? '',
    failure: undefined,
    sent: undefined,
    sentFrom: undefined,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'open',
        input: ({ context: { source, address, ids, clock } }) => ({ source, address, ids, now: clock() }),
        onDone: [
          {
            guard: { type: 'isUnsupported', params: ({ event }) => ({ document: event.output }) },
            target: 'unsupported',
            actions: { type: 'takeDocument', params: ({ event }) => ({ document: event.output }) },
          },
          { target: 'open', actions: { type: 'takeDocument', params: ({ event }) => ({ document: event.output }) } },
        ],
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ failure: event.error }) },
            target: 'missing',
            actions: { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
          },
          {
            target: 'interrupted',
            actions: { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
          },
        ],
      },
    },
    missing: {},
    unsupported: {},
    interrupted: { on: { retry: 'loading' } },
    open: {
      type: 'parallel',
      entry: ['tellOpened', { type: 'wantExecution', params: { cause: 'opened' } }],
      on: {
        'page.selected': {
          guard: { type: 'isOtherPage', params: ({ event }) => ({ queryId: event.queryId }) },
          actions: [
            assign({ activeQuery: ({ event }) => event.queryId }),
            { type: 'wantExecution', params: { cause: 'page' } },
          ],
        },
      },
      states: {
        identity: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isNew', target: 'fresh' }, { target: 'saved' }] },
            fresh: { on: { 'document.stored': 'saved' } },
            saved: {},
          },
        },
        changes: {
          initial: 'unchanged',
          on: {
            'draft.submitted': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'widget.*': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'chartColor.chosen': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'positions.*': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'highlighting.changed': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'metadata.changed': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'document.changed': '.changed',
          },
          states: {
            unchanged: {},
            changed: { on: { 'document.stored': { guard: ({ event }) => event.untouched, target: 'unchanged' } } },
          },
        },
        saving: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'save.requested': { target: 'updating', actions: 'rememberSent' },
                'saveAs.requested': {
                  guard: { type: 'hasTitle', params: ({ event }) => ({ title: event.metadata.title }) },
                  target: 'creating',
                  actions: 'makeCopy',
                },
              },
            },
            updating: {
              invoke: {
                src: 'update',
                // A save is only asked for once there is a document.
                input: ({ context }) => ({ document: context.sent as ViewDocument }),
                onDone: { target: 'idle', actions: ['tellStored', emit(({ context }) => savedEvent(context))] },
                onError: {
                  target: 'idle',
                  actions: emit(({ event }) => ({ type: 'viewSaveFailed' as const, failure: event.error })),
                },
              },
            },
            creating: {
              invoke: {
                src: 'create',
                input: ({ context }) => ({ document: context.sent as ViewDocument }),
                onDone: {
                  target: 'idle',
                  actions: [
                    'tellStored',
                    { type: 'takeStored', params: ({ event }) => ({ stored: event.output }) },
                    emit(({ context, event }) => createdEvent(context, event.output)),
                  ],
                },
                onError: {
                  target: 'idle',
                  actions: emit(({ event }) => ({ type: 'viewSaveFailed' as const, failure: event.error })),
                },
              },
            },
          },
        },
      },
    },
  },
});

const savedEvent = ({ sent }: ViewContext) => ({ type: 'viewSaved' as const, title: sent?.view.title ?? '' });
const createdEvent = ({ sent }: ViewContext, stored: View | undefined) => ({
  type: 'viewCreated' as const,
  id: stored?.id ?? sent?.view.id ?? '',
  title: sent?.view.title ?? '',
});
