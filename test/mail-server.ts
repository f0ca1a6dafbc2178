/** An SMTP server for tests, on a port of this machine, with a certificate that no client trusts by default. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** User who signed in; undefined: the client did not sign in. */
  readonly user: string | undefined;
  readonly secure: boolean;
  /** Raw message as received: headers, an empty line, the body. */
  readonly raw: string;
  /** Message with unfolded headers, and with decoded headers and bodies. */
  readonly text: string;
}

export interface TestMailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Refusals of recipients, by the address of the recipient. */
  readonly refused: Map<string, { readonly code: number; readonly message: string }>;
  close(): Promise<void>;
}

export interface TestMailOptions {
  /** Accepted credentials; absent: nobody can sign in. */
  readonly auth?: { readonly user: string; readonly pass: string };
  /** True: TLS from the beginning of the connection. */
  readonly secure?: boolean;
  /** True: the server does not offer STARTTLS. */
  readonly plain?: boolean;
  readonly port?: number;
}

/** Decodes quoted-printable UTF-8 (RFC 2045 §6.7) and encoded words of headers in the encoding "Q" (RFC 2047 §4.2). */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/=\r\n/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_whole, word: string) => word.replaceAll('_', ' '));
  return Buffer.from(
    bytes.replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}

export async function startMailServer({
  auth,
  secure,
  plain,
  port = 0,
}: TestMailOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const refused: TestMailServer['refused'] = new Map();
  const server = new SMTPServer({
    secure: secure ?? false,
    authOptional: !auth,
    disabledCommands: [...(auth ? [] : ['AUTH']), ...(plain ? ['STARTTLS'] : [])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (auth && username === auth.user && password === auth.pass) callback(null, { user: username });
      else callback(new Error(`Not known: ${username} with ${password}`));
    },
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = refused.get(address);
      callback(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, session, callback) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : undefined,
          secure: Boolean(session.secure),
          raw,
          text: decoded(raw),
        });
        callback();
      });
    },
  });
  // A client that does not trust the certificate closes the connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // The server must not keep the test process alive.
  server.server.unref();
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
