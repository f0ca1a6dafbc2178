/** The wizard's form: what is typed, what a service of a type begins with, what is wrong, what is sent (screens/administration.md A9.1). */
import type { AuthBackend, AuthBackendInput, BackendType } from '../../../api/queries/authentication.js';
import type { SecretWrite } from '../../../machines/encrypted-field.js';
import type { FieldErrors } from '../../kit/form/index.js';
import { texts } from './texts.js';

/** Named as on the wire, so that the server's word on a field finds it; `host` stands for all of the server's address. */
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
  /** Secret of the system user or of the client. */
  readonly secret: SecretWrite;
  /** The new address leads to the same people, who keep their accounts; asked only where {@link isElsewhere}. */
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

/** Initial values of a new service. @param reader id of the role that everybody gets */
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

/** Tells whether the form points at another provider, or at none of the stored servers; further servers stay, and hold the directory. */
export function isElsewhere({ issuer, host }: BackendValues, stored: AuthBackend | undefined): boolean {
  if (!stored) return false;
  const { config } = stored;
  if (config.type === 'oidc') return issuer.trim() !== config.issuer;
  const [first, ...further] = config.servers;
  return further.length === 0 && first?.host.toLowerCase() !== host.trim().toLowerCase();
}

/** @param stored the edited service: its further servers, and members that this form does not know, stay as they are */
export function inputOf(type: BackendType, values: BackendValues, stored: AuthBackend | undefined): AuthBackendInput {
  const { title, description, default_roles, host, port, secret, keep_accounts, ...rest } = values;
  const common = {
    title: title.trim(),
    description: description.trim(),
    default_roles: [...default_roles],
    ...(keep_accounts && isElsewhere(values, stored) && { keep_accounts }),
  };
  // A new configuration sends the bare text or nothing; a stored one says whether its secret is kept, replaced or deleted.
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

/** Fields of each step. */
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

/** Checks that need no server. */
export function faultsOf(type: BackendType, values: BackendValues): FieldErrors<BackendValues> {
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
  if (values.role_mappings.some(({ value, role_id: id }) => value.trim() === '' || id === '')) {
    faults.role_mappings = texts.form.mappingMissing;
  }
  return faults;
}

/** TLS has a port of its own; another one than the usual two was meant. */
export function portFor(security: BackendValues['transport_security'], port: number | undefined): number | undefined {
  if (security === 'tls') return port === 389 ? 636 : port;
  return port === 636 ? 389 : port;
}

/** Absolute address of the page's server, where the API's address is relative. */
export const absolute = (url: string): string => new URL(url, document.baseURI).href;
