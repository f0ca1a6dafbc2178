/**
 * Shapes of authentication services and of single sign-on by header (contract administration authBackends.*,
 * authServices.*, httpHeaderAuth.*).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { PagedBody } from './list.schema.js';
import type { UserOverview } from './users.schema.js';

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const optionalText = optional(Type.String({ maxLength: 4096 }));

/**
 * A secret in a request: a new value, or an object with at most one of `set_value`, `keep_value` and `delete_value`. An
 * empty value deletes the secret, and an object without any of these members keeps it.
 */
export const SecretInput = Type.Union([
  Type.String({ maxLength: 4096 }),
  Type.Object({
    set_value: Type.Optional(Type.String({ maxLength: 4096 })),
    keep_value: Type.Optional(Type.Boolean()),
    delete_value: Type.Optional(Type.Boolean()),
    /** Member of the secret in an answer; the server ignores it in a request. */
    is_set: Type.Optional(Type.Boolean()),
  }),
]);
export type SecretInput = Static<typeof SecretInput>;

/** A secret in an answer, which contains only whether the secret is set. */
interface SecretState {
  is_set: boolean;
}

export type BackendType = 'active-directory' | 'ldap' | 'oidc';

export const transportSecurities = ['none', 'tls', 'start_tls'] as const;
export type TransportSecurity = (typeof transportSecurities)[number];

export interface DirectoryServer {
  host: string;
  port: number;
}

interface DirectoryConfig {
  servers: DirectoryServer[];
  transport_security: TransportSecurity;
  verify_certificates: boolean;
  /** DN with which the server binds to search the directory; empty: the search is anonymous. */
  system_user_dn: string;
  system_user_password: SecretState;
  user_search_base: string;
  /** LDAP filter that finds a user; `{0}` is replaced by the login name. */
  user_search_pattern: string;
  user_name_attribute: string;
  user_full_name_attribute: string;
}

export interface LdapConfig extends DirectoryConfig {
  type: 'ldap';
  user_unique_id_attribute: string;
  email_attributes: string[];
}

export interface ActiveDirectoryConfig extends DirectoryConfig {
  type: 'active-directory';
}

/** Assigns a role to the users whose roles claim contains the value. */
interface RoleMapping {
  value: string;
  role_id: string;
}

/** OpenID Connect configuration; reference servers do not know this type. */
export interface OidcConfig {
  type: 'oidc';
  /** URL of the issuer, for example `https://id.example.org/realm`. */
  issuer: string;
  client_id: string;
  client_secret: SecretState;
  /** Requested scopes, separated by spaces; the server always adds `openid`. */
  scopes: string;
  user_name_claim: string;
  full_name_claim: string;
  email_claim: string;
  /**
   * Claim with the roles of the user; empty: administrators assign roles in the console, not the provider. `a.b` means
   * the member `b` of the claim `a`.
   */
  roles_claim: string;
  role_mappings: RoleMapping[];
}

export type BackendConfig = LdapConfig | ActiveDirectoryConfig | OidcConfig;

export interface AuthBackend {
  id: string;
  title: string;
  description: string;
  /** Ids of the roles that new users get. */
  default_roles: string[];
  config: BackendConfig;
}

/** Configuration of any type in a request. All members are optional, because the server reports errors by field. */
export const BackendConfigInput = Type.Object({
  type: Type.String({ maxLength: 100 }),
  servers: optional(
    Type.Array(Type.Object({ host: optional(Type.String({ maxLength: 1000 })), port: optional(Type.Number()) }), {
      maxItems: 20,
    }),
  ),
  transport_security: optionalText,
  verify_certificates: optional(Type.Boolean()),
  system_user_dn: optionalText,
  system_user_password: optional(SecretInput),
  user_search_base: optionalText,
  user_search_pattern: optionalText,
  user_unique_id_attribute: optionalText,
  user_name_attribute: optionalText,
  user_full_name_attribute: optionalText,
  email_attributes: optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 })),
  issuer: optionalText,
  client_id: optionalText,
  client_secret: optional(SecretInput),
  scopes: optionalText,
  user_name_claim: optionalText,
  full_name_claim: optionalText,
  email_claim: optionalText,
  roles_claim: optionalText,
  role_mappings: optional(
    Type.Array(Type.Object({ value: Type.String({ maxLength: 1000 }), role_id: Type.String({ maxLength: 100 }) }), {
      maxItems: 200,
    }),
  ),
});
export type BackendConfigInput = Static<typeof BackendConfigInput>;

export const AuthBackendInput = Type.Object({
  title: optionalText,
  description: optionalText,
  default_roles: optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
  config: BackendConfigInput,
  /**
   * For a changed issuer or changed servers: true means that the new address leads to the same directory or provider,
   * so that users keep their accounts. Otherwise they count as different users. Reference servers do not know this
   * member.
   */
  keep_accounts: Type.Optional(Type.Boolean()),
});
export type AuthBackendInput = Static<typeof AuthBackendInput>;

export const ActiveBackendInput = Type.Object({ active_backend: optional(Type.String()) });
export type ActiveBackendInput = Static<typeof ActiveBackendInput>;

export const AuthBackendTestRequest = Type.Object({
  /** Id of a stored configuration, whose secrets replace the secrets with `keep_value` in the configuration to test. */
  backend_id: optional(Type.String({ maxLength: 100 })),
  backend_configuration: AuthBackendInput,
  user_login: optional(Type.Object({ username: Type.String({ maxLength: 1000 }), password: optional(SecretInput) })),
});
export type AuthBackendTestRequest = Static<typeof AuthBackendTestRequest>;

export interface AuthBackendTestResult {
  success: boolean;
  message: string;
  errors: string[];
  result: Record<string, unknown>;
}

export interface PagedAuthBackends extends PagedBody {
  backends: AuthBackend[];
  context: { active_backend: AuthBackend | null };
}
/** A page of users with the ids of their roles; `context` contains the titles of these roles. */
export interface PagedAuthBackendUsers extends PagedBody {
  query: string;
  users: UserOverview[];
  context: { roles: Record<string, { title: string }> };
}

export const HttpHeaderAuthConfig = Type.Object({
  enabled: Type.Boolean(),
  username_header: Type.String({ maxLength: 200 }),
});
export type HttpHeaderAuthConfig = Static<typeof HttpHeaderAuthConfig>;

export const SignInOfferQuery = Type.Object({
  /** True returns only the sign-in provider; `failure` and `sign_out` stay available for the next call. */
  provider_only: Type.Optional(Type.Boolean()),
});
export type SignInOfferQuery = Static<typeof SignInOfferQuery>;

export const OidcStartQuery = Type.Object({
  /** Path in this console to which the user returns after signing in. */
  return_to: Type.Optional(Type.String()),
});
export type OidcStartQuery = Static<typeof OidcStartQuery>;

/** Query with which the provider redirects the browser back; it may contain further parameters. */
export const OidcCallbackQuery = Type.Object({
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});
export type OidcCallbackQuery = Static<typeof OidcCallbackQuery>;

/** Ways to sign in besides username and password. */
export interface SignInOffer {
  /** The provider with which users can sign in; null: there is none. */
  oidc: { title: string } | null;
  /** Reason why the last attempt to sign in from this browser failed; the server returns it only once. */
  failure: string | null;
  /** Address at which the provider ends its own session after a sign-out; the server returns it only once. */
  sign_out: string | null;
}
