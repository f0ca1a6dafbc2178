/**
 * Previews an input that does not exist yet. The beginnings of its files, or pasted lines, are converted to messages as
 * in a running input. The messages are returned instead of stored. Files, bytes, messages and time are limited.
 */
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { InputPreview, PreviewedFile, PreviewedMessage } from '../../../../api/contract/inputs.schema.js';
import { Yielder } from '../../foundation/yielding.js';
import type { IncomingMessage, MessageSink } from '../../store/types.js';
import { Appender } from '../appender.js';
import { textOr, type Attributes } from '../../foundation/attributes.js';
import { ConfigurationError } from '../types/configuration.js';
import { DecodeFailure } from '../decode/decoded.js';
import type { LineEnds } from '../decode/line-ends.js';
import { withoutEnding } from '../decode/text.js';
import { fileLines, mostArchiveBytes } from '../types/file-types.js';
import { bytesOfFile, bytesOfStream } from '../files/file-bytes.js';
import { archivePaths, directoryOf, followedPaths } from '../files/follow-globs.js';
import { InputCounters } from '../inputs/input-counters.js';
import type { InputType } from '../types/input-type.js';
import type { ReadableFiles } from '../files/readable-files.js';
import { Receiver } from '../transport/receiver.js';
import { recognises, shaped } from '../types/shape-settings.js';
import { plainLine } from '../log-formats/log-format.js';
import { SourceLines } from '../log-formats/source-lines.js';
import { FollowedLines, headBytes, wholeLines } from '../transport/followed-lines.js';
import { inflatedFile } from '../transport/inflated-file.js';
import { isArchiveName, logName } from '../files/rotated-name.js';
import { errorOf } from '../../foundation/caught.js';

export interface PreviewRooms {
  readonly readable: ReadableFiles;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Milliseconds after which the result so far is returned. */
  readonly withinMs?: number;
}

const mostFiles = 5;
const mostMessages = 10;
const mostFields = 20;
const mostText = 500;
const withinMs = 5_000;

const noStore: MessageSink = {
  pressure: 'open',
  appendedBytes: 0,
  loadedBytes: 0,
  append: async () => undefined,
  whenOpen: async () => undefined,
};
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function reported({ timestamp, source, message, fullMessage, fields }: IncomingMessage): PreviewedMessage {
  const { file, level, ...others } = fields;
  const few = Object.entries(others).slice(0, mostFields);
  return {
    file: typeof file === 'string' ? file : null,
    timestamp: new Date(timestamp).toISOString(),
    level: typeof level === 'number' ? level : null,
    source: shortened(source, mostText),
    message: shortened(message, mostText),
    lines: (fullMessage ?? message).split('\n').length,
    fields: Object.fromEntries(few.map(([name, value]) => [name, shortened(String(value), mostText)])),
  };
}

function newReceiver(type: InputType, attributes: Attributes, { now }: PreviewRooms) {
  const counters = new InputCounters();
  let defect: unknown;
  const receiver = new Receiver(
    {
      inputId: '',
      decode: type.decoder(attributes),
      overrideSource: textOr(attributes, 'override_source', undefined),
      staticFields: {},
    },
    {
      appender: new Appender(noStore),
      counters,
      extract: () => undefined,
      route: () => [],
      onDefect: (error) => (defect = error),
      now,
    },
  );
  return { receiver, counters, defect: () => defect };
}

interface Previewed {
  readonly file: PreviewedFile;
  readonly messages: readonly PreviewedMessage[];
}

/** Returns at most the first `headBytes` bytes of a file, after decompression if the file is compressed. */
const beginningOf = (handle: FileHandle, size: number, compressed: boolean): Promise<Buffer> =>
  compressed
    ? bytesOfStream(inflatedFile(handle, size, mostArchiveBytes), 0, headBytes)
    : bytesOfFile(handle, 0, Math.min(size, headBytes));

/**
 * Returns the lines at the beginning of a file. An incomplete last line is included if it is the only line, or if the
 * beginning is the whole file.
 */
function linesOf(beginning: Buffer, isAll: boolean, ends: LineEnds): Buffer[] {
  const lines = [...wholeLines(beginning, ends)];
  const last = ends.last(beginning, 0);
  const rest = beginning.subarray(last < 0 ? 0 : last + ends.unit);
  return rest.length > 0 && (isAll || lines.length === 0) ? [...lines, rest] : lines;
}

