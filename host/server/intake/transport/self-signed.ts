/**
 * Creates self-signed certificates for TLS inputs without a configured certificate. DER is encoded directly (RFC 5280),
 * because Node can create keys, but no certificates.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, body]);
}

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);
const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'latin1'));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = oid('550403');
const subjectAltName = oid('551d11');
const basicConstraints = oid('551d13');

const name = (text: string) => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(text)))));
const dnsName = (text: string) => der(0x82, Buffer.from(text, 'latin1'));
const loopback = der(0x87, Buffer.from([127, 0, 0, 1]));

export interface KeyAndCertificate {
  /** Private key in PEM. */
  readonly key: string;
  /** Certificate in PEM. */
  readonly cert: string;
}

/**
 * Creates a key and a certificate for it.
 * @param host subject name; `localhost` and 127.0.0.1 are always included
 * @param days validity in days, beginning yesterday
 */
export function selfSignedCertificate(host: string, days = 3650): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dayMs = 86_400_000;
  const from = Date.now() - dayMs;
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, sequence(dnsName(host), dnsName('localhost'), loopback))),
    sequence(basicConstraints, der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    name(host),
    sequence(time(new Date(from)), time(new Date(from + days * dayMs))),
    name(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
