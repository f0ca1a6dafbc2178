/**
 * Evaluates version constraints of content packs in npm's range syntax (https://github.com/npm/node-semver#ranges).
 * Build suffixes (`+d970230`) and pre-release suffixes (`-rc.1`) are ignored.
 */
type Version = readonly [major: number, minor: number, patch: number];

/** Version of the API of this server, with which the constraints of packs are compared. */
export const comparedVersion = '5.1.8';

interface Partial {
  readonly version: Version;
  /** Number of the version's three parts that are present. */
  readonly given: number;
}

function partialOf(text: string): Partial | undefined {
  const plain = text
    .trim()
    .replace(/^[v=\s]+/, '')
    .replace(/[-+].*$/, '');
  if (!/^(\d{1,9}|[xX*])(\.(\d{1,9}|[xX*])){0,2}$/.test(plain)) return undefined;
  const parts = plain.split('.');
  const wild = parts.findIndex((part) => /[xX*]/.test(part));
  const given = wild === -1 ? parts.length : wild;
  const at = (index: number): number => (index < given ? Number(parts[index]) : 0);
  return { version: [at(0), at(1), at(2)], given };
}

function compared(a: Version, b: Version): number {
  for (const at of [0, 1, 2] as const) if (a[at] !== b[at]) return a[at] - b[at];
  return 0;
}

/** Returns the first version after all versions that begin with the first `given` numbers. */
function after([major, minor, patch]: Version, given: number): Version {
  if (given <= 0) return [Infinity, 0, 0];
  if (given === 1) return [major + 1, 0, 0];
  return given === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function fits(version: Version, operator: string, { version: bound, given }: Partial): boolean {
  const order = compared(version, bound);
  const isBeforeEnd = (count: number): boolean => compared(version, after(bound, count)) < 0;
  switch (operator) {
    case '>':
      return !isBeforeEnd(given);
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return isBeforeEnd(given);
    case '~':
      return order >= 0 && isBeforeEnd(Math.min(given, 2));
    case '^':
      // A caret range extends up to a change of the first number that is not zero.
      return order >= 0 && isBeforeEnd(Math.min(given, bound[0] > 0 ? 1 : bound[1] > 0 ? 2 : 3));
    default:
      return order >= 0 && isBeforeEnd(given);
  }
}

/** Tells whether a version is within a range; a malformed range matches nothing. */
export function isWithin(version: string, range: string): boolean {
  const given = partialOf(version)?.version;
  if (!given || range.length > 1000) return false;
  return range.split('||').some((alternative) => {
    const joined = alternative.replace(/([<>=~^])\s+/g, '$1').replace(/(\S+)\s+-\s+(\S+)/g, '>=$1 <=$2');
    const comparators = joined.split(/[\s,]+/).filter((part) => part !== '');
    return comparators.every((comparator) => {
      const [, operator = '', text = ''] = /^(>=|<=|>|<|=|~|\^)?(.*)$/.exec(comparator) ?? [];
      const bound = partialOf(text);
      return bound !== undefined && fits(given, operator, bound);
    });
  });
}
