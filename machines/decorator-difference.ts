/**
 * Computes the changes for storing an edited list of decorators for a stream, or for searches without a stream
 * (screens/administration.md B "Decorators").
 */
import type { Decorator } from '../api/contract/searches.js';
import { sameWire } from './wire-equality.js';

export interface DecoratorDifference {
  /** New decorators without ids, which the server assigns. */
  readonly created: readonly Decorator[];
  readonly updated: readonly Decorator[];
  /** Ids of deleted decorators. */
  readonly deleted: readonly string[];
}

/** @param before stored decorators; `after` may contain new ones with temporary ids of the client */
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

/** Decorators of one stream (null: of searches without a stream), in order. */
export function decoratorsOfStream(decorators: readonly Decorator[], stream: string | null): Decorator[] {
  return decorators
    .filter((decorator) => (decorator.stream ?? null) === stream)
    .sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
}
