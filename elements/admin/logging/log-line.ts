/**
 * Parses a line of the server's log: `2026-01-01T00:00:00.000Z WARN [logger] message`. Lines in other formats are shown
 * unchanged.
 */
import type { LogLevelName } from '../../../api/contract/loggers.js';

export interface LogLine {
  readonly text: string;
  /** Level of the line; undefined if the line names none. */
  readonly level: LogLevelName | undefined;
}

const order: readonly LogLevelName[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const head = /^\S{10,40}\s+(FATAL|ERROR|WARN|INFO|DEBUG|TRACE)\b/;

export const logLine = (text: string): LogLine => ({
  text,
  level: head.exec(text)?.[1]?.toLowerCase() as LogLevelName | undefined,
});

/**
 * Returns the lines that contain the filter text, ignoring case, and are at least as severe as `lowest`; a line without
 * a level has the level of the line before. Lines before the first level are never left out because of `lowest`.
 */
export function shownLines(
  lines: readonly string[],
  filter: string,
  lowest: LogLevelName | undefined,
): readonly LogLine[] {
  const wanted = filter.trim().toLowerCase();
  const most = lowest === undefined ? Infinity : order.indexOf(lowest);
  let level: LogLevelName | undefined;
  return lines.flatMap((text) => {
    const line = logLine(text);
    level = line.level ?? level;
    const severity = level === undefined ? 0 : order.indexOf(level);
    return severity <= most && text.toLowerCase().includes(wanted) ? [{ text, level }] : [];
  });
}
