/**
 * Identifies the directory or provider behind an authentication service. An account is bound to this identity and to
 * the user's id there (`sub` of OpenID Connect, the unique attribute of a directory). Therefore a service that is
 * changed to another provider gives nobody an account of the former provider, and two services for the same provider
 * share accounts.
 */
import { newEntityId } from '../../foundation/ids.js';
import type { StoredConfig, StoredDirectory } from './backend-config.js';

export interface IdentifiedService {
  readonly id: string;
  readonly config: StoredConfig;
  /** Id of the directory on the servers; absent for providers and in records of earlier versions. */
  readonly directory?: string;
}

/** Active Directory's id of an entry, which never changes ([MS-ADA3] 2.44). */
const activeDirectoryId = 'objectGUID';

export const uniqueAttributeOf = (config: StoredDirectory): string =>
  config.type === 'ldap' ? config.user_unique_id_attribute : activeDirectoryId;

/**
 * Returns the identity of a directory or provider to which accounts are bound; it stays the same when a directory gains
 * or loses replicas.
 */
export function issuerOf({ id, config, directory }: IdentifiedService): string {
  if (config.type === 'oidc') {
    const { issuer } = config;
    return `oidc ${URL.canParse(issuer) ? new URL(issuer).href : issuer}`;
  }
  // Services of earlier versions have no id of their directory, so the id of the service is used.
  return `directory ${directory ?? id} ${uniqueAttributeOf(config).toLowerCase()}`;
}

/** A directory that some service has used, with the hosts that its service named last. */
export interface KnownDirectory {
  readonly id: string;
  readonly hosts: readonly string[];
}
/** Largest number of remembered directories; those that were noted longest ago are forgotten. */
const mostDirectories = 200;

const hostsOf = (config: StoredConfig): string[] =>
  config.type === 'oidc' ? [] : config.servers.map(({ host }) => host.toLowerCase().replace(/\.$/, ''));

/**
 * Returns the known directories and, as the last one, the directory of a service; for an OIDC provider, only the known
 * directories. A host belongs to the directory that named it last. A directory without hosts is forgotten.
 */
export function withDirectory(
  known: readonly KnownDirectory[],
  { id, config, directory = id }: IdentifiedService,
): readonly KnownDirectory[] {
  if (config.type === 'oidc') return known;
  const hosts = hostsOf(config);
  const others = known
    .filter((other) => other.id !== directory)
    .map((other) => ({ ...other, hosts: other.hosts.filter((host) => !hosts.includes(host)) }));
  return [...others.filter((other) => other.hosts.length > 0), { id: directory, hosts }].slice(-mostDirectories);
}

const shareHost = (one: StoredConfig, other: StoredConfig): boolean => {
  const hosts = hostsOf(other);
  return hostsOf(one).some((host) => hosts.includes(host));
};

/**
 * Chooses the id of the directory of a configuration: configurations with a common host mean the same directory.
 * @param former the stored service, when it is changed
 * @param others all stored services
 * @param isSame true: the administrator has confirmed that the new servers contain the former directory
 * @param known directories of services that were changed or deleted, whose accounts are found again
 * @returns undefined for services that are no directories
 */
export function directoryIdOf(
  config: StoredConfig,
  former: IdentifiedService | undefined,
  others: readonly IdentifiedService[],
  isSame: boolean,
  known: readonly KnownDirectory[],
): string | undefined {
  if (config.type === 'oidc') return undefined;
  const idOf = ({ id, directory }: IdentifiedService): string => directory ?? id;
  if (former && (isSame || shareHost(config, former.config))) return idOf(former);
  const sharing = others.find((other) => other.id !== former?.id && shareHost(config, other.config));
  if (sharing) return idOf(sharing);
  const own = hostsOf(config);
  return known.find(({ hosts }) => hosts.some((host) => own.includes(host)))?.id ?? newEntityId();
}
