/** Reads and converts the parts of a wildcard. */
import type { WildcardNode } from '../../../api/language/index.js';

/** Returns the text before a `*` at the end, or undefined if the wildcard has any other form. */
export function prefixOf({ parts }: Pick<WildcardNode, 'parts'>): string | undefined {
  const [first, second] = parts;
  return parts.length === 2 && typeof first === 'object' && second === 'any' ? first.text : undefined;
}

type Parts = Pick<WildcardNode, 'parts'>;

/** Returns the literal texts of a wildcard expression, without its `*` and `?`. */
export const textsOf = ({ parts }: Parts): string[] =>
  parts.flatMap((part) => (typeof part === 'object' ? part.text : []));

/** Returns the parts of a wildcard with their texts changed. */
export const withTexts = ({ parts }: Parts, change: (text: string) => string): WildcardNode['parts'] =>
  parts.map((part) => (typeof part === 'object' ? { text: change(part.text) } : part));

/** Returns the parts of a wildcard in lower case and NFC, as words are indexed. */
export const asWords = (wildcard: Parts): WildcardNode['parts'] =>
  withTexts(wildcard, (text) => text.toLowerCase().normalize('NFC'));

/** Maps each wildcard to its LIKE pattern, which is built once for all fields of a search. */
const likePatterns = new WeakMap<WildcardNode, string>();

/** Returns the LIKE pattern of a wildcard, with `\` as the escape character. */
export function likePattern(node: WildcardNode): string {
  const known = likePatterns.get(node);
  if (known !== undefined) return known;
  const pattern = node.parts
    .map((part) => (part === 'any' ? '%' : part === 'one' ? '_' : part.text.replace(/[%_\\]/g, '\\$&')))
    .join('');
  likePatterns.set(node, pattern);
  return pattern;
}
