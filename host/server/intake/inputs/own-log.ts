/**
 * Stores the server's own log entries as messages, so that a new server has messages to search from its first second.
 */
import type { InternalSource } from '../index.js';
import type { LogEntry, RootLog } from '../../log/log.js';

/** Largest number of entries that wait for the start of the intake. */
const maxWaiting = 1000;

/**
 * Listens to the log; entries wait until a source is set.
 * @returns `into` sets the source and passes the waiting entries to it; `stop` ends listening
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
