/** Computes the changes that one decorator of a chain makes to messages. The functions are pure. */
import type { ResultMessage } from '../../api/contract/searches.js';

export interface PreviewChange {
  readonly messageId: string;
  readonly field: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Maximum number of displayed changes; changes of a field to the same value count as one. */
const shownChanges = 3;

const textOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  return 'href' in value ? String(value.href) : JSON.stringify(value);
};

/**
 * Returns the first distinct changes that the examined decorator makes, at most `shownChanges`.
 * @param before messages after the decorators that run earlier; undefined: `after` carries the original values
 * @param after messages after the examined decorator
 */
export function previewChanges(
  before: readonly ResultMessage[] | undefined,
  after: readonly ResultMessage[],
): PreviewChange[] {
  const known = new Map(before?.map((message) => [keyOf(message), message]));
  const changes: PreviewChange[] = [];
  const seen = new Set<string>();
  for (const message of after) {
    for (const change of before ? compared(known.get(keyOf(message)), message) : reported(message)) {
      // A repeated change adds no information.
      const key = JSON.stringify([change.field, change.kind, change.after]);
      if (seen.has(key)) continue;
      seen.add(key);
      changes.push(change);
      if (changes.length === shownChanges) return changes;
    }
  }
  return changes;
}

const keyOf = ({ index, message }: ResultMessage): string => `${index} ${String(message['_id'])}`;

function reported({ message, decoration_stats: stats }: ResultMessage): PreviewChange[] {
  const messageId = String(message['_id']);
  if (!stats) return [];
  return [
    ...Object.entries(stats.changed_fields).map(([field, change]): PreviewChange => ({
      messageId,
      field,
      kind: 'changed',
      before: textOf(change.before),
      after: textOf(change.after),
    })),
    ...Object.entries(stats.added_fields).map(([field, value]): PreviewChange => ({
      messageId,
      field,
      kind: 'added',
      before: undefined,
      after: textOf(value),
    })),
    ...Object.entries(stats.removed_fields).map(([field, value]): PreviewChange => ({
      messageId,
      field,
      kind: 'removed',
      before: textOf(value),
      after: undefined,
    })),
  ];
}

function compared(before: ResultMessage | undefined, after: ResultMessage): PreviewChange[] {
  const messageId = String(after.message['_id']);
  const old = before?.message ?? {};
  const names = new Set([...Object.keys(old), ...Object.keys(after.message)]);
  return [...names].flatMap((field): PreviewChange[] => {
    const was = field in old ? textOf(old[field]) : undefined;
    const is = field in after.message ? textOf(after.message[field]) : undefined;
    if (was === is) return [];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ messageId, field, kind, before: was, after: is }];
  });
}
