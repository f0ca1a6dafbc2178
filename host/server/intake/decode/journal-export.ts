/**
 * Parses the Journal Export Format of systemd (https://systemd.io/JOURNAL_EXPORT_FORMATS/) incrementally: text fields
 * (`NAME=value`), binary fields (`NAME`, then an 8-byte little-endian length and the bytes), and an empty line after
 * each entry.
 */
import { Unfinished } from './frames.js';
import { DecodeFailure } from './decoded.js';

/** Maps each field name to its values in the order of arrival. */
export type JournalFields = ReadonlyMap<string, readonly Buffer[]>;

export interface JournalLimits {
  /** Largest size of one entry in bytes. */
  readonly entryBytes: number;
  readonly entryFields: number;
  /** Number of bytes above which a line is skipped with its entry if the end of the line has not arrived yet. */
  readonly lineBytes: number;
}

export interface JournalSink {
  readonly entry: (fields: JournalFields, bytes: number) => void;
  /** Called with the reason when an entry is skipped. */
  readonly broken: (reason: string) => void;
}

const newline = 0x0a;
const nameBytes = 64;
const fieldName = /^[A-Z0-9_]{1,64}$/;

export class JournalExport {
  readonly #rest = new Unfinished();
  /** Number of bytes of the current entry's fields that are in memory. */
  #kept = 0;
  #fields = new Map<string, Buffer[]>();
  #bytes = 0;
  #count = 0;
  /** Reason why the current entry is skipped. */
  #fault: string | undefined;
  /** True inside a line whose newline has not arrived; false while the length of a binary field is expected. */
  #isInLine = true;
  /** True while the rest of an overlong line is skipped. */
  #inEndless = false;
  /** Binary field that is being received. */
  #binary: { readonly name: string; left: number; readonly parts: Buffer[] } | undefined;

  constructor(
    private readonly limits: JournalLimits,
    private readonly sink: JournalSink,
  ) {}

  /** Bytes buffered for an incomplete entry. */
  get pending(): number {
    return this.#rest.bytes + this.#kept;
  }

  /** Takes received bytes. @throws DecodeFailure when the beginning of the next entry can no longer be determined */
  push(part: Buffer): void {
    let rest = part;
    if (this.#rest.bytes > 0) {
      // The end of a line is searched for only in the new bytes.
      const before = this.#rest.bytes;
      this.#rest.add(part);
      if (this.#isInLine && before + part.length <= this.limits.lineBytes && !part.includes(newline)) return;
      rest = this.#rest.take();
    }
    for (;;) {
      const used = this.#binary ? this.#readBinary(rest) : this.#readLine(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    this.#isInLine = !rest.includes(newline);
    if (rest.length > 0) this.#rest.add(rest);
  }

  /**
   * Ends the stream; the last entry may lack its empty line.
   * @throws DecodeFailure when the stream ends within a field or line
   */
  end(): void {
    if (this.#binary || this.#inEndless || this.#rest.bytes > 0)
      throw new DecodeFailure('The journal ends in the middle of an entry.');
    this.#finish();
  }

  /** Reads a line, or the header of a binary field. @returns number of consumed bytes; 0: more bytes are needed */
  #readLine(bytes: Buffer): number {
    if (this.#inEndless) return this.#readOver(bytes);
    const end = bytes.indexOf(newline);
    if (end < 0) return this.#readEndless(bytes);
    if (end === 0) {
      this.#finish();
      return 1;
    }
    const equals = bytes.subarray(0, end).indexOf(0x3d);
    if (equals >= 0) {
      this.#add(nameOf(bytes.subarray(0, equals)), bytes.subarray(equals + 1, end));
      return end + 1;
    }
    const name = nameOf(bytes.subarray(0, end));
    if (bytes.length < end + 9) return 0;
    const length = bytes.readBigUInt64LE(end + 1);
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) throw new DecodeFailure(`The field ${name} has no possible length.`);
    this.#binary = { name, left: Number(length), parts: [] };
    this.#room(Number(length));
    return end + 9;
  }

  /**
   * Handles a line whose end has not arrived: waits for more bytes, or skips the line and its entry when it is too
   * long.
   * @throws DecodeFailure when a line that is too long has no name
   */
  #readEndless(bytes: Buffer): number {
    if (bytes.length <= this.limits.lineBytes) return 0;
    if (!bytes.subarray(0, nameBytes + 1).includes(0x3d))
      throw new DecodeFailure('This is not the export format of the journal: a line has no name.');
    this.#fail(`The entry has a line of more than ${this.limits.lineBytes} bytes.`);
    this.#inEndless = true;
    return bytes.length;
  }

  #readOver(bytes: Buffer): number {
    const end = bytes.indexOf(newline);
    this.#inEndless = end < 0;
    return end < 0 ? bytes.length : end + 1;
  }

  #readBinary(bytes: Buffer): number {
    const binary = this.#binary;
    if (!binary || bytes.length === 0) return 0;
    if (binary.left > 0) {
      const part = bytes.subarray(0, Math.min(binary.left, bytes.length));
      binary.left -= part.length;
      // The bytes are copied, because a slice would keep the whole chunk in memory.
      if (this.#fault === undefined) binary.parts.push(Buffer.from(part));
      if (this.#fault === undefined) this.#kept += part.length;
      return part.length;
    }
    if (bytes[0] !== newline) throw new DecodeFailure(`The field ${binary.name} is not followed by the end of a line.`);
    this.#binary = undefined;
    this.#put(binary.name, Buffer.concat(binary.parts));
    return 1;
  }

  #room(bytes: number): void {
    const { entryBytes, entryFields } = this.limits;
    this.#bytes += bytes;
    this.#count += 1;
    if (this.#bytes > entryBytes) this.#fail(`The entry has more than ${entryBytes} bytes.`);
    else if (this.#count > entryFields) this.#fail(`The entry has more than ${entryFields} fields.`);
  }

  #fail(reason: string): void {
    this.#fault ??= reason;
    this.#fields.clear();
    this.#kept = 0;
  }

  #add(name: string, value: Buffer): void {
    this.#room(value.length);
    if (this.#fault === undefined) this.#kept += value.length;
    this.#put(name, value);
  }

  #put(name: string, value: Buffer): void {
    if (this.#fault !== undefined) return;
    const values = this.#fields.get(name);
    if (values) values.push(value);
    else this.#fields.set(name, [value]);
  }

  #finish(): void {
    const { sink } = this;
    if (this.#fault !== undefined) sink.broken(this.#fault);
    else if (this.#fields.size > 0) sink.entry(this.#fields, this.#bytes);
    this.#fields = new Map();
    this.#bytes = 0;
    this.#kept = 0;
    this.#count = 0;
    this.#fault = undefined;
  }
}

function nameOf(bytes: Buffer): string {
  const name = bytes.length > nameBytes ? '' : bytes.toString('latin1');
  if (fieldName.test(name)) return name;
  throw new DecodeFailure(
    `This is not the export format of the journal: no field is called ${bytes.toString('utf8', 0, nameBytes)}.`,
  );
}
