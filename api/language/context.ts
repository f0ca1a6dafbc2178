/** Determines the kinds of text that can follow at a position in an unfinished query, for completions. */
import { unescape } from './escape.js';

export interface QueryContext {
  /**
   * Names the kind of text that is valid at the position. `field`: the start of a clause, that is a field name, a word
   * or NOT. `value`: a value, after `field:`. `operator`: an operator, after a finished clause and whitespace. `none`:
   * there is nothing to complete, for example inside a range or a regular expression.
   */
  readonly kind: 'field' | 'value' | 'operator' | 'none';
  /** Name of the field whose value is at the position, also within `field:(…)`. */
  readonly field?: string;
  /** Unescaped text that the user has typed directly before the position. */
  readonly prefix: string;
  /**
   * Start of the text that a completion replaces; `to` is the end of this text. If the text is in quotes, both are
   * inside the quotes.
   */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
  /** True if a finished clause is before the position, so that AND and OR are valid as well. */
  readonly afterClause: boolean;
}

const blank = /[ \t\n\r\u3000]/;
const wordEnd = /[ \t\n\r\u3000!():^[\]"{}~/]/;
const operators = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/**
 * Returns the offset of the first character, from `from` on, for which `isEnd` is true; the length of the text if there
 * is none. The character after a backslash is skipped.
 */
function scan(text: string, from: number, isEnd: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && !isEnd(text.charAt(at))) at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** Returns the context at a position. @param position offset of the caret, from 0 to the length of the text */
export function contextAt(text: string, position: number): QueryContext {
  const groups: (string | undefined)[] = [];
  let groupField: string | undefined;
  let field: string | undefined;
  let afterClause = false;
  const found = (
    kind: QueryContext['kind'],
    from: number,
    to: number,
    extra: { quoted?: boolean; field?: string | undefined } = {},
  ): QueryContext => ({
    kind,
    prefix: unescape(text.slice(from, position)),
    from,
    to,
    quoted: extra.quoted ?? false,
    afterClause,
    ...(extra.field !== undefined && { field: extra.field }),
  });
  const endClause = (): void => {
    field = undefined;
    afterClause = true;
  };
  let at = 0;
  while (at < position) {
    const character = text.charAt(at);
    if (blank.test(character)) at += 1;
    else if (character === '"') {
      const end = scan(text, at + 1, (next) => next === '"');
      const owner = field ?? groupField;
      if (position <= end) return found(owner ? 'value' : 'none', at + 1, end, { quoted: true, field: owner });
      endClause();
      at = end + 1;
    } else if (character === '/' || character === '[' || character === '{') {
      const end = scan(text, at + 1, (next) => (character === '/' ? next === '/' : next === ']' || next === '}'));
      if (position <= end) return found('none', position, position);
      endClause();
      at = end + 1;
    } else if (character === '(') {
      groups.push(groupField);
      groupField = field ?? groupField;
      field = undefined;
      afterClause = false;
      at += 1;
    } else if (character === ')') {
      groupField = groups.pop();
      endClause();
      at += 1;
    } else if (character === '^' || character === '~') {
      at = scan(text, at + 1, (next) => !/[0-9.]/.test(next));
      if (position <= at) return found('none', position, position);
    } else if (/[!:]/.test(character) || (/[+-]/.test(character) && !field)) {
      afterClause = false;
      at += 1;
    } else {
      const end = scan(text, at, (next) => wordEnd.test(next));
      const owner = field ?? groupField;
      const word = text.slice(at, end);
      const colon = scan(text, end, (next) => !blank.test(next));
      if (text.charAt(colon) === ':' && !field) {
        if (position <= end) return found('field', at, end);
        field = unescape(word);
        at = colon + 1;
      } else if (position <= end) {
        return owner ? found('value', at, end, { field: owner }) : found('field', at, end);
      } else if (operators.has(word) && !field) {
        afterClause = false;
        at = end;
      } else {
        endClause();
        at = Math.max(end, at + 1);
      }
    }
  }
  const owner = field ?? (afterClause ? undefined : groupField);
  if (owner !== undefined) return found('value', position, position, { field: owner });
  const touches = position > 0 && !blank.test(text.charAt(position - 1));
  if (!afterClause) return found('field', position, position);
  return found(touches ? 'none' : 'operator', position, position);
}
