/**
 * Signs users in at an LDAP directory: finds the entry of a login name and binds as this entry (RFC 4511 §4.2). Every
 * conversation has its own connection and a time limit. Answers are not trusted: they are bounded (ldap-frames.ts),
 * referrals to other servers are not followed, and a name with two entries identifies nobody.
 */
import net, { isIP } from 'node:net';
import tls from 'node:tls';
import { Client, FilterParser, ResultCodeError, SizeLimitExceededError, type Entry } from 'ldapts';
import type { DirectoryServer, TransportSecurity } from '../../../../api/contract/authentication.schema.js';
import { framed } from './ldap-frames.js';
import { hostPort } from '../../foundation/host-port.js';

export interface DirectorySettings {
  readonly servers: readonly DirectoryServer[];
  readonly security: TransportSecurity;
  readonly verifyCertificates: boolean;
  /** DN of the system user; empty for an anonymous search. */
  readonly systemUser: string;
  readonly systemPassword: string;
  readonly searchBase: string;
  /** Search filter in which `{0}` is replaced by the login name. */
  readonly searchPattern: string;
  /** Requested attributes besides the DN. */
  readonly attributes: readonly string[];
  /** Longest duration of a whole conversation in milliseconds; 15,000 by default. */
  readonly patienceMs?: number;
}

export interface DirectoryEntry {
  readonly dn: string;
  /** Values by the name of the attribute in lower case. */
  readonly values: ReadonlyMap<string, readonly (string | Buffer)[]>;
}

/**
 * Thrown when the directory cannot be reached, or its answer is unusable; the message gives the reason, never a secret.
 */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

const connectTimeoutMs = 5_000;
const operationTimeoutMs = 8_000;
const usualPatienceMs = 15_000;
const searchSeconds = 5;
/** Result codes of a refused bind, for instance for a wrong password or a locked account (RFC 4511 §4.1.9). */
const refusals: ReadonlySet<number> = new Set([19, 48, 49, 50, 53]);
/** Active Directory stores these attributes as bytes. */
const binaryAttributes = ['objectGUID', 'objectguid', 'objectSid'];

/**
 * Escapes control characters and those with a meaning in filters (RFC 4515 §3), so that a name cannot change the
 * filter.
 */
const escaped = (value: string): string =>
  value.replace(/[\\*()\p{Cc}]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  );

/** Parses the search filter for a login name. @throws Error when the pattern is not a valid filter */
function filterFor(pattern: string, name: string) {
  return FilterParser.parseString(pattern.replaceAll('{0}', () => escaped(name)));
}

/** Explains why a pattern cannot be used; undefined: it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    filterFor(pattern, 'name');
    return undefined;
  } catch {
    return 'must be an LDAP filter such as (uid={0})';
  }
}

/** Meanings of the result codes (RFC 4511 appendix A.2), because some directories send no text with them. */
const resultCodes: Readonly<Record<number, string>> = {
  7: 'this way to sign in is not supported',
  8: 'the directory demands an encrypted connection or a stronger sign-in',
  10: 'the directory refers to another server, which is not followed',
  13: 'the directory demands an encrypted connection',
  32: 'the search base does not exist',
  34: 'a DN is not valid',
  48: 'this entry cannot sign in with a password',
  49: 'invalid credentials',
  50: 'insufficient access rights',
  51: 'the directory is busy',
  52: 'the directory is unavailable',
  53: 'the directory is unwilling to do that',
};

const reasonOf = (error: unknown): string => {
  const { message, code } = error as Error & { code?: unknown };
  return (typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message)
    .split('\n')
    .join(' ')
    .slice(0, 500);
};

/**
 * Holds one connection to one server, used once: it never reconnects implicitly, because the new connection might be
 * unencrypted.
 */
class Conversation {
  readonly client: Client;
  readonly #sockets: net.Socket[] = [];
  readonly #tls: tls.ConnectionOptions;
  #failure: Error | undefined;

