/**
 * JSON that is read in one go holds up everybody else for as long as that takes, and that grows with its values more than with its
 * bytes: `[],[],…` of a few MiB takes ten times as long as one text of that length. Their number is examined first, in slices.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecodeFailure, type Decode } from './decoded.js';
import { intakeTurn } from './intake-turn.js';
import { maxValues } from './value-budget.js';

/** JSON of so many bytes is read at once, whatever is in it. */
export const lightJsonBytes = 128 * 1024;
/** Escapes in the texts of one document: each is read by itself. */
const mostEscapes = 250_000;
const sliceBytes = 64 * 1024;

const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b];

/**
 * Looks whether JSON can be read in one go, and waits for a turn of the event loop in which nobody else has read any.
 * @param most values that the document may have, names included
 * @throws DecodeFailure when it has more
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

/** A decoder of JSON that looks first whether a large document can be read in one go. */
export const heavyJson = (decode: Decode): Decode =>
  Object.assign((bytes: Buffer, receivedAt: number) => decode(bytes, receivedAt), {
    isHeavy: (bytes: Buffer) => bytes.length > lightJsonBytes,
    later: async (bytes: Buffer, receivedAt: number) => {
      await checkJsonValues(bytes);
      return decode(bytes, receivedAt);
    },
  });
