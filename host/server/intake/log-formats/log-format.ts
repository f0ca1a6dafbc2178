/** Describes a log format: how its lines are recognised and decoded. */
import { DecodeFailure, newFields, type DecodedMessage } from '../decode/decoded.js';
import type { ZoneToUtc } from '../decode/instants.js';

export interface LineContext {
  /** Time at which the line was read, epoch milliseconds; needed for dates without a year. */
  readonly now: number;
  /** Time zone of times that name none. */
  readonly toUtc: ZoneToUtc;
}

export interface LogFormat {
  /** Name of the format on the inputs page and in the log. */
  readonly title: string;
  /** True: every message begins with a time, so a line without one belongs to the message before. */
  readonly dated: boolean;
  /** Tells whether the line is incomplete, so that the next line continues its text. */
  readonly isPiece?: (line: string) => boolean;
  /**
   * Tells whether the line belongs to the preceding message, although it may have the format itself.
   * @param before lines of that message so far
   */
  readonly goesOn?: (line: string, before: readonly string[]) => boolean;
  /** Completes a message after all of its lines were read. */
  readonly whole?: (decoded: DecodedMessage, lines: readonly string[]) => DecodedMessage;
  /** Creates a reader for one sender, for formats whose lines depend on earlier lines such as a header. */
  readonly perSource?: () => LogFormat;
  /** Decodes a line; undefined: the line has another format. Never throws. */
  readonly read: (line: string, context: LineContext) => DecodedMessage | undefined;
}

const earliest = Date.UTC(1990, 0, 1);
const aheadMs = 86_400_000;

/**
 * Replaces an implausible time, before 1990 or more than a day in the future, by the time of reading, and keeps the
 * line unchanged as the full message.
 */
export function believed(decoded: DecodedMessage, line: string, now: number): DecodedMessage {
  const { timestamp, ...rest } = decoded;
  if (timestamp === undefined || (timestamp >= earliest && timestamp <= now + aheadMs)) return decoded;
  return { ...rest, message: line };
}

/** Wraps a reader so that implausible times are replaced as by `believed`. */
export const believing =
  (read: LogFormat['read']): LogFormat['read'] =>
  (line, context) => {
    const decoded = read(line, context);
    return decoded && believed(decoded, line, context.now);
  };

/** Runs `decode`; undefined if the text cannot be decoded. */
export function readable(decode: () => DecodedMessage): DecodedMessage | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeFailure) return undefined;
    throw error;
  }
}

/** Format of lines without a recognised one. */
export const noLogFormat: LogFormat = { title: 'text', dated: false, read: () => undefined };

/** Decodes a line without a recognised format. */
export const plainLine = (line: string): DecodedMessage => ({ message: line, fields: newFields() });
