/** Recognises the log format of a source by a vote of its first lines. */
import { accessLog } from './access-log.js';
import { auditLine } from './audit-line.js';
import { goesOn, isPlace } from './continuation.js';
import { criLine } from './cri-line.js';
import { dhcpLog } from './dhcp-log.js';
import { headedLines } from './headed-lines.js';
import { jsonLines } from './json-lines.js';
import { logfmt } from './logfmt.js';
import { mysqlErrors, mysqlSlowQueries } from './mysql-logs.js';
import { postgresLog } from './postgres-log.js';
import { levelled, timed } from './prefix.js';
import { goLogger, klog, redis } from './program-logs.js';
import { rubyLogger } from './ruby-logger.js';
import type { LineContext, LogFormat } from './log-format.js';
import { syslogLine } from './syslog-line.js';

/** All log formats, stricter formats first: a line votes for the first format that can decode it. */
const formats: readonly LogFormat[] = [
  ...[jsonLines, criLine, auditLine, accessLog, headedLines, dhcpLog, syslogLine, logfmt, rubyLogger],
  ...[klog, goLogger, redis, postgresLog, mysqlErrors, mysqlSlowQueries, timed, levelled],
];

export const votingLines = 20;
/** Largest length in characters of a line that is decoded for the vote; a longer line votes for plain text. */
const votingLength = 16_384;

export class Votes {
  readonly #formats = formats.map((format) => format.perSource?.() ?? format);
  readonly #counts = new Map<LogFormat | undefined, number>();
  #cast = 0;
  #seen = 0;
  /** True: the preceding line has no format, so it was counted as plain text. */
  #plainBefore = false;
  /** True: the preceding line is part of a stack trace. */
  #inTrace = false;
  /** The message that was begun last, if its format decides which lines belong to it. */
  #begun: { readonly format: LogFormat; readonly lines: string[] } | undefined;

  /** Tells whether enough lines were seen for a final decision. */
  get decided(): boolean {
    return this.#seen >= votingLines;
  }

  add(line: string, context: LineContext): void {
    if (this.decided || line.trim() === '') return;
    this.#seen += 1;
    // A continuation line says nothing about the format.
    if (this.#begun?.format.goesOn?.(line, this.#begun.lines)) return void this.#begun.lines.push(line);
    if (goesOn(line)) return this.#goOn(isPlace(line));
    const format =
      line.length > votingLength ? undefined : this.#formats.find(({ read }) => read(line, context) !== undefined);
    // Python writes the error as the last line of a trace, below the frames. This line does not count as plain text,
    // either.
    this.#plainBefore = format === undefined && !this.#inTrace;
    this.#begun = format?.goesOn && { format, lines: [line] };
    if (format !== undefined || this.#plainBefore) this.#count(format, 1);
    this.#inTrace = false;
  }

  /**
   * Handles a continuation line. The line directly above a stack trace is the name of the error, so its vote for plain
   * text is withdrawn.
   * @param place true: the line is a frame of a stack trace
   */
  #goOn(place: boolean): void {
    if (place && this.#plainBefore) this.#count(undefined, -1);
    this.#plainBefore = false;
    this.#inTrace ||= place;
  }

  #count(format: LogFormat | undefined, by: number): void {
    this.#counts.set(format, (this.#counts.get(format) ?? 0) + by);
    this.#cast += by;
  }

  /** Returns the format that has more than half of the votes; undefined: plain text, or no majority. */
  winner(): LogFormat | undefined {
    for (const [format, count] of this.#counts) if (count * 2 > this.#cast) return format;
    return undefined;
  }
}

export function recognise(lines: Iterable<string>, context: LineContext): LogFormat | undefined {
  const votes = new Votes();
  for (const line of lines) votes.add(line, context);
  return votes.winner();
}
