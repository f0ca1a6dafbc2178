/** Compiles and tests grok patterns on a worker thread, so that slow ones do not block the event loop. */
import { parentPort } from 'node:worker_threads';
import { TextTooLongError } from '../regex/bounded-regex.js';
import { compileGrok, GrokError } from './grok.js';
import type { GrokOutcome, GrokTask } from './grok-thread.js';

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GrokError || error instanceof TextTooLongError) return error.message;
    throw error;
  }
}

/**
 * Returns the unusable patterns with the reasons. An unusable pattern is removed, so that patterns that refer to it are
 * found as well.
 * @param before stored patterns that replace unusable ones
 */
function faultsOf(
  patterns: Map<string, string>,
  names: Set<string>,
  before: ReadonlyMap<string, string>,
): { readonly name: string; readonly reason: string }[] {
  const faults: { name: string; reason: string }[] = [];
  for (let found = -1; found !== 0;) {
    found = 0;
    for (const name of names) {
      const reason = faultOf(() =>
        compileGrok(`%{${name}}`, (other) => patterns.get(other), { namedCapturesOnly: true }),
      );
      if (reason === undefined) continue;
      found += 1;
      faults.push({ name, reason });
      names.delete(name);
      const old = before.get(name);
      if (old === undefined) patterns.delete(name);
      else patterns.set(name, old);
    }
  }
  return faults;
}

function answer(task: GrokTask): GrokOutcome {
  const patterns = new Map(task.patterns);
  const patternOf = (name: string): string | undefined => patterns.get(name);
  if (task.kind === 'check') return { faults: faultsOf(patterns, new Set(task.names), new Map(task.before)) };
  let captures: GrokOutcome['captures'];
  const reason = faultOf(() => (captures = compileGrok(task.pattern, patternOf, task.options).match(task.text)));
  return reason === undefined ? ((captures && { captures }) ?? {}) : { faults: [{ name: '', reason }] };
}

parentPort?.on('message', (task: GrokTask) => parentPort?.postMessage(answer(task)));
// This first message tells the server that the thread is ready, so that the time limit does not include its start.
parentPort?.postMessage({});
