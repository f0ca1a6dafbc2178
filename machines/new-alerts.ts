/** Finds the alerts of an answer that are new to a wall. The functions are pure. */

export interface SeenAlerts {
  /** Ids of the last answer alone, so that it does not grow; undefined: there was none yet. */
  readonly seen: ReadonlySet<string> | undefined;
}

/** Alerts of the first answer are not new. */
export function newAlerts(
  { seen }: SeenAlerts,
  ids: readonly string[],
): SeenAlerts & { readonly fresh: readonly string[] } {
  return { seen: new Set(ids), fresh: seen ? ids.filter((id) => !seen.has(id)) : [] };
}

const badge = /^\(\d+\+?\) /;
const mostInBadge = 99;

/** `(3) Errors`; without new alerts the title is unchanged. */
export function withBadge(title: string, count: number): string {
  const plain = title.replace(badge, '');
  return count === 0 ? plain : `(${count > mostInBadge ? `${mostInBadge}+` : count}) ${plain}`;
}
