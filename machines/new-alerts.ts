/** Finds the alerts in an answer that a wall display has not announced yet. The functions are pure. */

export interface SeenAlerts {
  /** Ids of the latest answer only, so that the set does not grow; undefined: no answer yet. */
  readonly seen: ReadonlySet<string> | undefined;
}

/** Returns the new alerts; those of the first answer are not new. */
export function newAlerts(
  { seen }: SeenAlerts,
  ids: readonly string[],
): SeenAlerts & { readonly fresh: readonly string[] } {
  return { seen: new Set(ids), fresh: seen ? ids.filter((id) => !seen.has(id)) : [] };
}

const badge = /^\(\d+\+?\) /;
const mostInBadge = 99;

/** Adds a number to a title: `(3) Errors`; without new alerts the title is unchanged. */
export function withBadge(title: string, count: number): string {
  const plain = title.replace(badge, '');
  return count === 0 ? plain : `(${count > mostInBadge ? `${mostInBadge}+` : count}) ${plain}`;
}
