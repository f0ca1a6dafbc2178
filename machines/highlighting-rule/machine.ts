/**
 * The dialog in which a highlighting rule is created or changed (spec 2 §4 "Highlight dialog").
 *
 * ```
 * editing: valid ◀─ form.changed ─▶ invalid      valid ─ submitted ─▶ saved      (any) ─ cancelled ─▶ cancelled
 * invalid ─ submitted ─▶ invalid, with every error shown
 * ```
 * When the user changes to a field that is not numeric, a condition or colouring for numbers is reset.
 * The machine's output is the rule, or undefined when the user cancels.
 */
import { assign, setup } from 'xstate';
import type { HighlightingRule } from '../../api/contract/views.schema.js';
import type { HighlightingForm } from './form.js';
import { conditionsFor, formOfRule, highlightingErrors, ruleOf } from './form.js';

export interface HighlightingRuleInput {
  /** Rule to change; absent: a rule is created. */
  readonly rule?: HighlightingRule | undefined;
  /** Values with which the form for a new rule starts. */
  readonly start?: Partial<HighlightingForm> | undefined;
  /** Colour with which a new rule starts; the caller picks it from the palette at random. */
  readonly color: string;
  readonly isNumeric: (field: string) => boolean;
}
export interface HighlightingRuleContext {
  readonly input: HighlightingRuleInput;
  readonly form: HighlightingForm;
  /** True once the user has tried to submit, so that errors are shown. */
  readonly attempted: boolean;
  readonly saved: HighlightingRule | undefined;
}
export type HighlightingRuleEvent =
  { type: 'form.changed'; changes: Partial<HighlightingForm> } | { type: 'submitted' } | { type: 'cancelled' };

export const highlightingRuleMachine = setup({
  types: {
    context: {} as HighlightingRuleContext,
    events: {} as HighlightingRuleEvent,
    input: {} as HighlightingRuleInput,
    output: {} as HighlightingRule | undefined,
  },
  guards: {
    isValid: ({ context: { form, input } }) =>
      Object.keys(highlightingErrors(form, input.isNumeric(form.field))).length === 0,
  },
}).createMachine({
  id: 'highlightingRule',
  context: ({ input }) => ({
    input,
    form: { ...formOfRule(input.rule, input.color), ...input.start },
    attempted: false,
    saved: undefined,
  }),
  output: ({ context }) => context.saved,
  initial: 'editing',
  states: {
    editing: {
      initial: 'deciding',
      on: {
        cancelled: 'cancelled',
        'form.changed': {
          target: '.deciding',
          actions: assign({ form: ({ context, event }) => changed(context, event.changes) }),
        },
      },
      states: {
        deciding: { always: [{ guard: 'isValid', target: 'valid' }, { target: 'invalid' }] },
        valid: {
          on: {
            submitted: {
              target: '#highlightingRule.saved',
              actions: assign({ saved: ({ context: { form, input } }) => ruleOf(form, input.rule) }),
            },
          },
        },
        invalid: { on: { submitted: { actions: assign({ attempted: true }) } } },
      },
    },
    saved: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

function changed({ form, input }: HighlightingRuleContext, changes: Partial<HighlightingForm>): HighlightingForm {
  const next = { ...form, ...changes };
  if (changes.field === undefined || input.isNumeric(next.field)) return next;
  const condition = next.condition !== '' && conditionsFor(false).includes(next.condition) ? next.condition : 'equal';
  return { ...next, condition, coloring: next.coloring === 'gradient' ? 'static' : next.coloring };
}
