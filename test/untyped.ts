// The one way of tests around the type checker.

/**
 * A value as a type that excludes it on purpose: hostile, of a later version, or as little of one as what is tested looks
 * at. What is tested has to bear such values, so no type could let them in.
 */
export const untyped = <T>(value: unknown): T => value as T;
