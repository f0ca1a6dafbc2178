/**
 * Joins the lines of one source to messages: a stack trace, a text of several lines belongs to the line that it follows. A message is
 * held until the next one begins, it is full, or nothing has come for a while.
 */
import type { DecodedMessage } from '../decode/decoded.js';
import type { Remote } from '../transport/receiver.js';
import { goesOn } from './continuation.js';
import { isLevel, setLevelName } from './levels.js';
import type { LineRule } from './line-rule.js';
import type { LineContext, LogFormat } from './log-format.js';

export const holdMs = 500;
/** Milliseconds for which late continuation lines still get the time and fields of their message. */
const lateMs = 10_000;
/** Larger messages are not kept for that. */
const mostKeptBytes = 16 * 1024;
const mostLines = 500;
const mostBytes = 256 * 1024;
/** Java's own logging writes the level on the second line. */
const levelLine = /^([A-Z]{3,11}): /;

export interface ReadLine {
  /** Line without its end; a packet may hold several lines, and the first identifies its format. */
  readonly text: string;
  readonly remote?: Remote;
  /** Bytes as received. */
  readonly bytes: number;
  /** Epoch ms. */
  readonly receivedAt: number;
}

export interface JoinedMessage {
  readonly decoded: DecodedMessage;
  /** All its lines as they came. */
  readonly text: string;
  /** Sender of the first line. */
  readonly remote: Remote | undefined;
  /** Time at which the first line was read. */
  readonly receivedAt: number;
}

export const firstLine = (text: string): string => {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
};

interface Held {
  readonly decoded: DecodedMessage;
  /** True if the first line had the format. */
  readonly begun: boolean;
  readonly lines: string[];
  readonly remote: Remote | undefined;
  readonly receivedAt: number;
  bytes: number;
  latest: number;
  /** The last line broke off: the next one goes on with its text. */
  isPiece: boolean;
}

export interface JoinerRooms {
  readonly format: LogFormat;
  /** A line of another shape. */
  readonly otherwise: (line: string, context: LineContext) => DecodedMessage;
  readonly toUtc: LineContext['toUtc'];
  /** Says which lines belong together; absent: the shape does. */
  readonly rule?: LineRule | undefined;
  readonly emit: (message: JoinedMessage) => void;
}

export class Joiner {
  #held: Held | undefined;
  /** Released because nothing had come for a while. */
  #expired: Held | undefined;

  constructor(private readonly rooms: JoinerRooms) {}

  /** Bytes of lines held back. */
  get bytes(): number {
    return this.#held?.bytes ?? 0;
  }

  /** @returns whether this line began a message; otherwise it belongs to the one before */
  push(line: ReadLine): boolean {
    const context = { now: line.receivedAt, toUtc: this.rooms.toUtc };
    const { rule, format } = this.rooms;
    if (!rule && this.#held && format.goesOn?.(firstLine(line.text), this.#held.lines) && this.#add(this.#held, line))
      return false;
    const decoded = format.read(firstLine(line.text), context);
    if (decoded && this.#addPiece(line, decoded.message)) return false;
    if (this.#mayGoOn(decoded) && this.#append(line)) return false;
    const before = this.#held ?? this.#recent(line);
    this.#expired = undefined;
    this.release();
    const begun = decoded !== undefined || (before !== undefined && before.begun && this.#belongs(before, line.text));
    this.#hold(line, decoded ?? this.#without(line, before, context), begun);
    if (rule?.joins === false) this.release();
    return true;
  }

  /** A line with nothing on it. @returns whether it lies within a message */
  blank(receivedAt: number): boolean {
    const held = this.#held;
    if (!held || !this.#blankGoesOn() || held.lines.length >= mostLines) return false;
    held.lines.push('');
    held.bytes += 1;
    held.latest = receivedAt;
    return true;
  }

  /** Releases what nothing has come for. */
  expire(now: number): void {
    const held = this.#held;
    if (!held || Math.abs(now - held.latest) < holdMs) return;
    this.release();
    this.#expired = held.begun && held.bytes <= mostKeptBytes ? held : undefined;
  }

  release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    const { format, rule } = this.rooms;
    const text = held.lines.join('\n').trimEnd();
    const complete = (held.begun && !rule && format.whole?.(held.decoded, held.lines)) || held.decoded;
    const isLonger = text.includes('\n') && text !== complete.message && !format.isPiece;
    const decoded = isLonger ? { ...complete, fullMessage: text } : complete;
    this.rooms.emit({ decoded, text, remote: held.remote, receivedAt: held.receivedAt });
  }

  /** The message before, if a line comes so soon after it was released. */
  #recent({ receivedAt }: ReadLine): Held | undefined {
    const expired = this.#expired;
    return expired && Math.abs(receivedAt - expired.latest) < lateMs ? expired : undefined;
  }

  /** A line with a format of its own begins a message, unless a rule says otherwise. */
  #mayGoOn(decoded: DecodedMessage | undefined): boolean {
    return decoded === undefined || this.rooms.rule !== undefined;
  }

  #blankGoesOn(): boolean {
    const { rule, format } = this.rooms;
    return rule ? rule.goesOn('') : format.dated;
  }

  #belongs(held: Held, text: string): boolean {
    const { rule } = this.rooms;
    if (rule) return rule.goesOn(firstLine(text));
    return (held.begun && this.rooms.format.dated) || goesOn(text);
  }

  /** Adds what follows a piece. @returns false: the line before has ended, or is full */
  #addPiece({ text, bytes, receivedAt }: ReadLine, message: string): boolean {
    const held = this.#held;
    if (!held?.isPiece || held.lines.length >= mostLines || held.bytes + bytes > mostBytes) return false;
    held.decoded.message += message;
    held.lines.push(text);
    held.bytes += bytes;
    held.latest = receivedAt;
    held.isPiece = this.rooms.format.isPiece?.(text) ?? false;
    return true;
  }

  #append(line: ReadLine): boolean {
    const held = this.#held;
    if (!held || !this.#belongs(held, line.text)) return false;
    const level =
      held.lines.length === 1 && !('level' in held.decoded.fields) ? levelLine.exec(line.text)?.[1] : undefined;
    if (!this.#add(held, line)) return false;
    if (level !== undefined && isLevel(level)) setLevelName(held.decoded.fields, level);
    return true;
  }

  /** @returns false: the message is full */
  #add(held: Held, { text, bytes, receivedAt }: ReadLine): boolean {
    if (held.lines.length >= mostLines || held.bytes + bytes > mostBytes) return false;
    held.lines.push(text);
    held.bytes += bytes;
    held.latest = receivedAt;
    return true;
  }

  #hold({ text, bytes, remote, receivedAt }: ReadLine, decoded: DecodedMessage, begun: boolean): void {
    const isPiece = this.rooms.format.isPiece?.(text) ?? false;
    this.#held = { decoded, begun, lines: [text], bytes, remote, receivedAt, latest: receivedAt, isPiece };
  }

  /** A line without a beginning of its own; one that its message had no room for keeps the time and fields of that. */
  #without({ text }: ReadLine, before: Held | undefined, context: LineContext): DecodedMessage {
    if (!before || !this.#belongs(before, text)) return this.rooms.otherwise(text, context);
    const { fullMessage: _, ...rest } = before.decoded;
    return { ...rest, message: text, fields: Object.assign(Object.create(null) as typeof rest.fields, rest.fields) };
  }
}
