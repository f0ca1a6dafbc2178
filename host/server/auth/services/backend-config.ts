/** Validates configurations of authentication services, and converts them to their stored form. */
import { isIP } from 'node:net';
import {
  transportSecurities,
  type ActiveDirectoryConfig,
  type AuthBackendInput,
  type BackendConfig,
  type BackendConfigInput,
  type DirectoryServer,
  type LdapConfig,
  type OidcConfig,
  type SecretInput,
  type TransportSecurity,
} from '../../../../api/contract/authentication.schema.js';
import { secretChange as readChange, type SecretChange } from '../../../../api/contract/config-fields.js';
import { BadRequestError } from '../../foundation/errors.js';
import type { Sealed } from '../secret-box.js';
import { patternProblem } from './ldap-directory.js';

type Stored<C, Secret extends keyof C> = Omit<C, Secret> & { [K in Secret]: Sealed | null };
type StoredLdap = Stored<LdapConfig, 'system_user_password'>;
type StoredActiveDirectory = Stored<ActiveDirectoryConfig, 'system_user_password'>;
export type StoredOidc = Stored<OidcConfig, 'client_secret'>;
export type StoredDirectory = StoredLdap | StoredActiveDirectory;
export type StoredConfig = StoredDirectory | StoredOidc;

/** Returns what a request does with a secret: set, keep or delete it. @throws BadRequestError if it asks for several */
export function secretChange(input: SecretInput | null | undefined): SecretChange {
  const change = readChange(input);
  if (change) return change;
  throw new BadRequestError('A secret takes one of set_value, keep_value and delete_value, not several.');
}

export const secretFieldOf = (type: StoredConfig['type']) =>
  type === 'oidc' ? ('client_secret' as const) : ('system_user_password' as const);

export const sealedIn = (config: StoredConfig): Sealed | null =>
  config.type === 'oidc' ? config.client_secret : config.system_user_password;

export function withSecret(config: StoredConfig, sealed: Sealed | null): StoredConfig {
  return config.type === 'oidc' ? { ...config, client_secret: sealed } : { ...config, system_user_password: sealed };
}

/** Returns the configuration in the form of the API, which contains only whether a secret is set, not its value. */
export function shownConfig(config: StoredConfig): BackendConfig {
  return config.type === 'oidc'
    ? { ...config, client_secret: { is_set: config.client_secret !== null } }
    : { ...config, system_user_password: { is_set: config.system_user_password !== null } };
}

/**
 * Returns a text that identifies where, for which account and how securely a secret is sent. If this text changes, only
 * an administrator may keep the stored secret; other callers must enter the secret again, because the stored one would
 * otherwise be sent elsewhere or without encryption.
 */
export const destinationOf = (config: StoredConfig): string =>
  JSON.stringify(
    config.type === 'oidc'
      ? [config.issuer, config.client_id]
      : [config.servers, config.transport_security, config.verify_certificates, config.system_user_dn],
  );

type FieldErrors = Record<string, string[]>;

const attributeName = /^[A-Za-z][\w.;-]*$/;
const hostName = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u;
const claimName = /^[^\s\p{C}]+$/u;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

class Fields {
  readonly errors: FieldErrors = {};

  refuse(field: string, problem: string): void {
    (this.errors[field] ??= []).push(problem);
  }

  text(field: string, value: string | null | undefined, rule: { pattern?: RegExp; problem?: string } = {}): string {
    const text = value?.trim() ?? '';
    if (text === '') this.refuse(field, 'must not be empty');
    else if (rule.pattern && !rule.pattern.test(text)) this.refuse(field, rule.problem ?? 'is not valid');
    return text;
  }
}

const attributeRule = { pattern: attributeName, problem: 'must be the name of an attribute' };
const claimRule = { pattern: claimName, problem: 'must be the name of a claim' };

function serversOf(fields: Fields, servers: BackendConfigInput['servers']): DirectoryServer[] {
  if (!servers || servers.length === 0) fields.refuse('servers', 'must name at least one server');
  return (servers ?? []).map((server) => {
    const host = (server.host ?? '').trim().replace(/^\[(.*)\]$/, '$1');
    const port = server.port ?? 0;
    if (isIP(host) === 0 && !hostName.test(host)) fields.refuse('servers', 'must have a host name or an address');
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      fields.refuse('servers', 'must have a port from 1 to 65535');
    return { host, port };
  });
}

const isSecurity = (value: string | null | undefined): value is TransportSecurity =>
  transportSecurities.some((known) => known === value);

