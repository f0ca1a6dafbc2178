/** Explains why the grammar does not accept a query at an offset. */
import type { Span } from './ast.js';
import { texts } from './texts.js';

export interface Explanation extends Span {
  readonly message: string;
  /** Additional explanation; present only if the API contract prescribes the text of `message`. */
  readonly hint?: string;
}

const blank = /[ \t\n\r\u3000]/;
const operators = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/** Returns the place of the word that starts at an offset, which the console underlines. */
function wordAt(text: string, from: number): Span {
  let to = from + 1;
  while (to < text.length && !blank.test(text.charAt(to)) && !/[():"[\]{}^~]/.test(text.charAt(to))) to += 1;
  return { from, to: Math.min(to, text.length) };
}

function openParenthesis(text: string): Span | null {
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') {
      at += 1;
      while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
    } else if (character === '(') open.push(at);
    else if (character === ')') open.pop();
  }
  const last = open.pop();
  return last === undefined ? null : { from: last, to: last + 1 };
}

/**
 * Returns the part of a text after the last character that matches `stop`. The function uses a loop, because a regular
 * expression would try every position of a long text.
 */
function tail(text: string, stop: RegExp): string {
  let from = text.length;
  while (from > 0 && !stop.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}

const lastWordOf = (text: string): string => tail(text, /\s/);

/**
 * Tells whether the bracket of a range is still open at the end of a text.
 * @param closers matches the characters that close a range; brackets before the last of them do not count
 */
const isInRange = (text: string, closers: RegExp): boolean => /[[{]/.test(tail(text, closers));

function atEnd(text: string): Explanation {
  const trimmed = text.trimEnd();
  const lastWord = tail(trimmed, /[\s()]/);
  const open = openParenthesis(text);
  const hint = operators.has(lastWord)
    ? texts.operatorWithoutRight(lastWord)
    : isInRange(trimmed, /[\]}]/)
      ? texts.range
      : open
        ? texts.openParenthesis
        : undefined;
  return { from: 0, to: text.length, message: texts.incomplete, ...(hint !== undefined && { hint }) };
}

/**
 * Explains the syntax error of a query.
 * @param at offset of the first character that the grammar does not accept; the length of the text if it is incomplete
 */
export function explain(text: string, at: number): Explanation {
  if (at >= text.length || text.slice(at).trim() === '') return atEnd(text);
  const span = wordAt(text, at);
  const word = text.slice(span.from, span.to);
  const before = text.slice(0, at).trimEnd();
  const inRange = isInRange(before, /[\]}"]/);
  const say = (message: string, to = span.to): Explanation => ({ from: at, to, message });
  switch (text.charAt(at)) {
    case '"':
      return say(texts.openQuote, text.length);
    case '/':
      return say(texts.openRegexp, text.length);
    case '\\':
      if (at === text.length - 1) return say(texts.escape);
      break;
    case ')':
      if (before.endsWith('(')) return say(texts.emptyParentheses);
      if (operators.has(lastWordOf(before))) return say(texts.operatorWithoutRight(lastWordOf(before)));
      return openParenthesis(text.slice(0, at)) ? say(texts.unexpected(')')) : say(texts.strayParenthesis);
    case ':':
      return say(before === '' || /[\s(]$/.test(text.slice(0, at)) ? texts.strayColon : texts.secondColon);
    case '+':
    case '-':
      if (before.endsWith(':')) return say(texts.signedValue(text.charAt(at)));
      break;
    case '^':
      return say(texts.boost);
    case '~':
      return say(texts.strayTilde);
    case ']':
    case '}':
      return say(inRange ? texts.range : texts.strayBracket(text.charAt(at)));
  }
  if (inRange) return say(texts.range);
  if (operators.has(word)) return say(texts.operatorWithoutLeft(word));
  return say(texts.unexpected(JSON.stringify(word)));
}
