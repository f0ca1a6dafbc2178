/**
 * Reads the options of the program: the command line takes precedence over environment variables, and these over the
 * defaults.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { regexProblem } from '../regex/bounded-regex.js';
import type { MailServer } from '../alerts/notifications/mail/mail-settings.js';
import { isSender } from '../foundation/addresses.js';
import { usage } from './help.js';
import { pluginPlaces, type PluginPlace } from './plugin-places.js';
import { errorOf } from '../foundation/caught.js';
import type { TlsFiles } from '../http/tls-server.js';

export interface ServerOptions {
  readonly host: string;
  /** Port of the HTTP server; 0 for any free port. */
  readonly port: number;
  /** Data directory. */
  readonly data: string;
  /** Memory limit of the database in bytes; undefined: a share of the machine's memory (store/database.ts). */
  readonly databaseMemory: number | undefined;
  /** Base address of a reference server without trailing slash; undefined: the embedded engine answers. */
  readonly server: string | undefined;
  /** Path below which the server serves everything: `/`, or for instance `/x/y` without a trailing slash. */
  readonly basePath: string;
  /** Origins whose pages may call the API with a token. */
  readonly embedOrigins: readonly string[];
  /** Addresses and networks of proxies whose X-Forwarded headers are trusted; empty: no proxy is trusted. */
  readonly trustProxy: readonly string[];
  /** Addresses and networks that may read metrics and health details without a token. */
  readonly metricsNetworks: readonly string[];
  /** True: the example pages for developers who embed elements are served at `/examples/`. */
  readonly examples: boolean;
  /** True: the first start creates default inputs. */
  readonly inputs: boolean;
  /** Directory of objects to provision; undefined: nothing is provisioned. */
  readonly provision: string | undefined;
  /** Paths of log files, directories, and patterns such as `/var/log/*.log`, whose files are read and followed. */
  readonly follow: readonly string[];
  /** Directories with the files that users may configure in inputs, data adapters and geo databases. */
  readonly fileRoots: readonly string[];
  /** True: the log format of followed files is detected. */
  readonly recognise: boolean;
  /** Regular expression for the first line of a message in followed files. */
  readonly messageBegins: string | undefined;
  /** Password of the first administrator; used only on a first start. */
  readonly adminPassword: string | undefined;
  /** Certificate and key for HTTPS; undefined: the server uses HTTP. */
  readonly tls: TlsFiles | undefined;
  /** Mail server that is used unless an administrator saves another one. */
  readonly mailServer: MailServer | undefined;
  /** Plug-ins of the console in the order of loading. */
  readonly plugins: readonly PluginPlace[];
}

/** Thrown for a wrong option; the program prints the message as one line and exits with code 2. */
export class OptionError extends Error {
  override name = 'OptionError';
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new OptionError(`--port must be a number from 0 to 65535, got ${JSON.stringify(text)}.`);
  }
  return port;
}

const leastDatabaseMebibytes = 128;

/**
 * Parses the memory limit of the database.
 * @param text limit in MiB
 * @returns limit in bytes; undefined: no limit is given
 * @throws OptionError when it is no whole number or too small
 */
function databaseMemoryOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const mebibytes = Number(text);
  if (!/^\d{1,7}$/.test(text) || mebibytes < leastDatabaseMebibytes) {
    throw new OptionError(
      `--database-memory must be a whole number of MiB, at least ${leastDatabaseMebibytes}, got ${JSON.stringify(text)}.`,
    );
  }
  return mebibytes * 1024 * 1024;
}

function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OptionError(`--server must be an http or https address, got ${JSON.stringify(text)}.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new OptionError('--server must be an address without user, password, query or fragment.');
  }
  return url.href.replace(/\/+$/, '').replace(/\/api$/, '');
}

function basePathOf(text: string): string {
  if (text === '' || text === '/') return '/';
  if (!/^(\/[A-Za-z0-9._~-]+)+\/?$/.test(text) || /\/\.{1,2}(\/|$)/.test(text)) {
    throw new OptionError(
      `--base-path must start with / and hold only letters, digits and . _ ~ -, got ${JSON.stringify(text)}.`,
    );
  }
  return text.replace(/\/$/, '');
}

function originsOf(text: string): string[] {
  const origins = text.split(',').map((part) => part.trim());
  return origins
    .filter((origin) => origin !== '')
    .map((origin) => {
      const url = URL.canParse(origin) ? new URL(origin) : undefined;
      if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
        throw new OptionError(
          `--embed-origins takes origins such as https://intranet.example.org, separated by commas, got ${JSON.stringify(origin)}.`,
        );
      }
      return url.origin;
    });
}

