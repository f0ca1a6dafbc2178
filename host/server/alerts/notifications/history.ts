/**
 * Stores the history of the deliveries of one notification on disk: lines of JSON in two files; the older file is
 * removed when the newer one is full. A line that a crash cut off is skipped.
 */
import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotificationHistoryEntry } from '../../../../api/contract/event-notifications.schema.js';
import { beginning } from './templates/render.js';
import { Turns } from '../../foundation/turns.js';

export type HistoryEntry = Required<NotificationHistoryEntry>;

/** Largest size of each of the two history files in bytes. */
const fileBytes = 256 * 1024;
/** Largest length of the body of a delivery in characters. */
const longestBody = 4096;
const longestError = 1000;
const mostDeliveries = 100;

/** Parses a line of the history; undefined: a crash has truncated the line, or it is no entry. */
function decodeEntry(line: string): HistoryEntry | undefined {
  try {
    const read = JSON.parse(line) as Partial<HistoryEntry> | null;
    const texts = [read?.time, read?.event_id, read?.event_definition_id, read?.event_definition_title, read?.body];
    const isEntry =
      texts.every((text) => typeof text === 'string') &&
      typeof read?.result === 'string' &&
      Number.isFinite(read.attempts) &&
      Array.isArray(read.deliveries);
    return isEntry ? (read as HistoryEntry) : undefined;
  } catch {
    return undefined;
  }
}

export class DeliveryHistory {
  readonly #path: string;
  #bytes: number | undefined;
  readonly #writes = new Turns();

  /** @param directory path of an existing directory */
  constructor(directory: string) {
    this.#path = join(directory, 'history.jsonl');
  }

  get #older(): string {
    return `${this.#path}.1`;
  }

  /** Writes an entry. @throws Error when the entry cannot be written */
  add(entry: HistoryEntry): Promise<void> {
    const kept: HistoryEntry = {
      ...entry,
      deliveries: entry.deliveries
        .slice(0, mostDeliveries)
        .map(({ to, error }) => ({ to, error: error === null ? null : beginning(error, longestError) })),
      body: beginning(entry.body, longestBody),
    };
    // A leading newline separates the record from a line that a crash may have cut off.
    const line = Buffer.from(`\n${JSON.stringify(kept)}\n`);
    return this.#writes.take(() => this.#append(line));
  }

  async #append(line: Buffer): Promise<void> {
    this.#bytes ??= await stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
    if (this.#bytes > 0 && this.#bytes + line.length > fileBytes) {
      await rename(this.#path, this.#older);
      this.#bytes = 0;
    }
    await appendFile(this.#path, line, { mode: 0o600 });
    this.#bytes += line.length;
  }

  /** Returns the newest entries, at most `most`, newest first. */
  async read(most = Number.POSITIVE_INFINITY): Promise<HistoryEntry[]> {
    await this.#writes.idle();
    const entries: HistoryEntry[] = [];
    for (const path of [this.#path, this.#older]) {
      const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
      for (const line of lines.reverse()) {
        if (entries.length >= most) return entries;
        if (line === '') continue;
        const entry = decodeEntry(line);
        if (entry) entries.push(entry);
      }
    }
    return entries;
  }
}
