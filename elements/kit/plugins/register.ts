/** The door through which plug-ins come in: what they bring is examined, and what cannot be used is left out with a line in the log. */
import { askLike } from '../../../machines/view/search-types.js';
import { visualizationTypes } from '../../../machines/widget-editor/visualization-types.js';
import { askedSearch } from './asked-search.js';
import { checkedName, checkedParts } from './checked-parts.js';
import type { ConsolePlugin, PluginConfig, PluginWidgetType } from './face.js';
import { changeSlots, partsOf, type PluginKind, type Registered, type RegisteredParts } from './slots.js';
import { storable } from './storable.js';

/** Registrations on one page, however they come about. */
const mostPlugins = 64;

const kinds: readonly PluginKind[] = [
  'routes',
  'menuItems',
  'widgetTypes',
  'visualizations',
  'valueActions',
  'decoratorPanels',
  'eventActions',
];

/** Key that identifies a part among others of its kind; menu items may be alike. */
const keys: { readonly [Kind in Exclude<PluginKind, 'menuItems'>]: (part: Registered<Kind>) => string } = {
  routes: ({ path }) => path,
  widgetTypes: ({ type }) => type.toLowerCase(),
  visualizations: ({ type }) => type,
  valueActions: ({ plugin, id }) => `${plugin} ${id}`,
  decoratorPanels: ({ type }) => type,
  eventActions: ({ plugin, id }) => `${plugin} ${id}`,
};
/** The console's own. */
const taken: { readonly [Kind in PluginKind]?: readonly string[] } = {
  widgetTypes: ['aggregation', 'messages', 'text'],
  visualizations: visualizationTypes.map(({ type }) => type),
};

/** Registered plug-ins with their order. */
const places = new Map<string, number>();
const byPlace = (one: { readonly plugin: string }, other: { readonly plugin: string }): number =>
  (places.get(one.plugin) ?? 0) - (places.get(other.plugin) ?? 0);

/** Result of a registration. */
export interface PluginOutcome {
  /** True if any part of it is in use. */
  readonly registered: boolean;
  /** One sentence for each part that is not in use. */
  readonly refused: readonly string[];
}

/**
 * Adds what a plug-in brings to the console.
 *
 * @param place among those that somebody lists, whichever comes first; without one it follows them, as do those that come later
 * @throws Error when it is none, or is there already
 */
export function registerPlugin(plugin: ConsolePlugin, place = mostPlugins): PluginOutcome {
  const name = checkedName(plugin);
  if (places.has(name)) throw new Error(`a plug-in ${JSON.stringify(name)} is there already`);
  if (places.size >= mostPlugins) throw new Error(`there are ${mostPlugins} plug-ins already`);
  places.set(name, place);
  const refused: string[] = [];
  // `fromEntries` has an entry for each kind, but its type is a record of any keys, hence the cast.
  const added = Object.fromEntries(
    kinds.map((kind) => {
      const checked = checkedParts(plugin, kind);
      refused.push(...checked.refused);
      const parts = checked.parts.map((part) => Object.freeze({ ...part, plugin: name }) as Registered<typeof kind>);
      return [kind, newParts(kind, parts, refused)];
    }),
  ) as unknown as RegisteredParts;
  for (const reason of refused) console.warn(`Plug-in ${name}: ${reason}`);
  for (const type of added.widgetTypes) searchFor(name, type, refused);
  changeSlots(({ parts }) => ({
    // The type of `fromEntries` forgets which parts belong to which kind, hence the cast.
    parts: Object.fromEntries(
      kinds.map((kind) => [kind, [...parts[kind], ...added[kind]].sort(byPlace)]),
    ) as unknown as RegisteredParts,
  }));
  return { registered: kinds.some((kind) => added[kind].length > 0), refused };
}

/** Parts whose names are not taken. */
function newParts<Kind extends PluginKind>(
  kind: Kind,
  parts: readonly Registered<Kind>[],
  refused: string[],
): readonly Registered<Kind>[] {
  if (kind === 'menuItems') return parts;
  // TypeScript does not relate the function of a generic kind to the parts of that kind, hence the cast.
  const keyOf = keys[kind as Exclude<PluginKind, 'menuItems'>] as unknown as (part: Registered<Kind>) => string;
  const others: readonly Registered<Kind>[] = partsOf(kind);
  const known = new Set([...(taken[kind] ?? []), ...others.map(keyOf)]);
  return parts.filter((part) => {
    const key = keyOf(part);
    if (known.has(key)) refused.push(`${kind}: ${JSON.stringify(key)} is there already`);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** Widgets of the type ask as their plug-in says; what it says for a configuration is judged once. */
function searchFor(plugin: string, { type, search }: PluginWidgetType, refused: string[]): void {
  if (!search) return;
  const known = new WeakMap<PluginConfig, ReturnType<typeof askedSearch>>();
  try {
    askLike(type, (config) => {
      if (known.has(config)) return known.get(config);
      let asked: ReturnType<typeof askedSearch>;
      try {
        asked = askedSearch(search(storable(config)));
      } catch (error) {
        // The stored configuration of the widget is kept.
        console.error(`Plug-in ${plugin}: the search of ${type} failed`, error);
      }
      known.set(config, asked);
      return asked;
    });
  } catch (error) {
    refused.push(String(error));
    console.warn(`Plug-in ${plugin}:`, error);
  }
}
