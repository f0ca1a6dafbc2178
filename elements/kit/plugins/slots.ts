/**
 * Defines the extension points that both the console and plug-ins fill: pages, menu items, widget types,
 * visualizations, value actions, decorator panels and event actions. A slot begins with the console's own entries; the
 * entries that plug-ins have registered (`register.ts`) follow and never replace other entries.
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

/** A part of a plug-in together with the plug-in's name. */
export type Registered<Kind extends PluginKind> = PluginParts[Kind] & { readonly plugin: string };
export type RegisteredParts = { readonly [Kind in PluginKind]: readonly Registered<Kind>[] };

/** A plug-in that could not be loaded or registered, and the reason. */
export interface PluginFailure {
  readonly plugin: string;
  readonly reason: string;
  /** True when only some of the plug-in's parts failed. */
  readonly partly?: boolean;
}

interface State {
  readonly parts: RegisteredParts;
  /** True while plug-ins are loading: an unknown part may still be registered. */
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
 * Changes the registered parts, the failures or the loading state, and notifies subscribers. Only `register.ts`, with
 * validated parts, `load-plugins.ts`, with failures, and `use-plugins.ts`, with the loading state, call this function.
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
  /** Returns all entries: first the console's, then those of plug-ins. */
  all(): readonly Entry[];
  find(key: string): Entry | undefined;
  /** Hook that returns all entries and renders the component again when they change. */
  use(): readonly Entry[];
}

/**
 * Creates a slot for one kind of parts.
 * @param own the console's entries
 * @param keyOf returns the key by which an entry is unique
 * @param entryOf converts a part of a plug-in to an entry
 */
export function createSlot<Kind extends PluginKind, Entry>(
  kind: Kind,
  own: readonly Entry[],
  keyOf: (entry: Entry) => string,
  entryOf: (part: Registered<Kind>) => Entry,
): Slot<Entry> {
  let parts: readonly Registered<Kind>[] | undefined;
  /**
   * Entry of each part: a part keeps its entry object when parts are added, so that displayed content stays mounted.
   */
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
