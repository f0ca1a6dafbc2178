/** Regular expressions of rules: as Java reads them without a flag, so that the dot stops at line ends. */
import { BoundedRegex } from './bounded-regex.js';

/** @param source as a rule has it, after its own escapes @throws RegexError that says what is not supported */
export function javaRegex(source: string): BoundedRegex {
  return new BoundedRegex(source, { dotAll: false });
}

/** Compiled expressions of texts that are no constants of a rule, the latest ones. */
const remembered = new Map<string, BoundedRegex>();
const mostRemembered = 500;

/** Like `javaPattern`, with a cache, for expressions that are known only when a rule runs. @throws RegexError */
export function cachedJavaRegex(source: string): BoundedRegex {
  const found = remembered.get(source);
  if (found) return found;
  const made = javaRegex(source);
  if (remembered.size >= mostRemembered) {
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      break;
    }
  }
  remembered.set(source, made);
  return made;
}
