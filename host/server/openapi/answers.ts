/** Creates the JSON schemas of responses from the shapes that the conformance tests use. */
import shapes from '../../../api/contract/answer-shapes.json' with { type: 'json' };

export type Schema = Readonly<Record<string, unknown>>;

interface Alternatives {
  readonly anyOf: readonly Shape[];
}
/** Describes the shape of a response; `test/conformance/shape.ts` describes the format. */
type Shape = string | Alternatives | { readonly [name: string]: Shape } | readonly [Shape];
type Row = readonly [method: string, path: string, status: number, permission: string | null, shape: Shape | null];

const isAlternatives = (shape: object): shape is Alternatives => 'anyOf' in shape && Array.isArray(shape.anyOf);

/** Returns the name of a type in the OpenAPI document, where names consist of letters, digits, `.`, `-` and `_`. */
const nameOf = (type: string): string => type.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/_$/, '');
const known = new Set(Object.keys(shapes.types));

function schemaOfWord(word: string): Schema {
  if (word === 'any') return {};
  if (word.startsWith('=')) return { const: word.slice(1) };
  if (word.startsWith('#'))
    return known.has(word.slice(1)) ? { $ref: `#/components/schemas/${nameOf(word.slice(1))}` } : {};
  return ['string', 'number', 'boolean', 'object', 'null'].includes(word) ? { type: word } : {};
}

function oneOf(all: readonly Schema[]): Schema {
  const [first = {}] = all;
  if (all.length <= 1) return first;
  if (all.every((one) => 'const' in one)) return { type: 'string', enum: all.map((one) => one['const']) };
  return { anyOf: all };
}

function schemaOf(shape: Shape): Schema {
  if (typeof shape === 'string') return oneOf(shape.split('|').map(schemaOfWord));
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf((shape as readonly [Shape])[0]) };
  if (isAlternatives(shape)) return oneOf(shape.anyOf.map(schemaOf));
  const { '*': rest, ...named } = shape as Readonly<Record<string, Shape>>;
  const entries = Object.entries(named);
  const required = entries.flatMap(([name]) => (name.endsWith('?') ? [] : [name]));
  return {
    type: 'object',
    ...(entries.length > 0 && {
      properties: Object.fromEntries(entries.map(([name, inner]) => [name.replace(/\?$/, ''), schemaOf(inner)])),
    }),
    ...(required.length > 0 && { required }),
    ...(rest !== undefined && { additionalProperties: schemaOf(rest) }),
  };
}

const placeOf = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
// TypeScript types a JSON file without tuples and literals, so a cast is needed.
const rows = new Map((shapes.endpoints as unknown as readonly Row[]).map((row) => [placeOf(row[0], row[1]), row]));

/** Returns the JSON schema of a response; undefined when its shape is unknown. */
export function answerSchema(method: string, path: string): Schema | undefined {
  const shape = rows.get(placeOf(method, path))?.[4];
  return shape === undefined || shape === null || shape === 'any' ? undefined : schemaOf(shape);
}

export const answerTypes = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    // TypeScript cannot index the module of shapes by name.
    Object.entries(shapes.types as unknown as Readonly<Record<string, Shape>>).map(([name, shape]) => [
      nameOf(name),
      schemaOf(shape),
    ]),
  );
