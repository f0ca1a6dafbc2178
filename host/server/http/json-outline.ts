/** Scans the text of a JSON body without parsing it: checks its limits, and finds the containers that are long. */
import { BadRequestError } from '../foundation/errors.js';
import type { Steps } from '../foundation/yielding.js';

/**
 * Largest nesting depth: deeper than any entity, and far below the depth at which checking, storing or answering would
 * overflow the stack.
 */
const mostLevels = 500;
/**
 * Largest number of members of one object: V8 turns larger objects into hash tables, which are slow to fill and to
 * copy. No entity has as many.
 */
const mostMembers = 10_000;
/**
 * Largest number of members in all objects of a body. The densest content packs have one member per 50 bytes, and a
 * content pack has at most 2 MiB.
 */
const mostMembersInAll = 60_000;
/** Largest number of commas and opening brackets in a body, which bounds the number of its values. */
const mostValues = 200_000;
/** Number of characters that are scanned in one step. */
const scannedAtOnce = 256 * 1024;

/**
 * Consecutive values of a list or members of an object: the text from `from` up to `to`, without the comma behind it. A
 * part with `inner` is a single value or member whose text ends with the long container `inner`.
 */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly inner?: LongContainer;
}

/** A list or object whose text is long, divided into parts. */
export interface LongContainer {
  readonly isList: boolean;
  /** Offset of the opening bracket. */
  readonly start: number;
  /** Offset behind the closing bracket. */
  readonly end: number;
  readonly parts: readonly Part[];
}

/** A list or object whose closing bracket has not been reached. */
interface Frame {
  isList: boolean;
  start: number;
  members: number;
  /** Offset of the first value that belongs to no part yet. */
  from: number;
  /** Offset of the current value. */
  valueFrom: number;
  /** The long container within the current value, once it is closed. */
  inner: LongContainer | undefined;
  parts: Part[] | undefined;
}

/** Largest offset of an error for which lines are counted. */
const countedLength = 256 * 1024;

/** Returns an error with the position in the text, as the built-in parser writes it. */
export function syntaxError(text: string, reason: string, at: number): SyntaxError {
  // Lines are counted only where that is quick, because a long text can consist of line breaks.
  if (at > countedLength) return new SyntaxError(`${reason} in JSON at position ${at}`);
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return new SyntaxError(`${reason} in JSON at position ${at} (line ${line} column ${at - lineStart + 1})`);
}

export const unexpectedToken = (text: string, at: number): SyntaxError =>
  syntaxError(text, `Unexpected token '${text[at] ?? ''}'`, at);

function addPart(frame: Frame, part: Part): void {
  (frame.parts ??= []).push(part);
}

/**
 * Scans a JSON text. Only strings, brackets, commas and colons are recognised; everything else is left to the
 * parser of the parts.
 * @param partLength number of characters from which on a container is long and consecutive values become a part
 * @returns the outermost container; undefined when it is not long, or the text has none
 * @throws BadRequestError when containers nest too deeply, or when there are too many members or values; SyntaxError
 * when a bracket is missing or has no counterpart
 */
export function* outlineOf(text: string, partLength: number): Steps<LongContainer | undefined> {
  // Frames are reused, because a text may have a hundred thousand containers.
  const frames: Frame[] = [];
  let depth = 0;
  let top: Frame | undefined;
  let members = 0;
  let values = 0;
  let root: LongContainer | undefined;
  let pauseAt = scannedAtOnce;
  for (let at = 0; at < text.length; at += 1) {
    if (at > pauseAt) {
      yield;
      pauseAt = at + scannedAtOnce;
    }
    const code = text.charCodeAt(at);
    if (code === 0x22 /* " */) {
      for (at += 1; at < text.length; at += 1) {
        const inner = text.charCodeAt(at);
        if (inner === 0x22) break;
        if (inner === 0x5c /* \ */) at += 1;
      }
    } else if (code === 0x3a /* : */) {
      members += 1;
      if (top && (top.members += 1) > mostMembers)
        throw new BadRequestError(`An object of the request body has more than ${mostMembers} members.`);
      if (members > mostMembersInAll)
        throw new BadRequestError(`The objects of the request body have more than ${mostMembersInAll} members.`);
    } else if (code === 0x2c /* , */) {
      // Each value but the first one of a list or object follows a comma.
      values += 1;
      if (values > mostValues) throw new BadRequestError(`The request body has more than ${mostValues} values.`);
      if (!top) continue;
      if (top.inner || at - top.from >= partLength) endPart(top, at);
      top.valueFrom = at + 1;
    } else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      values += 1;
      if (values > mostValues) throw new BadRequestError(`The request body has more than ${mostValues} values.`);
      if (depth === mostLevels)
        throw new BadRequestError(`The request body is nested deeper than ${mostLevels} levels.`);
      top = frames[depth] ??= emptyFrame();
      depth += 1;
      top.isList = code === 0x5b;
      top.start = at;
      top.members = 0;
      top.from = at + 1;
      top.valueFrom = at + 1;
      top.inner = undefined;
      top.parts = undefined;
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) {
      if (top?.isList !== (code === 0x5d)) throw unexpectedToken(text, at);
      const closed = closedContainer(top, at, partLength);
      depth -= 1;
      top = frames[depth - 1];
      if (closed && top) beginInner(top, closed);
      else if (closed) root ??= closed;
    }
  }
  if (depth > 0) throw new SyntaxError('Unexpected end of JSON input');
  return root;
}

const emptyFrame = (): Frame => ({
  isList: true,
  start: 0,
  members: 0,
  from: 0,
  valueFrom: 0,
  inner: undefined,
  parts: undefined,
});

/** Ends a part before the comma or bracket at the offset `at`. */
function endPart(frame: Frame, at: number): void {
  addPart(frame, { from: frame.from, to: at, ...(frame.inner && { inner: frame.inner }) });
  frame.from = at + 1;
  frame.inner = undefined;
}

/**
 * Returns the container of a frame whose bracket is closed at the offset `at`; undefined if the container is not long.
 */
function closedContainer(frame: Frame, at: number, partLength: number): LongContainer | undefined {
  if (!frame.parts && !frame.inner && at - frame.from < partLength) return undefined;
  endPart(frame, at);
  return { isList: frame.isList, start: frame.start, end: at + 1, parts: frame.parts ?? [] };
}

/**
 * Begins a part of the surrounding container that ends with a closed long container. The values before the long
 * container become a separate part.
 */
function beginInner(frame: Frame, inner: LongContainer): void {
  // A second container within the same value is no valid JSON. The parser of the part refuses text other than white
  // space behind the first container.
  if (frame.inner) return;
  if (frame.valueFrom > frame.from) addPart(frame, { from: frame.from, to: frame.valueFrom - 1 });
  frame.from = frame.valueFrom;
  frame.inner = inner;
}
