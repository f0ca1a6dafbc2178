/** Assigns each name a place in a palette. Pure; the same names get the same places everywhere. */

/** Has no factor in common with the length of any palette, so that steps of it come by every place. */
const step = 7;

/**
 * A place from 0 to `size` - 1 for each name: the one that its own letters lead to, or a free one where another name stands
 * already. Only which names there are counts, neither their order nor what is measured. With more names than places, places
 * are shared as evenly as possible.
 * @param homeOf where a name belongs if it is free
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
  // Names whose preferred place is free always keep it, so that one more name changes few others.
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

/** FNV-1a, its bits mixed once more: short names differ in a few bits only. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
