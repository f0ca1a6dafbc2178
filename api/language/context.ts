/** Finds the context of a position in an unfinished query, for completions. */
import { unescape } from './escape.js';

export interface QueryContext {
  /**
   * Kind of the position. `field`: start of a clause, where a field name, a word or NOT is valid. `value`: after
   * `field:`. `operator`: after a finished clause and a blank. `none`: inside a range or regular expression.
   */
  readonly kind: 'field' | 'value' | 'operator' | 'none';
  /** Field of a value, also inside `field:(…)`. */
  readonly field?: string;
  /** Text typed before the position, unescaped. */
  readonly prefix: string;
  /** Start of the text that a completion replaces; inside quotes, the text without them. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
  /** True if a clause ends before the position, so that AND and OR are valid too. */
  readonly afterClause: boolean;
}

const blank = /[ \t\n\r\u3000]/;
const wordEnd = /[ \t\n\r\u3000!():^[\]"{}~/]/;
const operators = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/** Returns the offset after the token, which `isEnd` ends; a backslash escapes the next character. */
function scan(text: string, from: number, isEnd: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && !isEnd(text.charAt(at))) at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** @param position offset of the cursor, 0 to the length of the text */
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
