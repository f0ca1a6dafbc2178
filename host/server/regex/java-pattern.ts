/** Regular expressions of rules: as Java reads them without a flag, so that the dot stops at line ends. */
import { BoundedPattern } from './bounded-pattern.js';

/** @param source as a rule has it, after its own escapes @throws PatternError that says what is not supported */
export function javaPattern(source: string): BoundedPattern {
  return new BoundedPattern(source, { dotAll: false });
}

/** Compiled expressions of texts that are no constants of a rule, the latest ones. */
const remembered = new Map<string, BoundedPattern>();
const mostRemembered = 500;

/** Like `javaPattern`, with a cache, for expressions that are only known when a rule runs. @throws PatternError */
export function rememberedJavaPattern(source: string): BoundedPattern {
  const found = remembered.get(source);
  if (found) return found;
  const made = javaPattern(source);
  if (remembered.size >= mostRemembered) {
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      break;
    }
  }
  remembered.set(source, made);
  return made;
}
