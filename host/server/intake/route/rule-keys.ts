/** Finds conditions that a message must meet for a stream to accept it, without evaluating the stream's rules. */
import type { StreamRule } from '../../../../api/contract/streams.schema.js';
import { shortestLiteral } from './prefilter.js';
import { asDouble } from './stream-rules.js';
import type { StreamDocument } from './streams.js';

export type RuleKey =
  /** The field has exactly this text, apart from whitespace at its beginning and end. */
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  /** Id of the input that received the message, in lower case. */
  | { readonly kind: 'input'; readonly value: string }
  /** The field contains this text. */
  | { readonly kind: 'text'; readonly field: string; readonly text: string }
  /** The field has a number of at least, or at most, this limit. */
  | { readonly kind: 'least' | 'most'; readonly field: string; readonly limit: number }
  | { readonly kind: 'field'; readonly field: string };

/** `any`: no condition is known. `never`: no message matches. */
type Keyed = RuleKey | 'any' | 'never';

/** Fields that every message has, so that their presence is no condition. */
const always = new Set(['message', 'source', 'timestamp', 'gl2_source_input']);

function keyOf({ type, field, value, inverted }: StreamRule): Keyed {
  const name = field ?? '';
  const wanted = value ?? '';
  if (type === 7) return inverted ? 'never' : 'any';
  // A comparison accepts only messages that have the field, even if the rule is inverted. Inverted rules of the types
  // below accept messages that lack the field.
  if (type === 3 || type === 4) {
    const limit = asDouble(wanted);
    return limit === undefined ? 'never' : { kind: (type === 3) === inverted ? 'most' : 'least', field: name, limit };
  }
  if (inverted) return 'any';
  const present = always.has(name) ? 'any' : ({ kind: 'field', field: name } as const);
  switch (type) {
    case 1:
      return wanted === wanted.trim() ? { kind: 'value', field: name, value: wanted } : 'never';
    case 2:
    case 6: {
      const text = type === 6 ? wanted : literalOf(wanted);
      return text.length >= shortestLiteral ? { kind: 'text', field: name, text } : present;
    }
    case 5:
      return present;
    case 8:
      return { kind: 'input', value: wanted.toLowerCase() };
    default:
      return 'never';
  }
}

/** Returns the rank of a condition: conditions that fewer messages meet have lower ranks. */
function commonness(key: RuleKey | 'any'): number {
  if (key === 'any') return 5;
  return { value: 0, text: 1, input: 2, least: 3, most: 3, field: 4 }[key.kind];
}

/**
 * Returns conditions; every message that the stream accepts meets at least one of them. `any`: the rules have to be
 * evaluated for every message. An empty list: the stream accepts no message.
 */
export function keysOf({ rules, matching_type }: StreamDocument): readonly RuleKey[] | 'any' {
  const keys = rules.map(keyOf);
  if (matching_type === 'OR') {
    const possible = keys.filter((key) => key !== 'never');
    return possible.includes('any') ? 'any' : possible.filter((key) => key !== 'any');
  }
  if (keys.length === 0 || keys.includes('never')) return [];
  const [rarest] = keys.filter((key) => key !== 'never').sort((a, b) => commonness(a) - commonness(b));
  return rarest === undefined || rarest === 'any' ? 'any' : [rarest];
}

const token = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/** Returns the longest text found that every match of the regular expression contains; empty: none is found. */
export function literalOf(pattern: string): string {
  // Inline flags may change the meaning of letters, and escapes such as `\x41` or `\Q` have more than two characters.
  if (/\(\?[a-zA-Z-]*[a-zA-Z][):]|\\[^dDwWsSbBAztnrfv\W_]/.test(pattern)) return '';
  let longest = '';
  let text = '';
  let depth = 0;
  const end = (): void => {
    if (text.length > longest.length) longest = text;
    text = '';
  };
  for (const [sign] of pattern.matchAll(token)) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === '|' && depth === 0) return '';
    // An optional part need not occur in a match.
    if (/^(?:[?*]|\{\d)/.test(sign)) text = text.slice(0, -1);
    const letter = /^\\[\W_]$/.test(sign) ? sign.slice(1) : /^[\w \-/:=,;@%&"'<>!~#]$/.test(sign) ? sign : undefined;
    if (depth === 0 && letter !== undefined) text += letter;
    else end();
  }
  end();
  return longest;
}
