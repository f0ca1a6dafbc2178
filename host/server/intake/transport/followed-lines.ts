/**
 * Converts the lines of a followed file to messages: the log format is recognised at the beginning of the file, and
 * continuation lines are joined.
 */
import { basename } from 'node:path';
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure, type Decode } from '../decode/decoded.js';
import type { ZoneToUtc } from '../decode/instants.js';
import type { LineEnds } from '../decode/line-ends.js';
import { markBytes, markedCharset, textReader, withoutEnding, type TextReader } from '../decode/text.js';
import type { Receiver } from './receiver.js';
import { holdMs, Joiner, type JoinedMessage } from '../log-formats/joiner.js';
import { Votes } from '../log-formats/recognise.js';
import type { LineRule } from '../log-formats/line-rule.js';
import { noLogFormat, type LogFormat } from '../log-formats/log-format.js';
import { decodeLine, lineDecoder, ofFile } from './line-decoder.js';

export interface FollowedLinesSettings {
  readonly path: string;
  /**
   * False: no format is recognised. Each line becomes a message, which `lineDecoder` decodes, unless `rule` joins
   * lines.
   */
  readonly recognise: boolean;
  /** Rule that joins lines; absent: the recognised format decides. */
  readonly rule?: LineRule | undefined;
  readonly textOf: TextReader;
  readonly toUtc: ZoneToUtc;
  /** Largest length of a line in bytes; longer lines are malformed. */
  readonly maxLineBytes: number;
  /** Called with the file name and the format's title when the format of the file was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Number of bytes at the beginning of a file from which the format is recognised. */
export const headBytes = 64 * 1024;

export class FollowedLines {
  readonly #file: string;
  readonly #decode: Decode;
  /**
   * Reader of the charset that the byte order mark declares, otherwise of the settings' charset; undefined until the
   * beginning of the file was read.
   */
  #charset: TextReader | undefined;
  #format: LogFormat | undefined;
  #joiner: Joiner | undefined;
  #heldFrom = 0;
  /** True: the format is final, because enough of the file's beginning was examined, or formats are not recognised. */
  #decided: boolean;
  /** True: the format of the preceding file is used until the format of the present file is recognised. */
  #inherited = false;
  /** Time (epoch milliseconds) since which the file has content, but too few lines to recognise a format. */
  #waitingSince: number | undefined;
  #messages: IncomingMessage[] = [];

  constructor(
    private readonly settings: FollowedLinesSettings,
    private readonly receiver: Receiver,
  ) {
    this.#file = basename(settings.path);
    this.#decode = lineDecoder(settings.path, (bytes) => this.#textOfFile(bytes), settings.toUtc);
    this.#decided = !settings.recognise;
    this.#joiner = this.#newJoiner();
  }

  /** Offset of the first line that the joiner holds back; undefined: no line is held back. */
  get heldFrom(): number | undefined {
    return this.#joiner && this.#joiner.bytes > 0 ? this.#heldFrom : undefined;
  }

  /** Search for line ends in the charset of the file. */
  get lineEnds(): LineEnds {
    return this.#textOfFile.lineEnds;
  }

  /**
   * Begins another file, or reads the same file from a known position again; lines that are held back are discarded.
   */
  begin(): void {
    this.#decided = !this.settings.recognise;
    this.#inherited = this.#format !== undefined;
    this.#waitingSince = undefined;
    this.#charset = undefined;
    this.#joiner = this.#newJoiner();
    this.#messages = [];
  }

