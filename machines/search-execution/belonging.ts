/** Tells whether displayed results belong to the latest request. The functions are pure. */
import { sameWire } from '../wire-equality.js';
import type { Part, Parts } from './parts.js';
import type { ExecutionRequest, ShownResult } from './results.js';

/** Members of a request on which its answers depend, besides the search and the query. */
export type Conditions = Pick<ExecutionRequest, 'override' | 'bindings' | 'computed'>;

export const conditionsOf = ({ override, bindings, computed }: Conditions): Conditions => ({
  override,
  bindings,
  computed,
});

export const sameConditions = (one: Conditions, other: Conditions): boolean =>
  sameWire(one.override ?? {}, other.override ?? {}) &&
  sameWire(one.bindings ?? {}, other.bindings ?? {}) &&
  sameWire(one.computed ?? {}, other.computed ?? {});

/** The search and the conditions with which a result was found. */
export type SearchedWith = Pick<ShownResult, 'searchId' | 'conditions'>;

/** Tells whether two results were found with the same search and the same conditions. */
export const sameSearched = (one: SearchedWith | undefined, other: SearchedWith | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.searchId === other.searchId &&
  sameConditions(one.conditions, other.conditions);

/**
 * Tells whether a displayed result belongs to a request: it has the search, the query and the conditions of the
 * request.
 */
export const belongsTo = (
  { searchId, queryId, conditions }: Pick<ShownResult, 'searchId' | 'queryId' | 'conditions'>,
  request: ExecutionRequest | undefined,
): boolean =>
  request !== undefined &&
  searchId === request.search.id &&
  queryId === request.queryId &&
  sameConditions(conditions, request);

/** Tells whether a result is displayed that belongs to a request before the latest one. */
export const showsEarlier = (shown: ShownResult | undefined, request: ExecutionRequest | undefined): boolean =>
  shown !== undefined && !belongsTo(shown, request);

/** Returns the separately executed widgets of the page that display the result of a request before the latest one. */
export const earlierParts = (parts: Parts, request: ExecutionRequest | undefined): readonly Part[] =>
  Object.values(parts).filter(({ queryId, shown }) => queryId === request?.queryId && showsEarlier(shown, request));
