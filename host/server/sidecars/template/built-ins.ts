/**
 * Implements the built-ins of template expressions that sidecar templates use
 * (https://freemarker.apache.org/docs/ref_builtins.html).
 */

export type Value = string | number | boolean | readonly Value[] | Readonly<Record<string, unknown>>;

/** Reports an error without a position; the evaluator adds the position. */
export class ValueError extends Error {}

export const kindOf = (value: Value): string => {
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'a Boolean value';
  return Array.isArray(value) ? 'a list' : 'a map';
};

export const isRecord = (value: Value): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && !Array.isArray(value);

/** Formats a value for the output. @throws ValueError for values without a text form */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean')
    throw new ValueError('A Boolean value cannot be shown; write ?c, or ?string("yes", "no")');
  throw new ValueError(`${kindOf(value).replace(/^a/, 'A')} cannot be shown; use <#list> or ?join`);
}

const numberText = (value: number): string => String(Number(value.toFixed(16)));

/** Counts the characters that a built-in processes towards the limit; the evaluator provides the function. */
type Spend = (characters: number) => void;

const asText = (value: Value, name: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  throw new ValueError(`?${name} works on a text, not on ${kindOf(value)}`);
};
const asList = (value: Value, name: string): readonly Value[] => {
  if (Array.isArray(value)) return value as readonly Value[];
  throw new ValueError(`?${name} works on a list, not on ${kindOf(value)}`);
};

type BuiltIn = (value: Value, given: readonly Value[], spend: Spend) => Value;

const ofText =
  (
    name: string,
    from: number,
    to: number,
    work: (text: string, given: readonly string[], spend: Spend) => Value,
  ): BuiltIn =>
  (value, given, spend) => {
    if (given.length < from || given.length > to)
      throw new ValueError(
        `?${name} takes ${from === to ? String(from) : `${from} to ${to}`} arguments, not ${given.length}`,
      );
    const text = asText(value, name);
    spend(text.length);
    return work(
      text,
      given.map((one) => asText(one, name)),
      spend,
    );
  };

function replaced(text: string, [what = '', by = '']: readonly string[], spend: Spend): string {
  if (what === '') throw new ValueError('?replace needs a text to look for');
  const parts = text.split(what);
  spend((parts.length - 1) * by.length);
  return parts.join(by);
}

export const builtIns: Readonly<Record<string, BuiltIn>> = {
  upper_case: ofText('upper_case', 0, 0, (text) => text.toUpperCase()),
  lower_case: ofText('lower_case', 0, 0, (text) => text.toLowerCase()),
  cap_first: ofText('cap_first', 0, 0, (text) => text.replace(/\S/u, (letter) => letter.toUpperCase())),
  trim: ofText('trim', 0, 0, (text) => text.trim()),
  length: ofText('length', 0, 0, (text) => text.length),
  contains: ofText('contains', 1, 1, (text, [part = '']) => text.includes(part)),
  starts_with: ofText('starts_with', 1, 1, (text, [part = '']) => text.startsWith(part)),
  ends_with: ofText('ends_with', 1, 1, (text, [part = '']) => text.endsWith(part)),
  replace: ofText('replace', 2, 2, replaced),
  split: ofText('split', 1, 1, (text, [by = ''], spend) => {
    if (by === '') throw new ValueError('?split needs a text to split by');
    const parts = text.split(by);
    // Each part is a separate string, which needs more memory than its characters.
    spend(parts.length * 16);
    return parts;
  }),
  number: ofText('number', 0, 0, (text) => {
    if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text.trim()))
      throw new ValueError(`${JSON.stringify(text.slice(0, 100))} is no number`);
    return Number(text);
  }),
  join: (value, given, spend) => {
    const list = asList(value, 'join').map((one) => asText(one, 'join'));
    if (given.length < 1 || given.length > 3) throw new ValueError(`?join takes 1 to 3 arguments, not ${given.length}`);
    const [by = '', whenEmpty = '', last = ''] = given.map((one) => asText(one, 'join'));
    spend(list.reduce((sum, one) => sum + one.length + by.length, 0));
    return list.length === 0 ? whenEmpty : list.join(by) + last;
  },
  keys: (value) => {
    if (!isRecord(value)) throw new ValueError(`?keys works on a map, not on ${kindOf(value)}`);
    return Object.keys(value);
  },
  size: (value) => {
    if (Array.isArray(value)) return value.length;
    if (isRecord(value)) return Object.keys(value).length;
    throw new ValueError(`?size works on a list or map, not on ${kindOf(value)}`);
  },
  first: (value) => {
    const [first] = asList(value, 'first');
    if (first === undefined) throw new ValueError('?first finds nothing in an empty list');
    return first;
  },
  last: (value) => {
    const last = asList(value, 'last').at(-1);
    if (last === undefined) throw new ValueError('?last finds nothing in an empty list');
    return last;
  },
  string: (value, given) => {
    if (typeof value === 'boolean') {
      const [yes = 'true', no = 'false'] = given;
      return value ? yes : no;
    }
    return asText(value, 'string');
  },
  c: (value) => (typeof value === 'boolean' ? String(value) : asText(value, 'c')),
  has_content: (value) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
    return isRecord(value) ? Object.keys(value).length > 0 : true;
  },
  seq_contains: (value, given, spend) => {
    const list = asList(value, 'seq_contains');
    spend(list.length);
    return given[0] !== undefined && list.includes(given[0]);
  },
};

export const refusedBuiltIns: Readonly<Record<string, string>> = {
  new: '?new makes objects of the server and is not available',
  api: '?api reaches into the server and is not available',
  eval: '?eval is not available',
  interpret: '?interpret is not available',
};
