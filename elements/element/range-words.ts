/**
 * Hooks for the attribute `range` in words such as "last week". Words mean days of the element's time zone, and the
 * server must be able to read them.
 */
import { useEffect, useMemo, useRef } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import { naturalDateQuery } from '../../api/queries/natural-date.js';
import { withZone } from '../../machines/time-range/ranges.js';
import { useConnection, useCurrentUser } from './connection-context.js';
import { ElementFailure } from './element-failure.js';
import type { ElementHealth } from './element-health.js';
import { useHostElement, type HostElementFace } from './host-context.js';

/**
 * For each element, the check of its range in words, which resolves to whether the server can read the words. An entry
 * exists while the check is running, and afterwards as long as the element has unreadable words.
 */
const checks = new WeakMap<ElementHealth, Promise<boolean>>();

/** For each element, the last words that the server could not read. */
const unreadableWords = new WeakMap<ElementHealth, string>();

/**
 * Writes the range that an element shows into its attribute `range`. Words that the server cannot read are left out,
 * because the element has already replaced them by the last valid range.
 */
export function reflectRange(host: Pick<HostElementFace, 'health' | 'reflect'>, range: TimeRange | undefined): void {
  if (range?.type !== 'keyword' || range.keyword !== unreadableWords.get(host.health)) host.reflect('range', range);
}

/**
 * Returns a promise that resolves to true if the server can read the element's range in words, and also if the server
 * does not answer. If the server cannot read the range, errors of queries are not reported, because the element reports
 * the range and restores the last valid one. Returns undefined if the range is not in words, and after a check that
 * resolved to true.
 */
export const rangeCheckOf = (health: ElementHealth): Promise<boolean> | undefined => checks.get(health);

/**
 * Reports a failed search, unless the search failed because the server cannot read the range: the unreadable range is
 * reported separately.
 *
 * @returns a function that withdraws a report that still waits for the server
 */
export function reportUnlessUnreadable(health: ElementHealth, report: () => void): () => void {
  const check = rangeCheckOf(health);
  let isOver = false;
  if (!check) report();
  else void check.then((isReadable) => isReadable && !isOver && report());
  return () => {
    isOver = true;
  };
}

/**
 * Adds the element's time zone to a range in words.
 *
 * @param requested value of the element's `range`
 * @returns the range, and whether the element must wait because the time zone is that of a user who is not known yet
 */
export function useZonedRange(requested: TimeRange | undefined): [range: TimeRange | undefined, isWaiting: boolean] {
  const { timezone, ownTimezone } = useHostElement();
  const user = useCurrentUser();
  const range = useMemo(() => requested && withZone(requested, timezone), [requested, timezone]);
  return [range, requested !== range && ownTimezone === undefined && user === undefined];
}

/**
 * Checks a range in words on the server. Unreadable words are reported, and the last valid range is restored.
 *
 * @param range value of the element's `range`; ranges of seconds and instants were validated when they were set
 */
export function useRangeCheck(range: TimeRange | undefined): void {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { health } = host;
  const latest = useRef(host);
  const good = useRef<TimeRange>(undefined);
  useEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    if (range?.type !== 'keyword') {
      good.current = range;
      return undefined;
    }
    let dropped = false;
    const read = queryClient.fetchQuery(naturalDateQuery(client, range.keyword, range.timezone ?? 'Etc/UTC')).then(
      (meaning) => meaning !== null,
      // A server that does not answer is reported by the search itself.
      () => undefined,
    );
    checks.set(
      health,
      read.then((isReadable) => isReadable !== false),
    );
    void read.then((isReadable) => {
      if (dropped) return;
      if (isReadable !== false) {
        checks.delete(health);
        unreadableWords.delete(health);
        if (isReadable) good.current = range;
        return;
      }
      unreadableWords.set(health, range.keyword);
      const { element, report, reflect } = latest.current;
      const words = JSON.stringify(range.keyword.slice(0, 80));
      report(
        new ElementFailure(
          'bad-value',
          `<${element.localName}> range: expected seconds, two instants (from/to) or words such as "last week", got ${words}`,
        ),
        'range',
      );
      reflect('range', good.current);
    });
    return () => {
      dropped = true;
      checks.delete(health);
    };
  }, [client, queryClient, range, health]);
}
