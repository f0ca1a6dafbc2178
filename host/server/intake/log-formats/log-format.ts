/** A shape of lines: how it is known, and what it makes of a line. */
import { DecodeFailure, newFields, type DecodedMessage } from '../decode/decoded.js';
import type { ZoneToUtc } from '../decode/instants.js';

export interface LineContext {
  /** Time at which the line was read, epoch ms; dates without a year need it. */
  readonly now: number;
  /** Zone of times without one. */
  readonly toUtc: ZoneToUtc;
}

export interface LogFormat {
  /** Name of the format on the inputs page and in the log. */
  readonly title: string;
  /** Every line of it begins with a time: one without belongs to the line before. */
  readonly dated: boolean;
  /** Tells whether the line breaks off: the next one goes on with its text. */
  readonly isPiece?: (line: string) => boolean;
  /**
   * Tells whether the line belongs to the message before it, although it may have the format itself.
   * @param before lines of that message so far
   */
  readonly goesOn?: (line: string, before: readonly string[]) => boolean;
  /** Completes a message when all of its lines are there. */
  readonly whole?: (decoded: DecodedMessage, lines: readonly string[]) => DecodedMessage;
  /** A reader for one sender, where lines are read by what stood in lines before them, such as a header. */
  readonly perSource?: () => LogFormat;
  /** Undefined when the line has another shape. Never throws. */
  readonly read: (line: string, context: LineContext) => DecodedMessage | undefined;
}

const earliest = Date.UTC(1990, 0, 1);
const aheadMs = 86_400_000;

/** A time before 1990 or more than a day ahead is a mistake: the time of reading stands in, and the line is kept as it was written. */
export function believed(decoded: DecodedMessage, line: string, now: number): DecodedMessage {
  const { timestamp, ...rest } = decoded;
  if (timestamp === undefined || (timestamp >= earliest && timestamp <= now + aheadMs)) return decoded;
  return { ...rest, message: line };
}

/** Reads the same lines, and believes their times as far as `believed` does. */
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

/** A line that has no shape. */
export const plainLine = (line: string): DecodedMessage => ({ message: line, fields: newFields() });
