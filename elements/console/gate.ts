/** Decides what the start-up gate shows, following the state machine of the specification (spec 1 §2). */
import { getNextSnapshot, initialTransition } from 'xstate';
import { startupGateMachine, type StartupFacts } from '../../machines/startup-gate.js';

export type Gate = 'unavailable' | 'waiting' | 'login' | 'failed' | 'preparing' | 'open';

export function gateOf(facts: StartupFacts): Gate {
  const [initial] = initialTransition(startupGateMachine);
  return getNextSnapshot(startupGateMachine, initial, { type: 'facts.changed', facts }).value as Gate;
}

/**
 * State of the pages that stay mounted, but hidden, while the server is unreachable or the session is lost, so that no
 * unsaved work is lost.
 */
export interface Kept {
  /** True while the pages are mounted. */
  readonly open: boolean;
  /** Name of the user who opened the pages; null: nobody yet. */
  readonly username: string | null;
  /**
   * Number of times that a user other than the previous one has signed in, including the first user. It is the React
   * key of the pages, so that another user gets new pages.
   */
  readonly turn: number;
}

export const nobody: Kept = { open: false, username: null, turn: 0 };

export interface KeptFacts {
  readonly gate: Gate;
  readonly username: string | null;
  /** Name of the user whose session ended without a logout; null: no session was lost. */
  readonly lost: string | null;
}

/**
 * Returns the state of the kept pages after the facts have changed.
 *
 * @returns the object `before` itself when nothing changed
 */
export function keptAfter(before: Kept, { gate, username, lost }: KeptFacts): Kept {
  if (username !== null && username !== before.username) {
    return { open: gate === 'open', username, turn: before.turn + 1 };
  }
  if (gate === 'open' && !before.open) return { ...before, open: true };
  // A logout, unlike a lost session, unmounts the pages.
  if (gate === 'login' && lost === null && before.open) return { ...before, open: false };
  return before;
}

/**
 * Returns true if an open page stays visible although the gate may be closed: its user is still signed in, as far as
 * known, but the server is unreachable or cannot confirm the session at present.
 */
export function isStaying(kept: Kept, { gate, username }: KeptFacts): boolean {
  return kept.open && username !== null && username === kept.username && gate !== 'login';
}

/**
 * Returns the state that the console shows instead of its pages. An outage, and the validation of the session after it,
 * leave the sign-in form as it is, so that the typed texts are kept.
 *
 * @param before the state shown before; undefined at the start
 */
export function faceAfter(before: Gate | undefined, gate: Gate, username: string | null): Gate {
  const isInterrupted = gate === 'unavailable' || gate === 'waiting';
  return before === 'login' && isInterrupted && username === null ? before : gate;
}
