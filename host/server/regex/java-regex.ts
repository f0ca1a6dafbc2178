/**
 * Regular expressions of rules, which are interpreted as in Java without flags, so that the dot does not match line
 * ends.
 */
import { BoundedRegex } from './bounded-regex.js';

/** Compiles a regular expression. @throws RegexError when it is invalid, too large or has an unsupported feature */
export function javaRegex(source: string): BoundedRegex {
  return new BoundedRegex(source, { dotAll: false });
}

/** Cache of the most recently compiled expressions, by source. */
const remembered = new Map<string, BoundedRegex>();
const mostRemembered = 500;

/**
 * Compiles a regular expression, or returns it from a cache, for expressions that are known only when a rule runs.
 * @throws RegexError when it is invalid, too large or has an unsupported feature
 */
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
