/**
 * Decodes GELF 1.0 and 1.1 (contract data-intake, GELF;
 * https://go2docs.graylog.org/current/getting_in_log_data/gelf.html): one JSON object, whose version is ignored,
 * optionally compressed.
 */
import { DecodeFailure, EmptyMessage, newFields, type Decode, type DecodedMessage, type Fields } from './decoded.js';
import { setField } from './field-names.js';
import { fieldValue, setLevel } from './field-values.js';
import { checkJsonValues, lightJsonBytes } from './heavy-json.js';
import { inflated, inflatedLater, isCompressed } from './inflate.js';
import { fromSeconds } from './instants.js';
import { intakeTurn } from './intake-turn.js';
import { jsonObject, jsonObjectLater, own, type JsonObject } from './json-object.js';
import { strictJson } from './lenient-json.js';
import { setTime } from './set-time.js';
import type { TextOf } from './text.js';

export interface GelfSettings {
  readonly textOf: TextOf;
  /** Largest size of one message after decompression in bytes. */
  readonly sizeLimit: number;
}

/** Standard members of GELF, and `message`, which replaces a missing `short_message`; other members become fields. */
const standardNames: ReadonlySet<string> = new Set([
  'version',
  'host',
  'short_message',
  'message',
  'full_message',
  'timestamp',
  'level',
]);

/**
 * Returns the text of a member; undefined: the member is missing or null.
 * @throws DecodeFailure when the member is only whitespace or no text
 */
function textOf(gelf: JsonObject, name: string): string | undefined {
  const value = own(gelf, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new DecodeFailure(`GELF field "${name}" must be a text, got ${typeof value}.`);
  if (value.trim() === '') throw new DecodeFailure(`GELF field "${name}" must not be empty.`);
  return value;
}

function additionalFields(gelf: JsonObject, fields: Fields): void {
  for (const name of Object.keys(gelf)) {
    if (standardNames.has(name)) continue;
    const value = fieldValue(gelf[name]);
    if (value === undefined) continue;
    setField(fields, name.length > 1 && name.startsWith('_') ? name.slice(1) : name, value);
  }
}

/**
 * Parses a GELF object as strict JSON first, because strict parsing is faster, and leniently if strict parsing fails.
 * @throws DecodeFailure when the text is no JSON object
 */
function gelfObject(text: string): JsonObject {
  try {
    return jsonObject(text);
  } catch (error) {
    const strict = strictJson(text);
    if (strict === undefined) throw error;
    return jsonObject(strict);
  }
}

/**
 * Parses a GELF object as `gelfObject` does, but waits for time in the event loop before each step, for large texts.
 * @throws DecodeFailure when the text is no JSON object
 */
async function gelfObjectLater(text: string): Promise<JsonObject> {
  try {
    return await jsonObjectLater(text);
  } catch (error) {
    await intakeTurn.room();
    const strict = strictJson(text);
    if (strict === undefined) throw error;
    return jsonObjectLater(strict);
  }
}

/** Decodes the JSON text of a GELF message. @throws DecodeFailure when it is no valid GELF message */
export const decodeGelfText = (text: string): DecodedMessage => decodeGelf(gelfObject(text));

function decodeGelf(gelf: JsonObject): DecodedMessage {
  const message = textOf(gelf, 'short_message') ?? textOf(gelf, 'message');
  if (message === undefined) throw new DecodeFailure('GELF message lacks the mandatory field "short_message".');
  const source = textOf(gelf, 'host');
  const decoded: DecodedMessage = { message, fields: newFields() };
  if (source !== undefined) decoded.source = source;
  const written = own(gelf, 'timestamp');
  setTime(decoded, written, fromSeconds(written));
  const full = fieldValue(own(gelf, 'full_message'));
  if (full !== undefined && full !== '') decoded.fullMessage = String(full);
  if (own(gelf, 'level') !== undefined) setLevel(decoded.fields, own(gelf, 'level'));
  additionalFields(gelf, decoded.fields);
  return decoded;
}

/** Creates the decoder of complete GELF messages, which may be compressed by gzip or zlib. */
export function gelfDecoder({ textOf: read, sizeLimit }: GelfSettings): Decode {
  const checkedText = (plain: Buffer): string => {
    if (plain.length > sizeLimit)
      throw new DecodeFailure(`Message of ${plain.length} bytes, allowed are ${sizeLimit}.`);
    const text = read(plain);
    if (text.trim() === '') throw new EmptyMessage('The message is empty.');
    return text;
  };
  return Object.assign(
    (bytes: Buffer) => {
      if (bytes.length === 0) throw new EmptyMessage('The message is empty.');
      return decodeGelfText(checkedText(inflated(bytes, sizeLimit)));
    },
    {
      isHeavy: (bytes: Buffer) => isCompressed(bytes) || bytes.length > lightJsonBytes,
      later: async (bytes: Buffer, _receivedAt: number, onInflated?: (bytes: number) => void) => {
        const plain = isCompressed(bytes) ? await inflatedLater(bytes, sizeLimit, onInflated) : bytes;
        await checkJsonValues(plain);
        const object = await gelfObjectLater(checkedText(plain));
        await intakeTurn.room();
        return decodeGelf(object);
      },
    },
  );
}
