/**
 * A search or dashboard on screen, with its unsaved changes (spec 2 §4; screens/search.md §0 "State flow").
 *
 * ```
 * loading ─ opened ─▶ open
 * loading ─ 404 ─▶ missing
 * loading ─ other failure ─▶ interrupted
 * loading ─ the view requires capabilities that the server lacks ─▶ unsupported
 * open (parallel): identity  fresh | saved
 *                  changes   unchanged ─ any edit ─▶ changed ─ saved, or edited back to the stored state ─▶ unchanged
 *                  saving    idle ─ save ─▶ checking ─ as it was ─▶ updating ─▶ idle
 *                            checking ─ changed by somebody else ─▶ conflicted
 *                            updating ─ 409 ─▶ checking, which then ends in idle if the view is as it was
 *                            conflicted ─ overwrite ─▶ updating
 *                            conflicted ─ abandon ─▶ idle
 *                            conflicted ─ take theirs ─▶ loading
 *                            idle ─ saveAs ─▶ creating ─▶ idle
 * ```
 * - Edits that affect results (query, range, streams, widgets per contract search C7) give the search a new id and new
 *   search types, and the owner receives `view.executionWanted`. Changes of titles, positions, colours, columns and
 *   highlighting execute nothing.
 * - `draft.submitted` without any change only executes the search again and leaves the view unchanged.
 * - Edits made during a save stay unsaved changes.
 * - A restored `draft` of the same view replaces the opened document and stays an unsaved change.
 * - A save reads the stored view first, so that changes which other users made before are not overwritten silently.
 *   Servers that check `last_updated_at` also notice changes between this reading and the writing.
 *
 * Sends its owner (`replyTo`): `view.opened`, `view.executionWanted {cause}`.
 * Emits `viewSaved`, `viewCreated`, `viewSaveFailed`, `viewSaveConflicted`, for toasts, dialogs and navigation;
 * `widgetEditWanted` when a widget was added that opens in its editor.
 */
import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { View } from '../../api/contract/views.schema.js';
import { requested } from '../actor.js';
import type { AddressState } from './address.js';
import type { ViewDocument } from './document.js';
import * as edit from './document.js';
import { historyAfter, noHistory, type Step } from './history.js';
import type { Ids } from './ids.js';
import { randomIds } from './ids.js';
import { afterEdit, afterStep } from './changes.js';
import type { ViewEdit } from './edits.js';
import { pageWithin, withAddress } from './edits.js';
import type { ExecutionCause, ViewContext, ViewEmitted, ViewEvent, ViewReply, ViewSource } from './machine-types.js';
import { hasOwnLook } from './page-look.js';
import { askableDocument } from './repair.js';
import { afterSave, copyToCreate, createdEvent, savedEvent } from './saves.js';
import { restingOn, sameContent, sameStoredView, type StoredView } from './stored.js';
import { fittingDraft, type ViewDraft } from './view-draft.js';
import { statusOf } from '../status-of.js';

export type * from './machine-types.js';

