/** Keeps the last lines of the server's own log in memory, limited by number and size. */
import type { LogEntry } from './log.js';

export const keptLines = 1000;
const keptCharacters = 1024 * 1024;
/** Largest length of one line in characters; a longer line is cut and gets an ellipsis. */
const longestLine = 8192;

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

/** Formats a line: `2026-01-01T00:00:00.000Z WARN  [log-console.store] what happened {"index":"a_1"}` */
export function lineOf({ time, level, message, details }: LogEntry, logger: string): string {
  const { room: _room, ...rest } = details;
  const detailsText = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  const line = `${new Date(time).toISOString()} ${level.toUpperCase().padEnd(5)} [${logger}] ${oneLine(message)}${detailsText}`;
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}

export class RecentLines {
  #lines: string[] = [];
  #characters = 0;
  #lastAt = 0;

  add(line: string, time: number): void {
    this.#lines.push(line);
    this.#characters += line.length;
    this.#lastAt = time;
    while (this.#lines.length > keptLines || this.#characters > keptCharacters)
      this.#characters -= this.#lines.shift()?.length ?? 0;
  }

  /** Time of the last line, epoch milliseconds; 0: there is none. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Returns the newest lines, `limit` at most, oldest first. */
  last(limit: number): readonly string[] {
    return limit <= 0 ? [] : this.#lines.slice(-limit);
  }
}
