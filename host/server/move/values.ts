/** Converts the bodies of entities that are moved from one server to another. */

export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Declares an object as JSON. The cast is valid only for objects from parsed JSON; lists are not allowed. */
export const asJsonObject = (value: object): JsonObject => value as JsonObject;

/**
 * Declares JSON as the body of a request. Cast: its shape is unknown here; the server that receives the body validates
 * it.
 */
export const asBody = <Body>(body: Json | undefined): Body => body as unknown as Body;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idsIn = /[0-9a-f]{24}/g;

/**
 * Replaces ids of one server by the ids of the other server in all texts: single ids, permissions, queries. Names of
 * members stay unchanged.
 */
export function withIds(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return ids.get(value) ?? value.replace(idsIn, (id) => ids.get(id) ?? id);
  if (Array.isArray(value)) return value.map((one: Json) => withIds(one, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]));
}

/** Tells whether a value is the placeholder of a secret that the server never returns. */
export function isUnreported(value: Json): boolean {
  if (typeof value === 'string') return /^(<(password|value) (set|hidden).*>|\*{4,})$/i.test(value);
  return isObject(value) && value['is_set'] === true && Object.keys(value).length === 1;
}

/** Returns the configuration without its secrets, and the names of the secrets that are set. */
export function withoutSecrets(configuration: JsonObject): { readonly rest: JsonObject; readonly secrets: string[] } {
  const entries = Object.entries(configuration);
  const isEmptySecret = (value: Json): boolean =>
    isObject(value) && value['is_set'] === false && Object.keys(value).length === 1;
  return {
    rest: Object.fromEntries(entries.filter(([, value]) => !isUnreported(value) && !isEmptySecret(value))),
    secrets: entries.filter(([, value]) => isUnreported(value)).map(([name]) => name),
  };
}

/** Returns only the secrets of a configuration, in the form that makes the server keep its stored secrets. */
export function keptSecrets(configuration: JsonObject): JsonObject {
  const unreported = Object.entries(configuration).filter(([, value]) => isUnreported(value));
  return Object.fromEntries(unreported.map(([name, value]) => [name, isObject(value) ? { keep_value: true } : value]));
}

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/**
 * Tells whether `has` contains every member of `wanted` with an equal value; a server may add members. Missing values,
 * null and empty texts are equal. An empty list in `has` equals a missing value in `wanted`. Numbers and booleans are
 * compared by their texts.
 */
export function says(has: Json | undefined, wanted: Json): boolean {
  if (isNothing(wanted)) return isNothing(has) || (Array.isArray(has) && has.length === 0);
  if (Array.isArray(wanted)) {
    const list: readonly Json[] = wanted;
    return Array.isArray(has) && has.length === list.length && list.every((one, at) => says((has as Json[])[at], one));
  }
  if (isObject(wanted))
    return Object.entries(wanted).every(([name, one]) => says(isObject(has) ? has[name] : undefined, one));
  return has === wanted || (typeof wanted !== 'string' && has !== undefined && String(has) === String(wanted));
}