/** Parses addresses and networks, separated by commas. @param what option name and purpose, for the error */
function networksOf(text: string, what: string): string[] {
  const networks = text.split(',').map((part) => part.trim());
  return networks.filter((network) => network !== '').map((network) => networkOf(network, what));
}

function networkOf(text: string, what: string): string {
  if (text === 'loopback') return text;
  const [address = '', prefix, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest);
  if (longest < 0 || !fits || more.length > 0) {
    throw new OptionError(
      `${what} such as 10.0.0.5, 10.0.0.0/8 or loopback, separated by commas, got ${JSON.stringify(text)}.`,
    );
  }
  return text;
}

/**
 * Checks the pattern of `--message-begins`.
 * @throws OptionError when the pattern is blank or no valid regular expression
 */
function patternOf(text: string | undefined): string | undefined {
  const problem = text === undefined ? undefined : text.trim() === '' ? 'A pattern is needed.' : regexProblem(text);
  if (problem !== undefined) throw new OptionError(`--message-begins: ${problem}`);
  return text;
}

function rootsOf(text: string, directory: string): string[] {
  const roots = text.split(',').map((part) => part.trim());
  return roots.filter((root) => root !== '').map((root) => resolve(directory, root));
}

/**
 * Returns the plug-ins that the command line names, otherwise the plug-ins that the environment variable names.
 * @throws OptionError for invalid names
 */
function pluginsOf(named: readonly string[] | undefined, variable: string, directory: string): readonly PluginPlace[] {
  const paths = named ?? variable.split(',').map((part) => part.trim());
  try {
    return pluginPlaces(
      paths.filter((path) => path !== ''),
      directory,
    );
  } catch (error) {
    throw new OptionError(`--plugin ${errorOf(error).message}`);
  }
}

function userNameOf({ username }: URL): string | undefined {
  try {
    return decodeURIComponent(username);
  } catch {
    return undefined;
  }
}

/**
 * Parses the address of the mail server: `smtp://` requires STARTTLS, `smtps://` uses TLS from the beginning;
 * `smtp://…?tls=off` disables TLS.
 * @throws OptionError when the address or the sender is invalid, or the address contains a password
 */
function mailServerOf(text: string, sender: string, password: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.search === '?tls=off';
  const username = url && userNameOf(url);
  const isRight = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && (url.search === '' || isPlain);
  if (!isRight || username === undefined) {
    throw new OptionError(
      `--smtp-server must be an address such as smtp://user@mail.example.org:587 or smtps://…, got ${JSON.stringify(text)}.`,
    );
  }
  if (url.password !== '')
    throw new OptionError('--smtp-server must be without a password: that comes from LOG_CONSOLE_SMTP_PASSWORD.');
  if (sender !== '' && !isSender(sender))
    throw new OptionError(`--smtp-sender must be an e-mail address, got ${JSON.stringify(sender)}.`);
  const security = url.protocol === 'smtps:' ? 'tls' : isPlain ? 'none' : 'starttls';
  return {
    host: url.hostname,
    port: Number(url.port || (security === 'tls' ? 465 : 587)),
    security,
    verifyCertificate: true,
    username,
    password,
    sender,
  };
}

/** Returns the paths of certificate and key; undefined: none is given. @throws OptionError when only one is given */
function tlsOf(cert: string | undefined, key: string | undefined, directory: string): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new OptionError('--tls-cert and --tls-key belong together: say both, or none.');
  return { cert: resolve(directory, cert), key: resolve(directory, key) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        'database-memory': { type: 'string' },
        server: { type: 'string' },
        'base-path': { type: 'string' },
        'embed-origins': { type: 'string' },
        'trust-proxy': { type: 'string' },
        'metrics-networks': { type: 'string' },
        examples: { type: 'boolean' },
        'no-inputs': { type: 'boolean' },
        provision: { type: 'string' },
        follow: { type: 'string', multiple: true },
        'message-begins': { type: 'string' },
        'no-recognise': { type: 'boolean' },
        'file-roots': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'smtp-server': { type: 'string' },
        'smtp-sender': { type: 'string' },
        plugin: { type: 'string', multiple: true },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OptionError(`${parsingProblem(error)} ${usage}`);
  }
}

