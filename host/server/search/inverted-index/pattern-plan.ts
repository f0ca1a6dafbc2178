/** Compiles the regular expressions in a query to automata, each once for all fields. */
import type { LeafNode } from '../../../../api/language/index.js';
import { Automaton } from './automaton.js';
import { readRegex } from '../../regex/regex-parts.js';

export type PatternNode = Extract<LeafNode, { kind: 'regexp' }>;

/** Automata of a regular expression; null if only a scan can evaluate the expression. */
type Automata = Partial<Record<'exact' | 'caseless', Automaton | null>>;

const known = new WeakMap<PatternNode, Automata>();

/**
 * Returns the automaton of a regular expression. It is built once for each expression.
 * @param kind `caseless`: values are in lower case
 * @returns undefined when only a scan can evaluate the pattern; this includes patterns that match the empty text,
 * because they also match texts without words
 */
export function automatonOf(node: PatternNode, kind: 'exact' | 'caseless'): Automaton | undefined {
  const automata = known.get(node) ?? {};
  known.set(node, automata);
  const before = automata[kind];
  if (before !== undefined) return before ?? undefined;
  const expression = readRegex(node.pattern, kind === 'caseless');
  const made = expression && Automaton.of(expression);
  const automaton = made?.matchesNothing ? undefined : made;
  automata[kind] = automaton ?? null;
  return automaton;
}

const idLength = 26;
const idSigns = [...Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')];
const canBeId = new WeakMap<PatternNode, boolean>();

/** Tells whether any message id can match the expression. */
export function mayMatchId(node: PatternNode): boolean {
  const before = canBeId.get(node);
  if (before !== undefined) return before;
  const may = automatonOf(node, 'exact')?.canMatch(idSigns, idLength) ?? true;
  canBeId.set(node, may);
  return may;
}
