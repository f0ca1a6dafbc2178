/**
 * Computes the changes on the server that are necessary to store an edited list of decorators. The list belongs to a
 * stream, or to searches without a stream (screens/administration.md B "Decorators").
 */
import type { Decorator } from '../api/contract/searches.js';
import { sameWire } from './wire-equality.js';

export interface DecoratorDifference {
  /** New decorators without ids, because the server assigns ids. */
  readonly created: readonly Decorator[];
  readonly updated: readonly Decorator[];
  /** Ids of the decorators to delete. */
  readonly deleted: readonly string[];
}

/** Compares two lists. @param before stored decorators @param after edited list; new decorators have temporary ids */
export function decoratorDifference(before: readonly Decorator[], after: readonly Decorator[]): DecoratorDifference {
  const stored = new Map(before.flatMap((decorator) => (decorator.id == null ? [] : [[decorator.id, decorator]])));
  const kept = new Set(after.map(({ id }) => id));
  return {
    created: after.filter(({ id }) => id == null || !stored.has(id)).map(({ id: _id, ...decorator }) => decorator),
    updated: after.filter((decorator) => {
      const known = decorator.id == null ? undefined : stored.get(decorator.id);
      return known !== undefined && !sameWire(known, decorator);
    }),
    deleted: [...stored.keys()].filter((id) => !kept.has(id)),
  };
}

/** Returns the decorators of a stream in order; for null, the decorators of searches without a stream. */
export function decoratorsOfStream(decorators: readonly Decorator[], stream: string | null): Decorator[] {
  return decorators
    .filter((decorator) => (decorator.stream ?? null) === stream)
    .sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
}
