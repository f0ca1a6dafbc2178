/**
 * The sharing dialog (spec 1 §5 "Sharing dialog", screens/dashboards-sharing-alerts.md §5.2).
 *
 * ```
 * loading ─▶ editing.settled      loading, preparing, saving ─ failure ▶ faltering ─ 403 ▶ denied, 404 ▶ missing, else
 * ▶ settled
 *   └ before the first answer ▶ failed ─ retry ▶ loading
 * editing: settled ─ collaborator.added | capability.changed | collaborator.removed ▶ preparing ─▶ settled
 *   settled ─ submitted ▶ saving      (with somebody chosen but not added: ▶ asking ─ continued ▶ saving ─ declined ▶
 *   settled)
 *          saving ─ done ▶ saved             ─ refused with reasons ▶ settled
 * (any) ─ cancelled ▶ cancelled
 * ```
 * - Every edit sends the complete selection to the server; a further edit sends a new request and drops the pending
 *   answer.
 * - An edit whose request failed is undone. Nothing is submitted while an edit is unanswered or validation failed.
 * - Emits `unaddedFound {title}`, `failed {failure}` (not when denied or missing), `saved`.
 */
import { and, assign, emit, not, setup } from 'xstate';
import type { Capability, ShareAnswer } from '../../api/contract/shares.js';
import type { ShareOutcome, ShareQuestion } from '../../api/queries/shares.js';
import { requested } from '../actor.js';
import { defaultCapability, defaultShareListSize, shareListSizes, type Selection } from './collaborators.js';

export interface ShareDialogContext {
  readonly entity: string;
  /** Latest answer of the server; undefined before the first answer. */
  readonly answer: ShareAnswer | undefined;
  readonly selection: Selection;
  /** GRNs in the order in which they were added. */
  readonly added: readonly string[];
  /** Collaborators whose removal the server has not answered yet. */
  readonly removing: Selection;
  /** GRN selected in the form for a new collaborator; `capability` is the selected capability. */
  readonly grantee: string | undefined;
  readonly capability: Capability;
  /** The user tried to add a collaborator without selecting one. */
  readonly granteeMissing: boolean;
  readonly page: number;
  readonly pageSize: number;
  readonly failure: ShareFailure | undefined;
}
export interface ShareFailure {
  readonly step: 'prepare' | 'update';
  readonly error: unknown;
}
export type ShareDialogEvent =
  | { type: 'retry' }
  | { type: 'grantee.chosen'; grantee: string | undefined }
  | { type: 'capability.chosen'; capability: Capability }
  /** Sent by the Add button of the form. */
  | { type: 'collaborator.added' }
  | { type: 'capability.changed'; grantee: string; capability: Capability }
  | { type: 'collaborator.removed'; grantee: string }
  | { type: 'page.selected'; page: number }
  | { type: 'pageSize.selected'; pageSize: number }
  /** The user has meanwhile shared an entity that the shared entity depends on. */
  | { type: 'dependency.shared' }
  | { type: 'submitted' }
  /** Continues without the user who was selected but not added. */
  | { type: 'continued' }
  | { type: 'declined' }
  | { type: 'cancelled' };
export type ShareDialogEmitted =
  { type: 'unaddedFound'; title: string } | { type: 'failed'; failure: ShareFailure } | { type: 'saved' };

const statusOf = (failure: ShareFailure | undefined): unknown =>
  typeof failure?.error === 'object' && failure.error !== null
    ? (failure.error as { status?: unknown }).status
    : undefined;

const without = (selection: Selection, grantee: string): Selection =>
  Object.fromEntries(Object.entries(selection).filter(([id]) => id !== grantee));

