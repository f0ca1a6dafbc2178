/**
 * Parses JSON bodies. A body is untrusted: it may be deeply nested or have thousands of members. Parsing, checking and
 * copying a member takes a hundred times as long as reading its bytes. Each step runs in its own turn of the event
 * loop.
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countLongIntegers } from '../../../api/long-integers.js';
import { BadRequestError } from '../foundation/errors.js';
import { checkWellFormed } from '../foundation/well-formed.js';
import { inSlices } from '../foundation/yielding.js';
import { errorOf } from '../foundation/caught.js';
import { parseInParts } from './parse-parts.js';

/** Largest number of integers with 16 or more digits in a body, because numbers that are kept exactly are expensive. */
const mostLongNumbers = 10_000;

/**
 * Matches the key `__proto__`, also if it is written with escapes. The key could replace an object's prototype; no
 * entity has a property of that name.
 */
const prototypeKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

/**
 * Parses the text of a JSON body; a text without characters other than white space yields undefined.
 * @throws BadRequestError when the text is no JSON, exceeds a limit or has the key `__proto__`; FieldValidationError
 * when a string has a lone surrogate
 */
async function parseBody(given: string): Promise<unknown> {
  // Files that were saved on Windows may begin with a byte order mark, which a parser may ignore (RFC 8259 §8.1).
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  if (text.trim() === '') return undefined;
  if (prototypeKey.test(text)) throw new BadRequestError('The request body holds a property that is not allowed.');
  if (countLongIntegers(text) > mostLongNumbers)
    throw new BadRequestError(`The request body has more than ${mostLongNumbers} numbers of 16 or more digits.`);
  await nextTurn();
  let body: unknown;
  try {
    body = await inSlices(parseInParts(text));
  } catch (error) {
    if (error instanceof BadRequestError) throw error;
    throw new BadRequestError(`The request body is not JSON: ${errorOf(error).message}`);
  }
  await nextTurn();
  checkWellFormed(text, body);
  await nextTurn();
  return body;
}

const bodyTexts = new WeakMap<FastifyRequest, string>();

/** Tells whether a handler of the request's route needs the unparsed text of the body in addition to its value. */
const keepsText = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { keepsText?: boolean }).keepsText === true;

/** Returns the unparsed JSON body; undefined: the route does not keep it, or the request has no JSON body. */
export const textOfBody = (request: FastifyRequest): string | undefined => bodyTexts.get(request);

/**
 * Decodes a body.
 * @throws BadRequestError when the body is not UTF-8, because its text would have replacement characters
 */
function decoded(body: Buffer): string {
  if (!isUtf8(body)) throw new BadRequestError('The request body is not text in UTF-8.');
  return body.toString('utf8');
}

/** Makes the server accept bodies of JSON and plain text, and refuse all other content types. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const text = decoded(body);
      if (keepsText(request)) bodyTexts.set(request, text);
      return parseBody(text);
    },
  );
  app.addContentTypeParser(
    /^text\/plain\b/i,
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer) => new Promise<string>((resolve) => resolve(decoded(body))),
  );
}
