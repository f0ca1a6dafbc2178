/**
 * Completes request bodies from clients of the reference server. Java clients, scripts and older consoles omit members
 * or send `null`, and the reference server then uses Java's default for the type. The rules, except for objects whose
 * schema is marked as `exact`, are:
 *
 * - an optional member that is `null` counts as absent, unless its schema allows `null`;
 * - a required boolean or number that is absent or `null` gets the schema's `default`, else `false` or `0`;
 * - other required members get the schema's `default`, if it has one;
 * - a member may have another name, if the schema lists it (`alsoNamed`);
 * - a text becomes the boolean or number that it spells, where the schema wants one: scripts and templates often quote
 * them, and the reference server converts them, too;
 * - an object is accepted in place of a list, if the schema names the members for key and value (`entries`), and a
 * single text in place of a list of texts.
 *
 * The schema still refuses a body that lacks any other member.
 */
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isObject } from './is-object.js';

type Members = Readonly<Record<string, unknown>>;

/** Annotations in schemas that only this module uses; TypeBox itself ignores them. */
interface Annotations {
  /**
   * For an object: alternative names of its members, for instance `{ cut_or_copy: 'cursor_strategy' }`, which are used
   * if the member itself is absent.
   */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /** For a list of objects: the members that the key and the value of an object become, `['type', 'config']`. */
  readonly entries?: readonly [key: string, value: string];
  /**
   * For an object: nothing is filled in or left out, so that `null` is refused. Without this, a limit of access that is
   * `null` by mistake would count as absent, which means access to everything.
   */
  readonly exact?: true;
}

/**
 * Largest number of members and values that are examined in one body; the rest of a larger body stays unchanged, so
 * that it cannot block the event loop.
 */
const mostSteps = 20_000;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function zeroOf({ type, default: given }: TSchema): unknown {
  if (given !== undefined) return structuredClone(given as unknown);
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' ? 0 : undefined;
}

const spelledBoolean = /^(?:true|false)$/i;
const spelledNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Converts a text to the boolean or number that the schema wants; a text that spells none stays, and is refused. */
function converted({ type }: TSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return spelledBoolean.test(value) ? value.toLowerCase() === 'true' : value;
  return (type === 'integer' || type === 'number') && spelledNumber.test(value) ? Number(value) : value;
}

class Filler {
  readonly #named = new Map<string, TSchema>();
  #steps = 0;

  fill(schema: TSchema, value: unknown): unknown {
    this.#steps += 1;
    if (this.#steps > mostSteps || schema['exact'] === true) return value;
    if (schema.$id !== undefined) this.#named.set(schema.$id, schema);
    if (typeof schema['$ref'] === 'string') {
      const target = this.#named.get(schema['$ref']);
      return target ? this.fill(target, value) : value;
    }
    if (schema['anyOf'] !== undefined) return this.#fillOneOf(schema['anyOf'] as TSchema[], value);
    if (schema['allOf'] !== undefined)
      return (schema['allOf'] as TSchema[]).reduce((filled, part) => this.fill(part, filled), value);
    if (schema['type'] === 'array') return this.#fillList(schema, value);
    return isObject(value) ? this.#fillMembers(schema, value) : converted(schema, value);
  }

  #fillOneOf(schemas: readonly TSchema[], value: unknown): unknown {
    const known = [...this.#named.values()];
    if (!isObject(value) && !Array.isArray(value)) {
      const isTaken = (one: unknown) => schemas.some((schema) => Value.Check(schema, known, one));
      if (isTaken(value)) return value;
      // A single text is not converted to a list here, so a schema that accepts a list or null refuses it.
      const scalars = schemas.filter(({ type }) => type !== 'array');
      return scalars.map((schema) => this.fill(schema, value)).find(isTaken) ?? value;
    }
    for (const schema of schemas) {
      // Members with fixed values rule out most alternatives before their other members are examined.
      if (!mayBe(schema, value)) continue;
      const filled = this.fill(schema, value);
      // The check examines everything within the value again for each alternative of the schema, so these steps are
      // counted, too.
      this.#steps += sizeOf(filled, mostSteps - this.#steps);
      if (this.#steps > mostSteps) return value;
      if (Value.Check(schema, known, filled)) return filled;
    }
    return value;
  }

  #fillList(schema: TSchema, value: unknown): unknown {
    const items = schema['items'] as TSchema;
    const { entries } = schema as Annotations;
    if (entries && isObject(value)) {
      const list = Object.entries(value).map(([name, config]) => ({ [entries[0]]: name, [entries[1]]: config }));
      return list.map((item) => this.fill(items, item));
    }
    if (typeof value === 'string' && items.type === 'string') return [value];
    if (!Array.isArray(value)) return value;
    let filled: unknown[] | undefined;
    for (const [at, item] of value.entries()) {
      if (this.#steps > mostSteps) break;
      const inner = this.fill(items, item);
      if (inner !== item) (filled ??= [...(value as unknown[])])[at] = inner;
    }
    return filled ?? value;
  }

  /**
   * Returns the object itself if nothing in it changes, because copying a large object takes longer than parsing it.
   */
  #fillMembers(schema: TSchema, given: Members): Members {
    let filled: Record<string, unknown> | undefined;
    const valueOf = (name: string): unknown =>
      Object.hasOwn(filled ?? given, name) ? (filled ?? given)[name] : undefined;
    const change = (): Record<string, unknown> => {
      if (filled) return filled;
      this.#steps += Object.keys(given).length;
      return (filled = { ...given });
    };
    for (const [other, name] of Object.entries((schema as Annotations).alsoNamed ?? {}))
      if (isAbsent(valueOf(name)) && !isAbsent(valueOf(other))) change()[name] = valueOf(other);
    const parts = (schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
    for (const [name, part] of Object.entries(parts)) {
      this.#steps += 1;
      if (this.#steps > mostSteps) return filled ?? given;
      const value = valueOf(name);
      if (!isAbsent(value)) {
        const inner = this.fill(part, value);
        if (inner !== value) change()[name] = inner;
      } else if (value === null && Value.Check(part, [...this.#named.values()], null)) continue;
      else if (OptionalKind in part) {
        if (Object.hasOwn(filled ?? given, name)) delete change()[name];
      } else {
        const zero = zeroOf(part);
        if (zero !== undefined) change()[name] = zero;
      }
    }
    const [others] = Object.values((schema['patternProperties'] ?? {}) as Readonly<Record<string, TSchema>>);
    if (others)
      for (const [name, value] of Object.entries(filled ?? given)) {
        if (Object.hasOwn(parts, name)) continue;
        const inner = this.fill(others, value);
        if (inner !== value) change()[name] = inner;
      }
    return filled ?? given;
  }
}

/** Tells quickly whether a value may match an alternative: members with a fixed value in the schema have that value. */
function mayBe(schema: TSchema, value: unknown): boolean {
  if (schema['type'] === 'array') return Array.isArray(value);
  if (schema['type'] === 'object' && !isObject(value)) return false;
  const parts = (schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
  return Object.entries(parts).every(
    ([name, { const: fixed }]) => fixed === undefined || (value as Members)[name] === fixed,
  );
}

/** Counts the values within a value, up to `most`. */
function sizeOf(value: unknown, most: number): number {
  let size = 1;
  if (typeof value !== 'object' || value === null) return size;
  for (const inner of Object.values(value)) {
    if (size > most) break;
    size += sizeOf(inner, most - size);
  }
  return size;
}

/** Returns a body with its omitted members filled in. Names such as `__proto__` stay ordinary members. */
export const withOmitted = (schema: TSchema, value: unknown): unknown => new Filler().fill(schema, value);
