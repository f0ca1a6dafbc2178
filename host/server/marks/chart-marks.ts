/** Stores the marks that users set on the time axes of charts: deploys, incidents and notes. */
import {
  longestMarkText,
  mostMarksInAnswer,
  type ChartMark,
  type ChartMarkBody,
  type ChartMarkKind,
} from '../../../api/contract/chart-marks.schema.js';
import { instantText } from '../../../api/instant-text.js';
import { newEntityId } from '../foundation/ids.js';
import { ConflictError, FieldValidationError, NotFoundError, TooLargeError } from '../foundation/errors.js';
import { Turns } from '../foundation/turns.js';
import { instantOf } from '../search/time-range.js';
import type { Collection, Documents } from '../store/types.js';

/** Describes a stored mark; times are epoch milliseconds. */
export interface ChartMarkDocument {
  readonly id: string;
  readonly kind: ChartMarkKind;
  readonly text: string;
  readonly at: number;
  readonly until: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly changedBy: string;
  readonly changedAt: number;
  readonly version: number;
}

export interface ChartMarkLimits {
  /**
   * Largest number of marks of one person; a further mark replaces that person's mark with the earliest time (`at`).
   */
  readonly ofOnePerson: number;
  /** Largest number of marks of all persons; further marks are refused. */
  readonly ofAll: number;
}

const chartMarkLimits: ChartMarkLimits = { ofOnePerson: 2_000, ofAll: 20_000 };

export const shownChartMark = (mark: ChartMarkDocument): ChartMark => ({
  id: mark.id,
  kind: mark.kind,
  text: mark.text,
  timestamp: instantText(mark.at),
  until: mark.until === null ? null : instantText(mark.until),
  created_by: mark.createdBy,
  created_at: instantText(mark.createdAt),
  changed_by: mark.changedBy,
  changed_at: instantText(mark.changedAt),
  version: mark.version,
});

type Checked = Pick<ChartMarkDocument, 'kind' | 'text' | 'at' | 'until'>;

/** Checks a mark and converts it to its stored form. @throws FieldValidationError with every wrong field */
function checked({ kind, text, timestamp, until }: ChartMarkBody): Checked {
  const errors: Record<string, string[]> = {};
  const own = text.trim();
  if (own === '') errors['text'] = ['is missing. Say what happened.'];
  if (own.length > longestMarkText) errors['text'] = [`has more than ${longestMarkText} characters.`];
  const at = instantOf(timestamp);
  const end = until === undefined || until === null ? null : instantOf(until);
  if (at === undefined) errors['timestamp'] = ['is no date and time.'];
  if (end === undefined) errors['until'] = ['is no date and time.'];
  else if (end !== null && at !== undefined && end <= at) errors['until'] = ['is not later than the start.'];
  if (at === undefined || end === undefined || Object.keys(errors).length > 0) throw new FieldValidationError(errors);
  return { kind, text: own, at, until: end };
}

export class ChartMarkStore {
  readonly #stored: Collection<ChartMarkDocument>;
  readonly #limits: ChartMarkLimits;
  /** Writes run one after another, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new Turns();

  constructor(documents: Documents, limits: ChartMarkLimits = chartMarkLimits) {
    this.#stored = documents.collection<ChartMarkDocument>('chart_marks');
    this.#limits = limits;
  }

  /**
   * Returns the newest marks that begin within a span, newest first, and the number of all marks that begin there.
   * @param span both ends are epoch milliseconds and belong to the span
   */
  within({ from, to }: { readonly from: number; readonly to: number }): {
    readonly marks: readonly ChartMarkDocument[];
    readonly total: number;
  } {
    const found = this.#stored.all().filter(({ at }) => at >= from && at <= to);
    const newest = [...found].sort((left, right) => right.at - left.at || (left.id < right.id ? 1 : -1));
    return { marks: newest.slice(0, mostMarksInAnswer), total: found.length };
  }

  find(id: string): ChartMarkDocument | undefined {
    return this.#stored.get(id);
  }

  /**
   * Creates a mark.
   * @param by username of the person who makes it
   * @param now epoch milliseconds
   * @throws FieldValidationError with every wrong field; TooLargeError when there are too many marks
   */
  create(body: ChartMarkBody, by: string, now: number): Promise<ChartMarkDocument> {
    return this.#turns.take(async () => {
      const own = checked(body);
      const all = this.#stored.all();
      const ofPerson = all.filter(({ createdBy }) => createdBy === by).sort((left, right) => left.at - right.at);
      const replaced = ofPerson.slice(0, Math.max(0, ofPerson.length + 1 - this.#limits.ofOnePerson));
      if (all.length - replaced.length >= this.#limits.ofAll)
        throw new TooLargeError(
          `There are ${this.#limits.ofAll} marks, which is as many as are kept. Delete some that are needed no more.`,
        );
      const facts = { createdBy: by, createdAt: now, changedBy: by, changedAt: now, version: 1 };
      const made: ChartMarkDocument = { id: newEntityId(), ...own, ...facts };
      await this.#stored.put(made);
      for (const { id } of replaced) await this.#stored.delete(id);
      return made;
    });
  }

  /**
   * Changes a mark.
   * @param known version that the person has seen
   * @throws ConflictError when the stored version differs; NotFoundError for an unknown id; FieldValidationError with
   * every wrong field
   */
  change(id: string, known: number, body: ChartMarkBody, by: string, now: number): Promise<ChartMarkDocument> {
    return this.#turns.take(async () => {
      const before = this.#get(id);
      if (before.version !== known)
        throw new ConflictError(`${before.changedBy} has changed this mark. Check it again.`);
      const changed = { ...before, ...checked(body), changedBy: by, changedAt: now, version: before.version + 1 };
      await this.#stored.put(changed);
      return changed;
    });
  }

  /** Deletes a mark. @throws NotFoundError when no mark has the id */
  delete(id: string): Promise<void> {
    return this.#turns.take(async () => {
      await this.#stored.delete(this.#get(id).id);
    });
  }

  #get(id: string): ChartMarkDocument {
    const found = this.find(id);
    if (!found) throw new NotFoundError(`There is no mark with ID <${id}>.`);
    return found;
  }
}
