/** Assigns each name an index in a palette. Without earlier indices, a set of names always gets the same indices. */

/**
 * Returns the step between indices that are tried. It is coprime to the length of the palette, which a host page
 * chooses, so that every index is visited.
 */
const stepIn = (size: number): number => (size % 7 === 0 ? 1 : 7);

export interface PlaceOptions {
  /** Returns the preferred index of a name; default: a hash of the name. */
  readonly homeOf?: ((name: string) => number) | undefined;
  /** Earlier indices by name; a name keeps its earlier index unless more names than necessary would share it. */
  readonly kept?: ReadonlyMap<string, number> | undefined;
  /**
   * Number of indices at the start of the palette whose colours differ visibly. The other indices are used once these
   * are taken. Default: `size`.
   */
  readonly distinct?: number | undefined;
}

/**
 * Returns an index from 0 to `size` - 1 for each name. A name keeps its earlier index, unless more names than necessary
 * would share it. A name without an earlier index gets its preferred index (`homeOf`), or a free index if the preferred
 * one is taken. The result depends only on the set of names and on the earlier indices, not on the order of the names.
 * With more names than indices, the indices are shared evenly.
 */
export function colorPlaces(
  names: Iterable<string>,
  size: number,
  { homeOf = hashOf, kept, distinct = size }: PlaceOptions = {},
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const used = new Array<number>(size).fill(0);
  const take = (name: string, place: number): void => {
    places.set(name, place);
    used[place] = (used[place] ?? 0) + 1;
  };
  const sorted = [...new Set(names)].sort();
  const first = Math.min(distinct, size);
  const mostPerPlace = Math.ceil(sorted.length / size);
  const joining = sorted.filter((name) => {
    const place = kept?.get(name);
    if (place === undefined || place >= size || (used[place] ?? 0) >= mostPerPlace) return true;
    take(name, place);
    return false;
  });
  // Names whose preferred index is free get it first, so that an additional name changes few other names.
  const away = joining.filter((name) => {
    const home = homeOf(name) % first;
    if (used[home] !== 0) return true;
    take(name, home);
    return false;
  });
  for (const name of away) {
    const least = Math.min(...used);
    const among = used.indexOf(least) < first ? first : size;
    let place = homeOf(name) % first;
    while (used[place] !== least) place = (place + stepIn(among)) % among;
    take(name, place);
  }
  return places;
}

/**
 * Indices that a chart has given to names, by palette. A chart keeps this memory for as long as the chart is on the
 * page.
 */
export type PlaceMemory = Map<string, ReadonlyMap<string, number>>;

/**
 * Returns the indices that `colorPlaces` assigns if the indices in the memory are the earlier indices, and stores them
 * in the memory. A name that is no longer shown keeps its index until a shown name needs it, so the memory stays
 * bounded.
 *
 * @param palette name of the palette in the memory
 */
export function rememberedPlaces(
  memory: PlaceMemory,
  palette: string,
  names: readonly string[],
  size: number,
  options?: Omit<PlaceOptions, 'kept'>,
): ReadonlyMap<string, number> {
  const kept = memory.get(palette) ?? new Map<string, number>();
  const places = colorPlaces(names, size, { ...options, kept });
  const used = new Set(places.values());
  memory.set(palette, new Map([...[...kept].filter(([, place]) => !used.has(place)), ...places]));
  return places;
}

/** Returns the FNV-1a hash of a name with additional bit mixing, because short names differ in only a few bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
