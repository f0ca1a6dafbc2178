/**
 * Parses the lines of a bulk request: an action, followed by a document for most operations
 * (https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk).
 */
import { DecodeFailure } from './decoded.js';
import { jsonObject, own } from './json-object.js';
import { linesOf } from './lines.js';
import { isObject } from '../../foundation/is-object.js';

const bulkOperations = ['index', 'create', 'update', 'delete'] as const;
type BulkOperation = (typeof bulkOperations)[number];

export interface BulkItem {
  readonly operation: BulkOperation;
  readonly index: string | undefined;
  readonly id: string | undefined;
  /**
   * JSON text of the document; undefined for `delete`, and for an action at the end of the request without a document.
   */
  readonly source: Buffer | undefined;
}

const maxActionBytes = 16 * 1024;
const maxNameLength = 512;
const maxIndexLength = 255;
const maxBlankLines = 50_000;

function nameOf(value: unknown, length = maxNameLength): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, length) : undefined;
}

type Action = Omit<BulkItem, 'source'>;

/** @param number number of the line in the request, for the error */
function actionOf(line: Buffer, number: number): Action {
  const malformed = (reason: string) => new DecodeFailure(`Malformed action/metadata line [${number}]: ${reason}`);
  if (line.length > maxActionBytes) throw malformed(`it has more than ${maxActionBytes} bytes.`);
  let action;
  try {
    action = jsonObject(line.toString('utf8'));
  } catch (error) {
    throw error instanceof DecodeFailure ? malformed(error.message) : error;
  }
  const operation = bulkOperations.find((name) => Object.hasOwn(action, name));
  const about = operation === undefined ? undefined : own(action, operation);
  if (operation === undefined || !isObject(about))
    throw malformed('it must name one of index, create, update, delete.');
  return { operation, index: nameOf(own(about, '_index'), maxIndexLength), id: nameOf(own(about, '_id')) };
}

/**
 * Returns a function that parses an action line. Most clients send the same action before each document. Therefore the
 * last action without an id is kept, and is used again if the next line is equal. Actions with an id are not kept,
 * because ids differ.
 */
function actionReader(): (line: Buffer, number: number) => Action {
  let known: { readonly line: Buffer; readonly action: Action } | undefined;
  return (line, number) => {
    if (known?.line.equals(line)) return known.action;
    const action = actionOf(line, number);
    if (action.id === undefined) known = { line, action };
    return action;
  };
}

/**
 * Yields the items of a bulk request.
 * @throws DecodeFailure for a line that is no action, because the meaning of the following lines is unknown then; also
 * for more than `maxBlankLines` empty lines
 */
export function* bulkItems(body: Buffer): Generator<BulkItem> {
  const read = actionReader();
  let action: Action | undefined;
  let number = 0;
  let blank = 0;
  for (const line of linesOf(body)) {
    number += 1;
    if (action) {
      yield { ...action, source: line };
      action = undefined;
    } else if (line.length > 0) {
      const next = read(line, number);
      if (next.operation === 'delete') yield { ...next, source: undefined };
      else action = next;
    } else if ((blank += 1) > maxBlankLines) throw new DecodeFailure('The request consists mostly of empty lines.');
  }
  if (action) yield { ...action, source: undefined };
}
