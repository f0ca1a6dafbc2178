import { Parameter } from './grammar.gen.terms.js';

/**
 * The grammar calls this function for every term: returns the token of a parameter `$name$`, or -1 for a plain term
 * (contract search Q5).
 */
export function parameterName(value: string, _stack?: unknown): number {
  return /^\$[a-zA-Z_]\w*\$$/.test(value) ? Parameter : -1;
}
