/**
 * Tells which methods a path accepts. Where several paths match, the path with the most literal text applies, whatever
 * its methods are (Jakarta RESTful Web Services 3.1 §3.7.2): `DELETE /users/paginated` does not delete a user of that
 * name. Exception: a freely chosen name (`{name}`) may equal a literal, so a literal that accepts only other methods
 * does not take precedence there.
 */
import type { Served } from './registry.js';

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Parameter whose values users choose freely, for instance the name of a copied configuration. */
const freeName = '{name}';

/** Returns a path without the names of its parameters, which differ between methods of the same path. */
const shapeOf = (segments: readonly string[]): string =>
  segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/');

interface KnownPath {
  readonly segments: readonly string[];
  readonly literals: number;
  readonly methods: Set<string>;
}

/** Returns the known paths; paths with the most literal text come first. */
function knownPaths(all: readonly Pick<Served, 'endpoint'>[]): readonly KnownPath[] {
  const known = new Map<string, KnownPath>();
  for (const { endpoint } of all) {
    const segments = endpoint.path.split('/');
    const shape = shapeOf(segments);
    const path = known.get(shape) ?? {
      segments,
      literals: segments.filter((segment) => !isParameter(segment)).join('').length,
      methods: new Set(),
    };
    path.methods.add(endpoint.method);
    known.set(shape, path);
  }
  return [...known.values()].sort((a, b) => b.literals - a.literals);
}

const matches = (path: KnownPath, requested: readonly string[]): boolean =>
  path.segments.length === requested.length &&
  path.segments.every((segment, at) => segment === requested[at] || (isParameter(segment) && requested[at] !== ''));

/**
 * Tells whether a wider path, which has more parameters, matches everything that a path matches. A literal at the
 * position of a freely chosen name does not make a path narrower, because the name may equal the literal.
 */
const isWithin = (path: KnownPath, wider: readonly string[]): boolean =>
  path.segments.length === wider.length &&
  path.segments.every((segment, at) => {
    const other = wider[at] ?? '';
    return segment === other || (isParameter(other) && (isParameter(segment) || other !== freeName));
  }) &&
  shapeOf(path.segments) !== shapeOf(wider);

export interface Methods {
  /** Returns the methods of an address; none if no path matches it. */
  of(url: string): readonly string[];
  /**
   * Prepares the check of one route.
   * @returns a function that checks an address. It returns undefined if the route applies. Otherwise a narrower path,
   * which lacks the method of the route, matches the address, and the function returns the methods of that path
   */
  narrower(method: string, path: string): (url: string) => readonly string[] | undefined;
}

/**
 * Collects the methods of every path of the API.
 * @param prefix start of every address, without a trailing slash: `/api`
 */
export function methodsByPath(all: readonly Pick<Served, 'endpoint'>[], prefix: string): Methods {
  const known = knownPaths(all);
  const requestedPath = (url: string): readonly string[] => (url.split('?')[0] ?? '').slice(prefix.length).split('/');
  const sorted = (path: KnownPath | undefined): readonly string[] => [...(path?.methods ?? [])].sort();
  return {
    of(url) {
      const requested = requestedPath(url);
      return sorted(known.find((path) => matches(path, requested)));
    },
    narrower(method, path) {
      // The paths are compared at the first request, because comparing all of them with each other would prolong the
      // start.
      let candidates: readonly KnownPath[] | undefined;
      return (url) => {
        const wider = path.split('/');
        candidates ??= known.filter((other) => isWithin(other, wider) && !other.methods.has(method));
        if (candidates.length === 0) return undefined;
        const requested = requestedPath(url);
        const meant = candidates.find((other) => matches(other, requested));
        return meant && sorted(meant);
      };
    },
  };
}
