/** Placeholders for actors that a machine declares and that its user provides. */
import type { NonReducibleUnknown, PromiseActorLogic } from 'xstate';
import { fromPromise } from 'xstate';

/**
 * Declares an actor that must be provided with `machine.provide({ actors: { name: fromPromise(…) } })`. If it is not,
 * the actor fails with an error that contains its name.
 */
export function requested<Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor "${name}" was not provided`)));
}
