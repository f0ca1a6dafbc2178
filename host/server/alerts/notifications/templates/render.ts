/**
 * Renders a template with the values of a model. The model is plain JSON data; a template can name only own properties,
 * neither methods nor inherited members. Text and work are bounded, and the excess is cut off, because a shortened
 * message is better than none.
 */
import type { Condition, Path, Template, TemplateNode } from './parse.js';
import { isObject } from '../../../foundation/is-object.js';

/** Selects how values are escaped for the text around them. */
export type Escape = 'none' | 'html' | 'json' | 'url';

export interface RenderOptions {
  readonly escape?: Escape;
  /** Largest length of the text in characters. */
  readonly longest?: number;
  /** Largest number of examined parts of templates and values. */
  readonly steps?: number;
}

export interface Rendered {
  readonly text: string;
  /** True when the text was cut at a limit. */
  readonly cut: boolean;
}

export const longestText = 256 * 1024;
const mostSteps = 100_000;
const deepestValue = 8;

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Matches lone surrogates, which `encodeURIComponent` rejects. */
const loneHalves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escapes: Readonly<Record<Escape, (text: string) => string>> = {
  none: (text) => text,
  html: (text) => text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? ''),
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: (text) => encodeURIComponent(text.replace(loneHalves, '\ufffd')),
};

/** Truncates a text to at most `length` UTF-16 units, but not within a surrogate pair. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length > 0 && /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** Thrown to end the rendering of a template at a limit; only this file throws and catches it. */
class Enough extends Error {}

interface Scope {
  readonly item: string;
  readonly value: unknown;
  readonly index: number;
  readonly isLast: boolean;
  readonly outer: Scope | undefined;
}

/**
 * Returns the value at a path; undefined: there is no value. The longest name is tried first, because names of fields
 * may contain dots.
 */
function found(value: unknown, path: Path, from: number): unknown {
  let held = value;
  let at = from;
  while (at < path.length) {
    const part = path[at];
    if (typeof part === 'number') {
      held = Array.isArray(held) ? (held as readonly unknown[])[part] : undefined;
      at += 1;
      continue;
    }
    if (!isObject(held)) return undefined;
    let end = at + 1;
    while (end < path.length && typeof path[end] === 'string') end += 1;
    while (end > at && !Object.hasOwn(held, path.slice(at, end).join('.'))) end -= 1;
    if (end === at) return undefined;
    held = held[path.slice(at, end).join('.')];
    at = end;
  }
  return held;
}

/** Returns the value of a loop variable: `first_item`, `last_item`, `odd_item`, `even_item`, `index_item`. */
function placeOf({ item, index, isLast }: Scope, name: unknown): unknown {
  switch (name) {
    case `first_${item}`:
      return index === 0;
    case `last_${item}`:
      return isLast;
    case `odd_${item}`:
      return index % 2 === 1;
    case `even_${item}`:
      return index % 2 === 0;
    case `index_${item}`:
      return index;
    default:
      return undefined;
  }
}

const isTrue = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : true;
};

class Writer {
  readonly #parts: string[] = [];
  readonly #model: Readonly<Record<string, unknown>>;
  readonly #escape: (text: string) => string;
  #room: number;
  #steps: number;

  constructor(model: Readonly<Record<string, unknown>>, options: RenderOptions) {
    this.#model = model;
    this.#escape = escapes[options.escape ?? 'none'];
    this.#room = options.longest ?? longestText;
    this.#steps = options.steps ?? mostSteps;
  }

  get text(): string {
    return this.#parts.join('');
  }

  nodes(nodes: readonly TemplateNode[], scope: Scope | undefined): void {
    for (const node of nodes) {
      this.#step();
      switch (node.kind) {
        case 'text':
          this.#write(node.text);
          break;
        case 'value': {
          const value = this.#find(node.path, scope);
          const shown = value === undefined || value === null || value === '' ? node.otherwise : value;
          const isWrapped = shown !== '' && (node.before !== '' || node.after !== '');
          if (isWrapped) this.#write(node.before);
          this.#value(shown, 0);
          if (isWrapped) this.#write(node.after);
          break;
        }
        case 'if':
          this.nodes(this.#holds(node.condition, scope) ? node.then : node.otherwise, scope);
          break;
        case 'foreach':
          this.#each(node, scope);
      }
    }
  }

  #step(): void {
    this.#steps -= 1;
    if (this.#steps < 0) throw new Enough();
  }

  #write(text: string): void {
    if (text.length > this.#room) {
      this.#parts.push(beginning(text, this.#room));
      throw new Enough();
    }
    this.#room -= text.length;
    this.#parts.push(text);
  }

  #find(path: Path, scope: Scope | undefined): unknown {
    const [first] = path;
    for (let one = scope; one; one = one.outer) {
      this.#step();
      if (one.item === first) return found(one.value, path, 1);
      const place = path.length === 1 ? placeOf(one, first) : undefined;
      if (place !== undefined) return place;
    }
    return found(this.#model, path, 0);
  }

  #holds({ path, negated, equals }: Condition, scope: Scope | undefined): boolean {
    const value = this.#find(path, scope);
    const plain = typeof value === 'object' ? '' : String(value ?? '');
    return negated !== (equals === undefined ? isTrue(value) : plain === equals);
  }

  #each(node: Extract<TemplateNode, { kind: 'foreach' }>, outer: Scope | undefined): void {
    const list = this.#find(node.path, outer);
    const items: readonly unknown[] = Array.isArray(list)
      ? list
      : isObject(list)
        ? Object.entries(list).map(([key, value]) => ({ key, value }))
        : [];
    for (const [index, value] of items.entries()) {
      this.#step();
      if (index > 0) this.#write(node.separator);
      this.nodes(node.body, { item: node.item, value, index, isLast: index === items.length - 1, outer });
    }
  }

  /** Writes a value: lists with commas, maps as `name=value`. */
  #value(value: unknown, depth: number): void {
    this.#step();
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') {
      const text = String(value);
      // The text is truncated before it is escaped, so that a very long text is not escaped as a whole. Nothing that
      // fits is lost, because escaping never shortens a text.
      const shown = beginning(text, this.#room);
      this.#write(this.#escape(shown));
      if (shown.length < text.length) throw new Enough();
      return;
    }
    if (depth >= deepestValue) return this.#write('…');
    const items = Array.isArray(value) ? value.map((one: unknown) => ['', one] as const) : Object.entries(value);
    for (const [index, [key, one]] of items.entries()) {
      if (index > 0) this.#write(', ');
      if (!Array.isArray(value)) this.#write(this.#escape(`${key}=`));
      this.#value(one, depth + 1);
    }
  }
}

/** Renders a template, and cuts the text at a limit; no template makes this function throw. */
export function renderTemplate(
  template: Template,
  model: Readonly<Record<string, unknown>>,
  options: RenderOptions = {},
): Rendered {
  const writer = new Writer(model, options);
  try {
    writer.nodes(template, undefined);
    return { text: writer.text, cut: false };
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    return { text: writer.text, cut: true };
  }
}
