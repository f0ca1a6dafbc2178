/** The thread in which patterns are compiled and tried: one that takes long holds up nobody else. */
import { parentPort } from 'node:worker_threads';
import { compileGrok, GrokError } from './grok.js';
import type { GrokOutcome, GrokTask } from './grok-thread.js';

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GrokError) return error.message;
    throw error;
  }
}

function answer(task: GrokTask): GrokOutcome {
  const patterns = new Map(task.patterns);
  const patternOf = (name: string): string | undefined => patterns.get(name);
  if (task.kind === 'check') {
    for (const name of task.names) {
      const fault = faultOf(() => compileGrok(`%{${name}}`, patternOf, { namedCapturesOnly: true }));
      if (fault !== undefined) return { fault: { name, reason: fault } };
    }
    return {};
  }
  let captures: GrokOutcome['captures'];
  const reason = faultOf(() => (captures = compileGrok(task.pattern, patternOf, task.options).match(task.text)));
  return reason === undefined ? ((captures && { captures }) ?? {}) : { fault: { name: '', reason } };
}

parentPort?.on('message', (task: GrokTask) => parentPort?.postMessage(answer(task)));
// The time limit of the match starts when this message arrives.
parentPort?.postMessage({});
