/** Computes calls of pure functions with constant arguments when the rule is parsed. */
import type { BoundCall } from './checked.js';
import type { CallContext } from './function.js';
import { beginWork } from './thread-cpu.js';
import type { Value } from './values.js';

/** Context for pure functions, which need no context: reading anything but `spend` throws an Error. */
const noContext = new Proxy({} as CallContext, {
  get: (_target, name) => {
    if (name === 'spend') return () => undefined;
    throw new Error('There is no message while a rule is parsed.');
  },
});

/**
 * Returns the value of a constant call, or the reason why computing it has failed. Undefined: the call is no constant.
 */
export function constantCall({
  function: called,
  arguments: values,
}: BoundCall): { readonly value: Value } | { readonly failure: string } | undefined {
  if (!called.pure || called.returns === 'Void') return undefined;
  const args: unknown[] = [];
  for (const value of values) {
    if (value && !value.constant) return undefined;
    args.push(value?.constant?.prepared);
  }
  if (called.parameters.some(({ optional }, index) => !optional && values[index] === undefined)) return undefined;
  beginWork();
  try {
    return { value: called.evaluate(args, noContext) ?? null };
  } catch (cause) {
    return { failure: cause instanceof Error ? cause.message : String(cause) };
  }
}
