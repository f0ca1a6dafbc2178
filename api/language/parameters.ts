/** `$name$` parameters in a query (contract search Q5). */
import type { Span } from './ast.js';
import { escapeTerm, quote } from './escape.js';

export interface ParameterUse extends Span {
  readonly name: string;
  /** True if it is within quotes. */
  readonly quoted: boolean;
}

/** Returns every parameter in text order; an escaped `\$` starts none. Regular expressions contain none. */
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

/** Replaces parameters that have values; others stay unchanged. */
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
