/** Which of the console's faces the start-up gate shows, by the machine that the specification describes (spec 1 §2). */
import { getNextSnapshot, initialTransition } from 'xstate';
import { startupGateMachine, type StartupFacts } from '../../machines/startup-gate.js';

export type Gate = 'unavailable' | 'waiting' | 'login' | 'failed' | 'preparing' | 'open';

export function gateOf(facts: StartupFacts): Gate {
  const [initial] = initialTransition(startupGateMachine);
  return getNextSnapshot(startupGateMachine, initial, { type: 'facts.changed', facts }).value as Gate;
}
