/** Types of inputs that read files of this machine. */
import { textOr, type Attributes } from './attributes.js';
import * as fields from './config-fields.js';
import { rawDecoder } from './decode/raw.js';
import { textReader } from './decode/text.js';
import { archivePaths } from './follow-patterns.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import type { InputType, TransportRooms } from './input-types.js';
import type { Receiver } from './receiver.js';
import { recognises, shaped } from './shape-settings.js';
import { ArchivesTransport } from './transport/archives.js';
import { FollowFileTransport } from './transport/follow-file.js';
import type { Transport } from './transport/transport.js';
import { typeInfo } from './type-info.js';

const followPollMs = 250;
/** Between two looks for compressed files. */
const archivesLookMs = 2_000;
/** Of what one compressed file holds. */
const mostArchiveBytes = 64 * 1024 * 1024 * 1024;

const fileLines = (attributes: Attributes, rooms: TransportRooms) => ({
  ...shaped(attributes, rooms),
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
    known: files.knownOfOption,
    mostBytes: mostArchiveBytes,
    lookMs: archivesLookMs,
    onTrouble,
  };
  return new ArchivesTransport(settings, receiver);
}

/** Lines have the name of their file: they are read by the transport. */
const decoder = (attributes: Attributes) => rawDecoder(textReader(textOr(attributes, 'charset_name', undefined)));

export const fileTypes: readonly InputType[] = [
  {
    info: typeInfo(ids.followFile, 'Followed file', fields.followFields),
    creatable: false,
    decoder,
    transport: followFile,
  },
  {
    info: typeInfo(ids.archives, 'Compressed files', fields.archivesFields),
    creatable: false,
    decoder,
    transport: archives,
  },
];