  constructor(
    private readonly server: DirectoryServer,
    private readonly settings: DirectorySettings,
  ) {
    const { host, port } = server;
    this.#tls = {
      host,
      rejectUnauthorized: settings.verifyCertificates,
      minVersion: 'TLSv1.2',
      ...(isIP(host) ? {} : { servername: host }),
    };
    const secured = settings.security === 'tls';
    this.client = new Client({
      url: `${secured ? 'ldaps' : 'ldap'}://directory`,
      timeout: operationTimeoutMs,
      connectTimeout: connectTimeoutMs,
      createConnection: (() => this.#once(() => net.connect({ host, port }))) as typeof net.connect,
      createSecureConnection: ((options: unknown) =>
        secured
          ? this.#once(() => tls.connect({ ...this.#tls, port }))
          : this.#keep(tls.connect(options as tls.ConnectionOptions))) as typeof tls.connect,
    });
  }

  #once<S extends net.Socket>(make: () => S): S {
    if (this.#sockets.length > 0) throw this.#failure ?? new Error('the connection was closed');
    return this.#keep(make());
  }

  #keep<S extends net.Socket>(socket: S): S {
    this.#sockets.push(socket);
    socket.once('error', (error) => (this.#failure ??= error));
    return framed(socket);
  }

  /** Connects and starts TLS if StartTLS is configured; otherwise the first request connects. */
  async open(): Promise<void> {
    if (this.settings.security === 'start_tls') await this.client.startTLS({ ...this.#tls });
  }

  end(reason?: Error): void {
    for (const socket of this.#sockets) {
      socket.on('error', () => undefined);
      socket.destroy(reason);
    }
  }

  /**
   * Converts an error of the client to a DirectoryError with the cause. When the client itself knows only that the
   * connection was closed, the cause is the first error of a socket.
   */
  explain(error: unknown): DirectoryError {
    const cause = error instanceof ResultCodeError ? error : (this.#failure ?? error);
    const meaning = error instanceof ResultCodeError ? resultCodes[error.code] : undefined;
    const reason = [meaning, reasonOf(cause)].filter(Boolean).join(': ');
    return new DirectoryError(`${hostPort(this.server)}: ${reason}`, { cause });
  }
}

/**
 * Connects to the first reachable server and binds as the system user, or anonymously if none is configured.
 * @param started called with each conversation before it connects
 * @throws DirectoryError that names the failure of each tried server, or says that the system user has no password or
 * that no server is configured
 */
async function begin(
  settings: DirectorySettings,
  started: (conversation: Conversation) => void,
): Promise<Conversation> {
  if (settings.systemUser !== '' && settings.systemPassword === '') {
    throw new DirectoryError('The system user has no password, so the directory would treat it as anonymous.');
  }
  const failures: string[] = [];
  for (const server of settings.servers) {
    const conversation = new Conversation(server, settings);
    started(conversation);
    try {
      await conversation.open();
      // An anonymous bind is sent, too, because it shows that the server answers.
      await conversation.client.bind(settings.systemUser, settings.systemPassword);
      return conversation;
    } catch (error) {
      failures.push(conversation.explain(error).message);
      conversation.end();
      // A server that answers with an error code is reachable; the other servers of the service would answer the same.
      if (error instanceof ResultCodeError) break;
    }
  }
  throw new DirectoryError(failures.join('; ') || 'No server is configured.');
}

/** Runs one conversation with a directory. @throws DirectoryError when it fails or exceeds the time limit */
export async function converse<T>(
  settings: DirectorySettings,
  talk: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  let current: Conversation | undefined;
  let timer: NodeJS.Timeout | undefined;
  const patienceMs = settings.patienceMs ?? usualPatienceMs;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DirectoryError(`The directory took longer than ${patienceMs / 1000} seconds.`);
      reject(error);
      current?.end(error);
    }, patienceMs);
  });
  const work = async (): Promise<T> => {
    const conversation = await begin(settings, (started) => (current = started));
    try {
      return await talk(conversation);
    } catch (error) {
      throw error instanceof DirectoryError ? error : conversation.explain(error);
    }
  };
  const working = work();
  // After the time limit nobody awaits this promise any more.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
    current?.end();
  }
}

function entryOf({ dn, ...attributes }: Entry): DirectoryEntry {
  const values = new Map<string, readonly (string | Buffer)[]>();
  for (const [name, value] of Object.entries(attributes)) {
    values.set(name.toLowerCase(), [value].flat());
  }
  return { dn, values };
}

async function findEntry(
  { client }: Conversation,
  settings: DirectorySettings,
  name: string,
): Promise<DirectoryEntry | undefined> {
  let found: readonly Entry[];
  try {
    const { searchEntries } = await client.search(settings.searchBase, {
      scope: 'sub',
      filter: filterFor(settings.searchPattern, name),
      attributes: [...settings.attributes],
      explicitBufferAttributes: binaryAttributes,
      derefAliases: 'never',
      sizeLimit: 2,
      timeLimit: searchSeconds,
    });
    found = searchEntries;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) throw ambiguous();
    throw error;
  }
  const [entry, second] = found;
  if (second) throw ambiguous();
  if (!entry) return undefined;
  // A bind with an empty DN is anonymous and always succeeds (RFC 4513 §5.1.2).
  if (!entry.dn.includes('=')) throw new DirectoryError('The directory found an entry without a DN.');
  return entryOf(entry);
}

const ambiguous = () => new DirectoryError('The search pattern finds more than one entry for this login name.');

/** Checks that the directory is reachable and accepts the system user. @throws DirectoryError otherwise */
export const checkConnection = (settings: DirectorySettings): Promise<void> =>
  converse(settings, () => Promise.resolve());

/**
 * Returns the entry of a login name; undefined: no entry exists.
 * @throws DirectoryError when the search fails or finds more than one entry
 */
export const findPerson = (settings: DirectorySettings, name: string): Promise<DirectoryEntry | undefined> =>
  converse(settings, (conversation) => findEntry(conversation, settings, name));

/**
 * Finds the entry of a login name and checks the password; undefined: no entry exists.
 * @throws DirectoryError when the conversation fails or the search finds more than one entry
 */
export const checkPerson = (
  settings: DirectorySettings,
  name: string,
  password: string,
): Promise<{ readonly entry: DirectoryEntry; readonly signedIn: boolean } | undefined> =>
  converse(settings, async (conversation) => {
    const entry = await findEntry(conversation, settings, name);
    if (!entry) return undefined;
    // A directory treats an empty password as an unauthenticated bind, which succeeds (RFC 4513 §5.1.2).
    if (password === '' || password.includes('\0')) return { entry, signedIn: false };
    try {
      await conversation.client.bind(entry.dn, password);
      return { entry, signedIn: true };
    } catch (error) {
      if (error instanceof ResultCodeError && refusals.has(error.code)) return { entry, signedIn: false };
      throw error;
    }
  });
