/** Selects the listed fields of a message, and formats it as JSON. The functions are pure. */
import { isReservedField as isInternalField } from '../../machines/view/listed-fields.js';
import { stringifyJson } from '../../api/json.js';
import { rawText } from '../widgets/values/value-text.js';
import type { DecorationStats, MessageFields, ResultMessage } from '../../api/contract/searches.js';

type FieldChange = 'added' | 'changed' | 'removed';

export interface ListedField {
  readonly name: string;
  readonly value: unknown;
  readonly change?: FieldChange;
  /** Value before decoration; absent when it did not change. */
  readonly before?: unknown;
}

export { isInternalField };

/**
 * Returns the fields to show: the text and exceptions first, the others by name in UTF-16 units (locale order takes
 * seconds for 80,000 fields). `withRemoved` also lists the fields that a decorator removed.
 */
export function listedFields(message: ResultMessage, withRemoved = false): ListedField[] {
  const stats = message.decoration_stats;
  const listed = Object.keys(message.message)
    .filter((name) => !isInternalField(name))
    .map((name) => listedField(name, message.message[name], stats));
  if (withRemoved && stats) {
    for (const [name, value] of Object.entries(stats.removed_fields ?? {})) {
      if (!Object.hasOwn(message.message, name) && !isInternalField(name)) {
        listed.push({ name, value, change: 'removed' });
      }
    }
  }
  return listed.sort((a, b) => rankOf(a.name) - rankOf(b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Names of exception fields, listed right after the text because they are most relevant. */
const exceptionField = /^(?:exception|throwable|error|err)$|stack_?trace|(?:^|[._])exception(?:[._]|$)/i;
function rankOf(name: string): number {
  if (name === 'message') return 0;
  if (name === 'full_message') return 1;
  return exceptionField.test(name) ? 2 : 3;
}

/** Returns whether a field has no value; false for a field that a decorator has added, changed or removed. */
export function isEmptyField({ value, change }: ListedField): boolean {
  if (change !== undefined) return false;
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return true;
  return typeof value === 'string' && value.trim() === '';
}

/** Number of characters at the beginning of a value that the filter examines. */
const filteredLength = 20_000;

/** Returns the fields with the text in their name or value, ignoring case. */
export function fieldsContaining(fields: readonly ListedField[], text: string): readonly ListedField[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return fields;
  return fields.filter((field) => field.name.toLowerCase().includes(wanted) || filteredText(field).includes(wanted));
}

/** Caches the text of fields, because every keystroke examines all fields again. */
const filteredTexts = new WeakMap<ListedField, string>();
function filteredText(field: ListedField): string {
  const known = filteredTexts.get(field);
  if (known !== undefined) return known;
  const text = rawText(field.value).slice(0, filteredLength).toLowerCase();
  filteredTexts.set(field, text);
  return text;
}

function listedField(name: string, value: unknown, stats: DecorationStats | null | undefined): ListedField {
  if (stats?.changed_fields && Object.hasOwn(stats.changed_fields, name)) {
    return { name, value, change: 'changed', before: changedBefore(stats.changed_fields[name]) };
  }
  if (stats?.added_fields && Object.hasOwn(stats.added_fields, name)) return { name, value, change: 'added' };
  return { name, value };
}

/** Reads the value before decoration: the contract has it in `before`; an older server sends the value directly. */
function changedBefore(change: unknown): unknown {
  return typeof change === 'object' && change !== null && 'before' in change ? change.before : change;
}

/** Returns whether decorators changed the message. */
export function hasChanges({ decoration_stats: stats }: ResultMessage): boolean {
  return [stats?.added_fields, stats?.changed_fields, stats?.removed_fields].some(
    (fields) => fields != null && Object.keys(fields).length > 0,
  );
}

/** Formats the fields as indented JSON with exact integers; only used for copying, because a message may have 20 MB. */
export function messageJson(fields: MessageFields): string {
  return stringifyJson(fields, 2);
}
