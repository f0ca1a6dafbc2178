/**
 * Evaluates JSON paths on documents, whose objects may be plain objects or maps. The work of one search is limited,
 * because the costs of nested filters and `..` in a hostile path multiply.
 */
import { TextTooLongError, type BoundedRegex } from '../regex/bounded-regex.js';
import {
  JsonPathError,
  type CallName,
  type Condition,
  type Operand,
  type Operator,
  type Path,
  type Segment,
  type Selector,
} from './path-parts.js';
import { readJsonPath } from './read-path.js';

/** Largest number of values that one search examines. */
const mostSteps = 100_000;
const mostFound = 10_000;
/** Largest depth below a value that `..` reaches. */
const deepest = 200;

export interface JsonPath {
  /** True: the path leads to at most one value; otherwise the result is the list of all values that it leads to. */
  readonly isDefinite: boolean;
  /**
   * Evaluates the path.
   * @returns undefined when a definite path leads to no value; lists of results are new arrays that contain values of
   * the document
   * @throws JsonPathError when the search examines or finds too many values
   */
  find(document: unknown): unknown;
}

export interface JsonPathOptions {
  /**
   * Converts a leaf of the document to a number, for documents with their own number classes; undefined: it is no
   * number.
   */
  readonly numberOf?: (leaf: unknown) => number | bigint | undefined;
  /** Converts the result of `length()` and `size()`; absent: a plain number. */
  readonly count?: (count: number) => unknown;
}

const plainNumber = (leaf: unknown): number | bigint | undefined =>
  typeof leaf === 'number' || typeof leaf === 'bigint' ? leaf : undefined;

/** Parses a JSON path. @throws JsonPathError that names the mistake */
export function jsonPath(text: string, options: JsonPathOptions = {}): JsonPath {
  const path = readJsonPath(text);
  return {
    isDefinite: path.isDefinite,
    find(document) {
      const search = new Search(document, options.numberOf ?? plainNumber, options.count ?? ((count) => count));
      const found = search.follow(path, document);
      return path.isDefinite ? found[0] : found;
    },
  };
}

type Names = ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Names =>
  value instanceof Map ||
  (typeof value === 'object' && value !== null && isPlainPrototype(Object.getPrototypeOf(value) as unknown));
const isPlainPrototype = (prototype: unknown): boolean => prototype === null || prototype === Object.prototype;

const hasName = (object: Names, name: string): boolean =>
  object instanceof Map ? object.has(name) : Object.hasOwn(object, name);
const valueOf = (object: Names, name: string): unknown =>
  object instanceof Map ? object.get(name) : (object as Readonly<Record<string, unknown>>)[name];
const namesOf = (object: Names): Iterable<string> => (object instanceof Map ? object.keys() : Object.keys(object));

function* children(value: unknown): Iterable<unknown> {
  if (Array.isArray(value)) yield* value;
  else if (isObject(value)) for (const name of namesOf(value)) yield valueOf(value, name);
}

class Search {
  #steps = 0;

  constructor(
    private readonly root: unknown,
    private readonly numberOf: (leaf: unknown) => number | bigint | undefined,
    private readonly count: (count: number) => unknown,
  ) {}

  follow({ segments }: Path, from: unknown): unknown[] {
    let values: unknown[] = [from];
    segments.forEach((segment, index) => {
      values = this.#next(values, segment, index === segments.length - 1);
    });
    return values;
  }

