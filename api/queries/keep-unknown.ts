/**
 * Keeps unknown data when entities are edited: newer servers and servers with plug-ins store members that no form has.
 * Before an entity is replaced it is read again, and the members that the body lacks are copied from it.
 */
import { isStoredSecret } from '../contract/config-fields.js';
import { isObject } from '../is-object.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Converts the secrets among stored members to their form in requests: a stored secret is read as `{ is_set: true }`
 * and sent as an instruction to keep it; a secret that is not set is left out.
 */
const keptMembers = (members: readonly (readonly [name: string, value: unknown])[]): Members =>
  Object.fromEntries(
    members
      .filter(([, value]) => !(isObject(value) && value['is_set'] === false))
      .map(([name, value]) => [name, isStoredSecret(value) ? { keep_value: true } : value]),
  );

/** Tells whether two configurations have the same type; only then may members be copied from one to the other. */
const isOfOneType = (stored: Members, sent: Members): boolean => stored['type'] === sent['type'];

export interface Replaced {
  /** Names of the entity's members that the server returns but does not accept. */
  readonly serverOnly?: readonly string[];
  /** Names of nested configurations whose unknown members are kept as well. */
  readonly within?: readonly string[];
  /** Names that nested configurations have in the answer, by their names in the request, where the two differ. */
  readonly storedAs?: Readonly<Record<string, string>>;
  /**
   * True keeps only members of nested configurations, because the server accepts fewer members of the entity itself
   * than it returns.
   */
  readonly onlyWithin?: boolean;
}

/** Returns the body, completed with those members of the stored entity that the body lacks. */
export function withUnknown<B extends object>(stored: unknown, body: B, replaced: Replaced = {}): B {
  if (!isObject(stored)) return body;
  const { serverOnly = [], within = [], storedAs = {}, onlyWithin = false } = replaced;
  const sent = { ...body } as Members;
  const more = onlyWithin
    ? []
    : Object.entries(stored).filter(([name]) => !Object.hasOwn(sent, name) && !serverOnly.includes(name));
  const configurations = within.flatMap((name) => {
    const [old, now] = [stored[storedAs[name] ?? name], sent[name]];
    if (!isObject(old) || !isObject(now) || !isOfOneType(old, now)) return [];
    const lacking = Object.entries(old).filter(([inner]) => !Object.hasOwn(now, inner));
    return [[name, { ...keptMembers(lacking), ...now }] as const];
  });
  return { ...keptMembers(more), ...body, ...Object.fromEntries(configurations) };
}

/**
 * Returns the body with the unknown members of an entity that is still being read. If the entity cannot be read the
 * body stays unchanged, and the server reports the error of the request.
 */
export async function keepingUnknown<B extends object>(
  reading: Promise<unknown>,
  body: B,
  replaced: Replaced = {},
): Promise<B> {
  return withUnknown(await reading.catch(() => undefined), body, replaced);
}
