/** Silences: while a silence is active, events that match it are stored, but no notification is sent for them. */
import type { Silence, SilenceBody, SilencePhase } from '../../../../api/contract/alerts.schema.js';
import type { Event, EventSilence } from '../../../../api/contract/events.js';
import type { QueryNode } from '../../../../api/language/index.js';
import { instantText } from '../../../../api/instant-text.js';
import { newEntityId } from '../../foundation/ids.js';
import { BadRequestError, ConflictError, FieldValidationError, NotFoundError } from '../../foundation/errors.js';
import { Turns } from '../../foundation/turns.js';
import { SearchTypeError } from '../../search/errors.js';
import { instantOf } from '../../search/time-range.js';
import type { Collection, Documents } from '../../store/types.js';
import { readEventQuery, type EventFields } from './event-match.js';

/** A stored silence; times are epoch milliseconds. */
export interface SilenceDocument {
  readonly id: string;
  readonly query: string;
  readonly definitionId: string | null;
  readonly reason: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly changedBy: string;
  readonly changedAt: number;
  readonly version: number;
}

/** Largest number of silences, because every event is compared with each of them. */
const mostSilences = 200;
const dayMs = 86_400_000;
const longestMs = 366 * dayMs;
/** Milliseconds after their end for which silences are kept, unless a new silence needs their place. */
const keptMs = 30 * dayMs;

const phaseOf = ({ startsAt, endsAt }: SilenceDocument, now: number): SilencePhase =>
  endsAt <= now ? 'ended' : startsAt > now ? 'pending' : 'active';

export function shownSilence(silence: SilenceDocument, now: number): Silence {
  return {
    id: silence.id,
    query: silence.query,
    event_definition_id: silence.definitionId,
    reason: silence.reason,
    starts_at: instantText(silence.startsAt),
    ends_at: instantText(silence.endsAt),
    created_by: silence.createdBy,
    created_at: instantText(silence.createdAt),
    changed_by: silence.changedBy,
    changed_at: instantText(silence.changedAt),
    version: silence.version,
    phase: phaseOf(silence, now),
  };
}

/** Checks a silence and converts it to its stored form. @throws FieldValidationError with every wrong field */
function checkedSilence(
  { query, event_definition_id: definitionId = null, reason, starts_at: start, ends_at: end }: SilenceBody,
  now: number,
): Pick<SilenceDocument, 'query' | 'definitionId' | 'reason' | 'startsAt' | 'endsAt'> {
  const errors: Record<string, string[]> = {};
  try {
    readEventQuery(query);
  } catch (error) {
    if (!(error instanceof SearchTypeError)) throw error;
    errors['query'] = [error.message];
  }
  if (query.trim() === '' && definitionId === null)
    errors['query'] = ['is empty: to silence every event, say so with *.'];
  if (reason.trim() === '') errors['reason'] = ['is missing. Give the reason, for later readers.'];
  const startsAt = start === undefined || start === null || start === '' ? now : instantOf(start);
  const endsAt = instantOf(end);
  if (startsAt === undefined) errors['starts_at'] = ['is no date and time.'];
  if (endsAt === undefined) errors['ends_at'] = ['is no date and time.'];
  else if (endsAt <= Math.max(now, startsAt ?? now)) errors['ends_at'] = ['is not later than now and the start.'];
  else if (endsAt - now > longestMs) errors['ends_at'] = ['is more than a year from now.'];
  if (startsAt === undefined || endsAt === undefined || Object.keys(errors).length > 0)
    throw new FieldValidationError(errors);
  return { query: query.trim(), definitionId, reason: reason.trim(), startsAt, endsAt };
}

export class Silences {
  readonly #stored: Collection<SilenceDocument>;
  /**
   * Maps each silence id to the parsed query of the silence and the version that was parsed; null: the query is empty,
   * undefined: it cannot be parsed.
   */
  readonly #read = new Map<string, { readonly version: number; readonly query: QueryNode | null | undefined }>();
  readonly #turns = new Turns();

  constructor(documents: Documents) {
    this.#stored = documents.collection<SilenceDocument>('event_silences');
  }

  all(): readonly SilenceDocument[] {
    return this.#stored.all();
  }

