// Events that XState sends internally, for paths through a machine. The machine's event type does not contain them.
import { untyped } from '../untyped.js';

/** Returns the event that the invoked actor of a state has completed. @param state full name such as `view.loading` */
export const done = (state: string, output?: unknown) =>
  untyped<never>({ type: `xstate.done.actor.0.${state}`, output });

/** Returns the event that the invoked actor of a state has failed. @param state full name of the state */
export const failed = (state: string, error: unknown) =>
  untyped<never>({ type: `xstate.error.actor.0.${state}`, error });

/** Returns the event that a delay of a state has elapsed. @param delay name of the delay */
export const passed = (delay: string, state: string) => untyped<never>({ type: `xstate.after.${delay}.${state}` });
