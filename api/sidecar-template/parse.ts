/**
 * Parses a template: text, `${…}`, and the directives if, list, sep, assign, noparse, comments and `@indent`
 * (https://freemarker.apache.org/docs/ref_directive.html). A line that contains only directives
 * produces no line (https://freemarker.apache.org/docs/dgui_misc_whitespace.html).
 */
import { ExpressionError, ExpressionReader } from './expression.js';
import type { Expression, Node } from './nodes.js';
import { placeOf, TemplateError } from './template-error.js';

/** Nesting limit of directives. */
const deepest = 50;
/** Largest number of parts in one template: texts, interpolations, comments, and start and end tags. */
const mostParts = 5000;

type Part =
  | { readonly kind: 'text'; text: string; readonly at: number }
  | { readonly kind: 'interpolation'; readonly at: number; readonly expression: Expression }
  | { readonly kind: 'comment'; readonly at: number }
  | { readonly kind: 'open'; readonly at: number; readonly name: string; readonly data: OpenData }
  | { readonly kind: 'close'; readonly at: number; readonly name: string };

interface OpenData {
  readonly expression?: Expression;
  readonly variable?: string;
}

const refused: Readonly<Record<string, string>> = {
  include: 'Other templates cannot be included here',
  import: 'Other templates cannot be imported here',
  macro: 'Macros are not available here',
  function: 'Functions are not available here',
  global: 'Use <#assign> instead of <#global>',
  local: 'Use <#assign> instead of <#local>',
};

export type Template = readonly Node[];

/** Parses a template. @throws TemplateError for an invalid template */
export function parseTemplate(source: string): Template {
  try {
    return new TreeBuilder(stripped(new Scanner(source).parts())).template();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { line, column } = placeOf(source, error.at);
    throw new TemplateError(error.message, line, column);
  }
}

