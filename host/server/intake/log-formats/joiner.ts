/**
 * Joins the lines of one source into messages: a stack trace or other continuation lines belong to the line before
 * them. A message is held until the next message begins, the message is full, or no line has arrived for `holdMs`
 * milliseconds.
 */
import type { DecodedMessage } from '../decode/decoded.js';
import type { Remote } from '../transport/receiver.js';
import { goesOn } from './continuation.js';
import { isLevel, setLevelName } from './levels.js';
import type { LineRule } from './line-rule.js';
import type { LineContext, LogFormat } from './log-format.js';

export const holdMs = 500;
/**
 * Milliseconds after the last line of a released message during which a late continuation line gets the time and fields
 * of the message.
 */
const lateMs = 10_000;
/** Largest size in bytes of a released message that is kept, so that late continuation lines get its fields. */
const mostKeptBytes = 16 * 1024;
const mostLines = 500;
const mostBytes = 256 * 1024;
/** Matches the level at the beginning of the second line of a message, where java.util.logging writes it. */
const levelLine = /^([A-Z]{3,11}): /;

export interface ReadLine {
  /** Text without its last line end. A packet may contain several lines; the first of them identifies the format. */
  readonly text: string;
  readonly remote?: Remote;
  /** Size of the line in bytes as received. */
  readonly bytes: number;
  /** Time of receipt of the line, epoch milliseconds. */
  readonly receivedAt: number;
}

export interface JoinedMessage {
  readonly decoded: DecodedMessage;
  /** All lines of the message, without whitespace at the end. */
  readonly text: string;
  /** Sender of the first line. */
  readonly remote: Remote | undefined;
  /** Time of receipt of the first line, epoch milliseconds. */
  readonly receivedAt: number;
}

export const firstLine = (text: string): string => {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
};

interface Held {
  readonly decoded: DecodedMessage;
  /** True: the first line has the source's format, or continues a message with this format. */
  readonly begun: boolean;
  readonly lines: string[];
  readonly remote: Remote | undefined;
  readonly receivedAt: number;
  bytes: number;
  latest: number;
  /** True: the last line is incomplete, and the next line continues its text. */
  isPiece: boolean;
  /** True: the text was put together from incomplete lines. */
  isJoined: boolean;
}

export interface JoinerRooms {
  readonly format: LogFormat;
  /** Decodes a line that does not have the source's format. */
  readonly otherwise: (line: string, context: LineContext) => DecodedMessage;
  readonly toUtc: LineContext['toUtc'];
  /** Rule that decides which lines belong together; absent: the format decides. */
  readonly rule?: LineRule | undefined;
  readonly emit: (message: JoinedMessage) => void;
}

export class Joiner {
  #held: Held | undefined;
  /** The last message that was released because no line had arrived for a while, for late continuation lines. */
  #expired: Held | undefined;

  constructor(private readonly rooms: JoinerRooms) {}

  /** Number of bytes of the lines that are held back. */
  get bytes(): number {
    return this.#held?.bytes ?? 0;
  }

  /**
   * Adds a line.
   * @returns true: the line begins a message; false: the line belongs to the preceding message
   */
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

  /**
   * Adds an empty line.
   * @param receivedAt epoch milliseconds
   * @returns true: the line became part of the held message; false: the line is ignored
   */
  blank(receivedAt: number): boolean {
    const held = this.#held;
    if (!held || !this.#blankGoesOn() || held.lines.length >= mostLines) return false;
    held.lines.push('');
    held.bytes += 1;
    held.latest = receivedAt;
    return true;
  }

  /** Releases the held message if no line has arrived for `holdMs`. @param now epoch milliseconds */
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
    const isLonger = text.includes('\n') && text !== complete.message && !held.isJoined;
    const decoded = isLonger ? { ...complete, fullMessage: text } : complete;
    this.rooms.emit({ decoded, text, remote: held.remote, receivedAt: held.receivedAt });
  }

  /**
   * Returns the last message that was released by `expire`, if the line arrives less than `lateMs` after the last line
   * of the message; otherwise undefined.
   */
  #recent({ receivedAt }: ReadLine): Held | undefined {
    const expired = this.#expired;
    return expired && Math.abs(receivedAt - expired.latest) < lateMs ? expired : undefined;
  }

  /**
   * Tells whether a line may continue the held message. If no rule decides this, a line with the source's format begins
   * a new message.
   */
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

  /**
   * Adds the continuation of an incomplete line.
   * @returns false: the preceding line is complete, or the message is full
   */
  #addPiece({ text, bytes, receivedAt }: ReadLine, message: string): boolean {
    const held = this.#held;
    if (!held?.isPiece || held.lines.length >= mostLines || held.bytes + bytes > mostBytes) return false;
    held.decoded.message += message;
    held.isJoined = true;
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

  /**
   * Adds a line to the held message.
   * @returns false: the message is full
   */
  #add(held: Held, { text, bytes, receivedAt }: ReadLine): boolean {
    if (held.lines.length >= mostLines || held.bytes + bytes > mostBytes) return false;
    held.lines.push(text);
    held.bytes += bytes;
    held.latest = receivedAt;
    return true;
  }

  #hold({ text, bytes, remote, receivedAt }: ReadLine, decoded: DecodedMessage, begun: boolean): void {
    const isPiece = this.rooms.format.isPiece?.(text) ?? false;
    const about = { remote, receivedAt, latest: receivedAt, isPiece, isJoined: false };
    this.#held = { decoded, begun, lines: [text], bytes, ...about };
  }

  /**
   * Decodes a line that does not have the source's format. A continuation line that came too late, or did not fit into
   * its message, gets the time and fields of that message.
   */
  #without({ text }: ReadLine, before: Held | undefined, context: LineContext): DecodedMessage {
    if (!before || !this.#belongs(before, text)) return this.rooms.otherwise(text, context);
    const { fullMessage: _, ...rest } = before.decoded;
    return { ...rest, message: text, fields: Object.assign(Object.create(null) as typeof rest.fields, rest.fields) };
  }
}