function directoryConfig(fields: Fields, input: BackendConfigInput, type: StoredDirectory['type']): StoredDirectory {
  const pattern = fields.text('user_search_pattern', input.user_search_pattern);
  const problem = pattern === '' ? undefined : patternProblem(pattern);
  if (problem !== undefined) fields.refuse('user_search_pattern', problem);
  const security = input.transport_security;
  if (!isSecurity(security)) fields.refuse('transport_security', `must be one of ${transportSecurities.join(', ')}`);
  const common = {
    servers: serversOf(fields, input.servers),
    transport_security: isSecurity(security) ? security : ('tls' as const),
    verify_certificates: input.verify_certificates ?? true,
    system_user_dn: input.system_user_dn?.trim() ?? '',
    system_user_password: null,
    user_search_base: fields.text('user_search_base', input.user_search_base),
    user_search_pattern: pattern,
    user_name_attribute: fields.text('user_name_attribute', input.user_name_attribute, attributeRule),
    user_full_name_attribute: fields.text('user_full_name_attribute', input.user_full_name_attribute, attributeRule),
  };
  if (type === 'active-directory') return { type, ...common };
  const emails = input.email_attributes ?? ['mail', 'rfc822Mailbox'];
  if (emails.some((name) => !attributeName.test(name)))
    fields.refuse('email_attributes', 'must be names of attributes');
  const uniqueId = input.user_unique_id_attribute ?? 'entryUUID';
  return {
    type,
    ...common,
    user_unique_id_attribute: fields.text('user_unique_id_attribute', uniqueId, attributeRule),
    email_attributes: emails,
  };
}

function issuerProblem(issuer: string): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return 'must be an address such as https://id.example.org';
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) return undefined;
  return 'must begin with https://';
}

function oidcConfig(fields: Fields, input: BackendConfigInput, knowsRole: (id: string) => boolean): StoredOidc {
  const issuer = fields.text('issuer', input.issuer);
  const problem = issuer === '' ? undefined : issuerProblem(issuer);
  if (problem !== undefined) fields.refuse('issuer', problem);
  const scopes = (input.scopes ?? 'openid profile email').trim().split(/\s+/).filter(Boolean);
  if (scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    fields.refuse('scopes', 'must be names separated by spaces');
  }
  const rolesClaim = input.roles_claim?.trim() ?? '';
  if (rolesClaim !== '' && !claimName.test(rolesClaim)) fields.refuse('roles_claim', claimRule.problem);
  const mappings = input.role_mappings ?? [];
  if (mappings.some(({ value }) => value.trim() === ''))
    fields.refuse('role_mappings', 'must name a value for each role');
  if (mappings.some(({ role_id: id }) => !knowsRole(id))) fields.refuse('role_mappings', 'must name roles that exist');
  return {
    type: 'oidc',
    issuer,
    client_id: fields.text('client_id', input.client_id),
    client_secret: null,
    scopes: [...new Set(['openid', ...scopes])].join(' '),
    user_name_claim: fields.text('user_name_claim', input.user_name_claim ?? 'preferred_username', claimRule),
    full_name_claim: fields.text('full_name_claim', input.full_name_claim ?? 'name', claimRule),
    email_claim: fields.text('email_claim', input.email_claim ?? 'email', claimRule),
    roles_claim: rolesClaim,
    role_mappings: mappings.map(({ value, role_id }) => ({ value: value.trim(), role_id })),
  };
}

export interface CheckedBackend {
  readonly title: string;
  readonly description: string;
  readonly default_roles: string[];
  /** Configuration without its secret. */
  readonly config: StoredConfig;
  readonly secret: SecretChange;
  /** Errors by field name; empty when the configuration is valid. */
  readonly errors: FieldErrors;
}

/**
 * Checks a configuration from a request; errors of single fields are returned, not thrown.
 * @throws BadRequestError for an unknown type, and for contradictory instructions about a secret
 */
export function checkBackend(input: AuthBackendInput, knowsRole: (id: string) => boolean): CheckedBackend {
  const fields = new Fields();
  const { config } = input;
  const title = fields.text('title', input.title);
  const description = input.description?.trim() ?? '';
  if (title.length > 200) fields.refuse('title', 'must not be longer than 200 characters');
  const roles = [...new Set(input.default_roles ?? [])];
  if (!roles.every(knowsRole)) fields.refuse('default_roles', 'must be roles that exist');
  const stored = ((): StoredConfig => {
    if (config.type === 'ldap' || config.type === 'active-directory')
      return directoryConfig(fields, config, config.type);
    if (config.type === 'oidc') return oidcConfig(fields, config, knowsRole);
    throw new BadRequestError(`Unknown authentication service type ${JSON.stringify(config.type)}.`);
  })();
  const secret = secretChange(config[secretFieldOf(stored.type)]);
  return { title, description, default_roles: roles, config: stored, secret, errors: fields.errors };
}