class Scanner {
  readonly #source: string;
  readonly #parts: Part[] = [];
  #at = 0;
  #textFrom = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parts(): Part[] {
    const source = this.#source;
    const starts = /\$\{|<\/?[#@]/g;
    for (;;) {
      starts.lastIndex = this.#at;
      const found = starts.exec(source);
      if (!found) break;
      this.#at = found.index;
      this.#special(found[0]);
      if (this.#parts.length > mostParts)
        throw new ExpressionError(
          `A template has at most ${mostParts} parts: texts, interpolations, comments, and tags of directives`,
          this.#at,
        );
    }
    this.#endText(source.length);
    return this.#parts;
  }

  #endText(end: number): void {
    if (end > this.#textFrom)
      this.#parts.push({ kind: 'text', text: this.#source.slice(this.#textFrom, end), at: this.#textFrom });
  }

  #take(part: Part, end: number): void {
    this.#endText(part.at);
    this.#parts.push(part);
    this.#at = end;
    this.#textFrom = end;
  }

  #special(start: string): void {
    const source = this.#source;
    const at = this.#at;
    if (start === '${') {
      const reader = new ExpressionReader(source, at + 2);
      const expression = reader.expression(false);
      if (source[reader.at] !== '}') throw new ExpressionError('"}" is expected after the expression', reader.at);
      return this.#take({ kind: 'interpolation', at, expression }, reader.at + 1);
    }
    if (source.startsWith('<#--', at)) {
      const end = source.indexOf('-->', at + 4);
      if (end < 0) throw new ExpressionError('A comment has no end', at);
      return this.#take({ kind: 'comment', at }, end + 3);
    }
    const tag = /^<(\/?)([#@])([A-Za-z]+)/.exec(source.slice(at, at + 40));
    if (!tag) {
      // The text is neither a directive nor its end tag, for instance "<# comment" of another language.
      this.#at = at + start.length;
      return;
    }
    const [whole, slash, sign, name = ''] = tag;
    if (sign === '@' && name !== 'indent')
      throw new ExpressionError(`There is no directive <@${name}>; <@indent count=4> is`, at);
    if (slash === '/') {
      const end = /^\s*>/.exec(source.slice(at + whole.length, at + whole.length + 50));
      if (!end) throw new ExpressionError(`"</${sign}${name}" has no ">"`, at);
      return this.#take({ kind: 'close', at, name }, at + whole.length + end[0].length);
    }
    this.#open(name, at, at + whole.length);
  }

  #open(name: string, at: number, from: number): void {
    const source = this.#source;
    if (Object.hasOwn(refused, name)) throw new ExpressionError(refused[name] ?? '', at);
    if (name === 'noparse') return this.#noparse(at, from);
    if (name === 'else' || name === 'sep') {
      const end = /^\s*\/?>/.exec(source.slice(from, from + 50));
      if (!end) throw new ExpressionError(`"<#${name}" has no ">"`, at);
      return this.#take({ kind: 'open', at, name, data: {} }, from + end[0].length);
    }
    const reader = new ExpressionReader(source, from);
    const data = this.#data(name, reader, at);
    let end = reader.at;
    if (source[end] === '/') end += 1;
    if (source[end] !== '>') throw new ExpressionError(`">" is expected at the end of <#${name}>`, end);
    this.#take({ kind: 'open', at, name, data }, end + 1);
  }

  #data(name: string, reader: ExpressionReader, at: number): OpenData {
    if (name === 'if' || name === 'elseif') return { expression: reader.expression(true) };
    if (name === 'list') {
      const expression = reader.expression(true);
      if (!reader.takesWord('as')) throw new ExpressionError('"as" and a name are expected after the list', reader.at);
      return { expression, variable: reader.name('The name of an item') };
    }
    if (name === 'assign') {
      const variable = reader.name('The name of a variable');
      reader.expectSign('=', 'after the name of a variable');
      return { expression: reader.expression(true), variable };
    }
    if (name === 'indent') {
      if (!reader.takesWord('count'))
        throw new ExpressionError('<@indent> needs a count, such as <@indent count=4>', reader.at);
      reader.expectSign('=', 'after count');
      return { expression: reader.expression(true) };
    }
    throw new ExpressionError(`There is no directive <#${name}>`, at);
  }

  #noparse(at: number, from: number): void {
    const source = this.#source;
    const begin = source.indexOf('>', from);
    const end = source.indexOf('</#noparse>', from);
    if (begin < 0 || end < 0) throw new ExpressionError('<#noparse> has no </#noparse>', at);
    this.#take({ kind: 'comment', at }, begin + 1);
    this.#endText(end);
    this.#textFrom = end;
    this.#take({ kind: 'comment', at: end }, end + '</#noparse>'.length);
  }
}

/** Removes the whitespace and the line break of lines that contain only directives. */
function stripped(parts: readonly Part[]): Part[] {
  const lines: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'text') {
      lines.at(-1)?.push(part);
      continue;
    }
    // Only the first and the last line of the text may share a line with a directive. The lines between them stay
    // unchanged.
    const first = part.text.indexOf('\n') + 1;
    const last = part.text.lastIndexOf('\n') + 1;
    for (const [from, to] of [
      [0, first],
      [first, last],
      [last, part.text.length],
    ] as const) {
      if (to > from) lines.at(-1)?.push({ kind: 'text', text: part.text.slice(from, to), at: part.at + from });
      if (to > from && part.text[to - 1] === '\n') lines.push([]);
    }
  }
  return lines.flatMap((line) => {
    const bare = line.every((part) => (part.kind === 'text' ? part.text.trim() === '' : part.kind !== 'interpolation'));
    return bare && line.some(({ kind }) => kind !== 'text') ? line.filter(({ kind }) => kind !== 'text') : line;
  });
}

