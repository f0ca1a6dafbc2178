/** Placeholders for effects that a machine declares and its user provides. */
import type { NonReducibleUnknown, PromiseActorLogic } from 'xstate';
import { fromPromise } from 'xstate';

/**
 * Declares an effect that must be provided: `machine.provide({ actors: { name: fromPromise(…) } })`. Without it the
 * machine fails with the effect's name.
 */
export function requested<Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor "${name}" was not provided`)));
}
