/** Replaces `$name$` parameters in queries by their values (contract search Q5). */
import { escapeTerm, quote } from './escape.js';
import { isEverything, isTexts, type ParameterValue } from './parameter-values.js';
import { findParameters, type ParameterUse } from './parameters.js';

/**
 * Replaces the parameters that have a value; others stay. A list becomes alternatives, a range becomes a range of the
 * query language, and "All" removes the field, so that `source:$host$` becomes `*`.
 */
export function bindParameters(text: string, values: ReadonlyMap<string, ParameterValue>): string {
  const expanded = expandedLists(text, values);
  let bound = '';
  let end = 0;
  for (const use of findParameters(expanded)) {
    const value = values.get(use.name);
    if (value === undefined) continue;
    const word = typeof value === 'string' ? value : plainText(value);
    bound += expanded.slice(end, use.from) + (use.quoted ? quote(word).slice(1, -1) : escapeTerm(word));
    end = use.to;
  }
  return bound + expanded.slice(end);
}

/** Returns a list or range as a text, for places where the query language allows no alternatives. */
function plainText(value: Exclude<ParameterValue, string>): string {
  return isTexts(value) ? value.join(' ') : `${value.from ?? ''}..${value.to ?? ''}`;
}

/** Matches the characters of a word before a parameter, such as `web-` in `source:web-$name$`. */
const wordBefore = /(?:\\[\s\S]|[^\s()[\]{}":\\])*$/;
/** Matches the characters of a word after a parameter; a boost or a fuzziness is not part of the word. */
const wordAfter = /^(?:\\[\s\S]|[^\s()[\]{}":^~\\])*/;
/** Matches a field with its colon at the end of a text. */
const fieldBefore = /(?:\\[\s\S]|[^\s()[\]{}":\\])+:$/;
/** Matches the operators that may stand directly before a field or a word. */
const operators = /^[+\-!]*/;

/** Replaces the terms that contain lists or ranges, from the last term to the first, so that positions stay valid. */
function expandedLists(text: string, values: ReadonlyMap<string, ParameterValue>): string {
  let expanded = text;
  let limit = text.length;
  for (const use of findParameters(text).reverse()) {
    const value = values.get(use.name);
    if (value === undefined || typeof value === 'string') continue;
    const term = termAround(expanded, use);
    // If a term contains several parameters with lists or ranges, only the last one becomes alternatives or a range;
    // `bindParameters` writes the others as plain text.
    if (term.to > limit) continue;
    if (isEverything(value)) {
      const field = fieldBefore.exec(expanded.slice(0, term.from))?.[0] ?? '';
      term.from -= field.length - (operators.exec(field)?.[0].length ?? 0);
    }
    expanded = expanded.slice(0, term.from) + termOf(expanded, term, use, value) + expanded.slice(term.to);
    limit = term.from;
  }
  return expanded;
}

/** Returns the whole word or the whole phrase, with its quotes, that contains a parameter. */
function termAround(text: string, use: ParameterUse): { from: number; to: number } {
  if (!use.quoted) {
    const before = wordBefore.exec(text.slice(0, use.from))?.[0] ?? '';
    const length = before.length - (operators.exec(before)?.[0].length ?? 0);
    return { from: use.from - length, to: use.to + (wordAfter.exec(text.slice(use.to))?.[0].length ?? 0) };
  }
  const token = /\\[\s\S]|"/g;
  let from = 0;
  let open = false;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] !== '"') continue;
    if (match.index >= use.to) return { from, to: match.index + 1 };
    open = !open;
    if (open) from = match.index;
  }
  return { from, to: text.length };
}

/** Returns the text that replaces a term, given the list or range that its parameter stands for. */
function termOf(
  text: string,
  term: { readonly from: number; readonly to: number },
  use: ParameterUse,
  value: Exclude<ParameterValue, string>,
): string {
  if (isEverything(value)) return '*';
  const quotes = use.quoted ? 1 : 0;
  const before = text.slice(term.from + quotes, use.from);
  const after = text.slice(use.to, term.to - quotes);
  if (!isTexts(value)) {
    const bound = (number: number | undefined): string => (number === undefined ? '*' : escapeTerm(String(number)));
    return before + after === '' ? `[${bound(value.from)} TO ${bound(value.to)}]` : text.slice(term.from, term.to);
  }
  const alternatives = value.map((one) =>
    before + after === ''
      ? escapeTerm(one, true)
      : use.quoted
        ? `"${before}${quote(one).slice(1, -1)}${after}"`
        : `${before}${escapeTerm(one)}${after}`,
  );
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' OR ')})`;
}
