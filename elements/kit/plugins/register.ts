/** Registers plug-ins and validates their parts; an invalid part is not registered and is logged as a warning. */
import { askLike } from '../../../machines/view/search-types.js';
import { visualizationTypes } from '../../../machines/widget-editor/visualization-types.js';
import { requestedSearch } from './asked-search.js';
import { checkedName, checkedParts } from './checked-parts.js';
import type { ConsolePlugin, PluginConfig, PluginWidgetType } from './face.js';
import { changeSlots, partsOf, type PluginKind, type Registered, type RegisteredParts } from './slots.js';
import { storable } from './storable.js';

/** Maximum number of plug-ins on a page, whether registered from the plug-in list or by a script. */
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

/**
 * For each kind of part, a function that returns the key by which a part is unique among the parts of its kind. Menu
 * items have no key, because they need not be unique.
 */
const keys: { readonly [Kind in Exclude<PluginKind, 'menuItems'>]: (part: Registered<Kind>) => string } = {
  routes: ({ path }) => path,
  widgetTypes: ({ type }) => type.toLowerCase(),
  visualizations: ({ type }) => type,
  valueActions: ({ plugin, id }) => `${plugin} ${id}`,
  decoratorPanels: ({ type }) => type,
  eventActions: ({ plugin, id }) => `${plugin} ${id}`,
};
/** Keys of the console's own parts, which plug-ins cannot use. */
const taken: { readonly [Kind in PluginKind]?: readonly string[] } = {
  widgetTypes: ['aggregation', 'messages', 'text'],
  visualizations: visualizationTypes.map(({ type }) => type),
};

/** Position of each registered plug-in by its name. */
const places = new Map<string, number>();
const byPlace = (one: { readonly plugin: string }, other: { readonly plugin: string }): number =>
  (places.get(one.plugin) ?? 0) - (places.get(other.plugin) ?? 0);

/** Result of a registration. */
export interface PluginOutcome {
  /** True if at least one part of the plug-in was registered. */
  readonly registered: boolean;
  /** One error text for each part that was not registered, and for each other problem. */
  readonly refused: readonly string[];
}

/**
 * Adds the parts of a plug-in to the console.
 * @param place position of the plug-in in the plug-in list, by which parts are ordered, regardless of when the plug-in
 * was loaded; plug-ins without a position come last
 * @throws Error when `plugin` is no object with a valid name, when a plug-in of that name is registered already, or
 * when the maximum number of plug-ins is reached
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

/** Returns the parts whose keys are not in use yet; for each other part, adds an error text to `refused`. */
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

/**
 * Registers the search function of a plug-in's widget type. For each configuration object the function is called, and
 * its result validated, only once.
 */
function searchFor(plugin: string, { type, search }: PluginWidgetType, refused: string[]): void {
  if (!search) return;
  const known = new WeakMap<PluginConfig, ReturnType<typeof requestedSearch>>();
  try {
    askLike(type, (config) => {
      if (known.has(config)) return known.get(config);
      let requested: ReturnType<typeof requestedSearch>;
      try {
        requested = requestedSearch(search(storable(config)));
      } catch (error) {
        // A widget whose search function fails has no search; its configuration is kept.
        console.error(`Plug-in ${plugin}: the search of ${type} failed`, error);
      }
      known.set(config, requested);
      return requested;
    });
  } catch (error) {
    refused.push(String(error));
    console.warn(`Plug-in ${plugin}:`, error);
  }
}
