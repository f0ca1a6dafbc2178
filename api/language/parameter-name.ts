import { Parameter } from './grammar.gen.terms.js';

/** Tokenizer hook: a whole term of the form `$name$` is a parameter (contract search Q5); -1 leaves it a term. */
export function parameterName(value: string, _stack?: unknown): number {
  return /^\$[a-zA-Z_]\w*\$$/.test(value) ? Parameter : -1;
}
