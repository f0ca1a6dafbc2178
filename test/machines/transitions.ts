/**
 * Collects all transitions of a machine, to be compared with a table. So a test also fails if a wrong event leads to a
 * state.
 */
import type {
  ActorLogic,
  AnyActorLogic,
  AnyMachineSnapshot,
  EventFromLogic,
  EventObject,
  InputFrom,
  Snapshot,
} from 'xstate';
import { getAdjacencyMap, type getShortestPaths, type TraversalOptions } from 'xstate/graph';
import { untyped } from '../untyped.js';

/**
 * Maps each state to its events, and each event to the next states, which are separated by ` | ` where the payload
 * decides. Events that change no state are left out.
 */
export type Transitions = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Options<Machine extends AnyActorLogic> = TraversalOptions<
  ReturnType<Machine['transition']>,
  EventFromLogic<Machine>,
  InputFrom<Machine>
>;

interface Edge {
  readonly event: EventObject;
  readonly state: unknown;
}

/**
 * Returns the name of a state, such as `editing.settled`. Parallel regions are in brackets, as in
 * `open.(hint.none, text.still)`.
 */
function nameOfState(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value as Record<string, unknown>).map(
    ([region, inner]) => `${region}.${nameOfState(inner)}`,
  );
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.sort().join(', ')})`;
}

/** Shortens the events that XState sends itself: `done loading`, `error loading`, `after pollInterval`. */
const nameOfEvent = (type: string): string =>
  type.replace(/^xstate\.(done|error)\.actor\.\d+\.\w+\./, '$1 ').replace(/^xstate\.after\.(\w+)\..*$/, 'after $1');

function transitionsOf<Machine extends AnyActorLogic>(machine: Machine, options: Options<Machine> = {}): Transitions {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const { state, transitions } of Object.values(
    getAdjacencyMap(untyped<ActorLogic<Snapshot<unknown>, EventObject>>(machine), untyped(options)),
  )) {
    const from = nameOfState(untyped<AnyMachineSnapshot>(state).value);
    const events = found.get(from) ?? new Map<string, Set<string>>();
    found.set(from, events);
    for (const { event, state: next } of Object.values(untyped<Record<string, Edge>>(transitions))) {
      const name = nameOfEvent(event.type);
      const targets = events.get(name) ?? new Set<string>();
      targets.add(nameOfState(untyped<AnyMachineSnapshot>(next).value));
      events.set(name, targets);
    }
  }
  const byName = <T>([one]: [string, T], [other]: [string, T]): number => (one < other ? -1 : 1);
  return Object.fromEntries(
    [...found].sort(byName).map(([from, events]) => [
      from,
      Object.fromEntries(
        [...events]
          .filter(([, targets]) => targets.size > 1 || !targets.has(from))
          .sort(byName)
          .map(([event, targets]) => [event, [...targets].sort().join(' | ')]),
      ),
    ]),
  );
}

/** Returns the paths that the function `paths` of XState finds in a machine, and all transitions of the machine. */
export const walk = <Machine extends AnyActorLogic>(
  paths: typeof getShortestPaths,
  machine: Machine,
  options?: Options<Machine>,
) => ({ paths: paths(machine, options), transitions: transitionsOf(machine, options) });
