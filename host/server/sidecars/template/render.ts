/** Renders a parsed template with values; output, loop iterations and processed characters are limited. */
import { builtIns, isRecord, kindOf, refusedBuiltIns, textOf, ValueError, type Value } from './built-ins.js';
import type { Expression, Node } from '../../../../api/sidecar-template/nodes.js';
import type { Template } from '../../../../api/sidecar-template/parse.js';
import { placeOf, TemplateError } from '../../../../api/sidecar-template/template-error.js';
import { errorOf } from '../../foundation/caught.js';

const renderLimits = {
  /** Largest length of the output in characters. */
  output: 1_000_000,
  /** Largest number of iterations of all loops together. */
  rounds: 10_000,
  /** Largest number of evaluated nodes and expressions. */
  steps: 50_000,
  /** Largest number of characters that built-ins and concatenations process. */
  characters: 3_000_000,
  /** Largest number of spaces of one `<@indent>`. */
  indent: 100,
} as const;

export type TemplateValues = Readonly<Record<string, Value>>;

/**
 * Renders a template.
 * @param source text of the template, for positions in errors
 * @returns the text, which ends with a line break
 * @throws TemplateError for undefined variables, wrong types and exceeded limits
 */
export function renderTemplate(source: string, template: Template, values: TemplateValues): string {
  const text = new Renderer(source, values).run(template);
  return text.endsWith('\n') ? text : `${text}\n`;
}

class Missing extends Error {
  constructor(
    readonly what: string,
    readonly at: number,
  ) {
    super();
  }
}

interface Loop {
  readonly item: string;
  readonly index: number;
  readonly hasNext: boolean;
}

class Renderer {
  readonly #source: string;
  readonly #names: Map<string, Value>;
  readonly #loops: Loop[] = [];
  readonly #left: { -readonly [Name in keyof typeof renderLimits]: number } = { ...renderLimits };
  #output: string[] = [];

  constructor(source: string, values: TemplateValues) {
    this.#source = source;
    this.#names = new Map(Object.entries(values));
  }

  run(template: Template): string {
    this.#nodes(template);
    return this.#output.join('');
  }

  #fail(message: string, at: number): never {
    const { line, column } = placeOf(this.#source, at);
    throw new TemplateError(message, line, column);
  }

  #spend(what: 'output' | 'rounds' | 'steps' | 'characters', amount: number, at: number): void {
    this.#left[what] -= amount;
    if (this.#left[what] >= 0) return;
    const limits = {
      output: `The output is longer than ${renderLimits.output} characters`,
      rounds: `Loops run more than ${renderLimits.rounds} rounds`,
      steps: 'The template takes too much work',
      characters: 'The template takes too much work on texts',
    };
    this.#fail(limits[what], at);
  }

