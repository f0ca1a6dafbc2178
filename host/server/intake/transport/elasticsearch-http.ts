/**
 * Receives documents from clients and shippers of Elasticsearch. It has the endpoints for indexing (Bulk API, Index
 * API), and endpoints for version, licence and templates, which clients call before indexing. Documents are only added:
 * the answer contains an id, but a document does not replace an earlier one with the same id.
 */
import { randomFillSync } from 'node:crypto';
import { bulkItems, type BulkItem } from '../decode/bulk-actions.js';
import { DecodeFailure } from '../decode/decoded.js';
import { elasticMessage } from '../decode/elastic-document.js';
import { setField } from '../decode/field-names.js';
import { checkJsonValues, lightJsonBytes } from '../decode/heavy-json.js';
import { jsonObject } from '../decode/json-object.js';
import { intakeTurn } from '../decode/intake-turn.js';
import type { Receiver } from './receiver.js';
import { CallBatch, entryTooLarge, maxCallMessages, maxEntryBytes } from './call-batch.js';
import { aboutElasticsearch, elasticAnswer, elasticRefusal, elasticText } from './elasticsearch-about.js';
import { requireAuthorization, type CredentialsOf } from './http-authorization.js';
import type { HttpAnswer, HttpCall, HttpService } from './http-listener.js';
import { Refusal } from './refusal.js';

/** Number of random bytes of a document id; the ids that Elasticsearch generates have the same length. */
const idBytes = 15;
/** Random bytes for the next ids: the generator is called once for many ids, because each call takes some 5 µs. */
const pool = Buffer.alloc(512 * idBytes);
/** Number of bytes of the pool that are used. */
let usedBytes = pool.length;

/** Returns a new document id, 20 characters of Base64 for URLs. */
function newId(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return pool.toString('base64url', usedBytes - idBytes, usedBytes);
}

const defaultIndex = 'logs';
/**
 * Largest number of entries of a bulk request; a larger request is refused as a whole. Entries beyond the limit of
 * `CallBatch` are refused individually, so that clients repeat them.
 */
const mostItems = 2 * maxCallMessages;

interface Written {
  readonly _index: string;
  readonly _id: string;
}

const createdOnce = {
  _version: 1,
  result: 'created',
  _shards: { total: 1, successful: 1, failed: 0 },
  _seq_no: 0,
  _primary_term: 1,
};

const created = (written: Written) => ({ ...written, ...createdOnce });

/** JSON text of the members that follow `_index` and `_id` in the result of every stored item. */
const createdText = JSON.stringify({ ...createdOnce, status: 201 }).slice(1);

const failed = ({ _index, _id }: Written, status: number, type: string, reason: string) => ({
  _index,
  _id,
  status,
  error: { type, reason },
});

/**
 * Converts the document of a bulk item to a message.
 * @throws DecodeFailure when the operation or document is not accepted
 */
function messageOf(item: BulkItem, index: string) {
  const { operation, source } = item;
  if (operation === 'update' || operation === 'delete')
    throw new DecodeFailure(`"${operation}" is not possible: messages are never changed. Send "create" or "index".`);
  if (source === undefined || source.length === 0) throw new DecodeFailure(`"${operation}" has no document.`);
  if (source.length > maxEntryBytes) throw entryTooLarge();
  const text = source.toString('utf8');
  const message = elasticMessage(jsonObject(text), text);
  setField(message.fields, 'index_name', index);
  return message;
}

const problemType = ({ operation }: BulkItem) =>
  operation === 'index' || operation === 'create' ? 'document_parsing_exception' : 'illegal_argument_exception';

/**
 * Explains why a document takes too long to parse synchronously. Undefined: parsing is fast enough, or the document is
 * so large that `messageOf` refuses it.
 */
async function heavyProblem(source: Buffer | undefined): Promise<DecodeFailure | undefined> {
  if (!source || source.length <= lightJsonBytes || source.length > maxEntryBytes) return undefined;
  try {
    await checkJsonValues(source);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeFailure) return error;
    throw error;
  }
}

const isLight = ({ source }: BulkItem): boolean => !source || source.length <= lightJsonBytes;

/** Returns the result of an item as the answer of the Bulk API contains it: JSON text. */
function resultText(item: BulkItem, written: Written, reason: string | undefined): string {
  if (reason !== undefined) return failedText(item, written, 400, problemType(item), reason);
  const { _index, _id } = written;
  return `{"${item.operation}":{"_index":${JSON.stringify(_index)},"_id":${JSON.stringify(_id)},${createdText}}`;
}

