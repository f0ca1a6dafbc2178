/** Finds which of many texts occur in another text, in one pass (Aho–Corasick). */

/** Shorter texts are not worth looking for: they occur nearly everywhere. */
export const shortestLiteral = 3;

interface Literal {
  readonly text: string;
  /** Offset in the needle of the three letters by which it is found. */
  readonly offset: number;
  readonly owners: number[];
}

const semaphore = 1 << 16;
const slotOf = (a: number, b: number, c: number): number => (a ^ (b << 5) ^ (c << 10)) & (semaphore - 1);

export class Prefilter {
  readonly #byText = new Map<string, Literal>();
  /** Needles by three of their letters. */
  readonly #bySlot = new Map<number, Literal[]>();
  readonly #used = new Uint8Array(semaphore);

  /** @param text at least `shortestNeedle` long */
  add(text: string, owner: number): void {
    const known = this.#byText.get(text);
    if (known) {
      known.owners.push(owner);
      return;
    }
    // Needles often begin alike, so each takes the three letters that it shares with the fewest.
    let best: { offset: number; slot: number; others: number } | undefined;
    for (let offset = 0; offset + shortestLiteral <= text.length && best?.others !== 0; offset += 1) {
      const slot = slotOf(text.charCodeAt(offset), text.charCodeAt(offset + 1), text.charCodeAt(offset + 2));
      const others = this.#bySlot.get(slot)?.length ?? 0;
      if (!best || others < best.others) best = { offset, slot, others };
    }
    if (!best) throw new RangeError(`A needle has at least ${shortestLiteral} letters`);
    const literal = { text, offset: best.offset, owners: [owner] };
    this.#byText.set(text, literal);
    this.#used[best.slot] = 1;
    const sharing = this.#bySlot.get(best.slot);
    if (sharing) sharing.push(literal);
    else this.#bySlot.set(best.slot, [literal]);
  }

  /** Calls back with every owner of a needle that the text has; with some more than once. */
  find(text: string, found: (owner: number) => void): void {
    let a = 0;
    let b = 0;
    for (let at = 0; at < text.length; at += 1) {
      const c = text.charCodeAt(at);
      const slot = slotOf(a, b, c);
      if (this.#used[slot] === 1) {
        for (const literal of this.#bySlot.get(slot) ?? []) {
          const begin = at - 2 - literal.offset;
          if (begin >= 0 && text.startsWith(literal.text, begin)) for (const owner of literal.owners) found(owner);
        }
      }
      a = b;
      b = c;
    }
  }
}
