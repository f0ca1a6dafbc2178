/** Validates and stores grok patterns, and imports many at once (contract data-intake grok.*). */
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { GrokPatternBody } from '../../../api/contract/grok.schema.js';
import { newEntityId } from '../foundation/ids.js';
import type { EntityChanges } from '../entities/catalogue.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError, FieldValidationError, TooManyRequestsError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { defaultGrokPatterns } from '../grok/default-patterns.js';
import { GrokError, type GrokOptions } from '../grok/grok.js';
import { GrokThread, type GrokOutcome, type NamedPatterns } from '../grok/grok-thread.js';

export type ImportStrategy = 'ABORT_ON_CONFLICT' | 'REPLACE_ON_CONFLICT' | 'DROP_ALL_EXISTING';

/** Records that the default patterns were stored on the first start, so that deleted ones stay deleted. */
interface Installed {
  readonly id: string;
}

/** Largest number of names in an error message; further names are counted. */
const mostNames = 10;
/** Largest number of messages about lines of a file; further messages are counted. */
const mostReasons = 200;
/**
 * Largest length, in characters, of a name in a message about an unusable pattern, because an invalid line can be long.
 */
const longestShownName = 60;

export class GrokPatterns {
  readonly #stored: Collection<GrokPattern>;
  readonly #installed: Collection<Installed>;
  readonly #thread = new GrokThread();

  constructor(documents: Documents) {
    this.#stored = entityCollection<GrokPattern>(documents, 'grok_pattern');
    this.#installed = documents.collection<Installed>('installed_defaults');
  }

