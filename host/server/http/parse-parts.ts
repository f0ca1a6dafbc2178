/**
 * Parses a long JSON text in parts, because the built-in parser blocks the event loop for a tenth of a second when a
 * text of a megabyte has tens of thousands of different names.
 */
import { parseJson } from '../../../api/json.js';
import type { Steps } from '../foundation/yielding.js';
import { outlineOf, syntaxError, unexpectedToken, type LongContainer } from './json-outline.js';

/** Number of characters of a part: about 8,000 short members, which are parsed within a few milliseconds. */
const usualPartLength = 64 * 1024;

const positionedReason = /^(.*) in JSON at position (\d+)/s;

/**
 * Parses consecutive values or members as a list or object of their own.
 * @param last text that is added after them, for instance the value of the last member
 * @throws SyntaxError with the position in the whole text
 */
function parsePart(text: string, isList: boolean, from: number, to: number, last = ''): object {
  const part = `${isList ? '[' : '{'}${text.slice(from, to)}${last}${isList ? ']' : '}'}`;
  try {
    // Cast: the text of a list or object yields a list or object.
    return parseJson(part) as object;
  } catch (error) {
    const [, reason, at] = (error instanceof Error && positionedReason.exec(error.message)) || [];
    if (reason === undefined) throw error;
    throw syntaxError(text, reason, from + Number(at) - 1);
  }
}

/** Checks that a part of the text is white space. @throws SyntaxError with the position of the first other character */
function checkBlank(text: string, from: number, to: number): void {
  const at = text.slice(from, to).search(/[^ \t\r\n]/);
  if (at >= 0) throw unexpectedToken(text, from + at);
}

function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment to `__proto__` would set the prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  else object[name] = value;
}

/** A part can be empty only if it is the whole container, such as a list that consists of blanks. */
const isMissing = (values: readonly unknown[], { parts }: LongContainer): boolean =>
  values.length === 0 && parts.length > 1;

function* listOf(text: string, container: LongContainer): Steps<unknown> {
  const list: unknown[] = [];
  for (const { from, to, inner } of container.parts) {
    if (inner) {
      checkBlank(text, from, inner.start);
      list.push(yield* valueOf(text, inner));
      checkBlank(text, inner.end, to);
      continue;
    }
    // Cast: the values of a list are parsed as a list.
    const values = parsePart(text, true, from, to) as readonly unknown[];
    if (isMissing(values, container)) throw unexpectedToken(text, to);
    for (const value of values) list.push(value);
    yield;
  }
  return list;
}

function* objectOf(text: string, container: LongContainer): Steps<unknown> {
  const object: Record<string, unknown> = {};
  for (const { from, to, inner } of container.parts) {
    // The name before a long container is parsed together with an empty list in place of the container. Unlike a digit,
    // the brackets of the list cannot complete a value that wrongly stands between the name and the container.
    const members = Object.entries(parsePart(text, false, from, inner?.start ?? to, inner && '[]'));
    if (isMissing(members, container)) throw unexpectedToken(text, to);
    for (const [name, value] of members) setMember(object, name, inner ? yield* valueOf(text, inner) : value);
    if (inner) checkBlank(text, inner.end, to);
    yield;
  }
  return object;
}

const valueOf = (text: string, container: LongContainer): Steps<unknown> =>
  container.isList ? listOf(text, container) : objectOf(text, container);

/**
 * Parses JSON like `parseJson`. The caller may pause at each `yield`.
 * @throws BadRequestError when the text exceeds a limit (`outlineOf`); SyntaxError when it is not JSON
 */
export function* parseInParts(text: string, partLength = usualPartLength): Steps<unknown> {
  let container: LongContainer | undefined;
  try {
    container = yield* outlineOf(text, partLength);
  } catch (error) {
    // The built-in parser explains the error of a short text better.
    if (!(error instanceof SyntaxError) || text.length > partLength) throw error;
  }
  yield;
  if (!container) return parseJson(text);
  checkBlank(text, 0, container.start);
  checkBlank(text, container.end, text.length);
  return yield* valueOf(text, container);
}
