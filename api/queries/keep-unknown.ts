/**
 * Editing keeps what this console does not know: a newer server, or one with plug-ins, stores members of which no form has a field. Before
 * an entity is replaced, it is read once more, and what the body lacks is taken from there.
 */
import { isStoredSecret } from '../contract/config-fields.js';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A secret that is stored is told as `{ is_set: true }`, and kept by other words; one that is not stored is not sent. */
const keptMembers = (members: readonly (readonly [name: string, value: unknown])[]): Members =>
  Object.fromEntries(
    members
      .filter(([, value]) => !(isObject(value) && value['is_set'] === false))
      .map(([name, value]) => [name, isStoredSecret(value) ? { keep_value: true } : value]),
  );

/** Members of a configuration belong to its type. */
const isOfOneType = (stored: Members, sent: Members): boolean => stored['type'] === sent['type'];

export interface Replaced {
  /** Members that a server tells of the entity and does not take. */
  readonly told?: readonly string[];
  /** Members that are configurations, of which the members are kept as well. */
  readonly within?: readonly string[];
  /** Names of configurations in the answer, where a server takes them under other names. */
  readonly storedAs?: Readonly<Record<string, string>>;
  /** Only members of configurations are kept: a server takes fewer members of the entity than it tells. */
  readonly onlyWithin?: boolean;
}

/** The body with the members of what is stored that it lacks. */
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
 * Keeps unknown members of an entity that is still being read. If it cannot be read, the body is sent as it is, and the server reports
 * the error.
 */
export async function keepingUnknown<B extends object>(
  reading: Promise<unknown>,
  body: B,
  replaced: Replaced = {},
): Promise<B> {
  return withUnknown(await reading.catch(() => undefined), body, replaced);
}
