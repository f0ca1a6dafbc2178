/** Contains what several snippets for sending messages to an input have in common. */

/** Address of an input and the credentials that it requires. */
export interface SendTarget {
  readonly host: string;
  readonly port: number;
  /** True if the input requires TLS. */
  readonly tls: boolean;
  /** Kind of credentials that the input requires: none, a token, or user and password (`basic`). */
  readonly auth: 'none' | 'token' | 'basic';
}

export interface Snippet {
  /** Name of the program or language. */
  readonly name: string;
  /** Where the snippet is used: a file, a shell, or a language with the command that installs the needed packages. */
  readonly place: string;
  readonly text: string;
}

export type Make = (target: SendTarget) => Snippet | undefined;

/** Functions that make snippets, by the id of the input's type. */
export type Makers = Readonly<Record<string, readonly Make[]>>;

export const authority = ({ host, port }: SendTarget): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
export const hello = (from: string): string => `Hello from ${from}`;
export const shell = 'Shell';
export const certificates = '/etc/ssl/certs/ca-certificates.crt';

export const fluentBit =
  (plugin: string, settings: (target: SendTarget) => Readonly<Record<string, string>>): Make =>
  (target) => {
    const all = { Name: plugin, Match: '*', Host: target.host, Port: String(target.port), ...settings(target) };
    const width = Math.max(...Object.keys(all).map((name) => name.length)) + 1;
    const lines = Object.entries(all).map(([name, value]) => `    ${name.padEnd(width)} ${value}`);
    return { name: 'Fluent Bit', place: 'fluent-bit.conf', text: ['[OUTPUT]', ...lines].join('\n') };
  };

/** Placeholders that stand for the credentials of the input. */
export const secrets = { token: 'TOKEN', user: 'USER', password: 'PASSWORD' } as const;

export interface Login {
  readonly user: string;
  readonly password: string;
}

/**
 * Returns the credentials for a program that supports only user and password; a token is sent as the password, with any
 * user. Returns undefined if the input requires no credentials.
 */
export const loginOf = ({ auth }: SendTarget): Login | undefined =>
  auth === 'none'
    ? undefined
    : auth === 'token'
      ? { user: 'token', password: secrets.token }
      : { user: secrets.user, password: secrets.password };

/** Returns the credentials as options of curl in shell syntax. */
export const curlLogin = ({ auth }: SendTarget, scheme = 'Bearer'): string =>
  auth === 'none'
    ? ''
    : auth === 'token'
      ? ` -H 'Authorization: ${scheme} ${secrets.token}'`
      : ` -u '${secrets.user}:${secrets.password}'`;

/** Returns the credentials as options of Fluent Bit. */
export const httpLogin = (target: SendTarget): Readonly<Record<string, string>> => {
  const login = loginOf(target);
  return login ? { HTTP_User: login.user, HTTP_Passwd: login.password } : {};
};

export const securely = ({ tls }: SendTarget): Readonly<Record<string, string>> => (tls ? { tls: 'On' } : {});
