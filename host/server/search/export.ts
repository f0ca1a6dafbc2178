/**
 * Exports the messages of a search, oldest first, in parts, without holding all of them in memory (contract search
 * E1–E4).
 */
import type { Decorator, ResultMessage } from '../../../api/contract/searches.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { Yielder } from '../foundation/yielding.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import type { Decorate } from './decorators.js';
import { decorate } from './decorators.js';
import type { FieldReader } from './field-kinds.js';
import { numbersOf, fieldReader, keyText, wireValue } from './field-kinds.js';
import type { Match } from './match.js';
import { indicesOf, matchingRows } from './match.js';
import { countMatches, newestFrom } from './message-rows.js';
import { instantInZone } from './natural-date.js';
import { Parameters } from './parameters.js';

export const defaultExportFields: readonly string[] = ['timestamp', 'source', 'message'];
export type ExportFormat = 'csv' | 'json-lines';

export interface ExportRequest {
  /** User whose share of the query pool the statements use. */
  readonly username: string;
  readonly match: Match;
  readonly fields: readonly string[];
  /** Largest number of exported messages; undefined exports all messages. */
  readonly limit: number | undefined;
  /** If true, `limit` keeps the newest messages; otherwise the oldest. */
  readonly newest?: boolean;
  /** Number of messages to skip at the beginning; absent: 0. It is ignored when `newest` leaves older messages out. */
  readonly offset?: number;
  /** IANA name of the time zone in which `timestamp` is written. */
  readonly timezone: string;
  readonly format: ExportFormat;
  readonly decorators: readonly Decorator[];
}

