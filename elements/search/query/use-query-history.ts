import { useMemo, useState } from 'react';
import { useConnection, useUsername } from '../../element/connection-context.js';
import { createQueryHistory } from './query-history.js';

function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    // Frames of other sites may have none.
    return null;
  }
}

export interface KnownQueries {
  readonly entries: readonly string[];
  readonly add: (query: string) => void;
  readonly clear: () => void;
}

/** The queries of the signed-in person at this server. */
export function useQueryHistory(): KnownQueries {
  const { server } = useConnection();
  const username = useUsername();
  const history = useMemo(
    () => createQueryHistory(localStore(), `log-console.queries ${server} ${username ?? ''}`),
    [server, username],
  );
  const [, changed] = useState(0);
  const entries = history.entries();
  return useMemo(() => {
    const after = (change: () => void): void => {
      change();
      changed((count) => count + 1);
    };
    return {
      entries,
      add: (query) => after(() => history.add(query)),
      clear: () => after(() => history.clear()),
    };
  }, [history, entries]);
}
