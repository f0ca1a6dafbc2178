/**
 * Converts value references, the form in which content packs write the leaves of an entity's data.
 */
import type { ParameterType, ValueReference } from '../../../api/contract/content-packs.schema.js';
import { PackError } from './pack-error.js';
import { isObject } from '../foundation/is-object.js';

/** An entity's data without value references. */
export type PlainData = Readonly<Record<string, unknown>>;

const isReference = (value: unknown): value is ValueReference =>
  isObject(value) && typeof value['@type'] === 'string' && '@value' in value;

const valueTypes = { string: 'string', boolean: 'boolean', number: 'double', bigint: 'long' } as const;

/** Converts a value to its exported form: every leaf becomes a value reference, null stays. */
export function wrapped(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
export function wrapped(value: unknown): unknown;
export function wrapped(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(wrapped);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wrapped(part)]));
  if (typeof value === 'number' && Number.isInteger(value))
    return { '@type': Math.abs(value) > 0x7fff_ffff ? 'long' : 'integer', '@value': value };
  return { '@type': valueTypes[typeof value as keyof typeof valueTypes] ?? 'string', '@value': value };
}

/** Formats a value for error messages. */
const shown = (value: unknown): string => {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const isWhole = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value);
const isNumber = (value: unknown): boolean => typeof value === 'bigint' || Number.isFinite(value);

const checks: Readonly<Record<ParameterType, readonly [fits: (value: unknown) => boolean, wanted: string]>> = {
  string: [(value) => typeof value === 'string', 'a text'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  integer: [isWhole, 'a whole number'],
  long: [isWhole, 'a whole number'],
  double: [isNumber, 'a number'],
  float: [isNumber, 'a number'],
};

/** Checks the type of a value. @returns the problem; undefined: the value has the type */
export function typeProblem(type: ParameterType, value: unknown): string | undefined {
  const [fits, wanted] = checks[type];
  return fits(value) ? undefined : `the type ${type} wants ${wanted}, got ${shown(value)}`;
}

export const isParameterType = (type: unknown): type is ParameterType =>
  typeof type === 'string' && Object.hasOwn(checks, type);

export interface Unwrapped {
  readonly data: unknown;
  /** Names of the parameters from which values come, by the path of the value. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Replaces the value references in data by their values.
 * @param parameters values by name
 * @throws PackError that names the path of an invalid reference
 */
export function unwrapped(value: unknown, parameters: ReadonlyMap<string, unknown>): Unwrapped {
  const used = new Map<string, string>();
  const read = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) return part.map((one, at) => read(one, `${path}[${at}]`));
    if (!isReference(part)) {
      if (!isObject(part)) return part;
      return Object.fromEntries(
        Object.entries(part).map(([name, one]) => [name, read(one, path === '' ? name : `${path}.${name}`)]),
      );
    }
    const type: string = part['@type'];
    const content = part['@value'];
    if (type === 'parameter') {
      if (typeof content !== 'string' || !parameters.has(content))
        throw new PackError(`${path}: the pack has no parameter ${shown(content)}.`, { path });
      used.set(path, content);
      return parameters.get(content);
    }
    if (content === null) return null;
    if (!isParameterType(type)) throw new PackError(`${path}: there is no value type ${shown(type)}.`, { path });
    const problem = typeProblem(type, content);
    if (problem !== undefined) throw new PackError(`${path}: ${problem}.`, { path });
    return content;
  };
  return { data: read(value, ''), parameters: used };
}

/** Serialises data for comparison: keys are sorted, and members equivalent to absence are left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? '';
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, ordered(part)] as const)
      .filter(([, part]) => !isNothing(part))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Returns a member of an object as text: numbers and booleans are converted, any other value becomes the empty text.
 */
export const textIn = (data: PlainData, name: string): string => {
  const value = data[name];
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
};

export const listIn = (data: PlainData, name: string): readonly unknown[] => {
  const value = data[name];
  return Array.isArray(value) ? value : [];
};

export const objectIn = (data: PlainData, name: string): PlainData => {
  const value = data[name];
  return isObject(value) ? value : {};
};
