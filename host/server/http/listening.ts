/**
 * Opens the server's socket, with a readable error if that fails, and closes it after running requests have ended or
 * the longest wait is over.
 */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options/options.js';
import { errorOf } from '../foundation/caught.js';

/** Thrown when the server cannot start; the message gives the reason, and a remedy if one is known, on one line. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Longest wait for running requests when the server stops, in milliseconds. */
const drainMs = 3000;

/** Returns the address of this server with a trailing slash. */
export const addressOf = (
  { host, basePath, tls }: Pick<ServerOptions, 'host' | 'basePath' | 'tls'>,
  port: number,
): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${basePath === '/' ? '/' : `${basePath}/`}`;

/**
 * Begins to accept connections.
 * @returns the address of the server with a trailing slash
 * @throws StartError when the host and port cannot be bound
 */
export async function listen(app: FastifyInstance, options: ServerOptions): Promise<string> {
  const { host, port } = options;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = errorOf(error);
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is taken. Stop the program that uses it, or choose another with --port.`,
      EACCES: `Port ${port} may not be used by this user. Choose another with --port.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
      ENOTFOUND: `The host name ${host} is unknown. Choose another with --host.`,
    };
    throw new StartError(reasons[code ?? ''] ?? `Cannot listen on ${host}:${port}: ${message}.`);
  }
  return addressOf(options, (app.server.address() as AddressInfo).port);
}

/** Stops the server: running requests get three seconds, then their connections are closed. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}