async function previewFile(type: InputType, attributes: Attributes, path: string, most: number, rooms: PreviewRooms) {
  const { signal, readable } = rooms;
  const name = basename(path);
  const compressed = isArchiveName(name);
  let file: PreviewedFile = { name, bytes: 0, compressed, format: null, reason: null };
  let handle: FileHandle | undefined;
  try {
    handle = await readable.open(path);
    const { size } = await handle.stat();
    file = { ...file, bytes: size };
    const beginning = await beginningOf(handle, size, compressed);
    const { receiver, counters } = newReceiver(type, attributes, rooms);
    const onRecognised = (_source: string, format: string) => (file = { ...file, format });
    const settings = {
      ...fileLines(attributes, { onRecognised }),
      path: compressed ? join(dirname(path), logName(name)) : path,
    };
    const lines = new FollowedLines(settings, receiver);
    await lines.isReady(async (bytes) => beginning.subarray(0, bytes), true);
    const messages: IncomingMessage[] = [];
    const yielder = new Yielder(signal);
    for (const line of linesOf(beginning, beginning.length < headBytes, lines.lineEnds)) {
      if (yielder.isOver) await yielder.pause();
      lines.take(line, 0, rooms.now());
      messages.push(...lines.taken());
      if (messages.length >= most) break;
    }
    lines.release();
    messages.push(...lines.taken());
    const [failure] = counters.failures();
    return { file: { ...file, reason: failure?.reason ?? null }, messages: messages.slice(0, most).map(reported) };
  } catch (error) {
    return { file: { ...file, reason: reasonOf(error) }, messages: [] };
  } finally {
    await handle?.close();
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = errorOf(error);
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read by this server';
  return code === 'ENOENT' ? 'the file does not exist' : message;
}

async function previewFiles(type: InputType, attributes: Attributes, rooms: PreviewRooms): Promise<InputPreview> {
  const preview: InputPreview = { count: 0, files: [], format: null, messages: [], remark: null };
  const name = resolve(textOr(attributes, 'path', ''));
  const problem = await rooms.readable.placeProblem(await directoryOf(name));
  if (problem !== undefined) return { ...preview, remark: `${name} cannot be read: ${problem}.` };
  const end = new AbortController();
  const signal = AbortSignal.any([rooms.signal, end.signal]);
  const look = async (): Promise<void> => {
    const paths = [...(await followedPaths([name])), ...(await archivePaths([name]))];
    preview.count = paths.length;
    const shown = paths.slice(0, mostFiles);
    const each = Math.ceil(mostMessages / Math.max(1, shown.length));
    for (const path of shown) {
      signal.throwIfAborted();
      const { file, messages }: Previewed = await previewFile(type, attributes, path, each, { ...rooms, signal });
      preview.files.push(file);
      preview.messages.push(...messages);
    }
  };
  const late = new Promise<'late'>((done) => setTimeout(done, rooms.withinMs ?? withinMs, 'late').unref());
  const looking = look();
  const first = await Promise.race([looking, late]);
  if (first !== 'late') return preview;
  // Calls that hang in the file system cannot be aborted; their results are dropped, and no further calls are made.
  end.abort();
  looking.catch(() => undefined);
  return { ...structuredClone(preview), remark: 'The files take long to read, so not all were read.' };
}

/** Returns the messages that lines of a single sender would become. @param text the lines */
function previewText(type: InputType, attributes: Attributes, text: string, rooms: PreviewRooms): InputPreview {
  // Pasted text is already decoded, so the charset of the input is not used.
  const { receiver, counters } = newReceiver(type, { ...attributes, charset_name: 'UTF-8' }, rooms);
  const messages: IncomingMessage[] = [];
  let format: string | null = null;
  const now = rooms.now();
  const lines = text.split('\n').map(withoutEnding);
  const add = (message: IncomingMessage | DecodeFailure) => {
    if (!(message instanceof DecodeFailure)) messages.push(message);
  };
  if (recognises(attributes)) {
    const { toUtc } = shaped(attributes, { onRecognised: () => undefined });
    const sender = new SourceLines({
      toUtc,
      otherwise: plainLine,
      onFormat: ({ title }) => (format = title),
      emit: ({ decoded, text: whole }) =>
        add(
          receiver.read(
            () => decoded,
            () => Buffer.from(whole),
            undefined,
            now,
          ),
        ),
    });
    for (const line of lines) {
      if (messages.length >= mostMessages) break;
      if (line.trim() === '') sender.blank(now);
      else sender.push({ text: line, bytes: Buffer.byteLength(line), receivedAt: now });
    }
    sender.release();
  } else
    for (const line of lines.slice(0, mostMessages))
      if (line.trim() !== '') add(receiver.take(Buffer.from(line), undefined, now));
  const [failure] = counters.failures();
  const shown = messages.slice(0, mostMessages).map(reported);
  return { count: 0, files: [], format, messages: shown, remark: failure?.reason ?? null };
}

/**
 * Returns a preview of an input.
 * @param attributes validated attributes
 * @param text lines, for types that receive them over sockets
 * @throws ConfigurationError for a type without a preview, and when `text` is missing for a type that needs it
 */
export async function previewOf(
  type: InputType,
  attributes: Attributes,
  text: string | undefined,
  rooms: PreviewRooms,
): Promise<InputPreview> {
  if (type.info.preview === 'files') return previewFiles(type, attributes, rooms);
  if (type.info.preview === 'lines' && text !== undefined) return previewText(type, attributes, text, rooms);
  throw new ConfigurationError('An input of this type has no preview before it runs.');
}
