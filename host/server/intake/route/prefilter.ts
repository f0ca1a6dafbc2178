/** Finds which of many texts occur in another text, in one pass over its trigrams. */

/**
 * Least length of a text in the prefilter; shorter texts occur in many messages, so searching for them would exclude
 * few streams.
 */
export const shortestLiteral = 3;

interface Literal {
  readonly text: string;
  /** Offset of the indexed trigram within the text. */
  readonly offset: number;
  readonly owners: number[];
}

const slots = 1 << 16;
const slotOf = (a: number, b: number, c: number): number => (a ^ (b << 5) ^ (c << 10)) & (slots - 1);

export class Prefilter {
  readonly #byText = new Map<string, Literal>();
  /** Texts by the hash of their indexed trigram. */
  readonly #bySlot = new Map<number, Literal[]>();
  readonly #used = new Uint8Array(slots);

  /**
   * Adds a text to search for.
   * @param text at least `shortestLiteral` characters
   * @param owner number that `find` reports when the text occurs
   * @throws RangeError when the text is too short
   */
  add(text: string, owner: number): void {
    const known = this.#byText.get(text);
    if (known) {
      known.owners.push(owner);
      return;
    }
    // Many texts begin alike, so a text is indexed by its trigram that the fewest other texts use.
    let best: { offset: number; slot: number; others: number } | undefined;
    for (let offset = 0; offset + shortestLiteral <= text.length && best?.others !== 0; offset += 1) {
      const slot = slotOf(text.charCodeAt(offset), text.charCodeAt(offset + 1), text.charCodeAt(offset + 2));
      const others = this.#bySlot.get(slot)?.length ?? 0;
      if (!best || others < best.others) best = { offset, slot, others };
    }
    if (!best) throw new RangeError(`A text of the prefilter has at least ${shortestLiteral} characters`);
    const literal = { text, offset: best.offset, owners: [owner] };
    this.#byText.set(text, literal);
    this.#used[best.slot] = 1;
    const sharing = this.#bySlot.get(best.slot);
    if (sharing) sharing.push(literal);
    else this.#bySlot.set(best.slot, [literal]);
  }

  /** Calls `found` with the owner of every added text that occurs in `text`; an owner may be reported several times. */
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
