/**
 * State of a wizard (spec 1 §4 "Wizard"). The user selects a step by a click, by Previous or by Next; disabled steps
 * cannot be selected. The machine does not know the content of the steps.
 */
import { assign, setup } from 'xstate';

export interface WizardStepState {
  readonly key: string;
  readonly disabled?: boolean;
}
export interface WizardContext {
  readonly steps: readonly WizardStepState[];
  readonly active: string;
}
export type WizardEvent =
  | { type: 'step.chosen'; key: string }
  | { type: 'previous' }
  | { type: 'next' }
  | { type: 'steps.changed'; steps: readonly WizardStepState[] };

/**
 * Returns the key of the step directly before (-1) or after (1) the active step. Returns undefined if this step or the
 * active step is missing, or if this step is disabled.
 */
export function neighbour({ steps, active }: WizardContext, direction: -1 | 1): string | undefined {
  const step = steps[steps.findIndex(({ key }) => key === active) + direction];
  return step && !step.disabled && steps.some(({ key }) => key === active) ? step.key : undefined;
}

const isOpen = ({ steps }: WizardContext, wanted: string): boolean =>
  steps.some(({ key, disabled = false }) => key === wanted && !disabled);

export const wizardMachine = setup({
  types: { context: {} as WizardContext, events: {} as WizardEvent, input: {} as WizardContext },
  guards: {
    isOpen: ({ context }, key: string) => isOpen(context, key),
    hasPrevious: ({ context }) => neighbour(context, -1) !== undefined,
    hasNext: ({ context }) => neighbour(context, 1) !== undefined,
  },
}).createMachine({
  id: 'wizard',
  context: ({ input }) => input,
  initial: 'shown',
  states: {
    shown: {
      on: {
        'step.chosen': {
          guard: { type: 'isOpen', params: ({ event }) => event.key },
          actions: assign({ active: ({ event }) => event.key }),
        },
        previous: {
          guard: 'hasPrevious',
          actions: assign({ active: ({ context }) => neighbour(context, -1) ?? context.active }),
        },
        next: {
          guard: 'hasNext',
          actions: assign({ active: ({ context }) => neighbour(context, 1) ?? context.active }),
        },
        'steps.changed': { actions: assign({ steps: ({ event }) => event.steps }) },
      },
    },
  },
});
