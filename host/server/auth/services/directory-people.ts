/** Converts entries of an LDAP directory or Active Directory to users. */
import type { DirectoryEntry, DirectorySettings } from './ldap-directory.js';
import { DirectoryError } from './ldap-directory.js';
import type { StoredDirectory } from './backend-config.js';
import type { ExternalPerson } from './external-people.js';
import { uniqueAttributeOf } from './issuers.js';

const activeDirectoryEmails = ['mail'];
/** Bit ACCOUNTDISABLE of Active Directory's `userAccountControl`. */
const disabledBit = 2;

interface Attributes {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly emails: readonly string[];
}

const attributesOf = (config: StoredDirectory): Attributes => ({
  id: uniqueAttributeOf(config),
  name: config.user_name_attribute,
  fullName: config.user_full_name_attribute,
  emails: config.type === 'ldap' ? config.email_attributes : activeDirectoryEmails,
});

export function directorySettings(config: StoredDirectory, systemPassword: string): DirectorySettings {
  const { id, name, fullName, emails } = attributesOf(config);
  return {
    servers: config.servers,
    security: config.transport_security,
    verifyCertificates: config.verify_certificates,
    systemUser: config.system_user_dn,
    systemPassword,
    searchBase: config.user_search_base,
    searchPattern: config.user_search_pattern,
    attributes: [id, name, fullName, ...emails, ...(config.type === 'active-directory' ? ['userAccountControl'] : [])],
  };
}

const textOf = (value: string | Buffer | undefined): string =>
  Buffer.isBuffer(value) ? value.toString('hex') : (value ?? '');

const first = ({ values }: DirectoryEntry, attribute: string): string =>
  textOf(values.get(attribute.toLowerCase())?.[0]);

/**
 * Converts an entry of a directory to a user.
 * @throws DirectoryError when the attribute of the id or the name is missing or has several values
 */
export function personOf(config: StoredDirectory, entry: DirectoryEntry): ExternalPerson {
  const { id, name, fullName, emails } = attributesOf(config);
  const needed = (attribute: string): string => {
    const values = entry.values.get(attribute.toLowerCase()) ?? [];
    if (values.length > 1) throw new DirectoryError(`The entry has several values of the attribute ${attribute}.`);
    const value = first(entry, attribute);
    if (value === '') throw new DirectoryError(`The entry has no attribute ${attribute}, or we may not read it.`);
    return value;
  };
  return {
    uid: needed(id),
    username: needed(name),
    fullName: first(entry, fullName),
    email: emails.map((attribute) => first(entry, attribute)).find((email) => email !== '') ?? '',
  };
}

/**
 * Tells whether Active Directory has disabled an account. The check is needed for sign-ins without a bind, because the
 * directory itself refuses the bind of a disabled account.
 */
export const isDisabled = (entry: DirectoryEntry): boolean =>
  (Number(first(entry, 'userAccountControl')) & disabledBit) !== 0;

const longestShown = 1000;

/**
 * Returns the DN and every requested attribute that the entry has, each cut to 1,000 characters, for the test of a
 * sign-in.
 */
export function shownDetails(config: StoredDirectory, entry: DirectoryEntry): Record<string, string> {
  const names = [...new Set(directorySettings(config, '').attributes)];
  const shown = names.flatMap((name) => {
    const values = entry.values.get(name.toLowerCase()) ?? [];
    return values.length === 0 ? [] : [[name, values.map(textOf).join(', ').slice(0, longestShown)] as const];
  });
  return Object.fromEntries([['dn', entry.dn.slice(0, longestShown)] as const, ...shown]);
}
