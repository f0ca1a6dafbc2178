/** Defines the input types that read files of this machine. */
import { resolve } from 'node:path';
import { RegexError } from '../../regex/bounded-regex.js';
import { textOr, type Attributes } from '../../foundation/attributes.js';
import * as fields from './config-fields.js';
import { rawDecoder } from '../decode/raw.js';
import { textReader } from '../decode/text.js';
import { archivePaths } from '../files/follow-globs.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType, type InputType, type ProblemRooms, type TransportRooms } from './input-type.js';
import { openAnyFile } from '../files/readable-files.js';
import type { Receiver } from '../transport/receiver.js';
import { recognises, shaped } from './shape-settings.js';
import { lineRule, lineRules, type LineRule } from '../log-formats/line-rule.js';
import { ArchivesTransport } from '../transport/archives.js';
import { FilesTransport } from '../transport/files.js';
import { FollowFileTransport } from '../transport/follow-file.js';
import type { Transport } from '../transport/transport.js';

const followPollMs = 250;
/** Interval in milliseconds between two searches for new and compressed files. */
const filesLookMs = 2_000;
/** Largest decompressed size of one compressed file in bytes. */
export const mostArchiveBytes = 64 * 1024 * 1024 * 1024;

/**
 * Returns the rule by which lines become one message; undefined: the recognised format decides.
 * @throws RegexError when the rule needs `lines_pattern`, and the pattern is missing or invalid
 */
const fileRule = (attributes: Attributes): LineRule | undefined =>
  lineRule(textOr(attributes, 'lines_together', 'AUTOMATIC'), textOr(attributes, 'lines_pattern', ''));

export const fileLines = (attributes: Attributes, rooms: Pick<TransportRooms, 'onRecognised'>) => ({
  ...shaped(attributes, rooms),
  rule: fileRule(attributes),
  recognise: recognises(attributes),
  maxLineBytes: fields.defaultMaxMessageBytes,
});

function followFile(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const settings = {
    ...fileLines(attributes, rooms),
    ...rooms.files,
    inputId: rooms.inputId,
    path: textOr(attributes, 'path', ''),
    pollMs: followPollMs,
    openFile: openAnyFile,
    onTrouble: rooms.onTrouble,
  };
  return new FollowFileTransport(settings, receiver);
}

function archives(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const { inputId, files, onTrouble } = rooms;
  const names = Array.isArray(attributes['names']) ? attributes['names'].map(String) : [];
  const settings = {
    ...fileLines(attributes, rooms),
    inputId,
    archives: files.archives,
    paths: () => archivePaths(names),
    known: () => files.knownOf(undefined),
    openFile: openAnyFile,
    mostBytes: mostArchiveBytes,
    lookMs: filesLookMs,
    onTrouble,
  };
  return new ArchivesTransport(settings, receiver);
}

function files(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const name = textOr(attributes, 'path', '');
  const problem = rooms.readable.problem(name);
  if (problem !== undefined) throw new Error(`"path": ${problem}.`);
  const settings = {
    ...fileLines(attributes, rooms),
    ...rooms,
    name: resolve(name),
    pollMs: followPollMs,
    lookMs: filesLookMs,
    mostArchiveBytes,
    openFile: rooms.readable.open,
    placeProblem: (directory: string) => rooms.readable.placeProblem(directory),
  };
  return new FilesTransport(settings, receiver);
}

/** Explains why the settings of a files input are invalid; undefined: they are valid. */
function filesProblem(attributes: Attributes, { readable }: ProblemRooms): string | undefined {
  const wrong = readable.problem(textOr(attributes, 'path', ''));
  return wrong === undefined ? ruleProblem(attributes) : `"path": ${wrong}`;
}

function ruleProblem(attributes: Attributes): string | undefined {
  if (!Object.hasOwn(lineRules, textOr(attributes, 'lines_together', 'AUTOMATIC')))
    return '"lines_together" is none of the choices';
  try {
    fileRule(attributes);
    return undefined;
  } catch (error) {
    if (error instanceof RegexError) return `"lines_pattern": ${error.message.replace(/\.$/, '')}`;
    throw error;
  }
}

/**
 * Creates the decoder that every input type must have. Inputs of files do not use this decoder, because their transport
 * decodes lines by the format of the file.
 */
const decoder = (attributes: Attributes) => rawDecoder(textReader(textOr(attributes, 'charset_name', undefined)));

export const fileTypes: readonly InputType[] = [
  inputType({
    id: ids.files,
    name: 'Files',
    fields: fields.filesFields,
    preview: 'files',
    decoder,
    problem: filesProblem,
    transport: files,
  }),
  inputType({
    id: ids.followFile,
    name: 'Followed file',
    fields: fields.followFields,
    creatable: false,
    decoder,
    problem: ruleProblem,
    transport: followFile,
  }),
  inputType({
    id: ids.archives,
    name: 'Compressed files',
    fields: fields.archivesFields,
    creatable: false,
    decoder,
    problem: ruleProblem,
    transport: archives,
  }),
];
