/** Sends the bytes of one message to a listener of this server, as a program would, and tells what came back. */
import { createSocket } from 'node:dgram';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect as connectPlain, isIPv6 } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Listening } from './transport/transport.js';
import type { Trial, TrialCall } from './trials.js';

export interface SentTrial {
  /** Of the sender; by it the message is known again. */
  readonly port: number;
  /** What was answered or broke, in words; undefined: nothing so far. */
  readonly refusal: () => string | undefined;
  readonly close: () => void;
}

const connectMs = 3_000;
const mostAnswerBytes = 2_048;
/** It is our own listener at our own address: whom its certificate names plays no part. */
const trusting = { rejectUnauthorized: false };

/** Where a listener on all addresses is reached from the machine itself. */
export function reachedAt({ address, port }: Listening): Listening {
  if (address === '0.0.0.0') return { address: '127.0.0.1', port };
  return address === '::' ? { address: '::1', port } : { address, port };
}

/** @throws Error when it cannot be sent at all */
export function sendTrial(at: Listening, { over, call }: Trial, tls: boolean, bytes: Buffer): Promise<SentTrial> {
  if (over === 'udp') return sendDatagram(at, bytes);
  return over === 'tcp' ? sendStream(at, tls, bytes) : sendRequest(at, tls, bytes, call);
}

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
  return { port: socket.address().port, refusal: () => refusal, close: () => socket.close() };
}

/** The connection stays open: some inputs answer, and closing is no part of the message. */
async function sendStream({ address, port }: Listening, tls: boolean, bytes: Buffer): Promise<SentTrial> {
  const target = { host: address, port };
  const socket = tls ? connectTls({ ...target, ...trusting }) : connectPlain(target);
  let refusal: string | undefined;
  let local = 0;
  const ready = new Promise<void>((resolve) => {
    socket.on('error', (error) => resolve(void (refusal ??= error.message)));
    socket.on('timeout', () => socket.destroy(new Error(`No connection within ${connectMs / 1000} s.`)));
    socket.on('connect', () => (local = socket.localPort ?? 0));
    socket.on(tls ? 'secureConnect' : 'connect', () => resolve());
  });
  socket.setTimeout(connectMs);
  // What is answered is not read, yet it must not fill up.
  socket.resume();
  await ready;
  socket.setTimeout(0);
  if (refusal === undefined) socket.write(bytes);
  return { port: local, refusal: () => refusal, close: () => socket.destroy() };
}

const gelfCall: TrialCall = { path: '/gelf', contentType: 'application/json' };

async function sendRequest(
  { address, port }: Listening,
  tls: boolean,
  bytes: Buffer,
  { path, contentType }: TrialCall = gelfCall,
): Promise<SentTrial> {
  let refusal: string | undefined;
  const headers = { 'Content-Type': contentType, 'Content-Length': bytes.length };
  const target = { host: address, port, path, method: 'POST', headers, agent: false as const };
  const request = tls ? requestTls({ ...target, ...trusting }) : requestPlain(target);
  const local = new Promise<number>((resolve) => {
    request.on('socket', (socket) => socket.once('connect', () => resolve(socket.localPort ?? 0)));
    request.on('error', (error) => resolve(((refusal ??= error.message), 0)));
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
  request.setTimeout(connectMs, () => request.destroy(new Error(`No answer within ${connectMs / 1000} s.`)));
  request.end(bytes);
  return { port: await local, refusal: () => refusal, close: () => request.destroy() };
}
