// Events that XState sends internally, for paths through a machine. The machine's event type does not contain them.
import { untyped } from '../untyped.js';

/** @param state full state name such as `view.loading`; its invoked actor has completed */
export const done = (state: string, output?: unknown) =>
  untyped<never>({ type: `xstate.done.actor.0.${state}`, output });

/** @param state full state name; its invoked actor has failed */
export const failed = (state: string, error: unknown) =>
  untyped<never>({ type: `xstate.error.actor.0.${state}`, error });

/** @param delay name of the elapsed delay of a state */
export const passed = (delay: string, state: string) => untyped<never>({ type: `xstate.after.${delay}.${state}` });
