// Events that xstate sends to a machine itself, for paths through the machine. They are missing in the machine's event type.
import { untyped } from '../untyped.js';

/** @param state with its machine, such as `view.loading`: it ran what is done now */
export const done = (state: string, output?: unknown) =>
  untyped<never>({ type: `xstate.done.actor.0.${state}`, output });

/** @param state with its machine: it ran what failed now */
export const failed = (state: string, error: unknown) =>
  untyped<never>({ type: `xstate.error.actor.0.${state}`, error });

/** @param delay of the machine, which a state waited for */
export const passed = (delay: string, state: string) => untyped<never>({ type: `xstate.after.${delay}.${state}` });
