/**
 * Processes the lines of one sender. The first lines are held until their format is recognised. Afterwards lines are
 * joined to messages; if no format is recognised, each line becomes a message.
 */
import type { DecodedMessage } from '../decode/decoded.js';
import { firstLine, holdMs, Joiner, type JoinedMessage, type ReadLine } from './joiner.js';
import { Votes } from './recognise.js';
import type { LineContext, LogFormat } from './log-format.js';

/** Largest size in bytes of the lines that are held until the format is recognised. */
const mostWaitingBytes = 256 * 1024;

export interface SourceRooms {
  readonly toUtc: LineContext['toUtc'];
  /** Decodes a line that does not have the format of its source. */
  readonly otherwise: (line: string, context: LineContext) => DecodedMessage;
  readonly emit: (message: JoinedMessage) => void;
  /** Called when a format of the source is recognised; again when further lines show another format. */
  readonly onFormat: (format: LogFormat) => void;
}

export class SourceLines {
  readonly #votes = new Votes();
  #waiting: ReadLine[] | undefined = [];
  #waitingBytes = 0;
  #format: LogFormat | undefined;
  #joiner: Joiner | undefined;

  constructor(private readonly rooms: SourceRooms) {}

  /** True: the source has no format, so each line is a message. */
  get isPlain(): boolean {
    return this.#waiting === undefined && this.#joiner === undefined && this.#votes.decided;
  }

  /** Number of bytes of the lines that are held back. */
  get bytes(): number {
    return this.#waitingBytes + (this.#joiner?.bytes ?? 0);
  }

  push(line: ReadLine): void {
    this.#vote(line);
    if (!this.#waiting) return this.#pass(line);
    this.#waiting.push(line);
    this.#waitingBytes += line.bytes;
    if (this.#votes.decided || this.#waitingBytes > mostWaitingBytes) this.#decide();
  }

  /**
   * Adds an empty line.
   * @param receivedAt epoch milliseconds
   * @returns true: the line became part of a message; false: the line is ignored
   */
  blank(receivedAt: number): boolean {
    return this.#joiner?.blank(receivedAt) ?? false;
  }

  expire(now: number): void {
    const first = this.#waiting?.[0];
    if (first && Math.abs(now - first.receivedAt) >= holdMs) this.#decide();
    this.#joiner?.expire(now);
  }

  /** Releases all held lines as messages. */
  release(): void {
    this.#decide();
    this.#joiner?.release();
  }

  /** Counts the vote of a line; until enough lines have voted, the recognised format may change. */
  #vote({ text, receivedAt }: ReadLine): void {
    if (this.#votes.decided) return;
    this.#votes.add(firstLine(text), { now: receivedAt, toUtc: this.rooms.toUtc });
    if (!this.#waiting) this.#take(this.#votes.winner());
  }

  #decide(): void {
    const waiting = this.#waiting;
    if (!waiting || waiting.length === 0) return;
    this.#waiting = undefined;
    this.#waitingBytes = 0;
    this.#take(this.#votes.winner());
    for (const line of waiting) this.#pass(line);
  }

  #take(format: LogFormat | undefined): void {
    if (format === this.#format) return;
    this.#joiner?.release();
    this.#format = format;
    this.#joiner = format && new Joiner({ ...this.rooms, format });
    if (format) this.rooms.onFormat(format);
  }

  #pass(line: ReadLine): void {
    if (this.#joiner) return void this.#joiner.push(line);
    const { text, remote, receivedAt } = line;
    const decoded = this.rooms.otherwise(text, { now: receivedAt, toUtc: this.rooms.toUtc });
    this.rooms.emit({ decoded, text, remote, receivedAt });
  }
}
