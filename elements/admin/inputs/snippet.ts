/** Shared building blocks of snippets. The functions are pure. */

/** Address and credentials of an input. */
export interface SendTarget {
  readonly host: string;
  readonly port: number;
  /** True if the input requires TLS. */
  readonly tls: boolean;
  /** Credentials that the input requires: none, a token, or user and password. */
  readonly auth: 'none' | 'token' | 'basic';
}

export interface Snippet {
  /** Name of the program or language. */
  readonly name: string;
  /** Place of the snippet: a file or a shell. */
  readonly place: string;
  readonly text: string;
}

export type Make = (target: SendTarget) => Snippet | undefined;

/** Functions that build snippets, by type id of the input. */
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

/** Placeholders of the input's secrets. */
export const secrets = { token: 'TOKEN', user: 'USER', password: 'PASSWORD' } as const;

export interface Login {
  readonly user: string;
  readonly password: string;
}

/**
 * Credentials for programs that only support user and password: a token is sent as the password with any user.
 * Undefined: none are needed.
 */
export const loginOf = ({ auth }: SendTarget): Login | undefined =>
  auth === 'none'
    ? undefined
    : auth === 'token'
      ? { user: 'token', password: secrets.token }
      : { user: secrets.user, password: secrets.password };

/** Credentials as curl options for a shell. */
export const curlLogin = ({ auth }: SendTarget, scheme = 'Bearer'): string =>
  auth === 'none'
    ? ''
    : auth === 'token'
      ? ` -H 'Authorization: ${scheme} ${secrets.token}'`
      : ` -u '${secrets.user}:${secrets.password}'`;

/** Credentials as Fluent Bit options. */
export const httpLogin = (target: SendTarget): Readonly<Record<string, string>> => {
  const login = loginOf(target);
  return login ? { HTTP_User: login.user, HTTP_Passwd: login.password } : {};
};

export const securely = ({ tls }: SendTarget): Readonly<Record<string, string>> => (tls ? { tls: 'On' } : {});
