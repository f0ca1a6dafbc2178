/** Decides what the start-up gate shows, following the state machine of the specification (spec 1 §2). */
import { getNextSnapshot, initialTransition } from 'xstate';
import { startupGateMachine, type StartupFacts } from '../../machines/startup-gate.js';

export type Gate = 'unavailable' | 'waiting' | 'login' | 'failed' | 'preparing' | 'open';

export function gateOf(facts: StartupFacts): Gate {
  const [initial] = initialTransition(startupGateMachine);
  return getNextSnapshot(startupGateMachine, initial, { type: 'facts.changed', facts }).value as Gate;
}

/** Pages that stay mounted but hidden while server or session are away, so that no unsaved work is lost. */
export interface Kept {
  readonly open: boolean;
  /** Name of the user who opened the pages. */
  readonly username: string | null;
  /** Counts sign-ins; another user gets new pages. */
  readonly turn: number;
}

export const nobody: Kept = { open: false, username: null, turn: 0 };

export interface KeptFacts {
  readonly gate: Gate;
  readonly username: string | null;
  /** Name of the user with a session that ended without a logout. */
  readonly lost: string | null;
}

/** @returns the same object when nothing changed */
export function keptAfter(before: Kept, { gate, username, lost }: KeptFacts): Kept {
  if (username !== null && username !== before.username) {
    return { open: gate === 'open', username, turn: before.turn + 1 };
  }
  if (gate === 'open' && !before.open) return { ...before, open: true };
  // Logging out removes everything that was open.
  if (gate === 'login' && lost === null && before.open) return { ...before, open: false };
  return before;
}

/**
 * Tells whether an open page stays visible although the gate is closed: its user has not lost the session, and only the
 * server is away or cannot currently confirm who is signed in.
 */
export function isStaying(kept: Kept, { gate, username }: KeptFacts): boolean {
  return kept.open && username !== null && username === kept.username && gate !== 'login';
}
