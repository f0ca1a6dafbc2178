/**
 * Serves HTTPS with the operator's certificate, which is read again when its files change, so that a renewed
 * certificate needs no restart. A client that sends plain HTTP gets an explanatory response.
 */
import { readFile, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions as HttpsOptions } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Log } from '../log/log.js';
import { errorOf } from '../foundation/caught.js';

export interface TlsFiles {
  /** Path of a PEM file with the certificate, followed by intermediate certificates. */
  readonly cert: string;
  /** Path of a PEM file with the key, without a password. */
  readonly key: string;
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Thrown when the configured certificate cannot be used; the message gives the reason on one line. */
class TlsError extends Error {
  override name = 'TlsError';
}

/** Milliseconds between two checks whether the certificate files have changed. */
const lookEveryMs = 10_000;
/** First byte of a TLS handshake record (RFC 8446 §5.1). */
const handshake = 22;
/** Milliseconds within which a client must send its first byte; otherwise the connection is closed. */
const firstByteMs = 10_000;

const plainAnswer = (() => {
  const text = 'This server speaks HTTPS: use an address that begins with https://.\n';
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
})();

/**
 * Reads certificate and key.
 * @throws TlsError when a file cannot be read, or when the files contain no certificate with its key
 */
async function readPair({ cert, key }: TlsFiles): Promise<Pair> {
  const read = async (path: string, option: string): Promise<Buffer> => {
    try {
      return await readFile(path);
    } catch (error) {
      const { code, message } = errorOf(error);
      const reasons: Record<string, string> = {
        ENOENT: 'the file does not exist',
        EACCES: 'this user may not read it',
        EISDIR: 'it is a directory',
      };
      throw new TlsError(`${path} of ${option} cannot be read: ${reasons[code ?? ''] ?? message}.`);
    }
  };
  const pair = { cert: await read(cert, '--tls-cert'), key: await read(key, '--tls-key') };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new TlsError(
      `${cert} and ${key} are no certificate with its key, both as PEM and without a password: ${errorOf(error).message}.`,
    );
  }
  return pair;
}

/** Returns a text that differs after either file was changed or replaced: modification times, sizes and inodes. */
async function stampOf({ cert, key }: TlsFiles): Promise<string> {
  const stamps = await Promise.all([cert, key].map((path) => stat(path).catch(() => undefined)));
  return stamps.map((one) => (one ? `${one.mtimeMs} ${one.size} ${one.ino}` : '')).join('|');
}

/**
 * Reads the certificate, and returns the function with which Fastify creates its HTTPS server.
 * @param everyMs milliseconds between two checks of the certificate files for changes
 * @throws TlsError when the certificate or its key cannot be used
 */
export async function tlsServerFactory(
  files: TlsFiles,
  settings: Pick<HttpsOptions, 'maxHeaderSize' | 'requestTimeout' | 'keepAliveTimeout'>,
  log: Log,
  everyMs = lookEveryMs,
): Promise<(listener: RequestListener) => Server> {
  let known = await stampOf(files);
  const pair = await readPair(files);
  return (listener) => {
    const server = createServer({ ...settings, ...pair, minVersion: 'TLSv1.2' }, listener);
    answerPlain(server);
    const look = async (): Promise<void> => {
      const stamp = await stampOf(files);
      if (stamp === known) return;
      // The stamp is kept even for unusable files, so that the problem is reported once.
      known = stamp;
      try {
        server.setSecureContext({ ...(await readPair(files)), minVersion: 'TLSv1.2' });
        log.info('The renewed certificate is in use', { file: files.cert });
      } catch (error) {
        log.warn('The renewed certificate cannot be used; the one before stays in use', { error });
      }
    };
    const timer = setInterval(() => void look(), everyMs).unref();
    server.once('close', () => clearInterval(timer));
    return server;
  };
}

/**
 * Inspects the first byte of each connection before the TLS handshake begins. A connection that does not begin with a
 * handshake gets a plain HTTP response that names the right scheme.
 */
function answerPlain(server: Server): void {
  const begin = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const gone = (): void => void socket.destroy();
    socket.setTimeout(firstByteMs, gone);
    socket.once('error', gone);
    socket.once('data', (chunk: Buffer) => {
      socket.setTimeout(0);
      socket.off('timeout', gone);
      socket.off('error', gone);
      if (chunk[0] !== handshake) {
        socket.on('error', gone);
        socket.end(plainAnswer);
        return;
      }
      socket.pause();
      socket.unshift(chunk);
      for (const listener of begin) listener.call(server, socket);
    });
  });
}
