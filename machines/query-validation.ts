/**
 * Decides whether the query in the search bar may be submitted (spec 2 §4, §5; screens/search.md "Validation").
 *
 * ```
 * (any) ─ input.changed, limit.known ─▶ deciding ─ range not allowed ─▶ settled.rejected
 *           ├─ query and filter empty ─▶ settled.fine (no request)
 *           └─ else ─▶ debouncing ─ 350 ms or flush ─▶ validating ─▶ settled.fine | warned | rejected
 * ```
 * A failed call counts as fine and is reported in a toast. Every change drops the pending request, so that an answer
 * always belongs to the present input. `retry` decides again without the delay. The machine emits
 * `validationFailed {failure}` and sends its owner (`replyTo`) `validation.settled {status}`.
 */
import type { AnyActorRef } from 'xstate';
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Explanation, Parameter, TimeRange, ValidationAnswer } from '../api/contract/searches.js';
import { requested } from './actor.js';
import type { Bindings } from './parameters.js';
import { rangeFault } from './time-range/fault.js';
import { exceedsLimit } from './time-range/limit.js';
import { timeRangeTexts } from './time-range/texts.js';

export const validationDebounceMs = 350;

export interface ValidationInput {
  readonly queryString: string;
  /**
   * Query of the whole dashboard. It is validated together with the widget's query (contract search Q6). Absent in
   * searches.
   */
  readonly filter?: string | undefined;
  /** Time range of the search; absent on a dashboard whose override has no range. */
  readonly timeRange?: TimeRange | undefined;
  readonly streams: readonly string[];
  /** Parameters that the search declares. */
  readonly parameters?: readonly Parameter[] | undefined;
  /** Values that the user has entered for `$name$` parameters. */
  readonly bindings?: Bindings | undefined;
  /**
   * Definitions of fields that the server computes during the search, by name. The server's validation does not know
   * these fields.
   */
  readonly computed?: Readonly<Record<string, string>> | undefined;
}

export type ValidationStatus = ValidationAnswer['status'];

export interface QueryValidationContext {
  readonly replyTo: AnyActorRef | undefined;
  /** Value of the setting `query_time_range_limit`; undefined until it is known. */
  readonly limit: string | undefined;
  readonly now: () => number;
  readonly input: ValidationInput;
  readonly explanations: readonly Explanation[];
  /** Reason why the time range is not allowed; undefined: it is allowed. */
  readonly rangeError: string | undefined;
}

export type QueryValidationEvent =
  | { type: 'input.changed'; input: ValidationInput }
  | { type: 'limit.known'; limit: string }
  /** Ends the delay, so that the input is validated immediately. */
  | { type: 'flush' }
  | { type: 'retry' };

export interface ValidationReply {
  readonly type: 'validation.settled';
  readonly status: ValidationStatus;
}

const emptyInput: ValidationInput = { queryString: '', streams: [] };

export const queryValidationMachine = setup({
  types: {
    context: {} as QueryValidationContext,
    events: {} as QueryValidationEvent,
    input: {} as { replyTo?: AnyActorRef; limit?: string | undefined; now?: () => number; input?: ValidationInput },
    emitted: {} as { type: 'validationFailed'; failure: unknown },
  },
  actors: { validate: requested<ValidationAnswer, ValidationInput>('validate') },
  actions: {
    checkRange: assign(({ context: { input, limit, now } }) => ({
      rangeError:
        rangeFault(input.timeRange) ??
        (input.timeRange && exceedsLimit(input.timeRange, limit, now()) ? timeRangeTexts.rangeOutsideLimit : undefined),
    })),
    forget: assign({ explanations: [] }),
    takeAnswer: assign((_, { answer }: { answer: ValidationAnswer }) => ({ explanations: answer.explanations ?? [] })),
    reply: enqueueActions(({ context: { replyTo }, enqueue }, { status }: { status: ValidationStatus }) => {
      if (replyTo) enqueue.sendTo(replyTo, { type: 'validation.settled', status } satisfies ValidationReply);
    }),
  },
  guards: {
    isRangeRefused: ({ context }) => context.rangeError !== undefined,
    isEmpty: ({ context: { input } }) => input.queryString.trim() === '' && (input.filter ?? '').trim() === '',
    isRejected: (_, { answer }: { answer: ValidationAnswer }) => answer.status === 'ERROR',
    isWarned: (_, { answer }: { answer: ValidationAnswer }) => answer.status === 'WARNING',
  },
  delays: { validationDebounce: validationDebounceMs },
}).createMachine({
  id: 'validation',
  context: ({ input }) => ({
    replyTo: input.replyTo,
    limit: input.limit,
    now: input.now ?? Date.now,
    input: input.input ?? emptyInput,
    explanations: [],
    rangeError: undefined,
  }),
  initial: 'deciding',
  on: {
    'input.changed': { target: '.deciding', actions: assign({ input: ({ event }) => event.input }) },
    'limit.known': { target: '.deciding', actions: assign({ limit: ({ event }) => event.limit }) },
    retry: '.asking',
  },
  states: {
    deciding: {
      entry: 'checkRange',
      always: [
        { guard: 'isRangeRefused', target: 'settled.rejected', actions: 'forget' },
        { guard: 'isEmpty', target: 'settled.fine', actions: 'forget' },
        { target: 'debouncing' },
      ],
    },
    /** Decides like `deciding`, but sends a necessary request without the delay. */
    asking: {
      entry: 'checkRange',
      always: [
        { guard: 'isRangeRefused', target: 'settled.rejected', actions: 'forget' },
        { guard: 'isEmpty', target: 'settled.fine', actions: 'forget' },
        { target: 'validating' },
      ],
    },
    debouncing: { after: { validationDebounce: 'validating' }, on: { flush: 'validating' } },
    validating: {
      invoke: {
        src: 'validate',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isRejected', params: ({ event }) => ({ answer: event.output }) },
            target: 'settled.rejected',
            actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isWarned', params: ({ event }) => ({ answer: event.output }) },
            target: 'settled.warned',
            actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'settled.fine', actions: 'forget' },
        ],
        onError: {
          target: 'settled.fine',
          actions: ['forget', emit(({ event }) => ({ type: 'validationFailed' as const, failure: event.error }))],
        },
      },
    },
    settled: {
      initial: 'fine',
      states: {
        fine: { entry: { type: 'reply', params: { status: 'OK' } } },
        warned: { entry: { type: 'reply', params: { status: 'WARNING' } } },
        rejected: { entry: { type: 'reply', params: { status: 'ERROR' } } },
      },
    },
  },
});

/**
 * Returns the explanations to list: an unknown field is listed only once (spec 2 §5), whereas the editor underlines
 * every occurrence of it.
 */
export function listedExplanations(explanations: readonly Explanation[]): readonly Explanation[] {
  const fields = new Set<string>();
  return explanations.filter(({ error_type: type, related_property: field }) => {
    if (type !== 'UNKNOWN_FIELD' || field == null) return true;
    if (fields.has(field)) return false;
    fields.add(field);
    return true;
  });
}
