/** The stored grok patterns: what may be stored, importing many at once (contract data-intake grok.*). */
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { GrokPatternBody } from '../../../api/contract/grok.schema.js';
import { newEntityId } from '../foundation/ids.js';
import type { EntityChanges } from '../entities/catalogue.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError, FieldValidationError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { defaultGrokPatterns } from '../grok/default-patterns.js';
import { GrokError, type GrokOptions } from '../grok/grok.js';
import { GrokThread, type GrokOutcome, type NamedPatterns } from '../grok/grok-thread.js';

export type ImportStrategy = 'ABORT_ON_CONFLICT' | 'REPLACE_ON_CONFLICT' | 'DROP_ALL_EXISTING';

/** Says that the patterns of a first start have been stored, so that deleted ones stay deleted. */
interface Installed {
  readonly id: string;
}

/** Number of names in a message; the others are counted. */
const namesTold = 10;

export class GrokPatterns {
  readonly #stored: Collection<GrokPattern>;
  readonly #installed: Collection<Installed>;
  readonly #thread = new GrokThread();

  constructor(documents: Documents) {
    this.#stored = entityCollection<GrokPattern>(documents, 'grok_pattern');
    this.#installed = documents.collection<Installed>('installed_defaults');
  }

  /** On a first start, the patterns that everybody expects. */
  async installDefaults(): Promise<void> {
    if (this.#installed.get('grok_patterns')) return;
    const known = this.#byName();
    const missing = [...defaultGrokPatterns].filter(([name]) => !known.has(name));
    await Promise.all(missing.map(([name, pattern]) => this.#stored.put(recordOf(newEntityId(), { name, pattern }))));
    await this.#installed.put({ id: 'grok_patterns' });
  }

  /**
   * A pattern as it may be stored.
   * @param id of the one that it replaces; else it is a new one
   * @throws BadRequestError for an unknown id, FieldValidationError by field
   */
  async checked(username: string, { name, pattern }: GrokPatternBody, id?: string): Promise<GrokPattern> {
    const kept = id === undefined ? undefined : this.#stored.get(id);
    if (id !== undefined && !kept) throw new BadRequestError(`Couldn't find Grok pattern with ID ${id}`);
    const known = this.#byName();
    if (kept) known.delete(kept.name);
    if (known.has(name)) throw new FieldValidationError({ name: [`Grok pattern ${name} already exists`] });
    const fault = faultOf({ name, pattern });
    if (fault) throw new FieldValidationError(fault);
    const unusable = await this.#faultOf(username, [...known.values(), { name, pattern }], [name]);
    if (unusable) throw new FieldValidationError({ pattern: [unusable.reason] });
    return recordOf(id ?? newEntityId(), { name, pattern });
  }

  /**
   * Stores all or, when anything is wrong with one of them, none.
   * @returns the ids of those that were made, changed and deleted
   * @throws FieldValidationError under the key `_`
   */
  async import(username: string, bodies: readonly GrokPatternBody[], strategy: ImportStrategy): Promise<EntityChanges> {
    const fresh = new Map(bodies.map((body) => [body.name, body]));
    if (fresh.size < bodies.length) refuse(`Duplicate patterns in the file: ${told(duplicates(bodies))}`);
    const known = this.#byName();
    if (strategy === 'ABORT_ON_CONFLICT') {
      const conflicts = [...fresh.keys()].filter((name) => known.has(name));
      if (conflicts.length > 0) refuse(`The following Grok patterns already exist: ${told(conflicts)}`);
    }
    const dropped = strategy === 'DROP_ALL_EXISTING' ? [...known.values()] : [];
    const patterns = new Map<string, { name: string; pattern: string }>(dropped.length > 0 ? [] : known);
    for (const body of bodies) patterns.set(body.name, body);
    for (const body of bodies) {
      const fault = faultOf(body);
      if (fault) refuse(`Pattern ${body.name}: ${Object.values(fault).join(', ')}`);
    }
    const fault = await this.#faultOf(username, [...patterns.values()], [...fresh.keys()]);
    if (fault) refuse(`Pattern ${fault.name}: ${fault.reason}`);
    const removed = dropped.filter(({ name }) => !fresh.has(name)).map(({ id }) => id);
    const stored = bodies.map((body) => recordOf(known.get(body.name)?.id ?? newEntityId(), body));
    await Promise.all([
      ...removed.map((id) => this.#stored.delete(id)),
      ...stored.map((pattern) => this.#stored.put(pattern)),
    ]);
    const created = stored.filter(({ name }) => !known.has(name)).map(({ id }) => id);
    const updated = stored.filter(({ name }) => known.has(name)).map(({ id }) => id);
    return { created, updated, removed };
  }

  /**
   * Tries a pattern on a text, with the stored ones at hand and one more.
   * @throws GrokError when it cannot be used
   */
  async match(
    username: string,
    pattern: string,
    text: string,
    options: GrokOptions,
    extra?: { readonly name: string; readonly pattern: string },
  ): Promise<GrokOutcome['captures']> {
    const patterns = namedPatterns([...this.#stored.all(), ...(extra ? [extra] : [])]);
    const { fault, captures } = await this.#thread.run(username, { kind: 'match', patterns, pattern, options, text });
    if (fault) throw new GrokError(fault.reason);
    return captures;
  }

  #byName(): Map<string, GrokPattern> {
    return new Map(this.#stored.all().map((pattern) => [pattern.name, pattern]));
  }

  /** The first of these names whose pattern cannot be used. */
  async #faultOf(
    username: string,
    all: readonly { readonly name: string; readonly pattern: string }[],
    names: readonly string[],
  ): Promise<GrokOutcome['fault']> {
    try {
      return (await this.#thread.run(username, { kind: 'check', patterns: namedPatterns(all), names })).fault;
    } catch (error) {
      if (error instanceof GrokError) return { name: names.join(', '), reason: error.message };
      throw error;
    }
  }
}

const recordOf = (id: string, { name, pattern }: GrokPatternBody): GrokPattern => ({
  id,
  name,
  pattern,
  content_pack: null,
});

const namedPatterns = (all: readonly { readonly name: string; readonly pattern: string }[]): NamedPatterns =>
  all.map(({ name, pattern }) => [name, pattern]);

/** Checks a pattern before it is compiled; problems by field. */
function faultOf({ name, pattern }: GrokPatternBody): Readonly<Record<string, readonly string[]>> | undefined {
  if (name.trim() === '') return { name: ['must not be empty'] };
  // A reference takes letters, digits and underscores: under another name nothing could refer to it.
  if (!/^\w+$/.test(name)) return { name: ['may consist of letters, digits and underscores only'] };
  if (pattern.trim() === '') return { pattern: ['must not be empty'] };
  return undefined;
}

function duplicates(bodies: readonly GrokPatternBody[]): string[] {
  const names = bodies.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function told(names: readonly string[]): string {
  const rest = names.length - namesTold;
  return names.slice(0, namesTold).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function refuse(reason: string): never {
  throw new FieldValidationError({ _: [reason] });
}

/** The patterns of a file, `NAME pattern` a line; blank lines, comments and what is neither are skipped. */
export function patternsOfText(text: string): GrokPatternBody[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('#')) return [];
    const [, name, pattern] = /^(\w+)[ \t]+(.*)$/.exec(trimmed) ?? [];
    return name === undefined || pattern === undefined ? [] : [{ name, pattern }];
  });
}
