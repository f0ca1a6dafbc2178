/**
 * Serves OpAMP over HTTP (`POST /v1/opamp`, protobuf) and over WebSocket at the same address
 * (https://github.com/open-telemetry/opamp-spec/blob/main/specification.md, "Communication Model"). Agents send an
 * access token whose owner may update sidecars, usually the sidecar system user: `Authorization: Bearer TOKEN`, or
 * Basic with the token as user name and "token" as password.
 */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Auth } from '../../auth/auth.js';
import { can } from '../../auth/caller.js';
import {
  ApiError,
  BadRequestError,
  ForbiddenError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../../foundation/errors.js';
import { DecodeFailure } from '../../intake/decode/decoded.js';
import type { Log } from '../../log/log.js';
import type { ServerOptions } from '../../options/options.js';
import type { Sidecars } from '../sidecars.js';
import { OpampAgents } from './agents.js';
import { readAgentMessage, writeServerMessage, type ServerToAgent } from './messages.js';

/** Largest size of one message in bytes, also after decompression. */
const mostMessageBytes = 1024 * 1024;
const mostConnections = 5000;
const pingMs = 20_000;
const pushMs = 2000;
/**
 * Largest number of bytes of answers that may wait for an agent. An agent that does not read its answers exceeds it,
 * and its connection is closed.
 */
const mostWaitingBytes = 4 * 1024 * 1024;
/** Close code of RFC 6455 §7.4.1 for a caller that is no longer admitted. */
const policyViolation = 1008;
const protobuf = 'application/x-protobuf';
const unpack = promisify(gunzip);

export interface OpampNeeds {
  readonly sidecars: Sidecars;
  readonly auth: Auth;
  readonly options: Pick<ServerOptions, 'basePath'>;
  readonly log: Log;
}

interface Connection {
  readonly socket: WebSocket;
  /**
   * Checks again that the caller is admitted.
   * @throws ApiError when the token no longer exists, or its user may no longer report
   */
  readonly admitted: () => Promise<void>;
  uid: Buffer | undefined;
  isAlive: boolean;
}

/** Mounts the routes. @returns a function that closes all connections */
export function mountOpamp(app: FastifyInstance, { sidecars, auth, options, log }: OpampNeeds): () => void {
  const path = `${options.basePath === '/' ? '' : options.basePath}/v1/opamp`;
  const agents = new OpampAgents(sidecars);

  /**
   * Checks the token of an agent.
   * @throws UnauthorizedError without a valid token, ForbiddenError without `sidecars:update`
   */
  async function admit(authorization: string | undefined, address: string): Promise<void> {
    const caller = await auth.byAuthorizedToken(authorization, address);
    if (!caller) throw new UnauthorizedError('OpAMP agents need a token of the sidecar system user.');
    if (!can(caller, 'sidecars:update')) throw new ForbiddenError('Not authorized: this needs sidecars:update.');
  }

  void app.register(async (room) => {
    room.addContentTypeParser(protobuf, { parseAs: 'buffer', bodyLimit: mostMessageBytes }, (_request, body, done) =>
      done(null, body),
    );
    room.post(
      path,
      { bodyLimit: mostMessageBytes, onRequest: (request) => admit(request.headers.authorization, request.ip) },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new BadRequestError(`The body must be of the type ${protobuf}.`);
        const bytes = await unpacked(request.body, request.headers['content-encoding']);
        const answer = writeServerMessage(agents.receive(decoded(bytes)));
        return reply.type(protobuf).header('Cache-Control', 'no-store').send(answer);
      },
    );
  });

  const connections = new Set<Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes, perMessageDeflate: false });
  const send = ({ socket }: Connection, answer: ServerToAgent): void => {
    if (socket.bufferedAmount > mostWaitingBytes) return socket.terminate();
    // Each message begins with a header, a varint with the value 0 (OpAMP specification, "WebSocket Message Format").
    socket.send(Buffer.concat([Buffer.of(0), writeServerMessage(answer)]));
  };

  function converse(socket: WebSocket, admitted: Connection['admitted']): void {
    const connection: Connection = { socket, admitted, uid: undefined, isAlive: true };
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('error', (error) => log.debug('A connection of an OpAMP agent failed', { error }));
    socket.on('pong', () => {
      connection.isAlive = true;
      if (connection.uid) agents.heard(connection.uid);
    });
    socket.on('message', (data) => {
      connection.isAlive = true;
      const whole = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
      try {
        const message = decoded(whole[0] === 0 ? whole.subarray(1) : whole);
        const answer = agents.receive(message);
        if (answer.error === undefined) connection.uid = message.uid;
        send(connection, answer);
      } catch (error) {
        if (!(error instanceof ApiError)) log.error('A message of an OpAMP agent could not be used', { error });
        const reason = error instanceof ApiError ? error.message : 'The server failed to read this message.';
        send(connection, { uid: connection.uid ?? Buffer.alloc(0), error: reason });
      }
    });
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node removes its own listener at an upgrade. Without a listener, a client that resets its connection would end the
    // server with an uncaught error.
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== path) return answerPlainly(app, request, socket);
    const admitted = () => admit(request.headers.authorization, request.socket.remoteAddress ?? '');
    admitted()
      .then(() => {
        if (connections.size >= mostConnections) throw new TooManyRequestsError('Too many OpAMP connections.', 60);
        server.handleUpgrade(request, socket, head, (opened) => converse(opened, admitted));
      })
      .catch((error: unknown) => refuse(socket, error instanceof ApiError ? error.status : 500));
  });

  const pinger = setInterval(() => {
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate();
      connection.isAlive = false;
      connection.socket.ping();
      // A connection may last longer than its token is valid.
      connection.admitted().catch(() => connection.socket.close(policyViolation, 'The token is no longer valid.'));
    }
  }, pingMs).unref();
  const pusher = setInterval(() => {
    for (const connection of connections) {
      const answer = connection.uid && agents.pending(connection.uid);
      if (answer) send(connection, answer);
    }
  }, pushMs).unref();
  return () => {
    clearInterval(pinger);
    clearInterval(pusher);
    for (const { socket } of connections) socket.terminate();
    server.close();
  };
}

/** Reads a message of an agent. @throws BadRequestError for an invalid message */
function decoded(bytes: Buffer) {
  try {
    return readAgentMessage(bytes);
  } catch (error) {
    if (error instanceof DecodeFailure) throw new BadRequestError(error.message);
    throw error;
  }
}

/** Decompresses a body. @throws BadRequestError for a body that cannot be decompressed, or is too large afterwards */
async function unpacked(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding.trim().toLowerCase() !== 'gzip')
    throw new BadRequestError(`The encoding ${encoding} is not supported. Send gzip or no encoding.`);
  try {
    return await unpack(body, { maxOutputLength: mostMessageBytes });
  } catch {
    throw new BadRequestError(`The body is no gzip, or more than ${mostMessageBytes} bytes once it is unpacked.`);
  }
}

function refuse(socket: Duplex, status: number): void {
  const reasons: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 429: 'Too Many Requests' };
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Answers a request with an unsupported protocol upgrade like a request without an upgrade (RFC 9110 §7.8). */
function answerPlainly(app: FastifyInstance, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  response.on('finish', () => socket.end());
  app.server.emit('request', request, response);
}
