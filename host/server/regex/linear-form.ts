/** Regular expressions as other servers take them, in the form that a linear engine takes. */

const forms = /\\Q.*?(?:\\E|$)|\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\?>|([*+?]|\{\d+(?:,\d*)?\})\+/gs;

/**
 * Removes constructs that only forbid backtracking: an atomic group becomes a plain one, a possessive count a greedy one. Everything that
 * matched still matches; some further texts match. `\h` is written out.
 */
export function linearForm(pattern: string): string {
  return pattern.replace(forms, (part, count?: string) => {
    if (part === '(?>') return '(?:';
    if (part === '\\h') return '[ \\t]';
    if (part.startsWith('[')) return part.replace(/\\./gs, (escape) => (escape === '\\h' ? ' \\t' : escape));
    return count ?? part;
  });
}
