/**
 * Receives GELF over HTTP (contract data-intake, GELF). POST /gelf is answered with:
 *
 * - 202 when the valid messages are durable
 * - 400 and the reason if no message is valid
 * - 413 if the body is too large
 * - 503 while the store is full or too far behind
 *
 * The body is plain, gzip or deflate. It contains one message, or one message per line if bulk receiving is enabled.
 */
import { DecodeFailure } from '../decode/decoded.js';
import { linesOf } from '../decode/lines.js';
import { oversize } from '../decode/frames.js';
import type { Receiver } from './receiver.js';
import { CallBatch } from './call-batch.js';
import type { HttpCall, HttpService } from './http-listener.js';
import { Refusal, Undecodable } from './refusal.js';

export interface GelfHttpSettings {
  /** True: the body contains one message per line. */
  readonly bulk: boolean;
  /** Largest size of one message in bytes. */
  readonly maxMessageBytes: number;
}

export const gelfService = (settings: GelfHttpSettings, receiver: Receiver): HttpService => ({
  answer: async (call) => {
    if (call.method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    if (call.path !== '/gelf') throw new Refusal(404, 'Send messages to /gelf.');
    const body = await call.body();
    // A body that begins like gzip or zlib is a message that was compressed without a Content-Encoding header. The
    // decoder decompresses it.
    const isBulk = settings.bulk && body[0] !== 0x1f && body[0] !== 0x78;
    if (isBulk) await takeLines(body, call, settings, receiver);
    else await takeOne(body, call, settings, receiver);
    return { status: 202 };
  },
});

const undecodable = (failure = 'The body is empty.') => new Undecodable(400, failure);

async function takeOne(body: Buffer, call: HttpCall, { bulk }: GelfHttpSettings, receiver: Receiver): Promise<void> {
  const batch = new CallBatch(receiver, call);
  await batch.addBytes(body);
  if (batch.entries > batch.refused) return batch.submit(body.length);
  const several = !bulk && /\}[^\S\n]*\n\s*\{/.test(body.toString('utf8', 0, 65_536));
  const hint = 'Several messages in one body need bulk receiving (enable_bulk_receiving of this input).';
  const failure = batch.firstRefused?.failure.message;
  // The reasons of the JSON parser end without a full stop.
  throw undecodable(several && failure !== undefined ? `${failure.replace(/\.?$/, '.')} ${hint}` : failure);
}

/**
 * Stores the valid messages of a body in batches.
 * @throws Refusal when no message of the body is valid, or memory is exhausted; also errors of the store
 */
async function takeLines(
  body: Buffer,
  call: HttpCall,
  { maxMessageBytes }: GelfHttpSettings,
  receiver: Receiver,
): Promise<void> {
  let batch = new CallBatch(receiver, call);
  let bytes = 0;
  let taken = 0;
  let failure: string | undefined;
  const submit = async () => {
    failure ??= batch.firstRefused?.failure.message;
    taken += batch.entries - batch.refused;
    await batch.submit(bytes);
  };
  for (const line of linesOf(body)) {
    if (batch.isFull) {
      await submit();
      batch = new CallBatch(receiver, call);
      bytes = 0;
    }
    bytes += line.length + 1;
    if (line.length > maxMessageBytes) await batch.refuse(new DecodeFailure(oversize(maxMessageBytes)), line);
    else await batch.addBytes(line);
  }
  await submit();
  if (taken === 0) throw undecodable(failure);
}
