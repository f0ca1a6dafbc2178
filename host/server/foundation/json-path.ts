/**
 * A part of JSON paths that ends soon on every document: `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]` and `.*`. Filters, slices and
 * searching at any depth are refused.
 */

type Step =
  { readonly kind: 'name'; readonly name: string } | { readonly kind: 'index'; readonly index: number } | 'all';

export interface FoundByPath {
  /** Undefined: there is nothing at the path. Of a path with `*` the list of all that is. */
  (document: unknown): unknown;
}

const longestPath = 1_000;
const mostFound = 10_000;

/** At its beginning, one step: a name behind a dot, a star, or what is in brackets. */
const step =
  /^(?:\.(?:([^\s.[\]()'"*?@$,:]+)|(\*))|\[\s*(?:(-?\d{1,9})|(\*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\])/;

/** @throws RangeError that says what is wrong with the path */
function stepsOf(path: string): Step[] {
  const text = path.trim();
  if (text.length > longestPath) throw new RangeError(`A JSON path has at most ${longestPath} letters.`);
  if (!text.startsWith('$')) throw new RangeError(`The JSON path "${text}" does not begin with $.`);
  const steps: Step[] = [];
  for (let rest = text.slice(1); rest !== '';) {
    const found = step.exec(rest);
    if (!found) {
      throw new RangeError(
        `The JSON path cannot be read from "${rest.slice(0, 40)}" on. It is made of .name, ['name'], [0] and [*].`,
      );
    }
    const [whole, name, anyName, index, anyIndex, single, double] = found;
    const quoted = single ?? double;
    if (anyName !== undefined || anyIndex !== undefined) steps.push('all');
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) });
    else steps.push({ kind: 'name', name: quoted === undefined ? (name ?? '') : quoted.replace(/\\(.)/g, '$1') });
    rest = rest.slice(whole.length);
  }
  return steps;
}

function follow(value: unknown, next: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (next === 'all') return Array.isArray(value) ? value : Object.values(value);
  if (next.kind === 'name') {
    return !Array.isArray(value) && Object.hasOwn(value, next.name)
      ? [(value as Record<string, unknown>)[next.name]]
      : [];
  }
  if (!Array.isArray(value)) return [];
  const found: unknown = value.at(next.index);
  return found === undefined ? [] : [found];
}

/** @throws RangeError that says what is wrong with the path */
export function jsonPath(path: string): FoundByPath {
  const steps = stepsOf(path);
  const several = steps.includes('all');
  return (document) => {
    let values: unknown[] = [document];
    for (const next of steps) {
      const found: unknown[] = [];
      for (const value of values) {
        for (const one of follow(value, next)) if (found.length < mostFound) found.push(one);
      }
      values = found;
    }
    if (values.length === 0) return undefined;
    return several ? values : values[0];
  };
}