/** Shortens an error of the argument parser to one sentence, without its advice about positional arguments. */
export function parsingProblem(error: unknown): string {
  const [reason = ''] = errorOf(error).message.split(/\n| To specify a positional /);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/**
 * Tells whether the arguments contain `--help` or `--version`; undefined: they contain neither.
 * @throws OptionError for invalid arguments
 */
export function askedFor(args: readonly string[]): 'help' | 'version' | undefined {
  const { values } = parse(args);
  if (values.help) return 'help';
  return values.version ? 'version' : undefined;
}

/**
 * Reads the options of the server.
 * @param args arguments after the program's name
 * @param directory base of relative paths, and parent of the default `data/`
 * @throws OptionError with a one-line explanation
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  directory: string,
): ServerOptions {
  const { values, positionals } = parse(args);
  // With `--follow a b c`, the parser reports the names after the first as positional arguments.
  if (positionals.length > 0 && !values.follow)
    throw new OptionError(`Unknown argument ${JSON.stringify(positionals[0])}. ${usage}`);
  const setting = (option: string | undefined, variable: string) => option ?? (environment[variable] || undefined);
  const host = setting(values.host, 'LOG_CONSOLE_HOST') ?? '127.0.0.1';
  if (host.trim() === '') throw new OptionError('--host must not be empty.');
  const provision = setting(values.provision, 'LOG_CONSOLE_PROVISION');
  const server = setting(values.server, 'LOG_CONSOLE_SERVER');
  const mailServer = setting(values['smtp-server'], 'LOG_CONSOLE_SMTP_SERVER');
  const mailSender = setting(values['smtp-sender'], 'LOG_CONSOLE_SMTP_SENDER') ?? '';
  return {
    host,
    port: portOf(setting(values.port, 'LOG_CONSOLE_PORT') ?? '9000'),
    data: resolve(directory, setting(values.data, 'LOG_CONSOLE_DATA') ?? 'data'),
    databaseMemory: databaseMemoryOf(setting(values['database-memory'], 'LOG_CONSOLE_DATABASE_MEMORY')),
    server: server === undefined ? undefined : serverOf(server),
    basePath: basePathOf(setting(values['base-path'], 'LOG_CONSOLE_BASE_PATH') ?? '/'),
    embedOrigins: originsOf(setting(values['embed-origins'], 'LOG_CONSOLE_EMBED_ORIGINS') ?? ''),
    trustProxy: networksOf(
      setting(values['trust-proxy'], 'LOG_CONSOLE_TRUST_PROXY') ?? '',
      '--trust-proxy takes addresses or networks of proxies',
    ),
    metricsNetworks: networksOf(
      setting(values['metrics-networks'], 'LOG_CONSOLE_METRICS_NETWORKS') ?? '',
      '--metrics-networks takes addresses or networks of monitoring machines',
    ),
    examples: values.examples === true,
    inputs: !values['no-inputs'],
    provision: provision === undefined ? undefined : resolve(directory, provision),
    follow: [...(values.follow ?? []), ...positionals].map((file) => resolve(directory, file)),
    fileRoots: rootsOf(setting(values['file-roots'], 'LOG_CONSOLE_FILE_ROOTS') ?? '', directory),
    recognise: !values['no-recognise'],
    messageBegins: patternOf(values['message-begins']),
    tls: tlsOf(
      setting(values['tls-cert'], 'LOG_CONSOLE_TLS_CERT'),
      setting(values['tls-key'], 'LOG_CONSOLE_TLS_KEY'),
      directory,
    ),
    adminPassword: environment['LOG_CONSOLE_ADMIN_PASSWORD'] || undefined,
    mailServer:
      mailServer === undefined
        ? undefined
        : mailServerOf(mailServer, mailSender, environment['LOG_CONSOLE_SMTP_PASSWORD'] ?? ''),
    plugins: pluginsOf(values.plugin, environment['LOG_CONSOLE_PLUGINS'] ?? '', directory),
  };
}
