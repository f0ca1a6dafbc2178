/**
 * State of an input for a secret that is stored and never shown (spec 1 §4 "Encrypted field"). The stored secret is
 * kept until Reset opens the input. Undo Reset closes it again. If no secret is stored, the input is open from the
 * start.
 */
import { assign, setup } from 'xstate';

export interface EncryptedFieldContext {
  readonly stored: boolean;
  readonly text: string;
}
export type EncryptedFieldEvent = { type: 'reset' } | { type: 'undone' } | { type: 'typed'; text: string };

export const encryptedFieldMachine = setup({
  types: {
    context: {} as EncryptedFieldContext,
    events: {} as EncryptedFieldEvent,
    input: {} as { readonly stored: boolean },
  },
  guards: { isStored: ({ context }) => context.stored },
}).createMachine({
  id: 'encryptedField',
  context: ({ input }) => ({ stored: input.stored, text: '' }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isStored', target: 'kept' }, { target: 'open' }] },
    /** A secret is stored and will not be changed. */
    kept: { on: { reset: 'open' } },
    /** The input is open; if the user leaves it empty, a stored secret will be deleted. */
    open: {
      on: {
        typed: { actions: assign({ text: ({ event }) => event.text }) },
        undone: { guard: 'isStored', target: 'kept', actions: assign({ text: '' }) },
      },
    },
  },
});

/** Value of a secret in a request; undefined: no secret is stored and none was entered. */
export type SecretWrite = { set_value: string } | { keep_value: true } | { delete_value: true } | undefined;

export function secretWrite(state: 'kept' | 'open', { stored, text }: EncryptedFieldContext): SecretWrite {
  if (state === 'kept') return { keep_value: true };
  if (text !== '') return { set_value: text };
  return stored ? { delete_value: true } : undefined;
}
