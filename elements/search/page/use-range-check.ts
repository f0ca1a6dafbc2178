/**
 * Checks a `range` attribute in words such as "last week": when the server cannot parse the words, the hook restores the
 * last valid range and reports `log-error` to the host page.
 */
import { useEffect, useRef } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { FailureCode } from '../../../api/failures.js';
import { naturalDateQuery } from '../../../api/queries/natural-date.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';

class UnreadableRange extends TypeError {
  readonly code: FailureCode = 'bad-value';
}

/**
 * Checks a keyword range on the server. An unreadable keyword is reported, and the last valid range is restored.
 *
 * @param range value of the element's `range`; ranges of seconds and instants were validated when they were set
 */
export function useRangeCheck(range: TimeRange | undefined): void {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
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
    queryClient.fetchQuery(naturalDateQuery(client, range.keyword, range.timezone ?? 'Etc/UTC')).then(
      (meaning) => {
        if (dropped) return;
        if (meaning !== null) {
          good.current = range;
          return;
        }
        const { element, fail, reflect } = latest.current;
        const words = JSON.stringify(range.keyword.slice(0, 80));
        fail(
          new UnreadableRange(
            `<${element.localName}> range: expected seconds, two instants (from/to) or words such as "last week", got ${words}`,
          ),
        );
        reflect('range', good.current);
      },
      // A server that does not answer is reported by the search itself.
      () => undefined,
    );
    return () => {
      dropped = true;
    };
  }, [client, queryClient, range]);
}
