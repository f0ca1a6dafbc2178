/** Explains the syntax error of a rule or pipeline at the token where the parser stopped. */
import type { SyntaxProblem } from './ast.js';
import { reservedWords } from './keywords.js';

const token =
  /\s*(?:\/\/[^\n]*\s*|\/\*[\s\S]*?\*\/\s*)*("(?:[^"\\]|\\[\s\S])*"?|`[^`]*`?|\$?\w+|[<>=!]=|&&|\|\||[\s\S])?/y;

/** Returns the first token that starts at or after an offset; comments are skipped. */
function tokenAt(text: string, offset: number): { readonly from: number; readonly to: number; readonly token: string } {
  token.lastIndex = offset;
  const found = token.exec(text)?.[1] ?? '';
  const to = token.lastIndex === 0 ? text.length : token.lastIndex;
  return { from: to - found.length, to, token: found };
}

/** Returns the last token that ends before an offset. */
function tokenBefore(text: string, offset: number): string {
  let last = '';
  for (let at = 0; at < offset;) {
    const next = tokenAt(text, at);
    if (next.token === '' || next.to > offset || next.to <= at) break;
    last = next.token;
    at = next.to;
  }
  return last;
}

const isWord = (text: string): boolean => /^\w+$/.test(text);

/** Returns the syntax error at an offset. @param kind kind of source that the text must contain */
export function explain(text: string, offset: number, kind: 'rule' | 'pipeline'): SyntaxProblem {
  const { from, to, token: found } = tokenAt(text, offset);
  const at = { from, to };
  const before = tokenBefore(text, from);
  if (found === '') return { ...at, reason: endOf(kind, text) };
  if (found === "'") return { ...at, reason: 'Put texts in double quotes: "text".' };
  if (found.startsWith('"') && (found.length === 1 || !found.endsWith('"')))
    return { ...at, reason: 'The closing double quote of this text is missing.' };
  if (found.startsWith('`') && (found.length === 1 || !found.endsWith('`')))
    return { ...at, reason: 'The closing back-tick of this name is missing.' };
  const word = found.toLowerCase();
  // The parser stops in chains of thousands of left-associative operators, although each operator is valid.
  if (/^(?:and|or|&&|\|\||[-+*/%])$/i.test(before) && /^[\w"(]/.test(found) && !reservedWords.includes(word))
    return { ...at, reason: 'This expression has too many operators: split it by let, or test a list instead.' };
  if (kind === 'rule' && before === ')' && (word === 'end' || (isWord(found) && !/^(?:and|or|then)$/.test(word))))
    return { ...at, reason: `A semicolon is missing before ${quoted(found)}.` };
  if (reservedWords.includes(word) && (before === '.' || before.toLowerCase() === 'let' || /^[({,]$/.test(before)))
    return { ...at, reason: `${quoted(found)} is a reserved word: write it in back-ticks where it is a name.` };
  if (found === '=') return { ...at, reason: 'One equals sign only assigns after let: write == to compare.' };
  if (kind === 'pipeline' && before.toLowerCase() === 'end')
    return { ...at, reason: 'Nothing may follow the end of a pipeline.' };
  return { ...at, reason: `${quoted(found)} is not expected here${before === '' ? '' : `, after ${quoted(before)}`}.` };
}

const endOf = (kind: 'rule' | 'pipeline', text: string): string =>
  text.trim() === '' ? `The ${kind} is empty.` : `The ${kind} is not complete: the text ends too early, without "end".`;

const quoted = (text: string): string => (text.startsWith('"') ? shortened(text) : `"${shortened(text)}"`);

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
