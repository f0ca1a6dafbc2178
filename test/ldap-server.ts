/** Directories for tests: a real LDAP server on a free port, with or without TLS, and servers that misbehave. */
import { createServer as createTcpServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import ldap from 'ldapjs';

export const directoryBase = 'dc=example,dc=org';
export const systemUser = `cn=reader,${directoryBase}`;
export const systemPassword = 'what the system user knows';

export interface DirectoryPerson {
  readonly dn: string;
  password: string;
  attributes: Record<string, string | Buffer | readonly string[]>;
}

export interface TestDirectory {
  readonly port: number;
  readonly people: DirectoryPerson[];
  /** Filters of the received searches. */
  readonly searches: string[];
  /** DNs of the received binds. */
  readonly binds: string[];
  stop(): Promise<void>;
}

export interface TestDirectoryOptions {
  readonly people?: readonly DirectoryPerson[];
  /** Key in PEM; a server with key and certificate accepts only TLS. */
  readonly key?: string;
  readonly cert?: string;
  /** Referral in the answer to every search: the address of another directory. */
  readonly referral?: string;
}

/** Members of the library's requests and answers that this file uses. */
interface BindRequest {
  readonly dn: { toString(): string };
  readonly credentials: string;
}
interface SearchRequest {
  readonly filter: { toString(): string; matches(entry: object, strict: boolean): boolean };
  readonly sizeLimit: number;
}
interface Response {
  attributes: string[];
  send(entry: object, unfiltered?: boolean): void;
  createSearchReference(url: string): object;
  end(): void;
}
type Next = (error?: object) => void;

const listening = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Returns an entry of a user with the usual attributes of a directory.
 * @param more attributes that differ or are added
 */
export function directoryPerson(
  uid: string,
  more: Partial<DirectoryPerson['attributes']> = {},
  password = `${uid}'s password`,
): DirectoryPerson {
  const attributes = {
    objectClass: ['inetOrgPerson', 'person'],
    uid,
    cn: `${uid} of the directory`,
    mail: `${uid}@example.org`,
    entryUUID: `uuid-of-${uid}`,
  };
  const given = Object.fromEntries(
    Object.entries(more).filter(([, value]) => value !== undefined),
  ) as typeof attributes;
  return { dn: `uid=${uid},ou=people,${directoryBase}`, password, attributes: { ...attributes, ...given } };
}

/** Returns attribute values in the form in which the library compares them: escaped as in a filter (RFC 4515). */
function inFilters(attributes: DirectoryPerson['attributes']): Record<string, string[]> {
  const written = (value: string): string =>
    value.replace(/[\\*()\p{Cc}]|[^\p{ASCII}]/gu, (sign) => Buffer.from(sign).toString('hex').replace(/../g, '\\$&'));
  const texts = Object.entries(attributes).map(
    ([name, value]) => [name, [value].flat().map((one) => written(String(one)))] as const,
  );
  return Object.fromEntries(texts);
}

export async function startDirectory(options: TestDirectoryOptions = {}): Promise<TestDirectory> {
  const people = [...(options.people ?? [])];
  const searches: string[] = [];
  const binds: string[] = [];
  const server = ldap.createServer(options.key ? { key: options.key, certificate: options.cert } : {});
  const knows = (dn: string, password: string): boolean => {
    if (dn === ldap.parseDN(systemUser).toString()) return password === systemPassword;
    const person = people.find((one) => ldap.parseDN(one.dn).toString() === dn);
    return person !== undefined && person.password === password;
  };
  server.bind('', (request: BindRequest, response: Response, next: Next) => {
    const dn = request.dn.toString();
    const { credentials } = request;
    binds.push(dn);
    // A bind without a password succeeds as an unauthenticated bind, as in real directories (RFC 4513 §5.1.2).
    if (credentials !== '' && !knows(dn, credentials)) return next(new ldap.InvalidCredentialsError());
    response.end();
    return next();
  });
  server.search('', (request: SearchRequest, response: Response, next: Next) => {
    searches.push(request.filter.toString());
    // All attributes are sent, because the library would select the requested names by case.
    response.attributes = [];
    const limit = request.sizeLimit || Infinity;
    if (options.referral !== undefined) {
      response.send(response.createSearchReference(options.referral));
    }
    const found = people.filter(({ attributes }) => request.filter.matches(inFilters(attributes), false));
    for (const { dn, attributes } of found.slice(0, limit)) response.send({ dn, attributes: { ...attributes } }, true);
    if (found.length > limit) return next(new ldap.SizeLimitExceededError());
    response.end();
    return next();
  });
  // Errors of clients that disconnect are ignored.
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(Number(new URL(server.url).port)));
  });
  return {
    port,
    people,
    searches,
    binds,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface TestListener {
  readonly port: number;
  stop(): Promise<void>;
}

async function listener(server: Server): Promise<TestListener> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listening(server);
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Starts a TCP server.
 * @param speak called for each connection (without a request), and for the bytes of each request
 */
export const startRawServer = (speak: (socket: Socket, request: Buffer | undefined) => void): Promise<TestListener> =>
  listener(
    createTcpServer((socket) => {
      speak(socket, undefined);
      socket.on('data', (request: Buffer) => speak(socket, request));
    }),
  );

/** Returns the message id of an LDAP request, which its answer must repeat. */
const idOf = (request: Buffer): number => request.readUIntBE(4, request[3] ?? 1);
/** Encodes an element in BER: tag, length, contents. */
export const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
};
export const octets = (text: string): Buffer => tagged(0x04, Buffer.from(text));

/** Encodes an LDAP message that answers a request. @param operation BER tag of the operation */
export const ldapMessage = (request: Buffer, operation: number, ...parts: readonly Buffer[]): Buffer => {
  const id = Buffer.from([0x02, 0x04, 0, 0, 0, 0]);
  id.writeUInt32BE(idOf(request), 2);
  return tagged(0x30, id, tagged(operation, ...parts));
};
/** Returns the parts of an LDAP result: result code, empty matched DN, empty message. */
export const ldapResult = (code: number): Buffer[] => [Buffer.from([0x0a, 0x01, code]), octets(''), octets('')];
/** Returns the operation of an LDAP request: `0x60` bind, `0x63` search, `0x77` extended request. */
export const operationOf = (request: Buffer): number | undefined => request[4 + (request[3] ?? 1)];

/** Starts a proxy in front of an unencrypted directory, which switches to TLS on request (StartTLS, RFC 4511 §4.14). */
export const startStartTls = (target: number, pair: { key: string; cert: string }): Promise<TestListener> =>
  listener(
    createTcpServer((socket) => {
      socket.once('data', (request: Buffer) => {
        socket.write(ldapMessage(request, 0x78, ...ldapResult(0)), () => {
          const secure = new TLSSocket(socket, { isServer: true, ...pair });
          const behind = connect(target, '127.0.0.1');
          secure.pipe(behind).pipe(secure);
          for (const one of [secure, behind]) one.on('error', () => socket.destroy());
        });
      });
    }),
  );

/** Starts a TLS server that never sends anything after the handshake. */
export const startSilentTls = (pair: { key: string; cert: string }): Promise<TestListener> =>
  listener(createTlsServer(pair));
