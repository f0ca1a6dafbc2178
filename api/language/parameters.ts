/** Finds `$name$` parameters in queries (contract search Q5). */
import type { Span } from './ast.js';

export interface ParameterUse extends Span {
  readonly name: string;
  /** True if the parameter is within quotes. */
  readonly quoted: boolean;
}

/**
 * Returns all parameters in the order of the text. An escaped `\$` starts none, and regular expressions contain none.
 */
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