export const shareDialogMachine = setup({
  types: {
    context: {} as ShareDialogContext,
    events: {} as ShareDialogEvent,
    input: {} as { readonly entity: string },
    emitted: {} as ShareDialogEmitted,
  },
  actors: {
    prepare: requested<ShareAnswer, ShareQuestion>('prepare'),
    update: requested<ShareOutcome, ShareQuestion>('update'),
  },
  guards: {
    isGranteeChosen: ({ context: { grantee, selection } }) =>
      grantee !== undefined && !Object.hasOwn(selection, grantee),
    isSelected: ({ context }, { grantee }: { grantee: string }) => Object.hasOwn(context.selection, grantee),
    isOtherCapability: ({ context }, { grantee, capability }: { grantee: string; capability: Capability }) =>
      Object.hasOwn(context.selection, grantee) && context.selection[grantee] !== capability,
    isValid: ({ context }) => context.answer?.validation_result.failed !== true,
    isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
    isPageSize: (_, { pageSize }: { pageSize: number }) => shareListSizes.some((size) => size === pageSize),
    isDenied: ({ context }) => statusOf(context.failure) === 403,
    isMissing: ({ context }) => statusOf(context.failure) === 404,
    isAnswered: ({ context }) => context.answer !== undefined,
  },
  actions: {
    takeAnswer: assign(({ context }, { answer }: { answer: ShareAnswer }) => {
      const selection = answer.selected_grantee_capabilities;
      const isAdded = context.grantee !== undefined && Object.hasOwn(selection, context.grantee);
      const first = context.answer === undefined;
      return {
        answer,
        selection,
        removing: {},
        added: context.added.filter((id) => Object.hasOwn(selection, id)),
        failure: undefined,
        ...((isAdded || first) && { grantee: undefined, capability: defaultCapability(answer) }),
      };
    }),
    add: assign(({ context: { grantee, capability, selection, added } }) =>
      grantee === undefined
        ? {}
        : {
            selection: { ...selection, [grantee]: capability },
            added: [...added.filter((id) => id !== grantee), grantee],
            granteeMissing: false,
            page: 1,
          },
    ),
    change: assign(({ context }, { grantee, capability }: { grantee: string; capability: Capability }) => ({
      selection: { ...context.selection, [grantee]: capability },
    })),
    remove: assign(({ context: { selection, removing } }, { grantee }: { grantee: string }) => {
      const capability = selection[grantee];
      return {
        selection: without(selection, grantee),
        ...(capability && { removing: { ...removing, [grantee]: capability } }),
      };
    }),
    noteFailure: assign((_, failure: ShareFailure) => ({ failure })),
    /** Undoes an edit whose request failed; the selection for a failed save stays, so that it can be retried. */
    takeBack: assign(({ context: { answer, failure, added } }) => {
      if (!answer || failure?.step !== 'prepare') return { removing: {} };
      const selection = answer.selected_grantee_capabilities;
      return { selection, removing: {}, added: added.filter((id) => Object.hasOwn(selection, id)) };
    }),
    tellFailure: emit(({ context }) => ({
      type: 'failed' as const,
      failure: context.failure ?? { step: 'prepare', error: undefined },
    })),
    tellUnadded: emit(({ context: { answer, grantee } }) => ({
      type: 'unaddedFound' as const,
      title: answer?.available_grantees.find(({ id }) => id === grantee)?.title ?? grantee ?? '',
    })),
    tellSaved: emit({ type: 'saved' as const }),
  },
}).createMachine({
  id: 'shareDialog',
  context: ({ input }) => ({
    entity: input.entity,
    answer: undefined,
    selection: {},
    added: [],
    removing: {},
    grantee: undefined,
    capability: 'view',
    granteeMissing: false,
    page: 1,
    pageSize: defaultShareListSize,
    failure: undefined,
  }),
  initial: 'loading',
  on: { cancelled: '.cancelled' },
  states: {
    loading: {
      invoke: {
        src: 'prepare',
        input: ({ context }) => ({ entity: context.entity, selection: undefined }),
        onDone: {
          target: 'editing',
          actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'faltering',
          actions: { type: 'noteFailure', params: ({ event }) => ({ step: 'prepare', error: event.error }) },
        },
      },
    },
    editing: {
      initial: 'settled',
      on: {
        'grantee.chosen': {
          actions: assign(({ event, context }) => ({
            grantee: event.grantee,
            granteeMissing: event.grantee === undefined && context.granteeMissing,
          })),
        },
        'capability.chosen': { actions: assign({ capability: ({ event }) => event.capability }) },
        'collaborator.added': [
          { guard: 'isGranteeChosen', target: '.preparing', reenter: true, actions: 'add' },
          { actions: assign({ granteeMissing: true }) },
        ],
        'capability.changed': {
          guard: { type: 'isOtherCapability', params: ({ event }) => event },
          target: '.preparing',
          reenter: true,
          actions: { type: 'change', params: ({ event }) => event },
        },
        'collaborator.removed': {
          guard: { type: 'isSelected', params: ({ event }) => event },
          target: '.preparing',
          reenter: true,
          actions: { type: 'remove', params: ({ event }) => event },
        },
        'dependency.shared': { target: '.preparing', reenter: true },
        'page.selected': {
          guard: { type: 'isPage', params: ({ event }) => event },
          actions: assign({ page: ({ event }) => event.page }),
        },
        'pageSize.selected': {
          guard: { type: 'isPageSize', params: ({ event }) => event },
          actions: assign({ pageSize: ({ event }) => event.pageSize, page: 1 }),
        },
      },
      states: {
        settled: {
          on: {
            submitted: [
              { guard: not('isValid') },
              { guard: and(['isValid', 'isGranteeChosen']), target: 'asking', actions: 'tellUnadded' },
              { target: '#shareDialog.saving' },
            ],
          },
        },
        preparing: {
          invoke: {
            src: 'prepare',
            input: ({ context }) => ({ entity: context.entity, selection: context.selection }),
            onDone: {
              target: 'settled',
              actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: {
              target: '#shareDialog.faltering',
              actions: { type: 'noteFailure', params: ({ event }) => ({ step: 'prepare', error: event.error }) },
            },
          },
        },
        asking: { on: { continued: '#shareDialog.saving', declined: 'settled' } },
      },
    },
    saving: {
      invoke: {
        src: 'update',
        input: ({ context }) => ({ entity: context.entity, selection: context.selection }),
        onDone: [
          { guard: ({ event }) => event.output.outcome === 'saved', target: 'saved', actions: 'tellSaved' },
          {
            target: 'editing',
            actions: assign(({ event }) => (event.output.outcome === 'refused' ? { answer: event.output.answer } : {})),
          },
        ],
        onError: {
          target: 'faltering',
          actions: { type: 'noteFailure', params: ({ event }) => ({ step: 'update', error: event.error }) },
        },
      },
    },
    faltering: {
      always: [
        { guard: 'isDenied', target: 'denied' },
        { guard: 'isMissing', target: 'missing' },
        { guard: 'isAnswered', target: 'editing', actions: ['takeBack', 'tellFailure'] },
        { target: 'failed', actions: 'tellFailure' },
      ],
    },
    failed: { on: { retry: 'loading' } },
    denied: {},
    missing: {},
    saved: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
