/**
 * Stores sources of rules or of pipelines. A source contains its own title, which no other source of its kind may have.
 */
import type { Caller } from '../auth/caller.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import type { SourceDocument } from '../pipelines/sources.js';
import type { Documents } from '../store/types.js';

interface SourceInput {
  readonly source: string;
  readonly description?: string | null | undefined;
}

export interface SourceKind {
  readonly type: 'rule' | 'pipeline';
  /** Returns the title that a source contains. @throws SourceErrors when the source has errors */
  readonly titleOf: (source: string) => string;
  /** Called before a source is deleted. */
  readonly leave?: (document: SourceDocument) => unknown;
}

/** Returns the members of a new source, without its id. */
export function newSource(title: string, { source, description = null }: SourceInput) {
  const now = new Date().toISOString();
  return { title, description, source, created_at: now, modified_at: now };
}

export class StoredSources extends StoredEntities<SourceDocument> {
  readonly #kind: SourceKind;

  constructor(documents: Documents, entities: Entities, kind: SourceKind) {
    super(documents, entities, {
      type: kind.type === 'rule' ? 'pipeline_rule' : 'pipeline',
      missing: (id) => `Couldn't find ${kind.type} with ID <${id}>`,
      ...(kind.leave && { leave: kind.leave }),
    });
    this.#kind = kind;
  }

  /** Stores a new source. @throws SourceErrors when it has errors; BadRequestError when another source has its title */
  createFrom(input: SourceInput, caller: Caller): Promise<SourceDocument> {
    return this.create({ id: newEntityId(), ...newSource(this.#titleOf(input.source), input) }, caller);
  }

  /**
   * Replaces a source; an absent description keeps the stored description.
   * @throws NotFoundError for an unknown id; SourceErrors when the source has errors; BadRequestError when another
   * source has its title
   */
  updateFrom(id: string, { source, description }: SourceInput, caller: Caller): Promise<SourceDocument> {
    this.get(id);
    const title = this.#titleOf(source, id);
    const modified_at = new Date().toISOString();
    return this.update(
      id,
      (kept) => ({ ...kept, title, source, modified_at, ...(description !== undefined && { description }) }),
      caller,
    );
  }

  #titleOf(source: string, id?: string): string {
    const title = this.#kind.titleOf(source);
    if (this.all().some((other) => other.id !== id && other.title === title))
      throw new BadRequestError(`There is a ${this.#kind.type} with the title ${title} already.`);
    return title;
  }
}
