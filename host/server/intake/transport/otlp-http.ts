/**
 * Receives OpenTelemetry logs over HTTP (OTLP/HTTP, https://opentelemetry.io/docs/specs/otlp/): POST /v1/logs with
 * protobuf or JSON is answered in the encoding of the request. The number of refused records is reported as a partial
 * success.
 */
import { otlpEntriesOfJson } from '../decode/otlp-json.js';
import { otlpEntriesOfProtobuf } from '../decode/otlp-protobuf.js';
import { otlpMessage } from '../decode/otlp-record.js';
import { numberField, partField } from '../decode/protobuf.js';
import type { Receiver } from './receiver.js';
import { CallBatch, entryTooLarge, maxEntryBytes } from './call-batch.js';
import { requireAuthorization, type CredentialsOf } from './http-authorization.js';
import type { HttpAnswer, HttpCall, HttpService } from './http-listener.js';
import { checkJsonBody, mediaTypeOf } from './http-bodies.js';
import { Refusal } from './refusal.js';

const protobuf = 'application/x-protobuf';
const json = 'application/json';

/** Status codes of gRPC (google.rpc.Code) by HTTP status. */
export const rpcCodes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  404: 12,
  405: 12,
  413: 8,
  415: 3,
  429: 8,
  503: 14,
};

function success(type: string, refused: number, problem: string | undefined): HttpAnswer {
  if (type === json) {
    const partialSuccess = problem === undefined ? {} : { rejectedLogRecords: String(refused), errorMessage: problem };
    return { status: 200, type, body: JSON.stringify({ partialSuccess }) };
  }
  return { status: 200, type, body: successBody(refused, problem) };
}

/**
 * Encodes the response to an accepted request in protobuf.
 * @param refused number of refused records
 * @param problem sentence about the refused records; undefined: no record was refused
 */
export function successBody(refused: number, problem: string | undefined): Buffer {
  const partial = Buffer.concat([numberField(1, refused), partField(2, problem ?? '')]);
  return problem === undefined ? Buffer.alloc(0) : partField(1, partial);
}

function refused({ status, message }: Refusal, call: HttpCall): HttpAnswer {
  const code = rpcCodes[status] ?? 2;
  if (mediaTypeOf(call) === json) return { status, type: json, body: JSON.stringify({ code, message }) };
  return { status, type: protobuf, body: Buffer.concat([numberField(1, code), partField(2, message)]) };
}

async function take(call: HttpCall, receiver: Receiver): Promise<HttpAnswer> {
  const type = mediaTypeOf(call);
  if (type !== protobuf && type !== json)
    throw new Refusal(415, `Content-Type ${type.slice(0, 60)} is not known here; send ${protobuf} or ${json}.`);
  const body = await call.body();
  if (type === json) await checkJsonBody(body);
  const batch = new CallBatch(receiver, call);
  for await (const entry of (type === json ? otlpEntriesOfJson : otlpEntriesOfProtobuf)(body))
    await batch.add(() => {
      if (entry.bytes > maxEntryBytes) throw entryTooLarge();
      return otlpMessage(entry);
    }, entry.excerpt);
  await batch.submit(body.length);
  return success(type, batch.refused, batch.problem);
}

export const otlpService = (receiver: Receiver, credentials: CredentialsOf): HttpService => ({
  answer: async (call) => {
    if (call.path !== '/v1/logs') throw new Refusal(404, 'Logs are taken at /v1/logs; traces and metrics are not.');
    if (call.method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    await requireAuthorization(credentials, call);
    return take(call, receiver);
  },
  refusal: refused,
});
