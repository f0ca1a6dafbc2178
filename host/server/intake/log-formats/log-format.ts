/** Describes a log format: how its lines are recognised and decoded. */
import { DecodeFailure, newFields, type DecodedMessage } from '../decode/decoded.js';
import type { ZoneToUtc } from '../decode/instants.js';

export interface LineContext {
  /** Time at which the line was read, epoch milliseconds; needed for dates without a year. */
  readonly now: number;
  /** Converts local times to UTC, for times that name no time zone. */
  readonly toUtc: ZoneToUtc;
}

export interface LogFormat {
  /** Name of the format, which the inputs page and the server log show. */
  readonly title: string;
  /** True: every message begins with a line of this format, so any other line belongs to the message before. */
  readonly dated: boolean;
  /** Tells whether the line is incomplete, so that the next line continues its text. */
  readonly isPiece?: (line: string) => boolean;
  /**
   * Tells whether a line belongs to the preceding message, although it may have the form of a message's first line.
   * @param before lines of the preceding message so far
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
 * Removes an implausible time, before 1990 or more than a day in the future, so that the time of receipt is used. The
 * unchanged line then becomes the message.
 * @param now epoch milliseconds
 */
export function believed(decoded: DecodedMessage, line: string, now: number): DecodedMessage {
  const { timestamp, ...rest } = decoded;
  if (timestamp === undefined || (timestamp >= earliest && timestamp <= now + aheadMs)) return decoded;
  return { ...rest, message: line };
}

/** Wraps the reader of a log format so that `believed` removes implausible times. */
export const believing =
  (read: LogFormat['read']): LogFormat['read'] =>
  (line, context) => {
    const decoded = read(line, context);
    return decoded && believed(decoded, line, context.now);
  };

/** Returns the result of `decode`; undefined: the text cannot be decoded. */
export function readable(decode: () => DecodedMessage): DecodedMessage | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeFailure) return undefined;
    throw error;
  }
}

/** Log format of sources whose format is not recognised: no line has this format. */
export const noLogFormat: LogFormat = { title: 'text', dated: false, read: () => undefined };

/** Decodes a line of a source whose format is not recognised: the message is the line. */
export const plainLine = (line: string): DecodedMessage => ({ message: line, fields: newFields() });
