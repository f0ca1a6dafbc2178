// Lets tests use values that the types exclude.

/**
 * Casts a value to a type that excludes it on purpose. Such values are hostile values, values of a later version, or
 * partial objects with only the members that the tested code reads.
 */
export const untyped = <T>(value: unknown): T => value as T;
