/**
 * Parses JSON bodies. A body is untrusted: it may be deeply nested or have thousands of members, each of which costs a
 * hundred times its bytes when it is parsed, checked and copied. Each step runs in its own turn of the event loop.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonInSteps } from '../../../api/json.js';
import { countLongIntegers } from '../../../api/long-integers.js';
import { BadRequestError } from '../foundation/errors.js';
import { checkWellFormed } from '../foundation/well-formed.js';

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

/** Largest number of values of lists and objects in a body. */
const mostValues = 200_000;
/** Largest number of long numbers in a body, because numbers that are kept exactly are expensive. */
const mostLongNumbers = 10_000;

/**
 * Checks the size of a JSON text without parsing it.
 * @throws BadRequestError when brackets outside of strings nest too deeply, or when there are too many members or
 * values
 */
function checkOutline(text: string): void {
  /** Number of members of each open object; 0 for each open list. */
  const open: number[] = [];
  let members = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    // Each value but the first one of a list or object follows a comma.
    if (character === ',' || character === '[' || character === '{') {
      values += 1;
      if (values > mostValues) throw new BadRequestError(`The request body has more than ${mostValues} values.`);
    }
    if (character === '[' || character === '{') {
      if (open.push(0) > mostLevels)
        throw new BadRequestError(`The request body is nested deeper than ${mostLevels} levels.`);
    } else if (character === ']' || character === '}') open.pop();
    else if (character === ':') {
      members += 1;
      const own = (open.pop() ?? 0) + 1;
      open.push(own);
      if (own > mostMembers)
        throw new BadRequestError(`An object of the request body has more than ${mostMembers} members.`);
      if (members > mostMembersInAll)
        throw new BadRequestError(`The objects of the request body have more than ${mostMembersInAll} members.`);
    } else if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    }
  }
}

/**
 * Matches the key `__proto__`, also with escapes, which could replace an object's prototype; no entity has a property
 * of that name.
 */
const prototypeKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

/**
 * Parses the text of a JSON body; an empty text yields undefined.
 * @throws BadRequestError when the text is no JSON, exceeds a limit or has the key `__proto__`; FieldValidationError
 * when a string has a lone surrogate
 */
async function parseBody(given: string): Promise<unknown> {
  // Files that were saved on Windows may begin with a byte order mark, which a parser may ignore (RFC 8259 §8.1).
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  if (text.trim() === '') return undefined;
  if (prototypeKey.test(text)) throw new BadRequestError('The request body holds a property that is not allowed.');
  checkOutline(text);
  await nextTurn();
  if (countLongIntegers(text) > mostLongNumbers)
    throw new BadRequestError(`The request body has more than ${mostLongNumbers} numbers of 16 or more digits.`);
  await nextTurn();
  let body: unknown;
  try {
    const steps = parseJsonInSteps(text);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await nextTurn();
    body = step.value;
  } catch (error) {
    throw new BadRequestError(
      `The request body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
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

/** Returns the unparsed JSON body; undefined unless the route keeps it. */
export const textOfBody = (request: FastifyRequest): string | undefined => bodyTexts.get(request);

/** Makes the server accept bodies of JSON and plain text, and refuse all other content types. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json\b/i,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (keepsText(request)) bodyTexts.set(request, body);
      return parseBody(body);
    },
  );
  app.addContentTypeParser(/^text\/plain\b/i, { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
