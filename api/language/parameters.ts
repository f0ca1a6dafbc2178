/** Finds and replaces `$name$` parameters in queries (contract search Q5). */
import type { Span } from './ast.js';
import { escapeTerm, quote } from './escape.js';

export interface ParameterUse extends Span {
  readonly name: string;
  /** True if the parameter is within quotes. */
  readonly quoted: boolean;
}

/** Returns all parameters in the order of the text. An escaped `\$` starts none, and regular expressions contain none. */
export function findParameters(text: string): ParameterUse[] {
  const uses: ParameterUse[] = [];
  const token = /\\[\s\S]|"|\/(?:[^/\\]|\\[\s\S])*\/|\$([a-zA-Z_]\w*)\$/g;
  let quoted = false;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '"') quoted = !quoted;
    else if (quoted && match[0].startsWith('/')) token.lastIndex = match.index + 1;
    else if (match[1] !== undefined) {
      uses.push({ name: match[1], quoted, from: match.index, to: match.index + match[0].length });
    }
  }
  return uses;
}

/** Replaces the parameters that have a value; others stay. */
export function bindParameters(text: string, values: ReadonlyMap<string, string>): string {
  let bound = '';
  let end = 0;
  for (const use of findParameters(text)) {
    const value = values.get(use.name);
    if (value === undefined) continue;
    bound += text.slice(end, use.from) + (use.quoted ? quote(value).slice(1, -1) : escapeTerm(value));
    end = use.to;
  }
  return bound + text.slice(end);
}
