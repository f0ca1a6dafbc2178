/**
 * Receives entries by Loki's push API. POST /loki/api/v1/push with JSON, or with protobuf compressed by Snappy, is
 * answered with 204 when the entries are durable. As in Loki, the answer is 400 with a reason if entries were refused.
 * The other entries are stored nevertheless, and senders do not repeat the request.
 */
import { lokiEntriesOfJson, lokiEntriesOfProtobuf, lokiMessage } from '../decode/loki-push.js';
import { unsnapped } from '../decode/snappy.js';
import type { Receiver } from './receiver.js';
import { CallBatch } from './call-batch.js';
import { requireAuthorization, type CredentialsOf } from './http-authorization.js';
import { checkJsonBody, mediaTypeOf } from './http-bodies.js';
import type { HttpAnswer, HttpCall, HttpService } from './http-listener.js';
import { Refusal, Undecodable } from './refusal.js';

const pushPaths: readonly string[] = ['/loki/api/v1/push', '/api/prom/push'];
async function unsnappedBody(body: Buffer, { maxInflatedBytes: limit, hold }: HttpCall): Promise<Buffer> {
  const bytes = await unsnapped(body, limit, hold);
  if (!bytes) throw new Refusal(413, `The body has more than ${limit} bytes after decompression.`);
  return bytes;
}

async function take(call: HttpCall, receiver: Receiver): Promise<HttpAnswer> {
  const isJson = mediaTypeOf(call) === 'application/json';
  const body = await call.body();
  if (isJson) await checkJsonBody(body);
  const batch = new CallBatch(receiver, call);
  const entries = isJson ? lokiEntriesOfJson(body) : lokiEntriesOfProtobuf(await unsnappedBody(body, call));
  for await (const entry of entries) await batch.add(() => lokiMessage(entry), entry.excerpt);
  await batch.submit(body.length);
  if (batch.problem !== undefined) throw new Undecodable(400, batch.problem);
  return { status: 204 };
}

export const lokiService = (receiver: Receiver, credentials: CredentialsOf): HttpService => ({
  answer: async (call) => {
    if (call.path === '/ready') return { status: 200, body: 'ready\n' };
    if (!pushPaths.includes(call.path)) throw new Refusal(404, 'Entries are taken at /loki/api/v1/push.');
    if (call.method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    await requireAuthorization(credentials, call);
    return take(call, receiver);
  },
});
