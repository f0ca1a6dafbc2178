/**
 * Parses the templates of notifications in the contract's syntax, JMTE (dashboards-sharing-alerts "E-MAIL TEMPLATE
 * MODEL", https://github.com/DJCordhose/jmte):
 *
 * - values: `${name}`, `${name(otherwise)}`, `${before,name,after}`, and `${name;renderer}`, whose renderer is ignored
 * - conditions: `${if name}…${else}…${end}`, also with `!name`, `name = 'text'` and `name=2`
 * - lists: `${foreach list item}…${end}`
 * - comments: `${-- …}`
 * - a backslash before `$`, `{`, `}` or another backslash
 *
 * The text is parsed in one pass; no part of a template is ever executed as code.
 */

/** Path of names and indices, for instance `['backlog', 0, 'fields', 'x']` for `backlog[0].fields.x`. */
export type Path = readonly (string | number)[];

export interface Condition {
  readonly path: Path;
  readonly negated: boolean;
  /** Text that the value must equal; undefined: the value must only be present. */
  readonly equals: string | undefined;
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly path: Path;
      readonly otherwise: string;
      /** Text before the value, written only if the value exists. */
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'if';
      readonly condition: Condition;
      readonly then: TemplateNode[];
      readonly otherwise: TemplateNode[];
    }
  | {
      readonly kind: 'foreach';
      readonly path: Path;
      readonly item: string;
      /** Text between two items. */
      readonly separator: string;
      readonly body: TemplateNode[];
    };

export type Template = readonly TemplateNode[];

/** Largest length of a template in characters. */
export const longestTemplate = 256 * 1024;
const longestExpression = 1000;
const deepest = 32;
const mostNames = 32;

/** Thrown for a syntax error in a template, with its position. Lines and columns are counted from 1. */
export class TemplateError extends Error {
  override name = 'TemplateError';
  constructor(
    readonly line: number,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`Line ${line}, column ${column}: ${reason}.`);
  }
}

interface Open {
  readonly at: number;
  readonly word: 'if' | 'foreach';
  /** List to which the next parsed nodes are added. */
  nodes: TemplateNode[];
  /** List for the nodes behind the `else` of an `if`; undefined once this `else` is read, and for a `foreach`. */
  otherwise: TemplateNode[] | undefined;
}