const failedText = ({ operation }: BulkItem, written: Written, status: number, type: string, reason: string): string =>
  JSON.stringify({ [operation]: failed(written, status, type, reason) });

/**
 * Adds a bulk item to the batch.
 * @returns the result of the item in the form of the Bulk API; it is a promise only if adding has to wait or if the
 * item is large
 */
function add(batch: CallBatch, item: BulkItem, fallback: string | undefined): string | Promise<string> {
  const written = { _index: item.index ?? fallback ?? defaultIndex, _id: item.id ?? newId() };
  if (batch.isFull)
    return failedText(
      item,
      written,
      429,
      'es_rejected_execution_exception',
      'The request is too large; send the rest again.',
    );
  const excerpt = (): Buffer => item.source ?? Buffer.from(`${item.operation} ${written._index}/${written._id}`);
  const decode = () => messageOf(item, written._index);
  const reason = isLight(item)
    ? batch.add(decode, excerpt)
    : heavyProblem(item.source).then((tooHeavy) =>
        tooHeavy ? batch.refuse(tooHeavy, excerpt()) : batch.add(decode, excerpt),
      );
  return reason instanceof Promise
    ? reason.then((found) => resultText(item, written, found))
    : resultText(item, written, reason);
}

async function bulk(call: HttpCall, receiver: Receiver, index: string | undefined): Promise<HttpAnswer> {
  const begun = receiver.now();
  const body = await call.body();
  const batch = new CallBatch(receiver, call);
  const items: string[] = [];
  for (const item of bulkItems(body)) {
    if (intakeTurn.isOver) await intakeTurn.room();
    if (items.length >= mostItems)
      throw new Refusal(413, `A request may contain ${maxCallMessages} documents; send smaller ones.`);
    const result = add(batch, item, index);
    items.push(typeof result === 'string' ? result : await result);
  }
  if (items.length === 0) throw new Refusal(400, 'The request has no actions.');
  await batch.submit(body.length);
  const errors = batch.refused > 0 || items.length > batch.entries;
  const took = Math.max(0, receiver.now() - begun);
  return elasticText(200, `{"took":${took},"errors":${errors},"items":[${items.join(',')}]}`);
}

async function single(call: HttpCall, receiver: Receiver, index: string, id: string | undefined): Promise<HttpAnswer> {
  const source = await call.body();
  const batch = new CallBatch(receiver, call);
  const written = { _index: index, _id: id ?? newId() };
  const item: BulkItem = { operation: 'index', index, id, source };
  const tooHeavy = await heavyProblem(source);
  const reason = tooHeavy
    ? await batch.refuse(tooHeavy, source)
    : await batch.add(
        () => messageOf(item, index),
        () => source,
      );
  if (reason !== undefined) return elasticAnswer(400, { error: { type: problemType(item), reason }, status: 400 });
  await batch.submit(source.length);
  return elasticAnswer(201, created(written));
}

function decoded(name: string | undefined, maxBytes: number): string | undefined {
  if (name === undefined) return undefined;
  let text;
  try {
    text = decodeURIComponent(name);
  } catch {
    throw new Refusal(400, 'The path is not encoded as addresses are.');
  }
  if (Buffer.byteLength(text) > maxBytes) throw new Refusal(400, `A name in the path has more than ${maxBytes} bytes.`);
  return text;
}

const maxIndexBytes = 255;
const maxIdBytes = 512;
const isWrite = (method: string) => method === 'POST' || method === 'PUT';
const bulkPath = /^(?:\/([^/_][^/]*))?\/_bulk\/?$/;
const documentPath = /^\/([^/_][^/]*)\/_(?:doc|create)(?:\/([^/]+))?\/?$/;

export const elasticsearchService = (receiver: Receiver, credentials: CredentialsOf): HttpService => ({
  answer: async (call) => {
    await requireAuthorization(credentials, call);
    const { method, path } = call;
    const many = bulkPath.exec(path);
    if (many && isWrite(method)) return bulk(call, receiver, decoded(many[1], maxIndexBytes));
    const [, index, id] = documentPath.exec(path) ?? [];
    if (index !== undefined && isWrite(method))
      return single(call, receiver, decoded(index, maxIndexBytes) ?? index, decoded(id, maxIdBytes));
    const about = aboutElasticsearch(call);
    if (about) return about;
    throw new Refusal(
      404,
      'Documents are taken at /_bulk, /{index}/_bulk and /{index}/_doc; searches are not supported here.',
    );
  },
  refusal: elasticRefusal,
});