class TreeBuilder {
  readonly #parts: readonly Part[];
  #index = 0;
  #depth = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  template(): Node[] {
    const nodes = this.#body(undefined, []);
    const rest = this.#parts[this.#index];
    if (rest && 'name' in rest) throw new ExpressionError(`${shownTag(rest)} has no beginning`, rest.at);
    return nodes;
  }

  /** Reads nodes up to a tag that ends or divides the block; the tag is not consumed. */
  #body(opener: Part | undefined, dividers: readonly string[]): Node[] {
    const nodes: Node[] = [];
    for (;;) {
      const part = this.#parts[this.#index];
      if (!part) {
        if (!opener) return nodes;
        throw new ExpressionError(`${shownTag(opener)} has no end`, opener.at);
      }
      if (part.kind === 'close' || (part.kind === 'open' && dividers.includes(part.name))) return nodes;
      this.#index += 1;
      if (part.kind === 'text') {
        const last = nodes.at(-1);
        if (last?.kind === 'text') nodes[nodes.length - 1] = { kind: 'text', text: last.text + part.text };
        else nodes.push({ kind: 'text', text: part.text });
      } else if (part.kind === 'interpolation') nodes.push(part);
      else if (part.kind === 'open') nodes.push(this.#block(part));
    }
  }

  #block(part: Part & { kind: 'open' }): Node {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionError(`Directives nest deeper than ${deepest} levels`, part.at);
    const { at, data } = part;
    const expression = data.expression ?? { kind: 'literal', at, end: at, value: '' };
    let node: Node;
    if (part.name === 'if') node = this.#if(part, expression);
    else if (part.name === 'list') {
      const body = this.#body(part, ['else']);
      const otherwise = this.#takesOpen('else') ? this.#body(part, []) : [];
      this.#close(part);
      node = { kind: 'for', at, sequence: expression, item: data.variable ?? '', body, otherwise };
    } else if (part.name === 'sep') {
      node = { kind: 'sep', at, body: this.#body(part, ['else']) };
      const next = this.#parts[this.#index];
      // A separator without an end tag extends to the end of the list.
      if (next?.kind === 'close' && next.name === 'sep') this.#index += 1;
    } else if (part.name === 'assign') node = { kind: 'assign', at, name: data.variable ?? '', value: expression };
    else if (part.name === 'indent') {
      node = { kind: 'indent', at, count: expression, body: this.#body(part, []) };
      this.#close(part);
    } else throw new ExpressionError(`${shownTag(part)} stands outside of <#if> and <#list>`, at);
    this.#depth -= 1;
    return node;
  }

  #if(part: Part & { kind: 'open' }, first: Expression): Node {
    const branches: { condition: Expression | undefined; body: Node[] }[] = [];
    let condition: Expression | undefined = first;
    for (;;) {
      branches.push({ condition, body: this.#body(part, ['elseif', 'else']) });
      const next = this.#parts[this.#index];
      if (next?.kind !== 'open') break;
      if (condition === undefined) throw new ExpressionError(`${shownTag(next)} comes after <#else>`, next.at);
      this.#index += 1;
      condition = next.name === 'elseif' ? next.data.expression : undefined;
    }
    this.#close(part);
    return { kind: 'if', branches };
  }

  #takesOpen(name: string): boolean {
    const part = this.#parts[this.#index];
    if (part?.kind !== 'open' || part.name !== name) return false;
    this.#index += 1;
    return true;
  }

  #close(opener: Part & { kind: 'open' }): void {
    const part = this.#parts[this.#index];
    if (part?.kind !== 'close' || part.name !== opener.name) {
      const found = part && 'name' in part ? shownTag(part) : 'the end of the template';
      throw new ExpressionError(`${shownTag(opener)} is not ended before ${found}`, part?.at ?? opener.at);
    }
    this.#index += 1;
  }
}

function shownTag(part: Part): string {
  if (!('name' in part)) return 'This';
  const sign = part.name === 'indent' ? '@' : '#';
  return part.kind === 'close' ? `</${sign}${part.name}>` : `<${sign}${part.name}>`;
}