  find(id: string): SilenceDocument | undefined {
    return this.#stored.get(id);
  }

  /** Returns a silence by its id. @throws NotFoundError when no silence has the id */
  get(id: string): SilenceDocument {
    const found = this.find(id);
    if (!found) throw new NotFoundError(`There is no silence with ID <${id}>.`);
    return found;
  }

  /**
   * Creates a silence.
   * @param by username of the user who creates it
   * @param now epoch milliseconds
   * @throws FieldValidationError with every wrong field; BadRequestError when there are too many silences
   */
  create(body: SilenceBody, by: string, now: number): Promise<SilenceDocument> {
    return this.#turns.take(async () => {
      const checked = checkedSilence(body, now);
      await this.#forgetOld(now);
      if (this.all().length >= mostSilences)
        throw new BadRequestError(
          `There are ${mostSilences} silences, which is as many as there may be. End some that are needed no more.`,
        );
      const facts = { createdBy: by, createdAt: now, changedBy: by, changedAt: now };
      const made: SilenceDocument = { id: newEntityId(), ...checked, ...facts, version: 1 };
      await this.#stored.put(made);
      return made;
    });
  }

  /**
   * Changes a silence; a silence that has begun gets no later start.
   * @param known version that the user has seen
   * @param by username of the user who changes it
   * @param now epoch milliseconds
   * @throws ConflictError when the stored version differs; NotFoundError for an unknown id; FieldValidationError with
   * every wrong field
   */
  change(id: string, known: number, body: SilenceBody, by: string, now: number): Promise<SilenceDocument> {
    return this.#turns.take(async () => {
      const before = this.get(id);
      if (before.version !== known)
        throw new ConflictError(`${before.changedBy} has changed this silence. Check it again.`);
      const checked = checkedSilence(body, now);
      const startsAt = before.startsAt <= now ? Math.min(before.startsAt, checked.startsAt) : checked.startsAt;
      return this.#put({ ...before, ...checked, startsAt }, by, now);
    });
  }

  /** Ends a silence; an ended silence stays unchanged. @throws NotFoundError when no silence has the id */
  end(id: string, by: string, now: number): Promise<SilenceDocument> {
    return this.#turns.take(async () => {
      const before = this.get(id);
      if (phaseOf(before, now) === 'ended') return before;
      return this.#put({ ...before, startsAt: Math.min(before.startsAt, now), endsAt: now }, by, now);
    });
  }

  async #put(silence: SilenceDocument, by: string, now: number): Promise<SilenceDocument> {
    const changed = { ...silence, changedBy: by, changedAt: now, version: silence.version + 1 };
    await this.#stored.put(changed);
    return changed;
  }

  /** Deletes silences that ended long ago and, if there is no room for a new silence, the silences that ended first. */
  async #forgetOld(now: number): Promise<void> {
    const ended = this.all()
      .filter((silence) => phaseOf(silence, now) === 'ended')
      .sort((a, b) => a.endsAt - b.endsAt);
    for (const { id, endsAt } of ended) {
      if (endsAt > now - keptMs && this.all().length < mostSilences) break;
      await this.#stored.delete(id);
      this.#read.delete(id);
    }
  }

  active(now: number): readonly SilenceDocument[] {
    return this.all().filter((silence) => phaseOf(silence, now) === 'active');
  }

  /** Tells whether a silence applies to an event. @param now epoch milliseconds */
  matches(silence: SilenceDocument, event: Event, fields: EventFields, now: number): boolean {
    const { id, version, definitionId } = silence;
    if (definitionId !== null && definitionId !== event.event_definition_id) return false;
    let read = this.#read.get(id);
    if (read?.version !== version) this.#read.set(id, (read = { version, query: readable(silence.query) }));
    return read.query !== undefined && fields.matches(read.query, now);
  }
}

/** Parses a query; undefined: it is invalid now, although an earlier version of the server accepted it. */
function readable(query: string): QueryNode | null | undefined {
  try {
    return readEventQuery(query);
  } catch {
    return undefined;
  }
}

export const silencedBy = ({ id, changedBy, reason, endsAt }: SilenceDocument): EventSilence => ({
  silence_id: id,
  by: changedBy,
  reason,
  until: instantText(endsAt),
});
