/** The server's own log goes in as messages too, so that there is something to search from the first second (design: running). */
import type { InternalSource } from '../index.js';
import type { LogEntry, RootLog } from '../../log/log.js';

/** Entries from before intake is there. */
const maxWaiting = 1000;

/**
 * Listens from now on; what is said before there is a source waits for it.
 * @returns `into` names the source, `stop` ends listening
 */
export function takeInOwnLog(log: RootLog): { into(source: InternalSource): void; stop(): void } {
  let waiting: LogEntry[] = [];
  let source: InternalSource | undefined;
  const unlisten = log.listen((entry) => {
    if (source) source.take(entry);
    else if (waiting.length < maxWaiting) waiting.push(entry);
  });
  return {
    into(opened) {
      source = opened;
      for (const entry of waiting) opened.take(entry);
      waiting = [];
    },
    stop: unlisten,
  };
}
