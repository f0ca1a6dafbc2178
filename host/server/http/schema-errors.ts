/** Describes in plain words which member of a request does not match its schema, and which values are accepted. */
import type { TSchema } from '@sinclair/typebox';
import type { TypeCheck } from '@sinclair/typebox/compiler';
import type { ValueError } from '@sinclair/typebox/errors';

/** Longest shown part of a refused text, in characters. */
const shownCharacters = 80;

/** Returns a sentence about the first error of a value. @param where part of the request, such as `Request body` */
export function firstError(check: TypeCheck<TSchema>, value: unknown, where: string): string {
  const error = check.Errors(value).First();
  const { path, message } = error ? explained(error) : { path: '', message: 'is not valid' };
  const member = path.replace(/^\//, '').replace(/\//g, '.');
  return `${where}${member === '' ? '' : ` "${member}"`}: ${message}`;
}

function explained(error: ValueError): Pick<ValueError, 'path' | 'message'> {
  const variants: unknown = error.schema['anyOf'];
  if (!isList(variants)) return error;
  const { path, value } = error;
  const words = variants.map((variant) => constantOf(variant));
  if (words.every((word) => word !== undefined))
    return { path, message: `expected one of ${words.join(', ')}, got ${shown(value)}` };
  // Variants that are objects differ in a member with a constant, such as the type of a time range.
  const kinds = variants.map(kindOf);
  if (!kinds.every((kind) => kind !== undefined)) return error;
  const given = isObject(value) ? value['type'] : undefined;
  const at = kinds.indexOf(JSON.stringify(given));
  const inner = at < 0 ? undefined : error.errors[at]?.First();
  if (inner) return explained(inner);
  return isObject(value)
    ? { path: `${path}/type`, message: `expected one of ${[...new Set(kinds)].join(', ')}, got ${shown(given)}` }
    : { path, message: `expected an object with a "type" of ${[...new Set(kinds)].join(', ')}, got ${shown(value)}` };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns the constant of the schema's member `type` as JSON. */
function kindOf(schema: unknown): string | undefined {
  const members = isObject(schema) ? schema['properties'] : undefined;
  return isObject(members) ? constantOf(members['type']) : undefined;
}

const constantOf = (schema: unknown): string | undefined =>
  isObject(schema) && schema['const'] !== undefined ? JSON.stringify(schema['const']) : undefined;

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, shownCharacters));
  return isObject(value) ? (Array.isArray(value) ? 'a list' : 'an object') : String(value);
}
