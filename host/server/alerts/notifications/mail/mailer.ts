/** Sends e-mail through the configured mail server. */
import { tlsOptions } from '../../../outgoing/sender.js';
import { LaterError, NeverError } from '../delivery-errors.js';
import { senderOf } from '../../../foundation/addresses.js';
import type { MailServer, MailSettings } from './mail-settings.js';

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  /** HTML body; empty for text only. */
  readonly html: string;
}

export interface MailConnection {
  /**
   * Sends a mail.
   * @throws LaterError when a retry may succeed, NeverError otherwise; both have the mail server's reply, or the reason
   * why there was none
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Thrown when an e-mail cannot be sent because no mail server is configured. */
export class NoMailServerError extends LaterError {
  override name = 'NoMailServerError';
  constructor() {
    super('E-mail cannot be sent: no mail server is configured.');
  }
}

const connectMs = 10_000;
const silenceMs = 30_000;
/**
 * Time limit of one mail in milliseconds, because a server that answers a few bytes at a time would otherwise block all
 * waiting mails.
 */
const usualMailMs = 3 * 60_000;

/** Builds an error from the mail server's reply, in which the password is replaced. */
function mailError(server: MailServer, error: unknown): Error {
  const { message, code = '', responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  const redacted = server.password === '' ? message : message.replaceAll(server.password, '***');
  const text = `${server.host}:${server.port}: ${redacted}`;
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return isFinal ? new NeverError(text) : new LaterError(text);
}

export class Mailer {
  readonly #settings: MailSettings;
  readonly #mailMs: number;

  /** @param mailMs time limit of one mail in milliseconds */
  constructor(settings: MailSettings, mailMs = usualMailMs) {
    this.#settings = settings;
    this.#mailMs = mailMs;
  }

  facts(): ReturnType<MailSettings['facts']> {
    return this.#settings.facts();
  }

  /**
   * Returns a connection, which is established with the first mail.
   * @throws NoMailServerError when no mail server is configured, SecretError when the password cannot be decrypted
   */
  async open(signal: AbortSignal): Promise<MailConnection> {
    const server = await this.#settings.current();
    if (!server) throw new NoMailServerError();
    const { host, port, security, verifyCertificate, username, password } = server;
    // The package is loaded for the first mail, because it would prolong the start of the server.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      pool: true,
      maxConnections: 1,
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: tlsOptions({ verify: verifyCertificate, trusted: undefined }),
      ...(username !== '' && { auth: { user: username, pass: password } }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      // No text of a template can make the mailer read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const close = (): void => transport.close();
    signal.addEventListener('abort', close, { once: true });
    return {
      send: async ({ from, to, replyTo, html, ...mail }) => {
        signal.throwIfAborted();
        let stop = (_reason: Error): void => undefined;
        const stopped = new Promise<never>((_resolve, reject) => (stop = reject));
        const end = (): void => stop(new LaterError('The server is shutting down.'));
        signal.addEventListener('abort', end, { once: true });
        const timer = setTimeout(() => {
          stop(new Error(`the mail server did not accept the e-mail within ${this.#mailMs / 1000} seconds`));
          close();
        }, this.#mailMs);
        const all = {
          ...mail,
          from: senderOf(from) ?? from,
          to: { name: '', address: to },
          ...(replyTo !== '' && { replyTo: senderOf(replyTo) ?? replyTo }),
          ...(html !== '' && { html }),
        };
        try {
          await Promise.race([transport.sendMail(all), stopped]);
        } catch (error) {
          throw signal.aborted ? error : mailError(server, error);
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
        }
      },
      close: () => {
        signal.removeEventListener('abort', close);
        close();
      },
    };
  }
}
