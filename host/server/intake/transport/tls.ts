/** TLS settings of an input (contract data-intake, tcp_common). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { flagOr, textOr, type Attributes } from '../attributes.js';
import { selfSignedCertificate } from './self-signed.js';

function read(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`The ${what} ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Trusted certificates: one file, or every file of a directory. */
function trusted(path: string): Buffer[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [read(path, 'trusted client certificates')];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => read(join(path, entry.name), 'trusted client certificate'));
}

function clientAuth(attributes: Attributes): TlsOptions {
  const mode = textOr(attributes, 'tls_client_auth', 'disabled');
  if (mode !== 'optional' && mode !== 'required') return {};
  const path = textOr(attributes, 'tls_client_auth_cert_file', undefined);
  if (path === undefined && mode === 'required') {
    throw new Error('Client certificates are required, but no trusted ones are named (tls_client_auth_cert_file).');
  }
  return {
    requestCert: true,
    rejectUnauthorized: mode === 'required',
    ...(path === undefined ? {} : { ca: trusted(path) }),
  };
}

/**
 * Undefined without TLS. Without a certificate one of our own is made for this start.
 * @throws Error that says which file or setting is wrong
 */
export function tlsOptions(attributes: Attributes): TlsOptions | undefined {
  if (!flagOr(attributes, 'tls_enable', false)) return undefined;
  const certFile = textOr(attributes, 'tls_cert_file', undefined);
  const keyFile = textOr(attributes, 'tls_key_file', undefined);
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new Error('TLS needs both a certificate file and a key file, or neither (tls_cert_file, tls_key_file).');
  }
  const passphrase = textOr(attributes, 'tls_key_password', undefined);
  const pair =
    certFile === undefined || keyFile === undefined
      ? selfSignedCertificate(hostname())
      : {
          cert: read(certFile, 'TLS certificate file'),
          key: read(keyFile, 'TLS key file'),
          ...(passphrase === undefined ? {} : { passphrase }),
        };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(
      `TLS certificate and key cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  return { ...pair, ...clientAuth(attributes), minVersion: 'TLSv1.2' };
}
