/**
 * GELF over HTTP (contract data-intake, GELF): POST /gelf, 202 when durable, 400 with the reason, 413, 503 while the store is full.
 * Keep-alive; body plain, gzip or deflate; one message, or one per line where bulk receiving is on.
 */
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure, EmptyMessage } from '../decode/decoded.js';
import { DelimitedFrames } from '../frames.js';
import type { Receiver, Remote } from '../receiver.js';
import type { HttpService } from './http-listener.js';
import { Refusal, Undecodable } from './refusal.js';

export interface GelfHttpSettings {
  /** One message per line of the body. */
  readonly bulk: boolean;
  /** Of one message, in bytes. */
  readonly maxMessageBytes: number;
}

export const gelfService = (settings: GelfHttpSettings, receiver: Receiver): HttpService => ({
  answer: async ({ method, path, body, remote }) => {
    if (method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    if (path !== '/gelf') throw new Refusal(404, 'Send messages to /gelf.');
    const bytes = await body();
    await receiver.submit(messagesOf(bytes, remote, settings, receiver), bytes.length);
    return { status: 202 };
  },
});

/** Of many messages the good ones are taken; only when none is good the request is refused. @throws Refusal */
function messagesOf(body: Buffer, remote: Remote, settings: GelfHttpSettings, receiver: Receiver): IncomingMessage[] {
  const receivedAt = receiver.now();
  const messages: IncomingMessage[] = [];
  let failure: string | undefined;
  const take = (bytes: Buffer) => {
    const taken = receiver.take(bytes, remote, receivedAt);
    if (!(taken instanceof DecodeFailure)) messages.push(taken);
    else if (!(taken instanceof EmptyMessage)) failure ??= taken.message;
  };
  // A compressed message without the header that says so is left to the decoder.
  if (!settings.bulk || body[0] === 0x1f || body[0] === 0x78) take(body);
  else {
    const broken = (reason: string, excerpt: Buffer) => {
      receiver.counters.received.mark(1);
      receiver.broken(reason, excerpt, remote, receivedAt);
      failure ??= reason;
    };
    const frames = DelimitedFrames.newline(settings.maxMessageBytes, { frame: take, empty: () => undefined, broken });
    frames.push(body);
    frames.end();
  }
  if (messages.length > 0) return messages;
  const several = !settings.bulk && /\}[^\S\n]*\n\s*\{/.test(body.toString('utf8', 0, 65_536));
  const hint = several
    ? ' Several messages in one body need bulk receiving (enable_bulk_receiving of this input).'
    : '';
  throw new Undecodable(400, `${failure ?? 'The body is empty.'}${hint}`);
}