export const viewMachine = setup({
  types: {
    context: {} as ViewContext,
    events: {} as ViewEvent,
    input: {} as {
      source: ViewSource;
      address?: AddressState;
      /** Id of the dashboard page to show first. */
      activeQuery?: string | undefined;
      /** Unsaved changes that were kept when the user last left the view. */
      draft?: ViewDraft | undefined;
      replyTo?: AnyActorRef;
      ids?: Ids;
      clock?: () => number;
    },
    emitted: {} as ViewEmitted,
  },
  actors: {
    /** Loads the view and its search, or creates a new view. */
    open: requested<ViewDocument, { source: ViewSource; address: AddressState; ids: Ids; now: number }>('open'),
    /** Reads the stored view, and its search only if the search id differs from `searchId`. */
    reread: requested<StoredView, { viewId: string; searchId: string }>('reread'),
    update: requested<View, { document: ViewDocument }>('update'),
    create: requested<View, { document: ViewDocument }>('create'),
  },
  actions: {
    takeDocument: assign(({ context }, { document }: { document: ViewDocument }) => {
      const draft = fittingDraft(context.draft, context.source, document);
      const shown = draft?.document ?? document;
      const activeQuery = pageWithin(shown, draft?.activeQuery ?? context.activeQuery);
      return {
        draft,
        activeQuery,
        document: askableDocument(withAddress(shown, activeQuery, context.address, context.ids), context.ids),
        stored: context.source.kind === 'stored' ? document : undefined,
        answered: undefined,
        theirs: undefined,
        failure: undefined,
        history: noHistory,
      };
    }),
    takeFailure: assign((_, { failure }: { failure: unknown }) => ({ failure })),
    applyEdit: enqueueActions(({ context, enqueue }, { edit: event }: { edit: ViewEdit }) => {
      const change = afterEdit(context, event);
      if (!change) return;
      enqueue.assign(change.view);
      if (event.type === 'widget.added' && event.edit && context.document) {
        const { positions } = edit.stateOf(context.document, context.activeQuery);
        enqueue.emit({ type: 'widgetEditWanted', widget: event.widget, positions });
      }
      if (change.raised) enqueue.raise({ type: change.raised });
      if (change.reply && context.replyTo) enqueue.sendTo(context.replyTo, change.reply);
    }),
    takeStep: enqueueActions(({ context, enqueue }, { step }: { step: Step }) => {
      const change = afterStep(context, step);
      if (!change) return;
      enqueue.assign(change.view);
      if (change.raised) enqueue.raise({ type: change.raised });
      if (change.reply && context.replyTo) enqueue.sendTo(context.replyTo, change.reply);
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
    rememberSent: assign(({ context: { document } }) => ({ sent: document, sentFrom: document, refusal: undefined })),
    takeTheirs: assign((_, { theirs }: { theirs: StoredView }) => ({ theirs })),
    /** Bases the document to be saved on the version that the server has now, in order to overwrite it. */
    restOnTheirs: assign(({ context: { sent, theirs } }) => ({
      sent: sent && theirs && restingOn(sent, theirs.view),
      theirs: undefined,
    })),
    sendLatest: assign(({ context: { document } }) => ({ sent: document, sentFrom: document })),
    reload: assign(({ context: { document } }) => ({
      source: { kind: 'stored' as const, viewId: document?.view.id ?? '' },
      address: {},
      draft: undefined,
      theirs: undefined,
    })),
    discard: assign(({ context: { stored, document, activeQuery, history } }) => ({
      history: document ? historyAfter(history, document, 'metadata.changed') : history,
      document: stored ?? document,
      activeQuery: stored ? pageWithin(stored, activeQuery) : activeQuery,
    })),
    markFavorite: assign(({ context: { stored, document, sentFrom } }, { favorite }: { favorite: boolean }) => {
      const marked = document && { ...document, view: { ...document.view, favorite } };
      return {
        document: marked,
        stored: stored && { ...stored, view: { ...stored.view, favorite } },
        // A favorite is no unsaved change: the document still counts as the document that a running save sends.
        sentFrom: sentFrom === document ? marked : sentFrom,
      };
    }),
    tellStored: raise(({ context: { document, sentFrom } }) => ({
      type: 'document.stored' as const,
      // Edits that were made and undone during the save leave another document with the same content.
      untouched: document === sentFrom || (!!document && !!sentFrom && sameContent(document, sentFrom)),
    })),
    /** Builds a copy of the document with a new id. The copy becomes the document once the server has stored it. */
    makeCopy: assign(({ context, event }) => {
      assertEvent(event, 'saveAs.requested');
      return copyToCreate(context, event.metadata);
    }),
    takeStored: assign(({ context }, { answer }: { answer: View | undefined }) => afterSave(context, answer)),
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
    hasChangedDraft: ({ context }) =>
      context.draft?.changed === true || (context.stored !== undefined && hasOwnLook(context)),
    isAsStored: ({ context: { stored, answered, refusal } }, { theirs }: { theirs: StoredView }) =>
      refusal === undefined && stored !== undefined && sameStoredView(answered ?? stored.view, theirs.view),
    /** Tells whether the server refused the update although the stored view is as this page last read or saved it. */
    isRefusedForNothing: ({ context: { stored, answered, refusal } }, { theirs }: { theirs: StoredView }) =>
      refusal !== undefined && stored !== undefined && sameStoredView(answered ?? stored.view, theirs.view),
    isOverwriting: (_, { failure }: { failure: unknown }) => statusOf(failure) === 409,
    isStored: ({ context }) => context.stored !== undefined,
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
    draft: input.draft,
    document: undefined,
    stored: undefined,
    answered: undefined,
    theirs: undefined,
    refusal: undefined,
    activeQuery: input.activeQuery ?? '',
    failure: undefined,
    history: noHistory,
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
        'favorite.changed': {
          actions: { type: 'markFavorite', params: ({ event }) => ({ favorite: event.favorite }) },
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
          initial: 'deciding',
          on: {
            'draft.submitted': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'widget.*': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'page.looked': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'chartColor.chosen': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'positions.*': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'highlighting.changed': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'pages.*': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'metadata.changed': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'parameters.declared': { actions: { type: 'applyEdit', params: ({ event }) => ({ edit: event }) } },
            'history.undone': { actions: { type: 'takeStep', params: { step: 'undo' } } },
            'history.redone': { actions: { type: 'takeStep', params: { step: 'redo' } } },
            'document.changed': '.changed',
          },
          states: {
            deciding: { always: [{ guard: 'hasChangedDraft', target: 'changed' }, { target: 'unchanged' }] },
            unchanged: {
              // During the save the user has undone the edits that were being saved. So the displayed view is what was
              // stored before the save, and differs from what is stored now.
              on: { 'document.stored': { guard: ({ event }) => !event.untouched, target: 'changed' } },
            },
            changed: {
              on: {
                'document.restored': 'unchanged',
                'document.stored': { guard: ({ event }) => event.untouched, target: 'unchanged' },
                'changes.discarded': {
                  guard: 'isStored',
                  target: 'unchanged',
                  actions: ['discard', { type: 'wantExecution', params: { cause: 'edited' } }],
                },
              },
            },
          },
        },
        saving: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'save.requested': { guard: 'isStored', target: 'checking', actions: 'rememberSent' },
                'saveAs.requested': {
                  guard: { type: 'hasTitle', params: ({ event }) => ({ title: event.metadata.title }) },
                  target: 'creating',
                  actions: 'makeCopy',
                },
              },
            },
            checking: {
              invoke: {
                src: 'reread',
                input: ({ context: { stored } }) => ({
                  viewId: stored?.view.id ?? '',
                  searchId: stored?.view.search_id ?? '',
                }),
                onDone: [
                  {
                    guard: { type: 'isAsStored', params: ({ event }) => ({ theirs: event.output }) },
                    target: 'updating',
                    actions: [
                      { type: 'takeTheirs', params: ({ event }) => ({ theirs: event.output }) },
                      'restOnTheirs',
                    ],
                  },
                  {
                    guard: { type: 'isRefusedForNothing', params: ({ event }) => ({ theirs: event.output }) },
                    target: 'idle',
                    actions: emit(({ context }) => ({ type: 'viewSaveFailed' as const, failure: context.refusal })),
                  },
                  {
                    target: 'conflicted',
                    actions: { type: 'takeTheirs', params: ({ event }) => ({ theirs: event.output }) },
                  },
                ],
                onError: {
                  target: 'idle',
                  actions: emit(({ event }) => ({ type: 'viewSaveFailed' as const, failure: event.error })),
                },
              },
            },
            conflicted: {
              entry: emit({ type: 'viewSaveConflicted' }),
              on: {
                'save.overwritten': { target: 'updating', actions: ['sendLatest', 'restOnTheirs'] },
                'save.abandoned': { target: 'idle', actions: assign({ theirs: undefined }) },
                'theirs.taken': { target: '#view.loading', actions: 'reload' },
              },
            },
            updating: {
              invoke: {
                src: 'update',
                // There is always a document, because a save can only be requested for an open view.
                input: ({ context }) => ({ document: context.sent as ViewDocument }),
                onDone: {
                  target: 'idle',
                  actions: [
                    'tellStored',
                    { type: 'takeStored', params: ({ event }) => ({ answer: event.output }) },
                    emit(({ context }) => savedEvent(context)),
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isOverwriting', params: ({ event }) => ({ failure: event.error }) },
                    target: 'checking',
                    actions: assign({ refusal: ({ event }) => event.error }),
                  },
                  {
                    target: 'idle',
                    actions: emit(({ event }) => ({ type: 'viewSaveFailed' as const, failure: event.error })),
                  },
                ],
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
                    { type: 'takeStored', params: ({ event }) => ({ answer: event.output }) },
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
