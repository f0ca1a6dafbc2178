/** The socket of the server: opened with a sentence where it cannot be, closed with what is under way. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options/options.js';

/** Failed to start: one line saying why and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Longest wait for running calls when the server ends, in milliseconds. */
const drainMs = 3000;

/** The address of this listener, with a slash at the end. */
export const addressOf = (
  { host, basePath, tls }: Pick<ServerOptions, 'host' | 'basePath' | 'tls'>,
  port: number,
): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${basePath === '/' ? '/' : `${basePath}/`}`;

/** @returns the address, with a slash at the end @throws StartError */
export async function listen(app: FastifyInstance, options: ServerOptions): Promise<string> {
  const { host, port } = options;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
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

export async function closeHttp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}
