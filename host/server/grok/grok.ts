/**
 * Compiles grok patterns: regular expressions made of named patterns (contract data-intake, "Grok"). `%{NAME}` refers
 * to the pattern of that name, `%{NAME:field}` captures its match, `%{NAME:field:type}` converts the captured text. A
 * capture named `UNWANTED` becomes no field, as in java-grok, which the reference server uses. Expressions have Java's
 * syntax.
 */
import { JavaSyntaxError } from '../regex/java/expression.js';
import { ProgramSizeError } from '../regex/java/step-program.js';
import { regexSteps } from '../regex/regex-limits.js';
import { grokEngine, type GrokEngine } from './grok-engine.js';
import { converterOf, type Convert } from './conversion.js';

/** Thrown for a pattern that cannot be used; the message gives the reason. */
export class GrokError extends Error {
  override readonly name = 'GrokError';
}

/** Returns the pattern with a name; undefined: no pattern has this name. */
export type PatternOf = (name: string) => string | undefined;

export interface GrokOptions {
  /** False: references without a field are captured as well, under the name of their pattern. */
  readonly namedCapturesOnly: boolean;
  /**
   * True: references in the given pattern are captured in any case; `namedCapturesOnly` only applies to nested
   * references.
   */
  readonly captureWhole?: boolean;
  /** True: matching runs on the event loop, so the work of a match is limited more strictly than on a worker thread. */
  readonly bounded?: boolean;
  /** Returns the conversion to a type; absent: numbers become plain numbers, and dates ISO texts. */
  readonly converterOf?: (type: string | undefined) => Convert | undefined;
}

/** Captured values by field; the value is a list if the field was captured more than once. */
export type Captures = Readonly<Record<string, unknown>>;

export interface Grok {
  /**
   * Returns the captures of the first match anywhere in a text; undefined: no match.
   * @throws TextTooLongError when the search takes too many steps, or the examined part of the text is not enough to
   * decide
   */
  match(text: string): Captures | undefined;
}

/** Largest length in characters of a pattern after all its references are expanded. */
const largestPattern = 100_000;
const deepestReference = 50;

/** Matches a reference to a pattern; spaces around the field name are ignored, because users write them. */
const reference = /%\{(\w+)(?:[:;][ \t]*([\w.@[\]-]+)[ \t]*)?(?:[:;]([^}]*))?\}/g;
const leftOver = /%\{[^}]*\}?/;
const ownGroup = /\(\?P?<([A-Za-z]\w*)>/g;

/** Returns the names that a pattern refers to. */
export function referencesOf(pattern: string): string[] {
  return [...new Set([...pattern.matchAll(reference)].map(([, name = '']) => name))];
}

interface Capture {
  readonly group: string;
  readonly field: string;
  readonly convert: Convert;
}

/** Name of captures that become no field. */
const unwanted = 'UNWANTED';

class Expansion {
  readonly captures: Capture[] = [];
  #length = 0;
  #groups = 0;

  constructor(
    private readonly patternOf: PatternOf,
    private readonly options: GrokOptions,
  ) {}

  expand(pattern: string, path: readonly string[]): string {
    if (path.length > deepestReference)
      throw new GrokError(
        `Patterns refer to each other more than ${deepestReference} levels deep: ${path.join(' → ')}`,
      );
    this.#length += pattern.length;
    if (this.#length > largestPattern)
      throw new GrokError('The pattern is too large once its references are filled in');
    const own = pattern.replace(ownGroup, (_whole, field: string) => this.#open(field, undefined));
    const filled = own.replace(reference, (_whole, name: string, field?: string, type?: string) => {
      const inner = this.patternOf(name);
      if (inner === undefined) throw new GrokError(`No definition for key '${name}' found, unable to proceed`);
      if (path.includes(name))
        throw new GrokError(`Patterns refer to each other in a circle: ${[...path, name].join(' → ')}`);
      const opening = field === undefined && !this.#isCaptured(path) ? '(?:' : this.#open(field ?? name, type?.trim());
      return `${opening}${this.expand(inner, [...path, name])})`;
    });
    const [rest] = leftOver.exec(own.replace(reference, '')) ?? [];
    if (rest !== undefined) throw new GrokError(`"${rest}" is no reference to a pattern`);
    return filled;
  }

  #isCaptured(path: readonly string[]): boolean {
    return !this.options.namedCapturesOnly || (this.options.captureWhole === true && path.length === 0);
  }

  #open(field: string, type: string | undefined): string {
    const convert = (this.options.converterOf ?? converterOf)(type);
    if (!convert) throw new GrokError(`"${type}" is not a type that captures can have`);
    const group = `g${this.#groups}`;
    this.#groups += 1;
    if (field !== unwanted) this.captures.push({ group, field, convert });
    return `(?<${group}>`;
  }
}

/**
 * Combines the captures of each field, because a field may appear several times in a pattern. A field with one capture
 * gets the single value, and a field with several captures the list of values.
 */
function collect(captured: Map<string, unknown[]>): Captures {
  const entries = [...captured].map(([field, values]) => [field, values.length === 1 ? values[0] : values]);
  return Object.fromEntries(entries);
}

/**
 * Expands a grok pattern to a regular expression.
 * @returns the expression, and for each capture its field and the name of its group
 * @throws GrokError for an unknown, malformed, circular or too deep reference, an unknown type, or a too large pattern
 */
export function grokExpression(
  pattern: string,
  patternOf: PatternOf,
): { readonly source: string; readonly captures: readonly { readonly group: string; readonly field: string }[] } {
  const expansion = new Expansion(patternOf, { namedCapturesOnly: true });
  const source = expansion.expand(pattern, []);
  return { source, captures: expansion.captures };
}

/**
 * Compiles a grok pattern.
 * @param pattern text with references
 * @throws GrokError for an unknown, malformed, circular or too deep reference, an unknown type, an invalid regular
 * expression or a too large pattern
 */
export function compileGrok(pattern: string, patternOf: PatternOf, options: GrokOptions): Grok {
  const expansion = new Expansion(patternOf, options);
  const source = expansion.expand(pattern, []);
  const steps = Math.max(1, regexSteps(source));
  let engine: GrokEngine;
  try {
    engine = grokEngine(source, steps, options.bounded === true);
  } catch (error) {
    if (error instanceof ProgramSizeError) throw new GrokError(error.message);
    if (error instanceof JavaSyntaxError)
      throw new GrokError(`The pattern is not a regular expression: ${error.message}`);
    throw error;
  }
  return {
    match(text) {
      const found = engine(text);
      if (!found) return undefined;
      const captured = new Map<string, unknown[]>();
      for (const { group, field, convert } of expansion.captures) {
        const value = found(group);
        if (value === null) continue;
        captured.set(field, [...(captured.get(field) ?? []), convert(value)]);
      }
      return collect(captured);
    },
  };
}