  #next(values: readonly unknown[], { isDeep, selector }: Segment, isLast: boolean): unknown[] {
    if (selector.kind === 'call') return this.#called(selector.name, values);
    const found: unknown[] = [];
    const add = (value: unknown): void => {
      if (found.length >= mostFound) throw new JsonPathError(`The JSON path leads to more than ${mostFound} values.`);
      found.push(value);
    };
    for (const value of values) {
      if (isDeep) this.#walk(value, 0, (inner) => this.#select(inner, selector, false, add));
      else this.#select(value, selector, isLast, add);
    }
    return found;
  }

  #walk(value: unknown, depth: number, visit: (value: unknown) => void): void {
    this.#step();
    visit(value);
    if (depth >= deepest) return;
    for (const child of children(value)) {
      if (typeof child === 'object' && child !== null) this.#walk(child, depth + 1, visit);
    }
  }

  #select(value: unknown, selector: Selector, isLast: boolean, add: (value: unknown) => void): void {
    this.#step();
    switch (selector.kind) {
      case 'names':
        if (isObject(value)) this.#names(value, selector.names, isLast, add);
        return;
      case 'indexes':
        if (!Array.isArray(value)) return;
        for (const index of selector.indexes) {
          const at = index < 0 ? value.length + index : index;
          if (at >= 0 && at < value.length) add(value[at]);
        }
        return;
      case 'slice':
        if (Array.isArray(value)) this.#slice(value, selector, add);
        return;
      case 'all':
        for (const child of children(value)) {
          this.#step();
          add(child);
        }
        return;
      case 'filter':
        // A filter examines the elements of a list, or an object itself.
        for (const candidate of Array.isArray(value) ? (value as unknown[]) : isObject(value) ? [value] : []) {
          this.#step();
          if (this.#holds(selector.condition, candidate)) add(candidate);
        }
        return;
      case 'call':
        return;
    }
  }

  #names(object: Names, names: readonly string[], isLast: boolean, add: (value: unknown) => void): void {
    const present = names.filter((name) => hasName(object, name));
    if (names.length === 1 || !isLast) present.forEach((name) => add(valueOf(object, name)));
    else if (object instanceof Map) add(new Map(present.map((name) => [name, valueOf(object, name)])));
    else add(Object.fromEntries(present.map((name) => [name, valueOf(object, name)])));
  }

  #slice(
    list: readonly unknown[],
    { from, to, step }: Extract<Selector, { kind: 'slice' }>,
    add: (value: unknown) => void,
  ): void {
    const place = (index: number): number =>
      Math.min(list.length, Math.max(0, index < 0 ? list.length + index : index));
    const end = to === undefined ? list.length : place(to);
    for (let at = place(from ?? 0); at < end; at += step) {
      this.#step();
      add(list[at]);
    }
  }

  /**
   * Applies a function to the found values. The result has one value, or none if the function does not suit the values.
   *
   * - `keys()` uses the first found value, which must be an object.
   * - `length()` and `size()` use the only found value: a list, a text or an object. If several values were found, they
   *   use the list of these values.
   * - The other functions use the only found value if it is a list, otherwise the list of all found values.
   */
  #called(name: CallName, values: readonly unknown[]): unknown[] {
    const [only] = values;
    const list: readonly unknown[] = values.length === 1 && Array.isArray(only) ? (only as unknown[]) : values;
    if (name === 'first' || name === 'last') return list.length === 0 ? [] : [name === 'first' ? list[0] : list.at(-1)];
    if (name === 'length' || name === 'size') {
      if (values.length !== 1 || Array.isArray(only)) return [this.count(list.length)];
      if (typeof only === 'string') return [this.count(only.length)];
      return isObject(only) ? [this.count([...namesOf(only)].length)] : [];
    }
    if (name === 'keys') return isObject(only) ? [[...namesOf(only)]] : [];
    const numbers = list.flatMap((value) => this.numberOf(value) ?? []).map(Number);
    if (numbers.length === 0) return [];
    const sum = numbers.reduce((total, number) => total + number, 0);
    if (name === 'sum') return [sum];
    if (name === 'avg') return [sum / numbers.length];
    return [numbers.reduce((best, number) => (name === 'min' ? Math.min(best, number) : Math.max(best, number)))];
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new JsonPathError(`The JSON path looks at more than ${mostSteps} values.`);
  }

  #holds(condition: Condition, candidate: unknown): boolean {
    switch (condition.kind) {
      case 'and':
        return condition.parts.every((part) => this.#holds(part, candidate));
      case 'or':
        return condition.parts.some((part) => this.#holds(part, candidate));
      case 'not':
        return !this.#holds(condition.part, candidate);
      case 'exists': {
        if (condition.operand.kind === 'literal') return condition.operand.value === true;
        return this.#valueOf(condition.operand, candidate) !== undefined;
      }
      case 'compare':
        return this.#compares(condition.left, condition.operator, condition.right, candidate);
    }
  }

  /** Evaluates an operand; undefined: its path leads to no value, or it is a pattern. */
  #valueOf(operand: Operand, candidate: unknown): unknown {
    if (operand.kind === 'literal') return operand.value;
    if (operand.kind === 'list') return operand.values;
    if (operand.kind === 'pattern') return undefined;
    const found = this.follow(operand.path, operand.fromRoot ? this.root : candidate);
    if (operand.path.isDefinite) return found[0];
    return found.length === 0 ? undefined : found;
  }

  #compares(left: Operand, operator: Operator, right: Operand, candidate: unknown): boolean {
    const value = this.#valueOf(left, candidate);
    if (operator === '=~') return right.kind === 'pattern' && typeof value === 'string' && isIn(right.pattern, value);
    const other = this.#valueOf(right, candidate);
    switch (operator) {
      case '==':
        return value !== undefined && this.#isSame(value, other);
      case '!=':
        return !this.#isSame(value, other);
      case 'in':
        return Array.isArray(other) && other.some((one) => this.#isSame(value, one));
      case 'nin':
        return !Array.isArray(other) || !other.some((one) => this.#isSame(value, one));
      case 'contains':
        if (typeof value === 'string') return typeof other === 'string' && value.includes(other);
        return Array.isArray(value) && value.some((one) => this.#isSame(one, other));
      case 'size':
        return this.#isSame(sizeOf(value), other);
      case 'empty':
        return (sizeOf(value) === 0) === (other !== false) && sizeOf(value) !== undefined;
      default: {
        const order = this.#order(value, other);
        if (order === undefined) return false;
        return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
      }
    }
  }

  #isSame(left: unknown, right: unknown): boolean {
    const [one, two] = [this.numberOf(left), this.numberOf(right)];
    // A bigint and a number of equal size are the same JSON value.
    if (one !== undefined && two !== undefined) return !(one < two) && !(one > two);
    return left === right;
  }

  #order(left: unknown, right: unknown): number | undefined {
    const [one, two] = [this.numberOf(left), this.numberOf(right)];
    if (one !== undefined && two !== undefined) return one < two ? -1 : one > two ? 1 : 0;
    return typeof left === 'string' && typeof right === 'string'
      ? left < right
        ? -1
        : left > right
          ? 1
          : 0
      : undefined;
  }
}

const sizeOf = (value: unknown): number | undefined =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length
    : isObject(value)
      ? [...namesOf(value)].length
      : undefined;

/** Tells whether a text matches a pattern; a text for which the search takes too long does not match. */
function isIn(pattern: BoundedRegex, text: string): boolean {
  try {
    return pattern.isIn(text);
  } catch (error) {
    if (error instanceof TextTooLongError) return false;
    throw error;
  }
}
