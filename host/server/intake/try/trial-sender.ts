/**
 * Sends the bytes of a test message to a listener of this server, like an ordinary sender, and reports the response.
 */
import { createSocket } from 'node:dgram';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect as connectPlain, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { plainAddress, type Remote } from '../transport/receiver.js';
import type { Listening } from '../transport/transport.js';
import { traceOfSender, type TrialTrace } from './trial-trace.js';
import type { Trial, TrialCall } from '../types/trial.js';

export interface SentTrial {
  readonly trace: TrialTrace;
  /**
   * Returns the reason why the message was refused or the connection failed; undefined: neither has happened so far.
   */
  readonly refusal: () => string | undefined;
  readonly close: () => void;
}

const connectMs = 3_000;
const mostAnswerBytes = 2_048;
/** TLS options without verification of the certificate, because the connection leads to this server's own listener. */
const trusting = { rejectUnauthorized: false };

/**
 * Returns the address under which this machine reaches a listener; a listener on all addresses is reached by loopback.
 */
export function reachedAt({ address, port }: Listening): Listening {
  if (address === '0.0.0.0') return { address: '127.0.0.1', port };
  return address === '::' ? { address: '::1', port } : { address, port };
}

/** Describes a test message and how it is sent. */
export interface Sending {
  readonly trial: Trial;
  readonly tls: boolean;
  readonly bytes: Buffer;
  /** Authorization header for HTTP inputs that require one. */
  readonly authorization: string | undefined;
}

/** Sends a test message to a listener. @throws Error when the message cannot be sent */
export function sendTrial(at: Listening, sending: Sending): Promise<SentTrial> {
  const { trial, tls, bytes } = sending;
  if (trial.over === 'http') return sendRequest(at, trial, sending);
  return trial.over === 'udp' ? sendDatagram(at, bytes) : sendStream(at, tls, bytes);
}

const senderOf = (address: string | undefined, port: number | undefined): Remote => ({
  address: plainAddress(address ?? ''),
  port: port ?? 0,
});

async function sendDatagram({ address, port }: Listening, bytes: Buffer): Promise<SentTrial> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  let refusal: string | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.connect(port, address, () => {
        socket.send(bytes, (error) => (error ? reject(error) : resolve()));
      });
    });
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.removeAllListeners('error').on('error', (error) => (refusal = error.message));
  const local = socket.address();
  return {
    trace: traceOfSender(senderOf(local.address, local.port)),
    refusal: () => refusal,
    close: () => socket.close(),
  };
}

/** Sends bytes over TCP or TLS. The connection stays open until `close` is called, because some inputs answer. */
async function sendStream({ address, port }: Listening, tls: boolean, bytes: Buffer): Promise<SentTrial> {
  const target = { host: address, port };
  const socket = tls ? connectTls({ ...target, ...trusting }) : connectPlain(target);
  let refusal: string | undefined;
  let from = senderOf(undefined, undefined);
  const ready = new Promise<void>((resolve) => {
    socket.on('error', (error) => resolve(void (refusal ??= error.message)));
    socket.on('timeout', () => socket.destroy(new Error(`No connection within ${connectMs / 1000} s.`)));
    socket.on('connect', () => (from = senderOf(socket.localAddress, socket.localPort)));
    socket.on(tls ? 'secureConnect' : 'connect', () => resolve());
  });
  socket.setTimeout(connectMs);
  // Received bytes are read and discarded, because a full receive buffer would block the sender.
  socket.resume();
  await ready;
  socket.setTimeout(0);
  if (refusal === undefined) socket.write(bytes);
  return { trace: traceOfSender(from), refusal: () => refusal, close: () => socket.destroy() };
}

async function sendRequest(
  { address, port }: Listening,
  { path, contentType }: TrialCall,
  { tls, bytes, authorization }: Sending,
): Promise<SentTrial> {
  let refusal: string | undefined;
  const headers = {
    'Content-Type': contentType,
    'Content-Length': bytes.length,
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  const target = { host: address, port, path, method: 'POST', headers, agent: false as const };
  const request = tls ? requestTls({ ...target, ...trusting }) : requestPlain(target);
  const from = new Promise<Remote>((resolve) => {
    const connected = ({ localAddress, localPort }: Socket) => resolve(senderOf(localAddress, localPort));
    request.on('socket', (socket) => socket.once('connect', () => connected(socket)));
    request.on('error', (error) => resolve(((refusal ??= error.message), senderOf(undefined, undefined))));
  });
  request.on('response', (response) => {
    let answer = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (answer = (answer + part).slice(0, mostAnswerBytes)));
    response.on('error', (error) => (refusal ??= error.message));
    response.on('end', () => {
      const status = response.statusCode ?? 0;
      if (status >= 400) refusal ??= `Status ${status}: ${answer}`;
    });
  });
  // The timeout of a Node request begins only when its socket is connected, so a separate timer limits the whole
  // request.
  const given = setTimeout(() => request.destroy(new Error(`No answer within ${connectMs / 1000} s.`)), connectMs);
  request.once('close', () => clearTimeout(given));
  request.end(bytes);
  return { trace: traceOfSender(await from), refusal: () => refusal, close: () => request.destroy() };
}
