/**
 * Keeps unknown data when entities are edited: a newer server, or one with plug-ins, stores members that no form has.
 * Before an entity is replaced it is read again, and members missing in the body are copied from it.
 */
import { isStoredSecret } from '../contract/config-fields.js';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts secrets among the members: a stored secret is read as `{ is_set: true }` and must be sent as an instruction
 * to keep it; a missing secret is not sent.
 */
const keptMembers = (members: readonly (readonly [name: string, value: unknown])[]): Members =>
  Object.fromEntries(
    members
      .filter(([, value]) => !(isObject(value) && value['is_set'] === false))
      .map(([name, value]) => [name, isStoredSecret(value) ? { keep_value: true } : value]),
  );

/** Members of a configuration may only be copied if its type is unchanged. */
const isOfOneType = (stored: Members, sent: Members): boolean => stored['type'] === sent['type'];

export interface Replaced {
  /** Members that the server returns for the entity but does not accept. */
  readonly told?: readonly string[];
  /** Names of nested configurations with members to keep too. */
  readonly within?: readonly string[];
  /** Names of nested configurations in the answer where they differ from the names in the request. */
  readonly storedAs?: Readonly<Record<string, string>>;
  /**
   * True keeps only members of nested configurations, because the server accepts fewer members of the entity than it
   * returns.
   */
  readonly onlyWithin?: boolean;
}

/** Returns the body completed with the stored members that it lacks. */
export function withUnknown<B extends object>(stored: unknown, body: B, replaced: Replaced = {}): B {
  if (!isObject(stored)) return body;
  const { told = [], within = [], storedAs = {}, onlyWithin = false } = replaced;
  const sent = { ...body } as Members;
  const more = onlyWithin
    ? []
    : Object.entries(stored).filter(([name]) => !Object.hasOwn(sent, name) && !told.includes(name));
  const configurations = within.flatMap((name) => {
    const [old, now] = [stored[storedAs[name] ?? name], sent[name]];
    if (!isObject(old) || !isObject(now) || !isOfOneType(old, now)) return [];
    const lacking = Object.entries(old).filter(([inner]) => !Object.hasOwn(now, inner));
    return [[name, { ...keptMembers(lacking), ...now }] as const];
  });
  return { ...keptMembers(more), ...body, ...Object.fromEntries(configurations) };
}

/**
 * Keeps unknown members of an entity that is still being read. If it cannot be read, the body is sent as it is, and the
 * server reports the error.
 */
export async function keepingUnknown<B extends object>(
  reading: Promise<unknown>,
  body: B,
  replaced: Replaced = {},
): Promise<B> {
  return withUnknown(await reading.catch(() => undefined), body, replaced);
}
