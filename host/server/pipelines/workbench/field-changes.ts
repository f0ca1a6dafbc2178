/** Differences of fields for the workbench: their number is limited, and long values are shortened. */
import { stringifyJson } from '../../../../api/json.js';
import { changesOf } from '../wire-message.js';

/** Largest length of a value in UTF-16 units; longer values are returned as shortened text. */
const longestValue = 2000;
/** Largest number of fields that are returned for each kind of change. */
const mostFields = 500;

type Fields = Readonly<Record<string, unknown>>;

export interface ReportedChanges {
  readonly added: Record<string, unknown>;
  readonly changed: Record<string, { before: unknown; after: unknown }>;
  readonly removed: Record<string, unknown>;
}

/**
 * Returns the differences of a message's fields before and after a run; streams are omitted, because they are listed
 * separately.
 */
export function reportedChanges(before: Fields, after: Fields): ReportedChanges {
  const { added_fields, changed_fields, removed_fields } = changesOf(before, after);
  for (const fields of [added_fields, changed_fields, removed_fields]) delete fields['streams'];
  return {
    added: shown(added_fields),
    changed: Object.fromEntries(
      Object.entries(changed_fields)
        .slice(0, mostFields)
        .map(([name, old]) => [name, { before: shownValue(old), after: shownValue(after[name]) }]),
    ),
    removed: shown(removed_fields),
  };
}

const shown = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, mostFields)
      .map(([name, value]) => [name, shownValue(value)]),
  );

/** Returns a value, or its shortened text if it is long. */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = stringifyJson(value) ?? '';
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : value;
}
