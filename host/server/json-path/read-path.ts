/**
 * Parses JSON paths: names, indexes, `*`, unions, slices, `..`, filters, and functions such as `length()` (the dialect
 * of Jayway JsonPath, https://github.com/json-path/JsonPath).
 */
import { FilterReader } from './read-filter.js';
import {
  callNames,
  JsonPathError,
  type CallName,
  type Condition,
  type Path,
  type Segment,
  type Selector,
} from './path-parts.js';
import { PathText } from './path-text.js';

const longestPath = 1_000;
const mostSegments = 100;

/** Parses a path. @throws JsonPathError that names the mistake */
export function readJsonPath(path: string): Path {
  const text = path.trim();
  if (text.length > longestPath) throw new JsonPathError(`A JSON path has at most ${longestPath} characters.`);
  if (!text.startsWith('$')) throw new JsonPathError(`The JSON path "${text.slice(0, 60)}" does not begin with $.`);
  const reader = new PathReader(new PathText(text, 1), 0);
  const read = reader.segments();
  if (!reader.text.isAtEnd) throw reader.text.fault('The JSON path cannot be read');
  return read;
}

const readSegments = (text: PathText, depth: number): Path => new PathReader(text, depth).segments();

class PathReader {
  constructor(
    readonly text: PathText,
    /** Number of filters, parentheses and negations around the path. */
    private readonly depth: number,
  ) {}

  segments(): Path {
    const segments: Segment[] = [];
    for (let next = this.#segment(); next; next = this.#segment()) {
      if (segments.length >= mostSegments) throw new JsonPathError(`A JSON path has at most ${mostSegments} parts.`);
      segments.push(next);
    }
    const isDefinite = segments.every(
      ({ isDeep, selector }, index) => !isDeep && leadsToOne(selector, index === segments.length - 1),
    );
    const isReduced = segments.at(-1)?.selector.kind === 'call';
    return { segments, isDefinite: isDefinite || isReduced };
  }

  #segment(): Segment | undefined {
    if (this.text.takes('..')) {
      const selector = this.text.sees('[') ? this.#brackets() : this.#dotted();
      return { isDeep: true, selector };
    }
    if (this.text.takes('.')) return { isDeep: false, selector: this.#dotted() };
    if (this.text.sees('[')) return { isDeep: false, selector: this.#brackets() };
    return undefined;
  }

  #dotted(): Selector {
    if (this.text.takes('*')) return { kind: 'all' };
    const name = this.text.matches(/[^\s.[\]()'"*?@$,:=!<>&|~/]+/y);
    if (name === undefined) throw this.text.fault('A name or * is missing in the JSON path');
    if (!this.text.matches(/\(\s*\)/y)) return { kind: 'names', names: [name] };
    const call = callNames.find((one): one is CallName => one === name);
    if (call === undefined) throw this.text.fault(`"${name}()" is no function of JSON paths`);
    return { kind: 'call', name: call };
  }

  #brackets(): Selector {
    this.text.takes('[');
    this.text.skipBlanks();
    const selector = this.#inBrackets();
    this.text.skipBlanks();
    if (!this.text.takes(']')) throw this.text.fault('A "]" is missing in the JSON path');
    return selector;
  }

  #inBrackets(): Selector {
    if (this.text.takes('*')) return { kind: 'all' };
    if (this.text.takes('?')) return { kind: 'filter', condition: this.#filter() };
    if (this.text.sees("'") || this.text.sees('"'))
      return { kind: 'names', names: this.#list(() => this.text.quoted()) };
    const first = this.#integer();
    this.text.skipBlanks();
    if (this.text.takes(':')) return this.#slice(first);
    if (first === undefined)
      throw this.text.fault('An index, a quoted name, * or a filter is missing in the JSON path');
    const more = this.text.takes(',') ? this.#list(() => this.#requiredInteger()) : [];
    return { kind: 'indexes', indexes: [first, ...more] };
  }

  #slice(from: number | undefined): Selector {
    this.text.skipBlanks();
    const to = this.#integer();
    this.text.skipBlanks();
    const step = this.text.takes(':') ? (this.text.skipBlanks(), this.#integer() ?? 1) : 1;
    if (step < 1) throw this.text.fault('The step of a slice must be at least 1 in the JSON path');
    return { kind: 'slice', from, to, step };
  }

  #filter(): Condition {
    if (!this.text.takes('(')) throw this.text.fault('A filter is written [?( … )] in the JSON path');
    const condition = new FilterReader(this.text, this.depth + 1, readSegments).condition();
    this.text.skipBlanks();
    if (!this.text.takes(')')) throw this.text.fault('A ")" is missing in the filter of the JSON path');
    return condition;
  }

  #list<T>(read: () => T): T[] {
    const found: T[] = [];
    do {
      this.text.skipBlanks();
      found.push(read());
      this.text.skipBlanks();
    } while (this.text.takes(','));
    return found;
  }

  #integer(): number | undefined {
    const digits = this.text.matches(/-?\d{1,9}/y);
    return digits === undefined ? undefined : Number(digits);
  }

  #requiredInteger(): number {
    const read = this.#integer();
    if (read === undefined) throw this.text.fault('An index is missing in the JSON path');
    return read;
  }
}

/** Tells whether a selector leads to at most one value; several names at the end yield one object with these names. */
function leadsToOne(selector: Selector, isLast: boolean): boolean {
  if (selector.kind === 'names') return selector.names.length === 1 || isLast;
  return selector.kind === 'indexes' ? selector.indexes.length === 1 : selector.kind === 'call';
}