  /** Stores the default patterns on the first start. */
  async installDefaults(): Promise<void> {
    if (this.#installed.get('grok_patterns')) return;
    const known = this.#byName();
    const missing = [...defaultGrokPatterns].filter(([name]) => !known.has(name));
    await Promise.all(missing.map(([name, pattern]) => this.#stored.put(recordOf(newEntityId(), { name, pattern }))));
    await this.#installed.put({ id: 'grok_patterns' });
  }

  /**
   * Validates a pattern.
   * @param id id of the pattern to replace; absent: the pattern is new
   * @returns the pattern in its stored form
   * @throws BadRequestError for an unknown id; TooManyRequestsError when too many patterns are being tried;
   * FieldValidationError for an invalid pattern or a name that exists already, under the key `_`, because the reference
   * server names no field
   */
  async checked(username: string, { name, pattern }: GrokPatternBody, id?: string): Promise<GrokPattern> {
    const kept = id === undefined ? undefined : this.#stored.get(id);
    if (id !== undefined && !kept) throw new BadRequestError(`Couldn't find Grok pattern with ID ${id}`);
    const known = this.#byName();
    if (kept) known.delete(kept.name);
    if (known.has(name)) refuse([`Grok pattern ${name} already exists`]);
    const fault = faultOf({ name, pattern });
    if (fault)
      refuse([
        Object.entries(fault)
          .map(([field, [text = '']]) => `The ${field} ${text}.`)
          .join(' '),
      ]);
    const [unusable] = await this.#faultsOf(username, [...known.values(), { name, pattern }], [name]);
    if (unusable) refuse([unusable.reason]);
    return recordOf(id ?? newEntityId(), { name, pattern });
  }

  /**
   * Stores the usable patterns, and reports the unusable ones and the patterns that refer to them.
   *
   * - With `ABORT_ON_CONFLICT`, a name that exists already prevents the whole import.
   * - With `DROP_ALL_EXISTING`, all stored patterns that the import does not replace are deleted.
   *
   * @throws FieldValidationError under the key `_` when a name conflicts or every given pattern is unusable;
   * TooManyRequestsError when too many patterns are being tried
   */
  async import(username: string, lines: readonly PatternLine[], strategy: ImportStrategy): Promise<GrokImport> {
    const { fresh, faults } = usable(lines);
    const known = this.#byName();
    if (strategy === 'ABORT_ON_CONFLICT') {
      const conflicts = [...fresh.keys()].filter((name) => known.has(name));
      if (conflicts.length > 0) refuse([`The following Grok patterns already exist: ${reported(conflicts)}`]);
    }
    const replacesAll = strategy === 'DROP_ALL_EXISTING';
    const kept = replacesAll ? [] : [...known.values()];
    // A new pattern replaces the kept pattern of the same name.
    const resulting = new Map([...kept, ...fresh.values()].map((pattern) => [pattern.name, pattern]));
    const unusable = await this.#faultsOf(username, [...resulting.values()], [...fresh.keys()], kept);
    for (const { name, reason } of unusable) {
      faults.push(`${placeOf(fresh.get(name))}: ${reason}`);
      fresh.delete(name);
    }
    const bodies = [...fresh.values()];
    if (bodies.length === 0 && faults.length > 0) refuse(faults);
    const replaced = replacesAll ? [...known.values()] : [];
    const removed = replaced.filter(({ name }) => !fresh.has(name)).map(({ id }) => id);
    const stored = bodies.map((body) => recordOf(known.get(body.name)?.id ?? newEntityId(), body));
    await Promise.all([
      ...removed.map((id) => this.#stored.delete(id)),
      ...stored.map((pattern) => this.#stored.put(pattern)),
    ]);
    const created = stored.filter(({ name }) => !known.has(name)).map(({ id }) => id);
    const updated = stored.filter(({ name }) => known.has(name)).map(({ id }) => id);
    return { changes: { created, updated, removed }, faults };
  }

  /**
   * Tests a pattern on a text, together with the stored patterns.
   * @param extra further pattern that the pattern may refer to
   * @throws GrokError when the pattern cannot be used; TooManyRequestsError when too many patterns are being tried
   */
  async match(
    username: string,
    pattern: string,
    text: string,
    options: GrokOptions,
    extra?: { readonly name: string; readonly pattern: string },
  ): Promise<GrokOutcome['captures']> {
    const patterns = namedPatterns([...this.#stored.all(), ...(extra ? [extra] : [])]);
    const { faults, captures } = await this.#thread.run(username, { kind: 'match', patterns, pattern, options, text });
    const [fault] = faults ?? [];
    if (fault) throw new GrokError(fault.reason);
    return captures;
  }

  /**
   * Compiles patterns together with the stored patterns; a given pattern replaces the stored pattern of the same name.
   * @returns for each unusable pattern the reason, by the pattern's name; empty when too many patterns are being tried
   * now
   */
  async faults(username: string, patterns: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const given = [...patterns].map(([name, pattern]) => ({ name, pattern }));
    const stored = this.#stored.all();
    const all = new Map([...stored, ...given].map((one) => [one.name, one]));
    const invalid = new Map<string, string>();
    for (const one of given) {
      const [problem] = Object.entries(faultOf(one) ?? {});
      if (problem) invalid.set(one.name, `The ${problem[0]} ${problem[1][0] ?? ''}.`);
    }
    const valid = given.map(({ name }) => name).filter((name) => !invalid.has(name));
    try {
      const unusable = await this.#faultsOf(username, [...all.values()], valid, stored);
      return new Map([...unusable.map(({ name, reason }) => [name, reason] as const), ...invalid]);
    } catch (error) {
      if (error instanceof TooManyRequestsError) return new Map();
      throw error;
    }
  }

  #byName(): Map<string, GrokPattern> {
    return new Map(this.#stored.all().map((pattern) => [pattern.name, pattern]));
  }

  /**
   * Returns the patterns among `names` that cannot be used, with the reasons.
   * @param all patterns that references may name
   * @param before stored patterns; a stored pattern stays in use if the new pattern of its name is unusable
   */
  async #faultsOf(
    username: string,
    all: readonly NamedPattern[],
    names: readonly string[],
    before: readonly NamedPattern[] = [],
  ): Promise<NonNullable<GrokOutcome['faults']>> {
    try {
      const task = { kind: 'check', patterns: namedPatterns(all), names, before: namedPatterns(before) } as const;
      return (await this.#thread.run(username, task)).faults ?? [];
    } catch (error) {
      if (error instanceof GrokError) return names.map((name) => ({ name, reason: error.message }));
      throw error;
    }
  }
}

interface NamedPattern {
  readonly name: string;
  readonly pattern: string;
}

/** A pattern to import, from a line of a file or from a list. */
export interface PatternLine extends NamedPattern {
  /** Line number from 1; absent for patterns that were sent as a list. */
  readonly line?: number;
}

export interface GrokImport {
  readonly changes: EntityChanges;
  /** One message for each refused pattern. */
  readonly faults: readonly string[];
}

const recordOf = (id: string, { name, pattern }: GrokPatternBody): GrokPattern => ({
  id,
  name,
  pattern,
  content_pack: null,
});

const namedPatterns = (all: readonly NamedPattern[]): NamedPatterns => all.map(({ name, pattern }) => [name, pattern]);

/**
 * Validates a pattern without compiling it; returns the first problem by its field, and undefined for a valid pattern.
 */
function faultOf({ name, pattern }: GrokPatternBody): Readonly<Record<string, readonly string[]>> | undefined {
  if (name.trim() === '') return { name: ['must not be empty'] };
  // References match letters, digits and underscores only, so a pattern with another name could not be referenced.
  if (!/^\w+$/.test(name)) return { name: ['may consist of letters, digits and underscores only'] };
  if (pattern.trim() === '') return { pattern: ['must not be empty'] };
  return undefined;
}

function placeOf(pattern: PatternLine | undefined): string {
  const line = pattern?.line === undefined ? '' : `Line ${pattern.line}, `;
  return `${line}${line === '' ? 'Pattern' : 'pattern'} ${(pattern?.name ?? '').slice(0, longestShownName)}`;
}

/**
 * Returns the valid lines by name, and one message for each invalid line. Of several lines with the same name, the
 * first is used.
 */
function usable(lines: readonly PatternLine[]): {
  readonly fresh: Map<string, PatternLine>;
  readonly faults: string[];
} {
  const fresh = new Map<string, PatternLine>();
  const faults: string[] = [];
  for (const pattern of lines) {
    const fault = faultOf(pattern);
    const first = fresh.get(pattern.name);
    if (fault) faults.push(`${placeOf(pattern)}: ${Object.values(fault).flat().join(', ')}`);
    else if (!first) fresh.set(pattern.name, pattern);
    // A repeated line with the same pattern is accepted.
    else if (first.pattern !== pattern.pattern) faults.push(`${placeOf(pattern)}: the name stands twice in the file`);
  }
  return { fresh, faults };
}

function reported(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function refuse(reasons: readonly string[]): never {
  throw new FieldValidationError({ _: listedReasons(reasons) });
}

/** Returns the first `mostReasons` messages and, if there are more, a further message with the number of the others. */
export function listedReasons(reasons: readonly string[]): string[] {
  const rest = reasons.length - mostReasons;
  return [...reasons.slice(0, mostReasons), ...(rest > 0 ? [`And ${rest} more lines.`] : [])];
}

/**
 * Parses a file with one `NAME pattern` per line. Empty lines and comments are skipped; an invalid line yields the
 * whole line as the name and an empty pattern.
 */
export function patternsOfText(text: string): PatternLine[] {
  return text.split(/\r?\n/).flatMap((whole, index) => {
    const trimmed = whole.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, name, pattern] = /^(\S+)[ \t]+(.*)$/.exec(trimmed) ?? [];
    return [{ name: name ?? trimmed, pattern: pattern ?? '', line: index + 1 }];
  });
}
