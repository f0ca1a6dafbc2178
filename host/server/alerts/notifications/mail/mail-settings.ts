/**
 * Stores the settings of the outgoing mail server. If no administrator has saved any, they come from the options of the
 * program. A saved password is stored encrypted. It is sent only to the server, and only with the user name, for which
 * it was entered.
 */
import { secretChange } from '../../../../../api/contract/config-fields.js';
import type {
  MailSecurity,
  MailSettings as ShownSettings,
  MailSettingsBody,
} from '../../../../../api/contract/event-notifications.schema.js';
import type { Sealed, SecretBox } from '../../../auth/secret-box.js';
import { BadRequestError, ValidationResultError } from '../../../foundation/errors.js';
import type { Collection, Documents } from '../../../store/types.js';
import { isSender } from '../../../foundation/addresses.js';

/** Mail server through which e-mail is sent, and its sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly verifyCertificate: boolean;
  /** User name; empty when the server requires no sign-in. */
  readonly username: string;
  readonly password: string;
  /** Address of the sender; empty when no sender is configured. */
  readonly sender: string;
}

interface SettingsRecord extends Omit<MailSettingsBody, 'password'> {
  id: string;
  password: Sealed | null;
}

const recordId = 'smtp';
const purpose = 'mail server password';
const nowhere: SettingsRecord = {
  id: recordId,
  enabled: false,
  host: '',
  port: 587,
  security: 'starttls',
  verify_certificate: true,
  username: '',
  password: null,
  sender: '',
};

const destinationOf = ({ host, port, security, verify_certificate, username }: Omit<SettingsRecord, 'password'>) =>
  JSON.stringify([host, port, security, verify_certificate, username]);

const hostName = /^(\[?[0-9a-f:.]+\]?|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)$/iu;

export class MailSettings {
  readonly #stored: Collection<SettingsRecord>;
  readonly #secrets: SecretBox;
  readonly #environment: MailServer | undefined;

  /** @param environment mail server from the options of the program */
  constructor(documents: Documents, secrets: SecretBox, environment: MailServer | undefined) {
    this.#stored = documents.collection<SettingsRecord>('mail_settings');
    this.#secrets = secrets;
    this.#environment = environment;
  }

  /**
   * Returns the present settings; undefined: e-mail is not configured, or is disabled.
   * @throws SecretError when the password cannot be decrypted
   */
  async current(): Promise<MailServer | undefined> {
    const saved = this.#stored.get(recordId);
    if (!saved) return this.#environment;
    if (!saved.enabled) return undefined;
    const { host, port, security, verify_certificate: verifyCertificate, username, sender, password } = saved;
    const opened = password === null ? '' : await this.#secrets.open(password, purpose);
    return { host, port, security, verifyCertificate, username, sender, password: opened };
  }

  /** Tells whether e-mail is configured, and its sender, without decrypting the password. */
  facts(): { readonly isConfigured: boolean; readonly sender: string } {
    const saved = this.#stored.get(recordId);
    if (saved) return { isConfigured: saved.enabled, sender: saved.sender };
    return { isConfigured: this.#environment !== undefined, sender: this.#environment?.sender ?? '' };
  }

  shown(): ShownSettings {
    const saved = this.#stored.get(recordId);
    if (saved) {
      const { id: _id, password, ...rest } = saved;
      return { ...rest, password: { is_set: password !== null }, source: 'settings' };
    }
    if (!this.#environment) {
      const { id: _id, ...rest } = nowhere;
      return { ...rest, password: { is_set: false }, source: 'none' };
    }
    const { host, port, security, verifyCertificate, username, password, sender } = this.#environment;
    return {
      enabled: true,
      host,
      port,
      security,
      verify_certificate: verifyCertificate,
      username,
      sender,
      password: { is_set: password !== '' },
      source: 'environment',
    };
  }

  /**
   * Stores settings.
   * @throws ValidationResultError that names the wrong fields; BadRequestError when the password has more than one of
   * `set_value`, `keep_value` and `delete_value`
   */
  async change(given: MailSettingsBody): Promise<ShownSettings> {
    const { password, ...rest } = given;
    const record = { ...rest, host: rest.host.trim(), sender: rest.sender.trim(), id: recordId };
    const errors: Record<string, string[]> = {};
    if (record.enabled && record.host === '') errors['host'] = ['The mail server has no address.'];
    else if (record.host !== '' && !hostName.test(record.host)) errors['host'] = ['This is no host name or address.'];
    if (record.port < 1 || record.port > 65_535) errors['port'] = ['A port is a number from 1 to 65535.'];
    if (record.sender !== '' && !isSender(record.sender)) errors['sender'] = ['This is not an e-mail address.'];
    const change = secretChange(password);
    if (!change)
      throw new BadRequestError('A secret takes one of set_value, keep_value and delete_value, not several.');
    const old = this.#stored.get(recordId) ?? nowhere;
    if (change.kind === 'keep' && old.password !== null && destinationOf(old) !== destinationOf(record))
      errors['password'] = ['The password must be entered again, as it goes to another server or user name.'];
    if (Object.keys(errors).length > 0) throw new ValidationResultError(errors);
    const sealed =
      change.kind === 'keep'
        ? old.password
        : change.kind === 'delete'
          ? null
          : await this.#secrets.seal(change.value, purpose);
    await this.#stored.put({ ...record, password: sealed });
    return this.shown();
  }

  async forget(): Promise<ShownSettings> {
    await this.#stored.delete(recordId);
    return this.shown();
  }
}