export interface ExportContext {
  readonly store: MessageReader;
  readonly decorators: ReadonlyMap<string, Decorate>;
  readonly failed: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Largest number of rows that one statement reads. No connection is held between statements, even if the client reads
 * slowly.
 */
const rowsPerStep = 5000;

/** Number of messages that are converted and written as text in one turn of the event loop. */
const messagesPerTurn = 500;

/**
 * Yields the export as text, in parts of at most `messagesPerTurn` found messages and those that decorators add to
 * them.
 */
export async function* exportText(request: ExportRequest, context: ExportContext): AsyncGenerator<string> {
  const { fields, format, timezone } = request;
  if (format === 'csv') yield `${fields.map(csvCell).join(',')}\n`;
  for await (const messages of exportMessages(request, context)) {
    const lines = messages.map((message) =>
      format === 'csv'
        ? fields.map((name) => csvValue(name, message[name], timezone)).join(',')
        : stringifyJson(Object.fromEntries(fields.map((name) => [name, shown(name, message[name], timezone)]))),
    );
    yield `${lines.join('\n')}\n`;
  }
}

/**
 * Yields the messages in batches, oldest first. Each statement reads a time window, which is widened and narrowed to
 * contain about `rowsPerStep` messages, so that the database sorts little and reads every part of the files once.
 */
async function* exportMessages(
  request: ExportRequest,
  { store, decorators, failed, signal }: ExportContext,
): AsyncGenerator<Record<string, unknown>[]> {
  const { decorators: chain } = request;
  const counted = await countedMatch(store, request, signal);
  const { match, total, first, last } = counted;
  if (first === undefined || last === undefined) return;
  let { skipped } = counted;
  let left = Math.min((request.limit ?? Infinity) + skipped, total);
  const end = Math.min(match.range.to, Math.floor(last) + 1);
  let from = Math.floor(first);
  /** Milliseconds per time window; messages spread evenly would fill each window with `rowsPerStep` rows. */
  let windowMs = Math.max(Math.ceil(((end - from) * rowsPerStep) / total), 1);
  /** Id of the last message read, if more messages of its window follow; otherwise empty. */
  let after = '';
  while (left > 0 && from < end) {
    const to = Math.min(from + windowMs, end);
    const limit = Math.min(rowsPerStep, left);
    const indices = indicesOf(store, { range: { from, to }, streams: match.streams });
    const names =
      chain.length > 0 ? [...new Set(indices.flatMap((index) => [...index.fields.keys()]))] : request.fields;
    const readers = [...new Set(['_id', ...names])].map((name) => numbersOf(fieldReader(name, indices)));
    const rows =
      indices.length === 0
        ? []
        : await readStep(store, { ...match, range: { from, to } }, indices, readers, after, limit, signal);
    if (rows.length > 0) {
      const yielder = new Yielder(signal);
      for (let at = skipped; at < rows.length; at += messagesPerTurn) {
        const messages = rows.slice(at, at + messagesPerTurn).map((row) => messageOf(row, readers));
        yield chain.length > 0 ? await decorateAll(messages, chain, decorators, failed) : messages;
        if (yielder.isOver) await yielder.pause();
      }
      skipped = Math.max(0, skipped - rows.length);
      left -= rows.length;
    }
    const isWindowRead = rows.length < limit;
    if (isWindowRead) {
      from = to;
      after = '';
      if (rows.length * 2 < rowsPerStep) windowMs *= 2;
    } else {
      // The next window begins at the time of the last message. Messages of this time are skipped if their id is at
      // most `after`.
      after = String(rows.at(-1)?.['id']);
      from = Math.max(from, Math.floor(Number(rows.at(-1)?.['ts'])));
      windowMs = Math.max(Math.ceil((to - from) / 2), 1);
    }
  }
}

/**
 * Returns the range to export, the number and the times of the matches in it, and how many of them are skipped at the
 * beginning. The range of the newest messages begins with the oldest of them, so that older messages are not read.
 */
async function countedMatch(store: MessageReader, request: ExportRequest, signal: AbortSignal) {
  const { match, limit, newest = false, offset = 0 } = request;
  const all = await countMatches(store, match, signal);
  if (!newest || limit === undefined || limit >= all.total) return { ...all, match, skipped: offset };
  const from = Math.floor(await newestFrom(store, match, limit, signal));
  const narrowed = { ...match, range: { ...match.range, from } };
  const counted = await countMatches(store, narrowed, signal);
  // Several messages may have the time at which the narrowed range begins.
  return { ...counted, match: narrowed, skipped: Math.max(0, counted.total - limit) };
}

async function readStep(
  store: MessageReader,
  match: Match,
  indices: readonly StoredIndex[],
  readers: readonly FieldReader[],
  after: string,
  limit: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const parameters = new Parameters();
  const columns = (index: StoredIndex): string =>
    ['ts', 'id', 'extra', ...readers.map((reader, position) => `${reader.read(index)} AS c${position}`)].join(', ');
  const rows = await matchingRows(match, indices, parameters, columns);
  const start = parameters.add(new Date(match.range.from));
  const where = after === '' ? '' : ` WHERE ts > ${start} OR id > ${parameters.add(after)}`;
  return store.query(...parameters.bind(`SELECT * FROM (${rows})${where} ORDER BY ts, id LIMIT ${limit}`), signal);
}

function messageOf(row: Row, readers: readonly FieldReader[]): Record<string, unknown> {
  // The store writes the column `extra` as a JSON object of the values that have no column or do not fit its type.
  const extra = typeof row['extra'] === 'string' ? (parseJson(row['extra']) as Record<string, unknown>) : {};
  return Object.fromEntries(
    readers.flatMap(({ name, kind }, position) => {
      const value = row[`c${position}`] ?? null;
      if (value === null) return extra[name] === undefined ? [] : [[name, extra[name]]];
      return [[name, kind === 'instant' || kind === 'number' ? wireValue(value, kind) : value]];
    }),
  ) as Record<string, unknown>;
}

async function decorateAll(
  messages: readonly Record<string, unknown>[],
  chain: readonly Decorator[],
  known: ReadonlyMap<string, Decorate>,
  failed: (error: unknown) => void,
): Promise<Record<string, unknown>[]> {
  const wrapped = messages.map((message): ResultMessage => ({
    message,
    index: '',
    highlight_ranges: null,
    decoration_stats: null,
  }));
  return (await decorate(wrapped, chain, known, failed)).map(({ message }) => message);
}

function shown(name: string, value: unknown, timezone: string): unknown {
  if (name !== 'timestamp' || typeof value !== 'string') return value ?? null;
  return timezone === 'UTC' || timezone === 'Etc/UTC' ? value : instantInZone(Date.parse(value), timezone);
}

const csvValue = (name: string, value: unknown, timezone: string): string => csvCell(shown(name, value, timezone));

/** Formats a value as text: empty for a missing value, numbers in plain decimal notation. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return keyText(value, undefined);
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return typeof value === 'object' ? linkText(value) : String(value);
}

/**
 * Formats a cell of a CSV file; a missing value is an empty cell. Numbers and booleans get no apostrophe before a sign,
 * because they cannot be formulas.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = valueText(value);
  return quoted(/^(?:number|bigint|boolean)$/.test(typeof value) ? text : neutralised(text));
}

/** Formats a decorated link as its address, and any other object as JSON. */
function linkText(value: object): string {
  return 'href' in value ? String(value.href) : stringifyJson(value);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Prefixes a cell that a spreadsheet would interpret as a formula with an apostrophe (CSV injection). */
export function neutralised(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
