/**
 * Compares responses with the shapes of `api/contract/answer-shapes.json`. A shape is
 * - the name of a type or several names: `number`, `string|null`
 * - `=text` for exactly this text
 * - `#Name` for a type of the table
 * - a list that contains the shape of its elements
 * - `{"*": …}` for a map
 * - `{"anyOf": […]}`
 * - `any`
 * A `?` after the name of a member marks an optional member.
 */
interface Alternatives {
  readonly anyOf: readonly Shape[];
}
export type Shape = string | Alternatives | { readonly [name: string]: Shape } | readonly [Shape];
export type Types = Readonly<Record<string, Shape>>;

const isAlternatives = (shape: object): shape is Alternatives => 'anyOf' in shape && Array.isArray(shape.anyOf);
const kindOf = (value: unknown) => (value === null ? 'null' : typeof value);

function misfitsOfWord(value: unknown, word: string, types: Types, path: string): string[] {
  if (word === 'any') return [];
  if (word.startsWith('#')) return misfits(value, types[word.slice(1)] ?? 'any', types, path);
  if (word.startsWith('='))
    return value === word.slice(1) ? [] : [`${path} is ${JSON.stringify(value)}, not "${word.slice(1)}"`];
  return kindOf(value) === word ? [] : [`${path} is ${kindOf(value)}, not ${word}`];
}

/**
 * Lists the differences between a value and its shape. If the shape has alternatives, the differences to the
 * best-fitting one are listed.
 */
export function misfits(value: unknown, shape: Shape, types: Types, path: string): string[] {
  if (typeof shape === 'string') {
    return fewest(shape.split('|').map((word) => misfitsOfWord(value, word, types, path)));
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${kindOf(value)}, not a list`];
    const [element] = shape as readonly [Shape];
    return value.flatMap((item, index) => misfits(item, element, types, `${path}[${index}]`));
  }
  if (isAlternatives(shape)) return fewest(shape.anyOf.map((one) => misfits(value, one, types, path)));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path} is ${kindOf(value)}, not an object`];
  return misfitsOfObject(value as Record<string, unknown>, shape as Readonly<Record<string, Shape>>, types, path);
}

function misfitsOfObject(
  value: Record<string, unknown>,
  shape: Readonly<Record<string, Shape>>,
  types: Types,
  path: string,
) {
  const { '*': rest, ...named } = shape;
  const known = new Set(Object.keys(named).map((name) => name.replace('?', '')));
  return [
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .flatMap((name) =>
        rest === undefined
          ? [`${path}.${name} is not in the contract`]
          : misfits(value[name], rest, types, `${path}.${name}`),
      ),
    ...Object.entries(named).flatMap(([name, inner]) => {
      const plain = name.replace('?', '');
      if (!(plain in value)) return name.endsWith('?') ? [] : [`${path}.${plain} is missing`];
      return misfits(value[plain], inner, types, `${path}.${plain}`);
    }),
  ];
}

const fewest = (all: readonly string[][]): string[] =>
  all.reduce((best, one) => (one.length < best.length ? one : best), all[0] ?? []);
