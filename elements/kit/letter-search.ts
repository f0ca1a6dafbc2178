/**
 * Finds the entry of a menu that the user types (ARIA practices, "type-ahead"): letters that follow each other quickly
 * form the beginning of its name, and one letter typed repeatedly goes through the entries that begin with it.
 */

/** Milliseconds after the last letter until the next letter begins a new name. */
const nameEndsMs = 500;

/**
 * Finds an entry after a key.
 * @param key `key` of the keyboard event
 * @param names names of the entries, in their order
 * @param current index of the entry that has the focus; -1 for none
 * @param now time of the event in milliseconds
 * @returns whether the key belongs to the name, and the index of the found entry, which is -1 if no name begins with
 *   the letters
 */
export type LetterSearch = (
  key: string,
  names: readonly string[],
  current: number,
  now: number,
) => { readonly taken: boolean; readonly found: number };

export function letterSearch(): LetterSearch {
  let typed = '';
  let last = -Infinity;
  return (key, names, current, now) => {
    if (now - last >= nameEndsMs) typed = '';
    const longer = typed + key.toLocaleLowerCase();
    const begins = (name: string | undefined, start: string) => name?.trim().toLocaleLowerCase().startsWith(start);
    // Space selects an entry, unless it continues a name.
    if ([...key].length !== 1 || (key === ' ' && (typed === '' || !names.some((name) => begins(name, longer))))) {
      // Shift is pressed for a capital letter of the same name; any other key ends the name.
      if (key !== 'Shift') typed = '';
      return { taken: false, found: -1 };
    }
    typed = longer;
    last = now;
    const [first = ''] = typed;
    const isRepeated = [...typed].every((letter) => letter === first);
    const wanted = isRepeated ? first : typed;
    // The first letter leaves the present entry; further letters of the same name may still mean it.
    const from = current + (wanted.length === 1 ? 1 : 0);
    const order = names.map((_name, index) => (Math.max(from, 0) + index) % names.length);
    const found = order.find((index) => begins(names[index], wanted));
    return { taken: true, found: found ?? -1 };
  };
}
