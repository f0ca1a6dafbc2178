/**
 * Defines the form of the wizard for authentication services: values, initial values of each service type, validation,
 * and request body (screens/administration.md A9.1).
 */
import type { AuthBackend, AuthBackendInput, BackendType } from '../../../api/queries/authentication.js';
import type { SecretWrite } from '../../../machines/encrypted-field.js';
import type { FieldErrors } from '../../kit/form/index.js';
import { texts } from './texts.js';

/**
 * Values of the form. They have the names of the API, so that the server's errors can be assigned to the fields;
 * errors of the server's address are assigned to `host`.
 */
export interface BackendValues {
  readonly title: string;
  readonly description: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly transport_security: 'none' | 'tls' | 'start_tls';
  readonly verify_certificates: boolean;
  readonly system_user_dn: string;
  readonly user_search_base: string;
  readonly user_search_pattern: string;
  readonly user_name_attribute: string;
  readonly email_attributes: readonly string[];
  readonly user_full_name_attribute: string;
  readonly user_unique_id_attribute: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly scopes: string;
  readonly user_name_claim: string;
  readonly full_name_claim: string;
  readonly email_claim: string;
  readonly roles_claim: string;
  readonly role_mappings: readonly { readonly value: string; readonly role_id: string }[];
  readonly default_roles: readonly string[];
  /** Password of the directory's system user, or secret of the client of an identity provider. */
  readonly secret: SecretWrite;
  /**
   * True if the users of the new address are the same people and keep their accounts; used only if
   * {@link isElsewhere}.
   */
  readonly keep_accounts: boolean;
}

const empty: BackendValues = {
  title: '',
  description: '',
  host: 'localhost',
  port: 636,
  transport_security: 'tls',
  verify_certificates: true,
  system_user_dn: '',
  user_search_base: '',
  user_search_pattern: '',
  user_name_attribute: 'uid',
  email_attributes: ['mail', 'rfc822Mailbox'],
  user_full_name_attribute: 'cn',
  user_unique_id_attribute: 'entryUUID',
  issuer: '',
  client_id: '',
  scopes: 'openid profile email',
  user_name_claim: 'preferred_username',
  full_name_claim: 'name',
  email_claim: 'email',
  roles_claim: '',
  role_mappings: [],
  default_roles: [],
  secret: undefined,
  keep_accounts: false,
};

/**
 * Returns the initial values of a new service.
 * @param reader id of the role Reader, which is the initial default role; undefined selects no role
 */
export function valuesOfType(type: BackendType, reader: string | undefined): BackendValues {
  const common = { ...empty, title: texts.types[type], default_roles: reader === undefined ? [] : [reader] };
  if (type !== 'active-directory') return common;
  return {
    ...common,
    user_search_pattern: '(&(objectClass=user)(|(sAMAccountName={0})(userPrincipalName={0})))',
    user_name_attribute: 'userPrincipalName',
    user_full_name_attribute: 'displayName',
  };
}

export function valuesOf({ title, description, default_roles, config }: AuthBackend): BackendValues {
  const common = { ...empty, title, description, default_roles };
  if (config.type === 'oidc') {
    const { type: _type, client_secret, ...own } = config;
    return { ...common, ...own, secret: client_secret.is_set ? { keep_value: true } : undefined };
  }
  const { type: _type, servers, system_user_password: password, ...own } = config;
  const [server] = servers;
  return {
    ...common,
    ...own,
    host: server?.host ?? '',
    port: server?.port,
    secret: password.is_set ? { keep_value: true } : undefined,
  };
}

export const hasSecret = (service: AuthBackend | undefined): boolean => {
  const config = service?.config;
  return config?.type === 'oidc' ? config.client_secret.is_set : (config?.system_user_password.is_set ?? false);
};

/**
 * Returns whether the form names another identity provider or directory server than the stored service. A directory
 * with several stored servers counts as unchanged, because the other servers identify the directory too.
 */
export function isElsewhere({ issuer, host }: BackendValues, stored: AuthBackend | undefined): boolean {
  if (!stored) return false;
  const { config } = stored;
  if (config.type === 'oidc') return issuer.trim() !== config.issuer;
  const [first, ...further] = config.servers;
  return further.length === 0 && first?.host.toLowerCase() !== host.trim().toLowerCase();
}

/**
 * Returns the request body that saves the values.
 * @param stored the edited service, whose additional servers and unknown properties are kept; undefined for a new
 * service
 */
