/** Placeholders for the effects that a machine needs and is given from outside. */
import type { NonReducibleUnknown, PromiseActorLogic } from 'xstate';
import { fromPromise } from 'xstate';

/**
 * An effect that must be provided: `machine.provide({ actors: { name: fromPromise(…) } })`.
 * Running the machine without it fails with the name of what is missing.
 */
export function asked<Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor "${name}" was not provided`)));
}
