/** Finds the alerts in an answer that a wall display has not announced yet. The functions are pure. */

export interface SeenAlerts {
  /**
   * Ids of the alerts in the last answer; undefined: no answer yet. Ids of earlier answers are dropped, so that the set
   * does not grow.
   */
  readonly seen: ReadonlySet<string> | undefined;
}

/** Returns the alerts that the last answer did not contain; none for the first answer. */
export function newAlerts(
  { seen }: SeenAlerts,
  ids: readonly string[],
): SeenAlerts & { readonly fresh: readonly string[] } {
  return { seen: new Set(ids), fresh: seen ? ids.filter((id) => !seen.has(id)) : [] };
}

const badge = /^\(\d+\+?\) /;
const mostInBadge = 99;

/**
 * Puts a number before a title, for example `(3) Errors`. It replaces an earlier number; 0 only removes the earlier
 * number.
 */
export function withBadge(title: string, count: number): string {
  const plain = title.replace(badge, '');
  return count === 0 ? plain : `(${count > mostInBadge ? `${mostInBadge}+` : count}) ${plain}`;
}
