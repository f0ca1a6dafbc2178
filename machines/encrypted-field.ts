/**
 * State of a field with a stored secret that is never shown (spec 1 §4 "Encrypted field"): the secret is kept unchanged
 * until Reset opens an input; Undo Reset closes it. Without a stored secret the input is open from the start.
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
    /** A secret is stored and stays unchanged. */
    kept: { on: { reset: 'open' } },
    /** If the field is left empty, the stored secret is deleted. */
    open: {
      on: {
        typed: { actions: assign({ text: ({ event }) => event.text }) },
        undone: { guard: 'isStored', target: 'kept', actions: assign({ text: '' }) },
      },
    },
  },
});

/** Value that is sent; undefined: no secret is stored and none was entered. */
export type SecretWrite = { set_value: string } | { keep_value: true } | { delete_value: true } | undefined;

export function secretWrite(state: 'kept' | 'open', { stored, text }: EncryptedFieldContext): SecretWrite {
  if (state === 'kept') return { keep_value: true };
  if (text !== '') return { set_value: text };
  return stored ? { delete_value: true } : undefined;
}
