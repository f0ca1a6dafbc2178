/** Keeps the unsaved changes of a stored table: the rows that were added, changed and deleted in the grid. */
import type { RowChanges, StoredRow } from '../../../api/contract/lookup.schema.js';

interface AddedRow extends StoredRow {
  /** Number that identifies the row, because its key may still be incomplete. */
  readonly draftId: number;
}

export interface RowDraft {
  /** Revision of the table when the first change was made. */
  readonly revision: number;
  readonly added: readonly AddedRow[];
  /** Changed rows by key, each with its stored and its changed values. */
  readonly changed: ReadonlyMap<string, { readonly before: StoredRow; readonly after: StoredRow }>;
  readonly deleted: ReadonlySet<string>;
  readonly lastId: number;
}

export const noDraft: RowDraft = { revision: 0, added: [], changed: new Map(), deleted: new Set(), lastId: 0 };

export const changeCount = ({ added, changed, deleted }: RowDraft): number =>
  added.length + changed.size + deleted.size;
export const cellCount = ({ changed }: RowDraft): number =>
  [...changed.values()].reduce((sum, { before, after }) => sum + differences(before, after), 0);

function differences(before: StoredRow, after: StoredRow): number {
  const values = after.values.filter((value, at) => value !== (before.values[at] ?? '')).length;
  return values + Number(before.note !== after.note) + Number(before.expires_at !== after.expires_at);
}

const begun = (draft: RowDraft, revision: number): RowDraft =>
  changeCount(draft) === 0 ? { ...draft, revision } : draft;

export function withAdded(draft: RowDraft, columns: number, revision: number): RowDraft {
  const draftId = draft.lastId + 1;
  const row: AddedRow = {
    draftId,
    key: '',
    values: Array<string>(columns).fill(''),
    expires_at: null,
    note: '',
    list: null,
  };
  return { ...begun(draft, revision), added: [row, ...draft.added], lastId: draftId };
}

export const withAddedChanged = (draft: RowDraft, draftId: number, part: Partial<StoredRow>): RowDraft => ({
  ...draft,
  added: draft.added.map((row) => (row.draftId === draftId ? { ...row, ...part } : row)),
});

export const withoutAdded = (draft: RowDraft, draftId: number): RowDraft => ({
  ...draft,
  added: draft.added.filter((row) => row.draftId !== draftId),
});

/** Returns the draft with a stored row changed; a row that equals its stored values again is not among the changes. */
export function withChanged(draft: RowDraft, stored: StoredRow, part: Partial<StoredRow>, revision: number): RowDraft {
  const changed = new Map(draft.changed);
  const known = changed.get(stored.key) ?? { before: stored, after: stored };
  const after = { ...known.after, ...part };
  if (differences(known.before, after) === 0) changed.delete(stored.key);
  else changed.set(stored.key, { before: known.before, after });
  return { ...begun(draft, revision), changed };
}

export function withDeleted(draft: RowDraft, keys: readonly string[], revision: number): RowDraft {
  const changed = new Map(draft.changed);
  for (const key of keys) changed.delete(key);
  return { ...begun(draft, revision), changed, deleted: new Set([...draft.deleted, ...keys]) };
}

export function withoutDeleted(draft: RowDraft, key: string): RowDraft {
  const deleted = new Set(draft.deleted);
  deleted.delete(key);
  return { ...draft, deleted };
}

/**
 * Returns what is wrong with the keys of the added rows; undefined if nothing is wrong.
 * – `noKey`: a key is missing
 * – `twice`: a key occurs twice, or is the key of a deleted row
 */
export function draftProblem({ added, deleted }: RowDraft): 'noKey' | 'twice' | undefined {
  const keys = added.map(({ key }) => key.trim());
  if (keys.includes('')) return 'noKey';
  return new Set(keys).size < keys.length || keys.some((key) => deleted.has(key)) ? 'twice' : undefined;
}

export const changesOf = ({ revision, added, changed, deleted }: RowDraft): RowChanges => ({
  revision,
  rows: [
    ...added.map(({ draftId: _id, ...row }) => ({ ...row, key: row.key.trim() })),
    ...Array.from(changed.values(), ({ after }) => after),
  ],
  deleted: [...deleted],
});

const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400 };

/**
 * Returns the expiry of a row in ms since the epoch for a typed lifetime such as `30 d` or a date such as `2027-01-31`;
 * null for an empty text, with which the row never expires; undefined for an invalid text.
 */
export function endOf(text: string, now: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, digits = '', unit = ''] = /^(\d{1,9})\s*(s|min|h|d)$/.exec(trimmed) ?? [];
  const seconds = units[unit];
  if (seconds !== undefined) return now + Number(digits) * seconds * 1000;
  const instant = /^\d{4}-\d\d-\d\d/.test(trimmed) ? Date.parse(trimmed) : NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** Returns the remaining lifetime of a row as a text that `endOf` can parse. */
export function lifeOf(endsAt: number | null, now: number): string {
  if (endsAt === null) return '';
  const seconds = Math.max(0, Math.round((endsAt - now) / 1000));
  const [unit = 's', length = 1] = Object.entries(units).findLast(([, one]) => seconds >= one * 2) ?? [];
  return `${Math.round(seconds / length)} ${unit}`;
}
