/**
 * The sharing dialog (spec 1 §5 "Sharing dialog", screens/dashboards-sharing-alerts.md §5.2).
 *
 * ```
 * loading ─▶ editing.settled
 *   └ failure other than 403 and 404 before the first answer ▶ failed ─ retry ▶ loading
 * loading, preparing, saving ─ failure ▶ faltering ─ 403 ▶ denied, 404 ▶ missing, else ▶ settled (with an answer)
 * editing: settled ─ collaborator.added | capability.changed | collaborator.removed ▶ preparing ─▶ settled
 *          settled ─ submitted ▶ saving
 *          settled ─ submitted, somebody chosen but not added ▶ asking ─ continued ▶ saving, ─ declined ▶ settled
 *          saving ─ done ▶ saved             ─ refused with reasons ▶ settled
 * (any) ─ cancelled ▶ cancelled
 * ```
 * - Every edit sends the complete selection to the server; another edit sends a new request, and the answer to the
 *   previous request is ignored.
 * - An edit whose request failed is undone. Nothing can be submitted while an edit is unanswered or the selection is
 *   invalid.
 * - The machine emits `unaddedFound {title}`, `failed {failure}` (but not when denied or missing) and `saved`.
 */
import { and, assign, emit, not, setup } from 'xstate';
import type { Capability, ShareAnswer } from '../../api/contract/shares.js';
import type { ShareOutcome, ShareQuestion } from '../../api/queries/shares.js';
import { requested } from '../actor.js';
import { defaultCapability, defaultShareListSize, shareListSizes, type Selection } from './collaborators.js';
import { statusOf } from '../status-of.js';

export interface ShareDialogContext {
  readonly entity: string;
  /** Latest answer of the server; undefined before the first answer. */
  readonly answer: ShareAnswer | undefined;
  readonly selection: Selection;
  /** GRNs (see api/grn.ts) of the collaborators added in this dialog, in the order in which they were added. */
  readonly added: readonly string[];
  /** Collaborators whose removal was requested and not answered by the server yet. */
  readonly removing: Selection;
  /** GRN that is selected in the form for a new collaborator; `capability` is the capability selected there. */
  readonly grantee: string | undefined;
  readonly capability: Capability;
  /** True after the user pressed Add although no new grantee was selected. */
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
  /** The user pressed the button Add in the form for a new collaborator. */
  | { type: 'collaborator.added' }
  | { type: 'capability.changed'; grantee: string; capability: Capability }
  | { type: 'collaborator.removed'; grantee: string }
  | { type: 'page.selected'; page: number }
  | { type: 'pageSize.selected'; pageSize: number }
  /** The user has meanwhile shared an entity on which the entity of this dialog depends. */
  | { type: 'dependency.shared' }
  | { type: 'submitted' }
  /** The user continues although somebody is selected who was not added. */
  | { type: 'continued' }
  | { type: 'declined' }
  | { type: 'cancelled' };
export type ShareDialogEmitted =
  { type: 'unaddedFound'; title: string } | { type: 'failed'; failure: ShareFailure } | { type: 'saved' };

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
    isDenied: ({ context }) => statusOf(context.failure?.error) === 403,
    isMissing: ({ context }) => statusOf(context.failure?.error) === 404,
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
    /**
     * Undoes an edit whose request failed. After a failed save the selection stays, so that the user can save again.
     */
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