  #emit(text: string, at: number): void {
    this.#spend('output', text.length, at);
    this.#output.push(text);
  }

  #nodes(nodes: readonly Node[]): void {
    for (const node of nodes) this.#node(node);
  }

  #node(node: Node): void {
    switch (node.kind) {
      case 'text':
        return this.#emit(node.text, 0);
      case 'interpolation':
        return this.#emit(this.#text(node.expression), node.at);
      case 'if':
        for (const { condition, body } of node.branches) {
          if (condition === undefined || this.#condition(condition)) return this.#nodes(body);
        }
        return;
      case 'for':
        return this.#for(node);
      case 'sep': {
        const loop = this.#loops.at(-1);
        if (!loop) return this.#fail('<#sep> stands outside of <#list>', node.at);
        if (loop.hasNext) this.#nodes(node.body);
        return;
      }
      case 'assign':
        this.#names.set(node.name, this.#value(node.value));
        return;
      case 'indent':
        return this.#indent(node);
    }
  }

  #for(node: Node & { kind: 'for' }): void {
    const sequence = this.#value(node.sequence);
    if (!Array.isArray(sequence))
      this.#fail(`<#list> needs a list, not ${kindOf(sequence)}; ?keys makes one of a map`, node.at);
    const items = sequence as readonly Value[];
    if (items.length === 0) return this.#nodes(node.otherwise);
    const outer = this.#names.get(node.item);
    items.forEach((item, index) => {
      this.#spend('rounds', 1, node.at);
      this.#names.set(node.item, item);
      this.#loops.push({ item: node.item, index, hasNext: index < items.length - 1 });
      this.#nodes(node.body);
      this.#loops.pop();
    });
    if (outer === undefined) this.#names.delete(node.item);
    else this.#names.set(node.item, outer);
  }

  #indent(node: Node & { kind: 'indent' }): void {
    const count = this.#value(node.count);
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > renderLimits.indent)
      this.#fail(`<@indent> takes a count from 0 to ${renderLimits.indent}`, node.at);
    const before = this.#output;
    this.#output = [];
    this.#nodes(node.body);
    const body = this.#output.join('');
    this.#output = before;
    // The body was already counted towards the output limit. The count is undone, because `#emit` counts the body with
    // its indentation.
    this.#left.output += body.length;
    this.#emit(body.replaceAll('\n', `\n${' '.repeat(count as number)}`), node.at);
  }

  #condition(expression: Expression): boolean {
    const value = this.#value(expression);
    if (typeof value !== 'boolean') this.#fail(`A condition is true or false, not ${kindOf(value)}`, expression.at);
    return value as boolean;
  }

  #text(expression: Expression): string {
    const value = this.#value(expression);
    try {
      return textOf(value);
    } catch (error) {
      return this.#fail(errorOf(error).message, expression.at);
    }
  }

  /** Evaluates an expression. @throws TemplateError, also for an undefined value */
  #value(expression: Expression): Value {
    try {
      return this.#evaluate(expression);
    } catch (error) {
      if (error instanceof Missing)
        this.#fail(`${error.what} is undefined; a default is written as ${error.what}!"…"`, error.at);
      throw error;
    }
  }

  /** Evaluates an expression. @throws Missing for an undefined value; TemplateError for other errors */
  #evaluate(expression: Expression): Value {
    this.#spend('steps', 1, expression.at);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'group':
        return this.#evaluate(expression.inner);
      case 'list':
        return expression.items.map((item) => this.#value(item));
      case 'name':
        return this.#names.get(expression.name) ?? this.#missing(expression);
      case 'member':
        return this.#member(expression) ?? this.#missing(expression);
      case 'exists':
        return this.#optional(expression.target) !== undefined;
      case 'default':
        return this.#optional(expression.target) ?? (expression.fallback ? this.#value(expression.fallback) : '');
      case 'not':
        return !this.#condition(expression.operand);
      case 'negative':
        return -this.#number(expression.operand);
      case 'builtIn':
        return this.#builtIn(expression);
      case 'binary':
        return this.#binary(expression);
    }
  }

  #missing(expression: Expression): never {
    throw new Missing(shown(expression), expression.kind === 'member' ? expression.name.at : expression.at);
  }

  /**
   * Evaluates an expression that may be undefined. Without parentheses, only its last member may be missing; in
   * parentheses, any part may be missing.
   */
  #optional(expression: Expression): Value | undefined {
    if (expression.kind === 'name') return this.#names.get(expression.name);
    if (expression.kind === 'member') return this.#member(expression);
    if (expression.kind !== 'group') return this.#evaluate(expression);
    try {
      return this.#evaluate(expression.inner);
    } catch (error) {
      if (error instanceof Missing) return undefined;
      throw error;
    }
  }

  #member({ target, name, at }: Expression & { kind: 'member' }): Value | undefined {
    const from = this.#evaluate(target);
    const key = this.#evaluate(name);
    if (Array.isArray(from)) {
      if (typeof key !== 'number') this.#fail(`A list is asked by number, not by ${kindOf(key)}`, at);
      return (from as readonly Value[])[key as number];
    }
    if (!isRecord(from)) this.#fail(`${kindOf(from).replace(/^a/, 'A')} has no members`, at);
    if (typeof key !== 'string') this.#fail(`A map is asked by text, not by ${kindOf(key)}`, at);
    const record = from as Readonly<Record<string, Value>>;
    return Object.hasOwn(record, key as string) ? record[key as string] : undefined;
  }

  #builtIn({ target, name, arguments: given = [], at }: Expression & { kind: 'builtIn' }): Value {
    if (Object.hasOwn(refusedBuiltIns, name)) this.#fail(refusedBuiltIns[name] ?? '', at);
    if ((name === 'index' || name === 'has_next') && target.kind === 'name') {
      const loop = this.#loops.findLast(({ item }) => item === target.name);
      if (!loop) this.#fail(`?${name} needs the item of a <#list>`, at);
      return name === 'index' ? loop.index : loop.hasNext;
    }
    const work = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
    if (!work) return this.#fail(`There is no built-in ?${name}`, at);
    // `has_content` of an undefined value is false, as in FreeMarker.
    const value = name === 'has_content' ? (this.#optional(target) ?? '') : this.#evaluate(target);
    try {
      return work(
        value,
        given.map((one) => this.#value(one)),
        (characters) => this.#spend('characters', characters, at),
      );
    } catch (error) {
      if (error instanceof ValueError) this.#fail(error.message, at);
      throw error;
    }
  }

  #number(expression: Expression): number {
    const value = this.#evaluate(expression);
    if (typeof value !== 'number')
      this.#fail(`A number is needed here, not ${kindOf(value)}; ?number makes one`, expression.at);
    return value as number;
  }

  #binary(expression: Expression & { kind: 'binary' }): Value {
    const { operator, left, right, at } = expression;
    if (operator === '&&') return this.#condition(left) && this.#condition(right);
    if (operator === '||') return this.#condition(left) || this.#condition(right);
    if (operator === '==' || operator === '!=') return this.#same(expression) === (operator === '==');
    if (operator === '+') return this.#plus(expression);
    const a = this.#number(left);
    const b = this.#number(right);
    if ((operator === '/' || operator === '%') && b === 0) this.#fail('Division by zero', at);
    switch (operator) {
      case 'lt':
        return a < b;
      case 'lte':
        return a <= b;
      case 'gt':
        return a > b;
      case 'gte':
        return a >= b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
      case '%':
        return a % b;
    }
  }

  #same({ left, right, at }: Expression & { kind: 'binary' }): boolean {
    const a = this.#evaluate(left);
    const b = this.#evaluate(right);
    if (typeof a !== typeof b || typeof a === 'object')
      this.#fail(`${kindOf(a).replace(/^a/, 'A')} cannot be compared with ${kindOf(b)}`, at);
    return a === b;
  }

  #plus({ left, right, at }: Expression & { kind: 'binary' }): Value {
    const a = this.#evaluate(left);
    const b = this.#evaluate(right);
    if (typeof a === 'number' && typeof b === 'number') return a + b;
    if (Array.isArray(a) && Array.isArray(b)) {
      this.#spend('characters', a.length + b.length, at);
      return [...(a as readonly Value[]), ...(b as readonly Value[])];
    }
    try {
      const text = textOf(a) + textOf(b);
      this.#spend('characters', text.length, at);
      if (text.length > renderLimits.output) this.#fail(`A text is longer than ${renderLimits.output} characters`, at);
      return text;
    } catch (error) {
      if (error instanceof ValueError) this.#fail(error.message, at);
      throw error;
    }
  }
}

function shown(expression: Expression): string {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'group') return `(${shown(expression.inner)})`;
  if (expression.kind !== 'member') return 'a value';
  const { target, name } = expression;
  const known = name.kind === 'literal' && typeof name.value === 'string' ? name.value : '…';
  return /^\w+$/.test(known) ? `${shown(target)}.${known}` : `${shown(target)}["${known}"]`;
}
