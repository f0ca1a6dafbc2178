/** Runs OpenLDAP for tests if it is installed, on a free port and with a temporary directory. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { freePort } from './free-port.js';
import { directoryBase, systemPassword, systemUser } from './ldap-server.js';
import { exitOf } from './server.js';

const first = (file: string, ...directories: readonly string[]): string | undefined =>
  directories.find((directory) => existsSync(join(directory, file)));
const programs = first('slapd', '/usr/sbin', '/usr/libexec', '/usr/lib/openldap', '/usr/local/libexec');
const schemas = first('core.schema', '/etc/ldap/schema', '/etc/openldap/schema', '/usr/local/etc/openldap/schema');
const modules = first('back_mdb.so', '/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap');

/** Reason why OpenLDAP is not available; undefined: it is available. */
export const noSlapd = programs && schemas ? undefined : 'this system has no slapd';

export interface Slapd {
  readonly port: number;
  /** Creates an entry. */
  add(dn: string, attributes: Record<string, string | string[]>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts OpenLDAP. @param pair PEM of certificate and key for StartTLS */
export async function startSlapd(pair: { readonly key: string; readonly cert: string }): Promise<Slapd> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-slapd-'));
  const at = (name: string) => join(directory, name);
  await mkdir(at('data'));
  await Promise.all([writeFile(at('cert.pem'), pair.cert), writeFile(at('key.pem'), pair.key, { mode: 0o600 })]);
  const lines = [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`),
    `pidfile ${at('pid')}`,
    `argsfile ${at('args')}`,
    ...(modules ? [`modulepath ${modules}`, 'moduleload back_mdb'] : []),
    `TLSCertificateFile ${at('cert.pem')}`,
    `TLSCertificateKeyFile ${at('key.pem')}`,
    'database mdb',
    'maxsize 10485760',
    `suffix "${directoryBase}"`,
    `rootdn "${systemUser}"`,
    `rootpw "${systemPassword}"`,
    `directory ${at('data')}`,
  ];
  await writeFile(at('slapd.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const port = await freePort();
  // With a debug level the process stays in the foreground and reports when it listens.
  const child = spawn(`${programs}/slapd`, ['-h', `ldap://127.0.0.1:${port}/`, '-f', at('slapd.conf'), '-d', '256'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('slapd starting')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`slapd ended with code ${code}:\n${output}`)));
  });
  const client = new Client({ url: `ldap://127.0.0.1:${port}` });
  // The server reports that it listens shortly before it really does, so the first connection is retried.
  for (;;) {
    try {
      await client.bind(systemUser, systemPassword);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && child.exitCode === null) continue;
      child.kill('SIGKILL');
      throw error;
    }
  }
  return {
    port,
    add: (dn, attributes) => client.add(dn, attributes),
    async stop() {
      await client.unbind();
      const exited = exitOf(child);
      child.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
