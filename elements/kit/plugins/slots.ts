/**
 * Extension points that the console and plug-ins fill in the same way: pages, menu items, widget types, visualizations,
 * value actions, decorator panels, event actions. A slot begins with the console's entries; entries registered by
 * plug-ins (`register.ts`) follow and never replace existing ones.
 */
import { useSyncExternalStore } from 'react';
import type {
  PluginDecoratorPanel,
  PluginEventAction,
  PluginMenuItem,
  PluginRoute,
  PluginValueAction,
  PluginVisualization,
  PluginWidgetType,
} from './face.js';

export interface PluginParts {
  readonly routes: PluginRoute;
  readonly menuItems: PluginMenuItem;
  readonly widgetTypes: PluginWidgetType;
  readonly visualizations: PluginVisualization;
  readonly valueActions: PluginValueAction;
  readonly decoratorPanels: PluginDecoratorPanel;
  readonly eventActions: PluginEventAction;
}
export type PluginKind = keyof PluginParts;

/** A part with the name of its plug-in. */
export type Registered<Kind extends PluginKind> = PluginParts[Kind] & { readonly plugin: string };
export type RegisteredParts = { readonly [Kind in PluginKind]: readonly Registered<Kind>[] };

/** Description of a plug-in that failed. */
export interface PluginFailure {
  readonly plugin: string;
  readonly reason: string;
  /** True when only some of its parts failed. */
  readonly partly?: boolean;
}

interface State {
  readonly parts: RegisteredParts;
  /** True while plug-ins are loading: an unknown part may belong to one of them. */
  readonly pending: boolean;
  readonly failures: readonly PluginFailure[];
}

let state: State = {
  parts: {
    routes: [],
    menuItems: [],
    widgetTypes: [],
    visualizations: [],
    valueActions: [],
    decoratorPanels: [],
    eventActions: [],
  },
  pending: false,
  failures: [],
};
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The only function that changes the slots: `register.ts` validates plug-ins, `load-plugins.ts` reports its progress.
 */
export function changeSlots(change: (before: State) => Partial<State>): void {
  state = { ...state, ...change(state) };
  for (const listener of [...listeners]) listener();
}

export const partsOf = <Kind extends PluginKind>(kind: Kind): RegisteredParts[Kind] => state.parts[kind];

export const useParts = <Kind extends PluginKind>(kind: Kind): RegisteredParts[Kind] =>
  useSyncExternalStore(subscribe, () => state.parts[kind]);

export const usePluginsPending = (): boolean => useSyncExternalStore(subscribe, () => state.pending);
export const usePluginFailures = (): readonly PluginFailure[] => useSyncExternalStore(subscribe, () => state.failures);

export interface Slot<Entry> {
  /** Returns the console's entries, then those of plug-ins. */
  all(): readonly Entry[];
  find(key: string): Entry | undefined;
  /** Subscribes a component to the entries. */
  use(): readonly Entry[];
}

/**
 * @param own entries of the console
 * @param entryOf converts a plug-in's part to an entry
 */
export function createSlot<Kind extends PluginKind, Entry>(
  kind: Kind,
  own: readonly Entry[],
  keyOf: (entry: Entry) => string,
  entryOf: (part: Registered<Kind>) => Entry,
): Slot<Entry> {
  let parts: readonly Registered<Kind>[] | undefined;
  /** A part keeps its entry object when others are added, so that displayed content stays as it is. */
  const made = new WeakMap<Registered<Kind>, Entry>();
  let entries = new Map<string, Entry>();
  let list: readonly Entry[] = own;
  const renew = (): void => {
    const now: readonly Registered<Kind>[] = state.parts[kind];
    if (now === parts) return;
    parts = now;
    entries = new Map(own.map((entry) => [keyOf(entry), entry]));
    for (const part of now) {
      const entry = made.get(part) ?? entryOf(part);
      made.set(part, entry);
      const key = keyOf(entry);
      if (entries.has(key)) console.warn(`Plug-in ${part.plugin}: ${kind} has ${JSON.stringify(key)} already`);
      else entries.set(key, entry);
    }
    list = [...entries.values()];
  };
  const all = (): readonly Entry[] => {
    renew();
    return list;
  };
  return {
    all,
    find(key) {
      renew();
      return entries.get(key);
    },
    use: () => useSyncExternalStore(subscribe, all),
  };
}