/** Matches a run of plain text, an escape, the beginning of an expression, or a lone backslash or dollar. */
const pieces = /[^\\$]+|\\[\\${}]|\$\{|[\\$]/gy;
const name = /[^\s.[\](){}=!;,'"`$]+/y;
const position = /\[(\d{1,6})\]/y;

/** Removes the renderer after a name, such as `;date(yyyy-MM-dd)`: values are always rendered in the same way. */
function withoutRenderer(text: string): string {
  const plain = /^[^(;]*;/.exec(text);
  if (plain) return plain[0].slice(0, -1);
  return text.replace(/(\))\s*;[^;]*$/s, '$1');
}

class Reader {
  readonly #text: string;
  readonly #root: TemplateNode[] = [];
  readonly #open: Open[] = [];
  /** Adjacent texts, which are joined to one node. */
  #pending: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): Template {
    if (this.#text.length > longestTemplate)
      throw new TemplateError(
        1,
        1,
        `a template has at most ${longestTemplate} characters, this one ${this.#text.length}`,
      );
    pieces.lastIndex = 0;
    for (let found = pieces.exec(this.#text); found; found = pieces.exec(this.#text)) {
      const [piece] = found;
      if (piece === '${') pieces.lastIndex = this.#expression(found.index);
      else this.#pending.push(piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece);
    }
    const left = this.#open.at(-1);
    if (left) this.#fail(left.at, `this \${${left.word}} has no \${end}`);
    this.#flush();
    return this.#root;
  }

  get #nodes(): TemplateNode[] {
    return this.#open.at(-1)?.nodes ?? this.#root;
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#nodes.push({ kind: 'text', text: this.#pending.join('') });
    this.#pending = [];
  }

  #fail(at: number, reason: string): never {
    const before = this.#text.slice(0, at);
    const lines = before.split('\n');
    throw new TemplateError(lines.length, (lines.at(-1) ?? '').length + 1, reason);
  }

  /** Parses an expression. @returns the position behind its closing brace */
  #expression(at: number): number {
    const end = this.#text.indexOf('}', at);
    if (end < 0) this.#fail(at, 'this ${ has no }');
    const inside = this.#text.slice(at + 2, end);
    if (inside.length > longestExpression)
      this.#fail(at, `the text between \${ and } may have at most ${longestExpression} characters`);
    this.#flush();
    const trimmed = inside.trim();
    const [word = ''] = trimmed.split(/\s/, 1);
    if (trimmed.startsWith('--')) return end + 1;
    if (trimmed === 'end') this.#end(at);
    else if (trimmed === 'else') this.#else(at);
    else if (word === 'if') this.#if(at, trimmed.slice(2).trim());
    else if (word === 'foreach') this.#foreach(at, inside.trimStart().slice(7).trimStart());
    else this.#value(at, trimmed);
    return end + 1;
  }

  #end(at: number): void {
    if (!this.#open.pop()) this.#fail(at, 'there is no ${if} or ${foreach} that this ${end} could end');
  }

  #else(at: number): void {
    const open = this.#open.at(-1);
    if (!open?.otherwise) return this.#fail(at, 'there is no ${if} that this ${else} could belong to');
    open.nodes = open.otherwise;
    open.otherwise = undefined;
  }

  #begin(open: Open): void {
    if (this.#open.length >= deepest)
      this.#fail(open.at, `\${if} and \${foreach} may be nested at most ${deepest} deep`);
    this.#open.push(open);
  }

  #if(at: number, text: string): void {
    const [, bang = '', what = '', , quoted = '', bare] =
      /^(!?)\s*([^=]*?)\s*(=\s*(?:(['"].*)|([^'"=\s][^'"=]*)))?$/s.exec(text) ?? [];
    if (what === '') this.#fail(at, '${if} needs a name, such as ${if event.key}');
    const [quote = ''] = quoted;
    if (quoted !== '' && (quoted.length < 2 || !quoted.endsWith(quote)))
      this.#fail(at, "what ${if} compares with stands in quotes, such as ${if event.key = 'a'}");
    const equals = quoted === '' ? bare?.trim() : quoted.slice(1, -1);
    const [then, otherwise]: [TemplateNode[], TemplateNode[]] = [[], []];
    const condition = { path: this.#path(at, what), negated: bang === '!', equals };
    this.#nodes.push({ kind: 'if', condition, then, otherwise });
    this.#begin({ at, word: 'if', nodes: then, otherwise });
  }

  #foreach(at: number, text: string): void {
    const [, list = '', item = '', , separator = ''] = /^(\S+)\s+(\S+)(\s(.*))?$/s.exec(text) ?? [];
    if (list === '') this.#fail(at, '${foreach} needs a list and a name for each, such as ${foreach backlog message}');
    const [own, ...more] = this.#path(at, item);
    if (typeof own !== 'string' || more.length > 0)
      this.#fail(at, `${JSON.stringify(item)} cannot be the name of each`);
    const body: TemplateNode[] = [];
    this.#nodes.push({ kind: 'foreach', path: this.#path(at, list), item: own, separator, body });
    this.#begin({ at, word: 'foreach', nodes: body, otherwise: undefined });
  }

  #value(at: number, text: string): void {
    // A name contains no comma, so two commas delimit the texts around the value.
    const [, before = '', inner = text, after = ''] = /^([^,(]*),(.*),([^,)]*)$/s.exec(text) ?? [];
    const core = withoutRenderer(inner).trim();
    const opens = core.indexOf('(');
    if (opens >= 0 && !core.endsWith(')')) this.#fail(at, 'the text for a missing value has no closing parenthesis');
    const otherwise = opens < 0 ? '' : core.slice(opens + 1, -1);
    const path = this.#path(at, (opens < 0 ? core : core.slice(0, opens)).trim());
    this.#nodes.push({ kind: 'value', path, otherwise, before, after });
  }

  #path(at: number, text: string): Path {
    const path: (string | number)[] = [];
    let next = 0;
    const take = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = next;
      const found = pattern.exec(text);
      if (found) next = pattern.lastIndex;
      return found?.[1] ?? found?.[0];
    };
    const wrong = (): never =>
      this.#fail(at, text === '' ? 'a name is missing' : `${JSON.stringify(text.slice(0, 100))} is no name`);
    do {
      path.push(take(name) ?? wrong());
      for (let index = take(position); index !== undefined; index = take(position)) path.push(Number(index));
    } while (text[next] === '.' && (next += 1) > 0);
    if (next < text.length) wrong();
    return path.length > mostNames ? this.#fail(at, `a name has at most ${mostNames} parts`) : path;
  }
}

/** Parses a template. @throws TemplateError when it is invalid or too large */
export const parseTemplate = (text: string): Template => new Reader(text).read();

/** Returns the syntax error of a template; undefined: the template is valid. */
export function templateProblem(text: string): TemplateError | undefined {
  try {
    parseTemplate(text);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
