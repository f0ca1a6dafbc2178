/**
 * Grok: regular expressions made of named patterns (contract data-intake, "Grok"). `%{NAME}` stands for the pattern of that name,
 * `%{NAME:field}` captures what it matches, `%{NAME:field:type}` converts it. The engine is linear in the text.
 */
import { RE2JS } from 're2js';
import { refusalOf, TextTooLongError } from '../regex/bounded-pattern.js';
import { linearForm } from '../regex/linear-form.js';
import { patternSteps } from '../regex/patterns.js';
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
  /** It runs where it may hold up others: its size is bounded, and so is the work of one match. */
  readonly bounded?: boolean;
}

/** Field → what was captured; a list where a field was captured more than once. */
export type Captures = Readonly<Record<string, unknown>>;

/** Steps × letters of one match where it may hold up others: of a longer text the beginning is looked at. The editor of extractors says it, too. */
const mostWork = 12_000_000;
/** Steps of a pattern that runs there; the largest that are widely known have some 10,000. */
const mostSteps = 15_000;

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
    const own = linearForm(pattern).replace(ownGroup, (_whole, field: string) => this.#open(field, undefined));
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
    return `(?P<${group}>`;
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
  const steps = Math.max(1, patternSteps(source));
  if (options.bounded && steps > mostSteps) {
    throw new GrokError('The pattern is too large for messages on their way in, once its references are filled in.');
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, RE2JS.MULTILINE);
  } catch (error) {
    throw new GrokError(explain(pattern, (error as Error).message));
  }
  const longest = options.bounded ? Math.floor(mostWork / steps) : undefined;
  return {
    match(input) {
      const text = input.slice(0, longest);
      // A match is found quickly, but its groups are expensive to compute. A match at the beginning, which is frequent, is the leftmost
      // one, so the cheaper anchored expression finds it.
      const isCut = text.length < input.length;
      const matcher = compiled.test(text) ? compiled.matcher(text) : undefined;
      if (!matcher || (!matcher.lookingAt() && !matcher.reset().find())) {
        if (isCut) throw new TextTooLongError(text.length);
        return undefined;
      }
      // It might go on after the cut.
      if (isCut && matcher.end() === text.length) throw new TextTooLongError(text.length);
      const captured = new Map<string, unknown[]>();
      for (const { group, field, convert } of expansion.captures) {
        const value = matcher.group(group);
        if (value === null) continue;
        captured.set(field, [...(captured.get(field) ?? []), convert(value)]);
      }
      return collect(captured);
    },
  };
}

function explain(pattern: string, message: string): string {
  const { reason, foreign } = refusalOf(pattern, message);
  return foreign ? reason : `The pattern is not a regular expression: ${reason}`;
}
