/**
 * Parsing JSON synchronously blocks the event loop. The time depends more on the number of values than on the number of
 * bytes: `[],[],…` of a few MiB takes ten times as long as one text of that length. Therefore the values of large
 * documents are counted before parsing, in slices.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecodeFailure, type Decode, type DecodedMessage } from './decoded.js';
import { intakeTurn } from './intake-turn.js';
import { jsonValue, jsonValueLater } from './json-object.js';
import type { TextOf } from './text.js';
import { maxValues } from './value-budget.js';

/** Largest size in bytes of JSON that is parsed without counting its values. */
export const lightJsonBytes = 128 * 1024;
/** Largest number of escapes in the strings of one large document, because parsing decodes each escape separately. */
const mostEscapes = 250_000;
const sliceBytes = 64 * 1024;

const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b];

/**
 * Checks that JSON can be parsed synchronously, and resolves in a turn of the event loop that has enough time left for
 * parsing it.
 * @param most largest number of values, including names
 * @throws DecodeFailure when a document of more than `lightJsonBytes` has too many values or escapes
 */
export async function checkJsonValues(bytes: Uint8Array, most = maxValues): Promise<void> {
  if (bytes.length <= lightJsonBytes) return intakeTurn.room();
  let values = 0;
  let escapes = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) {
        at += 1;
        escapes += 1;
      } else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === colon || byte === bracket || byte === brace) values += 1;
    if (at % sliceBytes !== 0 || !intakeTurn.isOver) continue;
    if (values > most || escapes > mostEscapes) break;
    await intakeTurn.room();
  }
  if (values > most)
    throw new DecodeFailure(`JSON of more than ${lightJsonBytes} bytes may have ${most} values, not more.`);
  if (escapes > mostEscapes)
    throw new DecodeFailure(`JSON of more than ${lightJsonBytes} bytes may have ${mostEscapes} escapes, not more.`);
  await nextTurn();
  await intakeTurn.room();
}

/**
 * Describes the two steps of a JSON format around parsing: from bytes to text, and from the parsed value to a message.
 */
export interface JsonSteps {
  /**
   * Returns the text of a message.
   * @throws DecodeFailure when the bytes are no text; EmptyMessage when the text is empty
   */
  readonly textOf: TextOf;
  /**
   * Converts the parsed JSON value and its text to a message.
   * @throws DecodeFailure when the format does not allow the value
   */
  readonly decode: (value: unknown, text: string) => DecodedMessage;
}

/**
 * Creates the decoder of a JSON format: large documents are heavy, and are decoded in several turns of the event loop.
 */
export const jsonDecoder = ({ textOf, decode }: JsonSteps): Decode =>
  Object.assign(
    (bytes: Buffer) => {
      const text = textOf(bytes);
      return decode(jsonValue(text), text);
    },
    {
      isHeavy: (bytes: Buffer) => bytes.length > lightJsonBytes,
      later: async (bytes: Buffer) => {
        await checkJsonValues(bytes);
        const text = textOf(bytes);
        const value = await jsonValueLater(text);
        await intakeTurn.room();
        return decode(value, text);
      },
    },
  );
