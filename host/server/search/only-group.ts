/** Finds and reduces the capturing groups of regular expressions in Java's syntax. */

interface Opening {
  readonly at: number;
  /** Name of a named group; undefined for a group that captures without a name. */
  readonly name: string | undefined;
  readonly length: number;
}

/** Returns the openings of all capturing groups; brackets in character classes and after a backslash open no group. */
function openingsIn(source: string): readonly Opening[] {
  const found: Opening[] = [];
  const token = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?|\]|\((?:\?(?:P?<([A-Za-z]\w*)>)?)?/g;
  let depth = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [text, name] = match;
    if (text.startsWith('[')) depth += 1;
    else if (text === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (text === '(' || name !== undefined))
      found.push({ at: match.index, name, length: text.length });
  }
  return found;
}

/** Returns the names of the named groups in their order. */
export const groupNames = (source: string): readonly string[] => openingsIn(source).flatMap(({ name }) => name ?? []);

/**
 * Returns the expression with only one capturing group, because the database can return only the first nine groups of
 * an expression.
 * @param name name of the group; undefined: the first group
 * @returns undefined if there is no such group
 */
export function onlyGroup(source: string, name: string | undefined): string | undefined {
  const openings = openingsIn(source);
  const kept = name === undefined ? openings[0] : openings.find((one) => one.name === name);
  if (!kept) return undefined;
  let text = '';
  let end = 0;
  for (const opening of openings) {
    text += source.slice(end, opening.at) + (opening === kept ? '(' : '(?:');
    end = opening.at + opening.length;
  }
  return text + source.slice(end);
}
