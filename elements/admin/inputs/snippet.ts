/** What snippets are made of. Pure. */

/** Where an input is reached. */
export interface SendTarget {
  readonly host: string;
  readonly port: number;
  /** The input wants TLS. */
  readonly tls: boolean;
}

export interface Snippet {
  /** Of the program or language. */
  readonly name: string;
  /** Where it goes: a file, a shell. */
  readonly place: string;
  readonly text: string;
}

export type Make = (target: SendTarget) => Snippet | undefined;

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

export const securely = ({ tls }: SendTarget): Readonly<Record<string, string>> => (tls ? { tls: 'On' } : {});
