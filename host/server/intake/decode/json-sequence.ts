/** Splits a body of consecutive JSON objects, with or without whitespace between them. */
import { intakeTurn } from './intake-turn.js';

const open = 0x7b;
const close = 0x7d;
const openList = 0x5b;
const closeList = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const bytesBetweenLooks = 65_536;

/** Returns the index after the object or list that begins at `start`; the length of the body if it is not closed. */
async function endOf(body: Buffer, start: number): Promise<number> {
  let depth = 0;
  let look = start + bytesBetweenLooks;
  let inText = false;
  for (let at = start; at < body.length; at += 1) {
    if (at >= look) {
      look = at + bytesBetweenLooks;
      if (intakeTurn.isOver) await intakeTurn.room();
    }
    const byte = body[at];
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === open || byte === openList) depth += 1;
    else if (byte === close || byte === closeList) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return body.length;
}

/**
 * Yields the objects of a body. Text between objects is also yielded and fails to decode, so that it is not lost
 * silently.
 */
export async function* jsonSequence(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length;) {
    if (at % bytesBetweenLooks === 0 && intakeTurn.isOver) await intakeTurn.room();
    if (isSpace(body[at])) {
      at += 1;
      continue;
    }
    const next = body.indexOf(open, at);
    const end = next === at ? await endOf(body, at) : next < 0 ? body.length : next;
    yield body.subarray(at, end);
    at = end;
  }
}