  /**
   * Determines the charset by the first bytes of the file.
   * @param beginning reads the given number of first bytes
   */
  async knowCharset(beginning: (bytes: number) => Promise<Buffer>): Promise<void> {
    if (this.#charset) return;
    const read = await beginning(markBytes);
    if (read.length >= markBytes) this.#charset = charsetOf(read, this.settings.textOf);
  }

  /**
   * Recognises the format by the beginning of the file.
   * @param beginning reads up to the given number of first bytes
   * @param now true: the format is decided with the bytes that are available
   * @returns false: more bytes are needed
   */
  async isReady(beginning: (bytes: number) => Promise<Buffer>, now: boolean): Promise<boolean> {
    if (this.#decided && this.#charset) return true;
    const { receiver, settings } = this;
    if (this.#decided) {
      await this.knowCharset(beginning);
      return true;
    }
    const read = await beginning(headBytes);
    await this.knowCharset(async () => read);
    const votes = new Votes();
    const context = { now: receiver.now(), toUtc: settings.toUtc };
    for (const line of wholeLines(read, this.lineEnds)) {
      if (votes.decided) break;
      const text = this.#textOf(line);
      if (text !== undefined) votes.add(text, context);
    }
    this.#decided = votes.decided || read.length === headBytes;
    const winner = votes.winner() ?? (this.#inherited && !this.#decided ? this.#format : undefined);
    if (!this.#decided && this.#inherited && winner?.title === this.#format?.title) return true;
    this.#waitingSince ??= read.length > 0 ? context.now : undefined;
    const waited = this.#waitingSince !== undefined && Math.abs(context.now - this.#waitingSince) >= holdMs;
    if (!this.#decided && !waited && !now) return false;
    this.#take(winner);
    return true;
  }

  /**
   * Takes a line without its line end; a line that is too long is reported as malformed.
   * @param at offset of the line in the file
   * @param now time of reading, epoch milliseconds
   */
  take(bytes: Buffer, at: number, now: number): void {
    const { receiver } = this;
    const { maxLineBytes } = this.settings;
    if (bytes.length === 0) return this.empty(now);
    if (bytes.length <= maxLineBytes) return this.line(bytes, at, now);
    receiver.counters.received.mark(1);
    receiver.broken(`Line longer than ${maxLineBytes} bytes.`, bytes, undefined, now);
  }

  /**
   * Takes a line that is neither empty nor too long.
   * @param at offset of the line in the file
   * @param now time of reading, epoch milliseconds
   */
  line(bytes: Buffer, at: number, now: number): void {
    const text = this.#joiner && this.#textOf(bytes);
    if (!this.#joiner || text === undefined) {
      const message = this.receiver.read(
        () => this.#decode(bytes, now),
        () => bytes,
        undefined,
        now,
      );
      if (!(message instanceof DecodeFailure)) this.#messages.push(message);
    } else if (text.trim() === '') this.empty(now);
    else if (this.#joiner.push({ text, bytes: bytes.length, receivedAt: now })) this.#heldFrom = at;
  }

  /** Takes an empty line: the joiner may add it to the held message; otherwise it is counted as empty. */
  empty(now: number): void {
    if (!this.#joiner?.blank(now)) this.receiver.empty();
  }

  /** Releases held lines if no line has arrived for `holdMs`. */
  expire(now: number): void {
    this.#joiner?.expire(now);
  }

  /** Releases all held lines as messages. */
  release(): void {
    this.#joiner?.release();
  }

  /** Returns the complete messages and forgets them. */
  taken(): IncomingMessage[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  get #textOfFile(): TextReader {
    return this.#charset ?? this.settings.textOf;
  }

  /** Decodes a line; undefined: its bytes are no valid text. */
  #textOf(bytes: Buffer): string | undefined {
    try {
      return withoutEnding(this.#textOfFile(bytes));
    } catch (error) {
      if (error instanceof DecodeFailure) return undefined;
      throw error;
    }
  }

  #take(format: LogFormat | undefined): void {
    if (format === this.#format) return;
    this.release();
    const isOther = format?.title !== this.#format?.title;
    this.#format = format;
    this.#joiner = this.#newJoiner();
    if (format && isOther) this.settings.onRecognised(this.#file, format.title);
  }

  /** Creates the joiner; undefined: each line is a message of its own. */
  #newJoiner(): Joiner | undefined {
    const { toUtc, rule } = this.settings;
    if (!this.#format && !rule) return undefined;
    return new Joiner({
      format: this.#format ?? noLogFormat,
      toUtc,
      rule,
      otherwise: decodeLine,
      emit: (message) => this.#emit(message),
    });
  }

  #emit({ decoded, text, receivedAt }: JoinedMessage): void {
    const read = () => ofFile(decoded, this.#file);
    const message = this.receiver.read(read, () => Buffer.from(text), undefined, receivedAt);
    if (!(message instanceof DecodeFailure)) this.#messages.push(message);
  }
}

/**
 * Returns the reader of the charset that a UTF-16 byte order mark declares; without such a mark, the reader of the
 * settings.
 */
function charsetOf(beginning: Buffer, otherwise: TextReader): TextReader {
  const marked = markedCharset(beginning);
  return marked === undefined ? otherwise : textReader(marked);
}

/**
 * Yields the complete lines at the beginning of a file.
 * @param bytes beginning of the file
 */
export function* wholeLines(bytes: Buffer, { next, unit }: LineEnds): Generator<Buffer> {
  for (let start = 0; ;) {
    const end = next(bytes, start, 0);
    if (end < 0) return;
    yield bytes.subarray(start, end);
    start = end + unit;
  }
}
