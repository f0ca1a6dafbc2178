/** Names of lookup tables in the text of pipeline rules: the first argument of lookup functions, or the one named `lookup_table`. */

/** A string literal of the rule language: double quotes, back-slash escapes. */
const literal = String.raw`"((?:[^"\\\n]|\\.)*)"`;
const positional = new RegExp(String.raw`(\blookup\w*\s*\(\s*)${literal}`, 'g');
const named = new RegExp(String.raw`(\blookup_table\s*:\s*)${literal}`, 'g');
/** Comments and other literals are passed over. */
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');
const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');

/** Returns a function that tells whether an offset lies in a comment, where references stay unchanged. */
function comments(source: string): (at: number) => boolean {
  const spans = Array.from(source.matchAll(comment), ({ index, 0: text }) => [index, index + text.length] as const);
  return (at) => spans.some(([from, to]) => at >= from && at < to);
}

export function usesTable(source: string, table: string): boolean {
  const isComment = comments(source);
  return [positional, named].some((pattern) =>
    [...source.matchAll(pattern)].some(({ index, 2: text = '' }) => unescaped(text) === table && !isComment(index)),
  );
}

/** Returns the rule source with a lookup table renamed. */
export function withTable(source: string, from: string, to: string): string {
  let changed = source;
  for (const pattern of [positional, named]) {
    const isComment = comments(changed);
    changed = changed.replace(pattern, (whole, lead: string, text: string, index: number) =>
      unescaped(text) === from && !isComment(index) ? `${lead}"${escaped(to)}"` : whole,
    );
  }
  return changed;
}
