/**
 * Reads the custom properties of a Kafka input that concern connections and authentication
 * (https://kafka.apache.org/documentation/#consumerconfigs).
 */
import type { ConnectionOptions } from 'node:tls';
import { readSmallFile } from '../../files/small-file.js';
import { mechanisms, type Login } from './login.js';
import { isolations } from './requests.js';

export interface ConsumerProperties {
  readonly tls: ConnectionOptions | undefined;
  readonly login: Login | undefined;
  readonly clientId: string;
  readonly isolation: keyof typeof isolations;
  /** Names of ignored properties, including those of a key store in an unsupported format. */
  readonly unknown: readonly string[];
}

const protocols: Readonly<Record<string, { readonly tls: boolean; readonly sasl: boolean }>> = {
  PLAINTEXT: { tls: false, sasl: false },
  SSL: { tls: true, sasl: false },
  SASL_PLAINTEXT: { tls: false, sasl: true },
  SASL_SSL: { tls: true, sasl: true },
};

const known: ReadonlySet<string> = new Set([
  'security.protocol',
  'sasl.mechanism',
  'sasl.jaas.config',
  'sasl.username',
  'sasl.password',
  'ssl.ca.location',
  'ssl.truststore.location',
  'ssl.truststore.type',
  'ssl.truststore.certificates',
  'ssl.certificate.location',
  'ssl.key.location',
  'ssl.key.password',
  'ssl.keystore.location',
  'ssl.keystore.type',
  'ssl.keystore.certificate.chain',
  'ssl.keystore.key',
  'ssl.endpoint.identification.algorithm',
  'client.id',
  'isolation.level',
]);

/**
 * Parses lines of `name=value`, as in a properties file of Java. A line that ends with a backslash is continued by the
 * next line.
 */
function readProperties(text: string): ReadonlyMap<string, string> {
  const lines = text.replaceAll(/\\\r?\n\s*/g, '').split(/\r?\n/);
  const pairs = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([^#!\s=:][^\s=:]*)\s*[=:\s]\s*([^]*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim()]];
  });
  return new Map(pairs);
}

const mostFileBytes = 4 * 1024 * 1024;

const file = (path: string | undefined, name: string): string | undefined =>
  path === undefined || path === '' ? undefined : readSmallFile(path, mostFileBytes, `file of ${name}`);

const isPem = (type: string): boolean => type.toUpperCase() === 'PEM';

interface KeyStore {
  readonly text: string | undefined;
  /**
   * Names of the properties of a key store in an unsupported format. The key store is ignored, because many brokers
   * need no client certificate.
   */
  readonly unread: readonly string[];
}

function keyStoreOf(of: ReadonlyMap<string, string>): KeyStore {
  const names = ['ssl.keystore.type', 'ssl.keystore.location'].filter((name) => of.has(name));
  if (!isPem(of.get('ssl.keystore.type') ?? 'PEM')) return { text: undefined, unread: names };
  const text = file(of.get('ssl.keystore.location'), 'ssl.keystore.location');
  return text === undefined || text.includes('-----BEGIN') ? { text, unread: [] } : { text: undefined, unread: names };
}

/**
 * Returns the TLS options.
 * @throws Error when a certificate file cannot be read, or the type of the trust store is not PEM
 */
function tlsOf(of: ReadonlyMap<string, string>, { text: keyStore }: KeyStore): ConnectionOptions {
  const type = of.get('ssl.truststore.type') ?? 'PEM';
  if (!isPem(type)) throw new Error(`ssl.truststore.type: certificates are read as PEM, not as ${type}.`);
  const text = (name: string) => of.get(name)?.replaceAll('\\n', '\n');
  const at = (name: string) => file(of.get(name), name);
  const ca = text('ssl.truststore.certificates') ?? at('ssl.ca.location') ?? at('ssl.truststore.location');
  // A PEM key store of Java contains both certificate and key; OpenSSL finds each of them in the text.
  const cert = text('ssl.keystore.certificate.chain') ?? at('ssl.certificate.location') ?? keyStore;
  const key = text('ssl.keystore.key') ?? at('ssl.key.location') ?? keyStore;
  const passphrase = of.get('ssl.key.password');
  // In the properties of Java clients an empty value accepts any host name as long as the certificate is trusted.
  const anyName = of.get('ssl.endpoint.identification.algorithm') === '';
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(passphrase !== undefined && { passphrase }),
    ...(anyName && { checkServerIdentity: () => undefined }),
  };
}

const quoted = (text: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)')`)
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
    ?.replaceAll(/\\(.)/g, '$1');

function loginOf(of: ReadonlyMap<string, string>): Login {
  const named = of.get('sasl.mechanism') ?? 'PLAIN';
  const mechanism = mechanisms.find((one) => one === named.toUpperCase());
  if (!mechanism) throw new Error(`sasl.mechanism: ${named} is none of ${mechanisms.join(', ')}.`);
  const jaas = of.get('sasl.jaas.config') ?? '';
  const user = of.get('sasl.username') ?? quoted(jaas, 'username');
  const password = of.get('sasl.password') ?? quoted(jaas, 'password');
  if (user === undefined || password === undefined)
    throw new Error('sasl.jaas.config: it must say username="…" and password="…".');
  return { mechanism, user, password };
}

function isolationOf(of: ReadonlyMap<string, string>): keyof typeof isolations {
  const level = of.get('isolation.level') ?? 'read_uncommitted';
  if (level === 'read_uncommitted' || level === 'read_committed') return level;
  throw new Error(`isolation.level: ${level} is none of ${Object.keys(isolations).join(', ')}.`);
}

/**
 * Parses the custom properties of a Kafka input.
 * @throws Error when a property is invalid; the message names the property
 */
export function consumerProperties(text: string): ConsumerProperties {
  const of = readProperties(text);
  const protocol = of.get('security.protocol') ?? 'PLAINTEXT';
  const wanted = protocols[protocol.toUpperCase()];
  if (!wanted) throw new Error(`security.protocol: ${protocol} is none of ${Object.keys(protocols).join(', ')}.`);
  const keyStore = wanted.tls ? keyStoreOf(of) : undefined;
  return {
    tls: keyStore && tlsOf(of, keyStore),
    login: wanted.sasl ? loginOf(of) : undefined,
    clientId: of.get('client.id') ?? 'log-console',
    isolation: isolationOf(of),
    unknown: [...of.keys()].filter((name) => !known.has(name) || keyStore?.unread.includes(name)),
  };
}
