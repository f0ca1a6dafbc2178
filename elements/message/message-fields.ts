/** Which fields of a message are listed, and the message as JSON. Pure. */
import { isReservedField as isInternalField } from '../../machines/view/listed-fields.js';
import { stringifyJson } from '../../api/json.js';
import type { DecorationStats, MessageFields, ResultMessage } from '../../api/contract/searches.js';

export type FieldChange = 'added' | 'changed' | 'removed';

export interface ListedField {
  readonly name: string;
  readonly value: unknown;
  readonly change?: FieldChange;
  /** The value before decoration, where it changed. */
  readonly before?: unknown;
}

export { isInternalField };

/**
 * All fields to show, sorted by name by code points (a locale's order takes seconds for 80,000 fields).
 * `withRemoved` also lists the fields that a decorator removed.
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
  return listed.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function listedField(name: string, value: unknown, stats: DecorationStats | null | undefined): ListedField {
  if (stats?.changed_fields && Object.hasOwn(stats.changed_fields, name)) {
    return { name, value, change: 'changed', before: changedBefore(stats.changed_fields[name]) };
  }
  if (stats?.added_fields && Object.hasOwn(stats.added_fields, name)) return { name, value, change: 'added' };
  return { name, value };
}

/** The contract names `before`; an older server sends the earlier value itself. */
function changedBefore(change: unknown): unknown {
  return typeof change === 'object' && change !== null && 'before' in change ? change.before : change;
}

/** Whether decorators did anything to the message. */
export function hasChanges({ decoration_stats: stats }: ResultMessage): boolean {
  return [stats?.added_fields, stats?.changed_fields, stats?.removed_fields].some(
    (fields) => fields != null && Object.keys(fields).length > 0,
  );
}

/** The fields as indented JSON, integers exact; only for copying, since a message may have 20 MB. */
export function messageJson(fields: MessageFields): string {
  return stringifyJson(fields, 2);
}
