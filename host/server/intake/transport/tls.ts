/** Creates TLS options from the settings of an input (contract data-intake, tcp_common). */
import { readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { flagOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { readSmallFile } from '../files/small-file.js';
import { errorOf } from '../../foundation/caught.js';
import { selfSignedCertificate } from './self-signed.js';

const mostFileBytes = 4 * 1024 * 1024;
const mostTrustedFiles = 1000;

const read = (path: string, what: string): string => readSmallFile(path, mostFileBytes, what);

/** Returns the trusted client certificates: the content of a file, or of every file directly in a directory. */
function trusted(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [read(path, 'trusted client certificates')];
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  if (files.length > mostTrustedFiles)
    throw new Error(`The directory of trusted client certificates ${path} has more than ${mostTrustedFiles} files.`);
  return files.map((entry) => read(join(path, entry.name), 'trusted client certificate'));
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
 * Returns the TLS options of an input; undefined: the input does not use TLS. If no certificate is configured, a
 * self-signed certificate is created for this start of the input.
 * @throws Error when a file or setting cannot be used; the message names the file or setting, or says that
 * certificate and key cannot be used together
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
    throw new Error(`TLS certificate and key cannot be used: ${errorOf(error).message}`, { cause: error });
  }
  return { ...pair, ...clientAuth(attributes), minVersion: 'TLSv1.2' };
}
