/** Assigns each name an index in a palette. A set of names always gets the same indices. */

/**
 * Step between indices that are tried; it is coprime to the length of every palette, so that every index is visited.
 */
const step = 7;

/**
 * Returns an index from 0 to `size` - 1 for each name: the index derived from its letters, or a free index if that is
 * taken. The result depends only on the set of names, not on their order. With more names than indices, the indices are
 * shared evenly.
 *
 * @param homeOf preferred index of a name
 */
export function colorPlaces(
  names: Iterable<string>,
  size: number,
  homeOf: (name: string) => number = hashOf,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const used = new Array<number>(size).fill(0);
  const take = (name: string, place: number): void => {
    places.set(name, place);
    used[place] = (used[place] ?? 0) + 1;
  };
  // Names whose preferred index is free get it first, so that an additional name changes few other names.
  const away = [...new Set(names)].sort().filter((name) => {
    const home = homeOf(name) % size;
    if (used[home] !== 0) return true;
    take(name, home);
    return false;
  });
  for (const name of away) {
    const least = Math.min(...used);
    let place = homeOf(name) % size;
    while (used[place] !== least) place = (place + step) % size;
    take(name, place);
  }
  return places;
}

/** Returns the FNV-1a hash of a name with additional bit mixing, because short names differ in only a few bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