export function inputOf(type: BackendType, values: BackendValues, stored: AuthBackend | undefined): AuthBackendInput {
  const { title, description, default_roles, host, port, secret, keep_accounts, ...rest } = values;
  const common = {
    title: title.trim(),
    description: description.trim(),
    default_roles: [...default_roles],
    ...(keep_accounts && isElsewhere(values, stored) && { keep_accounts }),
  };
  // A new service sends the plain secret or nothing; an edited one sends whether its secret is kept, replaced or
  // deleted.
  const written = stored
    ? (secret ?? { keep_value: true })
    : secret && 'set_value' in secret
      ? secret.set_value
      : undefined;
  if (type === 'oidc') {
    const { issuer, client_id, scopes, user_name_claim, full_name_claim, email_claim, roles_claim, role_mappings } =
      rest;
    const claims = { user_name_claim, full_name_claim, email_claim, roles_claim };
    return {
      ...common,
      config: {
        ...(stored?.config.type === 'oidc' && stored.config),
        type,
        issuer: issuer.trim(),
        client_id: client_id.trim(),
        scopes,
        ...claims,
        role_mappings: role_mappings.map((mapping) => ({ ...mapping })),
        ...(written !== undefined && { client_secret: written }),
      },
    };
  }
  const former = stored && stored.config.type !== 'oidc' ? stored.config : undefined;
  const [first, ...further] = former?.servers ?? [];
  return {
    ...common,
    config: {
      ...former,
      type,
      servers: [{ ...first, host: host.trim(), port: port ?? null }, ...further],
      transport_security: rest.transport_security,
      verify_certificates: rest.verify_certificates,
      system_user_dn: rest.system_user_dn.trim(),
      ...(written !== undefined && { system_user_password: written }),
      user_search_base: rest.user_search_base.trim(),
      user_search_pattern: rest.user_search_pattern.trim(),
      user_name_attribute: rest.user_name_attribute.trim(),
      user_full_name_attribute: rest.user_full_name_attribute.trim(),
      ...(type === 'ldap' && {
        user_unique_id_attribute: rest.user_unique_id_attribute.trim(),
        email_attributes: [...rest.email_attributes],
      }),
    },
  };
}

export type StepKey = 'server-configuration' | 'user-synchronization' | 'group-synchronization';

type FieldName = keyof BackendValues & string;

/** Returns the names of the fields in each step of the wizard for a service type. */
export function fieldsOf(type: BackendType): Readonly<Record<StepKey, readonly FieldName[]>> {
  const directory: readonly FieldName[] = [
    'user_search_base',
    'user_search_pattern',
    'user_name_attribute',
    'user_full_name_attribute',
    ...(type === 'ldap' ? (['email_attributes', 'user_unique_id_attribute'] as const) : []),
  ];
  const claims: readonly FieldName[] = [
    'user_name_claim',
    'full_name_claim',
    'email_claim',
    'roles_claim',
    'role_mappings',
  ];
  const server: readonly FieldName[] =
    type === 'oidc'
      ? ['issuer', 'client_id', 'scopes']
      : ['host', 'port', 'transport_security', 'verify_certificates', 'system_user_dn'];
  return {
    'server-configuration': ['title', 'description', ...server, 'secret'],
    'user-synchronization': [...(type === 'oidc' ? claims : directory), 'default_roles'],
    'group-synchronization': [],
  };
}

const required: readonly FieldName[] = [
  'title',
  'host',
  'user_search_base',
  'user_search_pattern',
  'user_name_attribute',
  'user_full_name_attribute',
  'user_unique_id_attribute',
  'issuer',
  'client_id',
  'user_name_claim',
  'full_name_claim',
  'email_claim',
];

/**
 * Returns the errors of the values that the client can find without the server.
 * @param roleIds ids of all roles; undefined: the user may not see the roles
 */
export function faultsOf(
  type: BackendType,
  values: BackendValues,
  roleIds?: readonly string[],
): FieldErrors<BackendValues> {
  const own = Object.values(fieldsOf(type)).flat();
  const faults: Partial<Record<FieldName, string>> = {};
  for (const name of required) {
    const value = values[name];
    if (own.includes(name) && typeof value === 'string' && value.trim() === '') faults[name] = texts.form.required;
  }
  const { port } = values;
  if (own.includes('port') && (port === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)) {
    faults.port = texts.form.port;
  }
  if (values.default_roles.length === 0) faults.default_roles = texts.form.roles;
  if (
    values.role_mappings.some(
      ({ value, role_id: id }) => value.trim() === '' || id === '' || roleIds?.includes(id) === false,
    )
  ) {
    faults.role_mappings = texts.form.mappingMissing;
  }
  return faults;
}

/**
 * Returns the port after a change of the transport security: a default port (389, or 636 with TLS) is replaced by the
 * other one; any other port was set on purpose and is kept.
 */
export function portFor(security: BackendValues['transport_security'], port: number | undefined): number | undefined {
  if (security === 'tls') return port === 389 ? 636 : port;
  return port === 636 ? 389 : port;
}

/** Returns an absolute address; a relative address, such as that of the API, is resolved against the page. */
export const absolute = (url: string): string => new URL(url, document.baseURI).href;
