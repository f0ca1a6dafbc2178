/**
 * Grok: regular expressions made of named patterns (contract data-intake, "Grok"). `%{NAME}` stands for the pattern of that name,
 * `%{NAME:field}` captures what it matches, `%{NAME:field:type}` converts it. Expressions are Java's.
 */
import { JavaSyntaxError } from '../regex/java/expression.js';
import { ProgramSizeError } from '../regex/java/step-program.js';
import { regexSteps } from '../regex/regex-limits.js';
import { grokEngine, type GrokEngine } from './grok-engine.js';
import { converterOf, type Convert } from './conversion.js';

/** A pattern cannot be used; the message says which part and why. */
export class GrokError extends Error {
  override readonly name = 'GrokError';
}

/** Name → pattern; undefined: there is none of that name. */
export type PatternOf = (name: string) => string | undefined;

export interface GrokOptions {
  /** False also captures parts without a field, under the name of their pattern. */
  readonly namedCapturesOnly: boolean;
  /** Captures the outermost references under their names, too. */
  readonly captureWhole?: boolean;
  /** True where matching runs on the main thread: the size of the pattern and the work of one match are bounded. */
  readonly bounded?: boolean;
}

/** Field → what was captured; a list where a field was captured more than once. */
export type Captures = Readonly<Record<string, unknown>>;

export interface Grok {
  /**
   * Looks anywhere in the text. @returns undefined without a match
   * @throws TextTooLongError where it is bounded, and what comes after the beginning could decide
   */
  match(text: string): Captures | undefined;
}

/** In characters, after all references are filled in. */
const largestPattern = 100_000;
const deepestReference = 50;

/** Patterns of people have blanks beside the name of a field, which are no part of it. */
const reference = /%\{(\w+)(?:[:;][ \t]*([\w.@[\]-]+)[ \t]*)?(?:[:;]([^}]*))?\}/g;
const leftOver = /%\{[^}]*\}?/;
const ownGroup = /\(\?P?<([A-Za-z]\w*)>/g;

/** The names that a pattern refers to. */
export function referencesOf(pattern: string): string[] {
  return [...new Set([...pattern.matchAll(reference)].map(([, name = '']) => name))];
}

interface Capture {
  readonly group: string;
  readonly field: string;
  readonly convert: Convert;
}

class Expansion {
  readonly captures: Capture[] = [];
  #length = 0;

  constructor(
    private readonly patternOf: PatternOf,
    private readonly options: GrokOptions,
  ) {}

  expand(pattern: string, path: readonly string[]): string {
    if (path.length > deepestReference)
      throw new GrokError(`Patterns refer to each other too deeply: ${path.join(' → ')}`);
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
    if (path.length === 0) {
      const [rest] = leftOver.exec(own.replace(reference, '')) ?? [];
      if (rest !== undefined) throw new GrokError(`"${rest}" is no reference to a pattern`);
    }
    return filled;
  }

  #isCaptured(path: readonly string[]): boolean {
    return !this.options.namedCapturesOnly || (this.options.captureWhole === true && path.length === 0);
  }

  #open(field: string, type: string | undefined): string {
    const convert = converterOf(type);
    if (!convert) throw new GrokError(`"${type}" is not a type that captures can have`);
    const group = `g${this.captures.length}`;
    this.captures.push({ group, field, convert });
    return `(?<${group}>`;
  }
}

/** Captures of one field in several alternatives: the one that took part; several: all of them, in order. */
function collect(captured: Map<string, unknown[]>): Captures {
  const entries = [...captured].map(([field, values]) => [field, values.length === 1 ? values[0] : values]);
  return Object.fromEntries(entries);
}

/**
 * @param pattern text with references
 * @throws GrokError when a reference leads nowhere or in a circle, or the whole is no regular expression
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
